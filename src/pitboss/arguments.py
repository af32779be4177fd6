"""Check the arguments of public functions: one of the wrong type is refused in a sentence."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, is_dataclass
from functools import cache, wraps
from itertools import chain
from math import inf
from numbers import Integral, Real
from pathlib import Path, PurePath
from types import FunctionType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)

from pitboss.errors import OutOfRange, UnknownName, WrongType, close_to

Function = TypeVar("Function", bound=Callable[..., Any])

CHECKED_BY_FUNCTION = "read by the function itself"
"""Marks a type whose values have a reader, which refuses the rest in its own words."""


@dataclass(frozen=True, slots=True)
class Within:
    """Marks a number with limits: ``Annotated[int, Within(1, 9)]``."""

    least: float = -inf
    most: float = inf
    is_open: bool = False
    """True if the limits themselves are excluded."""

    def in_words(self, kind: str) -> str:
        """Return the allowed numbers in words."""
        if self.most == inf:
            return f"{kind} {'above' if self.is_open else 'from'} {_digits(self.least)}"
        if self.is_open:
            return f"{kind} between {_digits(self.least)} and {_digits(self.most)}"
        return f"{kind} from {_digits(self.least)} to {_digits(self.most)}"

    def too_small(self, number: float) -> str:
        """Reason that a number is too small, or ''."""
        if self.is_open:
            return f"not above {_digits(self.least)}" if number <= self.least else ""
        return f"below {_digits(self.least)}" if number < self.least else ""

    def too_large(self, number: float) -> str:
        """Reason that a number is too large, or ''."""
        if self.is_open and self.most < inf:
            return f"not below {_digits(self.most)}" if number >= self.most else ""
        return f"above {_digits(self.most)}" if number > self.most else ""


def _digits(number: float) -> str:
    return f"{number:,}" if abs(number) < 10**16 else f"{number:.4g}"


Share = Annotated[float, Within(0, 1)]
"""A number from 0 to 1."""
Risk = Annotated[float, Within(0, 1, is_open=True)]
"""A number between 0 and 1."""
NotNegative = Annotated[float, Within(0)]
"""0 or more; infinity is allowed."""
Positive = Annotated[float, Within(0, is_open=True)]
"""More than 0; infinity is allowed."""
Rounds = Annotated[int, Within(1, 10**15)]
"""More rounds would take years on any machine."""
Seed = Annotated[int, Within(0, 2**63 - 1)]
Threads = Annotated[int, Within(1, 1024)]
ThreadsOrAll = Annotated[int, Within(0, 1024)]
"""0 for one thread on each core."""

_KINDS: Mapping[object, tuple[type | tuple[type, ...], str, str]] = {
    int: (Integral, "a whole number", "write a whole number, as in 3"),
    float: (Real, "a number", "write a number, as in 0.5"),
    str: (str, "a text", "write a text in quotes"),
    bool: (bool, "True or False", "write True or False"),
    Path: (PurePath, "a path", "write a path, as in 'mine.toml'"),
    PurePath: (PurePath, "a path", "write a path, as in 'mine.toml'"),
    NoneType: (NoneType, "None", "write None"),
    Mapping: (Mapping, "a dictionary", "write a dictionary, as in {2: 4}"),
    dict: (dict, "a dictionary", "write a dictionary, as in {2: 4}"),
    Sequence: ((list, tuple, range), "a list", "write a list, as in [1, 2]"),
    tuple: ((list, tuple, range), "a list", "write a list, as in [1, 2]"),
    Iterable: (Iterable, "a list", "write a list, as in [1, 2]"),
    frozenset: (AbstractSet, "a set", "write a set, as in {1, 2}"),
}
"""Classes accepted for each type, its name in words, and an example."""
_PLURALS = {
    int: ("whole numbers", "[1, 2]"),
    float: ("numbers", "[0.5, 1]"),
    str: ("texts", "['a', 'b']"),
}


def checked(function: Function) -> Function:
    """Make a function, or a class, refuse arguments that do not match its annotations.

    >>> @checked
    ... def bet(chips: int, box: Annotated[int, Within(1, 7)] = 1) -> None: ...
    >>> from pitboss.errors import Error
    >>> for given in ("ten", 1), (10, 9):
    ...     try:
    ...         bet(*given)
    ...     except Error as error:
    ...         print(f"{type(error).__name__}: {error}")
    WrongType: chips = 'ten' is not a whole number
    OutOfRange: box = 9 is above 7
    """
    if isinstance(function, type):
        function.__init__ = checked(function.__init__)  # type: ignore[misc]
        return function

    @wraps(function)
    def wrapper(*args: Any, **more: Any) -> Any:
        names, hints, sure = _types(function)
        # Missing and unknown arguments are left to Python, whose own sentence names them.
        for name, value in chain(zip(names, args, strict=False), more.items()):
            if name in hints and type(value) not in sure[name]:
                check(name, value, hints[name])
        return function(*args, **more)

    wrapper.__signature__ = _readable(inspect.signature(function))  # type: ignore[attr-defined]
    return cast("Function", wrapper)


def readable(named: object) -> object:
    """Give a class and its methods signatures without quotes, for ``help``, and return it."""
    if isinstance(named, type):
        _make_readable(named)
    elif isinstance(named, FunctionType) and not hasattr(named, "__signature__"):
        named.__signature__ = _readable(inspect.signature(named))  # type: ignore[attr-defined]
    return named


FIELDS = inspect.Signature([inspect.Parameter("fields", inspect.Parameter.VAR_KEYWORD)])
"""The signature of a class of many fields, which functions make."""
SIGNATURE_MAX = 200


@cache
def _make_readable(named: type) -> None:
    for item in vars(named).values():
        method = getattr(item, "__func__", item)
        if isinstance(method, FunctionType):
            readable(method)
    if is_dataclass(named):
        written = _readable(inspect.signature(named))
        is_long = len(str(written)) > SIGNATURE_MAX
        named.__signature__ = FIELDS if is_long else written  # type: ignore[attr-defined]


class _Written(str):
    """An annotation as it is written, which ``help`` shows without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


def _readable(signature: inspect.Signature) -> inspect.Signature:
    """Return a signature with its annotations as the source has them, for ``help`` and editors."""
    parameters = [
        item.replace(annotation=_Written(item.annotation))
        if isinstance(item.annotation, str)
        else item
        for item in signature.parameters.values()
    ]
    result = signature.return_annotation
    result = _Written(result) if isinstance(result, str) else result
    return inspect.Signature(parameters, return_annotation=result)


class _Types(NamedTuple):
    """The parameters of a function."""

    by_place: tuple[str, ...]
    hints: Mapping[str, Any]
    """Types of the checked parameters."""
    sure: Mapping[str, frozenset[type]]
    """Types whose every value is accepted, so that no further check is needed."""


@cache
def _types(function: Callable[..., Any]) -> _Types:
    parameters = inspect.signature(function).parameters
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    by_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    names = inspect.unwrap(function).__globals__
    hints = {
        name: _read(hint, names)
        for name, hint in function.__annotations__.items()
        if name in parameters and parameters[name].kind not in several
    }
    sure = {
        # Not every float will do: NaN is not a number.
        name: frozenset(part for part in _parts(hint) if type(part) is type and part is not float)
        for name, hint in hints.items()
    }
    places = tuple(name for name, item in parameters.items() if item.kind in by_place)
    return _Types(places, hints, sure)


def _read(hint: Any, names: dict[str, Any]) -> Any:
    """Evaluate an annotation; one that only type checkers import accepts any value."""
    if not isinstance(hint, str):
        return hint
    try:
        return eval(hint, names)
    except NameError:
        return Any


def check(name: str, value: object, hint: Any) -> None:
    """Refuse a value that does not match a type; ``name`` is the argument."""
    if _is(value, hint):
        return
    limits = next((mark for part in _parts(hint) for mark in _marks(part)), None)
    kind, example = _in_words(hint)
    shown = f"{value!r:.80}"
    if isinstance(limits, Within) and any(_is(value, _bare(part)) for part in _parts(hint)):
        number = cast("float", value)
        small = limits.too_small(number)
        raise OutOfRange(
            f"{name} = {shown if abs(number) < 10**9 else f'{number:.4g}'} is "
            f"{small or limits.too_large(number)}",
            code="too_small" if small else "too_large",
            place=name,
            hint=f"give {limits.in_words(kind)}",
        )
    text = f"{name} = {shown} is not {kind}"
    choices = [str(choice) for part in _parts(hint) for choice in _choices(part)]
    if choices and isinstance(value, str):
        meant = close_to(value, choices)
        raise UnknownName(text, place=name, hint=f"did you mean {meant}?" if meant else example)
    if isinstance(limits, Within):
        example = f"give {limits.in_words(kind)}"
    raise WrongType(text, place=name, hint=example)


class _Matcher(NamedTuple):
    """Parts of a type, taken apart once to compare values with."""

    parts: tuple[Any, ...]
    """The types of a union, or the type itself; () if any value matches."""
    origin: Any
    inside: tuple[Any, ...]
    bounds: tuple[Within, ...]


@cache
def _matcher_of(hint: Any) -> _Matcher:
    """Take a type apart, which takes longer than a comparison."""
    marks, bare = _marks(hint), _bare(hint)
    is_any = hint in (Any, object) or isinstance(hint, TypeVar | str)
    parts = () if is_any or CHECKED_BY_FUNCTION in marks else _parts(hint)
    bounds = tuple(mark for mark in marks if isinstance(mark, Within))
    return _Matcher(parts, get_origin(bare) or bare, get_args(bare), bounds)


def _is(value: object, hint: Any) -> bool:
    """Return True if a value matches a type."""
    parts, origin, inside, bounds = _matcher_of(hint)
    if len(parts) != 1:
        return not parts or any(_is(value, part) for part in parts)
    if origin is Literal:
        return isinstance(value, str) and value in inside
    if origin is type:
        return isinstance(value, type) and issubclass(value, inside[0])
    if origin is Callable:
        return callable(value)
    if isinstance(value, type):
        # A class has all that a protocol asks of its objects, and is not one of them.
        return False
    if origin in (int, float) and (isinstance(value, bool) or value != value):
        return False
    if not isinstance(value, _KINDS[origin][0] if origin in _KINDS else origin):
        return False
    if origin in (Mapping, dict) and inside:
        return all(
            _is(k, inside[0]) and _is(v, inside[1])
            for k, v in cast("Mapping[Any, Any]", value).items()
        )
    if origin in (Sequence, tuple) and inside:
        return all(_is(item, inside[0]) for item in cast("Sequence[Any]", value))
    number = cast("float", value)
    return not any(bound.too_small(number) or bound.too_large(number) for bound in bounds)


def _in_words(hint: Any) -> tuple[str, str]:
    """Return a type in words, and advice on how to write a value."""
    parts = [part for part in _parts(hint) if part is not NoneType]
    if len(parts) > 1:
        kinds = [_in_words(part) for part in parts]
        names = list(dict.fromkeys(name for name, _ in kinds))
        return f"{', '.join(names[:-1])} or {names[-1]}".removeprefix(" or "), kinds[-1][1]
    bare = _bare(parts[0])
    origin = get_origin(bare) or bare
    if origin is Literal:
        listed = f"one of {', '.join(map(str, get_args(bare)))}"
        return listed, f"write {listed}"
    if origin is Callable:
        return "a function", "give a function"
    if origin is type:
        inside = get_args(bare)[0]
        return f"a subclass of {inside.__name__}", f"give a class that extends {_name(inside)}"
    if origin in (Sequence, tuple) and get_args(bare)[0] in _PLURALS:
        several, example = _PLURALS[get_args(bare)[0]]
        return f"a list of {several}", f"write a list, as in {example}"
    if origin in (Mapping, dict) and set(get_args(bare)) <= {*_PLURALS}:
        keys, values = (_PLURALS[inside][0] for inside in get_args(bare))
        return f"a dictionary of {keys} and {values}", _KINDS[dict][2]
    if origin in _KINDS:
        return _KINDS[origin][1:]
    article = "an" if origin.__name__[0] in "AEIO" else "a"
    return f"{article} {origin.__name__}", f"help({_name(origin)}) says how to make one"


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _parts(hint: Any) -> tuple[Any, ...]:
    """Return the types of a union, or the type itself."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _marks(hint: Any) -> tuple[Any, ...]:
    return tuple(hint.__metadata__) if get_origin(hint) is Annotated else ()


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _choices(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) is Literal else ()
