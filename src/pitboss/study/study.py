"""A study: the results of rounds by the cards dealt and the count before them, in one file."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import numpy as np

from pitboss.arguments import Rounds, Seed, Share, ThreadsOrAll, checked
from pitboss.errors import StudyError, package
from pitboss.progress import waiting
from pitboss.rulebook.catalog import Game as Given
from pitboss.sim.counting import COUNT_LOW, Count, Index
from pitboss.sim.players import Player
from pitboss.sim.tables.layout import Ints
from pitboss.study.game import Game, StudySums

Part = Literal["cells", "wagers", "moves", "lows"]
PARTS: Mapping[Part, tuple[str, ...]] = {
    "cells": ("depth", "count", "rounds", "total", "squares", "each"),
    "wagers": ("depth", "count", "wager", "placed", "total", "squares"),
    "moves": ("step", "count", "further", "next", "rounds"),
    "lows": ("step", "count", "lowest", "rounds"),
}
"""The tables of a study and their columns, explained in docs/reference/studies.md."""
ENDINGS = (".csv", ".parquet")
"""File extensions of an exported table."""
BUCKETED = ("count", "next", "lowest")
"""Columns that hold counts."""


class Study(StudySums):
    """The sums of one run. You can merge two studies of the same game.

    >>> import pitboss
    >>> study = pitboss.Study.shipped("house", "hi_lo")
    >>> study
    <study of house by Hi-Lo: 40,176,021,324 rounds, 1 box, 416 cards>
    >>> study.game(penetration=0.75)
    <house by Hi-Lo, 75.0% dealt: 49.0 rounds a shoe>
    """

    @classmethod
    @checked
    def shipped(cls, rulebook: str, count: str = "hi_lo") -> Study:
        """Return the study of a rulebook by a count that comes with pitboss; plays no rounds.

        >>> import pitboss
        >>> pitboss.Study.shipped("house", "zen").about.count
        'Zen'
        """
        study: Study = import_module("pitboss.study.files").read_shipped(rulebook, count)
        return study

    @classmethod
    @checked
    def load(cls, path: Path | str) -> Study:
        """Return the study in a file that ``save`` wrote.

        >>> import pitboss, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     pitboss.Study.shipped("house").save(f"{folder}/house.npz")
        ...     pitboss.Study.load(f"{folder}/house.npz").about.rulebook
        'house'
        """
        study: Study = import_module("pitboss.study.files").read_study(path)
        return study

    @classmethod
    @checked
    def play(
        cls,
        game: Given,
        count: Count | str = "hi_lo",
        *,
        rounds: Rounds = 100_000_000,
        seed: Seed = 1,
        player: Player | None = None,
        boxes: int = 1,
        plays: tuple[Index, ...] = (),
        insurance_at: int | None = None,
        wagers: tuple[str, ...] | None = (),
        player_errors: Share = 0.0,
        threads: ThreadsOrAll = 0,
    ) -> Study:
        """Play a study of a game by a count: whole shoes, so a few rounds more than asked.

        The player follows the shipped chart unless you give another; ``plays`` change with the
        count, and ``insurance_at`` is the count from which hands are insured. ``wagers`` names side
        wagers to study too. ``player_errors`` is the share of plays made wrong: another legal play
        at random. ``threads`` is 0 for one a core. After two seconds a terminal or a notebook shows
        the progress.

        >>> import pitboss
        >>> pitboss.Study.play("double_deck", "hi_lo", rounds=20_000)
        <study of double_deck by Hi-Lo: 20,039 rounds, 1 box, 104 cards>
        """
        running = import_module("pitboss.study.running")
        experiment = running.studied_game(
            game,
            count,
            player=player,
            boxes=boxes,
            plays=plays,
            insurance_at=insurance_at,
            wagers=wagers,
            player_errors=player_errors,
        )
        workers = threads or os.cpu_count() or 1
        with ThreadPoolExecutor(workers) as pool, waiting(f"{rounds:,} rounds", rounds) as follow:
            study: Study = running.play_study(
                experiment, rounds, seed=seed, executor=pool, follow=follow
            )
        return study

    @checked
    def game(self, *, penetration: float | None = None, behind: int | None = None) -> Game:
        """Return the game at one penetration, or with ``behind`` cards behind the cutting card.

        Without either, the cutting card is as deep as the study goes.
        """
        about = self.about
        if behind is not None and penetration is not None:
            message = "penetration and behind both say where the cutting card is"
            raise StudyError(message, place="behind", hint="give one of them")
        if penetration is not None:
            if not 0 < penetration < 1:
                message = f"a penetration lies between 0 and 1, not at {penetration}"
                raise StudyError(message, place="penetration", hint="write 0.75")
            behind = round((1 - penetration) * about.cards)
        if behind is None:
            behind = about.behind_min
        if not about.behind_min <= behind <= about.cards:
            deepest = 1 - about.behind_min / about.cards
            raise StudyError(
                f"this study goes down to {about.behind_min} cards behind the cutting card "
                f"({deepest:.1%} of the shoe), not to {behind}",
                hint="leave both out for the deepest cut",
            )
        game = Game(self, behind, self.cells[: max(1, about.cards - behind + about.cut_first)])
        if not game.rounds:
            message = (
                f"no round begins with {behind} of {about.cards} cards behind the cutting card"
            )
            raise StudyError(message)
        return game

    @checked
    def merge(self, other: Study) -> Study:
        """Return both studies as one; they must be of the same game, with different seeds."""
        ours, theirs = asdict(self.about), asdict(other.about)
        shoes = ours.pop("shoes"), theirs.pop("shoes")
        if ours.pop("seed") == theirs.pop("seed") or ours != theirs or all(shoes) != any(shoes):
            raise StudyError(
                "only studies of the same game with other seeds are put together",
                hint="play the same game with another seed: Study.play(..., seed=2)",
            )
        return self.add(other)

    @checked
    def add(self, other: Study) -> Study:
        """Return the rounds of both, if they are different parts of one run."""
        return Study(
            replace(self.about, shoes=self.about.shoes + other.about.shoes),
            self.cells + other.cells,
            self.wagers + other.wagers,
            self.moves + other.moves,
            self.lows + other.lows,
        )

    def lean(self) -> Study:
        """Return the study without the moves between counts: a smaller file, without ``leave``."""
        empty = np.zeros_like(self.moves), np.zeros_like(self.lows)
        return Study(replace(self.about, shoes=self.shoes), self.cells, self.wagers, *empty)

    @checked
    def columns(self, part: Part = "cells") -> dict[str, Any]:
        """Return one table by its columns, without rows that no round fell into."""
        table: Ints = getattr(self, part)
        sums = table[..., None] if part in ("moves", "lows") else table
        places = np.nonzero(sums.any(axis=-1))
        keys = [place.astype(np.int64) for place in places]
        names = PARTS[part]
        shifted = [key + COUNT_LOW if names[n] in BUCKETED else key for n, key in enumerate(keys)]
        columns = [*shifted, *sums[places].T]
        return dict(zip(PARTS[part], columns, strict=True))

    @checked
    def to_pandas(self, part: Part = "cells") -> Any:
        """Return one table as a pandas data frame."""
        return package("pandas").DataFrame(self.columns(part))

    @checked
    def to_polars(self, part: Part = "cells") -> Any:
        """Return one table as a Polars data frame."""
        return package("polars").DataFrame(self.columns(part))

    @checked
    def save(self, path: Path | str) -> None:
        """Write the study to a file: a zip of NumPy columns, each named ``table.column``."""
        arrays: dict[str, Any] = {"about": np.array(json.dumps(asdict(self.about)))}
        for part in PARTS:
            for name, column in self.columns(part).items():
                arrays[f"{part}.{name}"] = _narrow(column)
        try:
            with Path(path).open("wb") as file:
                np.savez_compressed(file, **arrays)
        except OSError as error:
            raise _unwritten(path, error) from None

    @checked
    def export(self, path: Path | str, part: Part = "cells") -> None:
        """Write one table as CSV, or as Parquet compressed with zstd, which needs polars."""
        path = Path(path)
        check_export(path)
        try:
            if path.suffix == ".parquet":
                self.to_polars(part).write_parquet(path, compression="zstd")
                return
            columns = self.columns(part)
            with path.open("w", encoding="utf-8", newline="") as file:
                writer = csv.writer(file)
                writer.writerow(columns)
                writer.writerows(zip(*(c.tolist() for c in columns.values()), strict=True))
        except OSError as error:
            raise _unwritten(path, error) from None

    def __repr__(self) -> str:
        about = self.about
        return (
            f"<study of {about.rulebook} by {about.count}: {self.rounds:,} rounds, "
            f"{about.boxes} box{'es' * (about.boxes > 1)}, {about.cards} cards>"
        )

    def _repr_html_(self) -> str:
        # The pictures import games and studies, so that they are imported late.
        return str(import_module("pitboss.study.pictures").study_html(self))


def _unwritten(path: Path | str, error: OSError) -> StudyError:
    message = f"{str(path)!r} cannot be written: {error.strerror or error}"
    return StudyError(message, place=str(path), hint="check the path")


def check_export(path: Path) -> None:
    """Refuse a file that a table cannot be written to, before hours have been spent on it."""
    if path.suffix not in ENDINGS:
        message = f"{path.name} is not a table's file: its name ends in {' or '.join(ENDINGS)}"
        raise StudyError(message, place=str(path), hint=f"write {path.stem}{ENDINGS[0]}")
    check_folder(path)
    if path.suffix == ".parquet":
        package("polars")


def check_folder(path: Path) -> None:
    """Refuse a file in a folder that does not exist."""
    if not path.parent.is_dir():
        message = f"{path} cannot be written: there is no folder {path.parent}"
        raise StudyError(message, place=str(path), hint="check the path")


def _narrow(column: Ints) -> Any:
    """Return the same numbers in the smallest integer type that holds them."""
    if not len(column):
        return column.astype(np.int8)
    low, high = int(column.min()), int(column.max())
    for kind in (np.int8, np.int16, np.int32):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return column.astype(kind)
    return column
