"""Programs rely on the codes of refusals: none goes away, and none changes its name."""

from pitboss.rulebook.refusals import Code

RELEASED = """
    unknown not_yours wrong_time betting_closed out_of_turn hand_finished not_offered excluded
    barred box_taken too_many_boxes too_many_bettors no_main_wager already_placed stake_not_chips
    stake_too_small stake_too_large stake_not_offered not_allowed must_draw not_enough_chips
    prize_not_offered shoe_empty shuffle_due step_not_due paused
"""


def test_no_code_goes_away() -> None:
    assert set(RELEASED.split()) - set(Code) == set()
