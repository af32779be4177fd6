"""The worked example of CONTRIBUTING.md: one file more under src, and everything knows of it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

GIVE_A_TIP = """
import msgspec

from pitboss.engine import do
from pitboss.engine.declare import all_commands, all_events, any_event, redact, tag_of
from pitboss.engine.notation import plain
from pitboss.engine.table import open_table, step
from pitboss.engine.words import tell
from pitboss.ledger.balances import book, opening
from pitboss.rulebook.catalog import rules_of
from pitboss.round_scripts.lines import read_command, write_line
from pitboss.wire import protocol

table, events = open_table(rules_of("nz")), []
for line in ("table buy_in player=ann amount=50", "ann tip_dealer amount=2.50"):
    command = read_command(line.split())
    assert read_command(write_line(command).split()) == command
    table, more = step(table, command)
    events += more
(tipped,) = more
assert tell(redact(table, tipped, "bob")) == "ann tips the dealer 2.50."
assert table.chips == {"ann": 47_50}
books = opening()
book(books, events)
assert books["player ann"] == 47_50 and books.total() == 0
assert plain(tipped)["amount"] == "2.50"
assert msgspec.json.decode(msgspec.json.encode(tipped), type=any_event()) == tipped
frame = b'{"type":"command","id":"1","command":{"do":"tip_dealer","amount":250}}'
assert protocol.decode(frame).command == do.TipDealer(amount=250)
refused = step(table, do.TipDealer(by="ann", amount=10**6))
assert refused.clause and refused.limit == 47_50
assert "tip_dealer" in [tag_of(kind) for kind in all_commands()]
assert "dealer_tipped" in [tag_of(kind) for kind in all_events()]
"""


def test_the_worked_example(tmp_path: Path) -> None:
    """The file of the page is added to a copy of the package, and a tip is given there."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    named = re.search(r"`src/(pitboss/engine/\w+\.py)`", text)
    assert named
    left_out = shutil.ignore_patterns("__pycache__", "web")
    shutil.copytree(ROOT / "src" / "pitboss", tmp_path / "pitboss", ignore=left_out)
    (tmp_path / named[1]).write_text(block, encoding="utf-8")
    given = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", GIVE_A_TIP], env=given, cwd=tmp_path, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
