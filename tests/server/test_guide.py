"""The examples of the reference on HTTP and on settings work as printed."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec

from pitboss.server.settings import Pace, Settings
from tests.patience import WAIT_S
from tests.server.live import serving

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
PACE = Pace(betting_ms=100, turn_ms=400, insurance_ms=100, prize_ms=100)


def blocks(language: str, page: str = "http") -> list[str]:
    """Return the code of a page in a language."""
    text = (REFERENCE / f"{page}.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def run(command: list[str], url: str) -> str:
    done = subprocess.run(
        command,
        env={**os.environ, "URL": url},
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_round_with_curl() -> None:
    with serving(pace=PACE) as live:
        script = next(block for block in blocks("bash") if "curl" in block)
        lines = run(["bash", "-eu", "-c", script], live.url).splitlines()
        key, bought, placed, again, seen = (msgspec.json.decode(line) for line in lines)
        assert key["name"] == "carla"
        assert bought["ok"]
        assert placed["ok"]
        assert again == placed
        assert seen["type"] == "view"
        assert seen["you"] == "carla"


def test_the_round_over_a_socket() -> None:
    with serving(pace=PACE) as live:
        (program,) = blocks("python")
        told = run([sys.executable, "-c", program], live.url)
        assert re.search(r"^(win|loss|push) -?\d+\.\d+ by NZ-", told, re.MULTILINE)
        assert "refused" not in told


def test_the_settings_are_settings() -> None:
    (text,) = blocks("toml", "settings")
    msgspec.convert(tomllib.loads(text), Settings)
