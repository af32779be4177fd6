"""Checks a rulebook: every option can be chosen, every clause exists, and random rounds add up.

>>> check_rulebook("double_deck", rounds=5)
"""

import hashlib
from collections.abc import Iterator

from pitboss.arguments import Rounds, Seed, checked
from pitboss.bots.random_legal import RandomLegal
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.legal import legal
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.state import BETTING
from pitboss.engine.state.invariants import broken
from pitboss.engine.table import open_table, replay, step
from pitboss.engine.views import view
from pitboss.ledger.audit import faults
from pitboss.ledger.balances import book, opening
from pitboss.rulebook.catalog import Game, as_rules, choose
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.options.resolve import (
    broken_choices,
    options_for,
    problems_with,
    values_on_offer,
)
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.trace import warnings
from pitboss.rulebook.words.describe import describe
from pitboss.shuffle import shuffled
from pitboss.testing.conformance import conforms

RESERVE = 80
"""Cards left at which the shoe is shuffled."""
WAGERS_MAX = 8
"""No player places more wagers in a round here."""
STEPS_MAX = 400
"""No round takes more commands."""
PURSE = 10**9
VALUES_MAX = 12
"""Values tried of an option with a range, at most."""


@checked
def check_rulebook(game: Game, *, rounds: Rounds = 50, seed: Seed = 1) -> None:
    """Raise ``Nonconforming`` with everything that is wrong with a rulebook.

    ``game`` is a rulebook's id, a path, a line of terms or ``Rules``. It plays ``rounds`` rounds at
    the table as it comes, and a tenth of them with each value of each option.

    >>> check_rulebook("double_deck", rounds=5)
    """
    book = as_rules(game).book
    conforms(f"the rulebook {book.id}", rulebook_faults(book, rounds, seed))


def tables(rulebook: Rulebook) -> Iterator[tuple[str, Rules]]:
    """Yield the default table, then one for each single value of each option that is allowed."""
    yield "as it comes", choose(rulebook, {})
    for name, option in rulebook.options.items():
        spec = option.spec
        if spec.values is not None or spec.type == "boolean":
            values: list[object] = [*values_on_offer(spec)]
        elif spec.type == "integer" and spec.min is not None and spec.max is not None:
            values = [*range(int(spec.min), int(spec.max) + 1)][:VALUES_MAX]
        else:
            continue
        for value in values:
            wanted = options_for(rulebook, name, value)
            if wanted is None:
                continue  # Of a range; `_never_chosen` reports any other.
            rules = choose(rulebook, wanted)
            if rules.options[name] != option.default:
                yield f"with {name} = {str(value).lower()}", rules


def rulebook_faults(rulebook: Rulebook, rounds: int, seed: int = 1) -> Iterator[str]:
    """Yield everything that is wrong with a rulebook, as random rounds show it too."""
    broken = [
        f"{problem.path}: {problem.text}" for problem in broken_choices(rulebook, is_own=False)
    ]
    yield from broken
    yield from (fault for fault in warnings(rulebook) if fault.startswith("options."))
    if broken:
        return
    never = [fault for name in rulebook.options for fault in _never_chosen(rulebook, name)]
    yield from never
    for number, (label, rules) in enumerate(tables(rulebook) if not never else ()):
        for path, clauses in rules.cites.items():
            for clause in clauses:
                if clause not in rulebook.clauses:
                    yield f"{label}: {path} cites {clause}, which is not a clause"
        if not describe(rules):
            yield f"{label}: it has no rule that can be told in words"
        play = _Play(rules, seed + number)
        for fault in play.rounds(rounds if number == 0 else max(1, rounds // 10)):
            yield f"{label}, round {play.state.round}: {fault}"


def _never_chosen(rulebook: Rulebook, name: str) -> Iterator[str]:
    """Yield the values of an option that no choice of other options makes possible."""
    for value in values_on_offer(rulebook.options[name].spec):
        if options_for(rulebook, name, value) is None:
            why = problems_with(rulebook, {name: value})[0]
            yield f"options.{name}: {str(value).lower()} can never be chosen: {why.text}"


class _Play:
    """A table with two players who take up any offer, checked after every command."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.seed = seed
        self.is_out = False
        """True once the shoe has run out in a round."""
        self.start = self.state = open_table(rules)
        self.log: list[Event] = []
        self.books = opening(rules.fees.meter)
        self.bots = [RandomLegal(name, rules, seed + place) for place, name in enumerate("ab")]

    def rounds(self, count: int) -> Iterator[str]:
        """Play this many rounds, and yield what goes wrong."""
        for bot in self.bots:
            yield from self._send(BuyIn(player=bot.name, amount=PURSE))
        for _ in range(count):
            if not self.is_out:
                yield from self._round()
        if not self.state.round and not self.is_out:
            yield "nobody can bet, whatever is staked"
        if replay(self.start, self.log) != self.state:
            yield "its events do not lead to the state that was played"

    def _round(self) -> Iterator[str]:
        if len(self.state.shoe) - self.state.position < RESERVE:
            yield from self._shuffle()
        for bot in self.bots:
            for _ in range(WAGERS_MAX):
                command = bot.choose(view(self.state, bot.name))
                if command is None:
                    break
                yield from self._send(command)
        if not self.state.boxes:
            # A player who sat out may have to wait for the shuffle.
            yield from self._shuffle()
            return
        yield from self._send(Deal())
        for _ in range(STEPS_MAX):
            if self.state.phase == BETTING or self.is_out:
                return
            yield from self._send(self._next())
        yield "it does not end"

    def _shuffle(self) -> Iterator[str]:
        seed = hashlib.sha256(f"{self.seed} {self.state.round}".encode()).digest()
        cards = shuffled(self.state.rules.stack, seed)
        yield from self._send(LoadShoe(cards=cards))

    def _next(self) -> Command:
        for bot in self.bots:
            if command := bot.choose(view(self.state, bot.name)):
                return command
        offer = legal(self.state, "")[0]
        return DrawPrize(prize=offer.low) if offer.do == "draw_prize" else CloseInsurance()

    def _send(self, command: Command) -> Iterator[str]:
        outcome = step(self.state, command)
        if isinstance(outcome, Rejection):
            # A round too large for a small shoe ends the play: nothing is wrong with the rules.
            self.is_out = outcome.code is Code.SHOE_EMPTY
            if not self.is_out:
                yield f"{command} was offered, and then refused by {outcome}"
            return
        self.state, events = outcome
        self.log.extend(events)
        book(self.books, events)
        if fault := broken(self.state):
            yield fault
        yield from faults(self.books)
