"""The library's public names: what they are, and that the examples run."""

import doctest
import inspect
import pkgutil
import runpy
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from decimal import Decimal
from importlib import import_module
from pathlib import Path

import pytest

import pitboss
from pitboss.arguments import SIGNATURE_MAX
from pitboss.odds.solution import solve
from pitboss.rulebook.catalog import SHIPPED
from pitboss.wagers.registry import wager_kinds
from scripts.build_site_pages import API

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"


def test_every_public_name_is_there() -> None:
    assert {*pitboss.__all__, "__version__"} == set(dir(pitboss))
    for name in pitboss.__all__:
        assert getattr(pitboss, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'croupier'"):
        _ = pitboss.croupier  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["client", "gym", "odds", "sim", "study"])
def test_dir_of_package_lists_its_public_names_which_are_no_modules(name: str) -> None:
    package = import_module(f"pitboss.{name}")
    assert dir(package) == sorted(package.__all__)
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    assert modules.isdisjoint(package.__all__)
    assert all(getattr(package, public) is not None for public in package.__all__)


CONSTANTS = ("COUNTS", "GALLERY", "RULEBOOKS", "Game", "Play")
"""Names that have no docstring at run time."""


@pytest.mark.parametrize("name", [name for name in pitboss.__all__ if name not in CONSTANTS])
def test_every_public_name_has_an_example_that_runs(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    item = getattr(pitboss, name)
    module = import_module(getattr(item, "__module__", item.__name__))
    finder = doctest.DocTestFinder(recurse=False)
    (example,) = finder.find(item, name, module=module, globs=dict(vars(module)))
    assert example.examples, f"{name} has no example"
    assert doctest.DocTestRunner().run(example).failed == 0


LIVE = ("Heard", "LiveTable", "Visitor", "play")
"""These need a server; `examples/bot_at_a_live_table.py` shows them."""
REFERENCE = [
    name
    for page in API.values()
    for names in page.values()
    for name in names
    if name.count(".") > 1
    and name.removeprefix("pitboss.client.") not in LIVE
    and not name.startswith("pitboss.wagers.kinds.")
]
"""Kinds of side wager have examples in cards on their own pages, made by asking the kind."""


@pytest.mark.parametrize("name", REFERENCE)
def test_every_name_of_the_reference_has_an_example_that_runs(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    place, _, last = name.rpartition(".")
    item = getattr(import_module(place), last)
    module = import_module(item.__module__)
    finder = doctest.DocTestFinder(recurse=False)
    (example,) = finder.find(item, name, module=module, globs=dict(vars(module)))
    assert example.examples, f"{name} has no example"
    assert doctest.DocTestRunner().run(example).failed == 0


ANNOTATION_MAX = 60
"""Characters of the longest type in a signature that people read at a glance."""


def _signatures() -> Iterator[tuple[str, inspect.Signature]]:
    """The signatures of the public functions, classes and methods."""
    for name in pitboss.__all__:
        item = getattr(pitboss, name)
        if inspect.isfunction(item) or (inspect.isclass(item) and is_dataclass(item)):
            yield name, inspect.signature(item)
        for part, method in inspect.getmembers(item) if inspect.isclass(item) else ():
            is_own = (getattr(method, "__module__", "") or "").startswith("pitboss.")
            if inspect.isroutine(method) and is_own and not part.startswith("_"):
                yield f"{name}.{part}", inspect.signature(method)


def test_help_shows_signatures_that_people_read() -> None:
    listed = dict(_signatures())
    assert len(listed) > 60
    assert str(listed["Rules"]) == "(**fields)"
    assert str(listed["Table.act"]) == "(self, what: Play, amount: Amount | None = None) -> None"
    for name, signature in listed.items():
        assert "ForwardRef" not in str(signature), name
        assert "Annotated[" not in str(signature), name
        types = [item.annotation for item in signature.parameters.values()]
        for written in map(inspect.formatannotation, [*types, signature.return_annotation]):
            assert "'" not in written or written.startswith("Literal["), f"{name}: {written}"
            assert len(written) <= ANNOTATION_MAX, f"{name}: {written}"
    for name in pitboss.__all__:
        if name in listed and inspect.isclass(getattr(pitboss, name)):
            assert len(str(listed[name])) <= SIGNATURE_MAX, name


def test_importing_the_package_costs_nothing() -> None:
    code = "import sys, pitboss; print([m for m in sys.modules if m.startswith('pitboss.')])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout == "[]\n"


def test_a_rulebook_is_called_by_name() -> None:
    assert pitboss.rules("nz", decks=8).table.decks == 8
    assert pitboss.RULEBOOKS == SHIPPED
    with pytest.raises(pitboss.RulebookError, match=r"NZ-3\.3-a"):
        pitboss.rules("nz", decks=3)


def test_a_table_refuses_by_clause_and_changes_nothing() -> None:
    table = pitboss.Table(pitboss.rules("nz"), cards="As 6d 6h 9c Tc 5s")
    table.sit("ann", 100)
    table.bet("ann", 10)
    table.deal()
    before = table.state
    with pytest.raises(pitboss.Refused, match=r"NZ-11\.1"):
        table.act("double")
    with pytest.raises(ValueError, match="there is no play 'fold'"):
        table.act("fold")  # type: ignore[arg-type]
    assert table.state is before
    assert table.may("ann") == ("hit", "stand")
    assert table.turn is not None
    assert (table.turn.player, str(table.turn.hand)) == ("ann", "As 6h")
    assert table.view("ann").chips == 9000
    table.act("hit")
    table.act("stand")
    assert table.is_over
    assert table.net == {"ann": Decimal(-10)}
    assert table.balances == {"ann": Decimal(90)}
    assert table.books.total() == 0
    assert table.story()[-1] == "Round 1 is over."


def test_a_table_asks_for_insurance() -> None:
    table = pitboss.Table(pitboss.rules("tribal", even_money=True), cards="As Ts Ad Kh 9c Kc")
    for player in ("ann", "bob"):
        table.sit(player, 100)
        table.bet(player, 10)
    table.deal()
    assert table.turn is None
    table.take_even_money("ann")
    table.insure("bob", 5)
    table.act("stand")
    assert table.net == {"ann": Decimal(10), "bob": Decimal(0)}


@pytest.mark.parametrize("name", pitboss.RULEBOOKS)
def test_a_seeded_table_deals_the_same_rounds_again(name: str) -> None:
    assert _played(name) == _played(name)


def _played(name: str) -> list[str]:
    table = pitboss.Table(pitboss.rules(name), seed=7)
    table.sit("ann", 1000)
    for _ in range(40):
        table.bet("ann", 10)
        table.deal()
        if table.turn is None and not table.is_over:
            table.decline()
        while table.turn is not None:
            table.act("hit" if table.turn.hand.total < 17 else "stand")
    assert table.books.total() == 0
    return table.story()


def test_a_table_draws_prizes_and_takes_amounts_for_each_dealer_hand() -> None:
    rules = pitboss.rules("nz", madness_21=True)
    table = pitboss.Table(rules, seed=3, cards="As 9d Ks 8c")
    table.sit("ann", 100)
    table.bet("ann", "10")
    table.bet("ann", 1, wager="madness_21")
    table.deal()
    assert table.is_over
    assert table.net["ann"] >= Decimal(15) + 5
    rules = pitboss.rules("tribal", multiple_action=True)
    several = pitboss.Table(rules, cards="Ts 9d Ks 8c 8s 8h")
    several.sit("ann", 100)
    several.bet("ann", 10, 10, 10)
    several.deal()
    several.act("stand")
    assert several.net == {"ann": Decimal(30)}


def test_a_shoe_that_runs_out_is_filled_from_the_discards() -> None:
    table = pitboss.Table(pitboss.rules("nz", decks=4), cards="Ts 9d Ks 8c")
    table.sit("ann", 1000)
    shuffles = 0
    while not shuffles:
        table.bet("ann", 10)
        table.deal()
        if table.turn is None and not table.is_over:
            table.decline()
        while table.turn is not None:
            table.act("hit" if table.turn.hand.total < 17 else "stand")
        shuffles = sum(1 for told in table.story() if "in the shoe" in told) - 1
    assert table.books.total() == 0


def test_questions_are_answered() -> None:
    rules = pitboss.rules("double_deck")
    solution = pitboss.solve(rules)
    assert solution.house_edge == pytest.approx(solve(rules).house_edge)
    assert pitboss.solve(rules, by="totals").house_edge > solution.house_edge
    assert pitboss.solve(rules, removed="As Ah").house_edge > solution.house_edge
    assert pitboss.advise(rules, "Ts 6d", "Tc").best == "hit"
    assert pitboss.advise(rules, pitboss.parse_cards("8s 8d"), "6s", removed=["As"]).best == "split"


def test_a_simulation_agrees_with_the_odds() -> None:
    rules = pitboss.rules("double_deck")
    result = pitboss.simulate(rules, 100_000, every_round=True)
    exact = pitboss.solve(rules).player_ev
    assert abs(result.player_ev - exact) < 4 * result.standard_error


def test_a_script_is_a_file_or_a_text() -> None:
    path = EXAMPLES / "rounds" / "01-first-round.round.toml"
    assert pitboss.replay(path).ok
    assert pitboss.replay(str(path)).ok
    assert pitboss.replay(path.read_text(encoding="utf-8")).ok


SAYS = {
    "play_a_round": "{'ann': Decimal('30.00')} {'ann': Decimal('130.00')}",
    "compare_options": "surrender = true         -0.1980% -0.6290%",
    "side_wager": "{'ann': Decimal('55.00')}",
    "own_rulebook": "max_bet = 50",
    "count_cards": "by the count +",
    "study_a_game": "75% dealt: SCORE",
    "settle_a_dispute": "Two cards that include an ace may not be doubled [NZ-11.1].",
    "bot_at_a_live_table": "",
    "learn_to_play": "",
    "learn_to_bet": "",
    "learn_index_plays": "",
}
"""A part of what each example prints; nothing where it has a test of its own."""


def test_every_example_is_here() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(SAYS)


@pytest.mark.parametrize("name", [name for name, said in SAYS.items() if said])
def test_examples_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    known = dict(wager_kinds())
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    wager_kinds().clear()
    wager_kinds().update(known)
    assert SAYS[name] in capsys.readouterr().out
