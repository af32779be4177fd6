"""Copies of the tree in which files are changed and tests are run; apart from `scripts.plant`
because `scripts.mutate` needs them too.

Numba keeps machine code beside its source, and sees a change of the kernel's own file alone. While
a file is changed, the code of every module that imports it, directly or not, is set aside.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path

from scripts.changed import distances

ROOT = Path(__file__).parents[1]
LIMIT_S = 600
"""A test that has not failed by then has not seen the change."""
PACKAGES = "node_modules"
COMPILED = ("src/pitboss/odds/", "src/pitboss/sim/")
"""Packages of kernels; what they import from others is no part of machine code."""
ASIDE = ".aside"
"""Suffix of a file of machine code that is set aside."""
MACHINE_CODE = (".nbi", ".nbc")
NOT_OVER = -1
"""Status of a run that was ended."""


class Copy:
    """A copy of a tree, in which files are changed one after another."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @classmethod
    def of_tree(cls, root: Path) -> "Copy":
        """Copy all that git tracks or would track into a folder."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        for name in filter(None, listed.stdout.split("\0")):
            if (ROOT / name).is_file():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, root / name)
        for kernel in chain(*((ROOT / "src").rglob(f"*{suffix}") for suffix in MACHINE_CODE)):
            (root / kernel.relative_to(ROOT)).parent.mkdir(exist_ok=True)
            shutil.copy2(kernel, root / kernel.relative_to(ROOT))
        if (ROOT / PACKAGES).is_dir():
            # Without axe-core a test of the page would be skipped halfway.
            (root / PACKAGES).symlink_to(ROOT / PACKAGES)
        return cls(root)

    def again(self, root: Path) -> "Copy":
        """Copy this copy, with its machine code."""
        shutil.copytree(self.root, root, symlinks=True, ignore=shutil.ignore_patterns("*.pyc"))
        return Copy(root)

    def environment(self) -> dict[str, str]:
        """Return the environment in which the tests of the copy run."""
        env = os.environ | {
            "PYTHONPATH": os.pathsep.join((str(self.root / "src"), str(self.root), str(ROOT))),
            # Plugins that no test here needs take longer to start than most tests to run.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        env.pop("NUMBA_CACHE_DIR", None)
        # Or every run would compile all that it imports.
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        return env

    def run(self, *arguments: str, limit_s: float = LIMIT_S) -> tuple[int, str]:
        """Run pytest in the copy; return its exit status and its output."""
        command = (sys.executable, "-m", "pytest", "-q", *arguments)
        try:
            ran = subprocess.run(
                command, cwd=self.root, env=self.environment(), check=False,
                capture_output=True, text=True, timeout=limit_s,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return NOT_OVER, f"not over after {limit_s:.0f} s"
        return ran.returncode, ran.stdout + ran.stderr

    @contextmanager
    def changed(self, file: str, text: str) -> Iterator[None]:
        """Have a file say something else for a while."""
        path = self.root / file
        before, times = path.read_bytes(), path.stat()
        aside = list(self._set_aside(file))
        try:
            path.write_text(text, encoding="utf-8")
            yield
        finally:
            path.write_bytes(before)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            self._forget(path)
            for new in (code for module in dependents(file) for code in self._code_of(module)):
                new.unlink()
            for code in aside:
                code.rename(code.with_suffix(""))

    def _set_aside(self, file: str) -> Iterator[Path]:
        self._forget(self.root / file)
        for code in [code for module in dependents(file) for code in self._code_of(module)]:
            yield code.rename(code.with_name(code.name + ASIDE))

    def _code_of(self, module: str) -> list[Path]:
        """Return the files of machine code of a module."""
        path = self.root / module
        kept = (path.parent / "__pycache__").glob(f"{path.stem}.*")
        return [code for code in kept if code.suffix in MACHINE_CODE]

    def _forget(self, path: Path) -> None:
        """Drop what Python compiled: two versions of a file may have one size and one time."""
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()


@cache
def dependents(file: str) -> tuple[str, ...]:
    """Return a file of kernels and all modules that import it, directly or not."""
    if not file.startswith(COMPILED):
        return ()
    return tuple(one for one in distances([file]) if one.startswith("src/"))
