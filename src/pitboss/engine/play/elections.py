"""Chips that each bettor adds to a doubled or split hand; followers elect for themselves.

Boxes with several bettors are NZ-14.3's.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from pitboss.engine.betting.placing import stake_transfers
from pitboss.engine.chips import chips_refusal
from pitboss.engine.state import TableState
from pitboss.engine.state.boxes import Bet, Box, PlayedHand
from pitboss.engine.words import one_of
from pitboss.hands import Hand
from pitboss.money import Cents, MoneyError, Transfers, parse_amount, show
from pitboss.rulebook.questions.acts import is_free_double, is_free_split
from pitboss.rulebook.questions.stakes import double_stake_refusal
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules

Stake = Cents | Literal["free"]


class Added(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Chips or a lammer added to a hand for one bettor."""

    player: str
    chips: tuple[Cents, ...]
    """Real chips, one amount for each dealer hand bet against."""
    free: Cents
    """Value of a lammer."""


ADDED = one_of("free", yes="{player} gets a lammer worth {free}", no="{player} adds {chips}")
"""Words for the addition of one bettor."""


class Moved(Added, frozen=True, array_like=True, gc=False):
    """A bettor's part in a split: a wager added, or moved to the new hand."""

    @property
    def how(self) -> str:
        """``lammer`` or ``chips`` added, or ``moves``."""
        return "lammer" if self.free else "chips" if self.chips else "moves"


MOVED = one_of(
    "how",
    chips="{player} adds {chips}",
    lammer="{player} gets a lammer worth {free}",
    moves="{player} moves to the second hand",
)
"""Words for the part of one bettor in a split."""


def added_chips(box: int, act: str, stakes: tuple[Added, ...]) -> Transfers:
    """Return the transfers of chips to a box for a double or split."""
    moved = (stake_transfers(box, stake.player, act, sum(stake.chips)) for stake in stakes)
    return tuple(transfer for transfers in moved for transfer in transfers)


def after_adding(state: TableState, stakes: tuple[Added, ...]) -> dict[str, Cents]:
    """Return all players' chips after these additions."""
    chips = dict(state.chips)
    for stake in stakes:
        chips[stake.player] -= sum(stake.chips)
    return chips


SplitChoice = tuple[tuple[str, ...], tuple[str, ...], tuple[Added, ...]]
"""Bettors who stay, bettors who move to the new hand, and its additional wagers."""


def double_elections(
    state: TableState, box: Box, played: PlayedHand, chosen: Mapping[str, tuple[Stake, ...]]
) -> tuple[Added, ...] | Rejection:
    """Return the additions to a double: bettors elect (NZ-14.3-c), or get lammers (PA-9-a-1-s2)."""
    rules, seated = state.rules, chosen.get(box.seated)
    if refusal := _strangers(state, played, chosen):
        return refusal
    if seated is not None and not any(seated) and any(any(stakes) for stakes in chosen.values()):
        text, ahead = f"nobody doubles this hand unless {box.seated} does", "follower"
        return rules.refuse(Code.NOT_YOURS, "decider", text, ahead=ahead, also="double.amount")
    is_free = is_free_double(rules, played.hand)
    added: list[Added] = []
    for bet in played.bets:
        mains, stakes = doubled_from(box, played, bet), chosen.get(bet.player)
        is_asked_free = is_free if stakes is None else "free" in stakes
        if is_asked_free != is_free:
            return _not_free_so(rules, played.hand, bet.player, is_free=is_free)
        if is_free:
            added.append(_lammer(bet.player, mains))
            continue
        amounts = mains if stakes is None else tuple(int(stake) for stake in stakes)
        is_short = stakes is None and sum(amounts) > state.chips[bet.player]
        if bet.player != box.seated and (sum(amounts) == 0 or is_short):
            continue
        if len(amounts) != len(mains):
            text = "give one amount for each dealer hand"
            return rules.refuse(Code.STAKE_NOT_OFFERED, "double.amount", text, where=bet.player)
        if len(mains) > 1 and 0 in amounts:
            text = "a double adds to the wager on each dealer hand"
            path, where = "double.amount", bet.player
            return rules.refuse(Code.STAKE_NOT_OFFERED, path, text, ahead="spots", where=where)
        for main, amount in zip(mains, amounts, strict=True):
            if refusal := double_stake_refusal(rules, main, amount):
                return refusal
        added.append(Added(bet.player, amounts, 0))
    return _unaffordable(state, added) or tuple(added)


def doubled_from(box: Box, played: PlayedHand, bet: Bet) -> tuple[Cents, ...]:
    """Return the amounts to double: the wager of the box, or the total on a doubled hand."""
    if not played.hand.doubles:
        return box.main(bet.player)
    return tuple(bet.at(spot) for spot in range(len(bet.stakes)))


def _not_free_so(rules: Rules, hand: Hand, player: str, *, is_free: bool) -> Rejection:
    """Refuse chips for a free double, or a lammer for one that is not free."""
    text, also = "this total is doubled free; chips are not taken for it", ""
    if not is_free:
        soft, also = ("soft ", "double.count_low") if hand.is_soft else ("", "")
        text = f"a {soft}total of {hand.total} is not doubled free"
    return rules.refuse(Code.STAKE_NOT_OFFERED, "double.free_totals", text, also=also, where=player)


def _lammer(player: str, mains: tuple[Cents, ...]) -> Added:
    return Added(player, (0,) * len(mains), mains[0])


def split_elections(
    state: TableState, box: Box, played: PlayedHand, choices: Mapping[str, str]
) -> SplitChoice | Rejection:
    """Return the wagers of a split's hands (NZ-14.3-d); a free one adds a lammer (PA-10-b-2-i)."""
    if refusal := _strangers(state, played, choices):
        return refusal
    is_free = is_free_split(state.rules, played.hand)
    stays: list[str] = []
    moves: list[str] = []
    added: list[Added] = []
    for bet in played.bets:
        player, mains = bet.player, box.main(bet.player)
        is_follower = player != box.seated
        usual = "free" if is_free else "first" if is_follower else "cover"
        choice = choices.get(player, usual)
        (moves if is_follower and choice == "second" else stays).append(player)
        if is_follower and choice in ("first", "second"):
            continue
        if refusal := _choice_refusal(state.rules, player, choice, mains, is_free=is_free):
            return refusal
        added.append(_lammer(player, mains) if is_free else Added(player, mains, 0))
    refusal = _unaffordable(state, added)
    return refusal or (tuple(stays), tuple(moves), tuple(added))


def _choice_refusal(
    rules: Rules, player: str, choice: str, mains: tuple[Cents, ...], *, is_free: bool
) -> Rejection | None:
    if choice == "cover" or (choice == "free" and is_free):
        return None
    if is_free or choice == "free":
        text = "split free; chips are not taken for it" if is_free else "not split free"
        text, ahead = f"this pair is {text}", "" if is_free else "split"
        return rules.refuse(Code.STAKE_NOT_OFFERED, "split.free", text, ahead=ahead, where=player)
    try:
        amounts = tuple(parse_amount(part) for part in choice.split("/"))
    except MoneyError:
        amounts = ()
    if amounts == mains:
        return None
    path = "split" if "split" in rules.refusals else "split.match"
    text = f"a split takes a wager equal to the original, {'/'.join(map(show, mains))}"
    also, most = "split.free" if len(mains) > 1 else "", mains[0]
    return rules.refuse(Code.STAKE_NOT_OFFERED, path, text, also=also, where=player, limit=most)


def _strangers(state: TableState, played: PlayedHand, added: Iterable[str]) -> Rejection | None:
    """Refuse additions of players without a wager on the hand."""
    names = [bet.player for bet in played.bets]
    for name in added:
        if name not in names:
            text = f"{name} has no wager on this hand"
            return state.rules.refuse(Code.NOT_YOURS, "decider", text, where=name)
    return None


def _unaffordable(state: TableState, added: list[Added]) -> Rejection | None:
    for stake in added:
        if sum(stake.chips) > state.chips[stake.player]:
            return chips_refusal(state, stake.player, stake.player)
    return None
