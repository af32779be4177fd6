"""What the option tests share: choosing options and seeing which clauses refuse them."""

from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.rules import Rules


def rules_of(rulebook: str, **options: object) -> Rules:
    """The rules of a shipped rulebook with these options chosen."""
    return choose(load_rulebook(rulebook), options)


def refusing_clauses(rulebook: str, **options: object) -> set[str]:
    """The clauses that refuse these options; empty where they are accepted."""
    try:
        rules_of(rulebook, **options)
    except RulebookError as refused:
        return {problem.clause for problem in refused.problems}
    return set()
