"""What commands print with --json has a published schema; `run_json` holds every output to it."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pitboss.cli.main import COMMANDS
from pitboss.cli.rules import schema_names
from tests.cli.commands import run, run_json, schema_of

ROUND = Path(__file__).parents[2] / "examples" / "rounds" / "01-first-round.round.toml"
TESTS = Path(__file__).parents[1]
CHEAP = (
    ("rulebooks",),
    ("rulebooks", "--gallery"),
    ("rules", "nz"),
    ("diff", "nz", "tribal"),
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
    data = run_json(*arguments)
    first = data[0] if isinstance(data, list) else data
    assert set(first) <= set(properties(schema_of(arguments[0]).schema))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_data_of_every_command_are_checked_by_some_test(name: str) -> None:
    named = re.compile(rf"(?:run_json\(\s*|schema_of\(|\(){re.escape(json.dumps(name))}")
    tests = (path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py"))
    assert any(named.search(text) for text in tests if "run_json" in text or "schema_of" in text)


def properties(schema: Any) -> dict[str, Any]:
    """What the schema says of the printed object, of the first of several, or of each of a list."""
    if "anyOf" in schema:
        name = schema["anyOf"][0]["$ref"].rpartition("/")[2]
        schema = schema["$defs"][name]
    keys: dict[str, Any] = schema.get("items", schema)["properties"]
    return keys


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
    assert not schema_of(command).is_valid(data)
