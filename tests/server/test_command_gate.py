"""One gate for all commands: the answer to a question is the answer to the command itself."""

import asyncio
import random
import typing
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from pitboss.engine import do
from pitboss.engine.declare import Command, all_commands, tag_of
from pitboss.engine.duties import duties
from pitboss.engine.floor.closing import CloseTable
from pitboss.engine.floor.staff import role_of
from pitboss.engine.legal import legal
from pitboss.server.feed.floor import DEALING
from pitboss.server.house import Site
from pitboss.server.lobby.table import Table
from pitboss.server.people.entries import AccountMade, RoleGiven
from pitboss.server.settings import Pace, Settings
from pitboss.server.tables.actor import TableActor
from pitboss.shuffle import word_commitment
from pitboss.store.bankrolls import bankroll_log
from pitboss.store.codec import name_of
from pitboss.store.memory import MemoryStore
from pitboss.store.witness.checking import Fault
from tests.patience import until
from tests.properties.random_play import command_of
from tests.server.live import RICH, SEALS, Visitor, serving
from tests.web.browsing import stack

SLOW = Pace(
    betting_ms=3_600_000, insurance_ms=3_600_000, turn_ms=3_600_000, prize_ms=3_600_000,
    cut_ms=3_600_000, has_auto_deal=False,
)  # fmt: skip
"""Nothing happens by itself but what is due at once."""
ROLES = {"dan": "dealer", "sue": "supervisor", "sam": "casino_supervisor", "art": "auditor"}
NAMES = ("ann", "bob", "cat", *ROLES, "guest-1", "")
GAMES = [
    ("nz", "automatic"), ("nz", "cards_by_hand"), ("tribal", "automatic"), ("tribal", "by_hand"),
    ("pa_free_bet", "automatic"), ("pa_free_bet", "cards_by_hand"), ("house", "automatic"),
    ("double_deck", "automatic"), ("double_deck", "by_hand"),
]  # fmt: skip
STEPS = 1_000
HEX = "ab" * 32


class Crowd:
    """People who ask whether they may give a command, and give it, at random from a seed."""

    def __init__(self, site: Site, table: Table, rng: random.Random) -> None:
        self.site, self.table, self.rng = site, table, rng
        self.asked = Counter[str]()
        self.accepted = Counter[str]()
        self.kinds = [kind for kind in all_commands() if kind is not CloseTable]
        rng.shuffle(self.kinds)

    @property
    def actor(self) -> TableActor:
        return self.table.actor

    async def try_one(self, name: str, command: Command) -> None:
        """Ask, give, and compare, unless the table has done something by itself meanwhile."""
        await until(lambda: not self.actor._clock.is_due)
        seen = self.rng.choice((-1, self.actor.version, max(0, self.actor.version - 3)))
        before = self.actor.version
        asked = await self.site.refusal(self.table, name, command, seen=seen)
        if self.actor.version != before:
            return
        id_ = f"{self.rng.getrandbits(64):x}"
        answer = await self.site.give(self.table, name, id_, command, seen=seen)
        if (answer.first if answer.ok else self.actor.version + 1) != before + 1:
            return
        assert answer.refused == asked, (name, command, asked, answer)
        assert asked is None or asked.code != "broken"
        self.asked[name_of(command)] += 1
        self.accepted[name_of(command)] += answer.ok

    def expected(self) -> tuple[str, Command] | None:
        """A command that the table waits for, from a person who may give it."""
        rng, state = self.rng, self.actor.state
        if self.table.feed.coming() is not None and rng.random() < 0.5:
            pledge = do.PledgeCut(commitment=word_commitment("ann", "seven"))
            return "ann", do.ContributeCut(words="seven") if state.prep.is_opening else pledge
        if rng.random() < 0.05:
            return rng.choice(("dan", "sue", "sam")), do.TakeTable()
        if rng.random() < 0.05:
            return "sue", do.OrderShuffle(reason="worn", is_suspect=True)
        offers = [offer for name in state.chips for offer in legal(state, name)]
        dues = [duty for duty in duties(state) if duty.is_due]
        if dues and rng.random() < 0.7:
            duty = rng.choice(dues)
            name = duty.who or {"dealer": "dan", "supervisor": "sue"}.get(duty.by[0], "ann")
            position = duty.fields[0].high if duty.fields else 0
            match duty.do:
                case "enter_card" if duty.what == "reading":
                    return name, do.EnterCard(has_blackjack=False)
                case "enter_card":
                    return name, do.EnterCard(card=rng.randrange(52))
                case "perform":
                    return name, do.Perform(step=duty.what, position=position)
                case "begin_procedure":
                    return name, do.BeginProcedure(name=duty.what)
                case "close_insurance":
                    return name, do.CloseInsurance()
        if offers and rng.random() < 0.8:
            command = command_of(rng, rng.choice(offers), state)
            return command.by, command
        return "dan", do.Deal()

    def any_command(self) -> tuple[str, Command]:
        """Any command with something in every field, from anybody."""
        kind = self.kinds[self.asked.total() % len(self.kinds)]
        hints = typing.get_type_hints(kind)
        fields = {field: self.value(field, hints[field]) for field in kind.__struct_fields__}
        state = self.actor.state
        allowed = [name for name in NAMES if role_of(state, name) in kind.roles]
        names = allowed if allowed and self.rng.random() < 0.6 else NAMES
        return self.rng.choice(names), msgspec.convert(fields, kind)

    def value(self, field: str, hint: Any) -> object:
        """Something that stands in a field, sensible or not."""
        rng, state = self.rng, self.actor.state
        if typing.get_origin(hint) is typing.Literal:
            return rng.choice(typing.get_args(hint))
        pools: dict[str, list[object]] = {
            "amounts": [(), (500,), (1_000,), (5,), (1_000, 1_000)],
            "amount": [0, 5, 1_000, 10**13, -100],
            "at_ms": [0, 1, 2**40],
            "by": [*NAMES],
            "administrator": ["", "boss"],
            "player": [*NAMES, "guest- x"],
            "name": [*NAMES, "opening", "shuffle"],
            "to": [*NAMES],
            "nominee": [*NAMES],
            "role": ["", "dealer", "supervisor", "king"],
            "wager": ["main", "insurance", "x", *state.rules.wagers],
            "what": ["x", *state.rules.irregularities],
            "step": ["x", *[duty.what for duty in duties(state)]],
            "commitment": [HEX], "seed": [HEX], "commitments": [(HEX,)],
            "reason": ["", "a reason"], "words": ["word"], "gesture": ["", "tap"],
            "voice": ["", "hit"], "choice": ["", "late", "dead"],
            "chips": [{}, {"500": 4}], "changes": [{}, {"min_bet": "10"}],
            "stakes": [{}, {"ann": (500,)}], "choices": [{}, {"bob": "cover"}],
            "round": [0, 1, max(0, state.round - 1), state.round],
            "cards": [(), (1, 2, 3)], "hands": [()], "dealer": [()],
            "side": [0, 1], "card": [-1, 7, 51], "prize": [0, 100],
            "is_shuffle": [True, False], "is_suspect": [True, False], "is_waiting": [True, False],
            "has_blackjack": [None, True, False], "is_face_down": [True, False],
        }  # fmt: skip
        return rng.choice(pools.get(field, [0, 1, 2, 3]))


@asynccontextmanager
async def walked(rulebook: str, dealing: str) -> AsyncIterator[tuple[Site, Table]]:
    """A house without a network, with its staff and players, and a table."""
    settings = Settings(pace=SLOW, play_money=RICH, commands_per_second=10**6)
    site = Site(settings, MemoryStore(), seals=SEALS)
    register = site.identity.register
    for name in (*ROLES, "ann", "bob", "cat"):
        register.add(AccountMade(name, "x"), 1)
    for name, role in ROLES.items():
        register.give_role(RoleGiven(name, role, "boss"), 1)
    await site.lobby.start(register)
    try:
        automations = DEALING[dealing]
        table = await site.lobby.open("walked", "", rulebook, {}, automations=automations)
        yield site, table
    finally:
        await site.lobby.stop()
        site.identity.close()


async def walk(rulebook: str, dealing: str, seed: int, steps: int) -> Crowd:
    """Try commands at a table."""
    async with walked(rulebook, dealing) as (site, table):
        # Somebody with chips who looks on is asked for the cut.
        table.feed.join("ann", size=10**6)
        crowd = Crowd(site, table, random.Random(seed))
        for name in ("dan", "sue", "sam"):
            await crowd.try_one(name, do.TakeTable())
        for name in ("ann", "bob"):
            await crowd.try_one(name, do.BuyIn(player=name, amount=500_000))
        for _ in range(steps):
            expected = crowd.expected() if crowd.rng.random() < 0.5 else None
            await crowd.try_one(*(expected or crowd.any_command()))
        await crowd.try_one("bob", CloseTable())
        await crowd.try_one("sue", CloseTable())
        return crowd


@pytest.mark.parametrize("rulebook, dealing", GAMES)
def test_asking_and_giving_agree_on_every_command(rulebook: str, dealing: str) -> None:
    crowd = asyncio.run(walk(rulebook, dealing, seed=1, steps=STEPS))
    assert crowd.asked.keys() == {tag_of(kind) for kind in all_commands()}
    wanted = {"place_wager", "deal", "hit", "take_table"}
    wanted |= {"enter_card"} if dealing != "automatic" else {"pledge_cut", "contribute_cut"}
    assert wanted <= {name for name, count in crowd.accepted.items() if count}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("rulebook, dealing", GAMES)
def test_asking_and_giving_agree_at_length(rulebook: str, dealing: str, seed: int) -> None:
    asyncio.run(walk(rulebook, dealing, seed=seed, steps=3 * STEPS))


def ask(visitor: Visitor, command: dict[str, Any], **more: Any) -> Any:
    """What somebody is told who asks."""
    return visitor.post("/api/tables/nz/ask", {"command": command, **more})["refused"]


def give(visitor: Visitor, id_: str, command: dict[str, Any], **more: Any) -> Any:
    """Why a command is refused; nothing if it is carried out."""
    body = {"id": id_, "command": command, **more}
    return visitor.post("/api/tables/nz/commands", body)["refused"]


def test_ask_with_no_cut_open_refuses_words() -> None:
    with serving(pace=SLOW) as live:
        ann = live.guest("ann")
        assert give(ann, "1", {"do": "buy_in", "player": "ann", "amount": 5_000}) is None
        pledge = {"do": "pledge_cut", "commitment": HEX}
        for number, command in enumerate((pledge, {"do": "contribute_cut", "words": "seven"})):
            asked = ask(ann, command)
            assert asked["code"] == "not_now"
            assert asked == give(ann, f"w{number}", command)


def test_stale_decision_is_refused_however_it_is_sent() -> None:
    with serving(pace=SLOW) as live:
        stack(live, "nz", "8s 6d 5h 2c 2d 2h 3c 3d Td Kd Qd")
        ann, actor = live.guest("ann"), live.site.lobby.tables["nz"].actor
        asyncio.run_coroutine_threadsafe(actor.assign("dee", "dealer"), loop_of(actor)).result()
        for id_, command in (
            ("1", {"do": "buy_in", "player": "ann", "amount": 5_000}),
            ("2", {"do": "place_wager", "box": 1, "wager": "main", "amounts": [1_000]}),
        ):
            assert give(ann, id_, command) is None
        given = actor.submit("dee", "deal", do.Deal())
        assert asyncio.run_coroutine_threadsafe(given, loop_of(actor)).result().ok
        seen, hit = actor.version, {"do": "hit", "box": 1}
        assert ask(ann, hit, seen=seen) is None
        assert give(ann, "3", hit, seen=seen) is None
        assert ask(ann, hit, seen=seen)["code"] == "stale"
        assert give(ann, "4", hit, seen=seen)["code"] == "stale"
        assert ask(ann, hit) is None


def loop_of(actor: TableActor) -> asyncio.AbstractEventLoop:
    """The loop in which a table is played."""
    assert actor._task is not None
    return actor._task.get_loop()


def test_ask_refuses_a_bankroll_that_is_not_trusted() -> None:
    fault = Fault(bankroll_log("ann"), 1, "movement 1 is not what was signed")
    with serving(pace=SLOW, faults={fault.log: fault}) as live:
        ann = live.guest("ann")
        buy = {"do": "buy_in", "player": "ann", "amount": 100}
        assert ask(ann, buy)["code"] == "bankroll"
        assert ask(ann, buy) == give(ann, "1", buy)


def test_ask_ignores_a_role_that_has_ended() -> None:
    """The register of another server may have ended it a moment ago."""

    async def run() -> None:
        async with walked("nz", "automatic") as (site, table):
            assert (await site.give(table, "dan", "1", do.TakeTable())).ok
            site.identity.register.give_role(RoleGiven("dan", "player", "boss"), 2)
            asked = await site.refusal(table, "dan", do.Deal())
            assert table.actor.state.floor.staff == {"dan": "dealer"}
            answer = await site.give(table, "dan", "2", do.Deal())
            assert asked is not None
            assert (asked.code, answer.refused) == ("not_yours", asked)

    asyncio.run(run())


def test_ask_at_a_stopped_table_says_so() -> None:
    async def run() -> None:
        async with walked("nz", "automatic") as (site, table):
            table.actor._halt("the disk is gone")
            buy = do.BuyIn(player="ann", amount=100)
            asked = await site.refusal(table, "ann", buy)
            assert asked is not None
            assert asked.code == "stopped"
            assert (await site.give(table, "ann", "1", buy)).refused == asked

    asyncio.run(run())
