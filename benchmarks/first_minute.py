"""The first minute: what somebody waits for who has just installed the program.

A copy of the package without compiled files, an empty home and an empty cache: every line is a
process of its own, timed from its start to its end, by the clock and by the processor. What is
asked for again is asked for in the same home. Aims are of a machine that does nothing else.
"""

import os
import platform
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "pitboss"
MAIN = "from pitboss.cli.main import main; main()"
OTHER = ("--set", "decks=4", "--set", "dealer_blackjack_takes=original_only")
"""Two options changed: a game that no result is shipped of."""
HAND = ("--hand", "Ts 6d", "--up", "9c")
SERVED_S = 60.0


@dataclass(frozen=True)
class Line:
    """A command, what it shows, and the aim in seconds."""

    what: str
    arguments: tuple[str, ...]
    aim_s: float | None = None


LINES = (
    Line("par sheet of a shipped rulebook, nothing compiled", ("odds", "nz"), 1.0),
    Line("advice on two cards of a full shoe", ("advise", "nz", *HAND), 0.5),
    Line("charts", ("strategy", "nz")),
    Line("par sheet of a game not shipped: compiled and solved", ("odds", "nz", *OTHER)),
    Line("the same again", ("odds", "nz", *OTHER), 0.5),
    Line("advice with cards removed", ("advise", "nz", *HAND, "--removed", "5s 5h"), 1.0),
    Line("a million rounds, the first: compiled", ("simulate", "nz", "--rounds", "1M")),
    Line("a million rounds again", ("simulate", "nz", "--rounds", "1M"), 1.5),
)


def main() -> None:
    processor = platform.processor() or platform.machine()
    print(f"{processor}, {os.cpu_count()} cores, Python {platform.python_version()}, ", end="")
    print(f"load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="pb") as folder:
        env = fresh(Path(folder))
        rows = [(line, *timed(line.arguments, env)) for line in LINES]
        served = lobby(env, Path(folder))
    print("\n| | seconds by the clock | CPU seconds | aim |\n| --- | ---: | ---: | ---: |")
    for line, clock, cpu in rows:
        aim = "" if line.aim_s is None else f"{line.aim_s:g}"
        print(f"| {line.what} | {clock:.2f} | {cpu:.2f} | {aim} |")
    by_name = {line.what: cpu for line, _, cpu in rows}
    solver = by_name[LINES[3].what] - by_name[LINES[5].what]
    kernel = by_name[LINES[6].what] - by_name[LINES[7].what]
    print(f"| compiling and solving, without the start | | {solver:.2f} | 5 |")
    print(f"| compiling a simulator's kernel, and its tables | | {kernel:.2f} | 6 |")
    print(f"| a server, from its start to a lobby with every house edge | {served:.2f} | | |")


def fresh(folder: Path) -> dict[str, str]:
    """An environment of nothing but a copy of the package; what it keeps lies in the folder."""
    left_out = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, folder / "site" / "pitboss", ignore=left_out)
    (folder / "home").mkdir()
    return {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(folder / "home"),
        "PYTHONPATH": str(folder / "site"),
    }


def timed(arguments: tuple[str, ...], env: dict[str, str]) -> tuple[float, float]:
    """Seconds by the clock, and CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    ran = subprocess.run(
        [sys.executable, "-c", MAIN, *arguments], env=env, capture_output=True, check=False
    )
    clock = time.perf_counter() - began
    assert ran.returncode == 0, ran.stderr.decode()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return clock, cpu


def lobby(env: dict[str, str], folder: Path) -> float:
    """Seconds from the start of a server until it lists its tables with their house edges."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = (sys.executable, "-c", MAIN, "serve", "--port", str(port))
    began = time.perf_counter()
    server = subprocess.Popen(
        command, env=env, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        while time.perf_counter() - began < SERVED_S:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables") as answer:
                    listed = answer.read()
            except OSError:
                time.sleep(0.02)
                continue
            assert b'"house_edge":null' not in listed
            return time.perf_counter() - began
        raise SystemExit("the server does not answer")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


if __name__ == "__main__":
    main()
