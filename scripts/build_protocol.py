"""Writes docs/reference/protocol.md from the wire messages; `--check` only says if it is stale."""

import ast
import inspect
import sys
import typing
from collections.abc import Iterator

import msgspec

from pitboss.cards import RANKS, SUITS
from pitboss.engine import offers, views
from pitboss.engine.declare import all_commands, any_command
from pitboss.engine.state import Proposal
from pitboss.engine.words import Saying
from pitboss.wire import changes, floor, protocol
from scripts.pages import prose_of, write_pages

PAGE = "docs/reference/protocol.md"

HEAD = f"""# The WebSocket protocol

This page is made from the code by `scripts/build_protocol.py`.

- Open `/ws/tables/TABLE` with the cookie of a session, or without one to watch. `?last=N` catches
  up from event N.
- Every message is one text frame with a JSON object. A frame from a client has at most
  {protocol.FRAME_MAX:,} bytes.
- Amounts are in cents. Cards are numbers from 0 to 51: `4 * rank + suit`, with ranks in the order
  `{RANKS}` and suits `{SUITS}`; -1 is a card that the viewer may not see.
- Events have the same numbers as in the log of the table, without a gap. After `update` or `view`
  the client is up to date with `status.version`.
- A client keeps the table of the last `view` and applies the `changes` of each event in order. It
  need not know what the events mean. Everything in a table has a key that never changes: a box its
  number, a hand the place of its first card, a card its place in the order its box was dealt.
- If a client repeats an `id`, it gets the first answer again and nothing changes. Another command
  under that id is refused (`id_reused`).
- The server sets `by`: the person who sends a command gives it.
"""

RAW = {
    "events": "list of `Message`", "status": "`Status`", "event": "an event",
    "view": "`TableView`", "changes": "list of `Change`",
}  # fmt: skip
"""Fields that are encoded before the message around them."""

SECTIONS: dict[str, tuple[type[msgspec.Struct], ...]] = {
    "From the client": typing.get_args(protocol.AnyInbound),
    "From the server": typing.get_args(protocol.AnyOutbound),
    "Parts of messages": (
        protocol.Message, Saying, changes.Change, protocol.Status, protocol.Shoe, protocol.Refused,
        offers.Offer, views.TableView, views.DealerView, views.BoxView, views.HandView,
        views.BetView, views.InsuranceView, views.CouponView, views.SideView, views.ResultView,
        views.NoticeView,
        floor.FloorStatus, floor.TakeBackOffer, Proposal, offers.Duty, offers.Field,
    ),
    "Commands": all_commands(),
}  # fmt: skip


def field_notes(kind: type) -> dict[str, str]:
    """The text below each field, from the source: for its own fields and those it inherits."""
    notes: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("pitboss."):
            body = ast.parse(inspect.getsource(base)).body[0]
            assert isinstance(body, ast.ClassDef)
            for one, after in zip(body.body, body.body[1:], strict=False):
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                    text = ""
                    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                        text = str(after.value.value)
                    notes[one.target.id] = " ".join(text.split())
    return notes


def page() -> Iterator[str]:
    """The text of the page."""
    yield HEAD
    for title, kinds in SECTIONS.items():
        yield f"\n## {title}\n"
        for kind in kinds:
            yield from _kind(kind)


def _kind(kind: type[msgspec.Struct]) -> Iterator[str]:
    config = kind.__struct_config__
    name = f"`{config.tag_field}: {config.tag}`" if config.tag_field else f"`{kind.__name__}`"
    yield f"\n### {name}\n\n{prose_of(kind)}\n"
    if config.array_like:
        yield "\nIt is sent as a list of these, in this order.\n"
    notes = field_notes(kind)
    hints = typing.get_type_hints(kind)
    fields = [field for field in msgspec.structs.fields(kind) if field.name != "by"
              or kind is offers.Offer]  # fmt: skip
    if fields:
        yield "\n| field | type | |\n| --- | --- | --- |\n"
    for field in fields:
        must = "" if field.required else "optional. "
        told = f"{must}{notes.get(field.name, '')}".strip().replace("|", "\\|")
        yield f"| `{field.encode_name}` | {_type(hints[field.name], field.name)} | {told} |\n"


def _type(hint: object, name: str) -> str:
    if hint in (msgspec.Raw, tuple[msgspec.Raw, ...]):
        return RAW[name]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return f"`{hint.__name__}`"
    args = typing.get_args(hint)
    if args and args == typing.get_args(any_command()):
        return "a command"
    text = str(hint.__name__ if isinstance(hint, type) and not args else hint)
    for word in ("typing.", "pitboss.engine.offers.", "pitboss.engine.views.",
                 "pitboss.wire.protocol.", "pitboss.engine.play.elections.",
                 "pitboss.engine.words.", "msgspec."):  # fmt: skip
        text = text.replace(word, "")
    return f"`{text}`".replace("|", "or")


if __name__ == "__main__":
    sys.exit(write_pages(__doc__, [(PAGE, "".join(page()))]))
