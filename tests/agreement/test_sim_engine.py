"""Every rulebook and variant: the kernel settles each round as the engine does."""

from collections.abc import Callable

import numpy as np
import pytest

from pitboss.errors import SimulationError
from pitboss.rulebook.catalog import choose, gallery, load_rulebook
from pitboss.rulebook.rules import Rules
from pitboss.sim.counting import Betting, load_count, parse_plays, parse_ramp
from pitboss.sim.experiment import Experiment
from pitboss.sim.players import Player, basic_chart
from pitboss.sim.targets.cpu import play_order
from tests.agreement.sim_engine import (
    ROUNDS_MAX,
    AnyActs,
    EngineTable,
    any_acts_by_total,
    shoes,
)

VARIANTS: tuple[tuple[str, dict[str, object], int], ...] = (
    ("tribal", {}, 1),
    ("tribal", {"max_hands": 4, "resplit_aces": True, "boxes_per_player": 7}, 3),
    ("tribal", {"surrender": True, "five_card_21": True, "even_money": True}, 1),
    ("tribal", {"card_reader": "private", "max_hands": 3, "decks": 2}, 1),
    ("tribal", {"dealer_blackjack_takes": "live_original", "max_hands": 4}, 1),
    ("tribal", {"dealer_blackjack_takes": "busted_plus_one", "max_hands": 4}, 1),
    ("tribal", {"split_21_beats_dealer_21": False, "boxes_per_player": 7, "decks": 8}, 7),
    ("tribal", {"multiple_action": True, "multiple_action_min": 3, "max_hands": 4}, 1),
    ("tribal", {"multiple_action": True, "multiple_action_min": 3, "boxes_per_player": 7}, 2),
    ("nz", {}, 1),
    ("nz", {"boxes_per_player": 9, "dealer_second_card": "always"}, 4),
    ("nz", {"variant": "blackjack_plus", "burn": True}, 1),
    ("nz", {"variant": "blackjack_plus", "decks": 4, "boxes_per_player": 9}, 2),
    ("nz", {"dealer_blackjack_takes": "busted_plus_one"}, 1),
    ("nz", {"dealer_blackjack_takes": "original_only"}, 1),
    ("pa_free_bet", {}, 1),
    ("pa_free_bet", {"even_money": True, "decks": 8, "boxes_per_player": 6}, 3),
    ("pa_free_bet", {"split_aces": "one_card"}, 1),
    ("pa_free_bet", {"split_aces": "one_card_resplit"}, 1),
    ("house", {}, 1),
    ("house", {"blackjack_policy": "tie_pays_even_money", "hole_check": "none"}, 2),
    ("house", {"blackjack_policy": "guaranteed_even_money", "surrender": "any_cards"}, 1),
    ("house", {"dealer_blackjack_takes": "original_only", "hole_check": "none"}, 1),
    ("house", {"surrender": "split_hands_only", "hole_check": "ace_and_ten"}, 1),
    ("house", {"burn": "per_shoe", "last_round": "one_more", "surrender": "none"}, 3),
    ("double_deck", {}, 1),
    ("double_deck", {"double_totals": "ace_low_too", "hole_check": "none"}, 2),
    ("double_deck", {"dealer_blackjack_takes": "original_only", "hole_check": "none"}, 1),
    ("double_deck", {"split_match": "value", "double_amounts": "for_less"}, 1),
    ("standard", {"surrender": "early", "das": False}, 2),
    ("standard", {"surrender": "late", "hole_card": False, "rsa": True}, 1),
    ("standard", {"surrender": "early_against_ten", "surrender_against_ace": False}, 1),
)
"""Rulebook, options, boxes."""

SHOES: tuple[tuple[str, dict[str, object], int], ...] = (
    ("tribal", {"shoe": "double", "max_hands": 4}, 1),
    ("tribal", {"shoe": "double", "decks": 2, "boxes_per_player": 7, "red_suits_side": "right"}, 2),
    ("tribal", {"shoe": "double", "decks": 4, "boxes_per_player": 7, "surrender": True}, 5),
    ("tribal", {"shoe": "double", "multiple_action": True, "multiple_action_min": 3}, 1),
    ("tribal", {"shuffler": "two_batch", "decks": 4}, 1),
    ("pa_free_bet", {"shuffler": "batch"}, 1),
    ("pa_free_bet", {"shuffler": "continuous"}, 1),
    ("nz", {"shuffler": "automatic"}, 1),
    ("nz", {"shuffler": "continuous", "boxes_per_player": 9}, 2),
)
"""The same, for other shoes than a single one that is shuffled at its cutting card."""

SOME = (VARIANTS + SHOES)[::2]
"""Those of every change; `make test-long` plays all."""


SIDES: tuple[tuple[str, dict[str, object], int, tuple[str, ...]], ...] = (
    ("tribal", {"additional_wager": "sevens", "max_hands": 4}, 1, ("sevens",)),
    ("tribal", {"additional_wager": "same_suit", "boxes_per_player": 7}, 3, ("same_suit",)),
    ("tribal", {"additional_wager": "over_under_13"}, 1, ("under_13",)),
    ("tribal", {"progressive": True, "boxes_per_player": 7, "decks": 1}, 2, ("progressive",)),
    ("tribal", {"streak": True, "max_hands": 4}, 1, tuple(f"streak_{n}" for n in (2, 3, 4, 5))),
    ("tribal", {"streak": True, "dealer_blackjack_takes": "busted_plus_one"}, 1, ("streak_2",)),
    ("tribal", {"streak": True, "streak_majority": "with_pushes", "max_hands": 4}, 1,
     ("streak_2", "streak_3")),
    ("tribal", {"bonus": True, "bonus_stake": "returned", "bonus_prizes": "1: 15x1"}, 1,
     ("bonus",)),
    ("nz", {"super_sevens": True, "perfect_pairs": "scale_1"}, 1,
     ("super_sevens", "perfect_pairs")),
    ("nz", {"any_pair": "scale_2", "madness_21": True, "madness_prizes": "1: 25x1"}, 1,
     ("any_pair", "madness_21")),
    ("tribal", {"shoe": "double", "streak": True, "progressive": True}, 1,
     ("streak_2", "streak_3", "progressive")),
    ("tribal", {"shoe": "double", "decks": 2, "additional_wager": "same_suit",
                "boxes_per_player": 7}, 3, ("same_suit",)),
    ("pa_free_bet", {"push_22": "a"}, 1, ("push_22",)),
    ("pa_free_bet", {"push_22": "b", "boxes_per_player": 6}, 2, ("push_22",)),
    ("house", {}, 1, ("match_dealer", "over_13")),
    ("house", {"hole_check": "none"}, 3, ("under_13", "match_dealer")),
)  # fmt: skip
"""Rulebook, options, boxes, side wagers."""


COUNTED: tuple[tuple[str, dict[str, object], int, str], ...] = (
    ("tribal", {"max_hands": 4, "boxes_per_player": 7}, 2, "hi_lo"),
    ("nz", {"boxes_per_player": 9}, 3, "ko"),
    ("house", {}, 1, "omega_ii"),
    ("double_deck", {}, 1, "zen"),
    ("tribal", {"shoe": "double", "max_hands": 4, "boxes_per_player": 7}, 2, "hi_lo"),
    ("tribal", {"shoe": "double", "decks": 2}, 1, "ko"),
)
"""Rulebook, options, boxes, count."""

RAMP = "-12:0 -2:1 0:2 1:3 3:7"
"""Bets that change with the count, and none at low ones."""

PLAYS = "\n".join(
    ["[plays]"]
    + [
        f'"{total} {up}" = "hit {up % 3} else stand"'
        for total in range(9, 18)
        for up in range(2, 9)
    ]
    + [f'"s{total} T" = "stand {total % 5 - 2} else hit"' for total in range(13, 20)]
    + [f'"{pair}{pair} {up}" = "split 1 else stand"' for pair in "23789T" for up in "37T"]
)
"""Plays that change with the count, as many as may be."""


GALLERY = ("macau", "spanish_21_redouble", "super_fun_21")
"""Games that have between them every value that others of the gallery have."""
LONG = 20_000
"""Rounds of each game where there is time: more than a million over all of them."""


def compare(
    rulebook: str,
    options: dict[str, object],
    boxes: int,
    wagers: tuple[str, ...] = (),
    *,
    player: Callable[[int], Player] = AnyActs,
    betting: Betting | None = None,
    rounds: int,
    players: int,
    is_compiled: bool,
) -> int:
    """Play so many rounds of a rulebook both ways; how many there were."""
    rules = choose(load_rulebook(rulebook), options)
    return compare_rules(
        rules, boxes, wagers, player=player, betting=betting, rounds=rounds, players=players,
        is_compiled=is_compiled,
    )  # fmt: skip


def compare_rules(
    rules: Rules,
    boxes: int,
    wagers: tuple[str, ...],
    *,
    player: Callable[[int], Player] = AnyActs,
    betting: Betting | None = None,
    rounds: int,
    players: int,
    is_compiled: bool,
) -> int:
    """Play so many rounds both ways; how many there were."""
    done = 0
    for seed in range(players):
        experiment = Experiment(rules, player(seed), boxes=boxes, wagers=wagers, betting=betting)
        table = EngineTable(experiment)
        grain = experiment.compiled.grain
        wanted = rounds * (seed + 1) // players
        for cards in shoes(experiment, seed):
            if wagers:
                # Streaks and the meter begin again with each shoe that the kernel is given.
                table = EngineTable(experiment)
            expected = list(table.play_shoe(cards))
            with np.errstate(over="ignore"):
                record = play_order(experiment, cards, rounds=ROUNDS_MAX, is_compiled=is_compiled)
            simulated = [(a * grain, b * grain, *rest) for a, b, *rest in record.tolist()]
            assert simulated == expected, f"player {seed}, cards {cards}"
            done += len(simulated)
            if done >= wanted:
                break
    return done


@pytest.mark.parametrize("rulebook, options, boxes", SOME, ids=range(len(SOME)))
def test_kernel_and_engine_settle_alike(
    rulebook: str, options: dict[str, object], boxes: int
) -> None:
    played = compare(
        rulebook, options, boxes, player=any_acts_by_total, rounds=160, players=1,
        is_compiled=False,
    )  # fmt: skip
    assert played >= 160


@pytest.mark.parametrize("rulebook", GALLERY)
def test_the_gallery_settles_alike(rulebook: str) -> None:
    assert compare(
        rulebook, {}, 1, player=any_acts_by_total, rounds=60, players=1, is_compiled=False
    )


@pytest.mark.long
@pytest.mark.parametrize("rulebook", gallery())
def test_the_gallery_settles_alike_for_long(rulebook: str) -> None:
    assert compare(rulebook, {}, 2, rounds=LONG, players=4, is_compiled=True)


@pytest.mark.parametrize("rulebook, options, boxes, wagers", SIDES, ids=range(len(SIDES)))
def test_side_wagers_settle_alike(
    rulebook: str, options: dict[str, object], boxes: int, wagers: tuple[str, ...]
) -> None:
    assert compare(
        rulebook, options, boxes, wagers, player=any_acts_by_total, rounds=300, players=1,
        is_compiled=False,
    )  # fmt: skip


@pytest.mark.parametrize("rulebook, options, boxes, count", COUNTED)
def test_plays_by_the_count_at_the_decision_are_alike(
    rulebook: str, options: dict[str, object], boxes: int, count: str
) -> None:
    betting = Betting(load_count(count), parse_ramp(RAMP), parse_plays(PLAYS)[0])
    assert compare(
        rulebook, options, boxes, player=lambda _seed: basic_chart(), betting=betting,
        rounds=150, players=1, is_compiled=False,
    )  # fmt: skip


EARLY = "\n".join(
    ["[plays]"]
    + [
        f'"{total} {up}" = "surrender {total % 3 - 1} else hit"'
        for total in range(5, 18)
        for up in "AT"
    ]
)
"""Hands that are given up before the dealer looks, by the count."""


def test_early_surrender_by_the_count_is_alike() -> None:
    plays = parse_plays(EARLY)[0]
    betting = Betting(load_count("hi_lo"), parse_ramp(RAMP), plays)
    options = {"decks": 1, "surrender": "early"}
    assert compare(
        "standard", options, 1, player=lambda _seed: basic_chart(), betting=betting,
        rounds=400, players=1, is_compiled=False,
    )  # fmt: skip
    rules = choose(load_rulebook("standard"), options)
    several = Experiment(rules, basic_chart(), boxes=2, betting=betting)
    with pytest.raises(SimulationError, match="is simulated for one box"):
        assert several.spec


@pytest.mark.long
@pytest.mark.parametrize("rulebook, options, boxes, wagers", SIDES, ids=range(len(SIDES)))
def test_side_wagers_settle_alike_for_long(
    rulebook: str, options: dict[str, object], boxes: int, wagers: tuple[str, ...]
) -> None:
    assert compare(rulebook, options, boxes, wagers, rounds=LONG, players=4, is_compiled=True)


@pytest.mark.long
@pytest.mark.parametrize(
    "rulebook, options, boxes", VARIANTS + SHOES, ids=range(len(VARIANTS + SHOES))
)
def test_kernel_and_engine_settle_alike_for_long(
    rulebook: str, options: dict[str, object], boxes: int
) -> None:
    assert compare(rulebook, options, boxes, rounds=LONG, players=4, is_compiled=True) >= LONG
