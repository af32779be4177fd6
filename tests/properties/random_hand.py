"""Random play with a human dealer: cards are entered one by one, and anything may go wrong."""

from pitboss.engine.declare import Command
from pitboss.engine.draft import READ_YES
from pitboss.engine.floor.by_hand import EnterCard, card_due
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.procedures import BeginProcedure
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.floor.taking_back import TakeBack
from pitboss.engine.state import BETTING, Automations
from pitboss.engine.state.invariants import cards_in_play
from pitboss.engine.table import run
from pitboss.hands import hand_of
from tests.properties.random_floor import DEE, SUE, FloorTable
from tests.properties.random_play import STEPS_MAX

ON_RECORD = ("continue", "next_card", "pause", "resume", "shuffle_after")
"""Irregularities that change nothing of the round."""
TAKE_BACK_P, REOPEN_P = 0.1, 0.3
"""How often something is taken back, within a round and at its end."""
CARDS_MIN = 50
"""Cards that a round may need."""


class HandTable(FloorTable):
    """A table whose dealer has a physical shoe, on which anything may go wrong."""

    automations = Automations(cards=False, remembers=True)

    def shuffle(self) -> None:
        """The staff makes new cards ready, step by step."""
        is_opened = self.state.prep.is_opened or "opening" not in self.rules.procedures
        for name in () if is_opened else ("opening",):
            self.send(BeginProcedure(name=name))
            self.finish_procedure()
        due = max(0, self.state.prep.due_side)
        if self.state.prep.procedure == "":
            self.mend()
            self.send(BeginProcedure(by=DEE, name="shuffle", side=due))
        self.finish_procedure()

    def mishap(self) -> None:
        """Anything, as long as no card is due; then only what leaves the round as it is."""
        if self.state.awaiting is None:
            super().mishap()
            return
        names = [
            name
            for name, irregularity in self.rules.irregularities.items()
            if irregularity.does in ON_RECORD
        ]
        harmless = Report(by=self.rng.choice((DEE, SUE)), what=self.rng.choice((*names, "rain")))
        self.attempt(self.rng.choice((harmless, self.money(), self.habit(), self.cards())))

    def cards(self) -> Command:
        """Anything entered at any time."""
        return EnterCard(by=self.rng.choice((DEE, "ann")), card=self.rng.randint(-1, 60))

    def ready(self) -> None:
        """The table goes on, with its dealer and with enough cards."""
        self.call_dealer()
        if self.state.floor.paused:
            self.go_on()
        self.finish_procedure()
        if len(self.state.discards) > 52 * self.rules.decks_in_play - CARDS_MIN:
            self.shuffle()

    def call_dealer(self) -> None:
        """The dealer comes back who was relieved."""
        if self.state.floor.staff.get(DEE) != "dealer":
            self.send(AssignStaff(by=SUE, name=DEE, role="dealer"))

    def carry_on(self) -> None:
        """What is due is entered, or what is offered is done."""
        self.call_dealer()
        if self.rng.random() < TAKE_BACK_P:
            self.take_back()
        if self.state.floor.paused:
            self.go_on()
        elif self.state.awaiting is not None:
            self.send(self.entry())
        else:
            self.act()

    def play_round(self) -> bool:
        """One round; what settled it may be taken back, and then it goes on."""
        is_played = super().play_round()
        if self.rng.random() < REOPEN_P:
            self.take_back()
        for _ in range(STEPS_MAX):
            if self.state.phase == BETTING:
                return is_played
            self.carry_on()
        raise AssertionError("the round does not end")

    def take_back(self) -> None:
        """Somebody takes back what was keyed last, one thing or a few, or may not."""
        rng, state = self.rng, self.state
        reason = rng.choice(("", "mistyped", "mistyped"))
        for by in (rng.choice((DEE, SUE, "ann")), *[SUE] * rng.randint(0, 3)):
            if self.attempt(TakeBack(by=by, reason=reason)) is None:
                assert self.state.remembered == () or self.state.remembered[-1].is_followed
        assert self.state.chips.keys() == state.chips.keys()

    def entry(self) -> EnterCard:
        """What is due: a card of which some are left, or a reading that fits the hole card."""
        state, rng = self.state, self.rng
        due = card_due(state, run)
        assert due is not None
        gone = cards_in_play(state)
        left = [card for card in range(52) if gone[card] < self.rules.decks_in_play]
        naturals = [card for card in left if hand_of((*state.dealer.cards[:1], card)).is_blackjack]
        if due.what == "reading":
            return EnterCard(by=DEE, has_blackjack=bool(naturals) and rng.random() < 0.3)
        if due.what == "hole" and state.is_checked:
            left = [card for card in left if card not in naturals]
        elif due.what == "hole" and state.awaiting and READ_YES in state.awaiting.entered:
            left = naturals
        return EnterCard(by=DEE, card=rng.choice(left))
