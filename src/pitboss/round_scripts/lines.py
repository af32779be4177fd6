"""The lines of a script: read, written, and the commands that they stand for.

A decision is ``1.2 hit``, a wager ``1 ann main 10``; everything else is who, what, and the fields
by name: ``dee enter_card card=8s``, ``sue order_shuffle reason='a card is marked'``.
"""

import json
import re
import shlex
import typing
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from msgspec.structs import FieldInfo, fields

from pitboss.cards import RANKS, Card, CardError, parse_card
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.declare import Command, all_commands, tag_of
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.rulings import RefuseCard, Resume
from pitboss.engine.floor.staff import PermitEntry
from pitboss.engine.insurance import Insure, TakeEvenMoney
from pitboss.engine.notation import plain, read
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.play.elections import Stake
from pitboss.engine.shoe.loading import LoadShoe, OrderShuffle
from pitboss.engine.state import TableState
from pitboss.money import Cents, MoneyError, parse_amount, show
from pitboss.round_scripts.undealt import complete_stack
from pitboss.rulebook.questions.stakes import insurance_stakes

OFFERS = ("insure", "even_money")
ACTS = (*OFFERS, "hit", "stand", "double", "split", "surrender", "refuse_card")
CHOICES = ("free", "cover", "first", "second")
"""Words in place of a player's amount."""
STAFF = ("dealer", "supervisor")
"""The first word of a line on an irregularity."""
TABLE = "table"
"""The giver of the table's own commands."""
KEYED_BY = "keyed_by"
"""The words before the name of the person who keyed a line for another."""
CARDS, AMOUNTS = tuple[Card, ...], tuple[Cents, ...]


@dataclass(frozen=True, slots=True)
class Wager:
    """``1 ann main 10``."""

    box: int
    player: str
    wager: str
    amounts: tuple[Cents, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """``1.2 double ann=10``."""

    box: int
    hand: int
    do: str
    answers: dict[str, str]
    """An amount, one of ``CHOICES``, or nothing, by player."""
    by: str


@dataclass(frozen=True, slots=True)
class StaffReport:
    """``dealer missed_insurance 2 bob``: what the staff reports or rules."""

    by: str
    what: str
    box: int
    hand: int
    words: tuple[str, ...]
    """Further words: a player, a card, a choice."""


@dataclass(frozen=True, slots=True)
class Line:
    """A command to the table; one with ``!`` must be refused."""

    text: str
    asks: Wager | Act | StaffReport | Command
    is_refused: bool = False
    clause: str = ""
    who: str | None = None
    """The person who keyed it, if it was another."""

    @property
    def act(self) -> Act | None:
        """The decision of a player; None for any other line."""
        return self.asks if isinstance(self.asks, Act) else None


def read_line(text: str, *, is_dealt: bool) -> Line:
    """Return a line from before or after the deal; raise ``ValueError`` with what is wrong."""
    try:
        words = shlex.split(text)
    except ValueError:
        raise ValueError(f"{text!r} has a quote that does not end") from None
    is_refused = words[:1] == ["!"]
    words = words[1:] if is_refused else words
    clause = by = ""
    who = None
    if words and words[-1].startswith("@"):
        clause = words.pop()[1:]
        if not is_refused:
            raise ValueError(f"{text!r}: only a line with '!' names a clause")
    if len(words) >= 3 and words[-2] == KEYED_BY:
        *words, _, who = words
        who = "" if who == TABLE else who
    if len(words) >= 3 and words[-2] == "by":
        *words, _, by = words
    asks: Wager | Act | StaffReport | Command
    if is_command(words):
        try:
            asks = read_command(words)
        except ValueError as error:
            raise ValueError(f"{text!r}: {error}") from None
    elif words and words[0] in STAFF:
        asks = _read_report(text, words)
    elif is_dealt and not (is_refused and _is_wager(words)):
        asks = _read_act(text, words, by)
    elif not _is_wager(words) or by:
        raise ValueError(f"{text!r} is not 'box player wager amount'")
    else:
        asks = Wager(int(words[0]), words[1], words[2], _read_amounts(words[3]))
    return Line(text, asks, is_refused, clause, who)


def _is_wager(words: list[str]) -> bool:
    """Return True if the words are ``box player wager amount``; it is refused after the deal."""
    return len(words) == 4 and words[0].isdigit() and words[1] not in ACTS and "=" not in words[3]


def _read_report(text: str, words: list[str]) -> StaffReport:
    """Read ``dealer WHAT``, and in any order box or hand, player, card and choice."""
    if len(words) < 2:
        raise ValueError(f"{text!r} does not say what the {words[0]} reports")
    by, what, *rest = words
    at = next((word for word in rest if _place(word)), "")
    further = tuple(word for word in rest if word is not at)
    return StaffReport(by, what, *(_place(at) or (0, 0)), further)


def _read_act(text: str, words: list[str], by: str) -> Act:
    """Read ``box[.hand] ACT [player=amount ...]``."""
    place = _place(words[0]) if len(words) > 1 else None
    if place is None:
        raise ValueError(f"{text!r} is not 'box act', as in '1 hit'")
    if words[1] not in ACTS:
        raise ValueError(f"there is no act {words[1]!r}; there are {', '.join(ACTS)}")
    answers: dict[str, str] = {}
    for word in words[2:]:
        player, equals, value = word.partition("=")
        if not player or player in answers or (equals and not value):
            raise ValueError(f"{word!r} in {text!r} is not 'player=amount'")
        if value and value not in CHOICES:
            _read_amounts(value)
        answers[player] = value
    return Act(*place, words[1], answers, by)


def _place(word: str) -> tuple[int, int] | None:
    """Box and hand of ``1.2``; hand 0 of ``1`` is the one in play."""
    place = re.fullmatch(r"(\d+)(?:\.(\d+))?", word)
    return (int(place[1]), int(place[2] or 0)) if place else None


def _read_amounts(text: str) -> tuple[Cents, ...]:
    """Read an amount, or one for each dealer hand as in ``10/10/20``."""
    return tuple(parse_amount(part) for part in text.split("/"))


def _write_amounts(amounts: Iterable[Stake]) -> str:
    return "/".join("free" if amount == "free" else show(amount) for amount in amounts)


def commands_of(state: TableState, line: Line) -> list[Command]:
    """Return the commands that a line stands for at a table."""
    match line.asks:
        case Act() as act:
            return _decisions(state, act)
        case Wager(box, player, wager, amounts):
            return [PlaceWager(by=player, box=box, wager=wager, amounts=amounts)]
        case StaffReport() as report:
            return [_staff_command(state, report)]
        case LoadShoe() as command:
            return [complete_stack(state, command)]
        case command:
            return [command]


def _decisions(state: TableState, act: Act) -> list[Command]:
    """Return the commands of a decision: one, or each player's answer to an offer."""
    number, hand, box = act.box, act.hand, state.box(act.box)
    by = act.by or (box.seated if box else "")
    answers = act.answers or {by: ""}
    choices = {player: text for player, text in act.answers.items() if text}
    match act.do:
        case "insure":
            return [
                Insure(by=player, box=number, amounts=_insurance(state, number, player, text))
                for player, text in answers.items()
            ]
        case "even_money":
            return [TakeEvenMoney(by=player, box=number) for player in answers]
        case "double":
            free: tuple[Stake, ...] = ("free",)
            stakes = {
                player: free if text == "free" else _read_amounts(text)
                for player, text in choices.items()
            }
            return [Double(by=by, box=number, hand=hand, stakes=stakes)]
        case "split":
            return [Split(by=by, box=number, hand=hand, choices=choices)]
        case "refuse_card":
            return [RefuseCard(by=by, box=number)]
        case do:
            kind = {"hit": Hit, "stand": Stand, "surrender": Surrender}[do]
            return [kind(by=by, box=number, hand=hand)]


def _insurance(state: TableState, number: int, player: str, text: str) -> tuple[Cents, ...]:
    """Return the amounts given, or the most that is permitted."""
    if text:
        return _read_amounts(text)
    box = state.box(number)
    mains = box.main(player) if box else ()
    return tuple(insurance_stakes(state.rules, main).high for main in mains) or (0,)


def _staff_command(state: TableState, report: StaffReport) -> Command:
    """Return the commands of a dealer's or supervisor's line."""
    by, words = report.by, report.words
    match report.what:
        case "shuffle":
            return OrderShuffle(by=by, reason=" ".join(words) or "house")
        case "permit":
            return PermitEntry(by=by, player="".join(words[:1]))
        case "resume":
            return Resume(by=by)
    players = [word for word in words if word in state.chips]
    cards = [word for word in words if word[:1] in RANKS and len(word) == 2]
    choices = [word for word in words if word not in (*players, *cards)]
    return Report(
        by=by,
        what=report.what,
        box=report.box,
        hand=report.hand,
        player=players[0] if players else "",
        choice=choices[0] if choices else "",
        card=parse_card(cards[0]) if cards else -1,
    )


@cache
def _commands_by_tag() -> dict[str, type[Command]]:
    return {tag_of(kind): kind for kind in all_commands()}


@cache
def _fields(kind: type[Command]) -> dict[str, FieldInfo]:
    """Return the fields of a command by name, without its giver."""
    return {field.name: field for field in fields(kind) if field.name != "by"}


def write_line(command: Command) -> str:
    """Return the line of a script that stands for a command."""
    match command:
        case PlaceWager(box=box, by=by, wager=wager, amounts=amounts):
            return f"{box} {by} {wager} {_write_amounts(amounts)}"
        case Insure(box=box, by=by, amounts=amounts):
            return f"{box} insure {by}={_write_amounts(amounts)}"
        case TakeEvenMoney(box=box, by=by):
            return f"{box} even_money {by}"
        case Hit() | Stand() | Surrender():
            answers = {}
        case Double(stakes=stakes):
            answers = {name: _write_amounts(amounts) for name, amounts in stakes.items()}
        case Split(choices=answers):
            pass
        case _:
            return _write_fields(command)
    place = f"{command.box}.{command.hand}" if command.hand else str(command.box)
    words = (f"{name}={value}" for name, value in answers.items())
    return " ".join([place, tag_of(type(command)), *words])


def _write_fields(command: Command) -> str:
    words = [command.by or TABLE, tag_of(type(command))]
    for name, field in _fields(type(command)).items():
        value = getattr(command, name)
        if value != field.default:
            words.append(f"{name}={shlex.quote(_write_value(value, field.type))}")
    return " ".join(words)


def _write_value(value: Any, kind: Any) -> str:
    data = plain(value, kind)
    if kind in (CARDS, AMOUNTS):
        return (" " if kind == CARDS else "/").join(data)
    return data if isinstance(data, str) else json.dumps(data)


def is_command(words: list[str]) -> bool:
    """Return True if the words are ``WHO do field=value …``, with a known command."""
    is_named = len(words) > 1 and words[1] in _commands_by_tag() and not words[0][:1].isdigit()
    return is_named and all("=" in word for word in words[2:])


def read_command(words: list[str]) -> Command:
    """Read a line ``WHO do field=value …``; raise ``ValueError`` with its fault."""
    who, do, *rest = words
    kind = _commands_by_tag()[do]
    names = ", ".join(_fields(kind))
    values: dict[str, Any] = {}
    for word in rest:
        name, _, text = word.partition("=")
        if name not in _fields(kind) or name in values:
            known = names or "none"
            raise ValueError(f"{word!r} is not 'field=value'; the fields of {do} are {known}")
        values[name] = _read_value(text, _fields(kind)[name].type)
    try:
        return kind(by="" if who == TABLE else who, **values)
    except TypeError:
        raise ValueError(f"{do} needs more than that; its fields are {names}") from None


def _read_value(text: str, kind: Any) -> Any:
    try:
        if kind in (str, Card, Cents) or typing.get_origin(kind) is typing.Literal:
            return read(text, kind)
        if kind in (CARDS, AMOUNTS):
            return read(text.split() if kind == CARDS else text.split("/"), kind)
        return read(json.loads(text), kind)
    except (CardError, MoneyError):
        raise
    except ValueError as error:
        # An optional text is written as it is, without the quotes of JSON.
        if str in typing.get_args(kind):
            return text
        raise ValueError(f"{text!r} cannot be read: {error}") from None
