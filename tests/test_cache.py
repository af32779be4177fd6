"""What is kept on disk: whole or not at all, never believed from others, and never too much."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss import cache
from tests.patience import WAIT_S


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.NAME, str(tmp_path / "kept"))
    monkeypatch.setattr(cache, "_warned", set())
    return tmp_path / "kept" / "results"


def test_an_entry_comes_back_as_it_was_kept(place: Path) -> None:
    assert cache.load("results", "one") is None
    cache.store("results", "one", b"first")
    cache.store("results", "one", b"second")
    assert cache.load("results", "one") == b"second"
    assert [path.name for path in place.iterdir()] == ["one"]
    assert place.stat().st_mode & 0o077 == 0


def test_a_broken_or_forged_entry_is_ignored_and_replaced(place: Path) -> None:
    cache.store("results", "one", b"worth believing")
    cache.store("results", "two", b"of another name")
    whole = (place / "one").read_bytes()
    turned = bytes([*whole[:-1], whole[-1] ^ 1])
    others = (place / "two").read_bytes()
    for content in (b"", b"no entry", whole[:-3], turned, others, whole * 200_000):
        (place / "one").write_bytes(content)
        assert cache.load("results", "one") is None
        cache.store("results", "one", b"made again")
        assert cache.load("results", "one") == b"made again"


def test_what_others_can_write_is_not_believed(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache.store("results", "one", b"mine")
    (place / "one").chmod(0o666)
    assert cache.load("results", "one") is None
    (place / "one").chmod(0o600)
    assert cache.load("results", "one") == b"mine"
    place.chmod(0o777)
    assert cache.load("results", "one") is None
    assert "others may write there" in caplog.text


def test_the_entries_used_longest_ago_make_room(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "SIZE_MAX", 10_000)
    for number in range(8):
        cache.store("results", str(number), b"x" * 1000)
        os.utime(place / str(number), (number, number))
    assert cache.load("results", "0") is not None
    for number in range(8, 12):
        cache.store("results", str(number), b"x" * 1000)
    left = {path.name for path in place.iterdir()}
    assert {"0", "8", "11"} <= left
    assert not {"1", "2"} & left
    assert sum(path.stat().st_size for path in place.iterdir()) <= 10_000


def test_what_was_begun_and_never_finished_goes(place: Path) -> None:
    cache.store("results", "one", b"x")
    (place / ".begun").write_bytes(b"half")
    os.utime(place / ".begun", (0, 0))
    cache.store("results", "two", b"x")
    assert {path.name for path in place.iterdir()} == {"one", "two"}


def test_two_processes_keep_and_delete_at_once(place: Path) -> None:
    code = """
import sys
from pathlib import Path
from pitboss.cache import load, store
letter, place = sys.argv[1].encode(), Path(sys.argv[2])
for number in range(300):
    store("results", "one", letter * (1000 + number))
    told = load("results", "one")
    assert told is None or set(told) in ({97}, {98})
    if number % 7 == 0:
        (place / "one").unlink(missing_ok=True)
"""
    command = (sys.executable, "-c", code)
    both = [subprocess.Popen([*command, letter, str(place)]) for letter in "ab"]
    assert [process.wait(WAIT_S) for process in both] == [0, 0]


def test_where_nothing_can_be_kept_it_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv(cache.NAME, str(tmp_path / "file" / "below"))
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            cache.store("results", "one", b"x")
            assert cache.load("results", "one") is None
    (told,) = caplog.records
    assert "nothing is kept on disk" in told.getMessage()
    assert "PITBOSS_CACHE" in told.getMessage()


def test_off_keeps_nothing_and_says_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(cache.NAME, "off")
    cache.store("results", "one", b"x")
    assert cache.load("results", "one") is None
    assert not place.exists()
    assert not caplog.records
