"""The JSON Schema of a rulebook file, for editors: made from the schema and the sections."""

from typing import Any

import msgspec

from pitboss.rulebook.file.load import MORE_REFUSALS, REFUSALS
from pitboss.rulebook.file.schema import RulebookFile
from pitboss.rulebook.file.sections import SECTIONS, Section
from pitboss.rulebook.file.values import field_types, is_amount, is_odds
from pitboss.wagers.registry import wager_kinds

Schema = dict[str, Any]

REF = "#/$defs/{name}"
ODDS = r"^\s*\d{1,6}(\.\d{1,2})?\s*(to|:)\s*\d{1,6}\s*$"


def rulebook_schema() -> Schema:
    """Return the schema of a whole file; one that extends another may leave parts out."""
    _, components = msgspec.json.schema_components([RulebookFile], ref_template=REF)
    parts: dict[str, Schema] = {name: _without_null(part) for name, part in components.items()}
    top = parts.pop("RulebookFile")
    sections = {name: section_schema(name, kind) for name, kind in SECTIONS.items()}
    top["properties"]["rules"] = {
        "description": "Sections of values, each with its clause.",
        "type": "object",
        "properties": {name: {"$ref": REF.format(name=f"rules.{name}")} for name in sections},
        "additionalProperties": False,
    }
    clauses = top["properties"]["refusals"].pop("additionalProperties")
    top["properties"]["refusals"] |= {
        "properties": dict.fromkeys((*REFUSALS, *MORE_REFUSALS), clauses),
        "additionalProperties": False,
    }
    parts["WagerSpec"]["properties"]["kind"] |= {"examples": sorted(wager_kinds())}
    del parts["Cell"]["required"]
    option_keys = parts["OptionSpec"].pop("required")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **top,
        "title": "Rulebook",
        "required": [],
        "if": {"required": ["extends"]},
        "else": {
            "required": ["title", "options", "rules", "refusals"],
            "properties": {
                "options": {"additionalProperties": {"required": option_keys}},
                "rules": {"required": list(SECTIONS)},
                "refusals": {"required": list(REFUSALS)},
            },
        },
        "$defs": parts | {f"rules.{name}": section for name, section in sections.items()},
    }


def section_schema(name: str, kind: type[Section]) -> Schema:
    """Return the schema of one section: each value a table with its clause."""
    return {
        "title": f"rules.{name}",
        "description": kind.__doc__,
        "type": "object",
        "properties": {field: _cell(type_) for field, type_ in field_types(kind).items()},
        "additionalProperties": False,
    }


def value_schema(type_: Any) -> Schema:
    """Return the schema of a value as files write it: amounts in table currency, odds in words."""
    described: Schema = _without_null(msgspec.json.schema(type_))
    if is_odds(type_):
        return {
            "description": described["description"],
            "type": "string",
            "pattern": ODDS,
            "examples": ["3 to 2"],
        }
    if is_amount(type_):
        amount = {"type": "number", "minimum": 0}
        is_optional = "anyOf" in msgspec.json.schema(type_)
        kinds: Schema = {"anyOf": [amount, {"const": "off"}]} if is_optional else amount
        return {"description": described["description"], **kinds}
    return described


def _cell(type_: Any) -> Schema:
    value = value_schema(type_)
    description = value.pop("description")
    case = {"allOf": [{"$ref": REF.format(name="Case")}, {"properties": {"value": value}}]}
    return {
        "description": description,
        "allOf": [{"$ref": REF.format(name="Cell")}],
        "properties": {"value": value, "cases": {"items": case}},
    }


def _without_null(schema: Any) -> Any:
    """Return the same schema for TOML, which has no null: what may be null may be left out."""
    if isinstance(schema, list):
        return [_without_null(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: _without_null(item) for key, item in schema.items()}
    if "default" in plain and plain["default"] is None:
        del plain["default"]
    kinds = [kind for kind in plain.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) == 1:
        del plain["anyOf"]
        plain |= kinds[0]
    elif kinds:
        plain["anyOf"] = kinds
    return plain
