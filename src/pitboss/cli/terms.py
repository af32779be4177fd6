"""`pitboss terms`: the short terms of the trade and what each sets in a rulebook."""

import click

from pitboss.cli.shared.arguments import json_option
from pitboss.cli.shared.output import print_json, print_table


@click.command(
    epilog="""\b
Examples:
  pitboss terms
  pitboss terms --json
"""
)
@json_option
def terms(as_json: bool) -> None:
    """List the short terms of the trade, such as H17 and DAS.

    Each comes with its meaning and what it sets. A line of terms is a rulebook: pitboss odds "6D
    H17 DAS LS".
    """
    from pitboss.rulebook.terms.terms import SHORT_TERMS, WORDS

    rows = [(one.term, one.text, one.sets) for one in SHORT_TERMS]
    rows += [(word.term, word.text, word.where) for word in WORDS]
    if as_json:
        print_json([dict(zip(("term", "text", "sets"), row, strict=True)) for row in rows])
        return
    print_table(("term", "what it means", "value of a rulebook"), rows)
