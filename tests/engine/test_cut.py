"""Words from which the place of a cut is drawn: who may give them, when, and how often."""

import pytest

from pitboss.engine.deal import Deal
from pitboss.engine.floor.cut import ContributeCut, CutContributed
from pitboss.engine.state import Automations
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import table_of
from tests.clauses.staffed import staffed


def test_everybody_with_chips_contributes_once() -> None:
    table = table_of("tribal", "", "1 ann main 10", "2 bob main 10")
    table.do(ContributeCut(by="ann", words="aa11"))
    table.do(ContributeCut(by="bob", words="bb22"))
    assert table.state.prep.words == (("ann", "aa11"), ("bob", "bb22"))
    assert [event.player for event in table.all_of(CutContributed)] == ["ann", "bob"]
    again = table.refusal(ContributeCut(by="ann", words="cc33"))
    assert again.code == Code.ALREADY_PLACED
    assert table.refusal(ContributeCut(by="eve", words="dd44")).code == Code.NOT_YOURS


def test_cards_are_cut_between_rounds() -> None:
    table = table_of("tribal", "5s 6h 5h Td", "1 ann main 10")
    table.do(Deal())
    assert table.refusal(ContributeCut(by="ann", words="aa11")).code == Code.WRONG_TIME


@pytest.mark.parametrize(
    "rulebook, options",
    [("house", {"automations": Automations(procedures=False)}), ("nz", {"shuffler": "continuous"})],
)
def test_no_words_where_no_cut_is_drawn(rulebook: str, options: dict[str, object]) -> None:
    table = staffed(rulebook, "ann", **options)  # type: ignore[arg-type]
    refused = table.refusal(ContributeCut(by="ann", words="aa11"))
    assert refused.code == Code.NOT_OFFERED
    assert refused.clause
