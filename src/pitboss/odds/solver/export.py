"""Solved arrays as a strategy that people and bots can read."""

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.solver.best_play import SolverInput, Start, UpValues
from pitboss.odds.solver.hands import hands, key
from pitboss.odds.solver.offers import plain_and_blackjack
from pitboss.strategy import AGAIN, NAMES, Strategy

LETTERS = "SHDER"
"""Letters of the kernels' acts, in their order."""
NO_ROW = "-" * 10

ByUp = tuple[UpValues | None, ...]


def strategy_of(game: SolverInput, solved: ByUp, first: list[Start], *, name: str) -> Strategy:
    """Return the strategy of a solved game, with dashes for up cards that cannot be shown."""
    solved = solved[game.ups[0] :]
    dealt = _rows([None if v is None else v.acts for v in solved])
    doubles = range(game.play.doubled_legal.shape[0])
    for times in doubles:
        again = [None if v is None else v.doubled_acts[times] for v in solved]
        dealt |= _rows(again, doubles=times + 1)
    split: tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]] = ({}, {})
    pairs, resplits = {}, {}
    for pair in range(10):
        if game.play.split_hands[pair] < 2:
            continue
        value = NAMES[pair]
        for added in (0, 1):
            acts = [None if v is None else v.split_acts[pair, added] for v in solved]
            rows = _rows(acts, holding=pair)
            for times in doubles:
                again = [None if v is None else v.split_doubled[pair, added, times] for v in solved]
                rows |= _rows(again, holding=pair, doubles=times + 1)
            split[added][value] = rows
        pairs[value] = _flags([None if v is None else bool(v.is_split[pair]) for v in solved])
        resplits[value] = _flags([None if v is None else bool(v.is_resplit[pair]) for v in solved])
    _, blackjack = plain_and_blackjack(game.rules)
    return Strategy(
        name=name,
        dealt=dealt,
        first=split[0],
        added=split[1],
        pairs=pairs,
        resplits=resplits,
        insured=_insured(game, first),
        takes_even_money=blackjack.even_money
        and any(s.offers_value > 0 for s in first if (s.up, s.first, s.second) == (0, 0, 9)),
    )


def _rows(
    acts: list[NDArray[np.int64] | None], *, holding: int = -1, doubles: int = 0
) -> dict[str, str]:
    width = len(hands())
    letters = np.array(list(LETTERS))
    columns = [np.full(width, "-") if a is None else letters[a] for a in acts]
    grid = np.stack(columns, axis=1)
    return {
        key(counts) + AGAIN * doubles: "".join(grid[place])
        for place, counts in enumerate(hands())
        if sum(counts) > 1 + doubles and (holding < 0 or counts[holding])
    }


def _flags(marks: list[bool | None]) -> str:
    return "".join("P" if mark else "-" for mark in marks)


def _insured(game: SolverInput, first: list[Start]) -> frozenset[str]:
    plain, blackjack = plain_and_blackjack(game.rules)
    insured = set()
    for start in first:
        if start.up != 0:
            continue
        is_blackjack = (start.first, start.second) == (0, 9)
        offer = blackjack if is_blackjack else plain
        if not offer.replaces and offer.gain(start.blackjack_p) > 0:
            insured.add(NAMES[start.first] + NAMES[start.second])
    return frozenset(insured)
