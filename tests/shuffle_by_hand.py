"""The shuffle by hand of the eight-deck house rules, to measure it by."""

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.shuffle import Stream


def riffle(left: Sequence[Card], right: Sequence[Card], stream: Stream) -> list[Card]:
    """Two packets riffled into one: each next card comes from a packet in proportion to its size.

    This is the model of Gilbert, Shannon and Reeds.
    """
    result: list[Card] = []
    a, b = 0, 0
    while a < len(left) or b < len(right):
        rest_a, rest_b = len(left) - a, len(right) - b
        if stream.below(rest_a + rest_b) < rest_a:
            result.append(left[a])
            a += 1
        else:
            result.append(right[b])
            b += 1
    return result


def manual_shuffle(
    cards: Sequence[Card], seed: bytes, *, packet: int = 26, tolerance: int = 6
) -> tuple[Card, ...]:
    """The dealer's shuffle by hand, step by step (H-method-4 to H-method-8).

    The stack is halved; packets of about half a deck from the halves are riffled into a middle
    pile; packets of an outer pile and the middle one are riffled until the outer piles are gone;
    the result is halved again and riffled packet by packet into one pile.
    """
    stream = Stream(seed)

    def take(pile: list[Card]) -> list[Card]:
        size = packet - tolerance + stream.below(2 * tolerance + 1)
        taken, pile[:] = pile[:size], pile[size:]
        return taken

    left, right = _halves(list(cards), stream, tolerance)
    middle = riffle(take(left), take(right), stream)
    outer, other = right, left
    while outer or other:
        if outer:
            middle = riffle(take(outer), take(middle), stream) + middle
        outer, other = other, outer
    left, right = _halves(middle, stream, tolerance)
    final: list[Card] = []
    while left or right:
        final += riffle(take(left), take(right), stream)
    return tuple(final)


def _halves(cards: list[Card], stream: Stream, tolerance: int) -> tuple[list[Card], list[Card]]:
    place = len(cards) // 2 - tolerance + stream.below(2 * tolerance + 1)
    return cards[:place], cards[place:]
