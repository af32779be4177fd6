"""The shape of a rulebook file: options, values with their clauses, wagers, constraints."""

from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct, field, structs

from pitboss.rulebook.file.patterns import DATE, FILE_BESIDE, ID, RESULT


def note(text: str) -> Meta:
    """Return a description that the reference page and the schema show."""
    return Meta(description=text)


UNKNOWN = "unknown"
"""Date of an edition whose text gives none."""

Scalar = bool | int | float | str
Condition = dict[str, Scalar | list[Scalar]]
"""Options and the value, or one of the values, that each must have for something to apply."""


class Spec(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a rulebook file. A key that it does not know is refused."""


class OptionSpec(Spec, frozen=True):
    """A choice of the operator, with the clause that allows and limits it."""

    type: Annotated[
        Literal["integer", "boolean", "choice", "amount", "odds", "share", "prizes"],
        note("What its values are; amounts are in table currency."),
    ]
    default: Annotated[
        Scalar | dict[str, list[list[float]]], note("Its value unless another is set.")
    ]
    clause: Annotated[str, note("The clause that gives the choice and refuses others.")]
    text: Annotated[str, note("What it decides, in one sentence.")]
    values: Annotated[list[Scalar] | None, note("The only values allowed, for a choice.")] = None
    min: Annotated[float | None, note("The smallest value allowed.")] = None
    max: Annotated[float | None, note("The largest value allowed.")] = None
    may_be_off: Annotated[bool, note("Whether 'off' is a value as well.")] = False
    reading: Annotated[
        bool, note("Whether it exists because the text can be read in several ways.")
    ] = False
    when: Annotated[
        Condition,
        note(
            "The options under which it decides anything; elsewhere its clause refuses any "
            "value but the default."
        ),
    ] = field(default_factory=dict)
    notice: Annotated[
        str,
        note(
            "The clause that asks for notice before a change at an open table; "
            "`notice_period` of the rulebook says how long the notice stands."
        ),
    ] = ""
    also: Annotated[list[str], note("Of a reading: further clauses that it decides.")] = field(
        default_factory=list
    )
    unclear: Annotated[str, note("Of a reading: what the text leaves open.")] = ""
    says: Annotated[
        dict[str, str], note("Of a reading: each value, and what the table does under it.")
    ] = field(default_factory=dict)
    why: Annotated[str, note("Of a reading: the reason for its default.")] = ""
    moves: Annotated[Literal["", "edge", "event"], note("Of a reading: see `[readings]`.")] = ""
    was: Annotated[
        Scalar | None,
        note("Of a reading: its value in logs older than the reading, if not the default."),
    ] = None

    @property
    def clauses(self) -> tuple[str, ...]:
        """Clauses that it decides, its own first."""
        return (self.clause, *self.also)


class ReadingSpec(Spec, frozen=True):
    """A place where the text can be read in several ways, and the way that the table takes.

    It is an option: chosen, logged and shown like one.
    """

    clause: Annotated[str | list[str], note("The clauses that it decides, foremost first.")]
    text: Annotated[str, note("What it decides, in one sentence.")]
    unclear: Annotated[str, note("What the text leaves open, in one sentence.")]
    values: Annotated[
        dict[str, str],
        note("Each value with what the table does under it; `true` and `false` make it a flag."),
    ]
    default: Scalar
    why: Annotated[str, note("The reason for the default, in one sentence.")]
    moves: Annotated[
        Literal["edge", "event"],
        note("The edge, which `pitboss readings --edges` computes; or single events."),
    ]
    when: Annotated[Condition, note("The options under which it decides anything.")] = field(
        default_factory=dict
    )
    was: Annotated[
        Scalar | None, note("Its value in logs older than the reading, if not the default.")
    ] = None


class Demand(Spec, frozen=True):
    """The demand of a constraint on one option. Every key given must hold."""

    min: float | None = None
    max: float | None = None
    values: list[Scalar] | None = None
    at_most: Annotated[str | None, note("Another option it may not pass.")] = None
    percent: Annotated[float, note("The share of `at_most` that it may reach.")] = 100.0
    differs_from: Annotated[str | None, note("Another option it must differ from.")] = None
    multiple_of: Annotated[float | str | None, note("A number, or an option.")] = None
    price_at_least: Annotated[str | None, note("Odds that it must reach.")] = None
    stake: Annotated[
        float | None,
        note("Of a prize list: the stake that the next four keys are for."),
    ] = None
    prize_min: Annotated[float | None, note("No prize is smaller.")] = None
    prize_max: Annotated[float | None, note("No prize is larger.")] = None
    edge_min: Annotated[
        float | None, note("Smallest house edge where a blackjack wins the prize.")
    ] = None
    edge_max: Annotated[float | None, note("Largest house edge, likewise.")] = None
    stake_returned: Annotated[
        bool, note("Of these edges: whether the stake of a winner comes back.")
    ] = False


class ConstraintSpec(Spec, frozen=True):
    """A combination of options that a clause demands or forbids."""

    clause: str
    text: Annotated[str, note("Why it is refused, in one sentence.")]
    require: dict[str, Demand]
    when: Annotated[Condition, note("When it applies; always, if not given.")] = field(
        default_factory=dict
    )


class Case(Spec, frozen=True):
    """The value that a rule takes instead when options have certain values."""

    when: Condition
    clause: str | list[str]
    value: Scalar | list[Scalar] | None = None
    option: Annotated[str | None, note("Take the value of this option.")] = None


class ResultSpec(Spec, frozen=True):
    """Results that come before the usual ones; a row against any dealer's hand decides at once."""

    rows: Annotated[
        list[Annotated[str, Meta(pattern=RESULT)]],
        note(
            "Rows such as `17 against equal: lose`, `against 22: push`, `5+ cards: 2 to 1`, `21 3 "
            "cards against blackjack: push` or `bust against bust higher: win`. Of all rows the "
            "first that fits decides, those of a file before those of the one it extends. A "
            "blackjack meets none."
        ),
    ]
    clause: str | list[str]
    when: Annotated[Condition, note("The options under which they hold.")] = field(
        default_factory=dict
    )


class Cell(Spec, frozen=True):
    """One value of a rule, with its clause."""

    clause: str | list[str]
    value: Scalar | list[Scalar] | None = None
    option: Annotated[str | None, note("Take the value of this option.")] = None
    cases: Annotated[list[Case], note("The first that applies wins.")] = field(default_factory=list)


class IrregularityCase(Spec, frozen=True):
    """Keys of an irregularity that differ when options have certain values."""

    when: Condition
    does: str | None = None
    settled: Literal["stays", "reversed", "again"] | None = None
    per_dollar: bool | None = None


class IrregularitySpec(Spec, frozen=True):
    """An irregularity of play and its effect."""

    does: Annotated[str, note("The effect; see the list of effects.")]
    by: Annotated[list[Literal["dealer", "supervisor"]], note("Who may report or rule it.")]
    clause: str | list[str]
    text: Annotated[str, note("What went wrong and what follows, in a sentence.")]
    when: Condition = field(default_factory=dict)
    amount: Annotated[float | None, note("A number that the effect needs.")] = None
    per_dollar: Annotated[bool, note("The number is for each dollar staked.")] = False
    names_player: Annotated[bool, note("It is about a player, who must be named.")] = False
    settled: Annotated[
        Literal["", "stays", "reversed", "again"],
        note(
            "Wagers settled before in the round: their results stay, are reversed, or, of side "
            "wagers at a misdeal, are decided again; if not given, as the effect has it."
        ),
    ] = ""
    cases: Annotated[
        list[IrregularityCase], note("Each that applies overrides its keys, in order.")
    ] = field(default_factory=list)


class SignalSpec(Spec, frozen=True):
    """A gesture or a word of a player, and the act that it stands for."""

    act: Literal["hit", "stand"]
    kind: Literal["gesture", "voice"]
    clause: str | list[str]


class StepSpec(Spec, frozen=True):
    """One step of a procedure of the staff."""

    do: Annotated[str, note("The name of the step.")]
    by: Annotated[Literal["dealer", "supervisor", "player", "cutter"], note("Who does it.")]
    clause: str | list[str]
    text: Annotated[str, note("What is done, in a sentence.")]
    when: Condition = field(default_factory=dict)
    at_least: Annotated[
        float | None, note("Of a payout's check: for payouts from this amount.")
    ] = None
    below: Annotated[float | None, note("Of a payout's check: for smaller ones.")] = None
    apart: Annotated[bool, note("By somebody who has not done a step of that name before it.")] = (
        False
    )
    by_machine: Annotated[bool, note("Needs the shuffler in working order.")] = False


class LineSpec(Spec, frozen=True):
    """One paying line of a side wager."""

    category: Annotated[str, note("A category of the wager's kind.")]
    pays: Annotated[
        str,
        note(
            "'30 to 1', '$2500' (for the wager), 'meter', 'prize to 1', 'prize for 1' (per dollar "
            "staked), 'prize' (for the wager) or 'prize and stake' (the stake comes back)."
        ),
    ]
    clause: str


class ScaleSpec(Spec, frozen=True):
    """A set of paying lines that applies under some options."""

    lines: list[LineSpec]
    when: Condition = field(default_factory=dict)


class WagerCase(Spec, frozen=True):
    """Keys of a side wager that differ when options have certain values."""

    when: Condition
    kind: Annotated[str | None, note("A file in wagers/kinds.")] = None
    parameters: dict[str, Scalar] | None = None
    stakes: list[float] | None = None
    min: Annotated[str | None, note("The option with the smallest stake.")] = None
    alone: list[str] | None = None
    split: Literal["next_card", "settle"] | None = None
    voided: Literal["stays", "reversed"] | None = None
    dead: Literal["returned", "stays"] | None = None


class WagerSpec(Spec, frozen=True):
    """A side wager that the rulebook offers: a kind with its name, prices, limits and clause."""

    name: str
    title: str
    kind: Annotated[str, note("A file in wagers/kinds.")]
    clause: Annotated[str, note("The clause that offers it.")]
    scales: Annotated[list[ScaleSpec], note("The first that applies is in force.")]
    stakes_clause: Annotated[
        str | list[str], note("The clauses that limit the stake, foremost first.")
    ]
    main_clause: Annotated[str, note("The clause that asks for a main wager.")]
    when: Annotated[Condition, note("The options under which it is offered.")] = field(
        default_factory=dict
    )
    parameters: dict[str, Scalar] = field(default_factory=dict)
    stakes: Annotated[list[float], note("The only amounts that may be staked, if not a range.")] = (
        field(default_factory=list)
    )
    min: Annotated[str | None, note("The option with the smallest stake.")] = None
    max: Annotated[str | None, note("The option with the largest stake.")] = None
    prizes: Annotated[str | None, note("The option with its prize list.")] = None
    whole_dollars: bool = False
    up_to_main: Annotated[bool, note("The stake may not pass the main wager.")] = False
    any_box: Annotated[
        bool, note("May be placed on a box where another player has the main wager.")
    ] = False
    alone: Annotated[list[str], note("Wagers that may not stand beside it on one box.")] = field(
        default_factory=list
    )
    alone_clause: Annotated[str, note("The clause that keeps them apart.")] = ""
    lose_clause: Annotated[
        str, note("The clause by which it loses; if not given, the one that offers it.")
    ] = ""
    late_clause: Annotated[
        str, note("The clause that has it placed before the first card, if it has one.")
    ] = ""
    checks: Annotated[list[StepSpec], note("What the staff verifies before a win is paid.")] = (
        field(default_factory=list)
    )
    split: Annotated[
        Literal["next_card", "settle"],
        note("After a split: the next card dealt counts, or none does."),
    ] = "next_card"
    paid: Annotated[
        Literal["at_once", "decided", "deal", "main", "last"],
        note(
            "When it is settled: the moment it is decided, even while cards are dealt; as soon "
            "as it is decided after the deal; with the deal; with the main wager; last of all."
        ),
    ] = "decided"
    voided: Annotated[
        Literal["stays", "reversed"],
        note("If its hand is void after it was settled: its result stays, or is reversed."),
    ] = "stays"
    dead: Annotated[
        Literal["returned", "stays"],
        note("If its hand is void before it is decided: it is returned, or stays up."),
    ] = "returned"
    cases: Annotated[list[WagerCase], note("Each that applies overrides its keys, in order.")] = (
        field(default_factory=list)
    )
    pressed_by: Annotated[
        Literal["winner", "decider"],
        note(
            "Who presses the button for a prize: the winner; or the player who decides for the "
            "box, then that player's nominee, then an employee."
        ),
    ] = "winner"
    press_clause: Annotated[
        str, note("The clause that says so; if not given, the one that offers it.")
    ] = ""


T = TypeVar("T", WagerSpec, IrregularitySpec)


def in_case(spec: T, case: WagerCase | IrregularityCase) -> T:
    """Return a side wager or an irregularity with what a case overrides."""
    keys = (key for key in case.__struct_fields__ if key != "when")
    given = {key: value for key in keys if (value := getattr(case, key)) is not None}
    return structs.replace(spec, **given)


class OfferSpec(Spec, frozen=True):
    """A side wager of `[side_wagers]`; everything may be left out: `lucky_ladies = {}`."""

    scale: Annotated[str, note("One of its scales; the first if none is named.")] = ""
    title: Annotated[str, note("What the layout calls it.")] = ""
    clause: Annotated[str, note("A clause of yours that offers it.")] = ""
    stakes: Annotated[list[float], note("The only amounts that may be staked.")] = field(
        default_factory=list
    )
    min: Annotated[str | None, note("The option with the smallest stake.")] = None
    max: Annotated[str | None, note("The option with the largest stake.")] = "max_bet"
    up_to_main: Annotated[bool, note("The stake may not pass the main wager.")] = False


class NoticeSpec(Spec, frozen=True):
    """Words that must be posted or said at the table, in our own wording."""

    clause: str
    text: Annotated[str, note("May name options in braces: {min_bet}.")]
    place: Literal["layout", "sign", "announcement"] = "layout"
    when: Condition = field(default_factory=dict)


class NotSaidSpec(Spec, frozen=True):
    """A clause that this language cannot say, so that the file plays another game there."""

    clause: str
    text: Annotated[str, note("What is not played, in one sentence.")]
    effect: Annotated[str, note("What that changes in the figures, if it is known.")] = ""


class AnnouncementSpec(Spec, frozen=True):
    """A clause that asks the dealer to call something out."""

    clause: str | list[str]
    when: Annotated[Condition, note("The options under which it does.")] = field(
        default_factory=dict
    )
    below: Annotated[float | None, note("Only an amount below this is called out.")] = None


class RulebookFile(Spec, frozen=True):
    """A whole rulebook file."""

    title: str
    id: Annotated[
        str,
        Meta(pattern=ID),
        note("The name that servers, logs and scripts know it by; if not given, the file's name."),
    ] = ""
    about: Annotated[str, note("What game it is, in a sentence or two.")] = ""
    source: Annotated[str, note("The text it renders.")] = ""
    in_force_from: Annotated[
        str,
        Meta(pattern=DATE),
        note("The first day of this edition, as in `2026-01-01`; `2026` if only that is known."),
    ] = UNKNOWN
    earlier: Annotated[
        list[Annotated[str, Meta(pattern=FILE_BESIDE)]],
        note("Files of earlier editions beside this one, each with its own `in_force_from`."),
    ] = field(default_factory=list)
    edition: Annotated[str, note("Read from older files; `in_force_from` takes its place.")] = ""
    revision: Annotated[
        int, note("Read from older files; `in_force_from` and the file's digest take its place.")
    ] = 1
    extends: Annotated[str, note("The rulebook it starts from.")] = ""
    relabel: Annotated[
        dict[str, str],
        note("Clauses of what it extends, and the clause of yours that is cited instead of each."),
    ] = field(default_factory=dict)
    drop: Annotated[
        list[str],
        note(
            "Entries that it does not inherit: `signals.tap`, `wagers.over_13`, `notices.CN-5` for "
            "those of a clause; `options.pitch` stays at its default and is no choice."
        ),
    ] = field(default_factory=list)
    notice_period: Annotated[
        str,
        note("The option with the minutes that notice of a change stands; if any."),
    ] = ""
    kinds: Annotated[
        list[str],
        note(
            "Python files beside this one with kinds of side wager; they are run, so only "
            "with trust."
        ),
    ] = field(default_factory=list)
    clauses: Annotated[dict[str, str], note("Clauses of your own: an id and what it says.")] = (
        field(default_factory=dict)
    )
    options: dict[str, OptionSpec] = field(default_factory=dict)
    readings: Annotated[
        dict[str, ReadingSpec],
        note("Options that exist because the text can be read in several ways."),
    ] = field(default_factory=dict)
    constraints: list[ConstraintSpec] = field(default_factory=list)
    rules: Annotated[
        dict[str, dict[str, Cell]], note("Sections of values; see the sections below.")
    ] = field(default_factory=dict)
    results: list[ResultSpec] = field(default_factory=list)
    refusals: Annotated[
        dict[str, str | list[str]],
        note("The clause behind each refusal that no single value answers."),
    ] = field(default_factory=dict)
    wagers: list[WagerSpec] = field(default_factory=list)
    side_wagers: Annotated[
        dict[str, OfferSpec],
        note("Shipped side wagers that the rulebook offers: `lucky_ladies = {}`."),
    ] = field(default_factory=dict)
    irregularities: Annotated[dict[str, IrregularitySpec], note("By name: what can go wrong.")] = (
        field(default_factory=dict)
    )
    procedures: Annotated[dict[str, list[StepSpec]], note("By name: opening, shuffle, idle.")] = (
        field(default_factory=dict)
    )
    signals: Annotated[dict[str, SignalSpec], note("Gestures and words that stand for acts.")] = (
        field(default_factory=dict)
    )
    announcements: Annotated[
        dict[str, list[AnnouncementSpec]],
        note("By name: the clauses that want it called out."),
    ] = field(default_factory=dict)
    notices: list[NoticeSpec] = field(default_factory=list)
    not_said: Annotated[
        list[NotSaidSpec], note("Rules of the text that the file leaves out; shown first.")
    ] = field(default_factory=list)
