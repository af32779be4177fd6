"""What a file becomes in unkind hands: bytes turned, values swapped, and far too much of it."""

import csv
import io
import random
import tomllib
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from typing import Any

LARGE = 999_000
"""Bytes of a large file: just what is still read."""
NASTY = (
    b"\x00", b"\xff", b"\xef\xbb\xbf", b"\r", b"\n\n", b'"', b"'''", b"[", b"]", b"{", b"}", b"=",
    b"9" * 400, b"1e999", b"-0", b"nan", b"inf", b"0x7f", b"1979-05-27T07:32:00Z", b"1979-05-27",
    b"99999999999999999999", b"-99999999999999999999", b"0.1e-400", "\u202e\u00e9".encode(),
    b"true", b"''", b"..", b"#", b",", b"\\u0000", b"%s", b"{0}",
)  # fmt: skip
"""Pieces that something somewhere may stumble over."""
VALUES: tuple[Any, ...] = (
    0, 7, -1, 10**19, -(10**30), 1.5, float("nan"), float("inf"), 1e300, True, False, "", "x",
    "\u202e" + "long " * 60, "0", "-1", date(2000, 1, 1), time(7, 32), datetime(2000, 1, 1),
    datetime(2000, 1, 1, tzinfo=UTC), [], [1], ["x"], [[]], [{}], {}, {"a": 1}, {"a": {"b": []}},
)  # fmt: skip
"""A value of every type of TOML, and several of some."""

Place = tuple[str | int, ...]


def turned_bytes(rng: random.Random, seed: bytes) -> bytes:
    """A file with a few of its bytes changed, lost, doubled or put elsewhere."""
    data = bytearray(seed)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice((1, 1, 4, 40, 400)))
        match rng.randrange(7):
            case 0 if at < len(data):
                data[at] ^= 1 << rng.randrange(8)
            case 1:
                del data[at:end]
            case 2:
                data[at:at] = data[at:end] * rng.choice((1, 1, 3, 30))
            case 3:
                data[at:at] = rng.choice(NASTY)
            case 4:
                data[at:end] = rng.choice(NASTY)
            case 5:
                del data[at:]
            case _:
                lines = bytes(data).splitlines(keepends=True)
                rng.shuffle(lines[: rng.randrange(len(lines) + 1)])
                lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines) if lines else b"")
                data = bytearray(b"".join(lines))
    return bytes(data)


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    """Every place in a structure where a value is."""
    if at:
        yield at
    if isinstance(value, dict):
        for key, part in value.items():
            yield from places(part, (*at, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from places(part, (*at, number))


def with_value(data: Any, place: Place, value: Any) -> Any:
    """A structure with another value at one place."""
    key, *rest = place
    changed: Any = dict(data) if isinstance(data, dict) else list(data)
    changed[key] = with_value(data[key], tuple(rest), value) if rest else value
    return changed


def changed_structure(rng: random.Random, seed: bytes) -> bytes:
    """A file of TOML with values of another type, keys renamed, and parts gone or doubled."""
    data: Any = tomllib.loads(seed.decode())
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        all_places = list(places(data))
        if not all_places:
            break
        place = rng.choice(all_places)
        within: Any = data
        for key in place[:-1]:
            within = within[key]
        parent, last = place[:-1], place[-1]
        others = [one for one in all_places if one != place]
        match rng.randrange(5):
            case 0 if isinstance(within, dict) and parent:
                kept = {key: value for key, value in within.items() if key != last}
                data = with_value(data, parent, kept)
            case 1 if isinstance(within, dict) and parent:
                renamed = {(f"{key}x" if key == last else key): v for key, v in within.items()}
                data = with_value(data, parent, renamed)
            case 2 if isinstance(within, list):
                data = with_value(data, parent, [*within, *within])
            case 3 if others:
                other: Any = data
                for key in rng.choice(others):
                    other = other[key]
                data = with_value(data, place, other)
            case _:
                data = with_value(data, place, rng.choice(VALUES))
    return written(data)


def changed_cells(rng: random.Random, seed: bytes) -> bytes:
    """A table with cells changed, and rows shorter, longer or doubled."""
    rows = list(csv.reader(io.StringIO(seed.decode())))
    for _ in range(rng.choice((1, 1, 3))):
        row = rng.choice(rows)
        match rng.randrange(4):
            case 0 if row:
                row[rng.randrange(len(row))] = rng.choice(("", "x", "\n", '"', "\u202e", "9" * 99))
            case 1 if row:
                row.pop()
            case 2:
                row.append("more")
            case _:
                rows.insert(rng.randrange(len(rows) + 1), list(rng.choice(rows)))
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode(errors="replace")


def large_files(seed: bytes) -> Iterator[tuple[str, bytes]]:
    """Files of a megabyte: a little that is right, and then far too much of something."""
    whole = seed if seed.endswith(b"\n") else seed + b"\n"
    lines = whole.splitlines(keepends=True)
    yield "nested lists", whole + b"x = " + b"[" * (LARGE - len(whole) - 8)
    yield "nested tables", whole + b"x = " + b"{a=" * ((LARGE - len(whole)) // 3 - 8)
    yield "a dotted key", whole + b"a." * ((LARGE - len(whole)) // 2 - 8) + b"b = 1\n"
    half = (LARGE - len(whole)) // 2
    keys = b"".join(b"k%d=1\n" % n for n in range(half // 10))
    yield "a dotted header", whole + b"[" + b"a." * (half // 2 - 8) + b"b]\n" + keys
    yield "digits", whole + b"x = " + b"9" * (LARGE - len(whole) - 8)
    yield "one text", whole + b'x = "' + b"a" * (LARGE - len(whole) - 8) + b'"\n'
    yield "escapes", whole + b'x = "' + b"\\n" * ((LARGE - len(whole)) // 2 - 8) + b'"\n'
    yield "an open text", whole + b'x = """' + b'\\" ' * ((LARGE - len(whole)) // 3 - 8)
    yield "keys", whole + b"".join(b"key_%d = %d\n" % (n, n) for n in range(LARGE // 22))
    yield "tables", whole + b"".join(b"[table_%d]\na = 1\n" % n for n in range(LARGE // 26))
    yield "listed tables", whole + b"[[x]]\na = 1\n" * ((LARGE - len(whole)) // 12)
    yield "comments", whole + b"# a comment\n" * ((LARGE - len(whole)) // 12)
    yield "its last line", whole + lines[-1] * ((LARGE - len(whole)) // max(1, len(lines[-1])))
    yield "itself", whole * (LARGE // len(whole))
    yield "zeros", b"\x00" * LARGE
    yield "commas", b"," * LARGE
    yield "quotes", b'"' * LARGE
    yield "lines", b"\n" * LARGE
    yield "spaces", whole + b" " * (LARGE - len(whole))


def written(data: dict[str, Any]) -> bytes:
    """Data as TOML, each table in one line."""
    text = "".join(f"{_text(key)} = {_value(value)}\n" for key, value in data.items())
    return text.encode(errors="replace")


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case dict():
            return "{" + ", ".join(f"{_text(k)} = {_value(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case datetime() | date() | time():
            return value.isoformat()
        case _:
            return str(value)


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    control = {code: f"\\u{code:04x}" for code in (*range(32), 127)}
    return f'"{escaped.translate(control)}"'
