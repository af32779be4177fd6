"""Scripts in which the staff speaks: tables that are stopped, and what was refused."""

from pathlib import Path

import pytest

from pitboss.round_scripts.format import ScriptError, parse_script
from pitboss.round_scripts.play import Verdict, play_script
from pitboss.store.codec import name_of
from tests.cli.commands import run

DISPUTES = Path(__file__).parents[2] / "examples" / "disputes"


def play(acts: list[str], shoe: str = "Ts 7h 5s 9c 8d", rulebook: str = "house") -> Verdict:
    """Play a round of ann's under a rulebook."""
    lines = [
        f'rulebook = "{rulebook}"',
        f'shoe = "{shoe}"',
        "[[rounds]]",
        'wagers = ["1 ann main 10"]',
        f"acts = {acts!r}",
    ]
    return play_script(parse_script("\n".join(lines)))


STOPPED = (
    "the table is stopped: A card from the shoe fell to the floor: play stops until the floor "
    "manager has ruled"
)


@pytest.mark.parametrize("shoe", ["Ts 7h 5s 9c 8d", "Ts As 5s 9c 8d", "Ts 7h As 9c 8d"])
def test_a_table_that_stays_stopped_is_a_failure(shoe: str) -> None:
    """In play, with insurance open, and with a blackjack that waits."""
    assert play(["dealer dropped_card"], shoe).failures == (STOPPED,)


def test_acts_at_a_stopped_table_are_refused_lines() -> None:
    """With insurance open the first decision would close it: not while the table is stopped."""
    verdict = play(["dealer dropped_card", "1 stand"], "Ts As 5s 9c 8d")
    assert len(verdict.failures) == 2
    assert verdict.failures[0].startswith("'1 stand' was refused by H-method-15")
    assert verdict.failures[1] == STOPPED


def test_a_table_that_goes_on_ends_its_round() -> None:
    acts = ["dealer dropped_card", "! 1 hit @H-method-15", "supervisor resume", "1 stand"]
    verdict = play(acts)
    assert verdict.failures == ()
    ((place, told),) = verdict.refusals
    assert told == f"Refused: 1 hit. {STOPPED[0].upper()}{STOPPED[1:]} [H-method-15]."
    assert 0 < place < len(verdict.events)


def test_the_story_tells_what_was_refused() -> None:
    """Where it happened, with the clause."""
    result = run("replay", str(DISPUTES / "10-an-ace-among-the-two.round.toml"), "--story")
    told = " ".join(result.stdout.split())
    refusal = "Refused: 1 double. Two cards that include an ace may not be doubled [NZ-11.1]."
    assert f"Hand 1.1 to play. {refusal} Refused: 1 double ann=5." in told


def test_staff_lines_take_a_reason_and_a_player() -> None:
    acts = ["supervisor shuffle worn", "! supervisor permit bob", "! dealer shuffle", "1 stand"]
    assert play(acts).failures == ()


@pytest.mark.parametrize("acts", [[], ["dealer dropped_card"]])
@pytest.mark.parametrize(
    "later", ['shoe = "Ts 7h 5s 9c"', "shuffle = true", 'wagers = ["1 bob main 10"]']
)
def test_no_round_follows_one_that_did_not_end(acts: list[str], later: str) -> None:
    """Nothing can be put into the shoe or wagered then; the first failure says why."""
    text = f"""
rulebook = "house"
shoe = "Ts 7h 5s 9c 8d"
[[rounds]]
wagers = ["1 ann main 10"]
acts = {acts}
[[rounds]]
{later}
"""
    (failure,) = play_script(parse_script(text)).failures
    assert failure.startswith("round 1: ")


LATE = "! 2 bob main 10 @NZ-5.5-a"


@pytest.mark.parametrize("acts", [[LATE, "1 stand"], ["1 stand", LATE]])
def test_a_wager_among_the_acts_comes_too_late(acts: list[str]) -> None:
    """Bob has chips, so that it is the time that refuses him; after the round the line holds."""
    assert play(acts, "Ts 9d Kh Tc", "nz").failures == ()


def test_a_wager_among_the_acts_must_say_that_it_is_refused() -> None:
    with pytest.raises(ScriptError, match="there is no act 'bob'"):
        play(["2 bob main 10", "1 stand"], rulebook="nz")


@pytest.mark.parametrize("line", ["shuffler_failed hand 1", "shuffler_failed 1 hand"])
def test_the_words_of_a_report_come_in_any_order(line: str) -> None:
    text = f"""
        rulebook = "nz"
        options = {{ shuffler = "continuous" }}
        shoe = "Ts Ts 9d 5h Kh Tc"
        exact = true
        [[rounds]]
        wagers = ["1 ann main 10", "2 bob main 10"]
        acts = ["supervisor {line}", "2 stand"]
        expect = {{ ann = 0, bob = 10 }}
    """
    assert play_script(parse_script(text)).failures == ()


@pytest.mark.parametrize("what", ["missed_card", "missed_request 1"])
def test_a_play_after_a_misdeal_is_of_the_cards_dealt_again(what: str) -> None:
    verdict = play([f"dealer {what}", "! 1 hit", "1 stand"], "Ts 9d 2h Tc Ts 9d Kh Tc", "tribal")
    assert verdict.failures == ()
    assert verdict.net == {"ann 1 main": 1000}


def test_a_play_after_the_cards_ran_out_is_of_cards_that_were_shuffled() -> None:
    verdict = play(["dealer out_of_cards", "1 stand"], "Ts 9d 2h Tc", "tribal")
    assert verdict.failures == ()
    assert [name_of(event) for event in verdict.events].count("shoe_loaded") == 2
