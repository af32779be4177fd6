"""Published JSON Schemas name every key of what is printed."""

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema

Schema = Mapping[str, Any]
FOLDER = "src/pitboss/schemas"


def assert_published(command: str, schema: Schema, data: object) -> None:
    """Fail with a sentence for each fault of the data by the schema of a command."""
    file = f"{FOLDER}/{command}.schema.json"
    validator = jsonschema.Draft202012Validator(schema)
    faults = [f"{one.json_path}: {one.message}" for one in validator.iter_errors(data)]
    assert not faults, f"the output of {command} does not fit {file}: {'; '.join(faults)}"
    lacking = unnamed_keys(schema, data)
    assert not lacking, f"{file} lacks {', '.join(lacking)}: add what pitboss {command} prints"


def unnamed_keys(schema: Schema, data: object) -> list[str]:
    """Return the path of each key that no property of the schema names, list places left out.

    An object without properties, or with additional properties, may have any key.
    """
    return list(dict.fromkeys(_unnamed(schema.get("$defs", {}), schema, data, "$")))


def _unnamed(types: Schema, schema: Schema, data: object, path: str) -> Iterator[str]:
    parts = list(_parts(types, schema, data))
    if isinstance(data, list):
        for one in data:
            for items in filter(None, (part.get("items") for part in parts)):
                yield from _unnamed(types, items, one, f"{path}[]")
    elif isinstance(data, dict):
        is_open = not any("properties" in part for part in parts)
        for key, value in data.items():
            below = [inner for part in parts for inner in _of_key(part, key)]
            if not below and not is_open:
                yield f"{path}.{key}"
            for inner in below:
                yield from _unnamed(types, inner, value, f"{path}.{key}")


def _of_key(part: Schema, key: str) -> Iterator[Schema]:
    """Yield the schema of a key in a part of a schema, if it has one."""
    inner = part.get("properties", {}).get(key, part.get("additionalProperties"))
    if inner is True:
        yield {}
    elif inner is not None and inner is not False:
        yield inner


def _parts(types: Schema, schema: Schema, data: object) -> Iterator[Schema]:
    """Yield a schema, the type it refers to, and those of its alternatives that the data fits."""
    yield schema
    if "$ref" in schema:
        yield from _parts(types, types[schema["$ref"].rpartition("/")[2]], data)
    for word in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(word, ()):
            if jsonschema.Draft202012Validator({**part, "$defs": types}).is_valid(data):
                yield from _parts(types, part, data)
