"""Each block of a page that shows a command and its output is what the command prints."""

import re
import shlex
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from pitboss.store.entry import decode_entry
from pitboss.store.export import read_log
from pitboss.store.witness.receipts import write_receipts
from pitboss.store.witness.statements import Head, Statement, new_key, sign
from tests.cli.commands import run
from tests.proof.test_forgeries import played
from tests.proof.test_receipts import REWRITES, decided, entries_of, receipts_of
from tests.test_tidy import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES += sorted((ROOT / "docs").glob("guides/*.md"))
ANY_LINES = "..."
BY_CHANCE = ("verify-a-log", "decide-a-complaint")
"""Pages with the log of a table whose cards, times and ids are drawn."""
MASKS = {
    r"\b[0-9a-f]{4}(?: [0-9a-f]{4}){3}\b": "CODE",
    r"\b[0-9a-f]{16,}(?:\.\.\.|\b)": "DIGEST",
    r"\bthe (?:ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king) of [a-z]+": "CARD",
    r"\b(?:nz|table-4|private-\w+\.*)\)": "TABLE)",
    r"^(\s+\S+  Hand 1\.1: ann) (?:wins|loses|pushes) .*": r"\1 RESULT",
    r"^(  payment: ann, box 1, main:) .*": r"\1 PAYMENT",
    r"^(    Why, ann 1\.1 main:) .*": r"\1 ARITHMETIC",
    r"\bvera\b": "ann",
    r"\bin \d+ rounds?\b": "in N rounds",
    r"[+-]?\d+(?:[-:.,]\d+)*": "N",
}
"""Patterns of the parts that chance decides, and what stands for each."""


def shown(page: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield each command of a page and the output shown below it, if any."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```(?:console)?\n(\$ .*?)^```", text, re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.splitlines()
            yield command, [line.rstrip() for line in lines if line.strip()]


def masked(lines: list[str]) -> list[str]:
    """Return lines with the parts that chance decides masked."""
    for pattern, mask in MASKS.items():
        lines = [re.sub(pattern, mask, line) for line in lines]
    return lines


def is_shown(printed: list[str], lines: list[str]) -> bool:
    """Return True if output ends with the lines shown; ``...`` stands for any others."""
    parts = []
    for line in lines:
        if line.strip() == ANY_LINES:
            parts.append(r"(?:.*\n)*?")
        else:
            rest = ".*" if line.endswith(ANY_LINES) else ""
            parts.append(re.escape(line.removesuffix(ANY_LINES)) + rest + "\n")
    text = "".join(f"{line}\n" for line in printed)
    return re.search(r"(?:\A|\n)" + "".join(parts) + r"\Z", text) is not None


class Folder:
    """A folder with the files that the commands of a page name."""

    def __init__(self, page: Path, folder: Path) -> None:
        self.folder = folder
        self.values: dict[str, str] = {}
        blocks = re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        if page.stem == "own-rulebook":
            self.write("club.toml", "\n".join(blocks))
        elif page.stem == "own-side-wager":
            self.write("club.toml", "\n".join(block for block in blocks if "kinds =" in block))
        elif page.stem == "settle-an-argument":
            self.write("argument.round.toml", blocks[0])
        elif page.stem in BY_CHANCE:
            self.add_logs()
        (folder / "examples").symlink_to(ROOT / "examples")

    def write(self, name: str, data: str | bytes) -> None:
        (self.folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())

    def add_logs(self) -> None:
        """Add a log, one that was rewritten, receipts and the heads of a witness."""
        log, key = read_log(played("nz")), new_key()
        for name in ("table", "table-4"):
            self.write(f"{name}.log.jsonl", played("nz"))
        self.write("rewritten.log.jsonl", decided(log, REWRITES["bet 10 is 5"](entries_of(log))))
        for name in ("nz", "ann"):
            self.write(f"{name}.receipts.jsonl", write_receipts(receipts_of(log)))
        last = log.records[-1]
        head = Head(log.header.table, last.version, last.chain)
        signed = sign(Statement("w", 1, 1, "", (head,), note="begin", key=key.public), key)
        self.write("data.witness", signed.line + b"\n")
        began = datetime.fromtimestamp(decode_entry(log.records[0]).wall_ms / 1000, UTC)
        local = began.astimezone(ZoneInfo("Pacific/Auckland"))
        amount = re.search(rb'"amount":(\d+)', played("nz"))
        assert amount
        self.values = {
            r"\b[0-9a-f]{16}\.\.\.": key.public,
            "50000": amount[1].decode(),
            "60000": f"{int(amount[1]) + 10_000}",
            r"2026-03-12 21:00": f"{local:%Y-%m-%d %H:%M}",
        }


def printed(command: str, folder: Folder) -> list[str]:
    """Return the lines that a command prints."""
    for pattern, value in folder.values.items():
        command = re.sub(pattern, value, command)
    name, *arguments = shlex.split(command)
    if name != "pitboss":
        subprocess.run(command, shell=True, check=True)
        return []
    return [line.rstrip() for line in run(*arguments).output.splitlines() if line.strip()]


SHOWN = [page for page in PAGES if any(lines for _, lines in shown(page))]


def test_pages_show_output() -> None:
    assert {"README", "own-rulebook", *BY_CHANCE} <= {page.stem for page in SHOWN}


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.stem)
def test_output_in_a_page_is_what_the_command_prints(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Folder(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    for command, lines in shown(page):
        if lines or not command.startswith("pitboss"):
            mask = masked if page.stem in BY_CHANCE else list
            out, wanted = mask(printed(command, folder)), mask(lines)
            assert not wanted or is_shown(out, wanted), "\n".join(["", *out, "wanted:", *wanted])
