"""The layout: boxes with hands and wagers, side wagers, insurance and results."""

from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.hands import Hand
from pitboss.money import Cents

WagerKey = tuple[int, str, str]
"""Box, player and wager."""


class Bet(msgspec.Struct, frozen=True, gc=False):
    """One bettor's wager on one hand."""

    player: str
    stakes: tuple[Cents, ...]
    """Real chips, one amount for each dealer hand bet against."""
    is_original: bool = True
    """The wager of the initial deal, not one added by splitting."""
    extra: tuple[Cents, ...] = ()
    """Amount added by doubling."""
    free: Cents = 0
    """Value of the lammers on the hand, which win and cost nothing."""
    open: tuple[bool, ...] = (True,)
    """True for each undecided stake."""
    result: str = ""
    """Result of the last stake that was decided."""

    def at(self, spot: int) -> Cents:
        """Return the real chips against one dealer hand."""
        return self.stakes[spot] + (self.extra[spot] if self.extra else 0)


def open_bet(
    player: str, stakes: tuple[Cents, ...], *, is_original: bool = True, free: Cents = 0
) -> Bet:
    """Return a wager on a hand with every stake undecided."""
    return Bet(player, stakes, is_original, (), free, (True,) * len(stakes))


class Settled(msgspec.Struct, frozen=True, gc=False):
    """A wager that was decided, or is about to be."""

    box: int
    hand: int
    """The hand, for a main wager; 0 otherwise."""
    player: str
    wager: str
    spot: int
    """The dealer hand, from 0, for wagers by dealer hand."""
    result: str
    """``win``, ``loss``, ``push``, ``surrender``, ``void``."""
    stake: Cents
    net: Cents
    clause: str
    pays: str = ""
    line: str = ""
    """The category of a side wager that won."""

    @property
    def key(self) -> WagerKey:
        """Box, player and wager."""
        return self.box, self.player, self.wager


class ChipMove(msgspec.Struct, frozen=True, gc=False):
    """A movement of chips that the dealer of a physical table makes for one wager."""

    number: int
    """Number at this table, from 1; never used twice, even after a take-back."""
    box: int
    hand: int
    """0 for a wager that is not on a hand."""
    player: str
    wager: str
    result: str
    """``win``, ``loss``, ``push``, ``surrender``, ``void``; ``reversed``, ``ante``, ``correction``;
    or ``taken_back``, for chips to be moved back."""
    take: Cents
    """Chips for the float."""
    pay: Cents
    """Chips from the float."""
    back: Cents
    """The player's own chips, returned."""
    clause: str
    lammers: Cents = 0
    """Value of the lammers that go, whatever the result."""


class PlayedHand(msgspec.Struct, frozen=True, gc=False):
    """A hand on a box with the wagers that ride on it."""

    hand: Hand
    bets: tuple[Bet, ...]
    how: str = ""
    """``stood``, ``doubled``, ``bust``, ``complete``, ``surrendered``, ``blackjack`` or ``void``;
    empty until the hand is finished."""
    is_removed: bool = False
    """Its cards are in the discard rack already."""
    is_late: bool = False
    """Its turn comes after all others, because a request was missed."""
    settled: tuple[Settled, ...] = ()
    is_owed: bool = False
    """It was doubled, and the card of the double has not been dealt."""
    is_shown: bool = False
    """Its face-down cards were turned over."""
    places: tuple[int, ...] = ()
    """Permanent index of each card among the cards dealt to the box."""

    @property
    def key(self) -> int:
        """Permanent identifier within the box: the index of its first card."""
        return self.places[0] if self.places else 0

    @property
    def is_exposed(self) -> bool:
        """Return True if every viewer sees its cards."""
        return self.hand.is_split or self.is_shown or self.how in ("bust", "blackjack")

    @property
    def is_open(self) -> bool:
        """Return True if a wager on it is undecided."""
        for bet in self.bets:  # noqa: SIM110 - asked for every hand, and faster so
            if True in bet.open:
                return True
        return False


class Box(msgspec.Struct, frozen=True, gc=False):
    """A box with a wager in this round."""

    number: int
    mains: tuple[tuple[str, tuple[Cents, ...]], ...]
    """Bettors and their main wagers in order (NZ-14.3-b); the first is seated and decides."""
    hands: tuple[PlayedHand, ...] = ()
    dealt: tuple[Card, ...] = ()
    """Its cards in the order dealt, over all hands."""
    antes: tuple[tuple[str, Cents], ...] = ()
    has_split: bool = False
    coupons: tuple[tuple[str, Cents], ...] = ()
    """Match play coupons beside main wagers: bettor and face value."""
    is_kept: bool = False
    """The player kept the hand at the offer of early surrender."""

    def main(self, player: str) -> tuple[Cents, ...]:
        """Return a bettor's main wager, or () if the bettor has none."""
        for name, stakes in self.mains:
            if name == player:
                return stakes
        return ()

    def coupon(self, player: str) -> Cents:
        """Return the face value of a bettor's coupon, or 0 without a coupon."""
        return next((face for name, face in self.coupons if name == player), 0)

    @property
    def seated(self) -> str:
        """The player who decides for the box; empty if every wager on it is void."""
        return self.mains[0][0] if self.mains else ""

    def with_hand(self, number: int, changed: PlayedHand) -> "Box":
        """Return the box with one of its hands replaced."""
        hands = self.hands
        if len(hands) == 1:
            return replace(self, hands=(changed,))
        return replace(self, hands=(*hands[: number - 1], changed, *hands[number:]))


class SideBet(msgspec.Struct, frozen=True, gc=False):
    """A side wager that is up, in the area of its own box (PA-2-b-4)."""

    box: int
    player: str
    wager: str
    amount: Cents
    placed_in: int
    """The number of the round it was placed for."""
    wins: int = 0
    """Hands won in a row since it was placed."""
    prize: Cents = -1
    """Prize that the button showed; -1 before that."""

    @property
    def key(self) -> WagerKey:
        """Box, player and wager."""
        return self.box, self.player, self.wager


class Button(msgspec.Struct, frozen=True, gc=False):
    """The prize button: players who passed it on, for one box and one round."""

    round: int = 0
    box: int = 0
    wager: str = ""
    declined: tuple[str, ...] = ()
    nominee: str = ""
    """The player named last by the one who decides for the box."""


class Insured(msgspec.Struct, frozen=True, gc=False):
    """A bettor's answer to the offer of insurance."""

    box: int
    player: str
    amounts: tuple[Cents, ...]
    open: tuple[bool, ...]


Named = TypeVar("Named", bound=tuple[Any, ...])


def without(pairs: tuple[Named, ...], player: str) -> tuple[Named, ...]:
    """Return main wagers, antes or coupons of a box without those of one player."""
    return tuple(pair for pair in pairs if pair[0] != player)


def undecided(wager: Bet | Insured) -> list[int]:
    """Return the dealer hands, from 0, against which a wager is still open."""
    return [spot for spot, is_open in enumerate(wager.open) if is_open]
