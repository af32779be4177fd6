"""Options that a rulebook fixes: it writes a value where the one it extends leaves a choice.

Options that a rulebook gives a clause of its own: what follows from them cites that clause. Clauses
that it puts in place of those it extends, and entries that it drops.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.rulebook.file.options import is_one_of, listed_values

Raw = dict[str, Any]
BY_VALUE = ("boolean", "integer", "choice")
"""Types of option whose value a condition can ask for."""


def with_noted_options(child: Raw, merged: Raw) -> Raw:
    """Add a child's clause to the values that follow an option at the child's default.

    The child's clause comes first. At other values of the option they cite as in the base. An
    option that the child describes again in full, with its type, changes no citation.
    """
    noted = {
        name: str(spec["clause"])
        for name, spec in _table(child, "options").items()
        if isinstance(spec, dict) and "clause" in spec and "type" not in spec
    }
    options, rules = _table(merged, "options"), dict(_table(merged, "rules"))
    written, results = _table(child, "rules"), merged.get("results", [])
    for name, clause in noted.items():
        spec = _table(options, name)
        results = [
            {**entry, "clause": _first(clause, entry)}
            if is_one_of(spec.get("default"), entry.get("when", {}).get(name, []))
            and entry not in child.get("results", ())
            else entry
            for entry in results
        ]
        for section in rules:
            rules[section] = {
                field: cell
                if field in _table(written, section) or not isinstance(cell, dict)
                else _noted(cell, name, clause, spec)
                for field, cell in _table(rules, section).items()
            }
    return {**merged, "rules": rules, "results": results} if noted else merged


def _noted(cell: Raw, name: str, clause: str, spec: Raw) -> Raw:
    """Return a value that cites the clause wherever it follows the option at its default."""
    if spec.get("type") not in BY_VALUE:
        is_followed = cell.get("option") == name
        return {**cell, "clause": _first(clause, cell)} if is_followed else cell
    default = spec.get("default")
    below = [case for case in cell.get("cases", ()) if isinstance(case, dict)]
    named = [case for case in below if name in _table(case, "when")]
    cases: list[Raw] = []
    for case in below:
        if name in _table(case, "when") and is_one_of(default, case["when"][name]):
            when = {**case["when"], name: default}
            cases.append({**case, "when": when, "clause": _first(clause, case)})
        cases.append(case)
    if named or cell.get("option") == name:
        plain = {key: value for key, value in cell.items() if key not in ("cases", "clause")}
        cases.append({**plain, "when": {name: default}, "clause": _first(clause, cell)})
    return {**cell, "cases": cases} if cases != below else cell


def _first(clause: str, cited: Raw) -> list[str]:
    """Return a clause before those that were cited."""
    others = listed_values(cited.get("clause", []))
    return [clause, *(str(other) for other in others if other != clause)]


def _table(raw: Raw, key: str) -> Raw:
    part = raw.get(key)
    return part if isinstance(part, dict) else {}


def with_fixed_options(base: Raw, child: Raw, merged: Raw) -> Raw:
    """Fix the options of a base that the child's own values overrule.

    An option that a value replaces takes that value. An option that no value depends on any more
    takes the value that gives the same rule as written, or else its default. Any other value is
    refused, by the clause of the value that took its place. An option that the child describes
    again stays as described while a value depends on it.
    """
    options = _table(merged, "options")
    own = _table(child, "options")
    fixed: Raw = {}
    idle: set[str] = set()
    for path, cell in _cells_of(child):
        below = _at(base, path)
        for name in _options_named(below):
            spec = options.get(name)
            if not isinstance(spec, dict) or spec.get("type") == "prizes":
                continue
            if name in own and _decides(merged, name):
                continue
            if not _is_fixed(cell):
                if name not in own and name not in fixed and not _decides(merged, name):
                    fixed[name] = _only(spec, spec.get("default"), cell)
                    idle.add(name)
            elif below.get("option") == name and not below.get("cases"):
                if _fits(spec, cell["value"]):
                    fixed[name] = _only(spec, cell["value"], cell)
            elif name not in fixed and not _decides(merged, name):
                fixed[name] = _only(spec, _option_value(spec, name, below, cell["value"]), cell)
                idle.add(name)
    noted = with_noted_options(child, merged)
    changed = {**options, **fixed}
    changed = {name: _without(spec, idle) for name, spec in changed.items()}
    return {**noted, "options": changed} if fixed else noted


def contradicting_settings(base: Raw, child: Raw) -> Iterator[tuple[str, str]]:
    """Yield each option that a file sets to one value and fixes to another, and the rule."""
    own, merged_rules = _table(child, "options"), {"rules": _table(child, "rules")}
    for path, cell in _written(child):
        below = _at(base, path)
        name = below.get("option")
        if not isinstance(name, str) or below.get("cases") or _decides(merged_rules, name):
            continue
        if _table(own, name).get("default", cell["value"]) != cell["value"]:
            yield name, path


def _without(spec: object, idle: set[str]) -> object:
    """Return an option without conditions on options that no longer decide anything."""
    if not isinstance(spec, dict) or not idle & set(_table(spec, "when")):
        return spec
    return {
        **spec,
        "when": {other: value for other, value in spec["when"].items() if other not in idle},
    }


def _only(spec: Raw, value: object, cell: Raw) -> Raw:
    """Return an option with one allowed value, by the clause of the value that was written."""
    clause = listed_values(cell["clause"])[0]
    kept = {key: part for key, part in spec.items() if key not in ("min", "max", "values", "when")}
    listed = {} if value == "off" else {"values": [value]}
    return {**kept, "default": value, "clause": clause, **listed}


def _option_value(spec: Raw, name: str, below: Raw, value: object) -> object:
    """Return the option's value for which a rule has the given value; else its default."""
    default = spec.get("default")
    listed = [True, False] if spec.get("type") == "boolean" else spec.get("values") or ()
    for choice in (default, *listed):
        met = (case for case in below.get("cases", ()) if _is_met(case, name, choice))
        if next(met, below).get("value") == value:
            return choice
    return default


def _is_met(case: Raw, name: str, value: object) -> bool:
    """Return True if a case depends on this value of this option only."""
    wanted = _table(case, "when")
    return list(wanted) == [name] and value in listed_values(wanted[name])


def _fits(spec: Raw, value: object) -> bool:
    """Return True if a value is of the option's type; other faults are reported elsewhere."""
    type_ = spec.get("type")
    if type_ == "boolean" or isinstance(value, bool):
        return type_ == "boolean" and isinstance(value, bool)
    return type_ != "integer" or isinstance(value, int) or value == "off"


def _written(child: Raw) -> Iterator[tuple[str, Raw]]:
    """Yield each value that a file fixes, with its path."""
    return ((path, cell) for path, cell in _cells_of(child) if _is_fixed(cell))


def _is_fixed(cell: Raw) -> bool:
    return "value" in cell and not cell.get("cases")


def _cells_of(child: Raw) -> Iterator[tuple[str, Raw]]:
    """Yield each value that a file writes, fixed or by options, with its path."""
    for section, values in _table(child, "rules").items():
        for name, cell in values.items() if isinstance(values, dict) else ():
            if isinstance(cell, dict) and bool(cell.get("clause")):
                yield f"{section}.{name}", cell


def _at(raw: Raw, path: str) -> Raw:
    section, _, name = path.partition(".")
    return _table(_table(_table(raw, "rules"), section), name)


def _options_named(cell: Raw) -> list[str]:
    """Return the names of the options that a value depends on."""
    cases = [case for case in cell.get("cases", ()) if isinstance(case, dict)]
    names = [cell.get("option"), *(case.get("option") for case in cases)]
    names += [name for case in cases for name in _table(case, "when")]
    return [name for name in names if isinstance(name, str)]


def unread_options(raw: Raw) -> list[str]:
    """Return the options with a choice of values that no part of a file reads."""
    options, rules = _table(raw, "options"), _table(raw, "rules")
    parts = {key: part for key, part in raw.items() if key not in ("options", "rules", "clauses")}
    conditions = [_table(spec, "when") for spec in options.values() if isinstance(spec, dict)]
    cells = [cell for section in rules for cell in _table(rules, section).values()]
    read = {name for cell in cells if isinstance(cell, dict) for name in _options_named(cell)}
    read |= {*words_in(parts), *words_in(conditions)}
    shown = " ".join(word for word in read if "{" in word)
    return [
        name
        for name, spec in options.items()
        if name not in read and f"{{{name}}}" not in shown and isinstance(spec, dict)
        if len(spec.get("values") or "..") > 1
    ]


def _decides(merged: Raw, name: str) -> bool:
    """Return True if a value, a result or a side wager still depends on an option."""
    rules = _table(merged, "rules")
    cells = [cell for section in rules for cell in _table(rules, section).values()]
    if any(name in _options_named(cell) for cell in cells if isinstance(cell, dict)):
        return True
    parts = (merged.get("wagers"), merged.get("results"))
    return any(name in words_in(part) for part in parts)


def words_in(plain: object) -> Iterator[str]:
    """Yield every key and every text of plain data; of a price that an option sets, that option."""
    if isinstance(plain, dict):
        yield from map(str, plain)
        plain = list(plain.values())
    if isinstance(plain, (list, tuple)):
        for part in plain:
            yield from words_in(part)
    elif isinstance(plain, str):
        yield plain.removeprefix("option:")


LISTED = ("constraints", "notices", "not_said", "results")
"""Lists whose entries are dropped by the clause that they cite."""


def adapted(base: Raw, child: Raw) -> tuple[Raw, list[tuple[str, str]]]:
    """Return a base as a child relabels its clauses and drops its entries, and the faults.

    A fault is a path and its reason. A dropped option stays at its default.
    """
    relabel = {str(old): str(new) for old, new in _table(child, "relabel").items()}
    drop, cited = child.get("drop"), set(clauses_in(base))
    faults = [
        (f"relabel.{old}", f"{child.get('extends')} cites no clause {old}")
        for old in relabel
        if old not in cited
    ]
    base = {key: part for key, part in base.items() if key not in ("relabel", "drop")}
    for path in drop if isinstance(drop, list) else ():
        kept = _without_entry(base, *str(path).partition(".")[::2])
        if kept == base:
            faults.append(("drop", f"{child.get('extends')} has no {path} to drop"))
        base = kept
    return (_relabelled(base, relabel) if relabel else base), faults


def clauses_in(part: object, *, is_clause: bool = False) -> Iterator[str]:
    """Yield every clause that plain data cite."""
    if isinstance(part, dict):
        for key, inside in part.items():
            yield from clauses_in(inside, is_clause=is_clause or _is_clause(key))
    elif isinstance(part, list):
        for inside in part:
            yield from clauses_in(inside, is_clause=is_clause)
    elif is_clause and isinstance(part, str):
        yield part


def _is_clause(key: str) -> bool:
    return key.endswith("clause") or key in ("also", "notice", "refusals")


def _relabelled(part: Any, relabel: Mapping[str, str], *, is_clause: bool = False) -> Any:
    """Return plain data with clauses replaced where they are cited, and their texts taken out."""
    if isinstance(part, dict):
        return {
            key: {old: text for old, text in inside.items() if old not in relabel}
            if key == "clauses" and isinstance(inside, dict)
            else _relabelled(inside, relabel, is_clause=is_clause or _is_clause(key))
            for key, inside in part.items()
        }
    if isinstance(part, list):
        changed = [_relabelled(inside, relabel, is_clause=is_clause) for inside in part]
        return [*dict.fromkeys(changed)] if is_clause else changed
    return relabel.get(part, part) if is_clause and isinstance(part, str) else part


def _without_entry(base: Raw, section: str, name: str) -> Raw:
    """Return a base without an entry of a table, or the entries of a list that cite a clause."""
    part = base.get(section)
    if section in LISTED and isinstance(part, list):
        kept = [e for e in part if not isinstance(e, dict) or name not in clauses_in(e)]
        return {**base, section: kept}
    if section == "wagers" and isinstance(part, list):
        return {**base, section: [e for e in part if e.get("name") != name]}
    if section in ("rules", "refusals") or not isinstance(part, dict) or name not in part:
        return base
    if section != "options":
        return {**base, section: {key: e for key, e in part.items() if key != name}}
    spec = part[name]
    return {**base, section: {**part, name: _only(spec, spec.get("default"), spec)}}
