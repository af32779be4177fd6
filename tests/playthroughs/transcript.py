"""Transcripts: a table's commands, events, views and books as text that can be replayed.

A playthrough file is its own source. Its head names the rulebook and the options; each line that
begins with ``>`` is a command. Everything else is written from these by ``transcribe``.
"""

import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pitboss.cards import HIDDEN, parse_cards, rest_of_shoe, show_card
from pitboss.engine.declare import Command, Event, any_command
from pitboss.engine.offers import Offer
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import TableState
from pitboss.engine.table import open_table, step
from pitboss.engine.views import HandView, View, view
from pitboss.engine.words import tell
from pitboss.ledger.audit import faults
from pitboss.ledger.balances import Balances, book, opening
from pitboss.money import parse_amount, show
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.refusals import Rejection

QUIET = ("buy_in", "load_shoe")
"""Commands after which the table looks to everybody as before."""
SPECTATOR = "spectator"


def transcribe(text: str) -> str:
    """The whole playthrough whose head and commands a text holds."""
    head, lines = split(text)
    options = tomllib.loads("\n".join(head[1:]))
    rules = choose(load_rulebook(head[0].removeprefix("rulebook: ")), options)
    state = open_table(rules)
    books = opening(rules.fees.meter)
    written = [*head, ""]
    for line in lines:
        command = parse_command(line, state)
        written.append(f"> {line}")
        outcome = step(state, command)
        if isinstance(outcome, Rejection):
            written += [f"  refused as {outcome.code}: {outcome}", ""]
            continue
        state, events = outcome
        book(books, events)
        written += [f"  {line}" for line in told(events)]
        if line.split()[0] not in QUIET:
            written += [f"  {seen}" for seen in look(state)]
        if any(isinstance(event, RoundEnded) for event in events):
            written += ["", *settle(books)]
        written.append("")
    return "\n".join(written)


def split(text: str) -> tuple[list[str], list[str]]:
    """The head of a playthrough, and its commands."""
    lines = text.splitlines()
    blank = lines.index("")
    return lines[:blank], [line[2:] for line in lines[blank:] if line.startswith("> ")]


def parse_command(line: str, state: TableState) -> Command:
    """Read ``place_wager by=ann box=1 wager=main amounts=10``."""
    name, *words = line.split()
    given: dict[str, Any] = {"do": name}
    for word in words:
        key, _, value = word.partition("=")
        given[key] = parse_value(key, value)
    if name == "load_shoe":
        # Only the top of the shoe is written down; the rest follows in a fixed order.
        top = given["cards"]
        gone = () if given.get("is_shuffle", True) else state.discards
        given["cards"] = top + rest_of_shoe(state.rules.decks_in_play, top + gone)
        return LoadShoe(**{key: value for key, value in given.items() if key != "do"})
    command: Command = msgspec.convert(given, any_command())
    return command


def parse_value(key: str, value: str) -> object:
    """The value of a word in a command: amounts in table currency, cards in notation."""
    match key:
        case "box" | "hand":
            return int(value)
        case "amount" | "prize":
            return parse_amount(value)
        case "amounts":
            return cents(value)
        case "cards":
            return parse_cards(value.replace(",", " "))
        case "is_shuffle":
            return value == "true"
        case "stakes":
            return {name: cents(sums) for name, sums in pairs(value)}
        case "choices":
            return dict(pairs(value))
    return value


def pairs(value: str) -> Iterator[tuple[str, str]]:
    """``ann:5/10,bob:0`` as names with what was given for them."""
    for part in value.split(","):
        name, _, given = part.partition(":")
        yield name, given


def cents(value: str) -> tuple[object, ...]:
    return tuple(part if part == "free" else parse_amount(part) for part in value.split("/"))


def told(events: Iterable[Event]) -> Iterator[str]:
    """Each event in words; one without words by its name."""
    for event in events:
        words = msgspec.to_builtins(event).values()
        yield tell(event) or f"({' '.join(map(str, words))})"


def look(state: TableState) -> Iterator[str]:
    """The table as each player sees it, and as a spectator does; equal views are told once."""
    views: dict[str, list[str]] = {}
    for name in (*state.chips, SPECTATOR):
        views.setdefault(short(view(state, name)), []).append(name)
    for seen, names in views.items():
        yield f"[{' '.join(names)}] {seen}"


def short(seen: View) -> str:
    """A view in one line: the dealer's cards, the hands, and what is offered."""
    parts = [seen.phase]
    if seen.dealer:
        parts.append(f"dealer {cards(seen.dealer)} ({seen.dealer_total})")
    for box in seen.boxes.values():
        parts += [f"{box.number}.{held.number} {hand(held)}" for held in box.in_order]
    parts.append(f"chips {show(seen.chips)}" if seen.chips else "")
    parts.append(offers(seen.offers))
    return " | ".join(part for part in parts if part)


def hand(held: HandView) -> str:
    total = f" ({held.total})" if held.total else ""
    return f"{cards(held.faces)}{total} {held.how}".strip()


def cards(held: Iterable[int]) -> str:
    return " ".join("??" if card == HIDDEN else show_card(card) for card in held)


def offers(given: Iterable[Offer]) -> str:
    """What a player may do, wagers with the boxes on which they may be placed."""
    boxes: dict[str, list[str]] = {}
    for offer in given:
        name = f"{offer.wager or offer.do}{bounds(offer)}"
        boxes.setdefault(name, []).append(str(offer.box))
    return ", ".join(f"{name} on {'+'.join(numbers)}" for name, numbers in boxes.items())


def bounds(offer: Offer) -> str:
    if offer.is_free:
        return " free"
    if offer.spots:
        return " up to " + "/".join(show(most) for most in offer.spots)
    if offer.only:
        return " " + " or ".join(show(stake) for stake in offer.only)
    return f" {show(offer.low)} to {show(offer.high)}" if offer.high else ""


def settle(books: Balances) -> Iterator[str]:
    """The balances after a round."""
    yield "Books:"
    for account in sorted(books):
        if books[account]:
            yield f"  {account}: {show(books[account])}"
    yield f"  sum: {show(books.total())}"
    yield from (f"  FAULT: {fault}" for fault in faults(books))
