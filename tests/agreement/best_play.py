"""The best play of a game without splits, found by trying everything: nothing of the package.

The player knows his cards and the up card. The hole card is any of the others, each as likely as
it is; a play is worth what it brings over all of them together.
"""

from dataclasses import dataclass, field

from tests.agreement.referee import Cards, Shoe, draws, is_blackjack, total

Holes = tuple[float, ...]
"""How likely each hole card is, by value; less than 1 in all where some were ruled out."""


def less(shoe: Shoe, value: int) -> Shoe:
    """A shoe with one card of a value less."""
    return (*shoe[: value - 1], shoe[value - 1] - 1, *shoe[value:])


@dataclass
class BestPlay:
    """One game, told by its terms; dealt once for every order of its shoe."""

    terms: frozenset[str]
    dealers: dict[tuple[int, bool, Shoe], dict[int, float]] = field(default_factory=dict)
    known: dict[tuple[Cards, Cards, int, Holes], float] = field(default_factory=dict)
    both_up: bool = False
    """Both dealer cards show, ties lose, and a blackjack pays 1 to 1 and never loses."""

    def expectation(self, shoe: Shoe) -> float:
        """What a round brings on average, in units of the wager."""
        gained = 0.0
        for first, p1, rest in draws(shoe):
            for second, p2, again in draws(rest):
                if second >= first:
                    orders = 1 if second == first else 2
                    for up, p3, left in draws(again):
                        gained += orders * p1 * p2 * p3 * self.dealt((first, second), up, left)
        return gained

    def dealt(self, cards: Cards, up: int, left: Shoe) -> float:
        if self.both_up:
            return sum(p * self.seen(cards, up, hole, left) for hole, p, _ in draws(left))
        holes = tuple(count / sum(left) for count in left)
        opposite = {1: 10, 10: 1}.get(up, 0)
        lost = holes[opposite - 1] if opposite else 0.0
        if is_blackjack(cards):
            return self.natural(up, lost)
        side = max(0.0, 1.5 * lost - 0.5) if up == 1 else 0.0
        if "ENHC" in self.terms or not opposite:
            return side + self.act(cards, up, holes, left)
        ruled_out = tuple(0.0 if v + 1 == opposite else p for v, p in enumerate(holes))
        value = self.act(cards, up, ruled_out, left) - lost
        return side + (max(value, -0.5) if "ES" in self.terms else value)

    def natural(self, up: int, lost: float) -> float:
        price = 1.5 if "3:2" in self.terms else 1.2 if "6:5" in self.terms else 1.0
        if up != 1:
            return price * (1 - lost)
        value = price * (1 - lost) + max(0.0, 1.5 * lost - 0.5)
        return max(1.0, value) if "3:2" in self.terms else value

    def seen(self, cards: Cards, up: int, hole: int, left: Shoe) -> float:
        if is_blackjack(cards):
            return 1.0
        if is_blackjack((up, hole)):
            return -1.0
        known = tuple(1.0 if v + 1 == hole else 0.0 for v in range(10))
        return self.act(cards, up, known, left)

    def act(self, cards: Cards, up: int, holes: Holes, left: Shoe) -> float:
        """The best of all that may be done, over all holes together."""
        # In which order the cards came after the first two makes no difference.
        key = (cards[:2], tuple(sorted(cards[2:])), up, holes if self.both_up else ())
        if key not in self.known:
            self.known[key] = self.best(cards, up, holes, left)
        return self.known[key]

    def best(self, cards: Cards, up: int, holes: Holes, left: Shoe) -> float:
        mine = total(cards)
        if mine > 21:
            return -sum(holes)
        values = [self.stand(cards, up, holes, left)]
        if mine < 21:
            values.append(
                sum(
                    self.act((*cards, value), up, after, rest)
                    for value, after, rest in self.next_card(holes, left)
                )
            )
            if len(cards) == 2 and self.may_double(mine):
                values.append(
                    2 * sum(
                        self.stand((*cards, value), up, after, rest)
                        for value, after, rest in self.next_card(holes, left)
                    )
                )  # fmt: skip
            if len(cards) == 2 and self.gives_up(up):
                values.append(self.half(up, holes))
        return max(values)

    def next_card(self, holes: Holes, left: Shoe) -> list[tuple[int, Holes, Shoe]]:
        """Each card that may come, the holes that it leaves, and the shoe."""
        size = sum(left) - 1
        assert size > 1, "the shoe is too small for this game"
        return [
            (
                value,
                tuple(
                    p * (count - (hole + 1 == value)) / size if p else 0.0
                    for hole, p in enumerate(holes)
                ),
                less(left, value),
            )
            for value, count in enumerate(left, start=1)
            if count
        ]

    def may_double(self, mine: int) -> bool:
        lowest = 9 if "D9" in self.terms else 10 if "D10" in self.terms else 0
        return not lowest or lowest <= mine <= 11

    def gives_up(self, up: int) -> bool:
        if "ES" in self.terms:
            return "ENHC" in self.terms or up not in (1, 10)
        return "LS" in self.terms

    def half(self, up: int, holes: Holes) -> float:
        opposite = {1: 10, 10: 1}.get(up, 0)
        whole = holes[opposite - 1] if opposite and "ES" not in self.terms else 0.0
        return -0.5 * sum(holes) - 0.5 * whole

    def stand(self, cards: Cards, up: int, holes: Holes, left: Shoe) -> float:
        mine = total(cards)
        if mine > 21:
            return -sum(holes)
        gained = 0.0
        for hole, p in enumerate(holes, start=1):
            if p and is_blackjack((up, hole)):
                gained -= p
            elif p:
                law = self.dealer(up + hole, 1 in (up, hole), less(left, hole))
                gained += p * sum(chance * self.paid(mine, has) for has, chance in law.items())
        return gained

    def paid(self, mine: int, has: int) -> int:
        if has > 21 or mine > has:
            return 1
        return 0 if mine == has and not self.both_up else -1

    def dealer(self, low: int, has_ace: bool, left: Shoe) -> dict[int, float]:
        """How likely each final total is."""
        key = (low, has_ace, left)
        if key not in self.dealers:
            is_soft = has_ace and low <= 11
            has = low + 10 if is_soft else low
            law: dict[int, float] = {}
            if has > 17 or (has == 17 and not (is_soft and "H17" in self.terms)):
                law[min(has, 22)] = 1.0
            else:
                for value, p, rest in draws(left):
                    for end, chance in self.dealer(
                        low + value, has_ace or value == 1, rest
                    ).items():
                        law[end] = law.get(end, 0.0) + p * chance
            self.dealers[key] = law
        return self.dealers[key]
