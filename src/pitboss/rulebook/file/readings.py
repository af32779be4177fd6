"""Readings: places where a text can be read in several ways, each an option of its rulebook."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources

from pitboss.rulebook.clauses import Clause
from pitboss.rulebook.file.options import Option, show_value, written
from pitboss.rulebook.file.reader import Raw

EDGES = "edges.json"
"""File with the edges that each reading of a shipped rulebook moves."""
FLAG = {"true", "false"}
"""Values of a reading that is a flag."""


def with_readings(raw: Raw) -> Raw:
    """Return a file's contents with each of its readings among the options.

    A file that extends another may give parts of a reading only, as of an option.
    """
    readings = raw.get("readings")
    if not isinstance(readings, dict):
        return raw
    options = {
        name: _as_option(entry) if isinstance(entry, dict) else entry
        for name, entry in readings.items()
    }
    rest = {key: value for key, value in raw.items() if key != "readings"}
    return {**rest, "options": {**raw.get("options", {}), **options}}


def _as_option(reading: Raw) -> Raw:
    option = dict(reading)
    if isinstance(reading.get("clause"), list):
        option["clause"], *option["also"] = reading["clause"]
    values = option.pop("values", None)
    if isinstance(values, dict):
        option["says"] = values
    if "unclear" in reading:
        option |= {"reading": True, "type": "choice", "values": list(values or ())}
    if isinstance(values, dict) and values.keys() == FLAG:
        option |= {"type": "boolean", "values": None}
    return option


def reading_lines(lines: dict[str, int]) -> dict[str, int]:
    """Return the lines of a file's keys, those of readings by their option's path as well."""
    own = {path: line for path, line in lines.items() if path.startswith("readings.")}
    return lines | {f"options.{path.partition('.')[2]}": line for path, line in own.items()}


def noted_readings(
    clauses: Mapping[str, Clause], options: Mapping[str, Option]
) -> dict[str, Clause]:
    """Return the clauses, each that a reading decides with what its text leaves open."""
    decided = decided_clauses(options)
    return {
        name: replace(clause, ambiguity=decided.get(name, clause.ambiguity))
        for name, clause in clauses.items()
    }


def decided_clauses(options: Mapping[str, Option]) -> dict[str, str]:
    """Return the clauses that readings decide, each with what its text leaves open."""
    unclear: dict[str, list[str]] = {}
    for option in options.values():
        for clause in option.spec.clauses if option.spec.unclear else ():
            unclear.setdefault(clause, []).append(option.spec.unclear)
    return {clause: " ".join(dict.fromkeys(sentences)) for clause, sentences in unclear.items()}


@cache
def shipped_edges() -> dict[str, dict[str, dict[str, dict[str, float]]]]:
    """Return house edges by rulebook, reading, value and wager; ``main`` is the main wager."""
    text = resources.files("pitboss.rulebooks").joinpath(EDGES).read_text(encoding="utf-8")
    edges: dict[str, dict[str, dict[str, dict[str, float]]]] = json.loads(text)["edges"]
    return edges


def values_then(options: Mapping[str, Option]) -> dict[str, str]:
    """Return the values of readings in a log that is older than them, if not the defaults."""
    specs = {name: option.spec for name, option in options.items()}
    return {name: written(spec.was) for name, spec in specs.items() if spec.was is not None}


def shown_readings(options: Mapping[str, Option], chosen: Mapping[str, object]) -> dict[str, str]:
    """Return every reading with its value, as it is written on the command line."""
    return {
        name: show_value(option.spec, chosen[name])  # type: ignore[arg-type]
        for name, option in options.items()
        if option.spec.reading
    }
