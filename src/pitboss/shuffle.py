"""Shuffles: from a seed to the order of a shoe, a commitment to it, and the cut.

The algorithm is part of the record: a log must replay on any Python, so nothing here comes from the
standard generators. Seeds come from outside, from the operating system's entropy.
"""

import hashlib
from collections.abc import Sequence

from pitboss.cards import Card

SEED_BYTES = 32
_LABEL = b"pitboss shoe 1"
_CUT_LABEL = b"pitboss cut 1"
_WORD_LABEL = "pitboss cut word 1"


class Stream:
    """An endless stream of random numbers: SHA-256 of the seed and a counter.

    None follows from those before it, and none depends on another (NZ-3.5-a-i, NZ-3.5-a-iii).
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0
        self._bytes = b""
        self._place = 0

    def word(self) -> int:
        """Return the next 32 bits."""
        if self._place >= len(self._bytes):
            block = self._seed + self._counter.to_bytes(8, "big")
            self._bytes = hashlib.sha256(block).digest()
            self._counter += 1
            self._place = 0
        word = int.from_bytes(self._bytes[self._place : self._place + 4], "big")
        self._place += 4
        return word

    def below(self, count: int) -> int:
        """Return a number from 0 to ``count`` - 1, all equally likely: words above the last whole
        multiple of ``count`` are thrown away.
        """
        limit = 2**32 - 2**32 % count
        while (word := self.word()) >= limit:
            pass
        return word % count


def shuffled(cards: Sequence[Card], seed: bytes) -> tuple[Card, ...]:
    """Return the cards in an order drawn from the seed, every order equally likely.

    T-e-1-s2 and PA-5-a-random.
    """
    stream = Stream(seed)
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def commitment(seed: bytes, cards: Sequence[Card]) -> str:
    """Return a fingerprint of a seed and the order it gave, published before the first wager."""
    return hashlib.sha256(_LABEL + seed + bytes(cards)).hexdigest()


def cut(cards: Sequence[Card], position: int) -> tuple[Card, ...]:
    """Return the stack after a cut: the cards in front of the cutting card go to the back.

    T-e-4 and PA-5-d-s2.
    """
    return (*cards[position:], *cards[:position])


def word_commitment(player: str, word: str) -> str:
    """Commitment to a player's word for the cut, published before any word is.

    The word must be hard to guess: the page draws one of 128 bits.
    """
    return hashlib.sha256(f"{_WORD_LABEL}\n{player}\n{word}".encode()).hexdigest()


def cut_place(committed: str, words: Sequence[tuple[str, str]], *, low: int, high: int) -> int:
    """Position of the cut, drawn from the commitment and the players' words in order.

    Without words it is 0: there is no cut. The order of the cards was fixed before the first word
    came, so no player can steer the cut.
    """
    if not words:
        return 0
    lines = [committed, *(f"{player} {said}" for player, said in words)]
    stream = Stream(hashlib.sha256(_CUT_LABEL + "\n".join(lines).encode()).digest())
    return low + stream.below(high - low + 1)


def draw(prizes: Sequence[tuple[int, int]], stream: Stream) -> int:
    """Return one of the prizes by weight: every slot is drawn evenly (NZ-3.5-a-ii)."""
    slot = stream.below(sum(weight for _, weight in prizes))
    for prize, weight in prizes:
        slot -= weight
        if slot < 0:
            return prize
    raise AssertionError("the weights do not reach the slot")
