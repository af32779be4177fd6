"""Files of TOML that a stranger may hand over: bounded in size and depth before they are read."""

import math
import re
import tomllib
from pathlib import Path
from typing import Any

from pitboss.errors import Error

SIZE_MAX = 1_000_000
"""Bytes of a file at most."""
PARTS_MAX = 32
"""Parts of a dotted key at most: ``a.b.c`` has three. Reading takes the square of their number."""
_FILE_HINT = f"give a file of TOML in UTF-8, of at most {SIZE_MAX:,} bytes"

_PART = re.compile(r"\w[ \t]*\.")
_QUOTED = re.compile(r'"[^"\\]*"|\'[^\']*\'')


class FileError(Error, ValueError):
    """A file that cannot be read at all, whatever it ought to hold."""


class TomlError(Error, ValueError):
    """A text that is not TOML, or could take for ever to read."""

    def __init__(self, text: str, line: int = 0) -> None:
        super().__init__(text)
        self.line = line
        """Line of the fault; 0 if it is about the whole text."""


def read_text(path: Path) -> str:
    """Return the text of a file; one that is too large is not read to its end."""
    try:
        with path.open("rb") as file:
            content = file.read(SIZE_MAX + 1)
        if len(content) <= SIZE_MAX:
            return content.decode()
        why, hint = f"it is larger than {SIZE_MAX:,} bytes", _FILE_HINT
    except FileNotFoundError:
        why, hint = "there is no such file", "check the path"
    except IsADirectoryError:
        why, hint = "it is a folder", "check the path, and give the .toml file in it"
    except UnicodeDecodeError:
        why, hint = "it is not a text file", _FILE_HINT
    except OSError as error:
        why, hint = f"it cannot be read: {error.strerror}", "check the path"
    except ValueError as error:  # A path that no file can have.
        why, hint = f"it cannot be read: {error}", "check the path"
    raise FileError(why, place=str(path), hint=hint)


def read_toml(text: str) -> dict[str, Any]:
    """Return what a text of TOML holds; raises ``TomlError``."""
    if len(text) > SIZE_MAX:
        raise TomlError(f"it is larger than {SIZE_MAX:,} characters")
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") >= PARTS_MAX and _is_long_key(line):
            raise TomlError(f"a key has more than {PARTS_MAX} parts (at line {number})", number)
    try:
        return tomllib.loads(text, parse_float=_finite)
    except RecursionError:
        raise TomlError("it is nested too deeply") from None
    except ValueError as error:  # That of tomllib, or of Python for a number of too many digits.
        place = re.search(r"line (\d+)", str(error))
        number = int(place[1]) if place else len(text.splitlines())
        raise TomlError(str(error), number) from None


def _finite(text: str) -> float:
    """Return a number that can be reckoned with; nothing in any file of ours is infinite."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text:.20} is not a finite number")
    return value


def _is_long_key(line: str) -> bool:
    """Return True if a key, or a header, on a line has too many parts."""
    keys = re.split(r"[={},\[\]#]", _QUOTED.sub("x", line))
    return any(len(_PART.findall(key)) >= PARTS_MAX for key in keys)
