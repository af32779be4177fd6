"""Looks the locked dependencies up among known vulnerabilities, with pip-audit where it can be had.

Without a network, or where the list of vulnerabilities cannot be reached, it says so and is
content: what it cannot look up is no fault of the tree. A dependency that is known to be
vulnerable fails.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.txt",)
"""Requirements of a server; tools for development are not served."""
TOOL = "pip-audit==2.9.0"
INSTALL_S, LOOK_S = 120, 180
UNREACHABLE = (
    "ConnectionError", "ServiceError", "Temporary failure", "Max retries", "timed out",
    "Connection refused", "Name or service not known", "404 Client Error", "403 Client Error",
)  # fmt: skip
"""Output of pip-audit if it could not reach the database."""


def run(command: list[str], seconds: float) -> tuple[int, str]:
    """The status of a command and what it printed; 124 where it took too long."""
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return 124, "timed out"
    except OSError as error:
        return 127, str(error)
    return done.returncode, done.stdout + done.stderr


def judge(status: int, told: str) -> tuple[int, str]:
    """The exit status of the audit, and what is said of it."""
    if status == 0:
        return 0, "no known vulnerabilities in what a server is installed from"
    if status in (124, 127) or any(sign in told for sign in UNREACHABLE):
        return 0, "note: known vulnerabilities could not be looked up; nothing was audited"
    return 1, told.strip()


def main() -> int:
    """Audit, and say what came of it."""
    folder = ROOT / "build" / "audit"
    python = folder / "bin" / "python"
    if not python.exists():
        made, _ = run([sys.executable, "-m", "venv", str(folder)], INSTALL_S)
        status, _ = run([str(python), "-m", "pip", "install", "-q", TOOL], INSTALL_S)
        if made or status:
            print("note: pip-audit could not be installed; nothing was audited")
            return 0
    locks = [part for lock in LOCKS for part in ("-r", lock)]
    command = [str(python), "-m", "pip_audit", "--disable-pip", "--require-hashes", *locks]
    status, text = judge(*run(command, LOOK_S))
    print(text)
    return status


if __name__ == "__main__":
    sys.exit(main())
