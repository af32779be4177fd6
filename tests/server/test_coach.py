"""The coach counts the cards that a viewer has seen, over every kind of shuffle."""

import asyncio
from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from pitboss.cards import Card, full_shoe, parse_cards
from pitboss.engine import do
from pitboss.engine.declare import Command
from pitboss.engine.shoe.drawing import DeterminantDrawn
from pitboss.engine.state import BETTING, ONLINE, PLAYING, TableState
from pitboss.engine.table import open_table, steps
from pitboss.rulebook.catalog import rules_of
from pitboss.server.analysis.coach import question
from pitboss.server.feed.feed import Feed
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.log.events import Logged
from pitboss.server.log.shoe_memory import ShoeMemory
from pitboss.server.tables.actor import TableActor
from pitboss.server.tables.timers import default_act
from pitboss.shuffle import shuffled
from pitboss.store.entry import Entry
from tests.server.live import house


async def round_begins(lobby: Lobby, table: str, shoe: str, discards: str) -> TableActor:
    """Ann sits on box 2 behind bob on box 1; the shoe is what a test stacks."""
    actor = lobby.tables[table].actor
    load = do.LoadShoe(cards=parse_cards(shoe), is_shuffle=False)
    await actor._submit("", "load", load, is_house=True)
    actor.state = replace(actor.state, discards=parse_cards(discards))
    for name, box in (("bob", 1), ("ann", 2)):
        buy = do.BuyIn(player=name, amount=50_000)
        assert (await actor.submit(name, "buy", buy)).ok
        bet = do.PlaceWager(box=box, wager="main", amounts=(1_000,))
        assert (await actor.submit(name, "bet", bet)).ok
    assert (await actor.give_house(do.Deal())).ok
    assert actor.state.phase == PLAYING
    return actor


def shown(state: TableState) -> Iterator[Card]:
    """Cards that lie open on the table."""
    yield from state.dealer.cards
    for box in state.boxes:
        for played in box.hands:
            if not played.is_removed:
                yield from played.hand.cards


def asked(actor: TableActor, feed: Feed) -> Counter[Card]:
    """What ann's coach takes for seen."""
    wanted = question(actor.state, "ann", feed.memory)
    assert wanted is not None
    return Counter(wanted.seen)


def test_cards_shuffled_back_within_a_round_have_not_been_seen() -> None:
    """Bob's bust hand is among the discards: what is shuffled back may come again."""

    async def run() -> None:
        async with house() as lobby:
            # Bob busts with T 6 9; the shoe is empty when ann draws to 2 2.
            deal = "Ts 2h 6d 6s 2c 9d"
            actor = await round_begins(lobby, "nz", deal, "3s 3h 4s 4h")
            feed = lobby.tables["nz"].feed
            assert (await actor.submit("bob", "1", do.Hit(box=1))).ok
            assert actor.state.boxes[0].hands[0].is_removed
            assert actor.state.turn[0] == 2
            assert asked(actor, feed) == Counter(parse_cards(deal))
            assert (await actor.submit("ann", "1", do.Hit(box=2))).ok
            on_table = Counter(shown(actor.state))
            assert on_table.total() == 4
            assert asked(actor, feed) == on_table
            # What comes after the shuffle is seen besides.
            assert (await actor.submit("ann", "2", do.Hit(box=2))).ok
            if actor.state.phase == PLAYING:
                assert asked(actor, feed) == Counter(shown(actor.state))

    asyncio.run(run())


def test_after_a_shuffle_within_a_round_others_hands_are_seen_as_far_as_they_lie_open() -> None:
    """In a face-down game a drawn card lies open, and the first two do not."""

    async def run() -> None:
        async with house() as lobby:
            # After the burn ann has 5 4, bob 2 3; bob draws a 4; ann's draw finds the shoe empty.
            deal = "Kc 2s 5h 6d 3c 4c Td 4d"
            actor = await round_begins(lobby, "double-deck", deal, "9s 9h 8s 8h")
            feed = lobby.tables["double-deck"].feed
            assert (await actor.submit("bob", "1", do.Hit(box=1))).ok
            assert (await actor.submit("bob", "2", do.Stand(box=1))).ok
            mine = Counter((*actor.state.boxes[1].hands[0].hand.cards, actor.state.up))
            bobs_third = actor.state.boxes[0].hands[0].hand.cards[2]
            assert asked(actor, feed) == mine + Counter([bobs_third])
            assert (await actor.submit("ann", "1", do.Hit(box=2))).ok
            drawn = actor.state.boxes[1].hands[0].hand.cards[2]
            assert asked(actor, feed) == mine + Counter([bobs_third, drawn])

    asyncio.run(run())


class Play:
    """A table without a server, and all that has happened at it."""

    def __init__(self, rulebook: str, **options: str) -> None:
        self.state = open_table(rules_of(rulebook, **options), ONLINE)
        self.logged: list[Logged] = []
        self.memory = ShoeMemory()
        self.shoes = 0

    def do(self, command: Command) -> None:
        outcome = steps(self.state, command)
        assert isinstance(outcome, tuple), str(outcome)
        entry = Entry(len(self.logged) + len(outcome[1]), 0, 0, outcome[1], command=command)
        for after, event in zip(*outcome, strict=True):
            number = len(self.logged) + 1
            self.logged.append(Logged(number, event, self.state, after, entry))
            self.memory = self.memory.after(self.state, event, after)
            self.state = after

    def load(self, side: int | None = None) -> None:
        """Shuffled cards for a side, or for the batch whose turn it is."""
        self.shoes += 1
        seed = self.shoes.to_bytes(32, "big")
        cards = shuffled(full_shoe(self.state.rules.decks_in_play), seed)
        self.do(do.LoadShoe(cards=cards, side=side))

    def deal(self, drawn_from: int = 0) -> None:
        self.do(do.PlaceWager(by="ann", box=1, wager="main", amounts=(1_000,)))
        self.do(do.Deal(drawn_from=drawn_from))

    def finish(self) -> None:
        while self.state.phase != BETTING:
            is_turn = self.state.phase == PLAYING
            self.do(default_act(self.state) if is_turn else do.CloseInsurance())

    def seen(self) -> Counter[Card]:
        return Counter(self.memory.seen(self.state, "ann"))

    def shown(self) -> Counter[Card]:
        """What has left the shoe in play, but for what nobody has seen."""
        hidden = [self.state.hole] if self.state.has_hole else []
        hidden += [self.state.prep.burned] if self.state.prep.has_burned else []
        return Counter(self.state.shoe[: self.state.position]) - Counter(hidden)


def test_a_batch_that_comes_back_from_the_shuffler_has_not_been_seen() -> None:
    play = Play("nz", shuffler="automatic")
    play.do(do.BuyIn(player="ann", amount=90_000))
    for side in (0, 1, 0, 1):
        play.load()
        assert play.state.prep.side == side
        assert not play.seen()
        for _ in range(2):
            play.deal()
            assert play.seen() == play.shown()
            play.finish()


def test_each_side_of_a_double_shoe_is_counted_for_itself() -> None:
    play = Play("tribal", shoe="double")
    play.do(do.BuyIn(player="ann", amount=90_000))
    play.load(0)
    play.load(1)
    for number in range(8):
        play.deal(drawn_from=number % 2)
        assert play.seen() == play.shown()
        play.finish()
    drawn = [one.event for one in play.logged if isinstance(one.event, DeterminantDrawn)]
    assert {one.drawn_from == one.dealt_from for one in drawn} == {True, False}
    # One side is shuffled while the other one is in play.
    play.load(1 - play.state.prep.side)
    assert play.seen() == play.shown()
    play.load(play.state.prep.side)
    assert not play.seen()
