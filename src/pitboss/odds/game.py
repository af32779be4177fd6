"""The solved base game of a table: shipped with the program, kept on disk, or solved now.

Numpy and the compiler are imported only if a game must be solved.
"""

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pitboss.cache import load, store
from pitboss.cards import VALUES, Card
from pitboss.errors import OddsError
from pitboss.hands import Hand
from pitboss.odds.known.fingerprints import fingerprint, solver_text
from pitboss.odds.known.records import NO_ACT, ORDER, Figures, Record, pack, rows_of, unpack
from pitboss.odds.known.shipped import shipped_game
from pitboss.odds.shoe import Shoe, SuitedShoe, card_of, shoe_of
from pitboss.odds.solver.acts import best_first
from pitboss.odds.solver.classes import BEST, class_text
from pitboss.rulebook.questions.acts import acts_when_doubled, is_complete, split_refusal
from pitboss.rulebook.questions.dealing import blackjack_is_paid_after_deal
from pitboss.rulebook.rules import Rules
from pitboss.strategy import ACTS, BOTH, SHOWN, UPS, Strategy, shown_number

if TYPE_CHECKING:
    from pitboss.odds.solution import Solution

CACHED, COMPUTED = "cached", "computed"
"""Sources of a solved game."""
PART = "results"
"""Section of the cache on disk."""
CHANCES_TOLERANCE = 1e-9
"""Rounding error allowed in a sum of probabilities."""
_EV = struct.Struct("<d")


@dataclass(frozen=True)
class SolvedGame:
    """A game off the top of its shoe. Values are per unit of the initial wager."""

    rules: Rules
    figures: Figures
    play: "Record | Solution"
    """Source of the strategy and of the value of each act."""
    source: str = CACHED
    """``CACHED`` or ``COMPUTED``."""

    @property
    def house_edge(self) -> float:
        """House edge, insurance and even money taken if they pay."""
        return -self.figures.player_ev

    @property
    def strategy_class(self) -> str:
        """Name of the class of strategies."""
        return BEST

    @property
    def strategy_text(self) -> str:
        """Sentences on what a strategy of that class may depend on."""
        return class_text(BEST, self.rules)

    @cached_property
    def strategy(self) -> Strategy:
        """The best play."""
        return self.play.strategy(BEST) if isinstance(self.play, Record) else self.play.strategy

    def values(self, hand: Hand, up: Card, hole: Card | None = None) -> Mapping[str, float]:
        """Return the expectation of each legal act on two dealt cards, best first.

        ``hole`` is the dealer's second card if it is face up. If the dealer peeks, values are given
        no blackjack.
        """
        first, second = hand.cards
        if not isinstance(self.play, Record):
            return self.play.values_of(first, second, up, hole)
        shown = shown_number(up, hole) - (0 if hole is None else UPS)
        values = self.play.acts(VALUES[first] - 1, VALUES[second] - 1, shown)
        if "split" in values and split_refusal(self.rules, hand, up, hands=1) is not None:
            del values["split"]
        return best_first(values)

    def act(self, hand: Hand, up: Card) -> str:
        """Return the best act for an unsplit hand, once a dealer who peeks has no blackjack.

        One of ``strategy.ACTS``; ``none`` if the hand has no act.
        """
        rules = self.rules
        if rules.deal.hole_card_up:
            raise OddsError(
                "wagers on cards that are drawn in play are not worked out where both dealer cards "
                f"lie face up [{rules.clause('deal.hole_card_up')}]"
            )
        is_paid = hand.is_blackjack and blackjack_is_paid_after_deal(rules, up)
        if is_paid or is_complete(rules, hand, hands=1):
            return "none"
        is_pair = len(hand.cards) == 2 and VALUES[hand.cards[0]] == VALUES[hand.cards[1]]
        can_split = is_pair and split_refusal(rules, hand, up, hands=1) is None
        return self.strategy.act(hand, up, may_split=can_split)


def known_game(rules: Rules, shoe: SuitedShoe | None = None) -> SolvedGame | None:
    """Return a shipped or kept game, for whole decks if no shoe is given; None if unknown."""
    name = fingerprint(rules, Shoe((shoe or shoe_of(rules)).ranks))
    record = shipped_game(rules.rulebook, name)
    if record is None:
        kept = load(PART, _cache_key(name))
        record = None if kept is None else unpack(kept)
    return None if record is None else SolvedGame(rules, record.figures, record)


def game_of(rules: Rules, shoe: SuitedShoe | None = None, *, is_fresh: bool = False) -> SolvedGame:
    """Return the known game, or solve and keep it; ``is_fresh``: solve it in any case."""
    known = None if is_fresh else known_game(rules, shoe)
    if known is not None:
        return known
    solution = solve_solution(rules, shoe)
    record = record_of(solution)
    if not acts_when_doubled(rules):
        store(PART, _cache_key(fingerprint(rules, solution.shoe)), pack(record))
    return SolvedGame(rules, record.figures, solution, COMPUTED)


def solve_game(rules: Rules, shoe: SuitedShoe | None = None) -> SolvedGame:
    """Solve the base game of a table for a shoe, or for whole decks if none is given."""
    solution = solve_solution(rules, shoe)
    return SolvedGame(rules, figures_of(solution), solution, COMPUTED)


def player_ev_of(rules: Rules, shoe: SuitedShoe | None = None, *, is_fresh: bool = False) -> float:
    """Return the player's expectation alone, which takes less time than ``game_of``."""
    known = None if is_fresh else known_game(rules, shoe)
    if known is not None:
        return known.figures.player_ev
    left = Shoe((shoe or shoe_of(rules)).ranks)
    key = f"ev-{_cache_key(fingerprint(rules, left))}"
    kept = None if is_fresh else load(PART, key)
    if kept is not None and len(kept) == _EV.size and math.isfinite(_EV.unpack(kept)[0]):
        return float(_EV.unpack(kept)[0])
    player_ev = solve_solution(rules, shoe).player_ev
    store(PART, key, _EV.pack(player_ev))
    return player_ev


def strategy_of(rules: Rules) -> Strategy:
    """Return the best play off the top of whole decks, known or solved now."""
    # Records have no room for the acts of doubled hands.
    known = None if acts_when_doubled(rules) else known_game(rules)
    return solve_solution(rules).strategy if known is None else known.strategy


def _cache_key(name: str) -> str:
    """Return the cache key of a game: its fingerprint and a hash of the solver's source."""
    return f"{name[:40]}-{solver_text()}"


def solve_solution(rules: Rules, shoe: SuitedShoe | None = None) -> "Solution":
    """Solve a table for its best play; raises if the shoe has too few cards for a round."""
    from pitboss.odds.solution import solve

    solution = solve(rules, shoe=Shoe((shoe or shoe_of(rules)).ranks), strategy_class=BEST)
    if abs(sum(start.probability for start in solution.starts) - 1) > CHANCES_TOLERANCE:
        raise OddsError(
            "the shoe has too few cards for a round", hint="give a shoe with more cards"
        )
    return solution


def record_of(solution: "Solution") -> Record:
    """Return the record of a solved game."""
    by_up: list[Mapping[str, float]] = []
    for up in solution.game.ups:
        for first, second in BOTH:
            is_shown = solution.by_up[up] is not None
            cards = (card_of(first), card_of(second), *map(card_of, SHOWN[up]))
            by_up.append(solution.values_of(*cards) if is_shown else {})
    values = [acts.get(ACTS[letter], NO_ACT) for letter in ORDER for acts in by_up]
    packed = struct.pack(f"<{len(values)}d", *values)
    return Record(figures_of(solution), rows_of(solution.strategy), packed)


def figures_of(solution: "Solution") -> Figures:
    """Work out every figure of a solved game."""
    results, play, dealer = solution.results, solution.strategy, solution.rules.dealer
    spots = range(max(2, dealer.hands_min), dealer.hands + 1)
    deviations = ((count, solution.spot_deviation(count)) for count in spots)
    return Figures(
        player_ev=solution.player_ev,
        offers_ev=solution.offers_ev,
        learned_ev=solution.learned.player_ev,
        standard_deviation=results.standard_deviation,
        spread=results.spread,
        spots=tuple((count, value) for count, value in deviations if value is not None),
        joint_p=results.joint_p,
        average_wager=results.average_wager,
        net=tuple(results.net.items()),
        win_p=results.win_p,
        push_p=results.push_p,
        loss_p=results.loss_p,
        pairs=dict(play.pairs),
        resplits=dict(play.resplits),
        insured=tuple(sorted(play.insured)),
        takes_even_money=play.takes_even_money,
    )
