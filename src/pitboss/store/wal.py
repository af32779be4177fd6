"""The write-ahead log of a SQLite file: one flipped bit is found by its checksums and put right.

SQLite drops everything from the first frame whose checksum is wrong. The checksum is linear in the
words of a frame, so the one bit that would make it right is worked out, and 64 bits vouch for it. A
frame that was torn by a crash is not mended: no single bit makes it right.

Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

import os
import struct
from collections.abc import Iterator
from pathlib import Path

HEADER_BYTES, FRAME_BYTES = 32, 24
LITTLE, BIG = 0x377F0682, 0x377F0683
"""Magic numbers: the order of the bytes in the words that checksums add up."""
WORD = 2**32
SALTS = slice(8, 16)
SUMS = slice(16, 24)

Sums = tuple[int, int]


def wal_of(path: Path) -> Path:
    """The write-ahead log beside a SQLite file."""
    return path.with_name(f"{path.name}-wal")


def mend_wal(path: Path) -> int:
    """Put flipped bits of a log right that nobody has open; return the number of them."""
    if not path.exists():
        return 0
    data = bytearray(path.read_bytes())
    mended = _mend_header(data)
    if mended < 0:
        return 0
    sums = _stored_sums(data, HEADER_BYTES - 8)
    for start in _frames(data):
        flipped = _mend_frame(data, start, sums)
        if flipped < 0:
            break
        mended += flipped
        sums = _stored_sums(data, start + 16)
    if mended:
        with path.open("r+b") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    return mended


def committed_pages(path: Path) -> dict[int, bytes]:
    """The newest content of every page that was committed to a log, by number."""
    if not path.exists():
        return {}
    data = bytearray(path.read_bytes())
    if _mend_header(data) < 0:
        return {}
    sums, committed, waiting = _stored_sums(data, HEADER_BYTES - 8), {}, dict[int, bytes]()
    for start in _frames(data):
        if not _is_right(data, start, sums):
            break
        sums = _stored_sums(data, start + 16)
        number, is_commit = struct.unpack_from(">II", data, start)
        waiting[number] = bytes(data[start + FRAME_BYTES : start + FRAME_BYTES + _page_bytes(data)])
        if is_commit:
            committed.update(waiting)
            waiting.clear()
    return committed


def _page_bytes(data: bytearray) -> int:
    size = int.from_bytes(data[8:12])
    return 65_536 if size == 1 else size


def _frames(data: bytearray) -> Iterator[int]:
    """Where the frames begin."""
    step = FRAME_BYTES + _page_bytes(data)
    yield from range(HEADER_BYTES, len(data) - step + 1, step)


def _mend_header(data: bytearray) -> int:
    """Put one flipped bit of the header right: 0 if there is none, -1 if that does not help."""
    if len(data) < HEADER_BYTES:
        return -1
    if _is_header(data):
        return 0
    for bit in range(8 * HEADER_BYTES):
        data[bit // 8] ^= 1 << bit % 8
        if _is_header(data):
            return 1
        data[bit // 8] ^= 1 << bit % 8
    return -1


def _is_header(data: bytearray) -> bool:
    is_known = int.from_bytes(data[:4]) in (LITTLE, BIG)
    sums = _add_up(_words(data, 0, HEADER_BYTES - 8), (0, 0)) if is_known else (0, 0)
    return is_known and sums == _stored_sums(data, HEADER_BYTES - 8)


def _is_right(data: bytearray, start: int, sums: Sums) -> bool:
    is_of_log = data[start + 8 : start + 16] == data[16:24]
    return is_of_log and _add_up(_frame(data, start), sums) == _stored_sums(data, start + 16)


def _mend_frame(data: bytearray, start: int, sums: Sums) -> int:
    """Put one flipped bit of a frame right: 0 if there is none, -1 if that does not help."""
    if _is_right(data, start, sums):
        return 0
    own, log = slice(start + 8, start + 16), data[16:24]
    stored = slice(start + 16, start + 24)
    right = _add_up(_frame(data, start), sums)
    if _bits(data[own], log) == 1 and right == _stored_sums(data, start + 16):
        data[own] = log
        return 1
    if data[own] != log:
        return -1
    if _bits(data[stored], struct.pack(">II", *right)) == 1:
        data[stored] = struct.pack(">II", *right)
        return 1
    words = _frame(data, start)
    low, high = _stored_sums(data, start + 16)
    wrong = (low - right[0]) % WORD, (high - right[1]) % WORD
    if (place := _flipped(words, wrong)) is None:
        return -1
    word, bit = place
    at = start + 4 * word if word < 2 else start + FRAME_BYTES + 4 * (word - 2)
    byte = bit // 8 if _order(data) == "<" else 3 - bit // 8
    data[at + byte] ^= 1 << bit % 8
    return 1


def _flipped(words: tuple[int, ...], wrong: Sums) -> tuple[int, int] | None:
    """The word and its bit whose change moves the checksum by this much."""
    # What 1 more in the first and in the second word of a pair adds to both sums at the end.
    first, second = (1, 1), (0, 1)
    for pair in range(len(words) - 2, -1, -2):
        for word, (low, high) in ((pair, first), (pair + 1, second)):
            for bit in range(32):
                step = -(1 << bit) if words[word] >> bit & 1 else 1 << bit
                if (low * step % WORD, high * step % WORD) == wrong:
                    return word, bit
        first = ((first[0] + first[1]) % WORD, (first[0] + 2 * first[1]) % WORD)
        second = ((second[0] + second[1]) % WORD, (second[0] + 2 * second[1]) % WORD)
    return None


def _frame(data: bytearray, start: int) -> tuple[int, ...]:
    """The words of a frame that its checksum covers: eight bytes of its header, and its page."""
    page = start + FRAME_BYTES
    return _words(data, start, 8) + _words(data, page, _page_bytes(data))


def _words(data: bytearray, start: int, count: int) -> tuple[int, ...]:
    return struct.unpack_from(f"{_order(data)}{count // 4}I", data, start)


def _order(data: bytearray) -> str:
    return "<" if int.from_bytes(data[:4]) == LITTLE else ">"


def _add_up(words: tuple[int, ...], sums: Sums) -> Sums:
    low, high = sums
    pairs = iter(words)
    for one, other in zip(pairs, pairs, strict=True):
        low = (low + one + high) & 0xFFFFFFFF
        high = (high + other + low) & 0xFFFFFFFF
    return low, high


def _stored_sums(data: bytearray, start: int) -> Sums:
    low, high = struct.unpack_from(">II", data, start)
    return low, high


def _bits(one: bytes | bytearray, other: bytes | bytearray) -> int:
    """The number of bits in which two texts differ."""
    return (int.from_bytes(one) ^ int.from_bytes(other)).bit_count()
