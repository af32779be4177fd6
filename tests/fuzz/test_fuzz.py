"""Files that a stranger hands over, mutated by seed: a sentence each, in bounded time and memory.

``PITBOSS_FUZZ_SEED`` begins at another seed. A failure names its reader and its seed.
"""

import os
import random
import time
import tomllib
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.toml_files import FileError, TomlError, read_text, read_toml
from tests.fuzz.mutations import (
    VALUES,
    changed_cells,
    changed_structure,
    large_files,
    places,
    turned_bytes,
    with_value,
    written,
)
from tests.fuzz.readers import READERS, Reader

FIRST = int(os.environ.get("PITBOSS_FUZZ_SEED", "0"))
MUTATED = 60
"""Files of each reader in a quick run."""
CPU_S = 20.0
"""Seconds of processor time for a megabyte: ten times what an idle machine needs at most."""
MEMORY_MAX = 250_000_000
"""Bytes that reading a megabyte may take."""
QUICK = ("nested lists", "a dotted key", "a dotted header", "digits", "an open text", "zeros")
"""Large files of a quick run."""
SENTENCE_MAX = 100_000
"""Characters of a refusal; a rulebook lists all of its problems."""


def read(reader: Reader, data: bytes, about: str) -> str:
    """Read a file that may be anything; gives the refusal, or "" if there is none."""
    began = time.process_time()
    try:
        reader.read(data)
        said = ""
    except reader.errors as error:
        said = str(error)
        assert said.strip(), f"{reader.name}, {about}: a refusal without a word"
        assert len(said) < SENTENCE_MAX, f"{reader.name}, {about}: {len(said)} characters"
    except Exception as error:
        raise AssertionError(f"{reader.name}, {about}: {error!r}\n{data[:2_000]!r}") from error
    took = time.process_time() - began
    assert took < CPU_S, f"{reader.name}, {about}: {took:.1f} s"
    return said


def mutated(reader: Reader, seed: int) -> bytes:
    """One of the files of a reader, changed by a seed."""
    rng = random.Random(f"{reader.name} {seed}")
    given = rng.choice(reader.seeds)
    if reader.kind == "toml" and rng.random() < 0.6:
        return changed_structure(rng, given)
    if reader.kind == "csv" and rng.random() < 0.6:
        return changed_cells(rng, given)
    return turned_bytes(rng, given)


def retyped(reader: Reader, count: int = 0) -> Iterator[tuple[str, bytes]]:
    """The files of a reader with every value replaced by one of every type; or so many of them."""
    for number, given in enumerate(reader.seeds):
        data = tomllib.loads(given.decode())
        swaps = [(place, value) for place in places(data) for value in VALUES]
        rng = random.Random(f"{FIRST} {number}")
        each = count // len(reader.seeds) + 1 if count else len(swaps)
        for place, value in rng.sample(swaps, min(each, len(swaps))):
            about = f"file {number} with {value!r:.30} at {'.'.join(map(str, place))}"
            yield about, written(with_value(data, place, value))


TOML = [one for one in READERS if one.kind == "toml"]


@pytest.fixture(params=READERS, ids=lambda one: one.name)
def reader(request: pytest.FixtureRequest) -> Reader:
    assert isinstance(request.param, Reader)
    return request.param


def test_files_as_they_are_are_read(reader: Reader) -> None:
    for number, given in enumerate(reader.seeds):
        assert read(reader, given, f"file {number}") == ""


def test_mutated_files_get_a_sentence(reader: Reader) -> None:
    said = [read(reader, mutated(reader, seed), f"seed {seed}") for seed in seeds(MUTATED)]
    assert any(said), "no mutation was refused"


@pytest.mark.parametrize("reader", TOML, ids=lambda one: one.name)
def test_values_of_another_type_get_a_sentence(reader: Reader) -> None:
    """Some of them, by the seed; the long test tries all."""
    for about, data in retyped(reader, 2 * MUTATED):
        read(reader, data, about)


def test_large_files_take_bounded_time(reader: Reader) -> None:
    for about, data in large_files(reader.seeds[0]):
        if about in QUICK:
            read(reader, data, about)


@pytest.mark.long
def test_mutated_files_get_a_sentence_for_long(reader: Reader) -> None:
    end = time.process_time() + 60
    for seed in seeds(1_000_000):
        read(reader, mutated(reader, seed), f"seed {seed}")
        if time.process_time() > end:
            break


@pytest.mark.long
@pytest.mark.parametrize("reader", TOML, ids=lambda one: one.name)
def test_every_value_of_every_type_gets_a_sentence(reader: Reader) -> None:
    for about, data in retyped(reader):
        read(reader, data, about)


@pytest.mark.long
def test_large_files_take_bounded_time_and_memory(reader: Reader) -> None:
    for about, data in large_files(reader.seeds[0]):
        read(reader, data, about)
        tracemalloc.start()
        try:
            read_traced(reader, data)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < MEMORY_MAX, f"{reader.name}, {about}: {peak:,} bytes"


def read_traced(reader: Reader, data: bytes) -> None:
    """Read a file while memory is counted, which takes longer."""
    try:
        reader.read(data)
    except reader.errors:
        return


def seeds(count: int) -> range:
    """Seeds from the first one on."""
    return range(FIRST, FIRST + count)


def test_a_path_that_cannot_be_read_gets_a_sentence(tmp_path: Path) -> None:
    """What every reader of text files says of a path is said in one place."""

    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    for path in (tmp_path, tmp_path / "none.toml", tmp_path / ("x" * 5_000), binary, Path("a\0b")):
        with pytest.raises(FileError) as error:
            read_text(path)
        assert error.value.hint


def test_a_count_with_a_date_gets_a_sentence() -> None:
    count = next(one for one in READERS if one.name == "count")
    data = tomllib.loads(count.seeds[0].decode()) | {"unbalanced_by": VALUES[16]}
    assert "2000-01-01" in written(data).decode()
    assert "write unbalanced_by = " in read(count, written(data), "a date")


@pytest.mark.parametrize("value", ["nan", "-inf", "1e999"])
def test_numbers_that_are_none_get_a_sentence(value: str) -> None:
    rulebook = next(one for one in READERS if one.name == "rulebook")
    option = f'[options.min_bet]\ntype = "amount"\ndefault = 1\nmax = {value}\n'
    said = read(rulebook, rulebook.seeds[0] + option.encode(), value)
    assert f"{value} is not a finite number" in said


@pytest.mark.parametrize("key", ["[{}]", "{} = 1", "x = {{ {} = 1 }}", "x = [{{ {} = 1 }}]"])
def test_a_key_of_many_parts_is_refused_before_it_is_read(key: str) -> None:
    long = key.format(".".join("a" * 50))
    with pytest.raises(TomlError, match=r"a key has more than 32 parts \(at line 2\)"):
        read_toml(f"y = 1\n{long}\n")
    for text in ("a.b.c = 1", f'x = "{"a." * 99}"', "# " + "." * 99, f"'{'.' * 99}' = 1"):
        assert read_toml(text) is not None
