"""The planted bugs of `make plant` still apply, and the tests that must find them are there."""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from scripts.copies import ROOT, Copy
from scripts.mutate import Bench
from scripts.plant import FOLDER, Plant, judge, planted, read_plants

PLANTS_MIN = 80
AREAS = {
    "audience", "batches", "books", "chain", "claims", "clocks", "closing", "coach", "doors",
    "engine", "ids", "insiders", "keyed", "learn", "lease", "money", "odds", "origin", "page",
    "playing", "promises", "rules", "seals", "seeds", "shift", "shuffle", "sim", "store", "study",
    "wagers", "witness", "words",
}  # fmt: skip


def test_there_are_enough_in_every_area() -> None:
    plants = read_plants()
    assert len(plants) >= PLANTS_MIN
    assert {plant.area for plant in plants} == AREAS
    assert {path.suffix for path in FOLDER.iterdir()} == {".toml"}
    assert max(Counter(plant.name for plant in plants).values()) == 1
    assert not AREAS & {plant.name for plant in plants}


@cache
def functions(file: str) -> set[str]:
    """The tests of a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}


@pytest.mark.parametrize("plant", read_plants(), ids=lambda plant: plant.name)
def test_a_plant_applies_and_has_its_tests(plant: Plant) -> None:
    assert plant.file.startswith("src/pitboss/")
    text = planted(plant, ROOT)
    if plant.file.endswith(".py"):
        ast.parse(text)
    assert plant.breaks.endswith(".")
    assert 1 <= len(plant.tests) <= 3
    for node in plant.tests:
        file, _, function = node.partition("::")
        assert function in functions(file), node


def test_a_plant_that_does_not_apply_is_told(tmp_path: Path) -> None:
    plant = Plant("twice", "a.py", text="x", becomes="y", breaks="All.", tests=("t.py::t",))
    (tmp_path / "a.py").write_text("x = x\n")
    with pytest.raises(ValueError, match="2 times"):
        planted(plant, tmp_path)
    (tmp_path / "a.py").write_text("z\n")
    with pytest.raises(ValueError, match="0 times"):
        planted(plant, tmp_path)


@pytest.mark.parametrize(
    "test, fault",
    [
        ("assert a.two() == 2", ""),
        ("assert a.two()", "its tests pass"),
        ("assert a.two() ==", "pytest did not get to it"),
    ],
)
def test_only_a_failing_test_catches(tmp_path: Path, test: str, fault: str) -> None:
    """An error before the test has run is none of the plant's doing."""
    source, tests = tmp_path / "src" / "a.py", tmp_path / "tests" / "test_a.py"
    for path, text in (
        (source, "def two():\n    return 2\n"),
        (tests, f"import a\n\n\ndef test_two():\n    {test}\n"),
    ):
        path.parent.mkdir()
        path.write_text(text)
    plant = Plant(
        "three", "src/a.py", text="return 2", becomes="return 3", breaks="Two is three.",
        tests=("tests/test_a.py::test_two",),
    )  # fmt: skip
    bench = Bench(Copy(tmp_path))
    outcome = judge(bench, plant)
    bench.warm.close()
    assert outcome.fault.startswith(fault)
    assert bool(outcome.fault) == bool(fault)
    assert source.read_text() == "def two():\n    return 2\n"
