"""Read studies from files, and check them before memory is allocated.

Includes the studies that come with the package: the shipped rulebooks with default options.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import ZipFile

import msgspec
import numpy as np

from pitboss.cards import DECK, DECKS_MAX
from pitboss.errors import StudyError
from pitboss.sim.counting import BUCKETS, COUNT_LOW
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Ints
from pitboss.study.game import FORMAT, About
from pitboss.study.study import BUCKETED, PARTS, Part, Study

MAGIC = b"PK\x03\x04"
"""First bytes of a zip file."""
RAW_MAX = 256_000_000
"""Bytes of all columns of a study, unpacked; ten times the largest study that can be played."""
CARDS_MAX = len(DECK) * DECKS_MAX
WAGERS_MAX = 32
BROKEN = (ValueError, LookupError, OverflowError)
"""Errors that a truncated or forged file can raise where its contents are checked."""


def is_study(path: Path | str) -> bool:
    """Return True if a file contains NumPy columns, whatever its name is."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def read_study(path: Path | str) -> Study:
    """Read a study from its file."""
    try:
        # Opened here because numpy leaves a file open that is not a zip.
        with Path(path).open("rb") as opened:
            description, columns = _contents(path, opened)
        return _study(description, columns)
    except StudyError:
        raise
    except OSError as error:
        raise StudyError(f"{path} cannot be read: {error.strerror or error}") from None
    except BROKEN as error:
        raise StudyError(f"{path} is not a study: {error}") from None


def _check_size(path: Path | str, file: ZipFile) -> None:
    """Refuse a small file that would fill the memory."""
    size = sum(part.file_size for part in file.infolist())
    if size > RAW_MAX:
        message = f"{path} is not a study: unpacked it has {size:,} bytes, and no study has so many"
        raise StudyError(message)


def _contents(
    path: Path | str, opened: BinaryIO
) -> tuple[dict[str, Any], dict[Part, dict[str, Ints]]]:
    """Read the text and the columns; on a forged file the readers raise errors of any kind."""
    try:
        _check_size(path, ZipFile(opened))
        opened.seek(0)
        file = np.load(opened, allow_pickle=False)
        description = msgspec.json.decode(str(file["about"]), type=dict[str, Any])
        if (format_ := description.get("format")) != FORMAT:
            raise StudyError(f"{path} has format {format_}, and this reads {FORMAT}")
        return description, {
            part: {name: file[f"{part}.{name}"].astype(np.int64) for name in names}
            for part, names in PARTS.items()
        }
    except (StudyError, OSError):
        raise
    except Exception as error:
        raise ValueError(error) from None


def _study(description: dict[str, Any], columns: Mapping[Part, Mapping[str, Ints]]) -> Study:
    """Return the study in a file, from its description and its columns."""
    about = msgspec.convert(description, About)
    is_sound = (
        0 < about.cards <= CARDS_MAX
        and 0 < about.width <= about.cards
        and 0 <= about.behind_min <= about.cards
        and 0 < about.boxes <= about.width
        and len(about.wagers) <= WAGERS_MAX
        and about.unit > 0
        and about.stake > 0
    )
    if not is_sound:
        raise ValueError("what it says was played cannot have been")
    depths = about.cards + 1
    shapes: dict[Part, tuple[int, ...]] = {
        "cells": (depths, BUCKETS, layout.CELL_WIDTH),
        "wagers": (depths, BUCKETS, len(about.wagers), layout.SUM_WIDTH),
        "moves": (depths // about.width + 1, BUCKETS, layout.MOVES, BUCKETS, 1),
        "lows": (depths // about.width + 1, BUCKETS, BUCKETS, 1),
    }
    filled = {part: _filled(columns[part], shape) for part, shape in shapes.items()}
    return Study(
        about,
        filled["cells"],
        filled["wagers"],
        filled["moves"][..., 0],
        filled["lows"][..., 0],
    )


def _filled(columns: Mapping[str, Ints], shape: tuple[int, ...]) -> Ints:
    """Return the whole table from the rows that are not empty."""
    sums = np.zeros(shape, dtype=np.int64)
    rows = list(columns.items())
    keys, values = rows[: len(shape) - 1], rows[len(shape) - 1 :]
    places = tuple(column - COUNT_LOW if name in BUCKETED else column for name, column in keys)
    sums[places] = np.stack([column for _, column in values], axis=-1)
    return sums


FOLDER = "shipped_studies"
ENDING = ".npz"
KEPT_MAX = 32
"""Studies that are cached."""


@lru_cache(1)
def shipped_studies() -> tuple[tuple[str, str], ...]:
    """Return the rulebooks and counts of all shipped studies.

    >>> ("house", "hi_lo") in shipped_studies()
    True
    """
    folder = files("pitboss.study").joinpath(FOLDER)
    names = (file.name.removesuffix(ENDING) for file in folder.iterdir())
    return tuple(sorted((book, count) for book, _, count in (n.partition(".") for n in names)))


@lru_cache(KEPT_MAX)
def read_shipped(rulebook: str, count: str) -> Study:
    """Read the shipped study of a rulebook by a count."""
    if (rulebook, count) not in shipped_studies():
        counts = [other for book, other in shipped_studies() if book == rulebook]
        books = sorted({book for book, _ in shipped_studies()})
        shipped = f"by {', '.join(counts)}" if counts else f"of {', '.join(books)}"
        raise StudyError(
            f"no study of {rulebook} by {count} is shipped; there are studies {shipped}",
            place="count" if counts else "rulebook",
            hint="choose one of these",
        )
    with as_file(files("pitboss.study").joinpath(FOLDER, f"{rulebook}.{count}{ENDING}")) as path:
        return read_study(path)
