"""Hints for a refused command: a likely correction, or the acts and stakes allowed instead."""

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import Command, tag_of
from pitboss.engine.legal import insurance_is_open, legal
from pitboss.engine.offers import Offer
from pitboss.engine.state import BETTING, MAIN, TableState
from pitboss.errors import close_to
from pitboss.money import show
from pitboss.rulebook.refusals import Code, Rejection

_STAKES = frozenset(
    {
        Code.STAKE_NOT_CHIPS,
        Code.STAKE_TOO_SMALL,
        Code.STAKE_TOO_LARGE,
        Code.STAKE_NOT_OFFERED,
        Code.NOT_ENOUGH_CHIPS,
    }
)
_BOXES = frozenset({Code.UNKNOWN, Code.BOX_TAKEN, Code.TOO_MANY_BETTORS})


def hint_at(state: TableState, command: Command, refused: Rejection) -> str:
    """Return a hint for the player of a refused command."""
    by = getattr(command, "by", "")
    if isinstance(command, BuyIn):
        return "give an amount above 0" if refused.code in _STAKES else ""
    if by and by not in state.chips and not state.is_staff(by):
        return unknown_player(state, by)
    if isinstance(command, PlaceWager) and refused.code == Code.NOT_OFFERED:
        return _unknown_wager(state, command.wager)
    if isinstance(command, PlaceWager) and refused.code in _BOXES:
        return "leave box out to take the first free one"
    if refused.code in _STAKES:
        return _stakes(state, command, by, refused)
    return _instead(state, by)


def meant_player(state: TableState, name: str) -> str:
    """Return a question that names the player who was probably meant, or ""."""
    meant = close_to(name, list(state.chips))
    return f"did you mean {meant}?" if meant and meant != name else ""


def unknown_player(state: TableState, name: str) -> str:
    """Return the call that seats a player, and the name that was probably meant."""
    sit = f"give chips first: table.sit({name!r}, 100)"
    meant = meant_player(state, name)
    return f"{meant} If not, {sit}" if meant else sit


def _unknown_wager(state: TableState, name: str) -> str:
    names = (MAIN, *state.rules.wagers)
    meant = close_to(name, names)
    if meant and meant != name:
        return f"did you mean {meant}?"
    return f"wagers here: {', '.join(names)}"


def _stakes(state: TableState, command: Command, by: str, refused: Rejection) -> str:
    """Return the allowed stakes for the same command, or a hint that names the obstacle."""
    wanted = (tag_of(type(command)), getattr(command, "box", 0), getattr(command, "wager", ""))
    for offer in legal(state, by):
        if (offer.do, offer.box, offer.wager) == wanted:
            return _range(offer)
    if refused.code == Code.NOT_ENOUGH_CHIPS:
        return f"give more chips: table.sit({by!r}, 100)"
    return _instead(state, by)


def _range(offer: Offer) -> str:
    if offer.is_free:
        return "leave the amount out: the house puts it up"
    if offer.only:
        amounts = f"one of {', '.join(show(amount) for amount in offer.only)}"
    elif offer.low == offer.high:
        amounts = show(offer.low)
    else:
        steps = f", in steps of {show(offer.unit)}" if offer.unit > 1 else ""
        amounts = f"{show(offer.low)} to {show(offer.high)}{steps}"
    each = f", one for each of {len(offer.spots)} dealer hands" if len(offer.spots) > 1 else ""
    return f"give {amounts}{each}"


def _instead(state: TableState, by: str) -> str:
    """Return the next bet or deal, or the legal acts of the same player or else another."""
    if insurance_is_open(state):
        return "insurance is open: table.insure, table.take_even_money or table.decline answers it"
    if state.phase == BETTING:
        player = by or next(iter(state.chips), "ann")
        is_laid = any(box.main(player) for box in state.boxes)
        return "table.deal() deals" if is_laid else f"bet first: table.bet({player!r}, 10)"
    for player in (by, *state.chips) if by else state.chips:
        if names := dict.fromkeys(offer.do for offer in legal(state, player)):
            return f"{player} may {', '.join(names)}"
    return ""
