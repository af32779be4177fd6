"""What each bettor on a hand adds when it is doubled or split; followers choose for themselves.

Boxes with several bettors are NZ-14.3's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec

from pitboss.engine.boxes import Bet, Box, PlayedHand
from pitboss.engine.state import TableState
from pitboss.engine.wagers.placing import placed
from pitboss.engine.words import spoken_sum
from pitboss.money import Cents, MoneyError, Transfers, parse_amount, show
from pitboss.rulebook.acts import is_free_double, is_free_split
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.stakes import double_stake_refused

Stake = Cents | Literal["free"]


class Added(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What one bettor added to a hand."""

    player: str
    chips: tuple[Cents, ...]
    """Real chips, one amount for each dealer hand bet against."""
    free: Cents
    """The worth of a lammer."""

    def __str__(self) -> str:
        what = f"a lammer worth {show(self.free)}" if self.free else spoken_sum(self.chips)
        return f"{self.player} {what}"


def added_chips(box: int, act: str, stakes: tuple[Added, ...]) -> Transfers:
    """The chips that went to a box when a hand was doubled or split."""
    moved = (placed(box, one.player, act, sum(one.chips)) for one in stakes)
    return tuple(transfer for transfers in moved for transfer in transfers)


def after_adding(state: TableState, stakes: tuple[Added, ...]) -> dict[str, Cents]:
    """Everybody's chips when these are on the layout."""
    chips = dict(state.chips)
    for one in stakes:
        chips[one.player] -= sum(one.chips)
    return chips


@dataclass(frozen=True, slots=True)
class SplitChoice:
    """Where each bettor's wager goes, and what is added to the new hand."""

    stays: tuple[str, ...]
    moves: tuple[str, ...]
    stakes: tuple[Added, ...]


def double_elections(
    state: TableState, box: Box, played: PlayedHand, given: Mapping[str, tuple[Stake, ...]]
) -> tuple[Added, ...] | Rejection:
    """What the bettors of a hand add by doubling it: each follower may, or not (NZ-14.3-c).

    Where it is free, one lammer worth the original wager (PA-9-a-1-s2).
    """
    rules = state.rules
    refused = _strangers(state, played, given)
    if refused:
        return refused
    seated = given.get(box.seated)
    if seated is not None and not any(seated) and any(any(stakes) for stakes in given.values()):
        text = f"nobody doubles this hand unless {box.seated} does"
        return rules.refuse(Code.NOT_YOURS, "decider", text, also="double.amount")
    is_free = is_free_double(rules, played.hand)
    added: list[Added] = []
    for bet in played.bets:
        is_follower = bet.player != box.seated
        mains = box.main(bet.player)
        stakes = given.get(bet.player)
        if is_free and stakes is not None and "free" not in stakes:
            text = "this total is doubled free; chips are not taken for it"
            path = "double.free_totals"
            return rules.refuse(Code.STAKE_NOT_OFFERED, path, text, where=bet.player)
        if is_free:
            added.append(Added(bet.player, (0,) * len(mains), mains[0]))
            continue
        if stakes is not None and "free" in stakes:
            soft = "soft " if played.hand.is_soft else ""
            text = f"a {soft}total of {played.hand.total} is not doubled free"
            path, also = "double.free_totals", "double.count_low" if soft else ""
            return rules.refuse(Code.STAKE_NOT_OFFERED, path, text, also=also, where=bet.player)
        amounts = mains if stakes is None else tuple(int(stake) for stake in stakes)
        is_short = stakes is None and sum(amounts) > state.chips[bet.player]
        if is_follower and (sum(amounts) == 0 or is_short):
            continue
        if len(amounts) != len(mains):
            text = "give one amount for each dealer hand"
            return rules.refuse(Code.STAKE_NOT_OFFERED, "double.amount", text, where=bet.player)
        for main, amount in zip(mains, amounts, strict=True):
            refused = double_stake_refused(rules, main, amount)
            if refused:
                return refused
        added.append(Added(bet.player, amounts, 0))
    return _affordable(state, tuple(added))


def split_elections(
    state: TableState, box: Box, played: PlayedHand, given: Mapping[str, str]
) -> SplitChoice | Rejection:
    """Where the wagers of a hand go when it is split (NZ-14.3-d).

    Where it is free, one lammer worth the original wager goes to the new hand (PA-10-b-2-i).
    """
    rules = state.rules
    refused = _strangers(state, played, given)
    if refused:
        return refused
    is_free = is_free_split(rules, played.hand)
    stays: list[str] = []
    moves: list[str] = []
    added: list[Added] = []
    for bet in played.bets:
        is_follower = bet.player != box.seated
        usual = "free" if is_free else "first" if is_follower else "cover"
        choice = given.get(bet.player, usual)
        mains = box.main(bet.player)
        if choice == "second" and is_follower:
            moves.append(bet.player)
            continue
        stays.append(bet.player)
        if choice == "first" and is_follower:
            continue
        if is_free:
            if choice not in ("free", "cover"):
                text = "this pair is split free; chips are not taken for it"
                return rules.refuse(Code.STAKE_NOT_OFFERED, "split.free", text, where=bet.player)
            added.append(Added(bet.player, (0,) * len(mains), mains[0]))
            continue
        refused = _split_choice_refused(state, bet, choice, mains)
        if refused:
            return refused
        added.append(Added(bet.player, mains, 0))
    affordable = _affordable(state, tuple(added))
    if isinstance(affordable, Rejection):
        return affordable
    return SplitChoice(tuple(stays), tuple(moves), affordable)


def _split_choice_refused(
    state: TableState, bet: Bet, choice: str, mains: tuple[Cents, ...]
) -> Rejection | None:
    rules = state.rules
    if choice == "cover":
        return None
    if choice == "free":
        text = "this pair is not split free"
        return rules.refuse(Code.STAKE_NOT_OFFERED, "split.free", text, where=bet.player)
    try:
        amounts = tuple(parse_amount(part) for part in choice.split("/"))
    except MoneyError:
        amounts = ()
    if amounts != mains:
        wanted = "/".join(show(main) for main in mains)
        path = "split" if "split" in rules.refusals else "split.match"
        text = f"a split takes a wager equal to the original, {wanted}"
        also = "split.free" if len(mains) > 1 else ""
        where, limit = bet.player, mains[0]
        return rules.refuse(Code.STAKE_NOT_OFFERED, path, text, also=also, where=where, limit=limit)
    return None


def _strangers(
    state: TableState, played: PlayedHand, given: Mapping[str, object]
) -> Rejection | None:
    """Only bettors on the hand may add to it."""
    names = [bet.player for bet in played.bets]
    for name in given:
        if name not in names:
            text = f"{name} has no wager on this hand"
            return state.rules.refuse(Code.NOT_YOURS, "decider", text, where=name)
    return None


def _affordable(state: TableState, added: tuple[Added, ...]) -> tuple[Added, ...] | Rejection:
    for one in added:
        limit = state.chips[one.player]
        if sum(one.chips) > limit:
            text, code = f"{one.player} has {show(limit)}", Code.NOT_ENOUGH_CHIPS
            return state.rules.refuse(code, "chips", text, where=one.player, limit=limit)
    return added
