"""A table for learners: the seat to act, its actions, and the gain of each seat."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np
from msgspec.structs import replace

from pitboss.arguments import Share, check
from pitboss.cards import ACE, TEN, Card
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.insurance import CloseInsurance, Insure, KeepHand, TakeEvenMoney
from pitboss.engine.legal import insurance_is_open, legal
from pitboss.engine.offers import Offer
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.side_wagers.settling import prize_to_draw
from pitboss.engine.state import BETTING, OFFERING, PLAYING, TableState
from pitboss.engine.table import nets, open_table, step
from pitboss.engine.views import View, view
from pitboss.errors import GymError
from pitboss.gym.side_wagers import lays, prize_drawn, stakes_of, streaks_of
from pitboss.money import MONEY_MAX, Cents
from pitboss.rulebook.questions.dealing import surrenders_early
from pitboss.rulebook.questions.stakes import ante_due, main_stakes
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules

ACTS = ("stand", "hit", "double", "split", "surrender")
OFFERS = ("decline", "insure", "even_money")
KEEP = "keep"
"""Action that plays a hand which could be surrendered before the peek."""
_ACTIONS = {"insure": "insure", "take_even_money": "even_money", "keep_hand": KEEP}

_BOX_COMMANDS: Mapping[str, type[TakeEvenMoney | KeepHand]] = {
    "take_even_money": TakeEvenMoney,
    "keep_hand": KeepHand,
}
_HAND_COMMANDS: Mapping[str, type[Hit | Double | Split | Surrender | Stand]] = {
    "hit": Hit,
    "double": Double,
    "split": Split,
    "surrender": Surrender,
    "stand": Stand,
}

ACTIONS_MAX = 60
STEPS_MAX = 10_000
"""Maximum number of steps of an episode, for agents that repeat refused actions."""
ROUND, SHOE = "round", "shoe"
"""Episodes: one round from a full shoe, or rounds until the shoe is shuffled."""

Order = Command | tuple[PlaceWager, ...] | None
"""Effect of an action: wagers to lay, a command, or None for declining."""

Draw = Callable[[str], int]
"""Source of a number below 2^32 that draws the prize of a side wager, by its name."""


class ShoeEmpty(Exception):
    """The shoe has run out in a round, which is called off."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Rules, seats, wagers and decisions of an environment."""

    rules: Rules
    seats: tuple[str, ...]
    bets: tuple[int, ...] = (1,)
    """Multiples of the smallest wager to choose from; a single one is placed automatically."""
    sides: tuple[str, ...] = ()
    """Side wagers that may be laid with each bet, for the smallest stake."""
    insurance: bool = False
    """True if the player decides insurance and even money; otherwise they are declined."""
    episode: str = ROUND
    penetration: float = 0.75
    """Share of the shoe that is dealt before it is shuffled."""

    def __post_init__(self) -> None:
        if self.episode not in (ROUND, SHOE):
            text = f"{self.episode!r} is not an episode"
            raise GymError(text, place="episode", hint=f"write {ROUND!r} or {SHOE!r}")
        check("penetration", self.penetration, Share)
        if not 1 <= len(self.seats) <= self.rules.table.boxes:
            text = f"this table has seats 1 to {self.rules.table.boxes}"
            raise GymError(text, place="seats", hint="ask for fewer seats")
        if not self.bets or min(self.bets) < 1:
            text = "bets are whole multiples of the smallest wager"
            raise GymError(text, place="bets", hint="write them as in (1, 2, 4)")
        stakes = main_stakes(self.rules)
        if max(self.bets) * stakes.low > stakes.high:
            most = stakes.high // stakes.low
            text = "the largest bet is above the table maximum"
            raise GymError(text, place="bets", hint=f"the largest may be {most}")
        if len(self.actions) > ACTIONS_MAX:
            text = f"{len(self.actions)} actions are too many: at most {ACTIONS_MAX}"
            raise GymError(text, place="sides", hint="ask for fewer bets or side wagers")
        if self.episode == ROUND and self.streaks:
            text = f"{self.streaks[0]} is decided over rounds, and an episode here is one round"
            raise GymError(text, place="sides", hint=f"write episode={SHOE!r}")

    @property
    def wagers(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Wagers to choose from: every bet with every combination of side wagers."""
        return tuple(product(self.bets, lays(self.rules, self.sides)))

    @property
    def streaks(self) -> tuple[str, ...]:
        """Side wagers that may stay up over rounds."""
        return streaks_of(self.rules, self.sides)

    @property
    def actions(self) -> tuple[str, ...]:
        """Name of each action, in order."""
        named = tuple("+".join((f"bet_{times}", *sides)) for times, sides in self.wagers)
        named = named if len(named) > 1 else ()
        keep = (KEEP,) if self.has_early_surrender else ()
        return (*ACTS, *keep, *(OFFERS if self.insurance else ()), *named)

    @property
    def has_early_surrender(self) -> bool:
        """True if hands are surrendered before the dealer peeks."""
        return any(surrenders_early(self.rules, 4 * rank) for rank in (ACE, TEN))


class LearnerTable:
    """A table that plays by itself until a seat has a decision."""

    def __init__(self, setup: Setup, draw: Draw) -> None:
        self.setup = setup
        self._draw = draw
        self.rules = setup.rules
        self.actions = setup.actions
        self.unit: Cents = main_stakes(self.rules).low
        self._wagers = setup.wagers
        self._stakes = stakes_of(self.rules, setup.sides)
        cards = self.rules.stack
        self._cards = np.array(cards, dtype=np.int64)
        self.state = open_table(self.rules)
        for seat in setup.seats:
            self.state = _apply(self.state, BuyIn(player=seat, amount=MONEY_MAX // 100))
        self.state = _apply(self.state, LoadShoe(cards=cards))
        self._place_single()
        self._opened = self.state
        """Table with a shoe in order, before the first card."""
        self._gained: dict[str, Cents] = dict.fromkeys(setup.seats, 0)
        self._waiting: dict[str, Cents] = dict.fromkeys(setup.seats, 0)
        """Gains of side wagers in an unfinished round, paid when it ends."""
        self._began = self.state
        """Table before the cards of the round."""
        self._settled = dict(self._gained)
        """Gains before the last action or deal."""
        self._declined: set[str] = set()
        """Seats that have declined insurance and even money in this round."""
        self.is_round_over = True
        """True if the round has ended."""
        self._seen_by, self._seen_at = "", self.state
        self._view = view(self.state, "")

    def open(self, rng: np.random.Generator) -> None:
        """Open a table with a new, shuffled shoe."""
        self.open_with(rng.permutation(self._cards).tolist())

    def open_with(self, order: list[Card]) -> None:
        """Open a table whose shoe is in a given order."""
        self.state = replace(self._opened, shoe=tuple(order))
        self._gained = dict.fromkeys(self.setup.seats, 0)
        self._settled = dict(self._gained)
        self._begin()

    def begin(self) -> None:
        """Begin a round: place single bets, and deal after them."""
        self._settled = dict(self._gained)
        self._place_single()
        self._begin()

    def go_on(self) -> None:
        """Begin rounds until one waits for a seat, or the shoe is spent."""
        while self.is_round_over and not self.is_spent:
            self.begin()

    def notation(self) -> str:
        """Return every hand and the dealer's in notation."""
        hands = [str(played.hand) for box in self.state.boxes for played in box.hands]
        return f"{' | '.join(hands)} against {self.state.dealer}"

    def _begin(self) -> None:
        self._declined.clear()
        self._waiting = dict.fromkeys(self.setup.seats, 0)
        self.is_round_over = False
        self._began = self.state
        if len(self._wagers) == 1:
            self._send(Deal())

    def _place_single(self) -> None:
        if len(self._wagers) == 1:
            for seat in self.setup.seats:
                self._place(self._wagers_of(seat, *self._wagers[0]))

    def collect(self, seat: str) -> float:
        """Return the gain of a seat since the last call, in units of the smallest main wager."""
        gained, self._gained[seat] = self._gained[seat], 0
        return gained / self.unit

    @property
    def is_spent(self) -> bool:
        """True if the shoe has to be shuffled before the next round."""
        state, setup = self.state, self.setup
        is_last = 0 <= state.prep.last_round <= state.round
        is_dealt = state.position >= setup.penetration * len(state.shoe)
        return setup.episode == ROUND or is_last or is_dealt

    @property
    def due(self) -> str:
        """Seat to act; empty if the round is over."""
        state = self.state
        if self.is_round_over:
            return ""
        if state.phase == BETTING:
            return next(seat for seat in self.setup.seats if not state.has_main(seat))
        if state.phase == PLAYING:
            box = state.box(state.turn[0])
            assert box is not None
            return box.seated
        return self._next_to_answer()

    def menu(self, seat: str) -> Mapping[int, Order]:
        """Return the actions that a seat may take now, by number."""
        state = self.state
        if seat != self.due:
            return {}
        place = self.actions.index
        if state.phase == BETTING:
            first = len(self.actions) - len(self._wagers)
            laid = enumerate(self._wagers, first)
            return {
                number: self._wagers_of(seat, times, sides)
                for number, (times, sides) in laid
                if self._can_lay(seat, sides)
            }
        menu: dict[int, Order] = {}
        for offer in self.view(seat).offers:
            name = _ACTIONS.get(offer.do, offer.do)
            if name in self.actions:
                menu[place(name)] = _command(offer, self.rules.dealer.hands_min)
        if state.phase == OFFERING and not self._is_early(seat):
            menu[place("decline")] = None
        return menu

    def _can_lay(self, seat: str, sides: tuple[str, ...]) -> bool:
        """Return True if side wagers may be laid now: no streak wager while one is up."""
        streaks = self.setup.streaks
        is_up = any(side.player == seat and side.wager in streaks for side in self.state.sides)
        return not (is_up and {*sides} & {*streaks})

    def _is_early(self, seat: str) -> bool:
        """Return True if a seat has to surrender its hand or to keep it."""
        return any(offer.do == "keep_hand" for offer in legal(self.state, seat))

    def view(self, seat: str) -> View:
        """Return the table as a seat sees it, worked out once for each state."""
        if self._seen_by != seat or self._seen_at is not self.state:
            self._seen_by, self._seen_at = seat, self.state
            self._view = view(self.state, seat)
        return self._view

    def take(self, seat: str, action: int) -> None:
        """Take an action of the menu; raise ``ShoeEmpty`` if the shoe runs out."""
        self._settled = dict(self._gained)
        command = self.menu(seat)[action]
        if isinstance(command, tuple):
            self._place(command)
            if all(self.state.has_main(other) for other in self.setup.seats):
                self._send(Deal())
        elif command is None:
            self._declined.add(seat)
            self._close()
        else:
            self._send(command)

    def _next_to_answer(self) -> str:
        """Return the first seat that has yet to answer an offer made before the peek."""
        for seat in self.setup.seats:
            if self.setup.has_early_surrender and self._is_early(seat):
                return seat
            is_asked = self.setup.insurance and seat not in self._declined
            if is_asked and legal(self.state, seat):
                return seat
        return ""

    def _wagers_of(self, seat: str, times: int, sides: tuple[str, ...]) -> tuple[PlaceWager, ...]:
        """Return a bet with its ante and side wagers."""
        box, main = self.setup.seats.index(seat) + 1, times * self.unit
        laid = {"main": (main,) * self.rules.dealer.hands_min}
        if due := ante_due(self.rules, main):
            laid["ante"] = (due,)
        laid |= {name: (self._stakes[name],) for name in sides}
        return tuple(
            PlaceWager(by=seat, box=box, wager=wager, amounts=amounts)
            for wager, amounts in laid.items()
        )

    def _place(self, wagers: tuple[PlaceWager, ...]) -> None:
        for wager in wagers:
            self.state = _apply(self.state, wager)

    def _send(self, command: Command) -> None:
        outcome = step(self.state, command)
        if isinstance(outcome, Rejection):
            assert outcome.code is Code.SHOE_EMPTY, str(outcome)
            self._call_off()
            raise ShoeEmpty
        self.state, events = outcome
        for (player, _, wager), net in nets(events).items():
            (self._waiting if wager in self._stakes else self._gained)[player] += net
        self.is_round_over = self.state.phase == BETTING
        if self.is_round_over:
            for player, net in self._waiting.items():
                self._gained[player] += net
        self._close()

    def _call_off(self) -> None:
        """Call off the round: restore the table before it, and the gains before the last action."""
        self.state, self._gained = self._began, self._settled
        self.is_round_over = True

    def _close(self) -> None:
        """Draw the prizes that are due; close insurance once every seat has answered its offer."""
        if side := prize_to_draw(self.state):
            wager = self.rules.wagers[side.wager]
            prize = prize_drawn(wager, side.amount, self._draw(side.wager))
            self._send(DrawPrize(prize=prize))
        elif insurance_is_open(self.state) and not self._next_to_answer():
            self._send(CloseInsurance())


def _apply(state: TableState, command: Command) -> TableState:
    outcome = step(state, command)
    assert not isinstance(outcome, Rejection), str(outcome)
    return outcome[0]


def _command(offer: Offer, spots: int) -> Command:
    """Return the command of an offer, for the maximum amount."""
    if offer.do == "insure":
        return Insure(by=offer.by, box=offer.box, amounts=(offer.high,) * spots)
    if offer.do in _BOX_COMMANDS:
        return _BOX_COMMANDS[offer.do](by=offer.by, box=offer.box)
    return _HAND_COMMANDS[offer.do](by=offer.by, box=offer.box, hand=offer.hand)
