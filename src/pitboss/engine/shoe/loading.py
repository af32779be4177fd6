"""Cards put into the shoe: loading, refilling in a round, and shuffles that are due."""

from typing import ClassVar

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine import declare
from pitboss.engine.declare import EVERYBODY, Command, Event, Role, decides
from pitboss.engine.draft import Draft
from pitboss.engine.shoe.drawing import burn, has_determinant
from pitboss.engine.state import BETTING, Compartment, Preparation, TableState
from pitboss.engine.words import one_of
from pitboss.rulebook.questions.dealing import cards_behind
from pitboss.rulebook.refusals import Code, Rejection, refused_by
from pitboss.shuffle import cut

MS_PER_HOUR = 3_600_000
REFILL_AT = 20
"""The discards may be shuffled in a round once this many cards are left: a decision may need
several, and is refused as a whole without them."""


class LoadShoe(Command, tag="load_shoe"):
    """Put cards into the shoe in this order, the first to be dealt first."""

    cards: tuple[Card, ...] = ()
    """All cards of the shoe; a server fills them in."""
    is_shuffle: bool = True
    """A new shoe of all cards. Otherwise an order set for a script or a study, which only the table
    itself may give."""
    cut: int = 0
    """Number of cards from the front at which the stack is cut; 0 if the order is final."""
    behind: int = -1
    """Number of cards behind the cutting card; -1 without a cutting card."""
    side: int | None = None
    """The compartment of a double shoe, or the batch, of the cards: 0 or 1. If it is not given, the
    batch whose turn it is."""
    roles: ClassVar = declare.DEALERS_OR_TABLE
    accepted: ClassVar = declare.Accepted.HAND_DEALT
    filled: ClassVar = {
        "cards": declare.Source.WHOLE_STACK,
        "is_shuffle": declare.Source.DEFAULT,
        "cut": declare.Source.DEFAULT,
        "behind": declare.Source.DEFAULT,
    }
    secrets: ClassVar = ("cards",)


AT_WILL = "shuffle_at_will"
"""The refusal of a game supervisor's shuffle without a doubt: first the clause that reserves it
for the casino supervisor, last the one about doubts."""


class OrderShuffle(Command, tag="order_shuffle"):
    """Order a shuffle after the round."""

    reason: str
    is_suspect: bool = False
    """There is reason to doubt that the cards are in random order."""
    roles: ClassVar = declare.SUPERVISORS | {declare.Role.TABLE}
    ordered_by: ClassVar = "shoe.cutter_after_order"


class ShoeLoaded(Event, tag="shoe_loaded"):
    """The shoe was loaded with these cards in this order, hidden from every viewer."""

    cards: tuple[Card, ...]
    is_shuffle: bool
    cut_card: int = -1
    """Number of cards before the cutting card; -1 without a cutting card."""
    side: int = 0
    """The compartment of a double shoe, or the batch, of the cards."""
    is_double: bool = False
    """The shoe has two compartments, each with its own cards."""
    is_endless: bool = False
    """A continuous shuffler took the cards back, which begins no new shoe."""
    audience: ClassVar = declare.unseen("cards")
    sealed: ClassVar = ("cards",)
    words: ClassVar = one_of(
        "sentence_key", counted="{count} cards are in the shoe.", physical="The shoe is loaded."
    )

    @property
    def count(self) -> int:
        """Number of cards."""
        return len(self.cards)

    @property
    def sentence_key(self) -> str:
        """Key of its sentence."""
        return "counted" if self.cards else "physical"

    def apply(self, state: TableState) -> TableState:
        if not self.is_shuffle:
            return self._with_order(state)
        if self.is_double and self.side != state.prep.side:
            return self._with_other_side(state)
        old = state.prep
        prep = Preparation(is_opened=True, opened_ms=old.opened_ms, cutter=old.cutter)
        prep = replace(prep, has_loaded=True, cut_card=self.cut_card, side=self.side)
        prep = replace(prep, other=old.other, has_burned=old.has_burned and self.is_endless)
        still_due = _still_due(old, self.side)
        if self.is_double and still_due >= 0:
            # The other side, whose cutting card came out, is shuffled next.
            prep = replace(prep, due_side=still_due, cut_at=old.cut_at, cut_for=old.cut_for)
            prep = replace(prep, last_round=old.last_round, reason=old.reason, clause=old.clause)
        floor = replace(state.floor, permitted=frozenset(), stood_empty="")
        after = replace(state, regulars=frozenset(), regular_boxes=frozenset(), floor=floor)
        # The rack is empty at the start of a shoe and never holds two batches (T-b-4-vi, PA-3-b-5).
        after = replace(after, shoe=self.cards, position=0, discards=(), exposed=-1)
        return replace(after, shoe_round=0, prep=prep)

    def _with_order(self, state: TableState) -> TableState:
        """Return the table after a refill in a round, or with an order set between rounds."""
        if state.phase == BETTING:
            return replace(state, shoe=self.cards, position=0, exposed=-1)
        prep = replace(state.prep, cut_card=self.cut_card, cut_at=-1, last_round=-1, reason="")
        return replace(state, shoe=self.cards, position=0, discards=(), exposed=-1, prep=prep)

    def _with_other_side(self, state: TableState) -> TableState:
        """Return the table after this side was shuffled and not the one in play (T-f-10-iii-s2)."""
        still_due = _still_due(state.prep, self.side)
        other = Compartment(self.cards, 0, self.cut_card)
        after = state.with_prep(other=other, has_loaded=True, due_side=still_due, is_both_due=False)
        after = after.with_prep(procedure="", steps=0, stack=())
        after = after.with_prep(words=(), pledges=(), is_opening=False)
        return after if still_due >= 0 else after.with_prep(last_round=-1, cut_at=-1)


def _still_due(prep: Preparation, shuffled: int) -> int:
    """Return the side of a double shoe still due after ``shuffled``, or -1."""
    if prep.is_both_due:
        return 1 - shuffled
    return -1 if prep.due_side in (-1, shuffled) else prep.due_side


class ShuffleOrdered(Event, tag="shuffle_ordered"):
    """The cards will be shuffled after this round."""

    by: str
    reason: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by:or The table} orders a shuffle: {reason} [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return state.with_prep(last_round=state.round, reason=self.reason, clause=self.clause)


class ShoeEmptied(Event, tag="shoe_emptied"):
    """The rest of the shoe joined the discard rack, to be counted and shuffled."""

    audience: ClassVar = EVERYBODY
    words: ClassVar = "The rest of the shoe joins the discards."

    def apply(self, state: TableState) -> TableState:
        rest = state.shoe[state.position :]
        return replace(state, shoe=(), position=0, discards=state.discards + rest)


@decides(OrderShuffle)
def order_shuffle(draft: Draft, command: OrderShuffle) -> Rejection | None:
    """Order a shuffle after this round (T-e-8-s2, NZ-7.1-d, PA-5-f).

    If a rulebook reserves that for the casino supervisor, a game supervisor may order it only when
    the order of the cards is in doubt (NZ-7.1-e).
    """
    rules, clause = draft.rules, draft.rules.clause("shoe.cutter_after_order")
    if not command.by and (draft.state.boxes or not draft.state.automations.cards):
        text = "the table shuffles by itself only while no wager is up"
        return rules.refuse(Code.NOT_YOURS, "shoe.cutter_after_order", text)
    if AT_WILL in rules.refusals:
        is_game = draft.state.floor.staff.get(command.by) == Role.SUPERVISOR
        if is_game and not command.is_suspect:
            text = (
                "the casino supervisor has the cards shuffled at will; a game supervisor only "
                "where there is reason to doubt that they lie in random order"
            )
            return rules.refuse(Code.NOT_YOURS, AT_WILL, text)
        clause = rules.cited(AT_WILL)[-1 if command.is_suspect else 0]
    draft.add(ShuffleOrdered(command.by, command.reason or "house", clause))
    return None


@decides(LoadShoe)
def load_shoe(draft: Draft, command: LoadShoe) -> Rejection | None:
    """Put cards into the shoe, between rounds or when it has run out in a round."""
    state, rules = draft.state, draft.rules
    if state.phase != BETTING:
        return _refill(draft, command)
    if not command.is_shuffle and command.by:
        text = "the cards in the shoe are changed by a shuffle only"
        return rules.refuse(Code.NOT_ALLOWED, "handling", text)
    if not command.is_shuffle:
        draft.add(ShoeLoaded(command.cards, is_shuffle=False))
        return None
    if not state.automations.procedures or state.prep.procedure:
        text = "the staff prepares the cards step by step"
        loads = (step.clauses for step in rules.procedures.get("shuffle", ()) if step.do == "load")
        clauses = next(loads, None) or rules.cited("staff")
        return Rejection(Code.STEP_NOT_DUE, text, clauses[0], clauses[1:])
    if refusal := uncovered_refusal(state):
        return refusal
    if sorted(command.cards) != sorted(rules.stack):
        text = f"a shoe holds {rules.decks_in_play} whole decks and nothing else"
        return rules.refuse(Code.UNKNOWN, "table.decks", text, limit=rules.decks_in_play)
    side = next_side(state) if command.side is None else command.side
    count = len(command.cards)
    refusal = _side_refusal(state, side)
    if not refusal and command.cut:
        refusal = cut_refusal(state, command.cut, count)
    if not refusal and command.behind >= 0:
        refusal = behind_refusal(state, command.behind)
    if refusal:
        return refusal
    has_cut_card = command.behind >= 0 and rules.shoe.shuffler != "continuous"
    # The order of a physical shoe is unknown.
    cards = () if draft.is_manual else cut(command.cards, command.cut)
    load_stack(draft, cards, cut_card=count - command.behind if has_cut_card else -1, side=side)
    return None


def load_stack(draft: Draft, cards: tuple[Card, ...], *, cut_card: int, side: int) -> None:
    """Put a shuffled stack into the shoe."""
    shoe = draft.rules.shoe
    loaded = ShoeLoaded(cards, is_shuffle=True, cut_card=cut_card, side=side)
    is_double, is_endless = shoe.compartments == "double", shoe.shuffler == "continuous"
    draft.add(replace(loaded, is_double=is_double, is_endless=is_endless))


def _refill(draft: Draft, command: LoadShoe) -> Rejection | None:
    """Shuffle the discards when the shoe runs out in a round (NZ-16.7, PA-12-f).

    The cards left in the shoe are dealt first.
    """
    state, rules = draft.state, draft.rules
    left = state.shoe[state.position :]
    if len(left) > REFILL_AT or rules.shoe.runs_out != "shuffle_discards":
        text = "cards are shuffled between rounds"
        return rules.refuse(Code.WRONG_TIME, "wrong_time", text, also="shoe.runs_out")
    if sorted(command.cards) != sorted(state.discards):
        text = "the cards of the discard rack are shuffled, and no others"
        return rules.refuse(Code.UNKNOWN, "shoe.runs_out", text)
    # A stack too small for the usual minimum on either side is cut anywhere.
    count = len(command.cards)
    is_judged = command.cut and count >= 2 * rules.shoe.cut_from_end
    if is_judged and (refusal := cut_refusal(state, command.cut, count)):
        return refusal
    stack = cut(command.cards, command.cut)
    burns = rules.shoe.refill_burn and state.automations.burn
    # The first card of the new stack is burned; the cards left are dealt before the others.
    cards = (stack[0], *left, *stack[1:]) if burns else left + stack
    at = len(cards) - command.behind if command.behind >= 0 else -1
    draft.add(ShoeLoaded(cards, is_shuffle=False, cut_card=at))
    if burns:
        burn(draft, rules.clause("shoe.refill_burn"))
    return None


def shuffle_refusal(state: TableState) -> Rejection | None:
    """Return the refusal of a deal if a shuffle is due first."""
    prep, rules = state.prep, state.rules
    if prep.last_round >= 0 and state.round >= prep.last_round:
        text = f"the cards are shuffled first: {prep.reason}"
        also = rules.cited("shoe.rounds_after_cut_card")
        return Rejection(Code.SHUFFLE_DUE, text, prep.clause or also[0], also)
    return None


def shuffler_refusal(state: TableState, text: str) -> Rejection | None:
    """Refuse by the clause of a failed shuffler; None if it works (PA-12-l)."""
    if not state.floor.shuffler:
        return None
    return refused_by(state.rules.irregularities["shuffler_failed"].clauses, Code.NOT_ALLOWED, text)


def uncovered_refusal(state: TableState) -> Rejection | None:
    """Refuse another kind of shuffle until a failed shuffler is covered or marked."""
    if state.floor.shuffler != "failed":
        return None
    return shuffler_refusal(state, "the shuffler that failed must be covered or marked first")


def sides_refusal(state: TableState) -> Rejection | None:
    """Refuse a deal until both sides of a double shoe are loaded (T-b-3)."""
    if has_determinant(state) and state.prep.other is None:
        text = "both sides of the double shoe are loaded before the first round"
        return state.rules.refuse(Code.SHUFFLE_DUE, "shoe.compartments", text)
    return None


def life_refusal(state: TableState, at_ms: int) -> Rejection | None:
    """Refuse a deal if the cards have been in use too long (PA-3-c)."""
    hours, opened = state.rules.shoe.life_hours, state.prep.opened_ms
    if hours and opened and at_ms - opened >= hours * MS_PER_HOUR:
        text = f"the decks have been in use for {hours} hours and must be replaced"
        return state.rules.refuse(Code.SHUFFLE_DUE, "shoe.life_hours", text, limit=hours)
    return None


def side_due(state: TableState) -> int:
    """Return the side of a double shoe to prepare next."""
    prep, is_loaded = state.prep, state.prep.has_loaded or bool(state.shoe)
    return 1 - prep.side if is_loaded and prep.other is None else max(prep.due_side, 0)


def next_side(state: TableState) -> int:
    """Return the batch to deal next, the one not dealt last; or the side being loaded."""
    if state.rules.shoe.compartments == "double":
        return state.prep.loading
    is_other = state.rules.shoe.shuffler == "batches" and state.prep.has_loaded
    return 1 - state.prep.side if is_other else state.prep.side


def _side_refusal(state: TableState, side: int) -> Rejection | None:
    """Refuse a side out of turn: two batches always alternate (T-b-4-v, PA-3-b-4)."""
    rules = state.rules
    if side not in (0, 1):
        return rules.refuse(Code.UNKNOWN, "shoe.compartments", "a side is 0 or 1", limit=1)
    if rules.shoe.shuffler == "batches" and state.prep.has_loaded and side == state.prep.side:
        text = "the batch that was dealt goes to the shuffler, and the other one is dealt"
        return rules.refuse(Code.NOT_ALLOWED, "shoe.shuffler", text)
    return None


def cut_refusal(state: TableState, position: int, cards: int) -> Rejection | None:
    """Refuse a cut too close to either end (T-e-3-s2, NZ-7.5, PA-5-d, H-method-10)."""
    least = state.rules.shoe.cut_from_end
    if not least <= position <= cards - least:
        text = f"a cut leaves at least {least} cards at either end"
        return state.rules.refuse(Code.NOT_ALLOWED, "shoe.cut_from_end", text, limit=least)
    return None


def behind_refusal(state: TableState, behind: int) -> Rejection | None:
    """Refuse a cutting card too near to or far from the end (T-e-4-s3, NZ-7.6-a, H-method-12)."""
    low, high = cards_behind(state.rules)
    if low <= behind <= high:
        return None
    least, most = ("least", "shoe.behind_min", low), ("most", "shoe.behind_max", high)
    said, path, limit = least if behind < low else most
    text = f"at {said} {limit} cards lie behind the cutting card"
    return state.rules.refuse(Code.NOT_ALLOWED, path, text, limit=limit)
