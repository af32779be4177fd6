"""Time of players: no limit for a player who is alone, and a time bank for the others.

Beyond the time of a turn each player has a bank for all turns of a shoe. It is kept by the server
that writes the table, and is full again with the next shoe and after a restart.
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


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn that is timed."""

    key: tuple[object, ...]
    player: str
    began_ms: int


class TimeBank:
    """Time limits of the players at one table, and the rest of their banks."""

    def __init__(self, pace: Pace, *, is_shared: bool) -> None:
        """``is_shared``: several servers share the table, and each knows only its own viewers."""
        self._pace = pace
        self._is_always_timed = pace.has_lone_clock or is_shared
        self._used_ms: dict[str, int] = {}
        """Time taken from the bank, by player."""
        self._shoe = 0
        self._turn: _Turn | None = None

    def allow(
        self, wanted: Due | None, state: TableState, present: Attendance, *, steady_ms: int
    ) -> Due | None:
        """Return the step with the time that players have; None if a lone player has no limit."""
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
        return self._with_bank(wanted, _seated(state), present, steady_ms)

    def _with_bank(self, wanted: Due, player: str, present: Attendance, steady_ms: int) -> Due:
        """Return a turn, prolonged by the rest of the player's bank if the player is present."""
        if self._turn is None:
            self._turn = _Turn(wanted.key, player, steady_ms)
        left_ms = self._pace.bank_ms - self._used_ms.get(player, 0)
        if left_ms <= 0 or player not in present.people:
            return wanted
        return replace(wanted, wait_ms=wanted.wait_ms + left_ms, bank_ms=left_ms)

    def _book(self, wanted: Due | None, steady_ms: int) -> None:
        """Charge a turn that is over to the player's bank, minus the time of a turn."""
        turn = self._turn
        if turn is None or (wanted is not None and wanted.key == turn.key):
            return
        self._turn = None
        beyond_ms = steady_ms - turn.began_ms - self._pace.turn_ms
        if beyond_ms > 0:
            self._used_ms[turn.player] = self._used_ms.get(turn.player, 0) + beyond_ms


def _only_player(state: TableState, present: Attendance) -> str:
    """Return the name of the only player, if that is a person; empty otherwise.

    Bots do not count as players. Chips left behind do not count either, but a wager does.
    """
    bettors = {player for box in state.boxes for player, _ in box.mains}
    names = (bettors | (present.viewers & state.chips.keys())) - state.floor.staff.keys()
    players = {name for name in names if not name.startswith(BOT)}
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
