"""What lies on the layout: boxes with hands and wagers, side wagers, insurance, results."""

from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.hands import Hand
from pitboss.money import Cents


class Bet(msgspec.Struct, frozen=True, gc=False):
    """One bettor's wager on one hand."""

    player: str
    stakes: tuple[Cents, ...]
    """Real chips, one amount for each dealer hand bet against."""
    is_original: bool = True
    """The wager of the initial deal, not one added by splitting."""
    extra: tuple[Cents, ...] = ()
    """Added by doubling."""
    free: Cents = 0
    """The worth of the lammers on the hand: they win, and cost nothing."""
    open: tuple[bool, ...] = (True,)
    """Which of the stakes are still undecided."""
    result: str = ""
    """What the last stake that was decided came to."""

    def at(self, spot: int) -> Cents:
        """All real chips against one dealer hand."""
        return self.stakes[spot] + (self.extra[spot] if self.extra else 0)


def laid(
    player: str, stakes: tuple[Cents, ...], *, is_original: bool = True, free: Cents = 0
) -> Bet:
    """A wager on a hand with all of its stakes undecided."""
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
    def key(self) -> tuple[int, str, str]:
        """Where it lay, whose it was, and what."""
        return self.box, self.player, self.wager


class ChipMove(msgspec.Struct, frozen=True, gc=False):
    """What the dealer of a physical table does with the chips of a wager."""

    number: int
    """Of the table, from 1: none is given twice, whatever is taken back."""
    box: int
    hand: int
    """0 for what lies beside the hands."""
    player: str
    wager: str
    result: str
    """``win``, ``loss``, ``push``, ``surrender``, ``void``; ``reversed``, or ``ante``."""
    take: Cents
    """Chips for the float."""
    pay: Cents
    """Chips from the float."""
    back: Cents
    """The player's own chips, which are theirs again."""
    clause: str


class PlayedHand(msgspec.Struct, frozen=True, gc=False):
    """A hand on a box with the wagers that ride on it."""

    hand: Hand
    bets: tuple[Bet, ...]
    how: str = ""
    """How it finished: ``stood``, ``doubled``, ``bust``, ``complete``, ``surrendered``,
    ``blackjack`` or ``void``; empty while it is to be played."""
    is_removed: bool = False
    """Its cards are in the discard rack already."""
    is_late: bool = False
    """It has its turn after all others, because a request was missed."""
    settled: tuple[Settled, ...] = ()
    is_owed: bool = False
    """It was doubled, and the card of the double has not come."""
    places: tuple[int, ...] = ()
    """For each card its place among the cards that the box was dealt, which stays with it."""

    @property
    def key(self) -> int:
        """What it is known by on its box for as long as it exists: the place of its first card."""
        return self.places[0] if self.places else 0

    @property
    def is_open(self) -> bool:
        """Whether a wager on it is undecided."""
        for bet in self.bets:  # noqa: SIM110 - asked for every hand, and faster so
            if True in bet.open:
                return True
        return False


class Box(msgspec.Struct, frozen=True, gc=False):
    """A box with a wager in this round."""

    number: int
    mains: tuple[tuple[str, tuple[Cents, ...]], ...]
    """Bettors with their main wagers as they came (NZ-14.3-b); the first is seated and decides."""
    hands: tuple[PlayedHand, ...] = ()
    dealt: tuple[Card, ...] = ()
    """Its cards in the order dealt, whichever hand they went to."""
    antes: tuple[tuple[str, Cents], ...] = ()
    has_split: bool = False
    coupons: tuple[tuple[str, Cents], ...] = ()
    """Match play coupons that lie beside main wagers, with their faces."""
    is_kept: bool = False
    """Its hand was not surrendered before the dealer looked."""

    def main(self, player: str) -> tuple[Cents, ...]:
        """A bettor's main wager; empty for somebody who has none here."""
        for name, stakes in self.mains:
            if name == player:
                return stakes
        return ()

    def coupon(self, player: str) -> Cents:
        """The face of a bettor's coupon; nothing where there is none."""
        return next((face for name, face in self.coupons if name == player), 0)

    @property
    def seated(self) -> str:
        """The player who decides for the box; nobody where every wager on it is void."""
        return self.mains[0][0] if self.mains else ""

    def with_hand(self, number: int, changed: PlayedHand) -> "Box":
        """The box with one of its hands changed."""
        hands = self.hands
        one = (changed,) if len(hands) == 1 else (*hands[: number - 1], changed, *hands[number:])
        return replace(self, hands=one)


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
    """What the button showed for it; -1 before that."""

    @property
    def key(self) -> tuple[int, str, str]:
        """Where it lies, whose it is, and what."""
        return self.box, self.player, self.wager


class Button(msgspec.Struct, frozen=True, gc=False):
    """Who has passed the prize button on, for the box and the round that it waits for."""

    round: int = 0
    box: int = 0
    wager: str = ""
    declined: tuple[str, ...] = ()
    nominee: str = ""
    """Whom the one who decides for the box named last."""


class Insured(msgspec.Struct, frozen=True, gc=False):
    """A bettor's answer to the offer of insurance."""

    box: int
    player: str
    amounts: tuple[Cents, ...]
    open: tuple[bool, ...]


Named = TypeVar("Named", bound=tuple[Any, ...])


def without(pairs: tuple[Named, ...], player: str) -> tuple[Named, ...]:
    """Main wagers, antes or coupons of a box without those of one player."""
    return tuple(pair for pair in pairs if pair[0] != player)


def undecided(wager: Bet | Insured) -> list[int]:
    """The dealer hands against which a wager is still open, from 0."""
    return [spot for spot, is_open in enumerate(wager.open) if is_open]
