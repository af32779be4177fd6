"""Fuzz of `verify` and of the reader of logs: no traceback, no second too many, bounded memory."""

import random
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from pitboss.engine.declare import Event, all_events, tag_of
from pitboss.proof.log import verify_log
from pitboss.store.entry import decode_visible
from pitboss.store.export import LogError, read_log
from pitboss.store.port import StoreError
from pitboss.store.sealed_fields import envelope_fault
from tests.fuzz.hostile_logs import ATTACKS, Made, corpus, made, mutated, over_and_over

MEGABYTE = 1_000_000
CPU_S = 2.0
"""Processor time that verifying a megabyte may take."""
FACTOR = 2
"""A processor of a shared machine is slower at times."""
LEAST_S = 1.0
MEMORY = 600 * MEGABYTE
"""Address space that verifying a megabyte may take beyond what there is."""
VERDICTS = {"holds", "not_proven", "fails"}


@contextmanager
def bounded(size: int) -> Iterator[None]:
    """Fail if what runs within takes too much processor time or memory for its input."""
    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, before[1]))
    began = time.process_time()
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
    spent = time.process_time() - began
    assert spent <= FACTOR * max(LEAST_S, CPU_S * size / MEGABYTE), (
        f"{spent:.1f} s of processor time"
    )


def verdict(data: bytes) -> str:
    """The verdict on a file, or "" for one that is not a log."""
    with bounded(len(data)):
        try:
            report = verify_log(data)
        except LogError:
            return ""
    assert report.verdict in VERDICTS
    return report.verdict


def read_through(data: bytes) -> None:
    """Read a log as whoever puts it back or shows it does."""
    try:
        for record in read_log(data).records:
            if not envelope_fault(record.body, record.envelope):
                decode_visible(record)
    except StoreError:
        pass


def check(seed: int, count: int) -> None:
    """Verify logs that were changed at random; none of them holds."""
    rng, seen = random.Random(seed), set[str]()
    for number in range(count):
        data = mutated(rng, rng.choice(corpus()))
        try:
            said = verdict(data)
            read_through(data)
        except Exception as error:
            raise AssertionError(f"mutation {number} of seed {seed}: {error!r}") from error
        assert said != "holds"
        seen.add(said)
    assert count < 50 or {"", "fails", "not_proven"} <= seen


@pytest.mark.parametrize("seed", range(4))
def test_changed_logs_end_in_a_verdict(seed: int) -> None:
    check(seed, 100)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1_000, 1_040))
def test_many_changed_logs_end_in_a_verdict(seed: int) -> None:
    check(seed, 2_000)


@pytest.mark.parametrize("revision", [1, 99])
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda one: one.__name__)
def test_a_megabyte_made_to_be_slow_is_verified_in_seconds(
    attack: Callable[[], Made], revision: int
) -> None:
    assert verdict(made(attack(), MEGABYTE, revision)) in VERDICTS - {"holds"}


@pytest.mark.parametrize("kind", all_events(), ids=tag_of)
def test_one_event_over_and_over_is_verified_in_seconds(kind: type[Event]) -> None:
    assert verdict(made(over_and_over(kind), MEGABYTE // 10)) in VERDICTS - {"holds"}


@pytest.mark.long
@pytest.mark.parametrize("kind", all_events(), ids=tag_of)
def test_a_megabyte_of_one_event_is_verified_in_seconds(kind: type[Event]) -> None:
    assert verdict(made(over_and_over(kind), MEGABYTE)) in VERDICTS - {"holds"}


def test_logs_as_they_are_written_are_sound() -> None:
    for data in corpus():
        assert verdict(data) == "not_proven"


@pytest.mark.parametrize("data", [
    b"[" * MEGABYTE, b'{"format":' + b"[" * MEGABYTE, b"\n" * MEGABYTE, b"{}\n" * 300_000,
    b'{"format":"pitboss log 2","header":' + b"1" * MEGABYTE + b"}",
])  # fmt: skip
def test_a_megabyte_of_nothing_is_refused_at_once(data: bytes) -> None:
    assert verdict(data) == ""
