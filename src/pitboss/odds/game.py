"""Solved games that need not be solved again: shipped with the program, or kept on disk.

Nothing here imports numpy or a compiler before a game must be solved.
"""

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pitboss.cache import keep, look_up
from pitboss.cards import VALUES, Card
from pitboss.hands import Hand
from pitboss.odds.games import CACHED, BaseGame
from pitboss.odds.known.fingerprints import fingerprint, solver_text
from pitboss.odds.known.records import NO_ACT, ORDER, PAIRS, Figures, Record, pack, rows_of, unpack
from pitboss.odds.known.shipped import shipped_game
from pitboss.odds.shoe import Shoe, card_of
from pitboss.odds.side_wagers.chances import Results
from pitboss.odds.solver.classes import BEST, class_text
from pitboss.odds.strategy_stats import act_of
from pitboss.odds.suited import SuitedShoe, shoe_of
from pitboss.rulebook.questions.acts import acts_when_doubled, split_refused
from pitboss.rulebook.rules import Rules
from pitboss.strategy import ACTS, SHOWN, UPS, Strategy, shown_number

if TYPE_CHECKING:
    from pitboss.odds.game_figures import SolvedGame

PART = "results"
"""Of the folder of what is kept."""
_EV = struct.Struct("<d")


@dataclass(frozen=True)
class KnownGame:
    """A game as it was solved before. Values are per unit of the initial wager, off the top."""

    rules: Rules
    record: Record
    source: str = CACHED

    @property
    def _figures(self) -> Figures:
        return self.record.figures

    @property
    def strategy_class(self) -> str:
        """The name of the class of strategies."""
        return BEST

    @property
    def strategy_text(self) -> str:
        """What a strategy of that class may see."""
        return class_text(BEST, self.rules)

    @property
    def player_ev(self) -> float:
        """What the player can expect, insurance and even money taken where they pay."""
        return self._figures.player_ev

    @property
    def house_edge(self) -> float:
        """What the house keeps."""
        return -self._figures.player_ev

    @property
    def learned_ev(self) -> float:
        """What the player can expect by the best chart of totals."""
        return self._figures.learned_ev

    @property
    def standard_deviation(self) -> float:
        """Of the result of a round, insurance left aside."""
        return self._figures.standard_deviation

    @property
    def spread(self) -> str:
        """How the standard deviation was found, a key of ``classes.SPREADS``."""
        return self._figures.spread

    @property
    def spot_deviations(self) -> Mapping[int, float]:
        """By number of dealer hands bet against, the standard deviation of all together."""
        return dict(self._figures.spots)

    @property
    def joint_p(self) -> float:
        """The part of rounds, with three hands or more, whose results are approximate."""
        return self._figures.joint_p

    @property
    def average_wager(self) -> float:
        """Units staked on the main wager, with doubles and splits."""
        return self._figures.average_wager

    @property
    def outcomes(self) -> Mapping[str, float]:
        """How likely each net result of a round is, in units of the initial wager."""
        return {f"{net:g}": p for net, p in self._figures.net}

    @property
    def results(self) -> Results:
        """How likely a round is won, pushed and lost, by more hands won than lost."""
        return Results(self._figures.win_p, self._figures.push_p, self._figures.loss_p)

    @cached_property
    def strategy(self) -> Strategy:
        """The play that has this value."""
        return self.record.strategy(BEST)

    def values(self, hand: Hand, up: Card, hole: Card | None = None) -> Mapping[str, float]:
        """The expectation of every act on two dealt cards, best first; ``hole`` where it shows.

        Given that the dealer has no blackjack, where he looks for one before play.
        """
        first, second = (VALUES[card] - 1 for card in hand.cards)
        shown = shown_number(up, hole) - (0 if hole is None else UPS)
        worth = self.record.acts(first, second, shown)
        if "split" in worth and split_refused(self.rules, hand, hands=1) is not None:
            del worth["split"]
        return dict(sorted(worth.items(), key=lambda item: -item[1]))

    def act(self, hand: Hand, up: Card) -> str:
        """The best act for a hand that has not been split."""
        return act_of(self.rules, self.strategy, hand.cards, up).act


def known_game(rules: Rules, shoe: SuitedShoe | None = None) -> KnownGame | None:
    """A game as it was shipped or kept, for whole decks if no shoe is given; None if it was not."""
    left = Shoe((shoe or shoe_of(rules)).ranks)
    name = fingerprint(rules, left)
    record = shipped_game(rules.rulebook, name)
    if record is None:
        kept = look_up(PART, _entry(name))
        record = None if kept is None else unpack(kept)
    return None if record is None else KnownGame(rules, record)


def game_of(rules: Rules, shoe: SuitedShoe | None = None, *, is_fresh: bool = False) -> BaseGame:
    """A game as it is known, or solved now and kept; ``is_fresh``: solved now in any case."""
    known = None if is_fresh else known_game(rules, shoe)
    if known is not None:
        return known
    from pitboss.odds.game_figures import solve_game

    game = solve_game(rules, shoe)
    name = fingerprint(rules, game.solution.shoe)
    if not acts_when_doubled(rules):
        keep(PART, _entry(name), pack(record_of(game)))
    return game


def player_ev_of(rules: Rules, shoe: SuitedShoe | None = None, *, is_fresh: bool = False) -> float:
    """What the player can expect, as ``game_of`` would say, without the rest of the figures."""
    known = None if is_fresh else known_game(rules, shoe)
    if known is not None:
        return known.player_ev
    left = Shoe((shoe or shoe_of(rules)).ranks)
    entry = f"ev-{_entry(fingerprint(rules, left))}"
    kept = None if is_fresh else look_up(PART, entry)
    if kept is not None and len(kept) == _EV.size and math.isfinite(_EV.unpack(kept)[0]):
        return float(_EV.unpack(kept)[0])
    from pitboss.odds.game_figures import solve_game

    worth = solve_game(rules, shoe).player_ev
    keep(PART, entry, _EV.pack(worth))
    return worth


def strategy_of(rules: Rules) -> Strategy:
    """The best play off the top of whole decks, as it is known, or solved now."""
    # Records have no room for what hands do that were doubled.
    known = None if acts_when_doubled(rules) else known_game(rules)
    if known is not None:
        return known.strategy
    from pitboss.odds.game_figures import solve_game

    return solve_game(rules).solution.strategy


def _entry(name: str) -> str:
    """The name of an entry: of this game, by this very program."""
    return f"{name[:40]}-{solver_text()}"


def record_of(game: "SolvedGame") -> Record:
    """What is kept of a solved game."""
    law, play = game.solution.results, game.solution.strategy
    figures = Figures(
        player_ev=game.player_ev,
        offers_ev=game.solution.offers_ev,
        learned_ev=game.learned_ev,
        standard_deviation=law.standard_deviation,
        spread=law.spread,
        spots=tuple(game.spot_deviations.items()),
        joint_p=law.joint_p,
        average_wager=law.average_wager,
        net=tuple(law.net.items()),
        win_p=law.win_p,
        push_p=law.push_p,
        loss_p=law.loss_p,
        pairs=dict(play.pairs),
        resplits=dict(play.resplits),
        insured=tuple(sorted(play.insured)),
        takes_even_money=play.takes_even_money,
    )
    return Record(figures, rows_of(play), _worth(game))


def _worth(game: "SolvedGame") -> bytes:
    """What every act on two cards is worth, one act after the other."""
    solution = game.solution
    told: list[Mapping[str, float]] = []
    for up in solution.game.ups:
        for first, second in PAIRS:
            is_there = solution.by_up[up] is not None
            cards = (card_of(first), card_of(second), *map(card_of, SHOWN[up]))
            told.append(solution.values_of(*cards) if is_there else {})
    worth = [one.get(ACTS[letter], NO_ACT) for letter in ORDER for one in told]
    return struct.pack(f"<{len(worth)}d", *worth)
