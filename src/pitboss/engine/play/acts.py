"""Players' decisions: hit, stand, double, split and surrender, and their signals."""

from collections.abc import Iterable
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from pitboss.cards import is_ace
from pitboss.engine.declare import EVERYBODY, PLAYERS, Command, Event, decides, unchanged
from pitboss.engine.draft import Draft
from pitboss.engine.insurance import early_refusal
from pitboss.engine.play import elections
from pitboss.engine.play.turns import close_if_complete, complete_split_hand, finish
from pitboss.engine.shoe.drawing import deal_card
from pitboss.engine.side_wagers.settling import settle_decided
from pitboss.engine.state import OFFERING, PLAYING, TableState
from pitboss.engine.state.boxes import Box, PlayedHand, open_bet
from pitboss.engine.words import Each
from pitboss.hands import Hand
from pitboss.money import Cents, Transfers
from pitboss.rulebook.questions import acts
from pitboss.rulebook.questions.dealing import surrenders_before_play
from pitboss.rulebook.refusals import Code, Rejection, refused_by
from pitboss.rulebook.rules import Rules


class Hit(Command, tag="hit"):
    """Draw a card to the hand in play."""

    box: int
    hand: int = 0
    """The hand of the box, from the dealer's left; 0 is the one in play."""
    roles: ClassVar = PLAYERS
    taken_back_as: ClassVar = "hit"


class Stand(Command, tag="stand"):
    """Take no more cards on the hand in play."""

    box: int
    hand: int = 0
    roles: ClassVar = PLAYERS
    taken_back_as: ClassVar = "stand"


class Double(Command, tag="double"):
    """Double the hand in play for one more card."""

    box: int
    hand: int = 0
    stakes: dict[str, tuple[elections.Stake, ...]] = msgspec.field(default_factory=dict)
    """Amounts by bettor; the full amount if not named. A follower declines with 0."""
    roles: ClassVar = PLAYERS
    taken_back_as: ClassVar = "double"


class Split(Command, tag="split"):
    """Split the pair in play into two hands."""

    box: int
    hand: int = 0
    choices: dict[str, str] = msgspec.field(default_factory=dict)
    """Choices by bettor: an amount or ``free``; a follower's ``cover``, ``first`` or ``second``."""
    roles: ClassVar = PLAYERS
    taken_back_as: ClassVar = "split"


class Surrender(Command, tag="surrender"):
    """Surrender the hand in play for half of its wager."""

    box: int
    hand: int = 0
    roles: ClassVar = PLAYERS
    taken_back_as: ClassVar = "surrender"


Act = Hit | Stand | Double | Split | Surrender


class Signal(Command, tag="signal"):
    """Signal an act by gesture or word; the gesture takes precedence."""

    box: int
    gesture: str = ""
    voice: str = ""
    roles: ClassVar = PLAYERS
    taken_back_as: ClassVar = "signal"


class HandDoubled(Event, tag="hand_doubled"):
    """Chips or lammers were added to a hand for one more card."""

    box: int
    hand: int
    stakes: tuple[elections.Added, ...]
    """Additions of the bettors: real chips by dealer hand, or a lammer."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Hand {box}.{hand} doubles: {added}."
    phrases: ClassVar = {"added": Each("stakes", elections.ADDED)}

    def apply(self, state: TableState) -> TableState:
        added = {stake.player: stake for stake in self.stakes}
        played = state.hand(self.box, self.hand)
        bets = tuple(
            replace(bet, extra=_more(bet.extra, stake.chips), free=bet.free + stake.free)
            if (stake := added.get(bet.player))
            else bet
            for bet in played.bets
        )
        after = replace(played, hand=played.hand.doubled(), bets=bets, is_owed=True)
        boxes = state.changed_boxes(state.the_box(self.box).with_hand(self.hand, after))
        return replace(state, chips=elections.after_adding(state, self.stakes), boxes=boxes)

    def transfers(self) -> Transfers:
        return elections.added_chips(self.box, "double", self.stakes)


def _more(before: tuple[Cents, ...], chips: tuple[Cents, ...]) -> tuple[Cents, ...]:
    """Return the total added to a wager by successive doubles."""
    return tuple(a + b for a, b in zip(before, chips, strict=True)) if before else chips


class HandSplit(Event, tag="hand_split"):
    """A pair became two hands, the new one to the right of the old."""

    box: int
    hand: int
    stays: tuple[str, ...]
    """Bettors whose wager stays on the first hand."""
    moves: tuple[str, ...]
    """Bettors whose wager moved to the new hand."""
    stakes: tuple[elections.Added, ...]
    """Wagers added to the new hand: real chips by dealer hand, and the value of a lammer."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Hand {box}.{hand} splits: {added}."
    phrases: ClassVar = {"added": Each("moved", elections.MOVED)}

    @property
    def moved(self) -> "tuple[elections.Moved, ...]":
        """Bettors who added a wager, then those whose wager moved."""
        added = (elections.Moved(stake.player, stake.chips, stake.free) for stake in self.stakes)
        return (*added, *(elections.Moved(player, (), 0) for player in self.moves))

    def apply(self, state: TableState) -> TableState:
        box = state.the_box(self.box)
        played = box.hands[self.hand - 1]
        first, second = played.hand.cards
        empty = Hand(is_split=True, is_split_ace=is_ace(first))
        stay = tuple(bet for bet in played.bets if bet.player in self.stays)
        moved = tuple(bet for bet in played.bets if bet.player in self.moves)
        added = tuple(
            open_bet(stake.player, stake.chips, is_original=False, free=stake.free)
            for stake in self.stakes
        )
        # The wager stays with the first hand; the one added is on the second (PA-10-b-2-ii).
        hands = (
            *box.hands[: self.hand - 1],
            PlayedHand(empty.add(first), stay, settled=played.settled, places=played.places[:1]),
            PlayedHand(empty.add(second), (*moved, *added), places=played.places[1:]),
            *box.hands[self.hand :],
        )
        boxes = state.changed_boxes(replace(box, hands=hands, has_split=True))
        return replace(state, chips=elections.after_adding(state, self.stakes), boxes=boxes)

    def transfers(self) -> Transfers:
        return elections.added_chips(self.box, "split", self.stakes)


class SignalGiven(Event, tag="signal_given"):
    """A player signalled an act by gesture or word."""

    box: int
    gesture: str
    voice: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box} signals: {sign:plain} [{clause}]."
    apply = unchanged

    @property
    def sign(self) -> str:
        """The gesture, or else the word."""
        return self.gesture or self.voice


@decides(Hit, Stand, Double, Split, Surrender)
def act(draft: Draft, command: Act) -> Rejection | None:
    """Carry out a decision for the hand in play."""
    state = draft.state
    if state.phase == OFFERING and isinstance(command, Surrender):
        return surrender_early(draft, command)
    number, hand = state.turn
    box = state.box(number) if state.phase == PLAYING else None
    is_aimed = command.box == number and command.hand in (0, hand)
    if box is None or not is_aimed or command.by != box.seated:
        return _untimely(state, command)
    played = box.hands[hand - 1]
    if refusal := rule_refuses(state, command, box, played):
        return refusal
    match command:
        case Hit():
            deal_card(draft, number, hand)
            close_if_complete(draft, number, hand)
        case Stand():
            finish(draft, number, hand, "stood")
        case Surrender():
            finish(draft, number, hand, "surrendered")
        case Double():
            # One more card, then the next hand (T-j-1-s2, PA-9-c, PA-9-d), unless this one may be
            # doubled again or surrendered.
            stakes = elections.double_elections(state, box, played, command.stakes)
            if isinstance(stakes, Rejection):
                return stakes
            draft.add(HandDoubled(number, hand, stakes))
            deal_card(draft, number, hand)
            if acts.is_complete(
                draft.rules, draft.state.hand(number, hand).hand, hands=len(box.hands)
            ):
                finish(draft, number, hand, "doubled")
        case Split():
            choice = elections.split_elections(state, box, played, command.choices)
            if isinstance(choice, Rejection):
                return choice
            draft.add(HandSplit(number, hand, *choice))
            settle_decided(draft, number)
            complete_split_hand(draft, number, hand)
    if draft.state.sides:
        settle_decided(draft, number)
    return None


def surrender_early(draft: Draft, command: Surrender) -> Rejection | None:
    """Surrender an initial hand before the dealer peeks."""
    state = draft.state
    if not surrenders_before_play(state.rules, state.up):
        return _untimely(state, command)
    refusal = early_refusal(state, command.box, command.by)
    if refusal is None:
        finish(draft, command.box, 1, "surrendered")
        if draft.state.sides:
            settle_decided(draft, command.box)
    return refusal


@decides(Signal)
def signal(draft: Draft, command: Signal) -> Rejection | None:
    """Act on a gesture, or else on a word (H-method-24; no words in DD-14, DD-15)."""
    rules, name = draft.rules, command.gesture or command.voice
    kind = "gesture" if command.gesture else "voice"
    meant = rules.signals.get(name)
    if meant is None or meant.kind != kind:
        names = ", ".join(rules.signals) or "none"
        text = f"{name or 'nothing'} is not a {kind} of this table; there are {names}"
        return rules.refuse(Code.UNKNOWN, "turn", text, where=str(command.box))
    draft.add(SignalGiven(command.box, command.gesture, command.voice, meant.clauses[0]))
    wanted = Stand if meant.act == "stand" else Hit
    return act(draft, wanted(by=command.by, box=command.box))


def rule_refuses(state: TableState, command: Act, box: Box, played: PlayedHand) -> Rejection | None:
    """Return the rulebook's refusal of an act, if any (T-k-5-s5, NZ-12.4, PA-10-d)."""
    if state.floor.refusers and box.seated in state.floor.refusers and not played.how:
        if isinstance(command, Stand):
            return None
        text = "a player who refused the exposed card gets no more cards in this round"
        return refused_by(
            state.rules.irregularities["exposed_card"].clauses, Code.NOT_ALLOWED, text
        )
    if played.hand.has_unseen and isinstance(command, Double | Split | Surrender):
        text = "the player's cards are turned over first"
        return state.rules.refuse(Code.STEP_NOT_DUE, "deal.player_cards", text, also="handling")
    if isinstance(command, Split):
        return acts.split_refusal(state.rules, played.hand, state.up, hands=len(box.hands))
    if isinstance(command, Surrender):
        has_looked = state.phase == PLAYING
        return acts.surrender_refusal(state.rules, played.hand, state.up, has_looked=has_looked)
    if isinstance(command, Double):
        return acts.double_refusal(state.rules, played.hand, state.up)
    refusal = acts.hit_refusal if isinstance(command, Hit) else acts.stand_refusal
    return refusal(state.rules, played.hand)


def _untimely(state: TableState, command: Act) -> Rejection:
    """Refuse an act out of turn, citing also the rulebook on the hand."""
    rules, box = state.rules, state.box(command.box)
    where = f"{command.box}.{command.hand}" if command.hand else str(command.box)
    if box is None or not 0 <= command.hand <= len(box.hands) or not box.hands:
        text = f"there is no hand {where} in this round"
        return rules.refuse(Code.UNKNOWN, "box", text, where=where)
    if command.by != box.seated:
        text = f"{box.seated} decides for box {box.number}"
        ahead = "follower" if isinstance(command, Double | Split) else ""
        return rules.refuse(Code.NOT_YOURS, "decider", text, ahead=ahead, where=where)
    number, hand = state.turn
    aimed = command.hand or (hand if number == command.box else _first_left(box))
    played = box.hands[aimed - 1]
    if played.how:
        text = f"hand {where} is finished"
        refusal = refused_by(_ended_by(rules, played), Code.HAND_FINISHED, text, where=where)
    elif state.phase != PLAYING:
        refusal = rules.refuse(Code.WRONG_TIME, "wrong_time", "players do not act now", where=where)
    else:
        text = f"it is the turn of hand {number}.{hand}"
        refusal = rules.refuse(Code.OUT_OF_TURN, "turn", text, where=where)
    # A doubled hand draws no more because it ended; every other reason comes first.
    as_dealt = replace(played, hand=replace(played.hand, doubles=0))
    by_rule = rule_refuses(state, command, box, as_dealt)
    if by_rule is None:
        return refusal
    first, second = (by_rule, refusal) if played.how else (refusal, by_rule)
    clauses = dict.fromkeys(first.clauses + second.clauses)
    return refused_by(clauses, first.code, first.text, where=where, limit=first.limit)


def _ended_by(rules: Rules, played: PlayedHand) -> Iterable[str]:
    """Return the clauses by which a hand takes no more acts."""
    if played.how == "frozen":
        return rules.irregularities["exposed_card"].clauses
    paths = {"bust": "settlement.bust", "surrendered": "surrender.hands"}
    paths |= {how: how for how in ("stood", "doubled") if how in rules.refusals}
    path = "blackjack.paid" if played.hand.is_blackjack else paths.get(played.how, "finished")
    if played.how == "complete" and played.hand.is_split_ace:
        path = "split.ace_cards"
    return dict.fromkeys(rules.cited(path) + rules.cited("finished"))


def _first_left(box: Box) -> int:
    """Return the number of the first unfinished hand of a box, or 1."""
    return next((n for n, played in enumerate(box.hands, start=1) if not played.how), 1)
