"""The Dockerfile and the compose file: each step is run here, without a container."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from pitboss.server.settings import PREFIX, Settings, load_settings
from tests.docker_context import context
from tests.patience import COMPILED_S, WAIT_S
from tests.server.live import free_port

ROOT = Path(__file__).parents[1]
INSIDE = re.compile(r"(?<![\w.])/(?=(?:src|srv|wheels|var)\b)")
"""Where a path of the container begins."""


def steps() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile with what stands behind them."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def environment(told: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in shlex.split(told))


def test_the_steps_are_of_a_known_kind_and_the_settings_exist() -> None:
    done = dict(steps())
    known = {"FROM", "COPY", "RUN", "ENV", "VOLUME", "USER", "EXPOSE", "HEALTHCHECK", "CMD"}
    assert {kind for kind, _ in steps()} == known
    settings = load_settings({}, environment(done["ENV"]))
    assert (settings.host, settings.data) == ("0.0.0.0", "/var/lib/pitboss/tables")
    assert int(done["EXPOSE"]) == settings.port
    assert f":{settings.port}/healthz" in done["HEALTHCHECK"]
    assert settings.data.startswith(done["VOLUME"])


def test_the_compose_file_names_settings_that_exist() -> None:
    file: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    server, base = file["services"]["pitboss"], file["services"]["db"]["environment"]
    given = dict(server["environment"])
    # A password comes from outside, and libpq reads it where an address has none.
    variable = re.fullmatch(r"\$\{(\w+):\?.+\}", base["POSTGRES_PASSWORD"])
    assert variable is not None
    assert given.pop("PGPASSWORD") == f"${{{variable[1]}}}"
    url = given["PITBOSS_DATABASE"]
    assert url == f"postgresql://{base['POSTGRES_USER']}@db/{base['POSTGRES_DB']}"
    assert {name.removeprefix(PREFIX).lower() for name in given} <= set(Settings.__struct_fields__)
    assert server["ports"] == [f"{Settings().port}:{Settings().port}"]
    kept = {place.partition(":")[2] for place in server["volumes"]}
    assert kept == {dict(steps())["VOLUME"]}
    assert {place.partition(":")[0] for place in server["volumes"]} <= set(file["volumes"])


@dataclass
class Stage:
    """A stage of the build, whose root is a folder and whose Python is an environment."""

    root: Path
    variables: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.run(f"{shlex.quote(sys.executable)} -m venv {shlex.quote(str(self.root / 'venv'))}")

    def inside(self, text: str) -> str:
        return INSIDE.sub(f"{self.root}/", text)

    def surroundings(self) -> dict[str, str]:
        path = f"{self.root / 'venv' / 'bin'}:{os.environ['PATH']}"
        named = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return {**named, **self.variables, "PATH": path}

    def run(self, command: str) -> None:
        done = subprocess.run(
            ["/bin/sh", "-c", self.inside(command)],
            cwd=self.root, env=self.surroundings(), capture_output=True, text=True,
            timeout=COMPILED_S, check=False,
        )  # fmt: skip
        assert done.returncode == 0, command + done.stdout + done.stderr

    def copy(self, told: str, stages: "dict[str, Stage]") -> None:
        *flags, source, target = told.split()
        place = Path(self.inside(target))
        assert place.is_relative_to(self.root), f"{target} would be written on this machine"
        place.parent.mkdir(parents=True, exist_ok=True)
        if flags:
            start = stages[flags[0].removeprefix("--from=")]
            shutil.copytree(start.inside(source), place)
        elif source == ".":
            for name in context(ROOT):
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, place / name)
        else:
            shutil.copy(ROOT / source, place)


@pytest.mark.long
def test_every_step_runs_and_the_server_is_healthy(tmp_path: Path) -> None:
    stages: dict[str, Stage] = {}
    for kind, told in steps():
        if kind == "FROM":
            name = told.partition(" AS ")[2] or "last"
            folder = tmp_path / name
            folder.mkdir()
            stages[name] = stage = Stage(folder)
        elif kind == "COPY":
            stage.copy(told, stages)
        elif kind == "RUN":
            stage.run(told)
        elif kind == "ENV":
            stage.variables |= environment(stage.inside(told))
    done = dict(steps())
    port = str(free_port())
    stage.variables |= {"PITBOSS_PORT": port, "PITBOSS_HOST": "127.0.0.1"}
    server = subprocess.Popen(json.loads(done["CMD"]), cwd=stage.root, env=stage.surroundings())
    try:
        check = done["HEALTHCHECK"].removeprefix("CMD ").replace("8021", port)
        deadline = time.monotonic() + WAIT_S
        while subprocess.run(["/bin/sh", "-c", check], env=stage.surroundings()).returncode:
            assert time.monotonic() < deadline
            time.sleep(1)
        server.send_signal(signal.SIGTERM)
        assert server.wait(WAIT_S) in (0, -signal.SIGTERM)
    finally:
        server.kill()
    assert (stage.root / "var" / "lib" / "pitboss" / "tables").is_dir()
