"""Rounds as a dealer keys them: a test plans them, the engine says which key comes next."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pitboss.cards import UNSEEN, parse_card, show_card
from pitboss.engine import do
from pitboss.engine.declare import Command
from pitboss.engine.floor.by_hand import card_due
from pitboss.engine.state import BETTING, OFFERING, TableState
from pitboss.engine.state.invariants import cards_in_play
from pitboss.engine.table import run, step
from pitboss.rulebook.refusals import Rejection

ACT_KEYS = {"stand": " ", "double": "x", "split": "p", "surrender": "r"}
ACTS = {"stand": do.Stand, "double": do.Double, "split": do.Split, "surrender": do.Surrender}
FILLERS = "JQK78"
"""Ranks of which two are a hand to stand on, and no blackjack."""
MOVED = "chips moved"
"""Enter, once the chips to be moved are seen."""
LOW = "5432"
"""What is left near the end of two decks."""


@dataclass(frozen=True)
class Round:
    """What the test wants of a round; boxes stand on what they have unless it says more."""

    cards: dict[int, str] = field(default_factory=dict)
    """For each box the ranks in the order in which they come, 0 for the dealer."""
    acts: dict[int, str] = field(default_factory=dict)
    """For each box: hit, stand, double, split, surrender."""
    insured: tuple[int, ...] = ()


class Dealer:
    """Keys of a round, worked out from how the table stands before the deal."""

    def __init__(self, state: TableState, dealer: str, planned: Round) -> None:
        self.state, self.name = state, dealer
        self.cards = {box: deque(text) for box, text in planned.cards.items()}
        self.acts = {box: deque(text.split()) for box, text in planned.acts.items()}
        self.insured = planned.insured
        self.passed = state.floor.chips_moved
        """The last move of chips that is done with."""

    def keys(self) -> Iterator[str]:
        """Every key from the deal to the last chip."""
        yield from self.deal()
        yield from self.rest()

    def deal(self) -> Iterator[str]:
        """Enter, after which a server fills in how the cards lie."""
        is_face_down = self.state.rules.deal.player_cards == "face_down"
        yield from self.go_on(do.Deal(by=self.name, is_face_down=is_face_down))

    def rest(self) -> Iterator[str]:
        """Every key from here to the last chip."""
        yield from self.until(lambda state: state.phase == BETTING)
        yield from self.pass_chips()

    def until(self, holds: Callable[[TableState], bool]) -> Iterator[str]:
        """Keys until something holds of the table."""
        while not holds(self.state):
            yield from self.next()

    def next(self) -> Iterator[str]:
        """The keys of the next thing that is due."""
        state = self.state
        if state.awaiting is not None:
            yield from self.card()
        elif state.phase == OFFERING:
            for box in self.insured:
                player, stakes = next(iter(state.the_box(box).mains))
                half = tuple(stake // 2 for stake in stakes)
                self.give(do.Insure(by=player, box=box, amounts=half))
                yield from f"{box}i"
            yield from self.go_on(do.CloseInsurance(by=self.name))
        else:
            yield from self.act()

    def card(self) -> Iterator[str]:
        """The card that is due, or what the reader says."""
        due = card_due(self.state, run)
        assert due is not None
        if due.what == "reading":
            self.give(do.EnterCard(by=self.name, has_blackjack=False))
            yield "n"
            return
        card = self.pick(due.box, is_turned=due.what == "turned")
        self.give(do.EnterCard(by=self.name, card=parse_card(card)))
        yield from card

    def act(self) -> Iterator[str]:
        """What the hand in play does."""
        box = self.state.turn[0]
        player = self.state.the_box(box).seated
        acts = self.acts.get(box)
        name = acts.popleft() if acts else "stand"
        if name == "hit":
            exposed = self.state.exposed
            self.give(do.Hit(by=player, box=box))
            yield from show_card(exposed) if exposed >= 0 else self.card()
            return
        yield ACT_KEYS[name]
        if name != "stand" and self.state.hand(box, 1).hand.has_unseen:
            # The console has the cards turned over first, and keeps the act.
            self.give(do.TurnOver(by=self.name, box=box))
            yield from self.card()
            yield from self.card()
        self.give(ACTS[name](by=player, box=box))

    def pick(self, box: int, *, is_turned: bool = False) -> str:
        """A card of the planned rank, or any to stand on: the one of which most are left."""
        ranks, planned = FILLERS, self.cards.get(max(box, 0))
        there = self.state.box(box)
        down = there.dealt.count(UNSEEN) if there and not is_turned else 0
        if planned and len(planned) > down:
            # Cards that lie face down are keyed later, though they were dealt first.
            ranks = planned[down]
            del planned[down]
        used = cards_in_play(self.state)
        for choice in ("TJQK" if ranks == "T" else ranks, LOW):
            cards = [parse_card(rank + suit) for rank in choice for suit in "cdhs"]
            card = min(cards, key=lambda card: used[card])
            if used[card] < self.state.rules.decks_in_play:
                break
        return show_card(card)

    def go_on(self, command: Command) -> Iterator[str]:
        """Enter goes on with what is due, once the chips are moved."""
        yield from self.pass_chips()
        self.give(command)
        yield "Enter"

    def pass_chips(self) -> Iterator[str]:
        """Enter, where chips are to be moved."""
        last = max((move.number for move in self.state.chip_moves), default=0)
        if last > self.passed:
            self.passed = last
            yield MOVED

    def give(self, command: Command) -> None:
        """Play it through the engine."""
        outcome = step(self.state, command)
        assert not isinstance(outcome, Rejection), f"{command}: {outcome}"
        self.state = outcome[0]
