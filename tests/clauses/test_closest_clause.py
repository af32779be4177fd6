"""The clause that fits most closely is named first, in refusals and where a blackjack takes."""

import pytest

from tests.clauses.rounds import play, round_text

MAIN = ("1 ann main 10",)
TWO = ("1 ann main 10", "1 bob main 10")
ANTES = 'variant = "antes_up"\nante = 0.5'

REFUSED = [
    # Insurance after the first play: its deadline, before what it is for.
    ("tribal", "T-i-2-s3", "Ts Ad 6h 8c 2c", MAIN, ["1 hit", "! 1 insure ann=5"], ""),
    ("nz", "NZ-9.2-s2", "Ts Ad 6h 2c 9c", MAIN, ["1 hit", "! 1 insure ann=5"], ""),
    ("pa_free_bet", "PA-8-b-s3", "Ts Ad 6h 8c 2c", MAIN, ["1 hit", "! 1 insure ann=5"], ""),
    ("house", "H-method-29", "Ts Ad 6h 8c 2c", MAIN, ["1 hit", "! 1 insure ann=5"], ""),
    # Under half of the wager, but not in chips; over half.
    ("nz", "NZ-9.3-b", "Ts Ad 6h 8c", ["1 ann main 5"], ["! 1 insure ann=2.50"], "chip_unit = 1"),
    ("nz", "NZ-9.3-a", "Ts Ad 6h 8c", ["1 ann main 5"], ["! 1 insure ann=3"], "chip_unit = 1"),
    # A doubled hand has its one card.
    ("tribal", "T-l-1-ii", "5s Ts 9d 2h 9h 9c 2c", ("1 ann main 10", "2 bob main 10"),
     ["1 double", "! 1.1 hit"], ""),
    ("nz", "NZ-13.1-b", "5s Ts 9d 2h 9h 2c", ("1 ann main 10", "2 bob main 10"),
     ["1 double", "! 1.1 hit"], ""),
    ("pa_free_bet", "PA-7-j-2", "5s Ts 9d 2h 9h 9c 2c", ("1 ann main 10", "2 bob main 10"),
     ["1 double", "! 1.1 hit"], ""),
    # Followers draw as the seated player does, and add nothing alone.
    ("nz", "NZ-14.3-e", "6s 9d 5h", TWO, ["! 1 double by bob"], ""),
    ("nz", "NZ-14.3-e", "8s 9d 8h", TWO, ["! 1 split by bob"], ""),
    ("nz", "NZ-14.3-e", "6s 9d 5h", TWO, ["! 1 double ann=0 bob=10"], ""),
    ("nz", "NZ-14.3-a", "6s 9d 5h", TWO, ["! 1 hit by bob"], ""),
    # A ten pair is split for chips, any other free.
    ("pa_free_bet", "PA-10-b-1", "Ks 9d Th 9c", MAIN, ["! 1 split ann=free"], ""),
    ("pa_free_bet", "PA-10-b-2", "8s 9d 8h 9c", MAIN, ["! 1 split ann=10"], ""),
    # A split hand is not surrendered; one that has drawn comes too late.
    ("tribal", "T-k-3", "8s 9d 8h Tc Kd", MAIN, ["1 split", "! 1 surrender"], "surrender = true"),
    ("tribal", "T-h-1-s2", "2s 9d 8h Tc 2d", MAIN, ["1 hit", "! 1 surrender"], "surrender = true"),
    # A double in multiple action adds to every wager.
    ("tribal", "T-q-3-s2", "6s 9d 5h", ["1 ann main 10/10/10"], ["! 1 double ann=10/0/10"],
     "multiple_action = true"),
    # Wagers after the first card: placed, and taken back.
    ("nz", "NZ-5.5-a", "Ts 9d Kh", MAIN, ["! 2 bob main 10"], ""),
    ("nz", "NZ-15B.3", "Ts 9d Kh", MAIN, ["! 1 ann perfect_pairs 1"], 'perfect_pairs = "scale_1"'),
    ("nz", "NZ-15C.4", "Ts 9d Kh", MAIN, ["! 1 ann any_pair 1"], 'any_pair = "scale_1"'),
    ("tribal", "T-r-2", "Ts 9d Kh 9c", MAIN, ["! 1 ann progressive 1"], "progressive = true"),
    ("tribal", "T-s-2", "Ts 9d Kh 9c", MAIN, ["! 1 ann bonus 1"], "bonus = true"),
    ("tribal", "T-t-11-i", "Ts 9d Kh 9c", MAIN, ["! 1 ann streak_2 1"], "streak = true"),
    ("house", "H-method-17", "Ts 9d Kh 9c", MAIN, ["! 1 ann over_13 1"], ""),
    ("nz", "NZ-5.5-b", "Ts 9d Kh", MAIN, ["! ann withdraw_wager box=1 wager=main"], ""),
    ("pa_free_bet", "PA-6-c-s2", "Ts 9d Kh 9c", MAIN,
     ["! ann withdraw_wager box=1 wager=main"], ""),
    # What the table has keeps another wager from it.
    ("nz", "NZ-15B.1", "Ts 9d Kh", [*MAIN, "! 1 ann any_pair 1 @NZ-15C.2"], [],
     'perfect_pairs = "scale_1"'),
    ("nz", "NZ-15C.1", "Ts 9d Kh", [*MAIN, "! 1 ann any_pair 1"], [], ""),
    ("tribal", "T-p-1-s2", "Ts 9d Kh 9c", [*MAIN, "! 1 ann sevens 1"], [], "progressive = true"),
    ("tribal", "T-s-12", "Ts 9d Kh 9c", [*MAIN, "! 1 ann bonus 1"], [], "streak = true"),
    # Another amount than the sign's, and another player's box.
    ("nz", "NZ-18.3", "Ts 9d Kh", [*MAIN, "! 1 ann ante 1", "1 ann ante 0.50"], [], ANTES),
    ("house", "H-rules-20", "Ts Ts 9d 9h 9h 9c",
     [*MAIN, "2 bob main 10", "! 1 bob over_13 1"], [], ""),
]  # fmt: skip


@pytest.mark.parametrize("rulebook, clause, shoe, wagers, acts, options", REFUSED)
def test_a_refusal_names_the_closest_clause_first(
    rulebook: str, clause: str, shoe: str, wagers: list[str], acts: list[str], options: str
) -> None:
    verdict = play(round_text(rulebook, shoe, wagers, acts, options=options, exact=False))
    assert not [failure for failure in verdict.failures if "was refused by" in failure]
    ((_, told),) = verdict.refusals
    assert told.endswith(f" [{clause}].")


TAKEN = [
    # A double; a split; a 21 that is none of these; a total below it.
    ("nz", "NZ-11.5", "6s Td 5h 9c Ac", MAIN, ["1 double"], ""),
    ("nz", "NZ-12.6", "8s Td 8h Kc Kd Ac", MAIN, ["1 split", "1 stand", "1 stand"], ""),
    ("nz", "NZ-12.6", "8s Td 8h 3c 9c Kd Ac", MAIN, ["1 split", "1 double", "1 stand"], ""),
    ("nz", "NZ-5.1-d", "7s Td 7h 7c Ac", MAIN, ["1 hit"], ""),
    ("nz", "NZ-5.1-g", "Ts Td 9h Ac", MAIN, ["1 stand"], ""),
    ("tribal", "T-j-2", "6s Td 5h Ac 9c", MAIN, ["1 double"], ""),
    ("tribal", "T-k-4", "8s Td 8h Ac Kc Kd", MAIN, ["1 split", "1 stand", "1 stand"], ""),
    ("tribal", "T-c-2-s2", "7s Td 7h Ac 7c", MAIN, ["1 hit"], ""),
    ("tribal", "T-c-5", "Ts Td 9h Ac", MAIN, ["1 stand"], ""),
    ("tribal", "T-j-2", "6s Td 5h 9c Ac 9d 9h", ["1 ann main 10/10/10"], ["1 double"],
     "multiple_action = true"),
]  # fmt: skip


@pytest.mark.parametrize("rulebook, clause, shoe, wagers, acts, options", TAKEN)
def test_a_late_blackjack_takes_by_the_clause_of_the_hand(
    rulebook: str, clause: str, shoe: str, wagers: list[str], acts: list[str], options: str
) -> None:
    verdict = play(round_text(rulebook, shoe, wagers, acts, options=options))
    assert verdict.failures == ()
    lost = next(told for told in verdict.story() if " loses " in told)
    assert lost.endswith(f" [{clause}].")


@pytest.mark.clause("NZ-5.8-a", "NZ-5.8-b", "NZ-5.8-s2")
def test_who_is_held_to_the_minimum_hears_why() -> None:
    verdict = play("""\
title = "Held to the minimum"
rulebook = "nz"
[options]
mid_shoe_limit = "minimum"
[[rounds]]
shoe = "Ts Th 8d 9h 7h 9c"
wagers = ["1 ann main 10", "2 bob main 10"]
acts = ["1 stand", "2 stand"]
[[rounds]]
shoe = "Ts 8d 9h 9c"
wagers = ["1 ann main 10", "! 2 cal main 10 @NZ-5.8-a", "! 2 cal main 10 @NZ-5.8-b"]
acts = ["1 stand"]
[[rounds]]
shoe = "Ts 8d 9h 9c"
wagers = ["1 ann main 10", "! 2 bob main 10 @NZ-5.8-a", "! 2 bob main 10 @NZ-5.8-b"]
acts = ["1 stand"]
""")
    cited = [failure.rpartition(" by ")[2] for failure in verdict.failures]
    assert cited == ["NZ-5.8-s2, NZ-5.8, NZ-5.8-a", "NZ-5.8-s2, NZ-5.8, NZ-5.8-b"]


UNINSURED = [
    ("tribal", "T-i-4", "Ts Ad 9h 9c"),
    ("nz", "NZ-9.5", "Ts Ad 9h 9c"),
    ("pa_free_bet", "PA-8-d", "Ts Ad 9h 9c"),
    ("house", "H-wagers-15", "Ts Ad 9h 9c"),
    ("double_deck", "DD-28", "Ts Ad 9h 9c"),
]


@pytest.mark.clause("T-i-4", "NZ-9.5", "PA-8-d", "H-wagers-15", "DD-28")
@pytest.mark.parametrize("rulebook, clause, shoe", UNINSURED)
def test_insurance_that_is_lost_names_the_clause_that_takes_it(
    rulebook: str, clause: str, shoe: str
) -> None:
    verdict = play(round_text(rulebook, shoe, MAIN, ["1 insure ann=5", "1 stand"]))
    lost = next(told for told in verdict.story() if "loses 5.00 on insurance" in told.lower())
    assert lost.endswith(f" [{clause}].")


@pytest.mark.clause("T-h-1")
def test_a_surrender_names_what_it_takes() -> None:
    acts, options = ["1 surrender"], "surrender = true"
    verdict = play(round_text("tribal", "Ts 9d 6h Tc", MAIN, acts, options=options))
    assert next(told for told in verdict.story() if "loses 5.00" in told).endswith(" [T-h-1].")
