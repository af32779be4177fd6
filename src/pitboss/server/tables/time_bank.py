"""Time of players: no limit for a player who is alone, and a time bank for the others.

Beyond the time of a turn each player has a bank for all turns of a shoe. It is kept by the server
that writes the table, and is full again with the next shoe and after a restart. A player whose
connection is lost while others play has a short wait of their own, and keeps the bank.
"""

from dataclasses import dataclass, replace

from pitboss.engine.side_wagers.settling import prize_to_draw
from pitboss.engine.state import TableState
from pitboss.money import BOT
from pitboss.server.settings import Pace
from pitboss.server.tables.timers import Due


@dataclass(frozen=True, slots=True)
class Attendance:
    """The viewers who are connected to a table, and the number of its shoe."""

    viewers: frozenset[str]
    people: frozenset[str]
    """Viewers who look at the table themselves, and not through a program."""
    shoe: int = 0


@dataclass(slots=True)
class _Turn:
    """A turn that is timed."""

    key: tuple[object, ...]
    player: str
    last_ms: int
    """Time up to which the two below are counted."""
    away_ms: int
    """Time without a connection, before the turn too."""
    present_ms: int = 0
    is_absent: bool = False

    def count_until(self, steady_ms: int) -> None:
        """Count the time since it was counted last."""
        passed_ms, self.last_ms = steady_ms - self.last_ms, steady_ms
        if self.is_absent:
            self.away_ms += passed_ms
        else:
            self.present_ms += passed_ms


class TimeBank:
    """Time limits of the players at one table, and the rest of their banks."""

    def __init__(self, pace: Pace, *, is_shared: bool) -> None:
        """``is_shared``: several servers share the table, and each knows only its own viewers."""
        self._pace = pace
        self._is_always_timed = pace.has_lone_clock or is_shared
        self._absent_ms = 0 if is_shared else pace.absent_ms
        self._viewers: frozenset[str] = frozenset()
        self._lost_ms: dict[str, int] = {}
        """Times at which players with chips lost their last connection."""
        self._used_ms: dict[str, int] = {}
        """Time taken from the bank, by player."""
        self._shoe = 0
        self._turn: _Turn | None = None

    def allow(
        self, wanted: Due | None, state: TableState, present: Attendance, *, steady_ms: int
    ) -> Due | None:
        """Return the step with the time that players have; None if a lone player has no limit."""
        self._note_lost(state, present, steady_ms)
        self._book(wanted, steady_ms)
        if present.shoe != self._shoe:
            self._shoe = present.shoe
            self._used_ms.clear()
        if wanted is None or not wanted.wait_ms:
            return wanted
        if wanted.what in ("turn", "insurance", "prize", "deal"):
            alone = _only_player(state, present)
            if alone and not self._is_always_timed and _is_waiting_for(alone, wanted, state):
                self._turn = None
                return None
        if wanted.what != "turn":
            return wanted
        return self._with_bank(wanted, state, present, steady_ms)

    def _note_lost(self, state: TableState, present: Attendance, steady_ms: int) -> None:
        """Note the players whose connection is lost, and forget those who are back or have left."""
        gone = (self._viewers | self._lost_ms.keys()) - present.viewers
        known = {name: self._lost_ms.get(name, steady_ms) for name in gone & state.chips.keys()}
        self._lost_ms, self._viewers = known, present.viewers

    def _with_bank(
        self, wanted: Due, state: TableState, present: Attendance, steady_ms: int
    ) -> Due:
        """Return a turn, prolonged by the rest of the bank, or cut short for an absent player.

        A player who is back before the act has the rest of the turn, and of the bank.
        """
        player = _seated(state)
        lost_ms = self._lost_ms.get(player)
        if self._turn is None:
            away_ms = 0 if lost_ms is None else steady_ms - lost_ms
            self._turn = _Turn(wanted.key, player, steady_ms, away_ms)
        turn = self._turn
        turn.is_absent = lost_ms is not None
        if turn.is_absent and self._absent_ms and _players(state, present) - {player}:
            left_ms = max(0, min(self._absent_ms - turn.away_ms, wanted.wait_ms))
            return replace(wanted, wait_ms=left_ms, key=(*wanted.key, "absent"), is_absent=True)
        bank_ms = 0
        if player in present.people:
            bank_ms = max(0, self._pace.bank_ms - self._used_ms.get(player, 0))
        # Only a wait that begins again is shorter by the time that the player has had.
        had_ms = turn.present_ms if turn.away_ms else 0
        left_ms = max(0, wanted.wait_ms + bank_ms - had_ms)
        return replace(wanted, wait_ms=left_ms, bank_ms=min(bank_ms, left_ms))

    def _book(self, wanted: Due | None, steady_ms: int) -> None:
        """Charge a turn that is over to the player's bank, minus the time of a turn."""
        turn = self._turn
        if turn is None:
            return
        turn.count_until(steady_ms)
        if wanted is not None and wanted.key == turn.key:
            return
        self._turn = None
        beyond_ms = turn.present_ms - self._pace.turn_ms
        if beyond_ms > 0:
            self._used_ms[turn.player] = self._used_ms.get(turn.player, 0) + beyond_ms


def _players(state: TableState, present: Attendance) -> set[str]:
    """Return the people at the table: those with a wager up, and viewers with chips.

    Bots do not count. Chips left behind do not count either, but a wager does.
    """
    bettors = {player for box in state.boxes for player, _ in box.mains}
    names = (bettors | (present.viewers & state.chips.keys())) - state.floor.staff.keys()
    return {name for name in names if not name.startswith(BOT)}


def _only_player(state: TableState, present: Attendance) -> str:
    """Return the name of the only player, if that is a person; empty otherwise."""
    players = _players(state, present)
    return next(iter(players)) if len(players) == 1 and players <= present.people else ""


def _is_waiting_for(player: str, wanted: Due, state: TableState) -> bool:
    """Return True if the table waits for this player."""
    match wanted.what:
        case "turn":
            return _seated(state) == player
        case "prize":
            side = prize_to_draw(state)
            return side is not None and side.player == player
        case "deal":
            # A player with a wager up has bet already, and the cards come on time.
            return not state.has_main(player)
        case _:
            return True


def _seated(state: TableState) -> str:
    box = state.box(state.turn[0])
    return box.seated if box is not None else ""
