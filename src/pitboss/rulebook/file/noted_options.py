"""Options that a rulebook gives a clause of its own: what follows from them cites that clause."""

from typing import Any

Raw = dict[str, Any]
BY_VALUE = ("boolean", "integer", "choice")
"""Types of option whose value a condition can ask for."""


def with_noted_options(child: Raw, merged: Raw) -> Raw:
    """Values that follow an option as a file has it cite the file's clause, then their own.

    With another value of the option they are as the rulebook below has them. An option that is
    described again in full, with its type, changes no citation.
    """
    noted = {
        name: str(spec["clause"])
        for name, spec in _table(child, "options").items()
        if isinstance(spec, dict) and "clause" in spec and "type" not in spec
    }
    options, rules = _table(merged, "options"), dict(_table(merged, "rules"))
    written = _table(child, "rules")
    for name, clause in noted.items():
        spec = _table(options, name)
        for section in rules:
            rules[section] = {
                field: cell
                if field in _table(written, section) or not isinstance(cell, dict)
                else _noted(cell, name, clause, spec)
                for field, cell in _table(rules, section).items()
            }
    return {**merged, "rules": rules} if noted else merged


def _noted(cell: Raw, name: str, clause: str, spec: Raw) -> Raw:
    """A value that cites a clause wherever it follows an option as the file has it."""
    if spec.get("type") not in BY_VALUE:
        is_followed = cell.get("option") == name
        return {**cell, "clause": _first(clause, cell)} if is_followed else cell
    default = spec.get("default")
    below = [case for case in cell.get("cases", ()) if isinstance(case, dict)]
    asking = [case for case in below if name in _table(case, "when")]
    cases: list[Raw] = []
    for case in below:
        if name in _table(case, "when") and _is_one_of(default, case["when"][name]):
            when = {**case["when"], name: default}
            cases.append({**case, "when": when, "clause": _first(clause, case)})
        cases.append(case)
    if asking or cell.get("option") == name:
        plain = {key: value for key, value in cell.items() if key not in ("cases", "clause")}
        cases.append({**plain, "when": {name: default}, "clause": _first(clause, cell)})
    return {**cell, "cases": cases} if cases != below else cell


def _first(clause: str, cited: Raw) -> list[str]:
    """A clause before those that were cited."""
    others = cited.get("clause", [])
    listed = others if isinstance(others, list) else [others]
    return [clause, *(other for other in listed if other != clause)]


def _is_one_of(value: object, wanted: object) -> bool:
    listed = wanted if isinstance(wanted, list) else [wanted]
    return any(value == one and isinstance(value, bool) == isinstance(one, bool) for one in listed)


def _table(raw: Raw, key: str) -> Raw:
    part = raw.get(key)
    return part if isinstance(part, dict) else {}
