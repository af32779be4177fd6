"""The base class of every error, the errors of odds, gym, sim and study, and missing packages."""

import re
from difflib import get_close_matches
from importlib import import_module
from operator import index
from typing import Any

_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Error(Exception):
    """Anything pitboss refuses: a card, a file, an option, a play. The message says why.

    >>> import pitboss
    >>> try:
    ...     pitboss.Card("10s")
    ... except pitboss.Error as error:
    ...     error.code, error.place, error.hint
    ('card', '10s', 'write Ts')
    """

    code: str = "error"
    """The kind of error, for programs: the name of the class, or the code of a refusal."""
    place: str = ""
    """The place: a card, a file with its line, an option, a box; '' if there is only one."""
    hint: str = ""
    """Advice; '' if the message gives it."""

    def __init__(
        self, message: str = "", *, code: str = "", place: str = "", hint: str = ""
    ) -> None:
        super().__init__(message)
        if code:
            self.code = code
        if place:
            self.place = place
        if hint:
            self.hint = hint
            self.add_note(f"hint: {hint}")

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the message, code, place and hint in copies and pickles."""
        return _again, (type(self), self.args, self.__dict__)

    def __init_subclass__(cls) -> None:
        """Name the code of a class after the class, unless it has one of its own."""
        super().__init_subclass__()
        if "code" not in vars(cls):
            cls.code = _WORDS.sub("_", cls.__name__.removesuffix("Error")).lower()


def _again(kind: type[Error], said: tuple[object, ...], more: dict[str, object]) -> Error:
    error = kind.__new__(kind)
    error.args = said
    error.__dict__.update(more)
    return error


class Refusal(Error):
    """A refusal: a code for programs and a sentence for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text, code=code)


class WrongType(Error, TypeError):
    """A value of the wrong type.

    >>> import pitboss
    >>> try:
    ...     pitboss.simulate("nz", "many")
    ... except pitboss.WrongType as error:
    ...     print(error)
    rounds = 'many' is not a whole number
    """


class OutOfRange(Error, ValueError):
    """A number below or above its limits.

    >>> import pitboss
    >>> try:
    ...     pitboss.simulate("nz", 0)
    ... except pitboss.OutOfRange as error:
    ...     print(error)
    rounds = 0 is below 1
    """


class UnknownName(Error, ValueError):
    """A name or number that does not exist.

    >>> import pitboss
    >>> try:
    ...     pitboss.Table("nz").may("ann")
    ... except pitboss.UnknownName as error:
    ...     print(error)
    'ann' does not play at this table
    """


def close_to(name: str, names: "list[str] | tuple[str, ...]") -> str:
    """Return the closest name, if it differs by case, a mark or a letter or two; else ''.

    >>> close_to("hilo", ["zen", "hi_lo"])
    'hi_lo'
    """
    plain = {_plain(known): known for known in reversed(names)}
    if _plain(name) in plain:
        return plain[_plain(name)]
    begun = [known for known in names if known.startswith(name)] if len(name) > 1 else []
    if len(begun) == 1:
        return begun[0]
    near = get_close_matches(_plain(name), list(plain), n=1, cutoff=0.6)
    return plain[near[0]] if near else ""


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


_PACKAGES = {
    "server": (
        *("apsw", "argon2", "cryptography", "httpx", "litestar", "prometheus_client", "uvicorn"),
        *("segno", "websockets", "zxcvbn"),
    ),
    "postgres": ("psycopg",),
    "notebooks": ("jupyter", "pandas"),
    "rl": ("gymnasium", "pettingzoo"),
    "cluster": ("dask", "distributed"),
    "gpu": ("numba_cuda",),
}
EXTRAS = {name: extra for extra, names in _PACKAGES.items() for name in names}
"""The extra that brings a package, by the name that Python imports."""


class NotInstalled(Error, ImportError):
    """A package that an optional part of pitboss needs; the hint is the line that installs it."""


def not_installed(package: str, needed_by: str = "this") -> NotInstalled:
    """Return the error that names a missing package and the line that installs it.

    >>> not_installed("litestar", "pitboss serve").hint
    "pip install '.[server]'"
    """
    name = package.partition(".")[0]
    extra = EXTRAS.get(name)
    hint = f"pip install '.[{extra}]'" if extra else f"pip install {name}"
    text = f"{needed_by} needs {name}, which is not installed: {hint}"
    return NotInstalled(text, place=name, hint=hint)


def package(name: str) -> Any:
    """Import an optional package."""
    try:
        return import_module(name)
    except ImportError:
        raise not_installed(name) from None


class OddsError(Error, ValueError):
    """A figure that cannot be computed, with the reason."""


class GymError(Error, ValueError):
    """A setting or an action that an environment does not take."""


def number_of(action: object, actions: int) -> int:
    """Number of an action; raises ``GymError`` for anything else."""
    if type(action) is int and 0 <= action < actions:
        return action
    try:
        number = -1 if isinstance(action, bool) else index(action)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if not 0 <= number < actions:
        raise GymError(
            f"{action!r:.80} is not an action",
            place="action",
            hint=f"give a number from 0 to {actions - 1}: env.actions names them",
        )
    return number


class SimulationError(Error, ValueError):
    """Something that cannot be simulated."""


class StudyError(Error, ValueError):
    """A question that a study cannot answer, or a file that is not a study."""
