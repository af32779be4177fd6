"""Repair the write-ahead log of a SQLite file, so that a damaged frame costs no later ones.

SQLite drops everything from the first frame whose checksum is wrong. Each checksum continues the
one before it, so the frames after a damaged one still prove themselves, and it proves them. If a
whole commit follows its own, it was on the disk before that one began: then no crash has torn it.
A flipped bit of its header is repaired; otherwise its page is left as it is, with a checksum that
lets SQLite read on, and the check of the rows on that page finds their faults.

Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

import os
import struct
from collections.abc import Callable, Iterable
from pathlib import Path

HEADER_BYTES, FRAME_BYTES = 32, 24
LITTLE, BIG = 0x377F0682, 0x377F0683
"""Magic numbers: the byte order of the words that are summed."""
WORD = 0xFFFFFFFF

Sums = tuple[int, int]


def wal_of(path: Path) -> Path:
    """Return the write-ahead log beside a SQLite file."""
    return path.with_name(f"{path.name}-wal")


def mend_wal(path: Path) -> int:
    """Make a log readable that no process has open; return the number of damaged places in it."""
    if not path.exists():
        return 0
    data = bytearray(path.read_bytes())
    mended = _mend_header(data)
    if mended < 0:
        return 0
    kept: list[int] = []
    end = HEADER_BYTES
    for start in _frames(data):
        if not _is_right(data, start):
            if _mend_frame(data, start):
                mended += 1
            elif _is_followed(data, start):
                kept.append(start)
            else:
                break
        end = start + _step(data)
    if kept:
        _seal(data, kept[0], end)
    if mended or kept:
        with path.open("r+b") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    return mended + len(kept)


def committed_pages(path: Path) -> dict[int, bytes]:
    """Return the newest content of every page that was committed to a log, by number."""
    if not path.exists():
        return {}
    data = bytearray(path.read_bytes())
    committed, waiting = dict[int, bytes](), dict[int, bytes]()
    if len(data) < HEADER_BYTES or not _is_header(data):
        return {}
    for start in _frames(data):
        if not _is_right(data, start):
            break
        number, size = struct.unpack_from(">II", data, start)
        waiting[number] = bytes(data[start + FRAME_BYTES : start + _step(data)])
        if size:
            committed.update(waiting)
            waiting.clear()
    return committed


def _step(data: bytearray) -> int:
    """Return the bytes of a frame with its page."""
    size = int.from_bytes(data[8:12])
    return FRAME_BYTES + (65_536 if size == 1 else size)


def _frames(data: bytearray) -> range:
    """Yield the places at which frames begin."""
    return range(HEADER_BYTES, len(data) - _step(data) + 1, _step(data))


def _mend_header(data: bytearray) -> int:
    """Repair one flipped bit of the header; return 1, 0 for a right header, or -1 on failure."""
    if len(data) < HEADER_BYTES:
        return -1
    if _is_header(data):
        return 0
    bits = range(8 * HEADER_BYTES)
    return 1 if _flip_one(data, bits, _is_header, HEADER_BYTES) else -1


def _mend_frame(data: bytearray, start: int) -> bool:
    """Repair one flipped bit of a frame's header; return True if that sufficed."""
    # The highest bit of a word moves the checksum as that of many other words does.
    words = range(8 * start, 8 * (start + 8))
    highest = {(start + 4 * word + (3 if _order(data) == "<" else 0)) * 8 + 7 for word in (0, 1)}
    bits = (*(bit for bit in words if bit not in highest), *range(words.stop, words.stop + 128))
    return _flip_one(data, bits, lambda data: _is_right(data, start), start + _step(data))


def _flip_one(
    data: bytearray, bits: Iterable[int], is_right: Callable[[bytearray], bool], behind: int
) -> bool:
    """Flip the one bit that makes a part right, and the frame behind it if there is one."""
    fitting = []
    for bit in bits:
        data[bit // 8] ^= 1 << bit % 8
        if is_right(data):
            is_next = behind in _frames(data) and data[behind + 8 : behind + 16] == data[16:24]
            if not is_next or _is_right(data, behind):
                fitting.append((is_next, bit))
        data[bit // 8] ^= 1 << bit % 8
    best = [bit for is_next, bit in fitting if is_next] or [bit for _, bit in fitting]
    if len(best) == 1:
        data[best[0] // 8] ^= 1 << best[0] % 8
    return len(best) == 1


def _is_followed(data: bytearray, start: int) -> bool:
    """Return True if a commit that began when this frame was on the disk comes behind it."""
    is_over = False
    for place in _frames(data)[_frames(data).index(start) :]:
        if place > start and not _is_right(data, place):
            return False
        if is_over:
            return True
        is_over = data[place + 4 : place + 8] != bytes(4)
    return False


def _seal(data: bytearray, first: int, end: int) -> None:
    """Recompute the checksum of every frame from the first damaged one on."""
    for start in range(first, end, _step(data)):
        data[start + 8 : start + 16] = data[16:24]
        struct.pack_into(">II", data, start + 16, *_sums_at(data, start))


def _is_header(data: bytearray) -> bool:
    if int.from_bytes(data[:4]) not in (LITTLE, BIG):
        return False
    return _add_up(_words(data, 0, 24), (0, 0)) == _stored_sums(data, 24)


def _is_right(data: bytearray, start: int) -> bool:
    """Return True if a frame is of this log and follows the one before it."""
    is_of_log = data[start + 8 : start + 16] == data[16:24]
    return is_of_log and _sums_at(data, start) == _stored_sums(data, start + 16)


def _sums_at(data: bytearray, start: int) -> Sums:
    """Return the checksum of a frame, computed from that of the frame before."""
    before = _stored_sums(data, 24 if start == HEADER_BYTES else start - _step(data) + 16)
    page = start + FRAME_BYTES
    words = _words(data, start, 8) + _words(data, page, _step(data) - FRAME_BYTES)
    return _add_up(words, before)


def _words(data: bytearray, start: int, count: int) -> tuple[int, ...]:
    return struct.unpack_from(f"{_order(data)}{count // 4}I", data, start)


def _order(data: bytearray) -> str:
    return "<" if int.from_bytes(data[:4]) == LITTLE else ">"


def _add_up(words: tuple[int, ...], sums: Sums) -> Sums:
    low, high = sums
    pairs = iter(words)
    for even, odd in zip(pairs, pairs, strict=True):
        low = (low + even + high) & WORD
        high = (high + odd + low) & WORD
    return low, high


def _stored_sums(data: bytearray, start: int) -> Sums:
    low, high = struct.unpack_from(">II", data, start)
    return low, high
