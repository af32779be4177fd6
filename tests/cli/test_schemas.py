"""What commands print with --json has a published schema; `run_json` holds every output to it."""

import json
import re
from pathlib import Path

import jsonschema
import pytest

from pitboss.cli.main import COMMANDS
from pitboss.cli.rules import schema_names
from tests.cli.commands import run, run_json, schema_of
from tests.published import assert_published, unnamed_keys

ROUND = Path(__file__).parents[2] / "examples" / "rounds" / "01-first-round.round.toml"
TESTS = Path(__file__).parents[1]
CHEAP = (
    ("rulebooks",),
    ("rulebooks", "--gallery"),
    ("rules", "nz"),
    ("diff", "nz", "tribal"),
    ("readings", "nz"),
    ("terms",),
    ("schema",),
    ("odds", "nz"),
    ("strategy", "nz"),
    ("advise", "nz", "--hand", "Ts 6d", "--up", "9c"),
    ("replay", str(ROUND)),
)
"""What is read, or was solved before the package was built."""


def test_every_command_has_a_schema_with_a_version() -> None:
    assert set(schema_names()) == {*COMMANDS, "rulebook"}
    for name in COMMANDS:
        schema = json.loads(run("schema", name).stdout)
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["$id"] == f"pitboss:{name}:1"
        assert schema["title"] == f"What `pitboss {name} --json` prints"


@pytest.mark.parametrize("arguments", CHEAP, ids=lambda words: words[0])
def test_a_schema_names_all_that_is_printed(arguments: tuple[str, ...]) -> None:
    assert run_json(*arguments)


def test_a_key_without_a_property_is_named() -> None:
    schema = {
        "properties": {"rows": {"items": {"$ref": "#/$defs/row"}}, "any": {"type": "object"}},
        "$defs": {"row": {"anyOf": [{"type": "string"}, {"properties": {"net": {}}}]}},
    }
    data = {"rows": ["a", {"net": 1, "new": 2}, {"new": 3}], "any": {"x": 1}, "told": 1}
    assert unnamed_keys(schema, data) == ["$.rows[].new", "$.told"]
    with pytest.raises(
        AssertionError, match=r"report\.schema\.json lacks .*add what pitboss report"
    ):
        assert_published("report", schema, data)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_data_of_every_command_are_checked_by_some_test(name: str) -> None:
    named = re.compile(rf"(?:run_json\(\s*|schema_of\(|\(){re.escape(json.dumps(name))}")
    tests = (path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py"))
    assert any(named.search(text) for text in tests if "run_json" in text or "schema_of" in text)


@pytest.mark.parametrize(
    "command, data",
    [
        ("odds", {"rulebook": "nz"}),
        ("verify", {"ok": "yes", "table": None, "rulebook": None, "records": 1, "checks": []}),
        ("serve", {"url": 8021, "admin_url": None}),
        ("backup", {"file": "a", "logs": 1}),
    ],
)
def test_what_is_not_by_the_schema_is_refused(command: str, data: object) -> None:
    with pytest.raises(AssertionError, match=f"the output of {command} does not fit"):
        assert_published(command, schema_of(command), data)
