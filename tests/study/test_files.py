"""Files of studies: tables for other programs, and what is refused in place of a study."""

import csv
import io
import json
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import polars
import pytest

from pitboss import Study
from pitboss.errors import Error, StudyError
from pitboss.study.study import PARTS
from tests.cli.commands import refused, run, run_json

NUMPY = "about.npy"
ZSTD = b"\x28\xb5\x2f\xfd"
"""How a part that zstd has compressed begins."""


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("studies") / "double_deck.npz"
    Study.shipped("double_deck", "hi_lo").save(path)
    return path


def changed(saved: Path, path: Path, **about: Any) -> Path:
    """The same study that says something else of itself."""
    with ZipFile(saved) as old, ZipFile(path, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == NUMPY:
                given = json.loads(str(np.load(io.BytesIO(content), allow_pickle=False)))
                written = io.BytesIO()
                np.save(written, np.array(json.dumps(given | about)))
                content = written.getvalue()
            new.writestr(name, content)
    return path


def test_tables_are_read_by_other_programs(saved: Path, tmp_path: Path) -> None:
    study = Study.load(saved)
    cells = {name: column.tolist() for name, column in study.columns().items()}
    told = run_json("study", str(saved), "--export", str(tmp_path / "cells.parquet"))
    assert told["rounds"] == study.rounds
    assert polars.read_parquet(tmp_path / "cells.parquet").to_dict(as_series=False) == cells
    assert ZSTD in (tmp_path / "cells.parquet").read_bytes()
    said = run("study", str(saved), "--export", str(tmp_path / "cells.csv"))
    assert f"bytes: {tmp_path / 'cells.csv'}" in said.stderr
    assert polars.read_csv(tmp_path / "cells.csv").to_dict(as_series=False) == cells
    pandas = import_module("pandas")
    assert pandas.read_csv(tmp_path / "cells.csv").to_dict("list") == cells
    for part in PARTS:
        study.export(tmp_path / f"{part}.csv", part)
        with (tmp_path / f"{part}.csv").open(encoding="utf-8", newline="") as file:
            assert tuple(next(csv.reader(file))) == PARTS[part]


def test_a_table_that_cannot_be_written(saved: Path, tmp_path: Path) -> None:
    words = ("study", str(saved), "--export")
    assert "its name ends in .csv or .parquet" in refused(*words, str(tmp_path / "cells.xlsx"))
    assert "there is no folder" in refused(*words, str(tmp_path / "none" / "cells.csv"))
    with pytest.raises(Error, match="part = 'rounds' is not one of cells"):
        Study.load(saved).export(tmp_path / "cells.csv", "rounds")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "about",
    [
        {"cards": 10**12}, {"cards": -1}, {"cards": "104"}, {"width": 0}, {"width": 10**9},
        {"boxes": 0}, {"unit": 0.0}, {"stake": 0}, {"behind_min": -5}, {"wagers": [["x"]]},
        {"wagers": [["x", 1.0]] * 1000}, {"format": 2}, {"shoes": "many"}, {"options": None},
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_have_been_played_is_refused(
    saved: Path, tmp_path: Path, about: dict[str, Any]
) -> None:
    path = changed(saved, tmp_path / "other.npz", **about)
    told = refused("study", str(path)).splitlines()
    assert "is not a study" in told[0] or "has format 2" in told[0]


def test_a_small_file_that_would_fill_the_memory_is_refused(saved: Path, tmp_path: Path) -> None:
    path = tmp_path / "bomb.npz"
    with ZipFile(saved) as old, ZipFile(path, "w", ZIP_DEFLATED) as new:
        new.writestr(NUMPY, old.read(NUMPY))
        with new.open("cells.depth.npy", "w", force_zip64=True) as part:
            header = io.BytesIO()
            shape: dict[str, Any] = {"descr": "|i1", "fortran_order": False, "shape": (300 << 20,)}
            np.lib.format.write_array_header_1_0(header, shape)
            part.write(header.getvalue())
            for _ in range(300):
                part.write(b"\0" * (1 << 20))
    assert path.stat().st_size < 1_000_000
    assert "no study has so many" in refused("study", str(path))


def test_a_file_that_was_cut_is_refused_wherever_it_was_cut(saved: Path, tmp_path: Path) -> None:
    whole, path = saved.read_bytes(), tmp_path / "cut.npz"
    for size in (0, 3, 4, 100, 5_000, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        assert "not a study" in refused("study", str(path))
    assert "cannot be read" in refused("study", str(tmp_path / "none.npz"))
    assert "cannot be read" in refused("study", str(tmp_path) + "/.npz")


def test_a_file_that_says_nothing_but_brackets_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.npz"
    np.savez_compressed(path, about=np.array("[" * 100_000))
    assert "not a study" in refused("study", str(path))


@pytest.mark.parametrize("header", [b"{'descr': (\n", b"{", b"(" * 300, b"\xff"])
def test_header_that_numpy_cannot_read_is_refused(header: bytes, tmp_path: Path) -> None:
    column = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header
    with ZipFile(tmp_path / "forged.npz", "w") as file:
        file.writestr("about.npy", column)
    with pytest.raises(StudyError, match="is not a study"):
        Study.load(tmp_path / "forged.npz")
