"""Free Bet: burned cards, the cover card, two batches in turn, and how long decks last."""

import pytest

from pitboss.cards import HIDDEN, full_shoe, parse_card, parse_cards, rest_of_shoe
from pitboss.engine import do
from pitboss.engine.declare import evolve, redact
from pitboss.engine.floor.procedures import StepDone
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardBurned, CardDealt, CardDiscarded, CutCardReached
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.state import ONLINE, SCRIPTED, Automations
from pitboss.engine.state.invariants import broken, cards_in_play
from pitboss.engine.table import open_table
from pitboss.rulebook.refusals import Code
from pitboss.shuffle import shuffled
from tests.clauses.options import rules_of
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, FLOOR, STEP_BY_STEP, StaffedTable, staffed

RULEBOOK = "pa_free_bet"
HOUR_MS = 3_600_000


def loaded(
    top: str,
    *players: str,
    before: int = -1,
    automations: Automations = SCRIPTED,
    **options: object,
) -> StaffedTable:
    """A table with these cards on top, and the cover card after so many of them."""
    at = staffed(RULEBOOK, *players, automations=automations, **options)
    at.load(top, behind=len(at.shoe()) - before if before >= 0 else -1)
    return at


@pytest.mark.clause("PA-7-c")
def test_the_first_card_of_a_shoe_is_not_played() -> None:
    at = loaded("As 2s 6h 3s Td 9c 4s 5h 8d Tc", "ann", automations=ONLINE)
    at.play_round("1 ann main 5")
    first = at.all_of(CardDealt)[0]
    assert at.all_of(CardBurned) == [CardBurned(parse_card("As"), "PA-7-c")]
    assert first.card == parse_card("2s")
    assert at.state.discards[0] == parse_card("As")
    at.play_round("1 ann main 5")
    assert len(at.all_of(CardBurned)) == 1, "once for each shoe"
    at.do(do.LoadShoe(cards=shuffled(full_shoe(6), b"x")))
    at.deal("1 ann main 5")
    assert len(at.all_of(CardBurned)) == 2


@pytest.mark.clause("PA-7-c")
def test_nobody_is_shown_the_burned_card() -> None:
    at = loaded("As 2s 6h 3s Td 9c", "ann", automations=ONLINE)
    at.deal("1 ann main 5")
    at.refuse(do.AskBurn(by="ann"), "PA-7-c")
    burned = at.all_of(CardBurned)[0]
    for viewer in ("ann", "eve", DEALER):
        seen = redact(at.state, burned, viewer)
        assert isinstance(seen, CardBurned)
        assert seen.card == HIDDEN


@pytest.mark.clause("PA-7-c-s2")
def test_each_new_dealer_discards_a_card_first() -> None:
    at = loaded("As 2s 6h 3s Td 9c 4s 5h 8d Tc", "ann", automations=ONLINE)
    at.play_round("1 ann main 5")
    at.do(do.AssignStaff(by=FLOOR, name="don", role="dealer"))
    position = at.state.position
    events = at.deal("1 ann main 5")
    burned = [event for event in events if isinstance(event, CardBurned)]
    assert burned == [CardBurned(at.state.shoe[position], "PA-7-c-s2")]
    assert events.index(burned[0]) < min(
        place for place, event in enumerate(events) if isinstance(event, CardDealt)
    )
    at.stand_all()
    at.play_round("1 ann main 5")
    assert len(at.all_of(CardBurned)) == 2, "once for each dealer"


@pytest.mark.clause("PA-7-c-s2", "PA-7-c")
def test_one_card_serves_a_new_dealer_with_a_new_shoe() -> None:
    at = loaded("As 2s 6h 3s Td 9c", "ann", automations=ONLINE)
    at.play_round("1 ann main 5")
    at.do(do.AssignStaff(by=FLOOR, name="don", role="dealer"))
    at.do(do.LoadShoe(cards=shuffled(full_shoe(6), b"x")))
    at.play_round("1 ann main 5")
    at.play_round("1 ann main 5")
    assert len(at.all_of(CardBurned)) == 2


@pytest.mark.clause("PA-7-c-s2")
def test_the_same_dealer_is_not_a_new_one() -> None:
    at = loaded("As 2s 6h 3s Td 9c", "ann", automations=ONLINE)
    at.play_round("1 ann main 5")
    at.do(do.AssignStaff(by=FLOOR, name=DEALER, role="dealer"))
    at.play_round("1 ann main 5")
    assert len(at.all_of(CardBurned)) == 1


@pytest.mark.clause("PA-7-c-s2", "PA-5-h-s2")
def test_a_device_without_end_burns_for_new_dealers_only() -> None:
    at = loaded("2s 6h 3s Td 9c 4s", "ann", automations=ONLINE, shuffler="continuous")
    at.play_round("1 ann main 5")
    assert not at.all_of(CardBurned)
    at.do(do.AssignStaff(by=FLOOR, name="don", role="dealer"))
    at.refuse(do.Deal(), "PA-6-d")
    at.do(do.LoadShoe(cards=shuffled(full_shoe(6), b"back in")))
    at.play_round("1 ann main 5")
    assert [event.clause for event in at.all_of(CardBurned)] == ["PA-7-c-s2"]


@pytest.mark.clause("PA-7-d", "PA-5-f", "PA-7-d-2")
@pytest.mark.parametrize("before, box", [(1, 0), (2, 1), (3, 0), (4, 1), (5, 0)])
def test_the_round_of_the_cover_card_is_the_last(before: int, box: int) -> None:
    at = loaded("8s 6h 3s Td 7c 4s", "ann", before=before)
    at.deal("1 ann main 5")
    at.play("1 hit", "1 stand")
    assert at.all_of(CutCardReached) == [CutCardReached(box, 1, "PA-7-d")]
    assert len(at.all_of(RoundEnded)) == 1, "the round is played to its end"
    at.bet("1 ann main 5")
    refused = at.refusal(do.Deal())
    assert refused.code == Code.SHUFFLE_DUE
    assert {"PA-7-d", "PA-5-f"} <= set(refused.clauses)
    at.do(do.LoadShoe(cards=full_shoe(6), behind=78))
    at.deal()


@pytest.mark.clause("PA-7-d")
def test_a_cover_card_before_the_first_card_makes_that_round_the_last() -> None:
    at = loaded("8s 6h 3s Td 7c 4s 5s 6s 7s 8s", "ann", before=5)
    at.play_round("1 ann main 5")
    assert at.state.position == 5
    assert not at.all_of(CutCardReached)
    at.play_round("1 ann main 5")
    assert at.all_of(CutCardReached) == [CutCardReached(1, 2, "PA-7-d")]
    at.bet("1 ann main 5")
    at.refuse(do.Deal(), "PA-7-d")


@pytest.mark.clause("PA-7-d", "PA-7-c-s2")
def test_a_new_dealers_burn_does_not_hide_the_cover_card() -> None:
    at = loaded("8s 9h Th 8d 7c 4s 5s 6s 7s 8s 9s Tc", "ann", before=5, automations=ONLINE)
    at.play_round("1 ann main 5")
    assert at.state.position == at.state.prep.cut_card == 5
    at.do(do.AssignStaff(by=FLOOR, name="don", role="dealer"))
    at.play_round("1 ann main 5")
    assert len(at.all_of(CutCardReached)) == 1
    at.bet("1 ann main 5")
    assert at.refusal(do.Deal()).code == Code.SHUFFLE_DUE


@pytest.mark.clause("PA-7-d", "PA-12-a")
def test_a_discarded_card_does_not_hide_the_cover_card() -> None:
    at = loaded("9h Th 8d 7c 4s 5s 6s", "ann", before=4)
    at.deal("1 ann main 5")
    at.do(do.Report(by=DEALER, what="face_up_card"))
    at.stand_all()
    assert len(at.all_of(CutCardReached)) == 1
    at.bet("1 ann main 5")
    assert at.refusal(do.Deal()).code == Code.SHUFFLE_DUE


@pytest.mark.clause("PA-3-b-2", "PA-3-b-3", "PA-3-b-4", "PA-3-b-5")
def test_the_batches_take_turns_shoe_by_shoe() -> None:
    at = staffed(RULEBOOK, "ann", automations=STEP_BY_STEP, shuffler="batch")
    for number in range(4):
        at.prepare(shuffled(at.shoe(), bytes([number])))
        assert at.state.prep.side == number % 2
        assert at.state.discards == (), "only the batch in play fills the rack"
        at.play_round("1 ann main 5")
        dealt = set(range(at.state.position))
        assert len(at.state.discards) == len(dealt)
        assert broken(at.state) == ""
    assert [event.side for event in at.all_of(ShoeLoaded)] == [0, 1, 0, 1]
    steps = [event.step for event in at.all_of(StepDone)]
    for place, step in enumerate(steps):
        if step == "take_batch":
            assert steps[place - 1] == "feed_shuffler", "one is played, the other is in the machine"


@pytest.mark.clause("PA-3-b-4", "PA-3-b-5")
def test_the_batch_just_dealt_may_not_come_back_at_once() -> None:
    at = loaded("8s 6h 3s Td 7c", "ann", shuffler="batch")
    at.play_round("1 ann main 5")
    at.refuse(do.LoadShoe(cards=full_shoe(6), side=0), "PA-3-b-4")
    at.do(do.LoadShoe(cards=full_shoe(6), side=1))
    at.refuse(do.LoadShoe(cards=full_shoe(6), side=1), "PA-3-b")


@pytest.mark.clause("PA-3-b-5", "PA-3-b-3")
def test_the_other_batch_stays_out_while_a_round_is_dealt() -> None:
    at = loaded("8s 6h 3s Td 7c", "ann", shuffler="batch")
    at.deal("1 ann main 5")
    assert at.refusal(do.LoadShoe(cards=full_shoe(6), side=1)).code == Code.WRONG_TIME
    at = staffed(RULEBOOK, "ann", automations=STEP_BY_STEP, shuffler="batch")
    at.prepare()
    at.carry_out("shuffle", until="feed_shuffler")
    at.refuse(do.Perform(by=DEALER, step="shuffle", cards=at.shoe()), "PA-3-b-3")


@pytest.mark.clause("PA-3-b-2")
def test_the_backs_of_the_batches_differ() -> None:
    notices = [n.text for n in rules_of(RULEBOOK, shuffler="batch").notices if "3-b-2" in n.clause]
    assert len(notices) == 1
    assert "red backs" in notices[0]
    assert "blue" in notices[0]
    assert not [n for n in rules_of(RULEBOOK).notices if n.clause == "PA-3-b-2"]


@pytest.mark.clause("PA-3-c")
def test_decks_are_played_for_a_day_at_most() -> None:
    at = staffed(RULEBOOK, "ann", automations=STEP_BY_STEP)
    at.begin("opening")
    opened_ms = 7 * HOUR_MS
    at.do(do.Perform(by=FLOOR, step="inspect_reader"))
    at.do(do.Perform(by=DEALER, step="inspect", at_ms=opened_ms))
    at.walk()
    at.carry_out("shuffle")
    at.bet("1 ann main 5")
    at.do(do.Deal(at_ms=opened_ms + 24 * HOUR_MS - 1))
    at.stand_all()
    at.bet("1 ann main 5")
    refused = at.refusal(do.Deal(at_ms=opened_ms + 24 * HOUR_MS))
    assert refused.clause == "PA-3-c"
    at.carry_out("shuffle")
    at.refuse(do.Deal(at_ms=opened_ms + 25 * HOUR_MS), "PA-3-c")
    at.do(do.BeginProcedure(by=FLOOR, name="opening"))
    at.do(do.Perform(by=FLOOR, step="inspect_reader"))
    at.do(do.Perform(by=DEALER, step="inspect", at_ms=opened_ms + 25 * HOUR_MS))
    at.walk()
    at.carry_out("shuffle")
    at.do(do.Deal(at_ms=opened_ms + 25 * HOUR_MS))


@pytest.mark.clause("PA-2-e-1")
@pytest.mark.parametrize("decks", [6, 8])
def test_rack_shoe_and_layout_always_hold_every_card(decks: int) -> None:
    at = loaded("8s 6h 3s Td 7c", "ann", automations=ONLINE, decks=decks)
    for _ in range(5):
        at.deal("1 ann main 5")
        assert sum(cards_in_play(at.state).values()) == 52 * decks
        at.stand_all()
        assert len(at.state.discards) + len(at.state.shoe) - at.state.position == 52 * decks
        assert broken(at.state) == ""


@pytest.mark.clause("PA-7-a-s2", "PA-5-a-s3")
def test_the_machine_may_load_the_shoe_after_the_cut() -> None:
    at = staffed(RULEBOOK, "ann", automations=STEP_BY_STEP, shuffler="batch", auto_load=True)
    at.carry_out("opening")
    at.carry_out("shuffle", until="cut")
    at.refuse(do.Perform(by=DEALER, step="load"), "PA-5-b")
    assert at.due_command().by == "ann"
    assert at.walk() == ["cut", "place_cut_card", "load"]


@pytest.mark.clause("PA-7-a")
def test_every_card_comes_from_the_shoe_and_from_nowhere_else() -> None:
    at = AtTable(open_table(rules_of(RULEBOOK), ONLINE))
    top = parse_cards("2c 8s 2h 8d 3c 4s 5d 9c 7d 6c")
    at.do(do.AssignStaff(name="dan", role="dealer"))
    at.do(do.LoadShoe(cards=top + rest_of_shoe(6, top)))
    at.bet("1 ann main 5")
    before, start = at.state, len(at.events)
    at.deal()
    at.do(do.Report(by="dan", what="face_up_card"))
    at.play("1 split")
    # Nobody at the table puts a card into the shoe, or takes one from elsewhere.
    for cards in (top, full_shoe(6)):
        for is_shuffle in (True, False):
            at.refusal(do.LoadShoe(by="dan", cards=cards, is_shuffle=is_shuffle))
    at.refusal(do.EnterCard(by="dan", card=0))
    for _ in range(2):
        at.play("1 stand")
    taken = 0
    for event in at.events[start:]:
        after = evolve(before, event)
        if isinstance(event, CardDealt | CardBurned | CardDiscarded):
            assert event.card == before.shoe[before.position]
            assert after.position == before.position + 1
            taken += 1
        else:
            assert after.position == before.position
        assert after.shoe == before.shoe
        before = after
    assert taken == at.state.position == len(at.state.discards) >= 8


@pytest.mark.clause("PA-7-a")
def test_a_card_that_has_left_a_physical_shoe_cannot_come_from_it_again() -> None:
    at = AtTable(open_table(rules_of(RULEBOOK), Automations(cards=False)))
    at.do(do.AssignStaff(name="dan", role="dealer"))
    for box in range(1, 5):
        at.bet(f"{box} p{box} main 5")
    at.deal(by="dan")
    six_of_hearts = do.EnterCard(by="dan", card=parse_card("6h"))
    for _ in range(6):
        at.do(six_of_hearts)
    assert "every copy" in at.refusal(six_of_hearts).text
    at.do(do.EnterCard(by="dan", card=parse_card("6d")))
