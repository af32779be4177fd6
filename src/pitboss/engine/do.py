"""Every command under its name, for scripts and notebooks: ``do.Hit(by="ann", box=1)``."""

from typing import Any

from pitboss.engine.declare import all_commands


def __getattr__(name: str) -> Any:
    for kind in all_commands():
        if kind.__name__ == name:
            return kind
    raise AttributeError(f"there is no command {name}")


def __dir__() -> list[str]:
    return sorted(kind.__name__ for kind in all_commands())
