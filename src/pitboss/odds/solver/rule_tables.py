"""The rulebook's answers about every hand, as arrays."""

from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.cards import Card, parse_cards
from pitboss.errors import OddsError
from pitboss.hands import Hand, hand_of
from pitboss.odds.shoe import card_of
from pitboss.odds.solver.acts import MAY_DOUBLE, MAY_DOUBLE_HALF, MAY_HIT, MAY_STAND, MAY_SURRENDER
from pitboss.odds.solver.dealer import BLACKJACK
from pitboss.odds.solver.hands import Counts, example, hands, index, low_of, place_of_values
from pitboss.odds.solver.offers import PLAYED, average, blackjack_tie, priced_by_cards
from pitboss.rulebook.file.sections import DOUBLES_MAX
from pitboss.rulebook.questions import acts, dealing, settlement
from pitboss.rulebook.questions.dealing import surrenders_early
from pitboss.rulebook.questions.settlement import WagerAtRisk, WagerResult
from pitboss.rulebook.questions.stakes import double_stakes
from pitboss.rulebook.rules import Rules
from pitboss.strategy import BLACKJACK_SHOWN, BOTH_UP

STAKE = 200
"""Wager in cents used to ask about stakes; every answer is divided by it."""

DEALER = tuple(
    hand_of(parse_cards(text))
    for text in ("Td 7d", "Td 8d", "Td 9d", "Td Jd", "Td 5d 6d", "Td 5d 7d", "Td 6d 7d", "Ad Td")
)
"""A dealer's hand for each of ``dealer.RESULTS``."""


HALF = 0.5


class RuleTables(NamedTuple):
    """Rules of every hand, in the order of the lattice."""

    win: NDArray[np.float64]
    """(2, hands, 8): gain per unit against each dealer's result, before and after a split."""
    loss: NDArray[np.float64]
    """(2, hands, 8): 1 if the wager loses, otherwise 0."""
    legal: NDArray[np.int64]
    """(3, hands): bits of the acts of dealt, split and split-ace hands; a complete hand stands."""
    doubled_win: NDArray[np.float64]
    """(2, hands, 8): as ``win``, for doubled hands."""
    doubled_loss: NDArray[np.float64]
    """(2, hands, 8): as ``loss``, for doubled hands."""
    doubled_pays_differently: bool
    """True if a doubled hand may win or lose differently."""
    doubled_legal: NDArray[np.int64]
    """(doubles, 3, hands): ``legal`` by number of doubles; no rows if doubled hands never act."""
    free: NDArray[np.bool_]
    """(hands,): True if the house pays for the double."""
    double: NDArray[np.float64]
    """(7,): units that each of ``acts.MODES`` adds to a wager; 0 if the double is free."""
    loss_to_blackjack: NDArray[np.float64]
    """(2, 2, 2): share of the stake, and of its double, that a dealer's blackjack after play takes;
    by original or added wager, and by in play or busted."""
    stake: NDArray[np.float64]
    """(2, 10, 2): real and free stake on the first hand of a split pair and on others."""
    blackjack_after_play: NDArray[np.float64]
    """(65,): 1 if a dealer's blackjack may appear after play, by up card."""
    is_peeked: NDArray[np.bool_]
    """(65,): True if the dealer peeks before play, by up card."""
    blackjack_tie: NDArray[np.float64]
    """(65,): gain of a player's blackjack against the dealer's, by up card; -1 if it loses."""
    split_hands: NDArray[np.int64]
    """(10,): maximum number of hands from a pair of each value; 1 if it may not be split."""
    is_rank_pair: bool
    """True if two ten-value cards must be of one rank to be split."""
    is_busted_plus_one: bool
    """True if a dealer's blackjack takes an added wager only if the original hand has busted."""
    alike: NDArray[np.int64]
    """(2, hands), plain and doubled: first hand that wins and loses alike after a split."""
    may_surrender: NDArray[np.bool_]
    """(65,): True if the up card bars no surrender that the bits of a hand allow."""
    surrender_loss: NDArray[np.float64]
    """(2, 65): loss of a surrendered hand, dealt or other, to a dealer's blackjack, by up card: 0
    after a peek, -0.5 for early surrender, which returns half of a wager counted as lost."""
    chart_cards: int
    """Number of cards up to which a chart distinguishes hands; 0 if it does not matter."""


_TABLES: dict[tuple[Any, ...], RuleTables] = {}
TABLES_MAX = 64
"""Maximum number of rule sets with cached tables; beyond it all are dropped."""


def tabulate(rules: Rules, up: int = -1) -> RuleTables:
    """Return the rulebook's answers about every hand, cached by the rules that decide them.

    ``up``: value of the up card that they are against, if a bonus or an act depends on it.
    """
    priced = priced_by_cards(rules)
    against = frozenset(
        counts for counts, listed in priced.items() if any(b.against == up for b in listed)
    )
    is_by_up = acts.asks_up(rules)
    if up >= 0 and not against and not is_by_up:
        return tabulate(rules)
    played = (getattr(rules, section) for section in PLAYED)
    key = (rules.copies if priced else (), *played, up)
    tables = _TABLES.get(key)
    if tables is None:
        tables = tables_of(rules, up) if is_by_up or up < 0 else tabulate(rules)
        if up >= 0 and against:
            tables = tables_against(rules, up, against, tables)
        if len(_TABLES) >= TABLES_MAX:
            _TABLES.clear()
        _TABLES[key] = tables
    return tables


def tables_of(rules: Rules, shown: int = -1) -> RuleTables:
    """Ask the rulebook about every hand, against one value of the up card if it is given."""
    _check_results(rules)
    seen = None if shown < 0 else card_of(shown)
    win, loss, legal, again, free = _answers(rules, seen)
    for counts in priced_by_cards(rules):
        _price_by_cards(rules, win, counts)
    # The result of two blackjacks depends on the up card: ``blackjack_tie`` has it.
    loss[0, 0, place_of_values(0, 9), BLACKJACK] = 0.0
    is_apart = _doubled_pays_differently(win, loss)
    ups = [card_of(value) for value in range(10)]
    looks, both = [dealing.peeks(rules, up) for up in ups], len(BOTH_UP)
    ties = [blackjack_tie(rules, up) for up in ups]
    gives = [acts.surrenders_against(rules, up) for up in ups]

    def surrender_loss(*, is_dealt: bool) -> list[float]:
        return [_surrender_loss(rules, up, is_dealt=is_dealt) for up in ups] + [0.0] * both

    return RuleTables(
        win=win[0],
        loss=loss[0],
        legal=legal,
        doubled_win=win[1],
        doubled_loss=loss[1],
        doubled_pays_differently=is_apart,
        doubled_legal=again if bool(np.any(again & ~MAY_STAND)) else again[:0],
        free=free,
        double=_units_added(rules),
        loss_to_blackjack=_losses_to_blackjack(rules),
        stake=_split_stakes(rules),
        blackjack_after_play=np.array(
            [float(dealing.is_open_to_blackjack(rules, up)) for up in ups] + [0.0] * both
        ),
        is_peeked=np.array(looks + [number == BLACKJACK_SHOWN for number in BOTH_UP]),
        blackjack_tie=np.array(ties + ties[:1] * both),
        split_hands=np.array([_split_hands(rules, value, seen) for value in range(10)]),
        is_rank_pair=acts.split_refusal(rules, hand_of(parse_cards("Td Kd")), hands=1) is not None,
        is_busted_plus_one=_is_busted_plus_one(rules),
        alike=np.stack(
            [
                _group_alike(np.concatenate([win[is_doubled, 1], loss[is_doubled, 1]], axis=1))
                for is_doubled in (0, 1)
            ]
        ),
        may_surrender=np.array(gives + gives[1:2] * both),
        surrender_loss=np.array([surrender_loss(is_dealt=True), surrender_loss(is_dealt=False)]),
        chart_cards=_chart_cards(rules, win[0, 0], legal[0]),
    )


def _check_results(rules: Rules) -> None:
    """Raise for results that this solver cannot tell apart."""
    if settlement.joins_busts(rules):
        clause = rules.clause("settlement.bust_takes")
        text = "what a bust and the other hands of its box decide together has no exact value"
        raise OddsError(f"{text} [{clause}]", hint="deal it: a table plays it by the rulebook")
    fault = ""
    if settlement.compares_busts(rules):
        fault = "hands over 21 that are compared have no exact value"
    elif _keeps_unplayed(rules):
        fault = "hands that a blackjack found by a look does not beat have no exact value"
    if fault:
        clauses = ", ".join(settlement.clauses_of_results(rules))
        raise OddsError(
            f"{fault} [{clauses}]",
            hint="simulate it: pitboss simulate RULEBOOK --strategy basic gives it with its error",
        )


def _keeps_unplayed(rules: Rules) -> bool:
    """Return True if a dealer's blackjack known before play does not beat two cards of the deal."""
    if not any(dealing.peeks(rules, card_of(up)) for up in (0, 9)):
        return False
    pairs = ((card_of(one), card_of(two)) for one in range(10) for two in range(10))
    hands_dealt = (hand for hand in map(hand_of, pairs) if not hand.is_blackjack)
    return any(
        settlement.main_outcome(rules, hand, DEALER[BLACKJACK]).result is not WagerResult.LOSS
        for hand in hands_dealt
    )


class _Answers(NamedTuple):
    """Answers by hand; wins and losses plain and doubled, each before and after a split."""

    win: NDArray[np.float64]
    loss: NDArray[np.float64]
    legal: NDArray[np.int64]
    again: NDArray[np.int64]
    """``legal`` by number of doubles."""
    free: NDArray[np.bool_]


def _answers(rules: Rules, up: Card | None) -> _Answers:
    """Ask about one hand for all that the rulebook treats alike, against an up card or any."""
    count = len(hands())
    win, loss = np.zeros((2, 2, count, 8)), np.zeros((2, 2, count, 8))
    legal = np.zeros((3, count), dtype=np.int64)
    again = np.zeros((rules.double.times, 3, count), dtype=np.int64)
    free = np.zeros(count, dtype=np.bool_)
    alike: dict[tuple[int, bool, int], list[int]] = {}
    priced = priced_by_cards(rules)
    for place, counts in enumerate(hands()):
        alike.setdefault((low_of(counts), counts[0] > 0, sum(counts)), []).append(place)
    for places in alike.values():
        # A hand that is paid by its ranks does not represent others.
        counts = hands()[next((p for p in places if hands()[p] not in priced), places[0])]
        kinds = (
            example(counts),
            example(counts, is_split=True),
            example(counts, is_split=True, is_split_ace=True),
        )
        for kind, hand in enumerate(kinds):
            legal[kind, places] = _legal(rules, hand, up)
            doubled = hand
            for times in range(rules.double.times):
                doubled = doubled.doubled()
                again[times, kind, places] = _legal(rules, doubled, up)
        free[places] = acts.is_free_double(rules, kinds[0])
        for kind, hand in enumerate(kinds[:2]):
            for is_doubled, played_hand in enumerate((hand, hand.doubled())):
                for result, dealer in enumerate(DEALER):
                    outcome = settlement.main_outcome(rules, played_hand, dealer)
                    win[is_doubled, kind, places, result] = _gain(outcome)
                    loss[is_doubled, kind, places, result] = outcome.result is WagerResult.LOSS
    return _Answers(win, loss, legal, again, free)


def _price_by_cards(
    rules: Rules, win: NDArray[np.float64], counts: Counts, *, up: int | None = None
) -> None:
    """Write the mean gain of a composition over its cards into ``win``, against an up card."""
    place = index()[counts]
    for is_doubled, kind in np.ndindex(2, 2):
        like = Hand(is_split=bool(kind), doubles=is_doubled)
        for result, dealer in enumerate(DEALER):
            seen = dealer
            if up is not None:
                seen = replace(dealer, cards=(card_of(up), *dealer.cards[1:]))

            def gain(hand: Hand, seen: Hand = seen) -> float:
                return _gain(settlement.main_outcome(rules, hand, seen))

            win[is_doubled, kind, place, result] = average(rules, counts, gain, like=like)


def tables_against(
    rules: Rules, up: int, against: frozenset[Counts], play: RuleTables
) -> RuleTables:
    """Return the tables with the bonuses of these compositions against one up card."""
    win = np.stack([play.win, play.doubled_win])
    for counts in against:
        _price_by_cards(rules, win, counts, up=up)
    both = zip(win[:, 1], (play.loss[1], play.doubled_loss[1]), strict=True)
    alike = np.stack([_group_alike(np.concatenate(tables, axis=1)) for tables in both])
    return play._replace(win=win[0], doubled_win=win[1], alike=alike)


def _doubled_pays_differently(win: NDArray[np.float64], loss: NDArray[np.float64]) -> bool:
    """Return True if hands of three cards or more win or lose differently when doubled."""
    long = np.array([sum(counts) > 2 for counts in hands()])
    return bool(np.any((win[0] != win[1])[:, long]) or np.any((loss[0] != loss[1])[:, long]))


def _units_added(rules: Rules) -> NDArray[np.float64]:
    """Return the units that each mode adds; a further double adds the hand's whole wager."""
    full, half = _doubles(rules)
    more = [full * (2.0**times - 1.0) for times in range(2, DOUBLES_MAX + 1)]
    return np.array([0.0, full, half, 0.0, *more])


def _group_alike(results: NDArray[np.float64]) -> NDArray[np.int64]:
    _, first, where = np.unique(results, axis=0, return_index=True, return_inverse=True)
    alike: NDArray[np.int64] = first[where.ravel()]
    return alike


def _chart_cards(rules: Rules, win: NDArray[np.float64], legal: NDArray[np.int64]) -> int:
    by_cards: dict[tuple[int, bool], set[bytes]] = {}
    for place, counts in enumerate(hands()):
        if sum(counts) > 2:
            says = win[place].tobytes() + legal[place].tobytes()
            by_cards.setdefault((low_of(counts), counts[0] > 0), set()).add(says)
    if all(len(said) == 1 for said in by_cards.values()):
        return 0
    return settlement.cards_that_count(rules)


def _legal(rules: Rules, hand: Hand, up: Card | None) -> int:
    """Return the bits of a hand's acts other than splitting; a complete hand can only stand."""
    if acts.is_complete(rules, hand, hands=rules.split.hands_max):
        return MAY_STAND
    half = _doubles(rules)[1] < 1
    can_double = acts.double_refusal(rules, hand, up) is None
    allowed = {
        MAY_STAND: acts.stand_refusal(rules, hand) is None,
        MAY_HIT: acts.hit_refusal(rules, hand) is None,
        MAY_DOUBLE: can_double,
        MAY_DOUBLE_HALF: can_double and half and not acts.is_free_double(rules, hand),
        MAY_SURRENDER: acts.surrender_refusal(rules, hand, up) is None,
    }
    return sum(bit for bit, is_allowed in allowed.items() if is_allowed)


def _doubles(rules: Rules) -> tuple[float, float]:
    """Return the units added by a full double, and by one for half if exactly half is offered.

    If any amount up to the wager may be added, the value is linear in it: between a full double and
    one card for nothing, which is never better than a hit. So no other amount is tried.
    """
    stakes = double_stakes(rules, STAKE)
    return stakes.high / STAKE, (stakes.low if stakes.only else stakes.high) / STAKE


def _gain(outcome: settlement.Outcome) -> float:
    return float(outcome.odds.ratio) if outcome.odds else 0.0


def _surrender_loss(rules: Rules, up: int, *, is_dealt: bool) -> float:
    """Return what a surrendered hand loses to a blackjack, as in ``surrender_loss``."""
    if surrenders_early(rules, up) and is_dealt:
        return HALF - 1.0
    if not dealing.is_open_to_blackjack(rules, up):
        return 0.0
    return 1.0 if dealing.surrender_waits(rules, up) else HALF


def _losses_to_blackjack(rules: Rules) -> NDArray[np.float64]:
    """Return the share of a wager that a dealer's blackjack takes, the original still in play.

    Under busted plus one, the extra wager is counted as the original; ``busted_plus_one`` adds the
    loss if the original hand is settled and another is not.
    """
    takes = np.zeros((2, 2, 2))
    first = WagerAtRisk(STAKE, 0, is_original=True, is_bust=False)
    for is_bust in (False, True):
        for added in (False, True):
            before = [first] if added else []
            plain, doubled = (
                settlement.blackjack_losses(
                    rules,
                    [*before, WagerAtRisk(STAKE, extra, is_original=not added, is_bust=is_bust)],
                )[-1]
                for extra in (0, STAKE)
            )
            takes[int(added), int(is_bust)] = (plain / STAKE, (doubled - plain) / STAKE)
    return takes


def _is_busted_plus_one(rules: Rules) -> bool:
    over, live = (WagerAtRisk(STAKE, 0, is_original=True, is_bust=b) for b in (True, False))
    added = WagerAtRisk(STAKE, 0, is_original=False, is_bust=False)
    return (
        settlement.blackjack_losses(rules, [over, added])[1]
        != settlement.blackjack_losses(rules, [live, added])[1]
    )


def _split_stakes(rules: Rules) -> NDArray[np.float64]:
    stakes = np.zeros((2, 10, 2))
    stakes[:, :, 0] = 1.0
    for value in range(10):
        pair = hand_of((card_of(value), card_of(value)))
        if acts.is_free_split(rules, pair):
            stakes[1, value] = (0.0, 1.0)
    return stakes


def _split_hands(rules: Rules, value: int, up: Card | None) -> int:
    cards = (card_of(value), card_of(value))
    is_over = acts.is_complete(rules, hand_of(cards), hands=1)
    if is_over or acts.split_refusal(rules, hand_of(cards), up, hands=1):
        return 1
    count = 2
    pair = hand_of(cards, is_split=True, is_split_ace=value == 0)
    while acts.split_refusal(rules, pair, up, hands=count) is None:
        count += 1
    return count
