"""Games that are known say what the solver says, and nothing is taken for known that is not."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import cache
from pitboss.cards import Card
from pitboss.hands import hand_of
from pitboss.odds import game as known_games
from pitboss.odds.advice import advise_hand, known_advice
from pitboss.odds.game import (
    SolvedGame,
    game_of,
    known_game,
    player_ev_of,
    record_of,
    solve_game,
    solve_solution,
    strategy_of,
)
from pitboss.odds.known.fingerprints import fingerprint, game_text
from pitboss.odds.known.records import Record, pack, unpack
from pitboss.odds.known.shipped import FILES, read_results, write_results
from pitboss.odds.sheets.par_sheet import StrategySheet, par_sheet, solved_sheet
from pitboss.odds.shoe import card_of, full, shoe_of_decks
from pitboss.odds.side_wagers.chances import wager_law
from pitboss.odds.side_wagers.known import code_of, is_kept, known_law
from pitboss.odds.solver import kernels
from pitboss.odds.solver.offers import PLAYED
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.questions.acts import acts_when_doubled
from pitboss.rulebook.rules import Rules
from scripts.build_results import Worked, differences, tables
from tests.agreement.variants import SOLVED

RECORDS_MAX = 1_500_000
"""Bytes of all files of results together."""


def table(book: str, **options: object) -> Rules:
    return choose(load_rulebook(book), options)


def sheet_of(plain: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in plain.items() if name not in ("seconds", "source")}


@pytest.mark.parametrize("book", ["tribal", "double_deck"])
def test_shipped_results_are_those_of_the_solver(book: str) -> None:
    worked = Worked()
    rules = table(book)
    worked.add(rules)
    assert not list(differences(book, worked))
    fresh, known = solve_game(rules), known_game(rules)
    assert known is not None
    assert known.strategy == fresh.strategy
    # Last digits may be those of another processor.
    sheets = [par_sheet(load_rulebook(book), rules, game).plain() for game in (fresh, known)]
    for name, figure in sheet_of(sheets[0]).items():
        is_number = isinstance(figure, float)
        if name not in ("outcomes", "results"):
            assert sheets[1][name] == (pytest.approx(figure, abs=1e-11) if is_number else figure)
    assert [sheet["source"] for sheet in sheets] == ["computed", "cached"]


@pytest.mark.parametrize("game", SOLVED)
def test_the_play_of_every_game_of_the_gallery_is_whole(game: str) -> None:
    """A simulation asks it for hands that were doubled too, where those may go on."""
    rules = table(game)
    goes_on = bool(solve_solution(rules).game.play.doubled_legal.shape[0])
    assert acts_when_doubled(rules) == goes_on
    assert ("234+" in strategy_of(rules).dealt) == goes_on


@pytest.mark.long
@pytest.mark.parametrize("book", FILES)
def test_every_shipped_result_is_that_of_the_solver(book: str) -> None:
    worked = Worked()
    for rules in tables(book):
        worked.add(rules)
    assert not list(differences(book, worked))


@pytest.mark.parametrize("book", FILES)
def test_every_table_with_one_option_changed_is_shipped(
    book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.odds.side_wagers.known.wager_law", None)
    for rules in tables(book):
        game = known_game(rules)
        assert game is not None, f"{rules.options}: run make results"
        shoe = shoe_of_decks(rules.decks_in_play)
        for wager in filter(is_kept, rules.wagers.values()):
            assert known_law(rules, wager, shoe, play=game)


def test_shipped_results_are_few_bytes_and_written_the_same_way_again() -> None:
    files = {book: read_results(book) for book in FILES}
    written = {book: write_results(*read) for book, read in files.items()}
    assert sum(map(len, written.values())) < RECORDS_MAX
    assert written == {book: write_results(*read) for book, read in files.items()}


def test_the_odds_of_side_wagers_are_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = table("house")
    shoe = shoe_of_decks(rules.decks_in_play)
    wager = rules.wagers["over_13"]
    assert known_law(rules, wager, shoe) == wager_law(rules, wager, shoe)
    monkeypatch.setattr("pitboss.odds.side_wagers.known.wager_law", None)
    assert known_law(rules, rules.wagers["match_dealer"], shoe)


def test_code_of_a_kind_leaves_out_its_words() -> None:
    code = code_of(
        '"""A."""\n\nONE = 1\n"""B\n\nC."""\n\n\ndef f():\n    """D."""\n    return ONE\n'
    )
    assert code == "ONE = 1\ndef f():\n    return ONE"


@pytest.mark.parametrize("book", SHIPPED)
def test_known_advice_is_that_of_the_solver(book: str) -> None:
    rules = table(book)
    shoe = shoe_of_decks(rules.decks_in_play)
    told = 0
    for first in range(10):
        for second in {first, 9 - first, (first + 3) % 10, 9}:
            for up in (0, 5, 9):
                cards: tuple[Card, Card] = (card_of(first), card_of(second) + 1)
                known = known_advice(rules, cards, card_of(up), shoe=shoe)
                fresh = advise_hand(rules, cards, card_of(up), shoe=shoe).advice
                if known is None:
                    assert (first, second) == (9, 9)
                    continue
                told += 1
                assert known.values == pytest.approx(fresh.values, abs=1e-12)
                assert list(known.values) == list(fresh.values)
                assert known.blackjack_p == pytest.approx(fresh.blackjack_p)
                assert known.insurance_ev == fresh.insurance_ev
                assert known.even_money == fresh.even_money
    assert told > 80
    assert known_advice(rules, (card_of(2), card_of(3), card_of(4)), 0, shoe=shoe) is None


def test_nothing_is_compiled_that_is_not_kept() -> None:
    # What is put into its callers is compiled with them, and never for itself.
    inlined = (
        kernels.blackjack_value,
        kernels.double_of,
        kernels.size_of,
        kernels.average_next_card,
    )
    before = [len(vars(one)["overloads"]) for one in inlined]
    rules = table("tribal", dealer_blackjack_takes="busted_plus_one", decks=1)
    record_of(solve_solution(rules))
    assert [len(vars(one)["overloads"]) for one in inlined] == before


class Asked:
    """Rules that note which of their parts somebody reads."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.read: set[str] = set()

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """Rules, for whoever asks."""
        return Rules

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self.rules, name)


def test_the_solver_reads_nothing_that_is_not_in_the_fingerprint() -> None:
    asked: Any = Asked(table("pa_free_bet"))
    solve_game(asked, shoe_of_decks(1))
    assert {"double", "split", "settlement"} <= asked.read
    # Limits are read for the stakes of insurance and doubles, which are in the fingerprint.
    assert asked.read <= {*PLAYED, "limits", "decks_in_play", "clauses", "clause", "refuse"}


def test_a_fingerprint_tells_games_apart_and_nothing_else() -> None:
    rules = table("tribal")
    name = fingerprint(rules, full(6))
    assert name == fingerprint(table("tribal", min_bet=25, max_bet=500, boxes=3), full(6))
    assert name == fingerprint(replace(rules, title="Ours", revision=99), full(6))
    assert name != fingerprint(rules, full(6).without([0]))
    assert name != fingerprint(table("tribal", surrender=True), full(6))
    barred = replace(rules, double=msgspec.structs.replace(rules.double, after_split=False))
    assert name != fingerprint(barred, full(6))
    assert "double.after_split=false" in game_text(barred, full(6))


def test_a_value_that_files_may_be_silent_on_counts_only_where_it_is_said() -> None:
    assert "after_split" not in game_text(table("tribal"), full(6))


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.NAME, str(tmp_path))
    return tmp_path / "results"


def test_a_game_is_solved_once_and_kept(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, rules = load_rulebook("double_deck"), table("double_deck")
    shoe = shoe_of_decks(2).without([16])
    sheets = [solved_sheet(book, rules, shoe) for _ in range(2)]
    assert [sheet.game.source for sheet in sheets] == ["computed", "cached"]
    assert sheet_of(sheets[0].plain()) == sheet_of(sheets[1].plain())
    charts = [StrategySheet(book, rules, shoe, sheet.game).plain() for sheet in sheets]
    assert sheet_of(charts[0]) == sheet_of(charts[1])
    assert player_ev_of(rules, shoe) == sheets[0].game.figures.player_ev
    assert game_of(rules, shoe, is_fresh=True).source == "computed"
    # Another program would not look at it.
    monkeypatch.setattr(known_games, "solver_text", lambda: "another")
    assert known_game(rules, shoe) is None


def test_a_forged_result_is_ignored_and_replaced(kept: Path) -> None:
    rules, shoe = table("double_deck"), shoe_of_decks(2).without([0, 4])
    ev = game_of(rules, shoe).figures.player_ev
    (path,) = kept.iterdir()
    for content in (b"", b"\x80\x04K\x01.", path.read_bytes()[:-5]):
        cache.store("results", path.name, content)
        assert known_game(rules, shoe) is None
    assert game_of(rules, shoe).source == "computed"
    known = known_game(rules, shoe)
    assert known is not None
    assert known.figures.player_ev == ev


def test_what_can_be_no_result_is_not_taken_for_one() -> None:
    known = known_game(table("double_deck"))
    assert isinstance(known, SolvedGame)
    record = known.play
    assert isinstance(record, Record)
    assert unpack(pack(record)) == record
    told = record.figures
    wrong = (
        msgspec.structs.replace(record, rows=record.rows[:-1]),
        msgspec.structs.replace(record, rows=b"X" + record.rows[1:]),
        msgspec.structs.replace(record, worth=record.worth + b"\0"),
        *(
            msgspec.structs.replace(record, figures=msgspec.structs.replace(told, **change))
            for change in (
                {"player_ev": float("nan")}, {"win_p": 2.0}, {"spread": "guessed"},
                {"pairs": {"X": "-" * 10}}, {"net": ((1.0, 0.5),)},
            )
        ),
    )  # fmt: skip
    for one in wrong:
        assert unpack(pack(one)) is None
    assert unpack(pack(record) + b"\0") is None
    assert unpack(b"\0" * 10) is None


def test_hands_of_known_games_ask_the_rules_about_splits() -> None:
    rules = table("double_deck")
    known = known_game(rules)
    assert known is not None
    by_rank = [hand_of((36, other)) for other in (37, 40)]
    assert ["split" in known.values(hand, 16) for hand in by_rank] == [True, False]
