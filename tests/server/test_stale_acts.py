"""A decision that names an event before the last change of its hand is refused as stale."""

import asyncio

from pitboss.cards import parse_cards
from pitboss.engine import do
from pitboss.engine.play.acts import Act
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.server.tables.actor import TableActor
from tests.server.live import house, serving

CARDS = "8s 5c 6d 8h 6c 2c 2d 4h 2h 2s Td Kd Qd"
"""To box 1 an 8 and an 8, to box 2 5 and 6, to the dealer a 6; then small cards."""


async def seated(actor: TableActor) -> None:
    """Ann has box 1 and bob box 2, and it is ann's turn."""
    load = LoadShoe(cards=parse_cards(CARDS), is_shuffle=False)
    assert (await actor.give_house(load)).ok
    for box, name in enumerate(("ann", "bob"), start=1):
        assert (await actor.submit(name, "b", do.BuyIn(player=name, amount=9_000))).ok
        wager = do.PlaceWager(box=box, wager="main", amounts=(1_000,))
        assert (await actor.submit(name, "w", wager)).ok
    await actor.assign("dee", "dealer")
    assert (await actor.submit("dee", "d", do.Deal())).ok
    assert actor.state.turn == (1, 1)


async def told(actor: TableActor, id_: str, command: Act, seen: int) -> str:
    """What box 1 or 2 is answered: nothing where the decision was carried out."""
    name = "ann" if command.box == 1 else "bob"
    answer = await actor.submit(name, id_, command, seen=seen)
    return answer.refused.code if answer.refused else ""


def test_the_second_of_two_clicks_is_refused_and_changes_nothing() -> None:
    async def run() -> None:
        async with house() as lobby:
            actor = lobby.tables["nz"].actor
            await seated(actor)
            seen = actor.version
            # Both are on their way before either is answered.
            first, second = await asyncio.gather(
                told(actor, "1", do.Hit(box=1), seen), told(actor, "2", do.Hit(box=1), seen)
            )
            assert (first, second) == ("", "stale")
            box = actor.state.box(1)
            assert box is not None
            assert len(box.dealt) == 3
            # Sent again under its id it gets the same answer, and one that says nothing is taken.
            assert await told(actor, "2", do.Hit(box=1), seen) == "stale"
            assert await told(actor, "3", do.Hit(box=1), actor.version) == ""
            assert await told(actor, "4", do.Stand(box=1), -1) == ""

    asyncio.run(run())


def test_the_other_hand_of_a_split_is_another_hand() -> None:
    async def run() -> None:
        async with house() as lobby:
            actor = lobby.tables["nz"].actor
            await seated(actor)
            assert (await actor.submit("ann", "p", do.Split(box=1))).ok
            seen = actor.version
            assert await told(actor, "1", do.Double(box=1), seen) == ""
            assert actor.state.turn == (1, 2)
            assert await told(actor, "2", do.Double(box=1), seen) == "stale"
            assert actor.state.turn == (1, 2)

    asyncio.run(run())


def test_what_others_did_meanwhile_makes_no_decision_stale() -> None:
    """Bob has seen his cards; he need not have seen ann play."""

    async def run() -> None:
        async with house() as lobby:
            actor = lobby.tables["nz"].actor
            await seated(actor)
            seen = actor.version
            assert await told(actor, "1", do.Hit(box=1), seen) == ""
            assert await told(actor, "2", do.Stand(box=1), actor.version) == ""
            assert await told(actor, "3", do.Hit(box=2), seen) == ""
            # Nobody decides before the cards are dealt, nor by what is forgotten.
            assert await told(actor, "4", do.Hit(box=2), 0) == "stale"

    asyncio.run(run())


def test_a_socket_says_what_was_seen_and_an_old_client_need_not() -> None:
    with serving() as live:
        wire = live.guest("ann").socket("nz")
        frame = {"type": "command", "id": "1", "command": {"do": "hit", "box": 1}, "seen": 1}
        wire.send(frame)
        assert wire.until("answer")["id"] == "1"
        wire.send({"type": "command", "id": "2", "command": {"do": "hit", "box": 1}})
        assert wire.until("answer")["id"] == "2"
