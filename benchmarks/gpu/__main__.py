"""Measure all that is told of a CUDA device, in one run of less than twenty minutes.

Prints a line for each figure as it comes, then one JSON object. What there was no time for is
named. ``NUMBA_ENABLE_CUDASIM=1 python -m benchmarks.gpu --tiny`` tries the program without a
device. Needs numpy, numba, numba-cuda and msgspec, and no package of the tests.
"""

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import numpy as np

if not hasattr(np, "row_stack"):
    # Versions of numba's CUDA support look for the old name.
    np.row_stack = np.vstack

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.gpu import cases, rounds, studies, tables
from benchmarks.gpu.sizes import AIM, FULL, MEASURED, TINY, Figures, Piece, Size
from pitboss.sim.targets import cuda

PARTS: dict[str, Callable[[Size], Iterator[Piece]]] = {
    "rounds": rounds.pieces,
    "tables": tables.pieces,
    "studies": studies.pieces,
    "long": rounds.long_pieces,
    "equal": cases.pieces,
}


def device_name() -> str:
    """The device, in words; numba's simulator has none."""
    current = getattr(cuda.cuda, "get_current_device", None)
    return str(getattr(current(), "name", "a device")) if current else "numba's simulator"


def line(name: str, figures: Figures) -> str:
    """A figure in one line."""
    if "error" in figures:
        return f"{name:34} {figures['error']}"
    rate = figures.get(MEASURED)
    told = f"{rate / 1e9:10.4g} billion {figures['unit']}" if isinstance(rate, float) else ""
    aim = figures.get(AIM)
    told += f", aim {aim / 1e9:g}" if isinstance(aim, float) else ""
    told += f", SCORE to 0.1 % in {figures['seconds_to_aim']:.0f} s" if "score" in figures else ""
    same = {True: "equal to the processor", False: "NOT EQUAL", None: ""}[figures.get("equal")]  # type: ignore[index]
    return f"{name:34} {told}  {same}"


def measured(name: str, piece: Callable[[], Figures]) -> Figures:
    """One figure; one that fails must not hide the others."""
    try:
        figures = piece()
    except Exception as error:
        figures = {"error": f"{type(error).__name__}: {error}"[:2000]}
    print(line(name, figures), file=sys.stderr, flush=True)
    return figures


def main() -> int:
    """Measure, and say how much of it is equal to the processor."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__)
    parser.add_argument("--part", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--name", default="", help="only figures whose name has this in it")
    parser.add_argument("--minutes", type=float, default=20.0, help="begin nothing after these")
    parser.add_argument("--tiny", action="store_true", help="as little as possible")
    parser.add_argument("--output", help="a file for the JSON object, too")
    given = parser.parse_args()
    cuda.check_device()
    report: dict[str, object] = {
        "device": device_name(),
        "python": platform.python_version(),
        "numba": import_module("numba").__version__,
        "cores": os.cpu_count(),
    }
    until, left_out, is_well = time.perf_counter() + 60 * given.minutes, [], True
    for part in given.part:
        for name, piece in PARTS[part](TINY if given.tiny else FULL):
            if given.name not in name:
                continue
            if time.perf_counter() > until:
                left_out.append(name)
                continue
            figures = measured(name, piece)
            is_well &= "error" not in figures and figures.get("equal", True) is True
            report[name] = figures
    report["left_out"] = left_out
    text = json.dumps(report, indent=1)
    print(text)
    if given.output:
        Path(given.output).write_text(text, encoding="utf-8")
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
