"""Text from files never steers a terminal: its control characters are printed as numbers."""

import json
import re
from pathlib import Path

import pytest

from pitboss.cli.shared.output import visible
from tests.cli.commands import run

EVIL = "Nice \\u001b[2J\\u009b2J \\u202e \\u0007 game\\nthe log holds"
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")

BOOK = f"""\
extends = "standard"
title = "{EVIL}"
about = "{EVIL}"
source = "{EVIL}"

[clauses]
"X-1" = "{EVIL}"

[options.rsa]
clause = "X-1"
text = "{EVIL}"

[[notices]]
clause = "X-1"
text = "{EVIL}"
"""
SCRIPT = f"""\
title = "{EVIL}"
rulebook = "evil.toml"
shoe = "Ts 9d Td 7h"
[[rounds]]
wagers = ["1 ann main 10"]
acts = ["1 stand"]
expect = {{ "ann 1 main" = 11 }}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder below the working folder with a rulebook and a script that would steer."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "evil.toml").write_text(BOOK, encoding="utf-8")
    (folder / "evil.round.toml").write_text(SCRIPT, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "command",
    [
        "rules texts/evil.toml",
        "rules texts/evil.toml --json",
        "rules texts/evil.toml --toml",
        "rules texts/evil.toml --set rsa=9",
        "clauses texts/evil.toml",
        "diff standard texts/evil.toml",
        "odds texts/evil.toml",
        "strategy texts/evil.toml",
        "replay texts/evil.round.toml",
        "replay texts/evil.round.toml --story",
        "simulate texts/evil.toml --rounds 1000",
    ],
)
def test_no_command_prints_what_steers(folder: Path, command: str) -> None:
    result = run(*command.split())
    assert result.exit_code in (0, 1, 2)
    assert result.output.strip()
    assert STEERS.search(result.output) is None
    assert "\nthe log holds" not in result.output or "about" in result.output or "rules" in command


def test_a_broken_file_is_told_without_steering(folder: Path) -> None:
    (folder / "evil.toml").write_text(BOOK + f'["{EVIL}"]\n', encoding="utf-8")
    result = run("rules", "texts/evil.toml")
    assert result.exit_code == 2
    assert STEERS.search(result.output) is None


def test_a_title_in_a_log_cannot_write_a_verdict(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    title = json.loads(f'"{EVIL}"')
    log.write_text(json.dumps({"title": title}, ensure_ascii=False) + "\n", encoding="utf-8")
    result = run("verify", str(log))
    assert STEERS.search(result.output) is None


def test_visible_text_is_the_same_json() -> None:
    text = json.dumps({"a": "\x1b\x9b\u202e ok\n"}, ensure_ascii=False)
    assert json.loads(visible(text)) == json.loads(text)
