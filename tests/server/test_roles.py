"""Every command by every role, generated from the engine's own table of permissions."""

import asyncio
import inspect
import typing
from typing import Any

import msgspec
import pytest

from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import STAFF, Accepted, Command, Role, all_commands
from pitboss.engine.floor.closing import CloseTable
from pitboss.engine.floor.cut import ContributeCut, PledgeCut
from pitboss.server.lobby.table import Table
from tests.server.live import house

SAMPLES: dict[str, object] = {
    "amount": 100, "amounts": (500,), "box": 1, "cards": (), "dealer": (), "hands": (),
    "name": "x", "prize": 100, "reason": "x", "role": "dealer", "step": "x", "wager": "main",
    "to": "x", "number": 1, "what": "x", "words": "x", "commitment": "f" * 64, "seed": "ab" * 32,
    "chips": {}, "commitments": ("f" * 64,),
}  # fmt: skip
ROLE_REFUSED = "this is for the"


def sample(kind: type[Command], name: str) -> Command:
    """A command of a kind with something in every field that must be given."""
    hints = typing.get_type_hints(kind)
    words = {
        field: typing.get_args(hint)[0]
        for field, hint in hints.items()
        if typing.get_origin(hint) is typing.Literal
    }
    given = {
        field: name if field == "player" else (SAMPLES | words)[field]
        for field, parameter in inspect.signature(kind).parameters.items()
        if parameter.default is inspect.Parameter.empty
    }
    return msgspec.convert(given, kind)


async def person(table: Table, role: Role, place: int) -> str:
    """Somebody in a role at the table."""
    name = f"{role.value}-{place}"
    if role in STAFF:
        await table.actor.assign(name, role.value)
    elif role is Role.PLAYER:
        assert (await table.actor.submit(name, "buy", BuyIn(player=name, amount=9_000))).ok
    return name


def expected(kind: type[Command], role: Role) -> str:
    """How a command of this role fares before the rules of the game are asked."""
    if kind.accepted in (Accepted.HAND_DEALT, Accepted.NOBODY):
        return "house_only"
    if kind is BuyIn:
        return "not_yours" if role in STAFF else ""
    if kind in (ContributeCut, PledgeCut) and role not in STAFF:
        return "not_now"
    allowed = kind.roles
    is_for_players = allowed == frozenset({Role.PLAYER}) and role not in STAFF
    return "" if role in allowed or is_for_players else ROLE_REFUSED


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.TABLE])
def test_every_command_of_a_role(role: Role) -> None:
    async def run() -> None:
        async with house() as lobby:
            table = lobby.tables["nz"]
            # Nothing can be asked of a table once it is closed.
            kinds = sorted(all_commands(), key=lambda kind: kind is CloseTable)
            for place, kind in enumerate(kinds):
                name = await person(table, role, place)
                command: Any = sample(kind, name)
                before = table.actor.state
                answer = await table.actor.submit(name, f"c{place}", command)
                wanted = expected(kind, role)
                told = "" if answer.refused is None else answer.refused.text
                code = "" if answer.refused is None else answer.refused.code
                where = f"{kind.__name__} by {role}: {told}"
                assert code != "broken", where
                if not answer.ok:
                    assert table.actor.state == before, where
                if wanted == ROLE_REFUSED:
                    assert told.startswith(ROLE_REFUSED), where
                else:
                    assert not told.startswith(ROLE_REFUSED), where
                    assert not wanted or code == wanted, where
                if name in table.actor.state.floor.staff:
                    await table.actor.assign(name, "")

    asyncio.run(run())


@pytest.mark.parametrize("kind", all_commands())
def test_nobody_without_a_name_gives_commands(kind: type[Command]) -> None:
    async def run() -> None:
        async with house() as lobby:
            table = lobby.tables["double-deck"]
            version = table.actor.version
            command: Any = sample(kind, "")
            answer = await table.actor.submit("", "c", command)
            assert answer.refused is not None
            assert answer.refused.code == "log_in"
            assert table.actor.version == version

    asyncio.run(run())


def test_a_command_is_given_by_who_sends_it_whatever_it_says() -> None:
    async def run() -> None:
        async with house() as lobby:
            actor = lobby.tables["nz"].actor
            assert (await actor.submit("ann", "1", BuyIn(player="ann", amount=9_000))).ok
            answer = await actor.submit("eve", "1", BuyIn(by="ann", player="ann", amount=9_000))
            assert answer.refused is not None
            assert answer.refused.code == "not_yours"
            for by in ("", "ann", "house"):
                answer = await actor.submit("eve", f"deal {by}", Deal(by=by))
                assert answer.refused is not None
                assert answer.refused.text.endswith("eve is spectator")

    asyncio.run(run())


def test_play_money_has_a_limit() -> None:
    async def run() -> None:
        async with house(chips_max=10_000) as lobby:
            actor = lobby.tables["nz"].actor
            assert (await actor.submit("ann", "1", BuyIn(player="ann", amount=9_000))).ok
            answer = await actor.submit("ann", "2", BuyIn(player="ann", amount=1_001))
            assert answer.refused is not None
            assert (answer.refused.code, answer.refused.limit) == ("chips_limit", 1_000)

    asyncio.run(run())
