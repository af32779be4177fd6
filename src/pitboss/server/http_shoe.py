"""The HTTP API of an electronic shoe: it sends the cards it reads, and the dealer confirms them."""

import hashlib
import hmac
import secrets
from typing import Annotated, Any

import msgspec
from litestar import Request, delete, post
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from pitboss.cards import CardError, parse_card
from pitboss.engine.declare import Role
from pitboss.engine.floor.staff import role_of
from pitboss.server.house import Site
from pitboss.server.http.request import site_of
from pitboss.server.http.tables import logged_in, must_run_tables
from pitboss.server.lobby.table import Table
from pitboss.server.people.entries import ShoeKeyEnded, ShoeKeyMade
from pitboss.server.shoe_tray import SENT_MAX, TrayError

AnyRequest = Request[Any, Any, Any]
TableId = FromPath[str]
SHOE = "-shoe"
"""Whose messages are counted; nobody at a table has this name."""
SCHEME = "Bearer "


class ShoeKey(msgspec.Struct, frozen=True):
    """What the shoe sends with its cards. It is shown once: the server keeps its hash."""

    table: str
    key: str


class ReadCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards in the order in which they left the shoe."""

    first: Annotated[int, Meta(ge=1, le=1_000_000)]
    """The running number of the first of them, from 1 for a shoe that was loaded."""
    cards: Annotated[tuple[str, ...], Meta(min_length=1, max_length=SENT_MAX)]
    """Rank and suit, such as ``As`` or ``Td``."""


class TakenCards(msgspec.Struct, frozen=True):
    """What came of it."""

    next: int
    """The number of the card that must come next."""
    waiting: int
    """Cards that wait for the dealer."""
    ignored: int
    """Cards that had come before."""


@post("/api/tables/{table:str}/shoe-key")
async def make_key(request: AnyRequest, table: TableId) -> ShoeKey:
    """Make the credential of a table's electronic shoe; an earlier one ends. For supervisors."""
    person, site = must_run_tables(request), site_of(request)
    _dealt_by_hand(site, table)
    key = secrets.token_urlsafe(32)
    made = ShoeKeyMade(table, _sha256(key), person.name)
    await site.identity.note(made)
    return ShoeKey(table, key)


@delete("/api/tables/{table:str}/shoe-key")
async def end_key(request: AnyRequest, table: TableId) -> None:
    """Revoke the credential of a table's shoe, and let go of the cards that wait."""
    person, site = must_run_tables(request), site_of(request)
    live_table = _dealt_by_hand(site, table)
    if table in site.identity.register.shoe_keys:
        await site.identity.note(ShoeKeyEnded(table, person.name))
    live_table.feed.tray.clear()
    live_table.feed.tell_dealer()


@post("/api/tables/{table:str}/shoe", status_code=200)
async def send_cards(request: AnyRequest, table: TableId, data: JSONBody[ReadCards]) -> TakenCards:
    """Cards that the shoe has read, with its credential; they wait for the dealer to confirm them.

    A card that came before is ignored, and one that would leave a gap is refused.
    """
    site = site_of(request)
    live_table = site.table(table)
    _must_be_shoe(site, table, request.headers.get("authorization", ""))
    _dealt_by_hand(site, table)
    if not site.may_send(SHOE, table):
        text = f"at most {site.settings.commands_per_second} messages a second; wait a little"
        raise TrayError("too_fast", text)
    try:
        cards = tuple(parse_card(text) for text in data.cards)
    except CardError as error:
        raise TrayError("bad_card", str(error)) from None
    tray = live_table.feed.tray
    ignored = tray.take(data.first, cards)
    live_table.feed.tell_dealer()
    return TakenCards(tray.next, tray.waiting, ignored)


@delete("/api/tables/{table:str}/shoe")
async def drop_cards(request: AnyRequest, table: TableId) -> None:
    """Let go of the cards that wait, where they are not those on the table; for the dealer."""
    person, site = logged_in(request), site_of(request)
    live_table = _dealt_by_hand(site, table)
    if role_of(live_table.actor.state, person.name) is not Role.DEALER:
        raise PermissionDeniedException("this is for the dealer on duty")
    live_table.feed.tray.clear()
    live_table.feed.tell_dealer()


def _dealt_by_hand(site: Site, id_: str) -> Table:
    table = site.table(id_)
    if table.actor.state.automations.cards:
        text = "this table deals by itself; a shoe sends cards where a dealer enters them"
        raise TrayError("not_by_hand", text)
    return table


def _must_be_shoe(site: Site, table: str, header: str) -> None:
    """Cards come with the credential of this very table."""
    known = site.identity.register.shoe_keys.get(table, "")
    given = _sha256(header.removeprefix(SCHEME)) if header.startswith(SCHEME) else ""
    if not known or not hmac.compare_digest(known, given):
        site.metrics.add("shoes_refused")
        raise TrayError("wrong_secret", "this is not the credential of the shoe at this table")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


SHOE_HANDLERS = (make_key, end_key, send_cards, drop_cards)
