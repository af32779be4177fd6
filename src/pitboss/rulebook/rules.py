"""Rules: a rulebook with every option chosen, the one place where a rule is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from pitboss.cards import DECK, Card, parse_deck
from pitboss.errors import UnknownName, close_to
from pitboss.money import MONEY_MAX, Cents
from pitboss.notebook import table_html
from pitboss.rulebook.file.options import Choices, Prizes, show_value
from pitboss.rulebook.file.payoffs import Meter, Payoff
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.wagers.base import Wager

if TYPE_CHECKING:
    from pitboss.rulebook.file import sections
    from pitboss.rulebook.file.load import Rulebook


@dataclass(frozen=True, slots=True)
class Line:
    """A paying line of a side wager."""

    category: str
    payoff: Payoff
    clause: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a procedure of the staff."""

    do: str
    by: str
    clauses: tuple[str, ...]
    text: str
    at_least: Cents = 0
    below: Cents = MONEY_MAX
    """Of a payout's check: the payouts that it is for."""
    apart: bool = False
    """By somebody who has not done a step of that name before it."""
    by_machine: bool = False
    """Needs the shuffler in working order."""


@dataclass(frozen=True, slots=True)
class SideWager:
    """A side wager as this table offers it."""

    name: str
    title: str
    kind: Wager
    lines: Mapping[str, Line]
    """By category; one that is not here loses."""
    stakes: tuple[Cents, ...]
    """The only stakes allowed; a range, where empty."""
    stake_min: Cents
    stake_max: Cents
    unit: Cents
    up_to_main: bool
    any_box: bool
    alone: tuple[str, ...]
    split: str
    paid: str
    clause: str
    stakes_clauses: tuple[str, ...]
    main_clause: str
    alone_clause: str
    lose_clause: str
    checks: tuple[Step, ...]
    """What the staff verifies before a win is paid."""
    prizes: Mapping[Cents, tuple[Cents, Cents]]
    """By stake, the least and the greatest prize that a clause lets the button show."""
    prize_list: Prizes
    """For each stake, the prizes that the button draws with their weights; empty without one."""

    late_clause: str = ""
    """The clause of its own, if it has one, by which it comes too late."""
    pressed_by: str = "winner"
    """Who presses the button for a prize."""
    press_clause: str = ""

    def __repr__(self) -> str:
        return f"<SideWager {self.name!r}: {', '.join(self.lines)[:100]} [{self.clause}]>"

    @property
    def feeds_meter(self) -> bool:
        """Whether its stakes raise the progressive meter, which it can win."""
        return any(isinstance(line.payoff, Meter) for line in self.lines.values())


@dataclass(frozen=True, slots=True)
class Irregularity:
    """What follows when something goes wrong."""

    does: str
    by: tuple[str, ...]
    clauses: tuple[str, ...]
    text: str
    amount: Cents
    names_player: bool = False
    """It is about a player, who must be named."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A gesture or a word, and the act that it stands for."""

    act: str
    kind: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """Clauses that want something called out."""

    clauses: tuple[str, ...]
    below: Cents
    """Only an amount below this is called out."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Words to be seen or said at the table, with the clause that wants them."""

    text: str
    place: str
    """The layout with its areas and inscriptions (NZ-3.2, NZ-3.2-b), a sign, or a call."""
    clause: str


@dataclass(frozen=True, repr=False)
class Rules:
    """A rulebook with its options chosen. The questions about hands, stakes and results are in
    ``acts``, ``stakes``, ``settle`` and ``dealing``; they read only these values.

    >>> import pitboss
    >>> rules = pitboss.rulebook("nz", decks=8)
    >>> rules.table.decks, rules.clause("double.with_ace")
    (8, 'NZ-11.1')
    """

    rulebook: str
    title: str
    revision: int
    book: Rulebook = field(repr=False, compare=False)
    """What the options were chosen from, for a table whose options change."""
    options: Choices
    table: sections.Table
    limits: sections.Limits
    shoe: sections.Shoe
    deal: sections.Deal
    blackjack: sections.Blackjack
    insurance: sections.Insurance
    draw: sections.Draw
    double: sections.Double
    split: sections.Split
    surrender: sections.Surrender
    dealer: sections.Dealer
    settlement: sections.Settlement
    fees: sections.Fees
    wagers: Mapping[str, SideWager]
    all_wagers: Mapping[str, str]
    """Every side wager of the rulebook, offered here or not, with the clause that offers it."""
    notices: tuple[Notice, ...]
    irregularities: Mapping[str, Irregularity]
    procedures: Mapping[str, tuple[Step, ...]]
    announcements: Mapping[str, tuple[Call, ...]]
    """What is called out, with the clauses that want it."""
    signals: Mapping[str, Signal]
    cites: Mapping[str, tuple[str, ...]]
    """The clauses behind each value, by section and name: ``double.cards``."""
    refusals: Mapping[str, tuple[str, ...]]
    decks_in_play: int
    """Decks of the shoe that is dealt from, where two shoes or batches share the decks."""

    def __repr__(self) -> str:
        decks = f"{self.decks_in_play} deck{'s' if self.decks_in_play > 1 else ''}"
        return f"<Rules {self.rulebook!r}, revision {self.revision}: {decks}, {self.title[:80]}>"

    def __hash__(self) -> int:
        return hash((self.rulebook, self.revision, frozenset(self.options.items())))

    def _repr_html_(self) -> str:
        rows = (
            {"option": name, "value": show_value(self.book.options[name].spec, value)}
            for name, value in self.options.items()
        )
        return table_html(self.title, rows)

    def clause(self, path: str) -> str:
        """The first clause behind a value (``double.cards``) or a refusal (``turn``)."""
        return self.clauses(path)[0]

    def clauses(self, path: str) -> tuple[str, ...]:
        """Every clause behind a value or a refusal."""
        try:
            return self.cites.get(path) or self.refusals[path]
        except (KeyError, TypeError):
            raise self._unknown(path) from None

    def _unknown(self, path: object) -> UnknownName:
        known = [*self.cites, *self.refusals]
        meant = close_to(str(path), known)
        return UnknownName(
            f"{path!r:.80} is not a value or a refusal of {self.rulebook}",
            place=f"{path!r:.80}",
            hint=f"did you mean {meant}?" if meant else "write one, as in 'double.cards'",
        )

    def closest(self, name: str, path: str) -> str:
        """The clause under ``name`` in the rulebook's refusals; without one, that of ``path``."""
        return self.clause(name if name in self.refusals else path)

    def is_one_rule(self, clause: str, other: str) -> bool:
        """Whether two clauses stand behind the same value, so that either may be cited for it."""
        return any(clause in cited and other in cited for cited in self.cites.values())

    def refuse(
        self,
        code: Code,
        path: str,
        text: str,
        *,
        ahead: str = "",
        also: str = "",
        where: str = "",
        limit: int | None = None,
    ) -> Rejection:
        """A refusal by the clause behind a value (``double.cards``) or a refusal (``turn``).

        ``ahead`` is a refusal that fits more closely: if the rulebook has it, it is named first.
        """
        clauses = self.clauses(path)
        if ahead or also:
            more = self.cites.get(also) or self.refusals.get(also, ())
            clauses = tuple(dict.fromkeys((*self.refusals.get(ahead, ()), *clauses, *more)))
        return Rejection(code, text, clauses[0], clauses[1:], where, limit)

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The cards of one deck, in order."""
        return parse_deck(self.table.without, self.table.with_more)

    @cached_property
    def stack(self) -> tuple[Card, ...]:
        """Every card of the shoe that is dealt from, deck after deck in order."""
        return self.deck * self.decks_in_play

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """How many of each of the 52 cards the shoe has."""
        return tuple(self.stack.count(card) for card in DECK)

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """What people call each side wager of the rulebook, offered here or not."""
        return {wager.name: wager.title for wager in self.book.wagers}

    @cached_property
    def payout_unit(self) -> Cents:
        """What payouts are rounded up to."""
        return self.limits.chip_unit if self.limits.payout_unit == "chip" else 1
