"""Options of the shipped rulebooks with their types; made by scripts/build_options.py."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from pitboss.money import Amount

Prizes = Mapping[str, Sequence[Sequence[float]]]
"""Pairs of a prize and its weight, for each stake."""


class Options(TypedDict, total=False):
    """The options of any game, for type checkers; each rulebook has some.

    Type checkers find a misspelt option and a value that no rulebook allows.

    >>> import pitboss
    >>> chosen: pitboss.Options = {"decks": 8, "super_sevens": True}
    >>> pitboss.rules("nz", **chosen).table.decks
    8
    """

    # fmt: off
    aces_and_doubling: Literal["any_ace", "pair_of_aces"]
    additional_amount: Literal["fixed", "range"]
    additional_min: Amount
    additional_wager: Literal["none", "over_under_13", "same_suit", "sevens"]
    ante: Amount
    ante_waived_from: Amount | Literal["off"]
    any_pair: Literal["off", "scale_1", "scale_2"]
    any_pair_max: Amount
    any_pair_min: Amount
    auto_load: bool
    back_1: Literal["blue", "red", "green", "black", "purple"]
    back_2: Literal["blue", "red", "green", "black", "purple", "none"]
    base_rules: Literal["standard"]
    bettors_per_box: int
    blackjack_pays: Literal["3:2", "6:5", "7:5", "1:1", "2:1"]
    blackjack_plus_pays: str
    blackjack_policy: Literal["three_to_two_or_push", "tie_pays_even_money",
        "guaranteed_even_money"]
    bonus: bool
    bonus_prizes: Prizes
    bonus_stake: Literal["removed", "returned"]
    box_max: Amount | Literal["off"]
    boxes: int
    boxes_per_player: int
    burn: bool | Literal["per_round", "per_shoe"]
    bust_at_22: Literal["lost", "returned"]
    bust_collects: Literal["hand", "box"]
    card_reader: Literal["none", "private", "exposing"]
    card_source: Literal["fresh", "pre_checked", "pre_shuffled"]
    cards_secured: bool
    chip_unit: Amount
    controller_tables: int
    cut_card_colour: Literal["yellow", "white", "green", "black"]
    cutting_cards: int
    das: bool
    dead_hand_sides: Literal["push_22_stays", "all_void"]
    dealer_blackjack_takes: Literal["original_only", "live_original", "busted_plus_one", "all",
        "all_but_doubles"]
    dealer_second_card: Literal["if_needed", "always"]
    decks: int
    double_amounts: Literal["equal", "for_less"]
    double_on: Literal["any_two", "9_to_11", "10_to_11"]
    double_totals: Literal["hard_only", "ace_low_too"]
    dsa: bool
    entrant: Literal["by_box", "by_player"]
    equipment: Literal["complete"]
    even_money: bool
    failed_button: Literal["flat", "per_dollar"]
    five_card_21: bool
    five_card_21_length: Literal["exactly_five", "five_or_more"]
    full_patronage: bool
    h17: bool
    hole_card: bool
    hole_check: Literal["ace", "ace_and_ten", "none"]
    hsa: bool
    insurance_of_busts: Literal["by_dealer_hand", "lost"]
    last_round: Literal["current", "one_more"]
    limited_wagers: Literal["each", "together"]
    madness_21: bool
    madness_21_max: Amount
    madness_21_min: Amount
    madness_pays: Literal["to_1", "for_1"]
    madness_prizes: Prizes
    match_dealer_max: Amount
    match_dealer_min: Amount
    match_play: bool
    max_bet: Amount
    max_hands: int
    meter: Amount
    meter_reset: Amount
    mid_shoe_entry: Literal["open", "barred"]
    mid_shoe_limit: Literal["off", "minimum"]
    min_bet: Amount
    min_increment: Amount | Literal["off"]
    misdealt_side_wagers: Literal["stays", "again"]
    multiple_action: bool
    multiple_action_min: int
    multiple_hands: bool
    notice_minutes: int
    over_13_max: Amount
    over_13_min: Amount
    over_and_under: Literal["either", "both"]
    payout_notice: Literal["layout", "sign"]
    payout_rounding: Literal["up", "down", "refused"]
    peek: Literal["ace_and_ten", "ace", "none"]
    perfect_pairs: Literal["off", "scale_1", "scale_2", "scale_3"]
    perfect_pairs_elsewhere: Literal["none", "scale_1", "scale_2", "scale_3"]
    perfect_pairs_max: Amount
    perfect_pairs_min: Amount
    pitch: bool
    player_cards: Literal["face_down", "face_up"]
    player_inspection: Literal["offered", "skipped"]
    player_max: Amount | Literal["off"]
    pre_shuffled_mix: Literal["both", "chemmy", "riffle"]
    preshuffled: bool
    prize_approval: Literal["on_file", "missing"]
    prize_equipment: Literal["installed", "missing"]
    progression: float
    progressive: bool
    progressive_after_split: Literal["next_card", "none"]
    push_22: Literal["off", "a", "b"]
    push_22_max: Amount
    push_22_min: Amount
    rebuilt_round: Literal["everything", "hands"]
    recut_by: Literal["last_cutter", "next_entitled"]
    red_suits_side: Literal["left", "right"]
    resplit_aces: bool
    results_of_void_round: Literal["reversed", "stays"]
    rsa: bool
    same_suit_max: Amount
    same_suit_option: int
    second_cut_card_tolerance: int
    settlement_order: Literal["collect_then_pay", "per_player"]
    sevens_after_split: Literal["next_card", "none"]
    sevens_max: Amount
    shoe: Literal["single", "double"]
    shuffler: Literal["none", "two_batch", "automatic", "continuous", "batch", "manual"]
    shuffler_approved: bool
    single_seven: Literal["first_card", "any_of_three"]
    six_deck_same_suit: Literal["as_printed", "three_to_one"]
    split_21_beats_dealer_21: bool
    split_aces: Literal["play_on", "one_card", "one_card_resplit"]
    split_match: Literal["rank", "value"]
    streak: bool
    streak_2_pays: str
    streak_3_pays: str
    streak_4_pays: str
    streak_5_pays: str
    streak_majority: Literal["without_pushes", "with_pushes"]
    streak_max: Amount
    streak_min: Amount
    streaks_of_dead_hands: Literal["returned", "stays"]
    super_sevens: bool
    super_sevens_max: Amount
    super_sevens_min: Amount
    surrender: bool | Literal["late_two_cards", "split_hands_only", "any_cards", "none", "late",
        "early", "early_against_ten"]
    surrender_against_ace: bool
    surrender_notice: Literal["layout", "sign"]
    surrendered_to_blackjack: Literal["half", "all"]
    under_13_max: Amount
    under_13_min: Amount
    unlike_tens: bool
    variant: Literal["standard", "antes_up", "blackjack_plus"]
    void_side_wagers: Literal["stays", "reversed"]
    void_super_sevens: Literal["reversed", "stays"]
    whole_dollars: bool
    writing_consent: bool
