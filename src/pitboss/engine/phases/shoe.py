"""The shoe: loading it, the cutting card, burned cards, and when a shuffle is due."""

from pitboss.cards import full_shoe
from pitboss.engine.commands import AskBurn, LoadShoe, OrderShuffle
from pitboss.engine.draft import Draft
from pitboss.engine.event import DEALER
from pitboss.engine.events import ShoeLoaded
from pitboss.engine.floor_events import BurnShown, DeterminantDrawn, ShuffleOrdered
from pitboss.engine.state import BETTING, TableState
from pitboss.rulebook.dealing import side_named
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.shuffle import cut

MS_PER_HOUR = 3_600_000


def order_shuffle(draft: Draft, command: OrderShuffle) -> Rejection | None:
    """Have the cards shuffled after this round (T-e-8-s2, NZ-7.1-d, PA-5-f)."""
    clause = draft.rules.clause("shoe.cutter_after_order")
    draft.add(ShuffleOrdered(command.by, command.reason or "house", clause))
    return None


def ask_burn(draft: Draft, command: AskBurn) -> Rejection | None:
    """Show the burned card to a player who asks (T-f-3-s3, NZ-8.1-s2)."""
    rules, burned = draft.rules, draft.state.prep.burned
    if command.by not in draft.state.chips:
        return rules.refuse(Code.NOT_YOURS, "shoe.burn_shown", "a player asks for it")
    if not rules.shoe.burn_shown:
        return rules.refuse(Code.NOT_ALLOWED, "shoe.burn_shown", "a burned card is not shown")
    if burned == -1:
        return rules.refuse(Code.UNKNOWN, "shoe.burn", "no card has been burned")
    draft.add(BurnShown(burned, command.by, rules.clause("shoe.burn_shown")))
    return None


def shuffle_refused(state: TableState) -> Rejection | None:
    """Why a round may not be dealt before the cards are shuffled."""
    prep, rules = state.prep, state.rules
    if prep.last_round >= 0 and state.round >= prep.last_round:
        text = f"the cards are shuffled first: {prep.reason}"
        also = rules.clauses("shoe.rounds_after_cut_card")
        return Rejection(Code.SHUFFLE_DUE, text, prep.clause or also[0], also)
    return None


def sides_refused(state: TableState) -> Rejection | None:
    """A double shoe is dealt from once both of its sides hold cards (T-b-3)."""
    if has_determinant(state) and state.prep.other is None:
        text = "both sides of the double shoe are loaded before the first round"
        return state.rules.refuse(Code.SHUFFLE_DUE, "shoe.compartments", text)
    return None


def life_refused(state: TableState, at_ms: int) -> Rejection | None:
    """Why cards that have been in use too long may not be dealt (PA-3-c)."""
    hours, rules = state.rules.shoe.life_hours, state.rules
    opened = state.prep.opened_ms
    if hours and opened and at_ms - opened >= hours * MS_PER_HOUR:
        text = f"the decks have been in use for {hours} hours and must be replaced"
        return rules.refuse(Code.SHUFFLE_DUE, "shoe.life_hours", text, limit=hours)
    return None


def burn_due(state: TableState) -> str:
    """The value behind a burn that is due before the next card; empty where none is."""
    shoe = state.rules.shoe
    if not state.automations.burn or shoe.compartments == "double":
        return ""
    if shoe.burn == "per_round" or (shoe.burn == "per_shoe" and not state.prep.has_burned):
        return "shoe.burn"
    return "shoe.burn_by_new_dealer" if shoe.burn_by_new_dealer and _is_new(state) else ""


def _is_new(state: TableState) -> bool:
    return state.floor.has_new_dealer


def has_determinant(state: TableState) -> bool:
    """Whether the first card of the round names the side that it is dealt from."""
    return state.rules.shoe.compartments == "double" and state.automations.burn


def draw_determinant(draft: Draft, drawn_from: int) -> None:
    """The first card of a round names the side of a double shoe it is dealt from.

    By its suit (T-a-1-iv, T-f-4-i, T-f-4-i-s2). One that came from that side is the first card of
    the first box (T-f-4-ii).
    """
    state, rules = draft.state, draft.rules
    other = state.prep.other
    assert other is not None
    if draft.is_manual:
        card = draft.entry(DEALER, 0, "card")
    elif drawn_from == state.prep.side:
        draft.watch_cut_card(state.boxes[0].number)
        card = draft.next_card()
    else:
        if 0 <= other.cut_card <= other.position:
            draft.meet_cut_card(state.boxes[0].number, drawn_from)
        card = draft.card_at(other.shoe, other.position)
    dealt_from = side_named(rules, card)
    clause = rules.clause("shoe.red_suits_side")
    if draft.is_manual and dealt_from == drawn_from:
        draft.carried = card
    draft.add(DeterminantDrawn(card, drawn_from, dealt_from, clause))


def load_shoe(draft: Draft, command: LoadShoe) -> Rejection | None:
    """Put cards into the shoe, between rounds or when it has run out in a round."""
    state, rules = draft.state, draft.rules
    if state.phase != BETTING:
        return _refill(draft, command)
    if not command.is_shuffle:
        if command.by:
            text = "the cards in the shoe are changed by a shuffle only"
            return rules.refuse(Code.NOT_ALLOWED, "handling", text)
        draft.add(ShoeLoaded(command.cards, is_shuffle=False))
        return None
    if not state.automations.procedures or state.prep.procedure:
        text = "the staff prepares the cards step by step"
        load = [s for s in rules.procedures.get("shuffle", ()) if s.do == "load"]
        clauses = load[0].clauses if load else rules.clauses("staff")
        return Rejection(Code.STEP_NOT_DUE, text, clauses[0], clauses[1:])
    if sorted(command.cards) != sorted(full_shoe(rules.decks_in_play)):
        text = f"a shoe holds {rules.decks_in_play} whole decks and nothing else"
        return rules.refuse(Code.UNKNOWN, "table.decks", text, limit=rules.decks_in_play)
    side = next_side(state) if command.side is None else command.side
    count = len(command.cards)
    refused = _side_refused(state, side)
    if not refused and command.cut:
        refused = cut_refused(state, command.cut, count)
    if not refused and command.behind >= 0:
        refused = behind_refused(state, command.behind, count)
    if refused:
        return refused
    has_cut_card = command.behind >= 0 and rules.shoe.shuffler != "continuous"
    at = count - command.behind if has_cut_card else -1
    # Cards that are entered by hand lie in a physical shoe, whose order nobody knows.
    cards = () if draft.is_manual else cut(command.cards, command.cut)
    draft.add(ShoeLoaded(cards, is_shuffle=True, cut_card=at, side=side))
    return None


REFILL_AT = 20
"""Cards left in the shoe at which the discards may be shuffled in a round: a decision may need
several cards, and is refused as a whole where they are not there."""


def _refill(draft: Draft, command: LoadShoe) -> Rejection | None:
    """Shuffle the discards when the shoe runs out in a round (NZ-16.7, PA-12-f).

    What is left in the shoe is dealt first.
    """
    state, rules = draft.state, draft.rules
    left = state.shoe[state.position :]
    if len(left) > REFILL_AT or rules.shoe.runs_out != "shuffle_discards":
        text = "cards are shuffled between rounds"
        return rules.refuse(Code.WRONG_TIME, "wrong_time", text, also="shoe.runs_out")
    if sorted(command.cards) != sorted(state.discards):
        text = "the cards of the discard rack are shuffled, and no others"
        return rules.refuse(Code.UNKNOWN, "shoe.runs_out", text)
    count = len(command.cards)
    # A stack too small for the usual minimum on either side is cut anywhere.
    if command.cut and count >= 2 * rules.shoe.cut_from_end:
        refused = cut_refused(state, command.cut, count)
        if refused:
            return refused
    stack = cut(command.cards, command.cut)
    burns = rules.shoe.refill_burn and state.automations.burn
    # The first card of the new stack is burned, and what was left is dealt before the rest.
    cards = (stack[0], *left, *stack[1:]) if burns else left + stack
    at = len(cards) - command.behind if command.behind >= 0 else -1
    draft.add(ShoeLoaded(cards, is_shuffle=False, cut_card=at))
    if burns:
        draft.burn(rules.clause("shoe.refill_burn"))
    return None


def next_side(state: TableState) -> int:
    """The batch that is dealt next, which is the one not dealt last; or the side in hand."""
    if state.rules.shoe.compartments == "double":
        return state.prep.loading
    is_other = state.rules.shoe.shuffler == "batches" and state.prep.has_loaded
    return 1 - state.prep.side if is_other else state.prep.side


def _side_refused(state: TableState, side: int) -> Rejection | None:
    """Two batches alternate without exception (T-b-4-v, PA-3-b-4)."""
    rules = state.rules
    if side not in (0, 1):
        return rules.refuse(Code.UNKNOWN, "shoe.compartments", "a side is 0 or 1", limit=1)
    if rules.shoe.shuffler == "batches" and state.prep.has_loaded and side == state.prep.side:
        text = "the batch that was dealt goes to the shuffler, and the other one is dealt"
        return rules.refuse(Code.NOT_ALLOWED, "shoe.shuffler", text)
    return None


def cut_refused(state: TableState, position: int, cards: int) -> Rejection | None:
    """A cut leaves so many cards on either side (T-e-3-s2, NZ-7.5, PA-5-d, H-method-10)."""
    least = state.rules.shoe.cut_from_end
    if not least <= position <= cards - least:
        text = f"a cut leaves at least {least} cards at either end"
        return state.rules.refuse(Code.NOT_ALLOWED, "shoe.cut_from_end", text, limit=least)
    return None


def behind_refused(state: TableState, behind: int, cards: int) -> Rejection | None:
    """So much of the stack lies behind the cutting card (T-e-4-s3, NZ-7.6-a, H-method-12)."""
    shoe = state.rules.shoe
    low, high = shoe.behind_min * cards, shoe.behind_max * cards
    if behind < low:
        text = f"at least {low:.0f} cards lie behind the cutting card"
        return state.rules.refuse(Code.NOT_ALLOWED, "shoe.behind_min", text, limit=int(low))
    if behind > high:
        text = f"at most {high:.0f} cards lie behind the cutting card"
        return state.rules.refuse(Code.NOT_ALLOWED, "shoe.behind_max", text, limit=int(high))
    return None
