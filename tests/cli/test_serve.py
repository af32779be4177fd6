"""`pitboss serve` as a process: it says where it is, serves, parks its tables and comes back."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx

from pitboss.cli.house.serve import LAN_WARNING
from pitboss.server.phones import code_in_terminal, network_address, phone_url
from pitboss.server.settings import Settings
from tests.cli.commands import MAIN, refused, schema_of
from tests.patience import WAIT_S
from tests.published import assert_published
from tests.server.live import free_port


class Serving:
    """A server in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        # A file: a pipe that nobody reads is full after some lines, and the server stands still.
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, "-c", MAIN, "serve", "--json", *arguments],
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env={**os.environ, "PITBOSS_LOGINS_PER_MINUTE": "100"},
        )
        assert self.process.stdout is not None
        told = ""
        while not told.rstrip().endswith("}"):
            line = self.process.stdout.readline()
            assert line, self._ended()
            told += line
        self.told: dict[str, Any] = json.loads(told)
        assert_published("serve", schema_of("serve"), self.told)

    def get(self, path: str) -> Any:
        """What a page says, once the server answers."""
        transport = httpx.HTTPTransport(retries=8)
        with httpx.Client(transport=transport, timeout=WAIT_S) as client:
            return client.get(f"{self.told['url']}{path}").json()

    def stop(self) -> tuple[int, str]:
        """Ctrl-C: the exit status, and what was logged."""
        self.process.send_signal(signal.SIGINT)
        errors = self._ended()
        return self.process.returncode, errors

    def kill(self) -> str:
        """End it at once, wherever it is: what was logged."""
        self.process.kill()
        return self._ended()

    def _ended(self) -> str:
        """What was logged, once it has ended."""
        self.process.communicate(timeout=WAIT_S)
        with self._log as file:
            file.seek(0)
            return file.read()


def test_a_server_serves_stops_and_comes_back(tmp_path: Path) -> None:
    port = str(free_port())
    arguments = ("--port", port, "--data", str(tmp_path / "data"))
    serving = Serving(*arguments)
    assert serving.told["url"] == f"http://localhost:{port}"
    token = serving.told["admin_url"].split("#admin=")[1]
    assert len(serving.get("/api/tables")) == 5
    status, errors = serving.stop()
    assert status == 0, errors
    lines = [json.loads(line) for line in errors.splitlines()]
    assert [line["what"] for line in lines][-2:] == ["started", "stopped"]
    assert token not in errors
    assert (tmp_path / "data" / "pitboss.sqlite").is_file()
    again = Serving(*arguments)
    # Nobody used the link, so there is a new one.
    assert again.told["admin_url"].split("#admin=")[1] != token
    assert again.get("/healthz")["status"] == "ok"
    assert again.stop()[0] == 0


def test_what_cannot_be_served_is_told(tmp_path: Path) -> None:
    assert "do not go together" in refused("serve", "--data", "x", "--database", "postgresql://x")
    assert "no port" in refused("serve", "--port", "70000")
    config = tmp_path / "server.toml"
    config.write_text("colour = 1")
    assert "colour" in refused("serve", "--config", str(config))
    file = tmp_path / "file"
    file.write_text("")
    assert "error:" in refused("serve", "--data", str(file))


def test_a_folder_in_use_is_told(tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    serving = Serving("--port", str(free_port()), "--data", data)
    assert serving.get("/healthz")["status"] == "ok"
    told = refused("serve", "--port", str(free_port()), "--data", data)
    assert f"is used by another server (process {serving.process.pid})" in told
    assert serving.stop()[0] == 0


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        serving = subprocess.run(
            [sys.executable, "-c", MAIN, "serve", "--port", port, "--data", str(tmp_path)],
            capture_output=True,
            text=True,
            timeout=WAIT_S,
            check=False,
        )
    assert serving.returncode == 2
    assert f"error: port {port} of 127.0.0.1 cannot be used" in serving.stderr
    assert "Traceback" not in serving.stderr


def test_serve_lan_prints_address_and_code_for_phones(tmp_path: Path) -> None:
    port = str(free_port())
    # Another address of the loopback stands for that of a network.
    with subprocess.Popen(
        [
            sys.executable, "-c", MAIN,
            "serve", "--lan", "--host", "127.0.0.2", "--port", port, "--data", str(tmp_path),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        lines: list[str] = []
        while not lines or LAN_WARNING not in lines[-1]:
            lines.append(process.stdout.readline())
            assert lines[-1], lines
        process.send_signal(signal.SIGINT)
    url = f"http://127.0.0.2:{port}"
    assert f"Join from a phone: {url}\n" in lines
    assert code_in_terminal(url) in "".join(lines)
    assert "".join(lines).count("plain HTTP") == 1


def test_phone_url_is_empty_for_servers_of_this_machine_only() -> None:
    assert phone_url(Settings()) == ""
    assert phone_url(Settings(host="::1")) == ""
    assert phone_url(Settings(host="fd00::2", port=80)) == "http://[fd00::2]:80"
    address = network_address()
    assert phone_url(Settings(host="0.0.0.0", port=80)) == (
        f"http://{address}:80" if address else ""
    )
