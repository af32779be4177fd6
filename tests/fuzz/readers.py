"""Every reader of files that a stranger may hand over: the fuzz takes its table from here.

A line more in ``READERS``, and a reader is tried with everything that the others are.
"""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pitboss.charts import Chart, ChartError
from pitboss.errors import SimulationError, StudyError
from pitboss.round_scripts.format import ScriptError, parse_script, read_script
from pitboss.round_scripts.play import play_script
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.words.describe import describe
from pitboss.server.settings import SettingsError, load_settings
from pitboss.sim.counting import load_count, load_plays
from pitboss.study.study import Study

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "pitboss"


@dataclass(frozen=True, slots=True)
class Reader:
    """Something that reads a file."""

    name: str
    read: Callable[[bytes], object]
    seeds: tuple[bytes, ...]
    """Files that it reads without complaint."""
    errors: tuple[type[Exception], ...]
    """Refusals: one sentence for people. Anything else is a fault of ours."""
    kind: str = "toml"
    """How a seed is taken apart: ``toml``, ``csv`` or ``bytes``."""


def through_file(ending: str, read: Callable[[Path], object]) -> Callable[[bytes], object]:
    """Read bytes from a file, as a command does."""

    def reads(data: bytes) -> object:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"given{ending}"
            path.write_bytes(data)
            return read(path)

    return reads


def read_clauses_beside(data: bytes) -> object:
    """Read a table of clauses beside a rulebook of one's own."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "clauses.csv").write_bytes(data)
        path = Path(folder) / "rules.toml"
        path.write_bytes(OWN_RULEBOOK)
        return load_rulebook(str(path))


def read_rulebook(path: Path) -> object:
    """Read a rulebook, choose its defaults and say them in words."""
    return describe(choose(load_rulebook(str(path)), {}))


def play(data: bytes) -> object:
    """Read a round script and play it."""
    return play_script(parse_script(data.decode(errors="replace"), "given"))


def choose_prizes(data: bytes) -> object:
    """Choose the bonus prizes of a table, as ``--set bonus_prizes=TEXT`` does."""
    text = data.decode(errors="replace")
    return choose(load_rulebook("tribal"), {"bonus": "true", "bonus_prizes": text})


def settings(path: Path) -> object:
    """Read the settings of a server."""
    return load_settings({}, {}, path)


OWN_RULEBOOK = b'title = "Own"\nextends = "nz"\nrevision = 1\n'
SETTINGS = b"""
port = 8021
host = "127.0.0.1"
origins = ["https://tables.example"]
time_zone = "Pacific/Auckland"
session_idle_hours = 2.0
has_secure_cookies = true
[pace]
turn_ms = 20000
has_bots = false
[play_money]
opening = 1000000
[admission]
sockets_per_address = 150
"""
PLAYS = b'insurance = 3\n[plays]\n"16 T" = "stand 0"\n"s18 9" = ["double 1", "hit 0 else stand"]\n'
PRIZES = (b'{ "1" = [[5, 1], [30, 1]], "5" = [[50, 1], [125, 1]] }', b"1: 5x1 30x1; 5: 50x1 125x1")


def files(folder: str, pattern: str) -> tuple[bytes, ...]:
    """The files of a folder of the tree."""
    contents = tuple(path.read_bytes() for path in sorted((ROOT / folder).glob(pattern)))
    assert contents, f"{folder} has no {pattern}"
    return contents


def named(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """Read a file of TOML by its name."""
    return through_file(".toml", lambda path: read(str(path)))


ROUNDS = files("examples/rounds", "*.toml")
STUDIES = files("src/pitboss/study/shipped_studies", "house.*.npz")[:1]
OWN = (OWN_RULEBOOK, *files("examples/rulebooks", "*.toml"))
CLAUSES = files("src/pitboss/rulebooks", "*/clauses.csv")
COUNTS = files("src/pitboss/sim/counts", "*.toml")
CHARTS = files("src/pitboss/sim/charts", "*.toml")
PLAYED = (ScriptError, RulebookError)

READERS: tuple[Reader, ...] = (
    Reader("rulebook", through_file(".toml", read_rulebook), OWN, (RulebookError,)),
    Reader("clauses", read_clauses_beside, CLAUSES, (RulebookError,), "csv"),
    Reader("count", named(load_count), COUNTS, (SimulationError,)),
    Reader("plays", named(load_plays), (PLAYS,), (SimulationError,)),
    Reader("chart", through_file(".toml", Chart.read), CHARTS, (ChartError,)),
    Reader("script", through_file(".round.toml", read_script), ROUNDS, (ScriptError,)),
    Reader("played script", play, ROUNDS[:6], PLAYED),
    Reader("settings", through_file(".toml", settings), (SETTINGS,), (SettingsError,)),
    Reader("prizes", choose_prizes, PRIZES, (RulebookError,), "bytes"),
    Reader("study", through_file(".npz", Study.load), STUDIES, (StudyError,), "bytes"),
)
