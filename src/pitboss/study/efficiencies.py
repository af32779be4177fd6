"""Rate counts for a game: for bets, plays and insurance; and find the best count of a level.

Removing a card changes the value of a round, a play or insurance; a count is good if its tags
correlate with these effects. All of it is linear, as in Griffin's "The Theory of Blackjack".
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import erf, exp, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.arguments import Risk, checked
from pitboss.cards import VALUES, Card
from pitboss.errors import OddsError, StudyError
from pitboss.odds.shoe import Shoe, full
from pitboss.odds.solution import solve
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.rulebook.rules import Rules
from pitboss.sim.counting import Count, load_count
from pitboss.strategy import NAMES

Floats = NDArray[np.float64]
WEIGHTS = np.array([1.0] * 9 + [4.0]) / 13
"""The share of each card value in a deck, ace first."""
CARDS = 52
"""Cards of a deck for which effects are defined."""
DEALT = 0.5
"""Share of the shoe dealt when plays are compared, by default."""
LEVELS_MAX = 4
ALIKE, EQUAL = 1e-15, 1e-9
"""Tolerances below which sums, and correlations in proportion, are equal."""


@dataclass(frozen=True, slots=True)
class Efficiency:
    """Ratings of a count: betting correlation, playing efficiency, insurance correlation.

    >>> from pitboss.study import efficiency
    >>> round(efficiency("double_deck", "hi_lo").betting, 3)
    0.967
    """

    betting: float
    """Betting correlation (BC): of the tags with the effects of removal on a round."""
    playing: float
    """Playing efficiency (PE): share of the gain of perfect plays that plays by the count
    achieve."""
    insurance: float
    """Insurance correlation (IC): of the tags with the effects of removal on insurance."""

    def __repr__(self) -> str:
        return f"<BC {self.betting:.3f}, PE {self.playing:.3f}, IC {self.insurance:.3f}>"


@dataclass(frozen=True)
class Effects:
    """Effects of removing one card of each value from the shoe, ace first.

    >>> effects = effects_of("double_deck")
    >>> effects.of_round.round(3).tolist()
    [-0.003, 0.002, 0.002, 0.003, 0.004, 0.002, 0.001, -0.0, -0.001, -0.003]
    """

    rules: Rules
    decks: int

    @cached_property
    def _whole(self) -> "Solved":
        return _solved(self.rules, full(self.decks))

    @cached_property
    def _removed(self) -> "list[Solved]":
        shoe = full(self.decks)
        return [_solved(self.rules, shoe.without([value * 4])) for value in range(10)]

    @cached_property
    def of_round(self) -> Floats:
        """(10,): effects on the value of a round, per unit wagered."""
        return np.array([solved.ev - self._whole.ev for solved in self._removed])

    @cached_property
    def of_insurance(self) -> Floats:
        """(10,): effects on the value of insurance, per unit staked on it."""
        pays = float(self.rules.insurance.pays.ratio)
        cards = 52 * self.decks
        tens = 16 * self.decks
        before = tens / cards * (pays + 1)
        left = tens - (np.arange(10) == 9)
        return np.asarray(left / (cards - 1) * (pays + 1) - before)

    def of_plays(self) -> Iterator[tuple[float, float, Floats]]:
        """Yield, for every two cards, the effects on the choice between the two best acts.

        Each with the probability of the deal, the lead of the best act, and the effects on that
        lead.
        """
        for key, acts in self._whole.acts.items():
            names = sorted(acts, key=lambda act: -acts[act])[:2]
            if len(names) < 2:
                continue
            best, second = names
            lead = acts[best] - acts[second]
            removed = [solved.acts[key] for solved in self._removed]
            effects = np.array([values[second] - values[best] + lead for values in removed])
            yield _chance(key), lead, effects


@dataclass(frozen=True, slots=True)
class Solved:
    """The value of a game, and the value of each act on two cards."""

    ev: float
    acts: Mapping[tuple[Card, Card, Card], Mapping[str, float]]


def _solved(rules: Rules, shoe: Shoe) -> Solved:
    if rules.deal.hole_card_up:
        clause = rules.clause("deal.hole_card_up")
        raise OddsError(f"a count is not rated where both dealer cards lie face up [{clause}]")
    solution = solve(rules, shoe=shoe)
    acts = {
        (first * 4, second * 4, up * 4): solution.values_of(first * 4, second * 4, up * 4)
        for up in range(10)
        for first in range(10)
        for second in range(first, 10)
        if not (first == 0 and second == 9)
    }
    return Solved(solution.player_ev, acts)


def _chance(cards: tuple[Card, Card, Card]) -> float:
    first, second, up = (float(WEIGHTS[VALUES[card] - 1]) for card in cards)
    return first * second * up * (1 if cards[0] == cards[1] else 2)


@checked
def effects_of(game: Game, decks: int = 0) -> Effects:
    """Return the effects of removal of a game, for the number of decks it is dealt from.

    They are worked out when you first ask; keep them if you compare several counts.

    >>> effects_of("double_deck").decks
    2
    """
    rules = as_rules(game)
    if len(rules.deck) != CARDS:
        raise StudyError(f"effects are those of decks with {CARDS} cards, not {len(rules.deck)}")
    return Effects(rules, decks or rules.decks_in_play)


@checked
def efficiency(game: Game | Effects, count: Count | str, *, dealt: Risk = DEALT) -> Efficiency:
    """Rate a count for a game. Bets go by the tags with a side count in them.

    ``count`` is the name of a shipped count, or a count of your own. ``dealt`` is the share of the
    shoe that has been dealt when plays are made.

    >>> efficiency("double_deck", "zen")
    <BC 0.969, PE 0.606, IC 0.850>
    """
    effects = game if isinstance(game, Effects) else effects_of(game)
    counted = load_count(count) if isinstance(count, str) else count
    tags = np.array(counted.tags, dtype=np.float64)
    return Efficiency(
        correlation(np.array(counted.bet_tags, dtype=np.float64), effects.of_round),
        playing_efficiency(tags, effects, dealt=dealt),
        correlation(tags, effects.of_insurance),
    )


def correlation(tags: Floats, effects: Floats) -> float:
    """Return the correlation of tags and effects over the cards of a deck."""
    tagged, changed = tags - WEIGHTS @ tags, effects - WEIGHTS @ effects
    spread = sqrt(float(WEIGHTS @ tagged**2) * float(WEIGHTS @ changed**2))
    return float(WEIGHTS @ (tagged * changed)) / spread if spread else 0.0


def playing_efficiency(tags: Floats, effects: Effects, *, dealt: float = DEALT) -> float:
    """Return the share of perfect plays' gain that plays by these tags achieve at this depth."""
    cards = 52 * effects.decks
    left = (1 - dealt) * cards
    # Deviation of a mean over the cards left: that of a sample drawn without replacement.
    factor = sqrt((cards - left) / left * (cards - 1)) if left else 0.0
    all_gain, gain = 0.0, 0.0
    for chance, lead, change in effects.of_plays():
        spread = factor * sqrt(float(WEIGHTS @ (change - WEIGHTS @ change) ** 2))
        share = abs(correlation(tags, change))
        all_gain += chance * mean_above(lead, spread)
        gain += chance * mean_above(lead, spread * share)
    return gain / all_gain if all_gain else 0.0


def mean_above(lead: float, spread: float) -> float:
    """Return E[max(X - lead, 0)] for X ~ N(0, spread**2), the unit normal loss integral."""
    if spread <= 0:
        return 0.0
    z = lead / spread
    return spread * (exp(-z * z / 2) / sqrt(2 * pi) - z * (1 - erf(z / sqrt(2))) / 2)


@checked
def best_count(
    game: Game | Effects, level: int = 1, *, for_bets: float = 1.0, balanced: bool = False
) -> tuple[Count, Efficiency]:
    """Return the best count with tags up to ``level``, for betting, for playing, or in between.

    ``for_bets`` weighs betting correlation against playing efficiency, from 0 to 1. ``balanced``
    asks for tags that sum to nothing over a deck.

    >>> count, rated = best_count("double_deck", 1, balanced=True)
    >>> count.tags, rated
    ((-1, 1, 1, 1, 1, 1, 0, 0, 0, -1), <BC 0.967, PE 0.492, IC 0.760>)
    """
    if not 1 <= level <= LEVELS_MAX:
        raise StudyError(f"a level is a whole number from 1 to {LEVELS_MAX}, not {level}")
    effects = game if isinstance(game, Effects) else effects_of(game)
    best = max(
        _candidates(effects, level, balanced=balanced, for_bets=for_bets),
        key=lambda tags: _worth(tags, effects, for_bets),
    )
    deck = round(52 * float(WEIGHTS @ best))
    count = Count(f"best of level {level}", tuple(int(tag) for tag in best), deck == 0, deck)
    return count, efficiency(effects, count)


def best_tags(effects: Floats, level: int, *, balanced: bool = False) -> tuple[int, ...]:
    """Return the whole tags up to ``level`` that correlate best with any effects.

    The effects may be those of a side wager. The optimum is exact; of equal counts the one with the
    smallest tags is returned.
    """
    # The correlation of tags t with effects e depends on t only through (sum w t, sum w t^2,
    # sum w t e). If the first two are fixed it rises with the third, so a knapsack over the ten
    # values that keeps the largest third for each pair (10 values x (2 level + 1) tags x
    # 26 level x 13 level^2 cells) finds the optimum among (2 level + 1)^10 counts.
    change = np.round(effects - WEIGHTS @ effects, 15)
    sums, squares = 13 * level, 13 * level * level
    best = np.full((2 * sums + 1, squares + 1), -np.inf)
    best[sums, 0] = 0.0
    tags = sorted(range(-level, level + 1), key=abs)
    chosen = []
    for place in range(10):
        cards = 4 if place == 9 else 1
        after = np.full_like(best, -np.inf)
        choice = np.zeros(best.shape, dtype=np.int64)
        for tag in tags:
            moved = np.full_like(best, -np.inf)
            up, more = cards * tag, cards * tag * tag
            rows = slice(max(0, up), best.shape[0] + min(0, up))
            held = slice(max(0, -up), best.shape[0] + min(0, -up))
            moved[rows, more:] = best[held, : squares + 1 - more] + cards * tag * change[place]
            is_better = moved > after + ALIKE
            after = np.where(is_better, moved, after)
            choice = np.where(is_better, tag, choice)
        best = after
        chosen.append(choice)
    total = np.arange(-sums, sums + 1)[:, None]
    spread = 13.0 * np.arange(squares + 1)[None, :] - total**2
    worth = np.full_like(best, -np.inf)
    np.divide(best, np.sqrt(np.maximum(spread, 1.0)), out=worth, where=spread > 0)
    if balanced:
        worth[np.arange(2 * sums + 1) != sums] = -np.inf
    equal = np.argwhere(worth >= worth.max() * (1 - EQUAL))
    at, square = min(equal.tolist(), key=lambda cell: (cell[1], abs(cell[0] - sums)))
    tags_found = []
    for place in range(9, -1, -1):
        tag = int(chosen[place][at, square])
        tags_found.append(tag)
        cards = 4 if place == 9 else 1
        at, square = at - cards * tag, square - cards * tag * tag
    return tuple(tags_found[::-1])


def _worth(tags: Floats, effects: Effects, for_bets: float) -> float:
    worth = for_bets * correlation(tags, effects.of_round)
    if for_bets < 1:
        worth += (1 - for_bets) * playing_efficiency(tags, effects)
    return worth


def _candidates(
    effects: Effects, level: int, *, balanced: bool, for_bets: float
) -> Iterable[Floats]:
    """Return tags to compare: whole numbers along the effects on bets, plays and mixtures."""
    plays = np.zeros(10)
    for chance, lead, change in effects.of_plays():
        spread = sqrt(float(WEIGHTS @ (change - WEIGHTS @ change) ** 2)) * 52 * effects.decks
        # A close choice has more to gain. The sign makes all effects of tens agree.
        turn = -1.0 if change[9] > 0 else 1.0
        plays += turn * chance * mean_above(lead, spread / 5) * change
    seen: dict[tuple[float, ...], Floats] = {}
    most = np.array(best_tags(effects.of_round, level, balanced=balanced), dtype=np.float64)
    seen[tuple(most)] = most
    if for_bets >= 1:
        return seen.values()
    for share in (1.0, 0.75, 0.5, 0.25, 0.0):
        unit_round = effects.of_round / np.abs(effects.of_round).max()
        unit_plays = plays / (np.abs(plays).max() or 1.0)
        direction = share * unit_round + (1 - share) * unit_plays
        for tags in _rounded(direction, level, balanced=balanced):
            seen[tuple(tags)] = tags
    return seen.values()


def _rounded(direction: Floats, level: int, *, balanced: bool) -> Iterator[Floats]:
    """Yield whole tags along a direction, at every scale that gives different ones.

    For a balanced count up to two tags are moved by one so that a deck sums to 0.
    """
    top = float(np.abs(direction).max())
    if not top:
        return
    seen = set()
    for scale in np.linspace(0.4, level + 0.6, 120) / top:
        tags = np.clip(np.round(direction * scale), -level, level)
        if tuple(tags) in seen or not tags.any():
            continue
        seen.add(tuple(tags))
        if not balanced:
            yield tags
        else:
            yield from _balanced(tags, level)


def _balanced(tags: Floats, level: int) -> Iterator[Floats]:
    moves = [np.zeros(10)]
    for place, step in product(range(10), (-1.0, 1.0)):
        first = np.zeros(10)
        first[place] = step
        moves.append(first)
    for first, second in product(moves, moves):
        moved = tags + first + second
        if abs(float(WEIGHTS @ moved)) < 1e-9 and np.abs(moved).max() <= level and moved.any():
            yield moved


def tags_text(tags: Iterable[float]) -> str:
    """Return tags with their values: ``A -1, 2 +1``."""
    return ", ".join(f"{name} {tag:+g}" for name, tag in zip(NAMES, tags, strict=True))


def count_text(count: Count) -> str:
    """Return a count as a file that ``load_count`` reads."""
    scale = count.scale
    lines = [
        f'title = "{count.name}"',
        f'kind = "{"true" if count.is_true else "running"}"',
        f"unbalanced_by = {count.unbalanced_by / scale:g}",
        "",
        "[tags]",
        *(f"{name} = {tag / scale:g}" for name, tag in zip(NAMES, count.tags, strict=True)),
    ]
    return "\n".join(lines) + "\n"
