"""A study: what every round came to, by the cards dealt and the count before it, in one file."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Literal
from zipfile import BadZipFile

import numpy as np

from pitboss.sim.layout import BUCKETS, CELL_WIDTH, COUNT_LOW, MOVES, SUM_WIDTH, Ints
from pitboss.study.errors import StudyError
from pitboss.study.game import Game, game_of
from pitboss.study.sums import FORMAT, About, Sums

Part = Literal["cells", "wagers", "moves", "lows"]
PARTS: Mapping[Part, tuple[str, ...]] = {
    "cells": ("depth", "count", "rounds", "total", "squares", "each"),
    "wagers": ("depth", "count", "wager", "placed", "total", "squares"),
    "moves": ("step", "count", "further", "next", "rounds"),
    "lows": ("step", "count", "lowest", "rounds"),
}
"""The tables of a study and their columns; docs/guides/study-a-game.md says what they mean."""
MAGIC = b"PK\x03\x04"
"""How a zip begins."""
BUCKETED = ("count", "next", "lowest")
"""Columns that hold counts."""


class Study(Sums):
    """The sums of one run. You can merge two studies of the same game."""

    def game(self, *, penetration: float | None = None, behind: int | None = None) -> Game:
        """The game at one penetration: a share of the shoe, or the cards behind the cutting card.

        Give neither, and it is as deep as the study goes.
        """
        about = self.about
        if behind is None and penetration is not None:
            if not 0 < penetration < 1:
                raise StudyError(f"a penetration lies between 0 and 1, not at {penetration}")
            behind = round((1 - penetration) * about.cards)
        if behind is None:
            behind = about.behind_min
        if not about.behind_min <= behind <= about.cards:
            deepest = 1 - about.behind_min / about.cards
            raise StudyError(
                f"this study goes down to {about.behind_min} cards behind the cutting card "
                f"({deepest:.1%} of the shoe), not to {behind}"
            )
        game = game_of(self, max(1, about.cards - behind + about.cut_first), behind)
        if not game.rounds:
            told = f"no round begins with {behind} of {about.cards} cards behind the cutting card"
            raise StudyError(told)
        return game

    def merge(self, other: "Study") -> "Study":
        """The rounds of both."""
        ours, theirs = asdict(self.about), asdict(other.about)
        shoes = ours.pop("shoes"), theirs.pop("shoes")
        if ours.pop("seed") == theirs.pop("seed") or ours != theirs or all(shoes) != any(shoes):
            raise StudyError("only studies of the same game with other seeds are put together")
        return self.add(other)

    def add(self, other: "Study") -> "Study":
        """The rounds of both, if they are different parts of one run."""
        return Study(
            replace(self.about, shoes=self.about.shoes + other.about.shoes),
            self.cells + other.cells,
            self.wagers + other.wagers,
            self.moves + other.moves,
            self.lows + other.lows,
        )

    def lean(self) -> "Study":
        """The same without the moves between counts: a smaller file, no answers on ``leave``."""
        about = replace(self.about, shoes=self.shoes)
        nothing = np.zeros_like(self.moves), np.zeros_like(self.lows)
        return Study(about, self.cells, self.wagers, *nothing)

    def columns(self, part: Part = "cells") -> dict[str, Any]:
        """One table by its columns, without rows that no round fell into."""
        if part not in PARTS:
            raise StudyError(f"{part!r} is not a table of a study: {', '.join(PARTS)}")
        sums = {
            "cells": self.cells, "wagers": self.wagers, "moves": self.moves[..., None],
            "lows": self.lows[..., None],
        }[part]  # fmt: skip
        places = np.nonzero(sums.any(axis=-1))
        keys = [place.astype(np.int64) for place in places]
        names = PARTS[part]
        told = [key + COUNT_LOW if names[n] in BUCKETED else key for n, key in enumerate(keys)]
        columns = [*told, *sums[places].T]
        return dict(zip(PARTS[part], columns, strict=True))

    def to_pandas(self, part: Part = "cells") -> Any:
        """One table as a pandas data frame."""
        return _library("pandas").DataFrame(self.columns(part))

    def to_polars(self, part: Part = "cells") -> Any:
        """One table as a Polars data frame."""
        return _library("polars").DataFrame(self.columns(part))

    def save(self, path: Path | str) -> None:
        """Write the study to a file: a zip of NumPy columns, each named ``table.column``."""
        arrays: dict[str, Any] = {"about": np.array(json.dumps(asdict(self.about)))}
        for part in PARTS:
            for name, column in self.columns(part).items():
                arrays[f"{part}.{name}"] = _narrow(column)
        with Path(path).open("wb") as file:
            np.savez_compressed(file, **arrays)

    def __repr__(self) -> str:
        about = self.about
        return (
            f"<study of {about.rulebook} by {about.count}: {self.rounds:,} rounds, "
            f"{about.boxes} box{'es' * (about.boxes > 1)}, {about.cards} cards>"
        )

    def _repr_html_(self) -> str:
        # What draws it knows games and studies, so that it is imported when it is asked for.
        return str(import_module("pitboss.study.pictures").study_html(self))


UNPACKED_MAX = 2**31
"""Bytes of all columns of a study."""
CARDS_MAX, WAGERS_MAX = 52 * 100, 100
"""No game that is studied has more; a file that says so would take all memory."""
BROKEN = (
    ValueError, KeyError, IndexError, TypeError, AttributeError, EOFError, BadZipFile,
    RecursionError, OverflowError, MemoryError,
)  # fmt: skip
"""What reading a file that is no study leads to."""


def is_study(path: Path | str) -> bool:
    """Whether a file is one of NumPy columns, whatever it is called."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def load_study(path: Path | str) -> Study:
    """Read a study from its file."""
    try:
        # numpy leaves a file open that is no zip: it is opened here.
        with Path(path).open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            if sum(one.file_size for one in file.zip.infolist()) > UNPACKED_MAX:
                raise StudyError(f"{path} is not a study: it unpacks to more than one can have")
            given = json.loads(str(file["about"]))
            if given.get("format") != FORMAT:
                told = f"{path} has format {given.get('format')}, and this reads {FORMAT}"
                raise StudyError(told)
            columns = {
                part: {name: file[f"{part}.{name}"].astype(np.int64) for name in names}
                for part, names in PARTS.items()
            }
        return _study(given, columns)
    except StudyError:
        raise
    except OSError as error:
        raise StudyError(f"{path} cannot be read: {error.strerror or error}") from None
    except BROKEN as error:
        raise StudyError(f"{path} is not a study: {error}") from None


def _study(given: dict[str, Any], columns: Mapping[Part, Mapping[str, Ints]]) -> Study:
    """The study of what stands in a file."""
    wagers = tuple((name, stake) for name, stake in given["wagers"])
    about = About(**(given | {"wagers": wagers}))
    if not (0 < about.cards <= CARDS_MAX and about.width > 0 and len(wagers) <= WAGERS_MAX):
        raise ValueError(f"no game has {about.cards} cards and {len(wagers)} wagers")
    depths = about.cards + 1
    shapes: dict[Part, tuple[int, ...]] = {
        "cells": (depths, BUCKETS, CELL_WIDTH),
        "wagers": (depths, BUCKETS, len(about.wagers), SUM_WIDTH),
        "moves": (depths // about.width + 1, BUCKETS, MOVES, BUCKETS, 1),
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
    """The whole table from the rows that have anything in them."""
    sums = np.zeros(shape, dtype=np.int64)
    rows = list(columns.items())
    keys, values = rows[: len(shape) - 1], rows[len(shape) - 1 :]
    places = tuple(column - COUNT_LOW if name in BUCKETED else column for name, column in keys)
    sums[places] = np.stack([column for _, column in values], axis=-1)
    return sums


def _narrow(column: Ints) -> Any:
    """The same numbers in as few bytes as hold them."""
    if not len(column):
        return column.astype(np.int8)
    low, high = int(column.min()), int(column.max())
    for kind in (np.int8, np.int16, np.int32):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return column.astype(kind)
    return column


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise StudyError(f"{name} is not installed: pip install {name}") from None
