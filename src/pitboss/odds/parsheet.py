"""The par sheet of a table: base game, side wagers and checks, each figure with its condition."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from pitboss.cards import Card
from pitboss.hands import Hand
from pitboss.odds.charts import Chart, charts
from pitboss.odds.checks import Check, check
from pitboss.odds.insured import insurance_odds
from pitboss.odds.sights import OddsError, Results, depends_on_play
from pitboss.odds.suited import SuitedShoe, shoe_of_decks
from pitboss.odds.wagers import WagerOdds, by_wager, plain_wager, side_wagers
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.options import plain_value
from pitboss.rulebook.rules import Rules


class BaseGame(Protocol):
    """What a par sheet needs of the solved base game, per unit of the initial wager."""

    @property
    def strategy_class(self) -> str:
        """What the strategy may see, in words."""

    @property
    def house_edge(self) -> float:
        """What the house keeps."""

    @property
    def player_ev(self) -> float:
        """What the player can expect."""

    @property
    def standard_deviation(self) -> float:
        """Of the result of a round."""

    @property
    def outcomes(self) -> Mapping[str, float]:
        """How likely each net result of a round is."""

    @property
    def results(self) -> Results:
        """How likely a round is won, pushed and lost, by hands."""

    def values(self, hand: Hand, up: Card) -> Mapping[str, float]:
        """The expectation of each legal act for a hand that has not been split."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """Play by the highest expectation of the base game."""

    game: BaseGame

    def act(self, hand: Hand, up: Card) -> str:
        """The best act."""
        values = self.game.values(hand, up)
        return max(values, key=lambda act: values[act])


@dataclass(frozen=True, slots=True)
class ParSheet:
    """Everything that is computed for one table."""

    rulebook: Rulebook
    rules: Rules
    shoe: SuitedShoe
    game: BaseGame
    wagers: tuple[WagerOdds, ...]
    checks: tuple[Check, ...]
    seconds: float = 0.0

    @property
    def is_full(self) -> bool:
        """Whether the shoe holds whole decks and nothing else."""
        return self.shoe == shoe_of_decks(self.rules.decks_in_play)

    def charts(self) -> tuple[Chart, ...]:
        """The best strategy by the first two cards."""
        return charts(self.rules, self.shoe.values, self.game.values)

    def plain(self) -> dict[str, object]:
        """As `odds --json` prints it."""
        game = self.game
        return {
            "rulebook": self.rulebook.id,
            "options": plain_options(self.rulebook, self.rules),
            "strategy_class": game.strategy_class,
            "house_edge": game.house_edge,
            "player_ev": game.player_ev,
            "standard_deviation": game.standard_deviation,
            "outcomes": dict(game.outcomes),
            "wagers": [plain_wager(group) for group in by_wager(self.wagers).values()],
            "checks": [one.plain() for one in self.checks],
            "seconds": round(self.seconds, 3),
        }


def plain_options(rulebook: Rulebook, rules: Rules) -> dict[str, object]:
    """The options of a table as JSON has them."""
    return {
        name: plain_value(option.spec, rules.options[name])
        for name, option in rulebook.options.items()
    }


def par_sheet(
    rulebook: Rulebook, rules: Rules, game: BaseGame, shoe: SuitedShoe | None = None
) -> ParSheet:
    """Put the base game, the side wagers and the checks together."""
    whole = shoe or shoe_of_decks(rules.decks_in_play)
    needs_play = any(depends_on_play(wager) for wager in rules.wagers.values())
    play = BestPlay(game) if needs_play else None
    results = game.results if needs_play else None
    wagers = side_wagers(rules, shoe=whole, play=play, results=results)
    insurance = insurance_odds(rules, whole)
    everything = (*((insurance,) if insurance else ()), *wagers)
    return ParSheet(rulebook, rules, whole, game, everything, check(rulebook, rules, wagers))


__all__ = ["BaseGame", "BestPlay", "OddsError", "ParSheet", "par_sheet", "plain_options"]
