"""The values that a rulebook fixes of the shoe: shuffling, cutting, burning."""

from typing import Annotated, Literal

from msgspec import Meta

from pitboss.rulebook.file.value_notes import Positive, Section, says


class Shoe(Section, frozen=True):
    """Cards before they are dealt."""

    compartments: Annotated[Literal["single", "double"], says("One shoe or a double shoe.")]
    parts: Annotated[
        int, Positive, says("Equal parts that the decks make; a round is dealt from one of them.")
    ]
    red_suits_side: Annotated[
        Literal["left", "right"], says("The side of a double shoe that hearts and diamonds name.")
    ]
    shuffler: Annotated[
        Literal["none", "batches", "continuous"],
        says("By hand or machine from one set; two sets that alternate; or without end."),
    ]
    cutting_cards: Annotated[int, Meta(ge=0), says("Cutting cards in use.")]
    cut_from_end: Annotated[int, Meta(ge=0), says("Fewest cards on either side of a cut.")]
    behind_min: Annotated[float, says("Smallest share of the stack behind the cutting card.")]
    behind_max: Annotated[float, says("Largest share of the stack behind the cutting card.")]
    behind_tolerance: Annotated[
        int, Meta(ge=0), says("Cards by which the cutting card may lie off those shares.")
    ]
    burn: Annotated[Literal["none", "per_shoe", "per_round"], says("When a card is burned.")]
    burn_by_new_dealer: Annotated[bool, says("Whether each new dealer burns a card.")]
    burn_shown: Annotated[bool, says("Whether a burned card is shown on request.")]
    cut_card_first: Annotated[
        Literal["play", "shuffle"],
        says("A cutting card met before the first card: play this round last, or shuffle first."),
    ]
    rounds_after_cut_card: Annotated[
        Literal["current", "one_more"], says("The last round of the shoe.")
    ]
    runs_out: Annotated[
        Literal["misdeal", "shuffle_discards"], says("What happens when the cards run out.")
    ]
    cut_offered: Annotated[
        Literal["clockwise", "counterclockwise"], says("How the cut goes on when refused.")
    ]
    recut_by: Annotated[Literal["last_cutter", "next_entitled"], says("Who makes a recut.")]
    recut_until: Annotated[
        Literal["never", "load", "first_card"], says("Until when a supervisor may order a recut.")
    ]
    cutter_after_order: Annotated[
        Literal["left", "right"],
        says("Who cuts after a shuffle that the house ordered: the player at that end."),
    ]
    cutter_after_dealer: Annotated[
        Literal["left", "right"],
        says("Who cuts when the cutting card came out on the dealer's hand, likewise."),
    ]
    cutter_after_player: Annotated[
        Literal["box", "left", "right"],
        says("Who cuts when it came out on a player's hand: that player, or the one at that end."),
    ]
    cut_fallback: Annotated[Literal["dealer", "staff"], says("Who cuts where no player does.")]
    left_empty: Annotated[
        Literal["play_on", "idle", "ask"],
        says(
            "When nobody is left at the table: nothing, the procedure of an idle table begins, or "
            "the floor decides on that before the next round."
        ),
    ]
    refill_burn: Annotated[
        bool, says("Whether a card is burned when the discards are shuffled in a round.")
    ]
    life_hours: Annotated[int, Meta(ge=0), says("Hours that decks may be in use; 0: no limit.")]
    preshuffled: Annotated[bool, says("Whether cards arrive inspected and shuffled.")]
