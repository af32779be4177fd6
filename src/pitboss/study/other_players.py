"""Other players at the table, and the effect of the cards that they take on a game.

Their play does not change the value of a hand: the card that they take is as likely to help it as
the one that it gets instead. It changes the number of cards in a round, and so the number of rounds
in a shoe and the share of rounds that begin at high or low counts.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt

import numpy as np

from pitboss.arguments import checked
from pitboss.cards import Card
from pitboss.charts import DOUBLE, DOUBLE_HALF, HIT, SPLIT
from pitboss.errors import StudyError
from pitboss.hands import Hand, hand_of
from pitboss.rulebook.catalog import Game as Given
from pitboss.rulebook.catalog import as_rules, choose, load_rulebook
from pitboss.rulebook.questions.stakes import main_stakes
from pitboss.rulebook.rules import Rules
from pitboss.sim.players import Player, basic_chart
from pitboss.sim.tables.hand_rules import hand_rules
from pitboss.study.efficiencies import WEIGHTS, Floats
from pitboss.study.game import About, Game

OTHERS_MAX = 8
BOX_CARDS = 2.7
"""Average number of cards of a box played by basic strategy."""
SPREAD = 1.1
"""Standard deviation of the number of cards that one box takes, or the dealer."""
HOURLY = (209, 139, 105, 84, 70, 60, 52)
"""Rounds an hour with one player to seven (Kilby, "Casino Operations Management")."""
CARD_OF = tuple(value * 4 for value in range(10))
"""A card of each value, ace first."""


@checked
@dataclass(frozen=True, slots=True)
class Others:
    """Other boxes at the table, played by other people.

    >>> Others(3)
    Others(boxes=3, cards=2.7)
    """

    boxes: int
    cards: float = BOX_CARDS
    """Cards that one of them takes, on average; ``cards_of_box`` computes it for any player."""


@checked
def with_others(game: Game, others: Others | int) -> Game:
    """Return the same game with other boxes in play as well.

    ``others`` is their number, or ``Others`` with the cards that they take. Each depth and count
    keeps its figures; only how often a round begins at each depth changes, since a round now takes
    more cards.

    >>> from pitboss import Study
    >>> game = Study.shipped("house", "hi_lo").game(penetration=0.75)
    >>> round(game.rounds_per_shoe, 1), round(with_others(game, 3).rounds_per_shoe, 1)
    (49.0, 21.8)
    """
    seated = Others(others) if isinstance(others, int) else others
    if not 0 <= seated.boxes <= OTHERS_MAX or seated.cards < 2:
        raise StudyError(f"0 to {OTHERS_MAX} others sit at a table, with two cards or more each")
    if not seated.boxes:
        return game
    cells = game.cells
    begun = cells[:, :, 0].sum(axis=1) / game.study.shoes
    own = round_cards(game)
    boxes = game.study.about.boxes
    least = 2 * (boxes + seated.boxes) + 2
    wanted = _begins(
        len(cells),
        first=int(np.nonzero(begun)[0][0]),
        mean=own + seated.boxes * seated.cards,
        deviation=SPREAD * sqrt(boxes + 1 + seated.boxes),
        least=least,
    )
    weights = np.divide(wanted, begun, out=np.zeros_like(begun), where=begun > 0)
    # The number of rounds stays that of the study, and with it the standard errors.
    scale = game.rounds / float((begun * game.study.shoes * weights).sum())
    moved = np.rint(cells * (weights * scale)[:, None, None]).astype(np.int64)
    shoes = round(game.rounds / wanted.sum())
    study = replace(game.study, about=replace(game.study.about, shoes=shoes))
    return Game(study, game.behind, moved)


def round_cards(game: Game) -> float:
    """Return the average number of cards of a round, from the density of round starts deep down."""
    begun = game.cells[:, :, 0].sum(axis=1)
    first, last = len(begun) // 4, len(begun)
    return float(game.study.shoes * (last - first) / begun[first:last].sum())


def _begins(places: int, *, first: int, mean: float, deviation: float, least: int) -> Floats:
    """Return the expected rounds of a shoe that begin at each position, a renewal process."""
    steps = np.arange(places + 1, dtype=np.float64)
    chances = np.exp(-((steps - mean) ** 2) / (2 * deviation**2)) * (steps >= least)
    if not chances.sum():
        return np.asarray(np.arange(places) == first, dtype=np.float64)
    chances /= chances.sum()
    begun = np.zeros(places)
    begun[first] = 1.0
    for place in range(first + least, places):
        before = begun[first : place - least + 1][::-1]
        begun[place] += float(before @ chances[least : least + len(before)])
    return begun


def table_of(about: About) -> Rules:
    """Return the rules of the studied table, except for options in cents."""
    book = load_rulebook(about.rulebook)
    # A study stores values in the units of the rules; amounts in cents cannot be read back.
    chosen = {
        name: value
        for name, value in about.options.items()
        if value != str(book.options[name].default) and book.options[name].spec.type != "amount"
    }
    return choose(book, chosen)


@checked
def cards_of_box(rules: Given, player: Player | None = None) -> float:
    """Return the average number of cards that a player takes to a box, from an endless shoe.

    ``player`` follows the shipped chart unless you give another. A split makes two hands, and hands
    are played out even against a dealer's blackjack.

    >>> import pitboss
    >>> round(cards_of_box(pitboss.rules("double_deck")), 2)
    2.77
    """
    rules = as_rules(rules)
    bet = main_stakes(rules).low
    plays = player or basic_chart()

    @lru_cache(None)
    def more(key: tuple[Card, ...], up: Card, *, is_split: bool) -> float:
        """Return the expected number of cards that a hand still takes."""
        hand = hand_of(key, is_split=is_split)
        allowed = hand_rules(rules, hand, bet, up)
        over = allowed.is_over_unsplit if is_split else allowed.is_over
        if hand.is_bust or hand.is_blackjack or over:
            return 0.0
        legal = allowed.legal_unsplit if is_split else allowed.legal
        act = plays.act(hand, up, legal, is_added=is_split)
        if act in (DOUBLE, DOUBLE_HALF):
            return 1.0
        if act == SPLIT:
            return 2 * sum(
                p * (1 + more((key[0], card), up, is_split=True)) for p, card in _draws()
            )
        if act != HIT:
            return 0.0
        return sum(
            p * (1 + more(_sorted(hand, card), up, is_split=is_split)) for p, card in _draws()
        )

    return 2 + sum(
        p * q * r * more((first, second), up, is_split=False)
        for p, first in _draws()
        for q, second in _draws()
        for r, up in _draws()
    )


def _draws() -> list[tuple[float, Card]]:
    return list(zip(WEIGHTS.tolist(), CARD_OF, strict=True))


def _sorted(hand: Hand, card: Card) -> tuple[Card, ...]:
    return tuple(sorted((*hand.cards, card)))


@checked
def hourly_rounds(others: int) -> int:
    """Return the rounds an hour beside this many other players, by Kilby's figures.

    >>> hourly_rounds(3)
    84
    """
    if not 0 <= others < len(HOURLY):
        raise StudyError(f"rounds an hour are known beside 0 to {len(HOURLY) - 1} others")
    return HOURLY[others]
