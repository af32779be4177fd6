"""Dealing by hand: the same cards, entered one by one, come to the same settlements."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event
from pitboss.engine.floor.by_hand import EnterCard, card_due
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.insurance import HoleCardChecked
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import BETTING, Automations, TableState
from pitboss.engine.table import open_table, replay, run, step
from pitboss.rulebook.refusals import Rejection
from tests.properties.random_play import STEPS_MAX, RandomTable

BY_HAND = Automations(cards=False)
"""The dealer enters each card from a shoe that is ready."""
ROUNDS = 3
"""Rounds from one shoe."""
CARDS_MIN = 60
"""Cards that a round may need."""


class Recorded(RandomTable):
    """A table dealt automatically that remembers what it was told, and what came of it."""

    def __init__(self, seed: int) -> None:
        self.sent: list[tuple[Command, tuple[Event, ...]]] = []
        super().__init__(seed)

    def send(self, command: Command) -> None:
        """A command that must be accepted, on record."""
        before = len(self.log)
        super().send(command)
        self.sent.append((command, tuple(self.log[before:])))

    def play(self) -> int:
        """A few rounds from one shoe; how many."""
        self.shuffle()
        rounds = 0
        while rounds < ROUNDS and len(self.state.shoe) - self.state.position > CARDS_MIN:
            self.bet()
            if not self.state.boxes:
                break
            self.send(Deal())
            for _ in range(STEPS_MAX):
                if self.state.phase == BETTING:
                    break
                self.act()
            rounds += 1
        return rounds


class Physical:
    """The same table with a human dealer."""

    def __init__(self, auto: Recorded) -> None:
        self.start = open_table(auto.rules, BY_HAND)
        self.state: TableState = self.start
        self.log: list[Event] = []
        self.hole = -1
        self.send(AssignStaff(name="dee", role="dealer"))

    def send(self, command: Command) -> None:
        """A command that must be accepted."""
        outcome = step(self.state, command)
        assert not isinstance(outcome, Rejection), f"{command} was refused: {outcome}"
        self.state, events = outcome
        self.log.extend(events)

    def follow(self, command: Command, events: tuple[Event, ...]) -> None:
        """The command, with the cards that came of it entered as they become due."""
        cards = [event.card for event in events if isinstance(event, CardDealt) and event.is_up]
        for event in events:
            if isinstance(event, CardDealt) and not event.is_up:
                self.hole = event.card
        readings = [event.is_blackjack for event in events if isinstance(event, HoleCardChecked)]
        self.send(command)
        while self.state.awaiting is not None:
            due = card_due(self.state, run)
            assert due is not None
            wrong = EnterCard(by="dee", has_blackjack=True if due.what != "reading" else None)
            assert isinstance(step(self.state, wrong), Rejection)
            if due.what == "reading":
                self.send(EnterCard(by="dee", has_blackjack=readings.pop(0)))
            else:
                card = self.hole if due.what == "hole" else cards.pop(0)
                self.send(EnterCard(by="dee", card=card))
        assert not cards, f"{command}: not every card was due"


def settled(events: list[Event]) -> list[WagerSettled]:
    """The settlements in a log."""
    return [event for event in events if isinstance(event, WagerSettled)]


def compare(seed: int) -> int:
    """Play a table automatically and by hand; how many rounds."""
    auto = Recorded(seed)
    rounds = auto.play()
    manual = Physical(auto)
    for command, events in auto.sent:
        if not isinstance(command, LoadShoe):
            manual.follow(command, events)
    assert settled(manual.log) == settled(auto.log)
    assert manual.state.chips == auto.state.chips
    assert replay(manual.start, manual.log) == manual.state
    return rounds


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_cards_entered_by_hand_settle_as_cards_from_the_shoe(seed: int) -> None:
    """Every rulebook, random options, wagers and acts: the same money for the same cards."""
    compare(seed)


@pytest.mark.long
def test_cards_entered_by_hand_for_long() -> None:
    """Twenty thousand tables from the seeds 1,000,000 onwards."""
    assert sum(compare(1_000_000 + seed) for seed in range(20_000)) > 20_000
