"""The security log is copied outside the store as it is written."""

import socket
import stat
from pathlib import Path

import msgspec
import pytest

from pitboss.server.security.log import (
    AttemptKind,
    AttemptResult,
    SecurityLine,
    SecurityLog,
    open_copy,
    read_security,
)
from pitboss.server.settings import SettingsError
from pitboss.store.memory import MemoryStore
from tests.patience import WAIT_S


def tried(copy: str) -> MemoryStore:
    """The store of a house in which two people tried something."""
    store = MemoryStore()
    log = SecurityLog(store, copy=open_copy(copy))
    log.note(
        AttemptKind.LOG_IN,
        AttemptResult.REFUSED,
        who="ann",
        address="10.0.0.1",
        text="wrong_secret",
    )
    log.flush()
    log.note(AttemptKind.ROLE, AttemptResult.DONE, who="boss", text="ann: dealer")
    log.close()
    return store


def test_every_line_is_in_a_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    file = tmp_path / "copy.jsonl"
    store = tried(str(file))
    lines = [
        msgspec.json.decode(line, type=SecurityLine) for line in file.read_bytes().splitlines()
    ]
    assert lines == list(reversed(read_security(store).lines))
    assert [line.text for line in lines] == ["wrong_secret", "ann: dealer"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_every_line_goes_to_the_syslog_of_another_machine() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.settimeout(WAIT_S)
        store = tried(f"syslog://127.0.0.1:{listening.getsockname()[1]}")
        for line in reversed(read_security(store).lines):
            head, text = listening.recv(65_000).split(b" security - ", 1)
            assert head.startswith(b"<85>1 ")
            assert msgspec.json.decode(text, type=SecurityLine) == line


def test_a_copy_that_fails_stops_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "copies" / "copy.jsonl"
    file.parent.mkdir()
    copy = open_copy(str(file))
    file.unlink()
    file.mkdir()
    store = MemoryStore()
    log = SecurityLog(store, copy=copy)
    log.note(AttemptKind.ROLE, AttemptResult.DONE, who="boss", text="ann: dealer")
    log.flush()
    assert [line.who for line in read_security(store).lines] == ["boss"]
    assert "Is a directory" in vars(caplog.records[-1])["why"]
    # It goes on once it can; a file that was moved away begins again, for its owner alone.
    file.rmdir()
    for text in ("ann: supervisor", "ann: auditor"):
        log.note(AttemptKind.ROLE, AttemptResult.DONE, who="boss", text=text)
        log.flush()
        assert text in file.read_text()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        file.rename(file.with_suffix(".old"))
    log.close()


@pytest.mark.parametrize(
    "wrong",
    [
        "/no/such/folder/copy",
        "http://10.0.0.1",
        "syslog://",
        "syslog://x:port",
        "syslog://x.invalid",
    ],
)
def test_a_copy_that_cannot_be_made_is_refused_at_the_start(wrong: str) -> None:
    with pytest.raises(SettingsError, match="security_copy"):
        open_copy(wrong)
