"""Read the rows of a damaged SQLite file, each table leaf on its own.

The header, the schema, the inner pages and the indexes are ignored. An unreadable cell is lost, and
no other one. Format: https://www.sqlite.org/fileformat2.html
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

PAGE_BYTES = 4_096
"""SQLite's default page size, which every file of ours has."""
HEADER_BYTES = 100
"""Size of the file header, which precedes the schema's leaf on the first page."""
LEAF = 0x0D
ROW_BYTES_MAX = 20_000_000
INT_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

Value = int | bytes | str | None
Values = tuple[Value, ...]

TEXT, INT, BLOB = "text", "int", "blob"
LAYOUTS: dict[str, tuple[tuple[str, ...], Values]] = {
    "logs": ((TEXT, INT, TEXT), ()),
    "statements": ((TEXT, INT, TEXT), ()),
    "records": ((TEXT, INT, INT, TEXT, TEXT, TEXT, TEXT, INT), ("", 0)),
    "movements": ((TEXT, INT, INT, TEXT, INT, INT, TEXT, TEXT, TEXT), ("",)),
    "snapshots": ((TEXT, INT, BLOB, TEXT, TEXT), ("", "")),
}
"""The columns of each table, and what stands for the last of them in rows from before they were
added."""


class _Lost(Exception):
    """A cell that cannot be read."""


def salvaged(path: Path, pages: Mapping[int, bytes]) -> Iterator[tuple[str, Values]]:
    """Yield every row that can be read, with the name of its table; texts come as bytes.

    ``pages``, by number, are newer than those of the file.
    """
    content = bytearray(path.read_bytes())
    content.extend(bytes(max(0, PAGE_BYTES * max(pages, default=0) - len(content))))
    for number, page in pages.items():
        content[PAGE_BYTES * (number - 1) : PAGE_BYTES * number] = page
    data = memoryview(content)
    for start in range(0, len(data) - PAGE_BYTES + 1, PAGE_BYTES):
        head = start + (HEADER_BYTES if start == 0 else 0)
        if data[head] != LEAF:
            continue
        count = int.from_bytes(data[head + 3 : head + 5])
        for cell in range(min(count, PAGE_BYTES // 2)):
            place = head + 8 + 2 * cell
            offset = int.from_bytes(data[place : place + 2])
            try:
                row = _row(_payload(data, start, offset))
            except (_Lost, IndexError):
                continue
            if placed := _place_row(row):
                yield placed


def _place_row(row: list[tuple[str, Value]]) -> tuple[str, Values] | None:
    """Return the table of a row, by its columns, with defaults for missing ones."""
    kinds, values = tuple(kind for kind, _ in row), tuple(value for _, value in row)
    for table, (layout, defaults) in LAYOUTS.items():
        missing = len(layout) - len(row)
        is_of_it = 0 <= missing <= len(defaults) and kinds == layout[: len(row)]
        if is_of_it and table in ("logs", "statements"):
            text = values[2]
            is_of_it = isinstance(text, bytes) and (table == "logs") == text.startswith(b'{"table"')
        if is_of_it:
            return table, values + defaults[len(defaults) - missing :]
    return None


def _payload(data: memoryview, start: int, offset: int) -> bytes:
    """Return the bytes of a row, with those on overflow pages."""
    if not 8 <= offset < PAGE_BYTES:
        raise _Lost
    size, place = _varint(data, start + offset)
    _, place = _varint(data, place)
    if size > ROW_BYTES_MAX:
        raise _Lost
    most, least = PAGE_BYTES - 35, (PAGE_BYTES - 12) * 32 // 255 - 23
    local = size
    if size > most:
        local = least + (size - least) % (PAGE_BYTES - 4)
        local = local if local <= most else least
    if place + local > start + PAGE_BYTES:
        raise _Lost
    parts, left, place = [bytes(data[place : place + local])], size - local, place + local
    while left:
        page = int.from_bytes(data[place : place + 4]) * PAGE_BYTES
        if not PAGE_BYTES < page <= len(data):
            raise _Lost
        place = page - PAGE_BYTES
        parts.append(bytes(data[place + 4 : place + 4 + min(left, PAGE_BYTES - 4)]))
        left -= len(parts[-1])
    return b"".join(parts)


def _row(payload: bytes) -> list[tuple[str, Value]]:
    """Return the values of a row, each with its kind."""
    view = memoryview(payload)
    size, place = _varint(view, 0)
    body, row = size, []
    while place < size:
        kind, place = _varint(view, place)
        if kind in INT_BYTES:
            data = payload[body : body + INT_BYTES[kind]]
            value: tuple[str, Value] = INT, int.from_bytes(data, signed=True)
            body += INT_BYTES[kind]
        elif kind in (8, 9):
            value = INT, kind - 8
        elif kind >= 12:
            data = payload[body : body + (kind - 12) // 2]
            value = (TEXT if kind % 2 else BLOB), data
            body += (kind - 12) // 2
        else:
            raise _Lost
        row.append(value)
    if body != len(payload):
        raise _Lost
    return row


def _varint(data: memoryview, place: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and the place behind it."""
    value = 0
    for count in range(8):
        byte = data[place + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + count + 1
    return value << 8 | data[place + 8], place + 9
