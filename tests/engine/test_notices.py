"""Limits and notices: what a supervisor may change at an open table, when, and what follows."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.cards import parse_cards, rest_of_shoe
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.deal import Deal
from pitboss.engine.floor.notices import (
    ApplyNotice,
    NoticePosted,
    NoticeWithdrawn,
    PostNotice,
    RulesChanged,
)
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Stand
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import BETTING, PLAYING, SCRIPTED
from pitboss.engine.table import open_table, replay
from pitboss.engine.views import view
from pitboss.engine.words import tell
from pitboss.ledger.balances import book, opening
from pitboss.rulebook.catalog import SHIPPED, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.options.changes import LASTING, changeable
from pitboss.rulebook.options.topics import option_uses
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, FLOOR, staffed

NOON = 1_800_000_000_000
MINUTE = 60_000


def notice(**changes: str) -> PostNotice:
    """A supervisor's notice at noon."""
    return PostNotice(by=FLOOR, changes=changes, at_ms=NOON)


def loaded(rulebook: str, cards: str = "Ts 9d 8h 8c", **options: object) -> AtTable:
    """A staffed table with ann at it and these cards on top."""
    at = staffed(rulebook, "ann", automations=SCRIPTED, **options)
    known = parse_cards(cards)
    at.do(LoadShoe(cards=known + rest_of_shoe(at.state.rules.decks_in_play, known)))
    return at


def bet(amount: int) -> PlaceWager:
    return PlaceWager(by="ann", box=1, wager="main", amounts=(amount,))


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_limits_change_between_rounds_and_hold_from_then_on(rulebook: str) -> None:
    at = loaded(rulebook)
    chips = at.state.chips
    (posted,) = at.do(notice(min_bet="7", max_bet="9"))
    assert isinstance(posted, NoticePosted)
    assert posted.changes == {"min_bet": "7.00", "max_bet": "9.00"}
    assert posted.clause in load_rulebook(rulebook).clauses
    assert posted.from_ms == NOON, "no clause asks for a period before a change of limits"
    old = at.state.rules.limits
    assert at.state.rules.limits.min_bet != 7_00, "nothing has changed yet"
    (changed,) = at.do(ApplyNotice(at_ms=NOON))
    assert isinstance(changed, RulesChanged)
    limits = at.state.rules.limits
    assert (limits.min_bet, limits.max_bet, limits.chip_unit) == (7_00, 9_00, old.chip_unit)
    assert at.refusal(bet(5_00)).limit == 7_00
    assert at.refusal(bet(10_00)).limit == 9_00
    at.do(bet(8_00))
    assert at.state.chips["ann"] == chips["ann"] - 8_00
    assert at.state.floor.notice is None


def test_a_log_with_a_change_replays_and_its_books_do_not_move() -> None:
    at = loaded("tribal")
    start = open_table(at.state.rules)
    before = opening(0)
    book(before, at.events)
    at.do(notice(min_bet="25"))
    at.do(ApplyNotice(at_ms=NOON))
    after = opening(0)
    book(after, at.events)
    assert before == after
    assert replay(start, at.events) == at.state
    assert at.state.floor.changed == {"min_bet": "25.00"}


@pytest.mark.parametrize(
    "rulebook, changes, code, clause, words",
    [
        ("tribal", {"minbet": "10"}, Code.UNKNOWN, "T-a-1-iii", "did you mean min_bet?"),
        ("tribal", {"xyz": "10"}, Code.UNKNOWN, "T-a-1-iii", "see pitboss rules tribal"),
        ("tribal", {"decks": "8"}, Code.NOT_ALLOWED, "T-b-1", "open another table"),
        ("tribal", {"boxes": "5"}, Code.NOT_ALLOWED, "T-k-5-s3", "open another table"),
        ("tribal", {"shoe": "double"}, Code.NOT_ALLOWED, "T-a-1-v", "open another table"),
        ("tribal", {"progressive": "true"}, Code.NOT_ALLOWED, "T-r-1", "open another table"),
        ("tribal", {"notice_minutes": "1"}, Code.NOT_ALLOWED, "T-h-2-s2", "open another table"),
        ("tribal", {"back_1": "green"}, Code.NOT_ALLOWED, "T-b-1", "open another table"),
        ("house", {"hole_check": "none"}, Code.NOT_ALLOWED, "H-method-29", "open another table"),
        ("tribal", {"min_bet": "2000"}, Code.EXCLUDED, "T-c-4", "above the largest"),
        ("tribal", {"min_bet": "ten"}, Code.EXCLUDED, "T-c-4", "with at most two decimals"),
        ("tribal", {"surrender": "maybe"}, Code.EXCLUDED, "T-h-2", "true or false"),
        ("tribal", {"min_bet": "5"}, Code.ALREADY_PLACED, "T-c-4", "is 5.00 already"),
        (
            "nz",
            {"any_pair": "scale_1", "perfect_pairs": "scale_1"},
            Code.EXCLUDED,
            "NZ-15B.1",
            "Any Pair",
        ),
    ],
)
def test_what_may_not_change_is_refused_by_its_clause(
    rulebook: str, changes: dict[str, str], code: Code, clause: str, words: str
) -> None:
    at = staffed(rulebook)
    before = at.state
    refused = at.refusal(PostNotice(by=FLOOR, changes=changes, at_ms=NOON))
    assert (refused.code, refused.clause) == (code, clause), refused
    assert words in refused.text
    assert clause not in refused.text, "the clause is told apart"
    assert at.state == before


@pytest.mark.clause("T-h-2-s2")
def test_surrender_starts_after_a_recorded_notice_and_never_within_a_round() -> None:
    at = loaded("tribal", notice_minutes=45)
    (posted,) = at.do(notice(surrender="true"))
    assert isinstance(posted, NoticePosted)
    assert (posted.clause, posted.from_ms) == ("T-h-2-s2", NOON + 45 * MINUTE)
    early = at.refusal(ApplyNotice(at_ms=NOON + 44 * MINUTE))
    assert (early.code, early.clause, early.limit) == (Code.WRONG_TIME, "T-h-2-s2", 1)
    due = ApplyNotice(at_ms=NOON + 45 * MINUTE)
    at.do(bet(10_00))
    lying = at.refusal(due)
    assert (lying.code, lying.clause) == (Code.WRONG_TIME, "T-h-2-s2")
    assert "wagers lie" in lying.text
    at.do(Deal())
    assert at.state.phase == PLAYING
    within = at.refusal(due)
    assert (within.code, within.clause) == (Code.WRONG_TIME, "T-h-2-s2")
    assert "within a round" in within.text
    at.do(Stand(by="ann", box=1))
    assert at.state.phase == BETTING
    assert at.state.rules.surrender.hands == "none"
    at.do(due)
    assert at.state.rules.surrender.hands != "none"


@pytest.mark.clause("T-o-3", "T-k-5-s3", "T-k-5-s4", "T-p-1", "T-q-1")
@pytest.mark.parametrize(
    "name, value, clause",
    [
        ("five_card_21", "true", "T-o-3"),
        ("max_hands", "3", "T-k-5-s3"),
        ("resplit_aces", "true", "T-k-5-s4"),
        ("additional_wager", "sevens", "T-p-1"),
        ("multiple_action", "true", "T-q-1"),
    ],
)
def test_clauses_that_ask_for_notice_get_it(name: str, value: str, clause: str) -> None:
    at = staffed("tribal", max_hands=3 if name == "resplit_aces" else 2)
    (posted,) = at.do(notice(**{name: value}))
    assert isinstance(posted, NoticePosted)
    assert (posted.clause, posted.from_ms) == (clause, NOON + 30 * MINUTE)
    at.refuse(ApplyNotice(at_ms=NOON + 29 * MINUTE), clause)
    at.do(ApplyNotice(at_ms=NOON + 30 * MINUTE))


def test_a_supervisor_may_let_a_notice_stand_longer_and_not_shorter() -> None:
    at = staffed("tribal")
    (limits,) = at.do(replace(notice(min_bet="10"), minutes=10))
    assert isinstance(limits, NoticePosted)
    assert limits.from_ms == NOON + 10 * MINUTE
    (surrender,) = at.do(replace(notice(surrender="true"), minutes=10))
    assert isinstance(surrender, NoticePosted)
    assert surrender.from_ms == NOON + 30 * MINUTE


@pytest.mark.parametrize("minutes", [-1, 1_441])
def test_a_notice_stands_for_a_day_at_most(minutes: int) -> None:
    at = staffed("tribal")
    refused = at.refusal(replace(notice(min_bet="10"), minutes=minutes))
    assert (refused.code, refused.clause, refused.limit) == (Code.NOT_ALLOWED, "T-a-1-iii", 1_440)


def test_a_notice_is_replaced_or_withdrawn() -> None:
    at = staffed("tribal")
    at.refuse(notice(), "T-a-1-iii")
    at.refuse(ApplyNotice(at_ms=NOON), "T-a-1-iii")
    at.do(notice(surrender="true"))
    at.do(notice(min_bet="10"))
    assert at.state.floor.notice is not None
    assert at.state.floor.notice.changes == {"min_bet": "10.00"}
    (gone,) = at.do(notice())
    assert gone == NoticeWithdrawn(FLOOR, "T-c-4")
    assert at.state.floor.notice is None
    at.refuse(ApplyNotice(at_ms=NOON), "T-a-1-iii")


def test_only_a_supervisor_gives_notice() -> None:
    at = staffed("tribal", "ann")
    for name in (DEALER, "ann", "eve", ""):
        wanted = PostNotice(by=name, changes={"min_bet": "10"}, at_ms=NOON)
        assert at.refusal(wanted).code == Code.NOT_YOURS
    at.do(notice(min_bet="10"))
    assert at.refusal(ApplyNotice(by="ann", at_ms=NOON)).code == Code.NOT_YOURS
    at.do(ApplyNotice(by=DEALER, at_ms=NOON))


def test_everybody_sees_a_notice_until_it_takes_effect() -> None:
    at = staffed("tribal", "ann")
    written = view(at.state, "ann").notices
    at.do(notice(min_bet="10", surrender="true"))
    for viewer in ("ann", "eve", DEALER, FLOOR):
        first, *rest = view(at.state, viewer).notices
        words = "min bet from 5.00 to 10.00, surrender from no to yes"
        assert first.text == f"Notice by sue: {words} [T-h-2-s2]."
        assert (first.place, first.clause) == ("pending", "T-h-2-s2")
        assert first.from_ms == NOON + 30 * MINUTE
        assert tuple(rest) == written
    at.do(ApplyNotice(at_ms=first.from_ms))
    now = view(at.state, "ann").notices
    assert all(one.place != "pending" for one in now)
    assert "Wagers from $10.00 to $1000.00" in [one.text for one in now]


def test_notices_in_words() -> None:
    at = staffed("tribal")
    higher = notice(min_bet="10")
    at.events.clear()
    for command in (higher, notice(), higher, ApplyNotice(at_ms=NOON)):
        at.do(command)
    assert [tell(event) for event in at.events] == [
        "Notice by sue: min bet from 5.00 to 10.00 [T-c-4].",
        "sue withdraws the notice [T-c-4].",
        "Notice by sue: min bet from 5.00 to 10.00 [T-c-4].",
        "From this round on: min bet from 5.00 to 10.00 [T-c-4].",
    ]


def test_a_streak_that_is_up_keeps_its_prices() -> None:
    """A wager that goes over rounds is settled under the rules it was placed under."""
    at = loaded("tribal", "Ts 9d 9h 8c", streak=True)
    at.do(bet(10_00))
    at.do(PlaceWager(by="ann", box=1, wager="streak_2", amounts=(5_00,)))
    at.do(Deal())
    at.do(Stand(by="ann", box=1))
    assert at.state.sides, "the streak is not decided yet"
    at.do(notice(streak_2_pays="4 to 1"))
    refused = at.refusal(ApplyNotice(at_ms=NOON))
    assert refused.code == Code.WRONG_TIME
    assert "wagers lie" in refused.text


def test_a_wager_that_is_offered_anew_is_paid_by_the_new_scale() -> None:
    at = loaded("nz", "8s 9d 8h 7c Tc Ks", perfect_pairs="scale_1")
    at.do(notice(perfect_pairs="scale_3"))
    at.do(ApplyNotice(at_ms=NOON))
    at.do(bet(10_00))
    at.do(PlaceWager(by="ann", box=1, wager="perfect_pairs", amounts=(5_00,)))
    at.do(Deal())
    (settled,) = [event for event in at.all_of(WagerSettled) if event.wager == "perfect_pairs"]
    line = at.state.rules.wagers["perfect_pairs"].lines["mixed"]
    assert (settled.result, settled.pays) == ("win", str(line.payoff))


def test_options_that_may_change_are_those_that_nothing_lasting_asks_for() -> None:
    for rulebook in SHIPPED:
        book = load_rulebook(rulebook)
        names, asked = changeable(book), option_uses(book)
        assert names[:2] == ("min_bet", "max_bet")
        for name in names:
            assert asked[name]
            assert not asked[name] & LASTING
            assert not book.options[name].spec.reading


def test_a_period_of_notice_is_a_whole_number(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(
        'title = "Ours"\nextends = "house"\nnotice_period = "waits"\n'
        '[options.waits]\ntype = "boolean"\n'
        'default = true\nclause = "H-rules-1"\ntext = "How long."\n',
        encoding="utf-8",
    )
    with pytest.raises(RulebookError, match="the option waits must be of type integer"):
        load_rulebook(str(path))


def test_a_rulebook_of_ones_own_changes_by_its_own_options(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(
        'title = "Ours"\nextends = "house"\nclauses = { "X-1" = "As we like it." }\n'
        'notice_period = "waits"\n'
        '[options.late]\ntype = "boolean"\ndefault = false\nclause = "X-1"\nnotice = "X-1"\n'
        'text = "Whether a soft 17 is drawn to."\n'
        '[options.waits]\ntype = "integer"\ndefault = 5\nclause = "X-1"\n'
        'text = "How long."\n'
        '[rules.dealer]\nhits_soft_17 = { option = "late", clause = "X-1" }\n',
        encoding="utf-8",
    )
    at = staffed(str(path), "ann")
    assert not at.state.rules.dealer.hits_soft_17
    (posted,) = at.do(notice(late="true"))
    assert isinstance(posted, NoticePosted)
    assert (posted.clause, posted.from_ms) == ("X-1", NOON + 5 * MINUTE)
    at.do(ApplyNotice(at_ms=posted.from_ms))
    assert at.state.rules.dealer.hits_soft_17
    assert at.state.rules.rulebook == "ours"
