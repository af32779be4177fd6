"""Timers of a table: the next automatic step, its deadline, and the command that it gives.

They run by the steady clock, so that a jump of the wall clock leaves them unchanged.
"""

from collections.abc import Set
from dataclasses import dataclass

from pitboss.engine.automatic import drawn_prize, shuffle_due
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.floor.cut import unsaid
from pitboss.engine.floor.idle import NOBODY_LEFT
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.notices import ApplyNotice
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.legal import insurance_is_open, legal, notice_left_ms
from pitboss.engine.play.acts import Hit, Stand, Surrender
from pitboss.engine.shoe.loading import OrderShuffle
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.side_wagers.settling import prize_to_draw
from pitboss.engine.state import BETTING, PLAYING, TableState
from pitboss.money import BOT
from pitboss.server.settings import Pace
from pitboss.store.entry import HOUSE_NAME
from pitboss.wire.protocol import Waiting

OUT_OF_CARDS: tuple[Command, ...] = (
    AssignStaff(name=HOUSE_NAME, role="dealer"),
    Report(by=HOUSE_NAME, what="out_of_cards"),
    AssignStaff(name=HOUSE_NAME, role=""),
)
"""Commands for a shoe that runs out within a round which is then dealt again (T-n-6)."""

LEAST_MS = 3_000
"""Least time left of a wait after a restart, because players could not act meanwhile."""
IDLE_MS = 60_000
"""Time after which an empty table shuffles, so that circles closed for the shoe open again."""
AGAIN_MS = 1_000
"""Time after which a step that could not be written is tried again."""


@dataclass(frozen=True, slots=True)
class Due:
    """The next step that a table takes by itself."""

    what: str
    """``notice``, ``shuffle``, ``cut``, ``deal``, ``insurance``, ``turn``, ``prize``, ``idle``."""
    wait_ms: int
    key: tuple[object, ...]
    """Identity of the step: time runs from the moment at which a key first comes up."""
    bank_ms: int = 0
    """Last part of the wait, which comes from the time bank of the player to act."""
    is_absent: bool = False
    """True if the connection of the player to act is lost."""


class Timer:
    """The step that a table waits for, and its deadline, counted from when it first came up.

    ``waited_ms`` is the time that it had waited already when the server before this one ended.
    """

    def __init__(self, waited_ms: int = 0) -> None:
        self.waiting: tuple[Due, int] | None = None
        """The step, and its deadline by the steady clock."""
        self.given_up: tuple[object, ...] | None = None
        """Key of a refused step, which is not tried again before something else has happened."""
        self._before_ms = waited_ms
        self._wall_ms = 0
        """Deadline by the wall clock, which viewers see."""

    def update(self, wanted: Due | None, *, steady_ms: int, wall_ms: int) -> None:
        """Start the wait for a step, or keep the one that is running."""
        held = self.waiting
        before_ms, self._before_ms = self._before_ms, 0
        if wanted is None or wanted.key == self.given_up:
            self.waiting = None
        elif held is None or held[0].key != wanted.key:
            # A change of the rules takes effect at its time, whoever was away.
            before_ms = 0 if wanted.what == "notice" else before_ms
            left_ms = min(wanted.wait_ms, max(LEAST_MS, wanted.wait_ms - before_ms))
            self.waiting = (wanted, steady_ms + left_ms)
            self._wall_ms = wall_ms + left_ms

    def take(self) -> Due:
        """Return the due step, and stop waiting."""
        assert self.waiting is not None
        wanted, self.waiting = self.waiting[0], None
        return wanted

    def wait_s(self, steady_ms: int) -> float | None:
        """Return the seconds until the step is due; None if there is no step."""
        return None if self.waiting is None else (self.waiting[1] - steady_ms) / 1000

    def put_off(self, wanted: Due, until_ms: int) -> None:
        """Wait again for a step that failed, until this time by the steady clock."""
        self.waiting = (wanted, until_ms)

    def grant_grace_period(self, steady_ms: int) -> None:
        """Leave at least the grace period of a restart on the running wait."""
        if self.waiting is not None:
            wanted, until_ms = self.waiting
            more_ms = steady_ms + min(wanted.wait_ms, LEAST_MS) - until_ms
            if more_ms > 0:
                self.waiting = (wanted, until_ms + more_ms)
                self._wall_ms += more_ms

    def follow_wall(self, by_ms: int) -> None:
        """Shift the deadline that viewers see by a jump of the wall clock."""
        self._wall_ms += by_ms

    def waited_ms(self, steady_ms: int) -> int:
        """Return the milliseconds that the table has waited for the present step."""
        if self.waiting is None:
            return 0
        wanted, until_ms = self.waiting
        return max(0, wanted.wait_ms - (until_ms - steady_ms))

    @property
    def public(self) -> Waiting:
        """The wait as viewers see it, with its deadline by the wall clock."""
        # A table can be played until its rules change or it is idle, so viewers see no wait.
        if self.waiting is None or self.waiting[0].what in ("notice", "idle"):
            return Waiting()
        due = self.waiting[0]
        bank_ms = due.bank_ms if self._wall_ms else 0
        return Waiting(due.what, self._wall_ms, bank_ms, due.is_absent)


def due(
    state: TableState, pace: Pace, now_ms: int, *, cutters: frozenset[str] | None = None
) -> Due | None:
    """Return the next automatic step, or None.

    ``now_ms`` is log time. ``cutters`` are the players asked to cut a committed shoe; None if no
    shoe is committed.
    """
    if state.is_closed or state.floor.paused or state.awaiting is not None or state.prep.procedure:
        return None
    changing = _notice(state, now_ms)
    if changing is not None and not changing.wait_ms:
        return changing
    has_auto_deal = pace.has_auto_deal and state.automations.cards
    if shuffle_due(state, now_ms) and cutters is not None:
        if state.prep.is_opening:
            silent = unsaid(state)
            return Due("word", pace.cut_ms if silent else 0, ("word", state.round, bool(silent)))
        waited_for = cutters - {player for player, _ in state.prep.pledges}
        return Due("cut", pace.cut_ms if waited_for else 0, ("cut", state.round, bool(waited_for)))
    if shuffle_due(state, now_ms):
        return Due("shuffle", 0, ("shuffle", state.round, state.prep.side, len(state.shoe)))
    if state.phase == BETTING:
        if not state.boxes or not has_auto_deal:
            return changing
        return Due("deal", pace.betting_ms, ("deal", state.round, state.is_locked))
    if (side := prize_to_draw(state)) is not None:
        if not pace.prize_ms:
            return None
        return Due("prize", pace.prize_ms, ("prize", state.round, side.box, side.wager))
    if insurance_is_open(state):
        if not _is_anybody_asked(state):
            return Due("insurance", 0, ("answered", state.round))
        if not has_auto_deal:
            return None
        return Due("insurance", pace.insurance_ms, ("insurance", state.round))
    if state.phase == PLAYING and pace.turn_ms:
        number, hand = state.turn
        box = state.box(number)
        assert box is not None
        key = ("turn", state.round, number, hand, len(box.hands), len(box.dealt))
        return Due("turn", pace.turn_ms, key)
    return None


def idle_due(state: TableState, present: Set[str]) -> Due | None:
    """Return the shuffle of a table that deals by itself and has no players; None if it has.

    ``present`` are the people who are connected. Chips that they left behind do not count.
    """
    is_between = state.phase == BETTING and not state.boxes and not state.is_closed
    is_used = state.automations.cards and state.shoe_round > 0 and state.prep.last_round < 0
    if not is_between or not is_used or state.floor.paused or state.awaiting is not None:
        return None
    players = present & state.chips.keys() - state.floor.staff.keys()
    if any(not name.startswith(BOT) for name in players):
        return None
    return Due("idle", IDLE_MS, ("idle", state.round))


def cutters_among(state: TableState, viewers: set[str]) -> frozenset[str]:
    """Return the viewers who may contribute to a cut."""
    if state.rules.shoe.shuffler == "continuous":
        return frozenset()
    return frozenset(viewers & state.chips.keys())


def urgent(lost: tuple[str, ...], round_: int, *, is_out_of_cards: bool) -> Due | None:
    """Return the step that precedes all others: for a shoe whose order is lost, or that ran out."""
    if lost:
        return Due("void_shoe", 0, ("void_shoe", *lost))
    return Due("out_of_cards", 0, ("out_of_cards", round_)) if is_out_of_cards else None


def _notice(state: TableState, now_ms: int) -> Due | None:
    """Return the step for an announced change of rules; None if the staff has to apply it."""
    left = notice_left_ms(state, now_ms) if state.automations.cards else None
    if left is None:
        return None
    assert state.floor.notice is not None
    return Due("notice", left, ("notice", state.floor.notice.from_ms, state.round))


ACTS: dict[str, type[Hit | Stand | Surrender]] = {
    "hit": Hit,
    "stand": Stand,
    "surrender": Surrender,
}
"""Acts of the table for a player, by name."""


def command_due(state: TableState, what: str, seed: bytes, best: str = "") -> Command:
    """Return the command of a step whose time is up; ``deciding`` makes the shuffles.

    ``best`` names the best act of a turn, if it is known.
    """
    match what:
        case "deal":
            return Deal(drawn_from=seed[0] % 2)
        case "insurance":
            return CloseInsurance()
        case "notice":
            return ApplyNotice()
        case "idle":
            return OrderShuffle(reason=NOBODY_LEFT)
        case "prize":
            return DrawPrize(prize=drawn_prize(state, seed))
        case _:
            assert what == "turn"
            return default_act(state, best)


def default_act(state: TableState, best: str = "") -> Hit | Stand | Surrender:
    """Return the act of a player who has not answered: stand, or hit if standing is not allowed.

    A hand below the least total on which a player may stand is drawn to (12 in NZ-13.1-d).
    ``best`` precedes both if it is allowed.
    """
    number, hand = state.turn
    box = state.box(number)
    assert box is not None
    offered = {offer.do for offer in legal(state, box.seated)}
    name = next((act for act in (best, "stand") if act in offered), "hit")
    return ACTS[name](by=box.seated, box=number, hand=hand)


def _is_anybody_asked(state: TableState) -> bool:
    """Return True if a player has still to answer the offer of insurance or even money."""
    players = {name for box in state.boxes for name, _ in box.mains}
    return any(legal(state, name) for name in players)
