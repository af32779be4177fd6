"""The base install computes and plays; what needs more says which line installs it."""

import json
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from pitboss.errors import EXTRAS, NotInstalled, not_installed, package
from pitboss.store.witness.receipts import FORMAT, Receipt, sign_receipt, write_receipts
from pitboss.store.witness.statements import new_key
from tests.patience import COMPILED_S
from tests.server.live import free_port

ROOT = Path(__file__).parents[1]

WITHOUT = """
import sys
from importlib import import_module
from pkgutil import walk_packages

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
"""
"""Python where the packages of extras are not installed."""

PLAYS = """
import json, pitboss
table = pitboss.Table("pa_free_bet", cards="8s 6d 8h Tc 3d Kh 9c 7d")
table.sit("ann", 100)
table.bet("ann", 10)
table.deal()
for act in ("split", "double", "stand"):
    table.act(act)
assert table.net["ann"] == 30
assert pitboss.solve("nz").house_edge > 0
assert pitboss.advise("nz", "Ts 6d", "9c").best == "hit"
missing = {}
for module in walk_packages(pitboss.__path__, "pitboss."):
    if module.name.startswith(("pitboss.server.", "pitboss.client.", "pitboss.gym.")):
        continue
    try:
        import_module(module.name)
    except ImportError as error:
        missing[module.name] = error.name or error.hint
print(json.dumps(missing))
"""

SERVES = """
import pitboss.server
for module in walk_packages(pitboss.server.__path__, "pitboss.server."):
    import_module(module.name)
import pitboss.client, pitboss.store.sql.sqlite
from pitboss.server.settings import Settings
from pitboss.server.security.witness import witness_paths
print(*witness_paths(Settings()))
"""

MAIN = "from pitboss.cli.main import main; main()"


def without_extras(
    code: str, *arguments: str, kept: str = "", missing: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """Run a program where no extra is installed, or one alone."""
    missing += tuple(package for package, extra in EXTRAS.items() if extra != kept)
    program = f"MISSING = {missing}\n{WITHOUT}{code}"
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, *arguments],
        capture_output=True, text=True, timeout=COMPILED_S, check=False,
    )  # fmt: skip


def test_the_base_install_computes_and_plays() -> None:
    told = without_extras(PLAYS)
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout) == {
        "pitboss.client": "pip install '.[server]'",
        "pitboss.gym": "pip install '.[rl]'",
        "pitboss.store.backup": "apsw",
        "pitboss.store.sql.rescue": "apsw",
        "pitboss.store.sql.sqlite": "apsw",
        "pitboss.store.sql.sqlite_file": "apsw",
    }


def test_the_extra_server_serves_without_the_others() -> None:
    told = without_extras(SERVES, kept="server")
    assert told.returncode == 0, told.stderr
    assert told.stdout == "data.witness data.witness.key\n"


def test_a_command_that_needs_the_server_prints_the_line_that_installs_it(tmp_path: Path) -> None:
    for command in (("serve", "--data", str(tmp_path)), ("backup", str(tmp_path / "b"))):
        told = without_extras(MAIN, *command)
        assert (told.returncode, told.stdout) == (2, "")
        error, hint = told.stderr.splitlines()
        assert re.fullmatch(r"error: this command needs \w+, which is not installed", error)
        assert hint == "hint: pip install '.[server]'"


@pytest.mark.parametrize(
    "extra, kept, command",
    [
        ("postgres", "server", ("serve", "--database", "postgresql://localhost/pitboss")),
        ("cluster", "", ("simulate", "nz", "--cluster", "tcp://localhost:8786")),
        ("gpu", "gpu", ("simulate", "nz", "--gpu")),  # Not among what the tests install.
    ],
)
def test_a_command_prints_the_line_that_installs_its_extra(
    extra: str, kept: str, command: tuple[str, ...]
) -> None:
    if extra == "gpu" and (find_spec("numba_cuda") or import_module("numba.cuda").is_available()):
        pytest.skip("a GPU can be used here")
    port = ("--port", str(free_port())) if extra == "postgres" else ()
    told = without_extras(MAIN, *command, *port, kept=kept)
    assert (told.returncode, told.stdout) == (2, "")
    _, hint = told.stderr.splitlines()
    assert f"pip install '.[{extra}]'" in hint


NEEDS = """
import pitboss
LOG = "examples/logs/one_round.log.jsonl"
print(pitboss.verify(LOG).verdict, len(pitboss.read_log(LOG).rounds))
game = pitboss.Study.shipped("house").game(penetration=0.75)
result = pitboss.simulate("double_deck", 9, player="dealer")
rows = (pitboss.Table("nz"), pitboss.basic_chart(), game, result)
needing = [part for row in rows for part in (row.to_pandas, row.to_polars)]
for needs in (lambda: pitboss.verify(LOG, receipts=[RECEIPTS]), *needing):
    try:
        needs()
    except pitboss.Error as error:
        print(error, getattr(error, "hint", ""), sep="|")
"""


def test_public_names_that_need_more_name_the_extra(tmp_path: Path) -> None:
    file = tmp_path / "receipts.jsonl"
    receipt = Receipt(FORMAT, "nz", "ann", 1, 1, "0", 0, "")
    file.write_bytes(write_receipts([sign_receipt(receipt, new_key())]))
    told = without_extras(f"RECEIPTS = {str(file)!r}\n{NEEDS}", missing=("polars",))
    assert told.returncode == 0, told.stderr
    first, signed, *frames = told.stdout.splitlines()
    assert first == "not_proven 1"
    server, notebooks = "pip install '.[server]'", "pip install '.[notebooks]'"
    assert signed == f"this needs cryptography, which is not installed: {server}|{server}"
    pandas = f"this needs pandas, which is not installed: {notebooks}|{notebooks}"
    polars = "this needs polars, which is not installed: pip install polars|pip install polars"
    assert frames == [pandas, polars] * 4


def test_a_table_that_needs_another_package_prints_the_line_that_installs_it(
    tmp_path: Path,
) -> None:
    command = ("study", "house", "--shipped", "--export", str(tmp_path / "cells.parquet"))
    told = without_extras(MAIN, *command, missing=("polars",))
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.splitlines() == [
        "error: this command needs polars, which is not installed",
        "hint: pip install polars",
    ]


def test_every_package_of_an_extra_is_known() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {
        re.split(r"[^\w-]", line)[0].replace("-", "_"): extra
        for extra, lines in project["optional-dependencies"].items()
        for line in lines
    }
    named["argon2"] = named.pop("argon2_cffi")
    assert named == EXTRAS


def test_what_is_not_installed_is_an_error_with_a_hint() -> None:
    with pytest.raises(NotInstalled) as missing:
        package("pitboss_of_another_house")
    assert missing.value.code == "not_installed"
    assert missing.value.place == "pitboss_of_another_house"
    assert not_installed("psycopg.rows", "a database").hint == "pip install '.[postgres]'"
