"""Packages that the base install leaves out, and the extra of pitboss that brings each."""

from importlib import import_module
from typing import Any

from pitboss.errors import Error

EXTRAS = {
    "apsw": "server",
    "argon2": "server",
    "cryptography": "server",
    "httpx": "server",
    "litestar": "server",
    "prometheus_client": "server",
    "uvicorn": "server",
    "websockets": "server",
    "zxcvbn": "server",
    "psycopg": "postgres",
    "gymnasium": "rl",
    "pettingzoo": "rl",
    "matplotlib": "plots",
    "dask": "cluster",
    "distributed": "cluster",
    "numba_cuda": "gpu",
}
"""The extra that brings a package, by the name that Python imports."""


class NotInstalled(Error, ImportError):
    """A package that an optional part of pitboss needs; the hint is the line that installs it."""


def not_installed(package: str, needed_by: str = "this") -> NotInstalled:
    """The error that names a missing package and the line that installs it.

    >>> not_installed("litestar", "pitboss serve").hint
    "pip install 'pitboss[server]'"
    """
    name = package.partition(".")[0]
    extra = EXTRAS.get(name)
    hint = f"pip install 'pitboss[{extra}]'" if extra else f"pip install {name}"
    told = f"{needed_by} needs {name}, which is not installed: {hint}"
    return NotInstalled(told, place=name, hint=hint)


def package(name: str) -> Any:
    """Import a package that need not be there."""
    try:
        return import_module(name)
    except ImportError:
        raise not_installed(name) from None
