"""Pictures of a study as SVG, and short HTML for notebooks."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

import numpy as np

from pitboss.pictures.figure import Band, Figure, Line, Span
from pitboss.pictures.svg import figure_html
from pitboss.study import risk
from pitboss.study.game import COUNTS, Game, Ramp, bets_of
from pitboss.study.ramps import best_ramp, places_of
from pitboss.study.returns import HOURLY, Returns
from pitboss.study.study import Study

SURE = 1.96
"""Standard errors within which 95 % of such studies lie."""
RARE = 1e-4
"""Share of rounds below which a count is left out of a picture."""
POINTS = 24


def by_count(game: Game) -> tuple[Figure, Figure]:
    """Return the figures of each count's share of rounds, and of the advantage there."""
    rows = [row for row in game.rows() if row["share"] >= RARE]
    often = Figure(
        title="How often each count comes",
        note="Rounds by the count before them. The first and the last count stand for all beyond.",
        x_label="count",
        y_label="% of rounds",
        bars=tuple((row["count"], 100 * row["share"]) for row in rows),
    )
    worth = Figure(
        title="Advantage by count",
        note="What one wager gains; the bars hold 95 % of such studies.",
        x_label="count",
        y_label="% of the wager",
        lines=(Line("advantage", tuple((row["count"], 100 * row["ev"]) for row in rows)),),
        errors=tuple(
            Span(
                row["count"],
                100 * (row["ev"] - SURE * row["error"]),
                100 * (row["ev"] + SURE * row["error"]),
            )
            for row in rows
        ),
        has_zero=True,
    )
    return often, worth


def ramp_figure(game: Game, ramp: Ramp) -> Figure:
    """Return the figure of the bet at each count that occurs."""
    bets = bets_of(ramp)
    bars = tuple(
        (float(count), float(bet))
        for count, bet, share in zip(COUNTS, bets, game.shares, strict=True)
        if share >= RARE
    )
    return Figure("Bets", "Wagers by the count before the round.", "count", "wagers", bars=bars)


def score_by_penetration(studies: Iterable[Study], *, spread: float = 12.0) -> Figure:
    """Return the figure of SCORE with the best ramp of a spread, by penetration and study."""
    lines = []
    for study in studies:
        points = []
        for behind in places_of(study):
            game = study.game(behind=behind)
            returns = game.bet(best_ramp(game, spread=spread))
            points.append((100 * game.penetration, returns.score))
        lines.append(Line(study.about.count, tuple(points)))
    return Figure(
        title="SCORE by penetration",
        note=f"The best ramp of 1 to {spread:g} at each penetration, every round played.",
        x_label="% of the shoe dealt",
        y_label="SCORE",
        lines=tuple(lines),
        has_zero=True,
    )


def growth(returns: Returns, bankroll: float, *, rounds: float) -> Figure:
    """Return the figure of a bankroll over time: the median of all players, and bands around it."""
    times = np.linspace(0, rounds, POINTS + 1)[1:]

    def spans(low: float, high: float) -> tuple[Span, ...]:
        edges = [
            risk.band(returns.ev, returns.variance, n, (low, high), bankroll=bankroll)
            for n in times
        ]
        return tuple(
            Span(float(n), bankroll + below, bankroll + above)
            for n, (below, above) in zip(times, edges, strict=True)
        )

    return Figure(
        title="Growth of a bankroll",
        note=f"Half of all players lie in the dark part, 90 % in the shaded one; "
        f"{returns.ruin(bankroll, rounds=rounds):.2%} have lost it all on the way.",
        x_label="rounds",
        y_label="bankroll",
        bands=(
            Band("90 % of players", spans(0.05, 0.95), 0.15),
            Band("half of them", spans(0.25, 0.75), 0.3),
        ),
        lines=(Line("middle", tuple((at.x, at.low) for at in spans(0.5, 0.5))),),
        has_zero=True,
    )


def study_html(study: Study) -> str:
    """Return a study as HTML for a notebook."""
    about = study.about
    facts = {
        "rulebook": about.title,
        "count": about.count,
        "boxes": str(about.boxes),
        "rounds": f"{study.rounds:,}",
        "cards": str(about.cards),
        "fewest cards behind the cutting card": str(about.behind_min),
    }
    return table(("study", ""), facts.items()) + figure_html(score_by_penetration([study]))


def game_html(game: Game) -> str:
    """Return a game as HTML for a notebook."""
    rows = [
        (f"{row['count']:+d}", f"{row['share']:.4%}", f"{row['ev']:+.5f}", f"{row['error']:.5f}")
        for row in game.rows()
    ]
    pictures = "".join(map(figure_html, by_count(game)))
    return table(("count", "share", "advantage", "error"), rows) + pictures


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return an HTML table of rows under their heads."""

    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return f"<table>{line(head, 'th')}{''.join(line(row, 'td') for row in rows)}</table>"


def figure_texts(
    returns: Returns, wager: float = 1.0, *, hourly: float = HOURLY
) -> Mapping[str, str]:
    """Return the figures of bets in words, for a unit of ``wager`` in money."""
    mean, spread = returns.scaled(wager).hourly(hourly)
    return {
        f"{hourly:g} rounds": f"{mean:+.2f} ± {spread:.2f}",
        "advantage on all that is bet": f"{returns.edge:+.4%}",
        "rounds bet on": f"{returns.played:.2%}",
        "SCORE": f"{returns.score:.2f} ± {returns.score_error:.2f}",
        "DI": f"{returns.di:.3f}",
        "N0": f"{returns.n0:,.0f}",
    }
