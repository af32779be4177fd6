"""Tables of the rules for a player who decides from outside: every act of every hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

import numpy as np

from pitboss.cards import VALUES, Card
from pitboss.charts import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.errors import SimulationError
from pitboss.hands import Hand, hand_of
from pitboss.money import Cents, winnings
from pitboss.rulebook.questions.acts import (
    even_money_refusal,
    insurance_refusal,
    is_early_hand,
    surrender_refusal,
)
from pitboss.rulebook.questions.dealing import blackjack_is_paid_after_deal, surrenders_early
from pitboss.rulebook.questions.settlement import looks_at_suits
from pitboss.rulebook.questions.stakes import (
    ante_due,
    even_money_stake,
    insurance_stakes,
    main_stakes,
)
from pitboss.rulebook.rules import Rules
from pitboss.sim.players import LikeDealer
from pitboss.sim.tables import layout
from pitboss.sim.tables import step_layout as places
from pitboss.sim.tables.automaton import CARD_OF, RANKS, Compiler
from pitboss.sim.tables.compile import assemble, by_rank, starts_of, unplayed_of
from pitboss.sim.tables.layout import entry
from pitboss.sim.tables.outcomes import Backing, Class, class_of, even_money_class
from pitboss.sim.tables.side_wagers import bare_lays, chosen, lay_tables, named_in, needs_results
from pitboss.sim.tables.step_layout import Choices

ACTS = (STAND, HIT, DOUBLE, SPLIT, SURRENDER)
TEN: Card = 4 * 9
ACE_UP: Card = 0


@dataclass(frozen=True, slots=True)
class Seat:
    """The player's bets, answers and side wagers, and the length of an episode."""

    bets: tuple[int, ...] = (1,)
    """Wagers to choose from, in multiples of the table minimum."""
    actions: tuple[str, ...] = ACTS
    """Name of each action, in order."""
    has_insurance: bool = False
    penetration: float | None = None
    """Share of the shoe that an episode deals; None if an episode is one round."""
    steps_max: int = 10_000
    lays: tuple[tuple[str, ...], ...] = ((),)
    """Choices of side wagers with each bet, by name; each is staked with the least amount."""


@dataclass
class Chooser(Compiler):
    """The automaton of hands that wait for an act, with their payouts for every bet."""

    bets: tuple[int, ...] = (1,)
    nodes: dict[tuple[int, ...], int] = field(default_factory=dict)
    pair_nodes: dict[int, int] = field(default_factory=dict)

    def ending(
        self, hand: Hand, backing: Backing, up: Card, *, is_surrendered: bool = False
    ) -> Class:
        """Return the class of a finished hand, with its payouts for one bet after another."""
        each = [
            class_of(self.rules, hand, times(backing, bet), up, is_surrendered=is_surrendered)
            for bet in self.bets
        ]
        is_bust = hand.is_bust and not is_surrendered
        return replace(_together(each), is_bust=is_bust)

    def takes_even_money(self, hand: Hand, up: Card) -> bool:
        """Return False: even money is an answer of its own."""
        del hand, up
        return False

    def stopped(self, hand: Hand, up: Card) -> int:
        """Return the entry for two cards if the peek shows a blackjack, before any answer."""
        return entry(layout.DONE, self.class_number(self.ending(hand, Backing(self.bet), up)))

    def _key(self, hand: Hand, up: Card) -> tuple[object, ...]:
        """Return a key of the hand; the cards matter for pairs only."""
        may_split = self.hand_rules(hand, up).may_split
        pair = hand.cards if may_split else ()
        return (
            hand.low,
            hand.aces > 0,
            len(hand.cards),
            hand.doubles,
            self.priced(hand),
            hand.is_split,
            hand.is_split_ace,
            pair,
        )

    def _chosen(
        self, hand: Hand, backing: Backing, up: Card, legal: frozenset[str], *, errs: bool
    ) -> int:
        """Return an entry at which the hand waits; a pair is another node if the box is full."""
        del errs
        if SURRENDER in legal and is_early_hand(hand) and surrenders_early(self.rules, up):
            legal = legal - {SURRENDER}
        entries = [self._acted(hand, backing, up, act) if act in legal else 0 for act in ACTS]
        allowed = self.hand_rules(hand, up)
        row = (
            *entries,
            sum(1 << place for place, act in enumerate(ACTS) if act in legal),
            hand.total,
            int(hand.is_soft),
            len(hand.cards),
            int(not backing.is_original),
            int(backing.free > 0),
            (1 << places.DOUBLE if allowed.is_free_double else 0)
            | (1 << places.SPLIT if allowed.is_free_split else 0),
        )
        node = self.nodes.setdefault(row, len(self.nodes))
        if SPLIT not in legal:
            return entry(layout.BRANCH, node * places.NODE_WIDTH)
        number = entries[places.SPLIT] >> layout.TAG_BITS
        self.pair_nodes[number] = node * places.NODE_WIDTH
        return entry(layout.SPLIT, number)


def times(backing: Backing, bet: int) -> Backing:
    """Return the stakes of a wager this many times as large."""
    return replace(
        backing, stake=backing.stake * bet, extra=backing.extra * bet, free=backing.free * bet
    )


def _together(each: Sequence[Class]) -> Class:
    pays = tuple(amount for outcome in each for amount in outcome.pays)
    return Class(each[0].level, pays, each[0].signs, is_taken=each[0].is_taken)


def choice_tables(rules: Rules, seat: Seat) -> Choices:
    """Ask the rulebook about every possible hand and all of its acts."""
    if rules.shoe.compartments == "double":
        raise SimulationError("many tables at once deal from single shoes; set shoe=single")
    if rules.deal.hole_card_up:
        raise SimulationError("many tables at once deal the hole card face down")
    unit = main_stakes(rules).low
    on_results = needs_results(chosen(rules, named_in(seat.lays), unit))
    made = Chooser(rules, LikeDealer(rules), unit, is_signed=on_results, bets=seat.bets)
    made.rows.width = layout.CARD_STRIDE if looks_at_suits(rules) else layout.STRIDE
    starts, unplayed = starts_of(made), unplayed_of(made)
    surrendered = made.class_number(
        made.ending(hand_of((TEN, TEN)), Backing(unit), TEN, is_surrendered=True)
    )
    even = made.class_number(_together([even_money_class(rules, unit * bet) for bet in seat.bets]))
    assembly = assemble(made, [starts], unplayed)
    classes, remap = assembly.classes, assembly.remap
    numbers = {
        **_numbers(rules, seat, made.rows.width),
        places.OPEN: assembly.levels[0],
        places.COMPARED: assembly.levels[1],
        places.GIVEN_UP: remap(entry(layout.DONE, surrendered)) >> layout.TAG_BITS,
        places.EVEN_MONEY: remap(entry(layout.DONE, even)) >> layout.TAG_BITS,
    }
    sides, lays = lay_tables(rules, seat.lays, made.bet)
    return Choices(
        **{**assembly.arrays, "unplayed": assembly.arrays["unplayed"] >> layout.TAG_BITS},
        nodes=_nodes(made, remap),
        pairs=_pairs(made, remap),
        pay=_pays(classes, len(seat.bets)),
        bust=np.array([group.is_bust for group in classes], dtype=np.uint8),
        early=by_rank(_is_early(rules, CARD_OF[rank]) for rank in RANKS),
        dealt=_dealt(),
        stakes=np.array([_stakes(rules, seat, bet) for bet in seat.bets]).reshape(-1),
        values=np.array([*(VALUES[card] for card in CARD_OF), 0, 0, 0], dtype=np.int64),
        lays=lays,
        side_how=sides.how,
        side_fields=sides.fields,
        side_next=sides.next,
        side_pays=sides.pays,
        side_prizes=sides.prizes,
        side_moves=sides.moves,
        numbers=np.array([numbers[place] for place in range(places.NUMBERS)], dtype=np.int64),
        shoe=np.array([*rules.stack, TEN], dtype=np.uint8),
    )


def _numbers(rules: Rules, seat: Seat, width: int) -> dict[int, int]:
    """Return the numbers that follow from the rules and the seat."""
    size = len(rules.stack)
    keep = len(ACTS) if "keep" in seat.actions else 0
    bets = len(seat.bets)
    wagers = bets * len(seat.lays)
    return {
        places.SIZE: size,
        places.LIMIT: 0 if seat.penetration is None else max(1, ceil(seat.penetration * size)),
        places.SHIFT: 0 if width == layout.CARD_STRIDE else layout.SUIT_BITS,
        places.WIDTH: width,
        places.BETS: bets,
        places.SPOTS: rules.dealer.hands_min,
        places.HAS_HOLE: int(rules.deal.hole_card),
        places.ALWAYS_SECOND: int(rules.dealer.second_card == "always"),
        places.TAKES_ONE: int(rules.settlement.dealer_blackjack_takes == "busted_plus_one"),
        places.KEEP: keep,
        places.OFFERS: seat.actions.index("decline") if seat.has_insurance else 0,
        places.FIRST_BET: len(seat.actions) - wagers if wagers > 1 else 0,
        places.ACTIONS: len(seat.actions),
        places.UNIT: main_stakes(rules).low,
        places.STEPS_MAX: seat.steps_max,
        places.WAGERS: wagers,
        places.LAYS: len(seat.lays),
        places.SIDES: len(named_in(seat.lays)),
        places.METER_FIRST: rules.fees.meter,
        places.METER_AGAIN: rules.fees.meter_reset,
        places.BARE: _bare(rules, seat),
    }


def _bare(rules: Rules, seat: Seat) -> int:
    """Return the actions, as bits, that place no wager which stays up over rounds."""
    bare, size = bare_lays(rules, seat.lays), len(seat.lays)
    first = len(seat.actions) - len(seat.bets) * size
    return sum(bare << first + bet * size for bet in range(len(seat.bets))) if size > 1 else 0


def _stakes(rules: Rules, seat: Seat, bet: int) -> list[Cents]:
    """Return the row of ``Choices.stakes`` for a bet."""
    main = bet * main_stakes(rules).low
    stakes = insurance_stakes(rules, main)
    stake = stakes.high if stakes.high >= stakes.low else 0
    plain, first, after, is_half = 0, 0, 0, False
    blackjack = hand_of((0, TEN))
    if seat.has_insurance:
        decline, insure, even = (1 << answer for answer in range(3))
        plain = decline | insure
        can_insure = insurance_refusal(rules, blackjack, ACE_UP) is None
        mode, both = rules.insurance.even_money, rules.insurance.even_money_and_insurance
        has_half = even_money_stake(rules, main) > 0
        can_have_even = even_money_refusal(rules, blackjack, ACE_UP) is None
        is_half = mode == "insured"
        is_offered = can_have_even and (has_half or not is_half)
        first = (insure if can_insure else 0) | (even if is_offered else 0)
        first = first | decline if can_insure or can_have_even else 0
        if is_half:
            after = decline | even if stake and stake == even_money_stake(rules, main) else 0
        elif can_have_even and not (stake and both == "either"):
            after = decline | even
        if blackjack_is_paid_after_deal(rules, ACE_UP):
            first = 0
    won = winnings(stake, rules.insurance.pays, rules.payout_unit) if stake else 0
    return [ante_due(rules, main), won, -stake, plain, first, after, int(is_half), 0]


def _is_early(rules: Rules, up: Card) -> bool:
    """Return True if two cards can be surrendered to this up card before the dealer peeks."""
    is_refused = surrender_refusal(rules, hand_of((TEN, TEN)), up) is not None
    return surrenders_early(rules, up) and rules.deal.hole_card and not is_refused


def _dealt() -> np.ndarray:
    """Return total, softness and blackjack of every two cards."""
    totals = np.zeros((layout.STRIDE, layout.STRIDE), dtype=np.uint32)
    for first in RANKS:
        for second in RANKS:
            hand = hand_of((CARD_OF[first], CARD_OF[second]))
            bits = hand.is_blackjack * places.BLACKJACK_BIT | hand.is_soft * places.SOFT_BIT
            totals[first, second] = hand.total << places.TOTAL_SHIFT | bits
    return totals.reshape(-1)


def _pays(ordered: list[Class], bets: int) -> np.ndarray:
    pay = np.zeros((len(ordered), bets, layout.STRIDE), dtype=np.int64)
    for place, group in enumerate(ordered):
        pay[place, :, : layout.COLUMNS] = np.array(group.pays).reshape(bets, layout.COLUMNS)
    return pay.reshape(-1)


def _nodes(made: Chooser, remap: Callable[[int], int]) -> np.ndarray:
    nodes = np.zeros((max(1, len(made.nodes)), places.NODE_WIDTH), dtype=np.uint32)
    acts = len(ACTS)
    for row, place in made.nodes.items():
        nodes[place, : len(row)] = [*(remap(e) for e in row[:acts]), *row[acts:]]
    return nodes.reshape(-1)


def _pairs(made: Chooser, remap: Callable[[int], int]) -> np.ndarray:
    pairs = np.zeros((max(1, len(made.splits)), places.PAIR_WIDTH), dtype=np.uint32)
    for place, (stays, added, limit, refused) in enumerate(made.splits):
        row = (remap(stays), remap(added), limit, remap(refused), made.pair_nodes[place])
        pairs[place, : len(row)] = row
    return pairs.reshape(-1)
