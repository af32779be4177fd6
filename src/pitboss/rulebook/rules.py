"""Rules: a rulebook with every option chosen, the one place where a rule is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, TypedDict, Unpack

from pitboss.cards import DECK, Card, parse_deck
from pitboss.errors import UnknownName, WrongType, close_to
from pitboss.money import MONEY_MAX, Cents
from pitboss.notebook import table_html
from pitboss.rulebook.file.options import Choices, Prizes, plain_value, show_value
from pitboss.rulebook.file.payoffs import Meter, Payoff
from pitboss.rulebook.refusals import HOUSE, Code, Rejection
from pitboss.wagers.base import Wager

if TYPE_CHECKING:
    from pitboss.rulebook.clauses import Clause
    from pitboss.rulebook.file import sections
    from pitboss.rulebook.file.load import Rulebook
    from pitboss.rulebook.file.option_names import Options


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
    """Range of the payouts that this check of a payout is for."""
    apart: bool = False
    """Requires a person who has done no earlier step of that name."""
    by_machine: bool = False
    """Needs the shuffler in working order."""


@dataclass(frozen=True, slots=True)
class SideWager:
    """A side wager as this table offers it."""

    name: str
    title: str
    kind: Wager
    lines: Mapping[str, Line]
    """Paying lines by category; any other category loses."""
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
    """Checks by the staff before a win is paid."""
    prizes: Mapping[Cents, tuple[Cents, Cents]]
    """Smallest and largest prize that a clause allows the button, by stake."""
    prize_list: Prizes
    """Prizes that the button draws, with their weights, for each stake; empty without a button."""

    late_clause: str = ""
    """The clause of its own, if it has one, by which it comes too late."""
    voided: str = "stays"
    """If its hand is void after it was settled, its result ``stays`` or is ``reversed``."""
    dead: str = "returned"
    """If its hand is void before it is decided, it is ``returned`` or ``stays`` up."""
    pressed_by: str = "winner"
    """The presser of the button for a prize: ``winner`` or ``decider``."""
    press_clause: str = ""

    def __repr__(self) -> str:
        return f"<SideWager {self.name!r}: {', '.join(self.lines)[:100]} [{self.clause}]>"

    @property
    def feeds_meter(self) -> bool:
        """True if its stakes raise the progressive meter, which it can win."""
        return any(isinstance(line.payoff, Meter) for line in self.lines.values())


@dataclass(frozen=True, slots=True)
class Irregularity:
    """An irregularity of play, with its effect and the staff who may report it."""

    does: str
    by: tuple[str, ...]
    clauses: tuple[str, ...]
    text: str
    amount: Cents
    names_player: bool = False
    """It is about a player, who must be named."""
    per_dollar: bool = False
    """The amount is for each dollar staked."""
    settled: str = ""
    """Wagers settled before in the round: ``stays``, ``reversed``, ``again``, or by the effect."""


@dataclass(frozen=True, slots=True)
class SignalRule:
    """A gesture or a word, and the act that it stands for."""

    act: str
    kind: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """Clauses that require an announcement."""

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


@dataclass(frozen=True, slots=True)
class Sentence:
    """One rule in words."""

    section: str
    """Its heading."""
    path: str
    """Path of the rule: ``double.cards``, ``wagers.over_13``, ``wagers.over_13.won``."""
    text: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference; the text of a side without such a rule is empty."""

    section: str
    path: str
    a: str
    b: str
    clauses_a: tuple[str, ...]
    clauses_b: tuple[str, ...]

    def plain(self) -> dict[str, object]:
        """Return plain data as `pitboss diff --json` prints it."""
        return {
            "section": self.section,
            "path": self.path,
            "a": self.a or None,
            "b": self.b or None,
            "clauses_a": self.clauses_a,
            "clauses_b": self.clauses_b,
        }


class Reading(TypedDict):
    """A place where the text is unclear, and the reading in force."""

    name: str
    """The option that chooses the reading."""
    value: str
    allowed: str
    """The other values, in words."""
    clause: str
    text: str
    """The question it answers."""


@dataclass(frozen=True, repr=False)
class Rules:
    """A rulebook with its options chosen. The questions about hands, stakes and results are in
    ``acts``, ``stakes``, ``settle`` and ``dealing``; they read only these values.

    >>> import pitboss
    >>> rules = pitboss.rules("nz", decks=8)
    >>> rules.table.decks, rules.clause("double.with_ace")
    (8, 'NZ-11.1')
    """

    rulebook: str
    title: str
    revision: int
    book: Rulebook = field(repr=False, compare=False)
    """The rulebook of the options, for a table whose options change."""
    options: Choices
    table: sections.TableRules
    limits: sections.LimitRules
    shoe: sections.ShoeRules
    deal: sections.DealRules
    blackjack: sections.BlackjackRules
    insurance: sections.InsuranceRules
    draw: sections.DrawRules
    double: sections.DoubleRules
    split: sections.SplitRules
    surrender: sections.SurrenderRules
    dealer: sections.DealerRules
    settlement: sections.SettlementRules
    fees: sections.FeeRules
    wagers: Mapping[str, SideWager]
    all_wagers: Mapping[str, str]
    """Clause that offers each side wager of the rulebook, including those not offered here."""
    notices: tuple[Notice, ...]
    irregularities: Mapping[str, Irregularity]
    procedures: Mapping[str, tuple[Step, ...]]
    announcements: Mapping[str, tuple[Call, ...]]
    """Announcements by name, with the clauses that require them."""
    signals: Mapping[str, SignalRule]
    cites: Mapping[str, tuple[str, ...]]
    """The clauses behind each value, by section and name: ``double.cards``."""
    refusals: Mapping[str, tuple[str, ...]]
    decks_in_play: int
    """Decks of the shoe that is dealt from; fewer than all if shoes or batches share them."""

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
        """Return the first clause behind a value (``double.cards``) or a refusal (``turn``)."""
        return self.cited(path)[0]

    def cited(self, path: str) -> tuple[str, ...]:
        """Return the ids of all clauses behind a value or a refusal."""
        try:
            return self.cites.get(path) or self.refusals[path]
        except (KeyError, TypeError):
            raise self._unknown(path) from None

    @property
    def settings(self) -> dict[str, object]:
        """Options that differ from the defaults of the rulebook, as they can be given again."""
        specs = self.book.options
        return {
            name: plain_value(specs[name].spec, value)
            for name, value in self.options.items()
            if name in specs and value != specs[name].default
        }

    def clauses(self) -> tuple[Clause, ...]:
        """Return all clauses of the rulebook, in the order of its text.

        >>> import pitboss
        >>> pitboss.rules("nz").clauses()[0].id
        'NZ-1.0'
        """
        return tuple(self.book.clauses.values())

    def readings(self) -> list[Reading]:
        """Return a row for each place where the text is unclear, with the reading in force.

        >>> import pitboss
        >>> row = pitboss.rules("nz").readings()[0]
        >>> row["name"], row["value"]
        ('madness_pays', 'to_1')
        """
        return [
            {
                "name": name,
                "value": show_value(option.spec, self.options[name]),
                "allowed": option.allowed,
                "clause": option.spec.clause,
                "text": option.spec.text,
            }
            for name, option in self.book.options.items()
            if option.spec.reading
        ]

    def describe(self) -> tuple[Sentence, ...]:
        """Return the rules in words, each sentence with its clauses.

        >>> import pitboss
        >>> print(pitboss.rules("nz").describe()[0].text)
        The game uses 6 decks.
        """
        # Words read rules, so that rules import them late.
        words = import_module("pitboss.rulebook.words.describe")
        sentences: tuple[Sentence, ...] = words.describe(self)
        return sentences

    def diff(self, other: Rules) -> tuple[Difference, ...]:
        """Return every difference from other rules, in words.

        >>> import pitboss
        >>> change = pitboss.rules("nz").diff(pitboss.rules("nz", decks=8))[0]
        >>> change.a, change.b
        ('decks = 6', 'decks = 8')
        """
        if not isinstance(other, Rules):
            hint = "write pitboss.rules('nz')"
            raise WrongType(f"{other!r:.80} is not Rules", place="other", hint=hint)
        words = import_module("pitboss.rulebook.words.diff")
        sides = (words.ChosenRulebook(table.book, table) for table in (self, other))
        differences: tuple[Difference, ...] = words.diff(*sides)
        return differences

    def replace(self, **options: Unpack[Options]) -> Rules:
        """Return the same rules with these options changed.

        >>> import pitboss
        >>> pitboss.rules("nz", decks=8).replace(variant="antes_up").table.decks
        8
        """
        resolve = import_module("pitboss.rulebook.options.resolve")
        changed: Rules = resolve.choose(self.book, {**self.settings, **options})
        return changed

    def _unknown(self, path: object) -> UnknownName:
        known = [*self.cites, *self.refusals]
        meant = close_to(str(path), known)
        return UnknownName(
            f"{path!r:.80} is not a value or a refusal of {self.rulebook}",
            place=f"{path!r:.80}",
            hint=f"did you mean {meant}?" if meant else "write one, as in 'double.cards'",
        )

    def closest(self, name: str, path: str) -> str:
        """Return the clause under ``name`` in the rulebook's refusals, or else that of ``path``."""
        return self.clause(name if name in self.refusals else path)

    def is_one_rule(self, clause: str, other: str) -> bool:
        """Return True if both clauses are cited for one value, so that either may be named."""
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
        """Return a refusal by the clause of a value (``double.cards``) or a refusal (``turn``).

        ``HOUSE`` is a path without a clause.

        ``ahead`` is a refusal that fits more closely: if the rulebook has it, it is named first.
        """
        if path == HOUSE:
            return Rejection(code, text, "", where=where, limit=limit)
        clauses = self.cited(path)
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
        """Number of each of the 52 cards in the shoe."""
        return tuple(self.stack.count(card) for card in DECK)

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """Title of each side wager of the rulebook, including those not offered here."""
        return {wager.name: wager.title for wager in self.book.wagers}

    @cached_property
    def payout_unit(self) -> Cents:
        """Unit that payouts are rounded up to, in cents; negative if they are rounded down."""
        sign = {"chip": 1, "chip_down": -1, "exact_chip": 1}.get(self.limits.payout_unit, 0)
        return sign * self.limits.chip_unit or 1
