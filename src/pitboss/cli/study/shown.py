"""The output of `pitboss study`: bets, their value and their risk."""

from typing import TYPE_CHECKING, Any

from pitboss.cli.shared.errors import InputError
from pitboss.cli.shared.output import print_heading, print_items, print_json, print_table
from pitboss.library.players import player_named

if TYPE_CHECKING:
    from pitboss.study.game import Game
    from pitboss.study.returns import Returns
    from pitboss.study.study import Study

SPREAD = 12.0
"""The default spread of the ramp."""


def show(made: "Study", flags: dict[str, Any], *, as_json: bool) -> None:
    """Print what the bets asked for come to."""
    game = _seated(made.game(penetration=flags["penetration"]), flags)
    ramp = _ramp(game, flags)
    returns = _returns(game, ramp, flags)
    if as_json:
        print_json(_plain(made, game, ramp, returns, flags))
        return
    dealt = f"{game.penetration:.1%} dealt, {game.rounds_per_shoe:.1f} rounds a shoe"
    print_heading(f"{made.about.title} by {made.about.count}: {dealt}, {made.rounds:,} rounds")
    print_table(("bets", "value"), _in_words(returns, flags))
    _print_counts(game, ramp)


def _plain(
    made: "Study", game: "Game", ramp: dict[int, float], returns: "Returns", flags: dict[str, Any]
) -> dict[str, Any]:
    """Return the answer as plain data; without a bankroll, that of full Kelly is taken."""
    from pitboss.study.game import COUNTS, bets_of

    plain = returns.plain()
    bankroll = flags["bankroll"] or (returns.variance / returns.ev if returns.ev > 0 else None)
    bets = bets_of(ramp)
    return {
        "rulebook": made.about.rulebook,
        "count": made.about.count,
        "penetration": game.penetration,
        "rounds": made.rounds,
        "rounds_per_shoe": game.rounds_per_shoe,
        "ramp": [[count, float(bet)] for count, bet in zip(COUNTS, bets, strict=True)],
        "ev_per_round": returns.ev,
        "standard_error": returns.error,
        "standard_deviation": returns.deviation,
        "score": returns.score,
        "score_error": returns.score_error,
        "di": returns.di,
        "n0": plain["n0"],
        "bankroll": bankroll,
        "certainty_equivalent": returns.certainty_equivalent(bankroll) if bankroll else None,
        "risk_of_ruin": returns.ruin(bankroll) if bankroll else 1.0,
        "average_bet": returns.bet,
        "edge": returns.edge,
        "played": returns.played,
        "risks": _risks(returns, flags),
        "by_count": [
            {
                "count": int(row["count"]),
                "frequency": row["share"],
                "ev": row["ev"],
                "standard_error": row["error"],
                "variance": row["deviation"] ** 2,
                "bet": float(bets[int(row["count"]) - COUNTS[0]]),
            }
            for row in game.rows()
        ],
        "wagers": {name: game.wager(name) for name, _ in made.about.wagers},
    }


def _seated(game: "Game", flags: dict[str, Any]) -> "Game":
    """Return the game with others at the table."""
    if not flags["others"]:
        return game
    from pitboss.study.other_players import BOX_CARDS, Others, cards_of_box, table_of, with_others

    cards = BOX_CARDS
    if flags["others_play"] not in (None, "basic"):
        rules = table_of(game.study.about)
        cards = cards_of_box(rules, player_named(rules, flags["others_play"]))
    return with_others(game, Others(flags["others"], cards))


def _ramp(game: "Game", flags: dict[str, Any]) -> dict[int, float]:
    """Return the given bets, or the best bets under the given limits."""
    from pitboss.sim.counting import parse_ramp
    from pitboss.study.ramps import best_bets, best_ramp, human_ramp

    if flags["ramp"]:
        return {step: float(units) for step, units in parse_ramp(flags["ramp"])}
    high, hands = flags["spread"] or SPREAD, flags["hands"]
    # Whoever leaves below another count than he enters at bets down to that one.
    enter = flags["enter"] if flags["leave"] is None else flags["leave"]
    kelly = flags["kelly"] or 1.0
    limits = {"bankroll": flags["bankroll"], "kelly": kelly, "high": high, "hands": hands}
    if flags["levels"]:
        return human_ramp(game, levels=flags["levels"], **limits)
    if flags["kelly"] or flags["risk"]:
        return best_bets(game, ruin=flags["risk"], low=1.0, enter=enter, **limits)
    return best_ramp(game, spread=high, hands=hands, enter=enter)


def _returns(game: "Game", ramp: dict[int, float], flags: dict[str, Any]) -> "Returns":
    """Return the value of the bets, with the chosen mistakes."""
    enter, leave, hands = flags["enter"], flags["leave"], flags["hands"]
    off = flags["missed"], flags["decks_off"], flags["bets_off"]
    if not any(off):
        is_from_top = enter is None and leave is not None
        return game.bet(ramp, hands=hands, enter=enter, leave=leave, from_top=is_from_top)
    if leave is not None or hands > 1:
        hint = "leave out --leave and --hands"
        raise InputError(
            "mistakes can be studied for one hand only, without leaving at a count", hint
        )
    from pitboss.study.game import COUNTS, bets_of
    from pitboss.study.mistakes import Mistakes, bet_with_mistakes

    bets = zip(COUNTS, bets_of(ramp).tolist(), strict=True)
    entered = {count: bet if enter is None or count >= enter else 0.0 for count, bet in bets}
    mistakes = Mistakes(*(share or 0.0 for share in off))
    own = flags["count"] if flags["count"].endswith(".toml") else ""
    return bet_with_mistakes(game, entered, mistakes, count=own)


def _risks(returns: "Returns", flags: dict[str, Any]) -> dict[str, float]:
    """Return the risk to a bankroll in wagers: in the long run, with a goal, and on a trip."""
    bankroll = flags["bankroll"]
    if not bankroll:
        return {}
    goal = flags["goal"] or bankroll
    trip = returns.trip(flags["hours"] * flags["hourly"], bankroll=bankroll, goal=goal)
    return {
        "ruin": returns.ruin(bankroll),
        "ruin_before_goal": returns.ruin(bankroll, goal=goal),
        "ruin_on_trip": returns.ruin(bankroll, rounds=trip.rounds),
        "goal_on_trip": trip.won,
        "ahead_after_trip": trip.ahead,
    }


def _in_words(returns: "Returns", flags: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the figures in words."""
    from pitboss.study.pictures import figure_texts

    rows = list(figure_texts(returns, hourly=flags["hourly"]).items())
    if not flags["bankroll"]:
        return rows
    bankroll = flags["bankroll"]
    goal, hours = flags["goal"] or bankroll, f"{flags['hours']:g} hours"
    words = {
        "ruin": "risk of ever losing the bankroll",
        "ruin_before_goal": f"risk of losing it before {goal:g} wagers are won",
        "ruin_on_trip": f"risk of losing it within {hours}",
        "goal_on_trip": f"{goal:g} wagers won within {hours}, and not lost before",
        "ahead_after_trip": f"ahead after {hours}",
    }
    rows += [(words[name], f"{value:.4%}") for name, value in _risks(returns, flags).items()]
    worth = returns.certainty_equivalent(bankroll) * flags["hourly"]
    return [*rows, ("certainty equivalent of an hour", f"{worth:+.4f}")]


def _print_counts(game: "Game", ramp: dict[int, float]) -> None:
    from pitboss.study.game import COUNTS, bets_of

    bets = bets_of(ramp)
    print_items(
        game.rows(),
        {
            "count": lambda row: f"{row['count']:+d}",
            "share of rounds": lambda row: f"{row['share']:.4%}",
            "advantage": lambda row: f"{row['ev']:+.5f}",
            "standard error": lambda row: f"{row['error']:.5f}",
            "bet": lambda row: f"{bets[int(row['count']) - COUNTS[0]]:.2f}",
        },
    )
