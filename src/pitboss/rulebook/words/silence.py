"""The places where a rulebook's text is silent or unclear, and what the table does there."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.rulebook.clauses import Clause
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.file.options import Choices, Option, show_value
from pitboss.rulebook.file.readings import decided_clauses, shipped_edges
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.words.describe import not_said_text

MOVES = {"edge": "the house edge", "event": "single events"}
"""Effects of a reading in words."""


@dataclass(frozen=True, slots=True)
class ChosenReading:
    """A place that can be read in several ways, and the way that the table takes."""

    option: Option
    value: str
    edges: Mapping[str, Mapping[str, float]]
    """House edge by value and wager, exactly, at a table that is otherwise as it comes."""

    @property
    def says(self) -> str:
        """Act of the table under the value chosen."""
        return self.option.spec.says.get(self.value, "")

    @property
    def moves(self) -> str:
        """Effect of the reading in words, with its figures."""
        figures = (
            f"{value} {', '.join(_figure(*edge) for edge in wagers.items())}"
            for value, wagers in self.edges.items()
        )
        listed = "; ".join(figures)
        moved = MOVES.get(self.option.spec.moves, "play")
        return f"It moves {moved}: {listed}." if listed else f"It moves {moved}."

    def plain(self) -> dict[str, object]:
        """Return plain data as `pitboss readings --json` prints it."""
        spec = self.option.spec
        return {
            "name": self.option.name,
            "clause": spec.clause,
            "clauses": spec.clauses,
            "text": spec.text,
            "unclear": spec.unclear,
            "value": self.value,
            "default": show_value(spec, self.option.default),
            "values": [{"value": value, "text": text} for value, text in spec.says.items()],
            "why": spec.why,
            "moves": spec.moves,
            "edges": {value: dict(wagers) for value, wagers in self.edges.items()},
            "when": dict(spec.when),
        }


@dataclass(frozen=True, slots=True)
class Note:
    """A clause with one sentence: how an unclear place is closed, or a rule left to people."""

    clause: str
    place: str
    text: str

    def plain(self) -> dict[str, object]:
        """Return plain data as `pitboss readings --json` prints it."""
        return {"clause": self.clause, "place": self.place, "text": self.text}


@dataclass(frozen=True, slots=True)
class Silence:
    """Every place of a text that is silent or unclear, and everything that the program leaves."""

    readings: tuple[ChosenReading, ...]
    closed: tuple[Note, ...]
    """Places with no second sensible value."""
    left_out: tuple[Note, ...]
    """Rules that the program does not carry out: declared by the file, or left to people."""

    def plain(self) -> dict[str, object]:
        """Return plain data as `pitboss readings --json` prints it."""
        return {
            "readings": [reading.plain() for reading in self.readings],
            "closed": [note.plain() for note in self.closed],
            "left_out": [note.plain() for note in self.left_out],
        }


def silence(book: Rulebook, rules: Rules) -> Silence:
    """Return the unclear places of a rulebook with what a table does there."""
    decided = decided_clauses(book.options)
    return Silence(
        readings(book, rules.options),
        tuple(
            _note(clause, clause.ambiguity)
            for clause in book.clauses.values()
            if clause.ambiguity and clause.id not in decided
        ),
        (
            *(
                _note(book.clauses.get(spec.clause), not_said_text(spec), spec.clause)
                for spec in book.not_said
            ),
            *(
                _note(clause, f"People see to it: {clause.summary}")
                for clause in book.clauses.values()
                if clause.cls == "physical"
            ),
        ),
    )


def readings(book: Rulebook, chosen: Choices) -> tuple[ChosenReading, ...]:
    """Return the readings of a rulebook, each with its value."""
    edges = shipped_edges().get(book.id, {})
    return tuple(
        ChosenReading(option, show_value(option.spec, chosen[name]), edges.get(name, {}))
        for name, option in book.options.items()
        if option.spec.reading
    )


def _figure(wager: str, edge: float) -> str:
    """Return a house edge with its wager, if it is not the main one."""
    shown = f"{100 * edge:.3f} %"
    return shown if wager == "main" else f"{shown} of {wager}"


def _note(clause: Clause | None, text: str, id_: str = "") -> Note:
    return Note(clause.id, str(clause), text) if clause else Note(id_, id_, text)
