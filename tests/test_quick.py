"""`make quick`: which tests are near to a change, and how it ends and fails."""

import sys
import time

import pytest

from scripts.changed import imported_by, imports_of, near_tests
from scripts.quick import Step, generated_step, run_step
from scripts.quick_tests import Deadline


def test_near_tests_come_first() -> None:
    tests = near_tests(["src/pitboss/hands.py", "tests/test_money.py"])
    files = [test for test in tests if "::" not in test]
    assert files[0] == "tests/test_money.py"
    assert files.index("tests/test_hands.py") < files.index("tests/server/test_tables.py")
    assert len(files) == len(set(files))


def test_planted_tests_of_a_file_come_before_all_others() -> None:
    tests = near_tests(["src/pitboss/shuffle.py"], most=1)
    assert "::" in tests[0]
    assert "::" not in tests[-1]


def test_file_that_is_no_module_is_near_to_what_names_it() -> None:
    assert "tests/test_conformance.py" in near_tests(["examples/rulebooks/charity-night.toml"])


def test_imports_by_name_and_within_functions_are_seen() -> None:
    text = """
import pitboss.cards
HOMES = {"solve": "pitboss.odds.game"}
def answer():
    from pitboss.engine import legal
"""
    assert set(imports_of("tests/a.py", text)) == {
        "src/pitboss/cards.py", "src/pitboss/odds/game.py", "src/pitboss/engine/legal.py",
        "src/pitboss/engine/__init__.py",
    }  # fmt: skip


def test_imports_are_followed_to_the_end() -> None:
    assert {"src/pitboss/cards.py", "src/pitboss/wagers/base.py"} <= imported_by(
        "scripts/build_wager_pages.py"
    )


def test_only_generators_that_a_change_concerns_run() -> None:
    concerned = generated_step(["src/pitboss/client/playing.py"]).command
    assert "build_site_pages" in concerned
    assert "build_wager_pages" not in concerned
    assert "build_wager_pages" in generated_step(["src/pitboss/rulebooks/nz/rules.toml"]).command
    assert generated_step(["tests/test_money.py"]).command[-1] == "--only"


def test_failure_is_followed_by_its_repair(capsys: pytest.CaptureFixture[str]) -> None:
    command = (sys.executable, "-c", "print('a.md is stale'); raise SystemExit(1)")
    assert run_step(Step("generated", command, "make docs")).status == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("generated    FAILED")
    assert said[1:] == ["  a.md is stale", "  To repair: make docs."]
    assert run_step(Step("lint", (sys.executable, "-c", ""), "make format")).status == 0
    assert "repair" not in capsys.readouterr().out


def test_tests_after_the_deadline_are_left_out_and_counted() -> None:
    over, ahead = Deadline(time.monotonic()), Deadline(float("inf"))
    assert (over.pytest_runtest_protocol(), over.left) == (True, 1)
    assert (ahead.pytest_runtest_protocol(), ahead.left) == (None, 0)
