"""The memo of an analyst: where its figures come from, and what they are held against."""

from pathlib import Path

import pitboss
from pitboss.odds.sheets.effects import RuleEffect
from pitboss.odds.sheets.memo import compare, memo_page, origin, published
from pitboss.rulebook.catalog import load_rulebook, rules_of
from pitboss.study.simulated import simulated_figures
from tests.cli.commands import run

ROUNDS = 400_000


def test_every_wager_is_set_beside_its_simulation() -> None:
    sheet = pitboss.par_sheet("house")
    rows = compare(sheet, simulated_figures(sheet, ROUNDS))
    assert [row.title for row in rows] == ["Main wager", "Match the Dealer", "Over 13", "Under 13"]
    for row in rows:
        assert row.standard_error > 0
        assert abs(row.z) < 5, row
        assert row.difference == row.simulated - row.exact


def test_a_published_figure_stands_beside_ours_with_its_reason() -> None:
    sheet = pitboss.par_sheet(rules_of("nz", perfect_pairs="scale_2"))
    (known,) = published(sheet)
    assert (known.title, known.edge) == ("Perfect Pairs", 0.0611)
    assert abs(known.ours - known.edge) < 0.00005
    assert known.source
    assert known.reason
    assert not list(published(pitboss.par_sheet(rules_of("nz", perfect_pairs="scale_1"))))
    (vegas,) = published(pitboss.par_sheet("vegas_strip_s17"))
    assert vegas.edge == 0.0026


def test_the_digest_is_of_the_text_of_the_rulebook() -> None:
    book = load_rulebook("nz")
    assert len(book.digest) == 64
    assert book.digest == load_rulebook("nz").digest
    assert book.digest != load_rulebook("house").digest


def test_a_page_has_fields_origin_effects_and_readings() -> None:
    sheet = pitboss.par_sheet("house")
    about = origin(
        sheet, version="1.2.3", date="2026-03-12 21:00 UTC", command="pitboss odds house"
    )
    effect: RuleEffect = {
        "option": "hole_check", "value": "none", "house_edge": 0.01, "change": 0.009, "clause": "H",
    }  # fmt: skip
    page = memo_page(sheet, about, effects=[effect], simulated=simulated_figures(sheet, ROUNDS),
                     rounds=ROUNDS)  # fmt: skip
    for text in (
        "Client", "Analyst", "pitboss 1.2.3", "2026-03-12 21:00 UTC", "pitboss odds house",
        sheet.rulebook.digest, "Exact beside simulated", "400,000 rounds", "Published",
        "hole_check = none", "+0.9000 %", "Where the text is silent", "Match the Dealer",
    ):  # fmt: skip
        assert text in page, text


def test_the_command_writes_a_memo(tmp_path: Path) -> None:
    path = tmp_path / "memo.html"
    result = run("odds", "double_deck", "--memo", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    page = path.read_text(encoding="utf-8")
    assert "10,000,000 rounds" in page
    assert "instead" in page
