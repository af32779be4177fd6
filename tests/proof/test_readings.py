"""A log is decided under the readings that its table was opened under."""

from pathlib import Path

import msgspec
import pytest

from pitboss.engine.state import SCRIPTED
from pitboss.proof.log import verify_log
from pitboss.round_scripts.format import read_script
from pitboss.round_scripts.play import play_script
from pitboss.rulebook.file.readings import shown_readings
from pitboss.rulebook.options.changes import shown_options
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import TableHeader
from tests.store.logged import write_entry

SCRIPTS = Path(__file__).parents[1] / "clauses" / "readings"


def decisions_of(value: str, readings: dict[str, str]) -> str:
    """Status of the decisions in a log that was dealt under a value and says other readings."""
    script = read_script(SCRIPTS / f"nz-void-super-sevens-{value}.round.toml")
    played = play_script(script)
    assert played.ok
    store = MemoryStore()
    options = {"super_sevens": "true"}
    automations = msgspec.structs.asdict(SCRIPTED)
    store.create(TableHeader("t1", "T", "nz", 1, options, automations, 1, readings=readings))
    for number, (command, events) in enumerate(played.given):
        write_entry(store, command, events, f"c{number}")
    report = verify_log(export_log(store, "t1"))
    return next(check.status for check in report.checks if check.name == "decisions")


@pytest.mark.parametrize("value", ["reversed", "stays"])
def test_a_log_holds_under_the_readings_of_its_header(value: str) -> None:
    other = "stays" if value == "reversed" else "reversed"
    assert decisions_of(value, {"void_super_sevens": value}) == "ok"
    assert decisions_of(value, {"void_super_sevens": other}) == "failed"


def test_a_log_older_than_its_readings_holds_under_the_values_of_its_time() -> None:
    assert decisions_of("stays", {}) == "ok"
    assert decisions_of("reversed", {}) == "failed"


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("*.round.toml")), ids=lambda path: path.stem)
def test_a_round_under_any_value_holds_under_the_readings_of_its_log(path: Path) -> None:
    """The defaults of today may be others: the header has every reading with its value."""
    script = read_script(path)
    played = play_script(script)
    rules = played.start.rules
    readings = shown_readings(rules.book.options, rules.options)
    options = {name: text for name, text in shown_options(rules).items() if name not in readings}
    store = MemoryStore()
    automations = msgspec.structs.asdict(script.automations)
    store.create(
        TableHeader("t1", "T", script.rulebook, 1, options, automations, 1, readings=readings)
    )
    for number, (command, events) in enumerate(played.given):
        write_entry(store, command, events, f"c{number}")
    report = verify_log(export_log(store, "t1"))
    checks = {check.name: check for check in report.checks}
    assert checks["rulebook"].status == "ok", checks["rulebook"].text
    assert checks["decisions"].status == "ok", checks["decisions"].text
    assert report.judged_under is not None
    assert report.judged_under["readings"] == readings
