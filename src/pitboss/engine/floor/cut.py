"""The cut: the players to whom it is offered, their answers and words, and recuts."""

from collections.abc import Sequence
from typing import Annotated, ClassVar

import msgspec

from pitboss.engine import declare
from pitboss.engine.declare import EVERYBODY, Command, Event, Role, decides
from pitboss.engine.draft import Draft
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.state.boxes import without
from pitboss.engine.state.preparation import due_step, not_due_refusal
from pitboss.engine.words import one_of
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.shuffle import cut, word_commitment

WORDS = "^[!-~]{1,64}$"
"""Pattern of a word for the cut: printable and without spaces, so that it is unambiguous."""


HASH = "^[0-9a-f]{64}$"


class DeclineCut(Command, tag="decline_cut"):
    """Decline the cut that is offered."""

    roles: ClassVar = declare.PLAYERS


class PassCutter(Command, tag="pass_cutter"):
    """Offer the cut to the next player, if the one who has it does not answer."""

    roles: ClassVar = declare.PIT


class PledgeCut(Command, tag="pledge_cut"):
    """Commit to a word for the cut, before any word is known."""

    commitment: Annotated[str, msgspec.Meta(pattern=HASH)]
    """``shuffle.word_commitment`` of the player and the word."""
    roles: ClassVar = declare.PLAYERS


class OpenCut(Command, tag="open_cut"):
    """Ask players to reveal their words; no more commitments are accepted."""

    roles: ClassVar = frozenset({Role.TABLE})
    is_aside: ClassVar = True


class CloseCut(Command, tag="close_cut"):
    """Stop waiting for words; one that was not revealed does not count."""

    roles: ClassVar = frozenset({Role.TABLE})
    is_aside: ClassVar = True


class ContributeCut(Command, tag="contribute_cut"):
    """Reveal your word; all words together determine the place of the cut."""

    words: Annotated[str, msgspec.Meta(pattern=WORDS)]
    roles: ClassVar = declare.PLAYERS


class OrderRecut(Command, tag="order_recut"):
    """Order another cut before a card is dealt."""

    reason: str
    roles: ClassVar = declare.SUPERVISORS
    ordered_by: ClassVar = "shoe.recut_until"


class CutRefused(Event, tag="cut_refused"):
    """A player declined the cut, or did not answer and was passed over."""

    player: str
    by: str = ""
    """The person who passed the player over; empty if the player declined."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "sentence_key",
        declined="{player} declines the cut.",
        passed="{by} passes over {player} for the cut.",
    )

    @property
    def sentence_key(self) -> str:
        """Key of its sentence."""
        return "passed" if self.by else "declined"

    def apply(self, state: TableState) -> TableState:
        return state.with_prep(refused=(*state.prep.refused, self.player))


class CutPledged(Event, tag="cut_pledged"):
    """A player committed to a secret word for the cut."""

    player: str
    commitment: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{player} has picked a word for the cut."

    def apply(self, state: TableState) -> TableState:
        return state.with_prep(pledges=(*state.prep.pledges, (self.player, self.commitment)))


class CutOpened(Event, tag="cut_opened"):
    """All players have committed to their words, and now reveal them."""

    players: tuple[str, ...]
    """The players who committed to a word."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Everybody has picked a word for the cut; now they say them."

    def apply(self, state: TableState) -> TableState:
        return state.with_prep(is_opening=True)


class CutWordMissing(Event, tag="cut_word_missing"):
    """A player did not reveal the word in time, so it does not count."""

    player: str
    commitment: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{player} never said the word for the cut, so it does not count."

    def apply(self, state: TableState) -> TableState:
        return state.with_prep(pledges=without(state.prep.pledges, self.player))


class CutContributed(Event, tag="cut_contributed"):
    """A player revealed a word for the cut."""

    player: str
    word: str = msgspec.field(name="words")
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{player} adds {word} to the cut."

    def apply(self, state: TableState) -> TableState:
        words = (*state.prep.words, (self.player, self.word))
        return state.with_prep(words=in_order(words, [name for name, _ in state.prep.pledges]))


def in_order(
    words: tuple[tuple[str, str], ...], pledged: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Return words in the order of the commitments, not of the revelations."""
    if not pledged:
        return words
    said = dict(words)
    return tuple((name, said[name]) for name in pledged if name in said)


class StackCut(Event, tag="stack_cut"):
    """The stack was cut, this many cards from the front."""

    by: str
    position: int
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by:or The dealer} cuts {position} cards from the front."

    def apply(self, state: TableState) -> TableState:
        return state.with_prep(stack=cut(state.prep.stack, self.position), cutter=self.by)


class RecutOrdered(Event, tag="recut_ordered"):
    """A supervisor ordered another cut."""

    by: str
    reason: str
    steps: int
    """Number of steps done in the shuffle before the cut."""
    is_next: bool
    """The next player entitled cuts, not the last cutter."""
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} orders a recut: {reason} [{clause}]."

    def apply(self, state: TableState) -> TableState:
        old = state.prep
        refused, only_cutter = ((old.cutter,), "") if self.is_next else ((), old.cutter)
        after = state.with_prep(procedure=old.procedure or "shuffle", steps=self.steps)
        stack = old.stack or state.shoe
        after = after.with_prep(stack=stack, refused=refused, only_cutter=only_cutter)
        return msgspec.structs.replace(after, shoe=(), position=0)


def cut_order(state: TableState) -> list[str]:
    """Return players in the order in which the cut is offered (T-e-5, NZ-7.3, PA-5-c).

    The order is from the player entitled round the table, box by box (T-e-6, NZ-7.4, PA-5-c-3-s2).
    A player who has left counts as refusing (T-e-5-ii). A player who bets behind others is not
    seated (NZ-7.3).
    """
    first, box = _entitled(state)
    seated = _seated(state)
    turn = 1 if state.rules.shoe.cut_offered == "clockwise" else -1
    places = state.rules.table.boxes + 1
    boxes = sorted(seated, key=lambda number: turn * (number - box) % places)
    order = [first, *(seated[number] for number in boxes)]
    if _is_start(state):
        order += _arrived(state)
    return [name for name in dict.fromkeys(order) if state.is_present(name)]


def _seated(state: TableState) -> dict[int, str]:
    """Return the seated player of each box, by the wagers of the last and the next round."""
    return dict(state.floor.last_boxes) | {box.number: box.seated for box in state.boxes}


def _arrived(state: TableState) -> list[str]:
    """Return players in order of arrival, without those who left or bet behind others."""
    seated = {box.seated for box in state.boxes}
    present = [name for name in state.floor.arrivals if state.is_present(name)]
    return [name for name in present if name in seated or not state.has_main(name)]


def _is_start(state: TableState) -> bool:
    """Return True if the game begins, for the first time or after the table was idle."""
    is_idle = state.prep.procedure.startswith("idle")
    return is_idle or (not state.floor.last_boxes and state.prep.cut_at < 0)


def _entitled(state: TableState) -> tuple[str, int]:
    """Return the first player to be offered the cut, and his box, or 0 without a box."""
    shoe, prep, seated = state.rules.shoe, state.prep, _seated(state)
    # A recut starts from the player who cut (T-e-7-s2, PA-5-e-s2).
    first = prep.cutter if prep.procedure and prep.cutter not in state.floor.staff else ""
    if not first and _is_start(state):
        # The first to arrive (T-e-5-i, NZ-7.3-a, PA-5-c-1).
        first = next(iter(_arrived(state)), "")
    if first:
        return first, min((box for box, name in seated.items() if name == first), default=0)
    end: str = shoe.cutter_after_order
    if prep.cut_at == 0:
        end = shoe.cutter_after_dealer
    elif prep.cut_at > 0 and shoe.cutter_after_player == "box":
        return prep.cut_for, prep.cut_at
    elif prep.cut_at > 0:
        end = shoe.cutter_after_player
    box = min(seated, default=0) if end == "left" else max(seated, default=0)
    return seated.get(box, ""), box


def cutter_due(state: TableState) -> str:
    """Return the player to whom the cut is offered now, or "" if the staff cuts."""
    if state.prep.only_cutter in state.floor.staff:
        return ""
    return next((name for name in cut_order(state) if name not in state.prep.refused), "")


@decides(DeclineCut)
def decline_cut(draft: Draft, command: DeclineCut) -> Rejection | None:
    """Decline the cut, so that it is offered to the next player (T-e-6, NZ-7.4, PA-5-c-3-s2)."""
    step = due_step(draft.state)
    if step is None or step.do != "cut" or cutter_due(draft.state) != command.by:
        return not_due_refusal(draft.state, step, "the cut is not offered to this player")
    draft.add(CutRefused(command.by))
    return None


@decides(PassCutter)
def pass_cutter(draft: Draft, command: PassCutter) -> Rejection | None:
    """Pass over a player without an answer, which counts as refusing (T-e-6, NZ-7.4)."""
    step, player = due_step(draft.state), cutter_due(draft.state)
    if step is None or step.do != "cut" or not player:
        return not_due_refusal(draft.state, step, "no player is offered the cut")
    draft.add(CutRefused(player, command.by))
    return None


def unsaid(state: TableState) -> tuple[str, ...]:
    """Return players who have committed to a word and not revealed it."""
    said = {player for player, _ in state.prep.words}
    return tuple(player for player, _ in state.prep.pledges if player not in said)


@decides(PledgeCut)
def pledge_cut(draft: Draft, command: PledgeCut) -> Rejection | None:
    """Commit to a word, once before each shoe and before any word is revealed."""
    state = draft.state
    if refusal := _no_say(state, command.by):
        return refusal
    if state.prep.is_opening or state.prep.words:
        text = "the words are being said: nobody commits to another"
        return state.rules.refuse(Code.WRONG_TIME, "wrong_time", text)
    if any(player == command.by for player, _ in state.prep.pledges):
        text = f"{command.by} has committed to a word already"
        return state.rules.refuse(Code.ALREADY_PLACED, "wrong_time", text)
    draft.add(CutPledged(command.by, command.commitment))
    return None


@decides(OpenCut)
def open_cut(draft: Draft, _command: OpenCut) -> Rejection | None:
    """Ask players to reveal the words that they committed to."""
    state = draft.state
    if state.prep.is_opening or not state.prep.pledges or state.phase != BETTING:
        text = "there is no word to be said, or they are being said already"
        return state.rules.refuse(Code.WRONG_TIME, "wrong_time", text)
    draft.add(CutOpened(tuple(player for player, _ in state.prep.pledges)))
    return None


@decides(CloseCut)
def close_cut(draft: Draft, _command: CloseCut) -> Rejection | None:
    """Record the words that were not revealed in time; they do not count."""
    state = draft.state
    if not state.prep.is_opening or not (missing := unsaid(state)):
        return state.rules.refuse(Code.WRONG_TIME, "wrong_time", "no word is due")
    for player in missing:
        draft.add(CutWordMissing(player, dict(state.prep.pledges)[player]))
    return None


@decides(ContributeCut)
def contribute_cut(draft: Draft, command: ContributeCut) -> Rejection | None:
    """Reveal a word after all players have committed to theirs; once before each shoe.

    In older logs no player commits, and any player with chips may give a word.
    """
    state, rules = draft.state, draft.rules
    if refusal := _no_say(state, command.by):
        return refusal
    if any(player == command.by for player, _ in state.prep.words):
        text = f"{command.by} has contributed to this cut already"
        return rules.refuse(Code.ALREADY_PLACED, "wrong_time", text)
    pledges = dict(state.prep.pledges)
    if pledges or state.prep.is_opening:
        if not state.prep.is_opening:
            text = "words are said once everybody has committed to one, or time is up"
            return rules.refuse(Code.WRONG_TIME, "wrong_time", text)
        if pledges.get(command.by) != word_commitment(command.by, command.words):
            text = "this is not the word that was committed to"
            return rules.refuse(Code.NOT_ALLOWED, "wrong_time", text)
    draft.add(CutContributed(command.by, command.words))
    return None


def _no_say(state: TableState, player: str) -> Rejection | None:
    """Refuse players who take no part in the next cut."""
    rules = state.rules
    if not state.automations.procedures or rules.shoe.shuffler == "continuous":
        text = "no cut is drawn here: the cards are cut by hand, or not at all"
        return rules.refuse(Code.NOT_OFFERED, "handling", text)
    if state.phase != BETTING:
        return rules.refuse(Code.WRONG_TIME, "wrong_time", "cards are cut between rounds")
    if player not in state.chips:
        text = "only players with chips here take part in the cut"
        return rules.refuse(Code.NOT_YOURS, "box", text)
    return None


@decides(OrderRecut)
def order_recut(draft: Draft, command: OrderRecut) -> Rejection | None:
    """Order another cut before the rulebook's time limit (T-e-7, PA-5-e)."""
    state, rules = draft.state, draft.rules
    until = rules.shoe.recut_until
    steps = [step.do for step in rules.procedures.get(state.prep.procedure or "shuffle", ())]
    is_in_hand = bool(state.prep.procedure) and bool(state.prep.cutter)
    is_loaded = state.prep.has_loaded and state.position == 0 and not state.prep.procedure
    is_time = (until != "never" and is_in_hand) or (until == "first_card" and is_loaded)
    if not is_time or "cut" not in steps:
        text = "a recut is ordered after the cut and before the cards are dealt"
        return rules.refuse(Code.WRONG_TIME, "shoe.recut_until", text)
    if not command.reason:
        return rules.refuse(Code.UNKNOWN, "shoe.recut_until", "a recut needs a reason")
    is_next, clause = rules.shoe.recut_by == "next_entitled", rules.clause("shoe.recut_by")
    draft.add(RecutOrdered(command.by, command.reason, steps.index("cut"), is_next, clause))
    return None
