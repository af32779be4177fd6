"""Problems found in a file, all of them at once, each with its place."""

from dataclasses import dataclass

from pitboss.errors import Error


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault with its place and, if a clause refuses it, that clause."""

    text: str
    path: str = ""
    line: int = 0
    clause: str = ""
    hint: str = ""
    """Advice in one clause."""
    reason: str = ""
    """The reason in a sentence without the clause, for views that show the clause separately."""

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return f"{place}{self.text}"


class RulebookError(Error):
    """A rulebook or a choice of options that cannot be used, with every problem found.

    >>> import pitboss
    >>> try:
    ...     pitboss.rules("nz", decks=3)
    ... except pitboss.RulebookError as error:
    ...     error.problems[0].clause
    'NZ-3.3-a'
    """

    def __init__(self, source: str, problems: list[Problem]) -> None:
        assert problems
        self.source = source
        self.problems = tuple(problems)
        count = len(problems)
        text = "; ".join(str(problem) for problem in problems[:20])
        more = f"; and {count - 20} more" if count > 20 else ""
        first = problems[0]
        super().__init__(
            f"{source}: {text}{more}",
            place=", line ".join([source, *([str(first.line)] if first.line else [])]),
            hint=next((problem.hint for problem in problems if problem.hint), ""),
        )
