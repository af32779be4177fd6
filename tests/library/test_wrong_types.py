"""Every public callable refuses what is of the wrong type, in each place, with one sentence."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest

import pitboss
from pitboss import odds, sim, study
from pitboss.bots.by_strategy import ByStrategy
from pitboss.bots.random_legal import RandomLegal
from pitboss.engine.deal import Deal
from pitboss.engine.declare import evolve
from pitboss.engine.legal import legal
from pitboss.engine.table import decide, open_table, replay
from pitboss.engine.views import view
from pitboss.gym import BlackjackEnv, ManyBlackjackEnv, SeatsEnv
from pitboss.testing.check_rulebook import check_rulebook
from pitboss.testing.check_store import check_store
from pitboss.testing.check_wager import check_wager
from pitboss.wagers.kinds.streak import Streak
from pitboss.wagers.registry import add_kind

WRONG = {
    "object": object(),
    "bytes": b"x",
    "list": [None],
    "nan": float("nan"),
    "dict": {"a": None},
}
"""What no parameter of a public callable takes."""
DATA = {
    "Advice", "CountedWager", "Effects", "Efficiency", "Game", "Plays", "Result", "Returns",
    "Options", "Play", "Report", "Rules", "SideOdds", "Solution", "Strategy", "Study",
}  # fmt: skip
"""Classes that functions give back, and nobody makes by hand."""


@cache
def studied() -> pitboss.Study:
    return pitboss.Study.shipped("house", "hi_lo")


@cache
def game() -> study.Game:
    return studied().game(penetration=0.75)


@cache
def solution() -> pitboss.Solution:
    return pitboss.solve("double_deck")


def table() -> pitboss.Table:
    dealt = pitboss.Table("tribal", cards="Ts 6d 5h Td 4c 9s")
    dealt.sit("ann", 100)
    dealt.bet("ann", 10)
    dealt.deal()
    return dealt


def bets() -> study.Returns:
    return game().bet({0: 1, 2: 4})


def bet(player: Any, amount: Any, wager: Any, box: Any) -> None:
    dealt = pitboss.Table("tribal")
    dealt.sit("ann", 100)
    dealt.bet(player, amount, wager=wager, box=box)


def environment() -> BlackjackEnv:
    made = BlackjackEnv()
    made.reset(seed=1)
    return made


def seats() -> SeatsEnv:
    made = SeatsEnv()
    made.reset(seed=1)
    return made


Case = tuple[Callable[[], Callable[..., object]], tuple[str, ...], dict[str, Any]]


def case(made: Callable[[], Callable[..., object]], *names: str, **beside: Any) -> Case:
    """How a callable is made, the parameters to try, and what stands beside them."""
    return made, names, beside


CHART: dict[str, Any] = {"name": "x", "hard": {}, "soft": {}, "pairs": {}}
BETS: dict[str, Any] = {"bankroll": 100}
CASES: dict[str, Case] = {
    "Card": case(lambda: pitboss.Card, "text"),
    "Card.of": case(lambda: pitboss.Card.of, "number"),
    "Chart": case(lambda: pitboss.Chart, *CHART, "is_insured", "free_hard", **CHART),
    "Chart.play": case(lambda: pitboss.basic_chart().play, "hand", "up", hand="Ts 6d", up="9c"),
    "Chart.write": case(lambda: pitboss.basic_chart().write, "path"),
    "Table": case(lambda: pitboss.Table, "game", "seed", "cards", game="nz"),
    "Table.sit": case(lambda: table().sit, "player", "chips", player="bob", chips=10),
    "Table.bet": case(
        lambda: bet, "player", "amount", "wager", "box",
        player="ann", amount=10, wager="main", box=1,
    ),
    "Table.insure": case(lambda: table().insure, "player"),
    "Table.take_even_money": case(lambda: table().take_even_money, "player"),
    "Table.act": case(lambda: table().act, "what", "amount", what="double"),
    "Table.may": case(lambda: table().may, "player"),
    "Table.view": case(lambda: table().view, "player"),
    "Table.send": case(lambda: table().send, "command"),
    "advise": case(
        lambda: pitboss.advise, "game", "hand", "up", "removed",
        game="double_deck", hand="Ts 6d", up="9c",
    ),
    "par_sheet": case(lambda: pitboss.par_sheet, "game", "removed", game="double_deck"),
    "parse_cards": case(lambda: pitboss.parse_cards, "text"),
    "Chart.parse": case(lambda: pitboss.Chart.parse, "text", "name", text="[hard]"),
    "Chart.read": case(lambda: pitboss.Chart.read, "path"),
    "rules": case(lambda: lambda **given: pitboss.rules(given["game"]), "game"),
    "Hand": case(lambda: pitboss.Hand, "cards"),
    "dealer_odds": case(
        lambda: pitboss.dealer_odds, "game", "up", "removed", game="nz", up="6s"
    ),
    "indices": case(
        lambda: pitboss.indices, "game", "count", "penetration", game="nz", count="hi_lo"
    ),
    "removal_effects": case(lambda: pitboss.removal_effects, "game"),
    "rule_effects": case(lambda: pitboss.rule_effects, "game"),
    "read_log": case(lambda: pitboss.read_log, "log"),
    "verify": case(
        lambda: pitboss.verify, "log", "witness", "key", "receipts",
        log="examples/logs/one_round.log.jsonl",
    ),
    "Solution.split": case(lambda: solution().split, "pair", "up", "hands", pair="8", up="9c"),
    "Count": case(
        lambda: pitboss.Count, "name", "tags", "is_true", "unbalanced_by", "scale",
        name="own", tags=(0,) * 10, is_true=True, unbalanced_by=0,
    ),
    "replay": case(lambda: pitboss.replay, "script"),
    "simulate": case(
        lambda: pitboss.simulate, "game", "rounds", "player", "penetration", "boxes", "ramp",
        "wagers", "seed", "threads", "every_round", game="nz", rounds=10,
    ),
    "solve": case(lambda: pitboss.solve, "game", "removed", "shoe", "by", game="double_deck"),
    "Rules.clause": case(lambda: pitboss.rules("nz").clause, "path"),
    "Solution.acts": case(
        lambda: solution().acts, "first", "second", "up", first="Ts", second="6d", up="9c"
    ),
    "Solution.values_of": case(
        lambda: solution().values_of, "first", "second", "up", first=1, second=2, up=3
    ),
    "Solution.spot_deviation": case(lambda: solution().spot_deviation, "spots"),
    "Solution.ev_with_ante": case(lambda: solution().ev_with_ante, "wager"),
    "odds.Shoe": case(lambda: odds.Shoe, "ranks"),
    "odds.Shoe.without": case(lambda: odds.full(1).without, "cards"),
    "odds.Situation": case(lambda: odds.Situation, "is_added", "hands", "doubles"),
    "odds.full": case(lambda: odds.full, "decks"),
    "odds.of_cards": case(lambda: odds.of_cards, "cards"),
    "odds.parse_shoe": case(lambda: odds.parse_shoe, "text"),
    "odds.standard_deviation": case(lambda: odds.standard_deviation, "solution"),
    "sim.ByStrategy": case(lambda: sim.ByStrategy, "strategy"),
    "sim.LikeDealer": case(lambda: sim.LikeDealer, "rules"),
    "sim.Experiment": case(
        lambda: sim.Experiment, "rules", "player", "boxes", "bet", "shuffle", "penetration",
        "wagers", "betting", "player_errors", "dealer_errors",
        rules="double_deck", player=pitboss.basic_chart(),
    ),
    "sim.run_experiment": case(
        lambda: sim.run_experiment, "experiment", "rounds", "seed", "threads", "executor",
        "until_error",
        experiment=sim.Experiment(pitboss.rules("double_deck"), pitboss.basic_chart()), rounds=10,
    ),
    "study.Mistakes": case(lambda: study.Mistakes, "missed", "decks", "bets"),
    "study.Others": case(lambda: study.Others, "boxes", "cards", boxes=2),
    "study.best_bets": case(
        lambda: (lambda **given: study.best_bets(**{"game": game(), **given})),
        "game", "bankroll", "kelly", "ruin", "low", "high", "chip", "hands", "enter", **BETS,
    ),
    "study.best_count": case(lambda: study.best_count, "game", "level", game="double_deck"),
    "best_ramp": case(
        lambda: (lambda **given: pitboss.best_ramp(**{"game": game(), **given})),
        "game", "spread", "hands", "enter", spread=8,
    ),
    "study.best_returns": case(
        lambda: (lambda **given: study.best_returns(**{"study": studied(), **given})),
        "study", "behinds", "spread", "enter", behinds=(104,), spread=8,
    ),
    "study.bet_with_mistakes": case(
        lambda: (lambda **given: study.bet_with_mistakes(**{"game": game(), **given})),
        "game", "ramp", "mistakes", "count", ramp={0: 1}, mistakes=study.Mistakes(0.1),
    ),
    "study.cards_of_box": case(lambda: study.cards_of_box, "rules", "player", rules="nz"),
    "study.efficiency": case(
        lambda: study.efficiency, "game", "count", "dealt", game="nz", count="hi_lo"
    ),
    "study.hourly_rounds": case(lambda: study.hourly_rounds, "others"),
    "study.human_ramp": case(
        lambda: (lambda **given: study.human_ramp(**{"game": game(), **given})),
        "game", "bankroll", "high", "kelly", "low", "levels", "chip", "hands", **BETS, high=8,
    ),
    "Study.load": case(lambda: pitboss.Study.load, "path"),
    "Study.play": case(
        lambda: pitboss.Study.play, "game", "count", "rounds", "seed", "player", "boxes", "plays",
        "insurance_at", "wagers", "player_errors", "threads", game="nz", count="hi_lo",
    ),
    "Study.shipped": case(lambda: pitboss.Study.shipped, "rulebook", "count", rulebook="house"),
    "study.side_odds": case(
        lambda: study.side_odds, "rules", "name", "stake", "shoe", rules="house", name="over_13"
    ),
    "study.with_others": case(
        lambda: (lambda **given: study.with_others(**{"game": game(), **given})),
        "game", "others", others=2,
    ),
    "Study.game": case(lambda: studied().game, "penetration", "behind"),
    "Study.merge": case(lambda: studied().merge, "other"),
    "Study.columns": case(lambda: studied().columns, "part"),
    "Study.save": case(lambda: studied().save, "path"),
    "Study.export": case(lambda: studied().export, "path", "part", path="cells.csv"),
    "Game.bet": case(
        lambda: game().bet, "ramp", "hands", "enter", "leave", "from_top", ramp={0: 1}
    ),
    "Game.wager": case(lambda: game().wager, "name"),
    "Returns.hourly": case(lambda: bets().hourly, "rounds"),
    "Returns.ruin": case(lambda: bets().ruin, "bankroll", "goal", "rounds", bankroll=10),
    "Returns.bankroll_for": case(lambda: bets().bankroll_for, "ruin"),
    "Returns.trip": case(lambda: bets().trip, "rounds", "bankroll", "goal", rounds=10),
    "open_table": case(lambda: open_table, "rules"),
    "decide": case(lambda: decide, "state", "command", state=table().state, command=Deal()),
    "evolve": case(
        lambda: evolve, "state", "event", state=table().state, event=table().events[0]
    ),
    "engine.replay": case(lambda: replay, "state", "events", state=table().state, events=()),
    "view": case(lambda: view, "state", "viewer", state=table().state, viewer="ann"),
    "legal": case(lambda: legal, "state", "viewer", state=table().state, viewer="ann"),
    "bots.ByStrategy": case(lambda: ByStrategy, "name", "rules", "strategy", name="a", rules="nz"),
    "bots.RandomLegal": case(
        lambda: RandomLegal, "name", "rules", "seed", name="a", rules="nz", seed=1
    ),
    "BlackjackEnv": case(lambda: BlackjackEnv, "rulebook", "options", "bets", "sides", "episode"),
    "BlackjackEnv.reset": case(lambda: environment().reset, "seed"),
    "BlackjackEnv.step": case(lambda: environment().step, "action"),
    "ManyBlackjackEnv": case(lambda: ManyBlackjackEnv, "num_envs", "rulebook", "bets"),
    "SeatsEnv": case(lambda: SeatsEnv, "rulebook", "seats", "bets"),
    "SeatsEnv.step": case(lambda: seats().step, "action"),
    "SeatsEnv.observe": case(lambda: seats().observe, "agent"),
    "add_kind": case(lambda: add_kind, "kind"),
    "check_rulebook": case(lambda: check_rulebook, "game", "rounds", "seed", game="nz"),
    "check_store": case(lambda: check_store, "open_store"),
    "check_wager": case(lambda: partial(check_wager, Streak), "sights", "seed"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_of_the_wrong_type_is_refused(name: str) -> None:
    made, parameters, beside = CASES[name]
    for parameter in parameters:
        for what, wrong in WRONG.items():
            if (parameter, what) in {("options", "dict"), ("what", "dict")}:
                continue
            with pytest.raises(pitboss.Error) as refused:
                made()(**{**beside, parameter: wrong})
            told = str(refused.value)
            assert "\n" not in told, (parameter, what)
            assert 10 < len(told) < 300, (parameter, what)
            assert refused.value.place, (parameter, what)


def test_no_public_callable_is_missing() -> None:
    packages = {"": pitboss, "odds.": odds, "sim.": sim, "study.": study}
    for ahead, package in packages.items():
        for name in package.__all__:
            item = getattr(package, name)
            is_error = isinstance(item, type) and issubclass(item, Exception)
            if callable(item) and not is_error and name not in DATA:
                is_bare = name in ("basic_chart", "shipped_studies")
                assert is_bare or {name, f"{ahead}{name}"} & {*CASES}, f"{ahead}{name}"
