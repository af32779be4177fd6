"""Chips that are laid out and not placed yet: whether they would be taken, and how many."""

from typing import Annotated, Any

import msgspec
from litestar import Request, post
from litestar.params import FromPath, JSONBody

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.legal import legal
from pitboss.engine.state import TableState
from pitboss.engine.table import step
from pitboss.money import MONEY_MAX
from pitboss.rulebook.refusals import Rejection
from pitboss.server.house import site_of
from pitboss.wire.protocol import Refused, refused_by

AnyRequest = Request[Any, Any, Any]

WAGERS_MAX = 64
"""Places on a felt that one player has chips on."""
NEWCOMER = "a newcomer"
"""Somebody who has not said who they are; no account can have this name."""


class LayOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wagers that somebody thinks of placing one after the other."""

    wagers: Annotated[tuple[PlaceWager, ...], msgspec.Meta(max_length=WAGERS_MAX)]
    buy_in: Annotated[int, msgspec.Meta(ge=0, le=MONEY_MAX)] = 0
    """What would be bought in for first, in cents."""


class LaidWager(msgspec.Struct, frozen=True):
    """What would come of one of them, once those before it are up."""

    high: int
    """The most that would be taken there; 0 where nothing is."""
    refused: Refused | None = None


@post("/api/tables/{table:str}/lay", status_code=200)
async def lay_out(
    request: AnyRequest, table: FromPath[str], data: JSONBody[LayOut]
) -> tuple[LaidWager, ...]:
    """Whether wagers would be taken, and the most that each place takes; nothing happens."""
    site = site_of(request)
    person = site.who(request)
    name = person.name if person else NEWCOMER
    return laid_out(site.table(table).actor.state, name, data)


def laid_out(state: TableState, name: str, data: LayOut) -> tuple[LaidWager, ...]:
    """What would come of each wager, in order; one that is refused is left out for the next."""
    if data.buy_in:
        bought = step(state, BuyIn(player=name, amount=data.buy_in), "")
        if isinstance(bought, Rejection):
            return (LaidWager(0, refused_by(bought)),) * len(data.wagers)
        state = bought[0]
    answers = []
    for wager in data.wagers:
        given = msgspec.structs.replace(wager, by=name)
        outcome = step(state, given, name)
        refused = refused_by(outcome) if isinstance(outcome, Rejection) else None
        answers.append(LaidWager(_most(state, given), refused))
        if not isinstance(outcome, Rejection):
            state = outcome[0]
    return tuple(answers)


def _most(state: TableState, wager: PlaceWager) -> int:
    """The most that the place of a wager takes now."""
    offers = (
        offer for offer in legal(state, wager.by)
        if (offer.do, offer.box, offer.wager) == ("place_wager", wager.box, wager.wager)
    )  # fmt: skip
    return next((max(offer.only, default=offer.high) for offer in offers), 0)
