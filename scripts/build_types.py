"""Writes the page's protocol.d.ts from the wire messages; `--check` only says if it is stale."""

import inspect
import sys
import types
import typing
from collections.abc import Iterator

import msgspec

from pitboss.engine import views
from pitboss.engine.declare import Command, all_commands, all_events
from pitboss.reports import figures
from pitboss.server.analysis import coach, counting, drills, statistics, studies
from pitboss.server.feed import floor, round_steps
from pitboss.server.http import (
    account,
    bankroll,
    evening,
    felt,
    history,
    learn,
    page,
    people,
    tables,
)
from pitboss.server.lobby import table
from pitboss.server.log import audits, rounds
from pitboss.server.people import two_person
from pitboss.server.security import log
from pitboss.store.witness import receipts
from pitboss.wire import changes, protocol
from scripts.pages import write_pages

FILE = "src/pitboss/web/js/core/protocol.d.ts"
HEAD = "// Made by scripts/build_types.py from the messages on the wire. Amounts are in cents.\n"

UNIONS: dict[str, tuple[type, ...]] = {
    "Inbound": typing.get_args(protocol.AnyInbound),
    "Outbound": typing.get_args(protocol.AnyOutbound),
    "Command": all_commands(),
    "Event": all_events(),
}
ANSWERS: tuple[type, ...] = (
    tables.TableSummary, tables.DemoSummary, felt.Layout, felt.Why, felt.Readiness, coach.Advice,
    rounds.RoundPage, round_steps.RoundSteps, history.RoundShoe, history.Replay,
    receipts.Receipt, floor.FloorSheet, audits.Rulings,
    audits.AuditPage, audits.Books, history.Verdict,
    bankroll.BankrollSheet, history.ClosedTable, figures.HouseReport,
    drills.DrillSheet, drills.DayHand, drills.OwnChart, counting.CountedShoe,
    learn.ChartSquare, statistics.Statistics,
    table.OwnSeat, tables.CashedOut, tables.PeopleHere, page.JoinCode, account.PersonSettings,
    evening.Evening, felt.LaidWager,
    log.SecurityPage, account.OpenSession, two_person.Waiting, people.Me,
    account.FactorSheet, account.FactorOffer,
    account.RecoveryCodes,
    studies.StudyShelf, studies.DeskSheet, studies.StudyProgress,
)  # fmt: skip
"""Answers to HTTP requests of the page."""
RAW = {
    "events": "Message[]", "status": "Status", "event": "Event", "view": "TableView",
    "changes": "Change[]", "command": "Command | null",
}  # fmt: skip
"""Fields that are encoded before the message around them."""
PLAIN: dict[object, str] = {
    int: "number", float: "number", str: "string", bool: "boolean", type(None): "null",
    object: "unknown", typing.Any: "unknown",
}  # fmt: skip


def declarations() -> Iterator[str]:
    """The text of the file."""
    yield HEAD
    waiting: list[type] = [
        protocol.Message, changes.Change, views.TableView, protocol.Status, *ANSWERS,
    ]  # fmt: skip
    for name, members in UNIONS.items():
        waiting += members
        yield f"\nexport type {name} = {' | '.join(one.__name__ for one in members)};\n"
    done: set[type] = set()
    while waiting:
        kind = waiting.pop(0)
        if kind in done:
            continue
        done.add(kind)
        hints = typing.get_type_hints(kind)
        yield from _struct(kind, hints)
        waiting += [used for hint in hints.values() for used in _structs(hint)]


def _struct(kind: type, hints: dict[str, object]) -> Iterator[str]:
    fields = msgspec.structs.fields(kind)
    config = kind.__struct_config__  # type: ignore[attr-defined]
    told = inspect.cleandoc(kind.__doc__ or "").partition("\n")[0]
    yield f"\n/** {told} */\n"
    if config.array_like:
        parts = (f"{field.name}: {_type(hints[field.name])}" for field in fields)
        yield f"export type {kind.__name__} = [{', '.join(parts)}];\n"
        return
    yield f"export interface {kind.__name__} {{\n"
    if config.tag_field:
        yield f'  {config.tag_field}: "{config.tag}";\n'
    for field in fields:
        hint = hints[field.name]
        is_raw = hint in (msgspec.Raw, tuple[msgspec.Raw, ...])
        text = RAW[field.name] if is_raw else _type(hint)
        # A client may leave out what has a default; the server sends everything.
        may_miss = not field.required and issubclass(kind, Command)
        yield f"  {field.encode_name}{'?' if may_miss else ''}: {text};\n"
    yield "}\n"


def _type(hint: object) -> str:
    """A Python type as TypeScript has it."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    if hint in PLAIN:
        return PLAIN[hint]
    if origin is typing.Annotated:
        return _type(args[0])
    if origin is typing.Literal:
        return " | ".join(f'"{value}"' for value in args)
    if origin is tuple and args[-1] is Ellipsis:
        inner = _type(args[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(_type(arg) for arg in args)}]"
    if origin is dict:
        return f"Record<string, {_type(args[1])}>"
    assert origin in (typing.Union, types.UnionType), hint
    for name, members in UNIONS.items():
        if args == members:
            return name
    return " | ".join(_type(arg) for arg in args)


def _structs(hint: object) -> Iterator[type]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for arg in typing.get_args(hint):
        yield from _structs(arg)


if __name__ == "__main__":
    sys.exit(write_pages(__doc__, [(FILE, "".join(declarations()))]))
