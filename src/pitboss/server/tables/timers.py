"""Timers of a table: what it waits for, for how long, and what is done when time is up.

They run by the steady clock, so that a jump of the clock on the wall changes none of them.
"""

from dataclasses import dataclass

from pitboss.engine.automatic import drawn_prize, shuffle_due
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.floor.cut import unsaid
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.notices import ApplyNotice
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.legal import insurance_is_open, legal, notice_left_ms
from pitboss.engine.play.acts import Hit, Stand
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.side_wagers.settling import prize_to_draw
from pitboss.engine.state import BETTING, PLAYING, TableState
from pitboss.server.settings import Pace
from pitboss.store.entry import HOUSE_NAME
from pitboss.wire.protocol import Waiting

OUT_OF_CARDS: tuple[Command, ...] = (
    AssignStaff(name=HOUSE_NAME, role="dealer"),
    Report(by=HOUSE_NAME, what="out_of_cards"),
    AssignStaff(name=HOUSE_NAME, role=""),
)
"""What the house does where the shoe runs out within a round and it is dealt again (T-n-6)."""

LEAST_MS = 3_000
"""The least that is left of a wait after a restart, since nobody could act meanwhile."""
AGAIN_MS = 1_000
"""How long after a step that could not be written it is tried again."""


@dataclass(frozen=True, slots=True)
class Due:
    """What a table does by itself next."""

    what: str
    """``notice``, ``shuffle``, ``cut``, ``deal``, ``insurance``, ``turn`` or ``prize``."""
    wait_ms: int
    key: tuple[object, ...]
    """Time runs from the moment at which this first came up."""
    bank_ms: int = 0
    """The last part of it, which comes from the time bank of the player to act."""


class Timer:
    """What a table waits for, and until when: time runs from when it first waited for that.

    ``waited_ms`` is how long it had waited already when the server before this one ended.
    """

    def __init__(self, waited_ms: int = 0) -> None:
        self.waiting: tuple[Due, int] | None = None
        """What, and until when by the steady clock."""
        self.given_up: tuple[object, ...] | None = None
        """What was refused: it is not tried again before something else has happened."""
        self._before_ms = waited_ms
        self._wall_ms = 0
        """Until when by the clock on the wall, which viewers are told."""

    def look(self, wanted: Due | None, *, steady_ms: int, wall_ms: int) -> None:
        """Wait for something from now on, or still."""
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
        """What has come due; it is waited for no more."""
        assert self.waiting is not None
        wanted, self.waiting = self.waiting[0], None
        return wanted

    def wait_s(self, steady_ms: int) -> float | None:
        """How long until something comes due; None where nothing does."""
        return None if self.waiting is None else (self.waiting[1] - steady_ms) / 1000

    def put_off(self, wanted: Due, until_ms: int) -> None:
        """Wait again for what could not be done, till then by the steady clock."""
        self.waiting = (wanted, until_ms)

    def spare(self, steady_ms: int) -> None:
        """Let everybody have the least that a restart leaves them, from now on."""
        if self.waiting is not None:
            wanted, until_ms = self.waiting
            more_ms = steady_ms + min(wanted.wait_ms, LEAST_MS) - until_ms
            if more_ms > 0:
                self.waiting = (wanted, until_ms + more_ms)
                self._wall_ms += more_ms

    def follow_wall(self, by_ms: int) -> None:
        """The clock on the wall has jumped: viewers are told by it, and nothing else changes."""
        self._wall_ms += by_ms

    def waited_ms(self, steady_ms: int) -> int:
        """How long the table has waited for what it waits for now."""
        if self.waiting is None:
            return 0
        wanted, until_ms = self.waiting
        return max(0, wanted.wait_ms - (until_ms - steady_ms))

    @property
    def public(self) -> Waiting:
        """The wait as viewers see it, with its deadline by the wall clock."""
        # A change of the rules keeps nobody waiting: the table can be played until then.
        if self.waiting is None or self.waiting[0].what == "notice":
            return Waiting()
        due = self.waiting[0]
        return Waiting(due.what, self._wall_ms, due.bank_ms if self._wall_ms else 0)


def due(
    state: TableState, pace: Pace, now_ms: int, *, cutters: frozenset[str] | None = None
) -> Due | None:
    """What comes next without anybody's doing, if anything does.

    ``now_ms`` is log time. ``cutters`` are those asked for the cut of a shoe that is committed to;
    None where none is.
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
        asked = cutters - {player for player, _ in state.prep.pledges}
        return Due("cut", pace.cut_ms if asked else 0, ("cut", state.round, bool(asked)))
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


def cutters_among(state: TableState, viewers: set[str]) -> frozenset[str]:
    """Return the viewers who may contribute to a cut."""
    if state.rules.shoe.shuffler == "continuous":
        return frozenset()
    return frozenset(viewers & state.chips.keys())


def urgent(lost: tuple[str, ...], round_: int, *, is_out_of_cards: bool) -> Due | None:
    """What comes before all else: a shoe whose order is lost, or one that has run out."""
    if lost:
        return Due("void_shoe", 0, ("void_shoe", *lost))
    return Due("out_of_cards", 0, ("out_of_cards", round_)) if is_out_of_cards else None


def _notice(state: TableState, now_ms: int) -> Due | None:
    """The change that was given notice of; with a human dealer the staff puts it into effect."""
    left = notice_left_ms(state, now_ms) if state.automations.cards else None
    if left is None:
        return None
    assert state.floor.notice is not None
    return Due("notice", left, ("notice", state.floor.notice.from_ms, state.round))


def command_due(state: TableState, what: str, seed: bytes) -> Command:
    """What the table does when time is up; a shuffle is made in ``shoes``."""
    match what:
        case "deal":
            return Deal(drawn_from=seed[0] % 2)
        case "insurance":
            return CloseInsurance()
        case "notice":
            return ApplyNotice()
        case "prize":
            return DrawPrize(prize=drawn_prize(state, seed))
        case _:
            assert what == "turn"
            return default_act(state)


def default_act(state: TableState) -> Hit | Stand:
    """What is played for a player who has not answered: stand, and draw where that is not allowed.

    A hand below the least total on which a player may stand is drawn to (12 in NZ-13.1-d).
    """
    number, hand = state.turn
    box = state.box(number)
    assert box is not None
    kind = Stand if any(o.do == "stand" for o in legal(state, box.seated)) else Hit
    return kind(by=box.seated, box=number, hand=hand)


def _is_anybody_asked(state: TableState) -> bool:
    """Whether somebody has still to answer the offer of insurance or even money."""
    players = {name for box in state.boxes for name, _ in box.mains}
    return any(legal(state, name) for name in players)
