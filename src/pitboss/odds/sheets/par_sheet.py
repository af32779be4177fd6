"""The par sheet of a table: base game, side wagers and checks, each figure with its condition."""

from dataclasses import dataclass, replace
from html import escape
from time import perf_counter
from typing import Any, TypedDict

from pitboss.cards import DECK
from pitboss.errors import UnknownName
from pitboss.money import Cents, show
from pitboss.notebook import to_pandas, to_polars
from pitboss.odds.game import SolvedGame, game_of
from pitboss.odds.sheets.charts import ChartTable, charts, plain_chart
from pitboss.odds.sheets.checks import Check, check
from pitboss.odds.sheets.page import par_sheet_page, strategy_page
from pitboss.odds.shoe import SuitedShoe, shoe_of
from pitboss.odds.side_wagers.chances import LawOf, wager_law
from pitboss.odds.side_wagers.insurance import insurance_odds
from pitboss.odds.side_wagers.known import known_law
from pitboss.odds.side_wagers.prices import WagerOdds, by_wager, plain_wager, side_wagers
from pitboss.odds.solver.classes import SPREADS
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.file.options import plain_value
from pitboss.rulebook.questions.stakes import ante_due
from pitboss.rulebook.rules import Rules


@dataclass(frozen=True, slots=True)
class StrategySheet:
    """The strategy of a table: its charts."""

    rulebook: Rulebook
    rules: Rules
    shoe: SuitedShoe
    game: SolvedGame

    @property
    def strategy_text(self) -> str:
        """Sentences on what play may depend on."""
        return self.game.strategy_text

    def charts(self) -> tuple[ChartTable, ...]:
        """Return the charts of the best strategy by the first two cards."""
        return charts(self.rules, self.shoe.values, self.game.values)

    def plain(self) -> dict[str, object]:
        """Return the sheet as `strategy --json` prints it."""
        return {
            "rulebook": self.rulebook.id,
            "options": plain_options(self.rulebook, self.rules),
            "strategy_class": self.game.strategy_class,
            "strategy": self.strategy_text,
            "source": self.game.source,
            "charts": [plain_chart(chart) for chart in self.charts()],
        }

    def _repr_html_(self) -> str:
        """Return the page in a frame for a notebook."""
        return in_frame(strategy_page(self))


class EdgeRow(TypedDict):
    """A wager with its house edge."""

    wager: str
    title: str
    house_edge: float
    """House edge per unit staked."""
    condition: str
    """Condition of the figure in words, or ""."""


@dataclass(frozen=True, slots=True, repr=False)
class ParSheet(StrategySheet):
    """Every figure computed for a table.

    >>> import pitboss
    >>> pitboss.par_sheet("double_deck")
    <ParSheet 'double_deck': house edge 0.5026%; insurance>
    """

    wagers: tuple[WagerOdds, ...]
    checks: tuple[Check, ...]
    seconds: float = 0.0

    @property
    def house_edge(self) -> float:
        """House edge per unit of the initial wager."""
        return self.game.house_edge

    def wager(self, name: str) -> WagerOdds:
        """Return one wager, line by line; the first stake of a wager with several."""
        for wager in self.wagers:
            if wager.wager == name:
                return wager
        names = tuple(wager.wager for wager in self.wagers)
        raise UnknownName(
            f"this table has no wager {name!r}",
            place=str(name),
            hint=f"choose one of {', '.join(names)}" if names else "it has the main wager only",
        )

    def rows(self) -> list[EdgeRow]:
        """Return a row for each wager."""
        main = ("main", "Main wager", self.house_edge, edge_of(self.rules))
        others = ((w.wager, w.title, w.house_edge, w.condition) for w in self.wagers)
        return [
            {"wager": name, "title": title, "house_edge": edge, "condition": condition}
            for name, title, edge, condition in (main, *others)
        ]

    def to_polars(self) -> Any:
        """Return the rows as a Polars data frame."""
        return to_polars(self.rows())

    def to_pandas(self) -> Any:
        """Return the rows as a pandas data frame."""
        return to_pandas(self.rows())

    def __repr__(self) -> str:
        edge = f"house edge {self.house_edge:.4%}"
        others = ", ".join(wager.wager for wager in self.wagers)
        return f"<ParSheet {self.rulebook.id!r}: {edge}; {others or 'no other wagers'}>"

    @property
    def is_full(self) -> bool:
        """True if the shoe is whole."""
        return self.shoe == shoe_of(self.rules)

    @property
    def ante_edges(self) -> tuple[tuple[Cents, float], ...]:
        """Main wagers with their house edge, the ante included; empty if there is no ante."""
        limits, fees = self.rules.limits, self.rules.fees
        if not fees.ante:
            return ()
        marks = {limits.min_bet * step for step in (1, 2, 5, 10, 20)} | {limits.max_bet}
        if fees.ante_waived_from:
            marks |= {fees.ante_waived_from - limits.chip_unit, fees.ante_waived_from}
        return tuple(
            (wager, self.game.house_edge + ante_due(self.rules, wager) / wager)
            for wager in sorted(marks)
            if limits.min_bet <= wager <= limits.max_bet
        )

    def plain(self) -> dict[str, object]:
        """Return the sheet as `odds --json` prints it."""
        game, figures = self.game, self.game.figures
        results = figures.results
        return {
            "rulebook": self.rulebook.id,
            "options": plain_options(self.rulebook, self.rules),
            "strategy_class": game.strategy_class,
            "strategy": game.strategy_text,
            "house_edge": game.house_edge,
            "player_ev": figures.player_ev,
            "standard_deviation": figures.standard_deviation,
            "standard_deviation_class": figures.spread,
            "outcomes": figures.outcomes,
            "outcomes_approximate": figures.joint_p,
            "results": {"win": results.win, "push": results.push, "loss": results.loss},
            "average_wager": figures.average_wager,
            "total_dependent_ev": figures.learned_ev,
            "spots": [
                {"spots": spots, "standard_deviation": deviation}
                for spots, deviation in figures.spots
            ],
            "house_edge_of": edge_of(self.rules),
            "with_ante": [
                {"wager": wager / 100, "house_edge": edge} for wager, edge in self.ante_edges
            ],
            "wagers": [plain_wager(group) for group in by_wager(self.wagers).values()],
            "checks": [result.plain() for result in self.checks],
            "source": game.source,
            "seconds": round(self.seconds, 3),
        }

    def _repr_html_(self) -> str:
        """Return the page in a frame for a notebook."""
        return in_frame(par_sheet_page(self))


def edge_of(rules: Rules) -> str:
    """Return the wager that the base game's house edge is of, in words."""
    if not rules.fees.ante:
        return "the main wager"
    return "the main wager, without the ante"


def in_frame(page: str) -> str:
    """Return a page in a frame, which keeps its style apart from a notebook's."""
    text = escape(page, quote=True)
    return f'<iframe srcdoc="{text}" style="width:100%;height:40rem;border:0"></iframe>'


def plain_options(rulebook: Rulebook, rules: Rules) -> dict[str, object]:
    """Return the options of a table for JSON."""
    return {
        name: plain_value(option.spec, rules.options[name])
        for name, option in rulebook.options.items()
    }


def par_sheet(
    rulebook: Rulebook,
    rules: Rules,
    game: SolvedGame,
    shoe: SuitedShoe | None = None,
    *,
    law_of: LawOf = wager_law,
) -> ParSheet:
    """Put the base game, the side wagers and the checks together."""
    shoe = shoe or shoe_of(rules)
    wagers = side_wagers(rules, shoe=shoe, play=game, results=game.figures.results, law_of=law_of)
    insurance = insurance_odds(rules, shoe)
    everything = (*((insurance,) if insurance else ()), *wagers)
    checks = check(rulebook, rules, wagers, law_of=law_of)
    return ParSheet(rulebook, rules, shoe, game, everything, checks)


def solved_sheet(
    rulebook: Rulebook, rules: Rules, shoe: SuitedShoe | None = None, *, is_fresh: bool = False
) -> ParSheet:
    """Return the par sheet of a table with its time; ``is_fresh``: work everything out again."""
    start = perf_counter()
    game = game_of(rules, shoe, is_fresh=is_fresh)
    law_of = wager_law if is_fresh else known_law
    sheet = par_sheet(rulebook, rules, game, shoe, law_of=law_of)
    return replace(sheet, seconds=perf_counter() - start)


def figures(sheet: ParSheet) -> list[tuple[str, str, str]]:
    """Return the figures of the base game: name, value and condition."""
    game = sheet.game.figures
    results = game.results
    per = "per unit of the initial wager"
    shares = (results.win, results.push, results.loss)
    rows = [
        ("house edge", f"{-game.player_ev * 100:.4f} %", f"{per}: {edge_of(sheet.rules)}"),
        ("player's expectation", f"{game.player_ev:+.6f}", per),
        ("by a chart of totals", f"{game.learned_ev:+.6f}", f"{per}, total-dependent play"),
        (
            "standard deviation",
            f"{game.standard_deviation:.4f}",
            f"of one round, no insurance; {SPREADS[game.spread]}",
        ),
        ("average wager", f"{game.average_wager:.4f}", "with doubles and splits"),
        (
            "won / pushed / lost",
            " / ".join(f"{share * 100:.2f} %" for share in shares),
            "rounds, by more hands won than lost",
        ),
    ]
    rows += [
        (f"deviation, {spots} spots", f"{deviation:.4f}", _spots_of(sheet))
        for spots, deviation in game.spots
    ]
    rows += [
        (f"house edge at {show(wager)}", f"{edge * 100:.4f} %", "with the ante that is due")
        for wager, edge in sheet.ante_edges
    ]
    return rows


def _spots_of(sheet: ParSheet) -> str:
    """Return the unit of the deviation of several spots and its error (measured by decks)."""
    near = "0.0001" if sheet.shoe.size >= 2 * len(DECK) else "0.001"
    return f"per unit of all spots, within {near}"
