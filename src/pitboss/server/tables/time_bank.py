"""Time of players: none is counted for somebody who plays alone, and a time bank for the others.

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
class Present:
    """Who is connected to a table, and the number of its shoe."""

    viewers: frozenset[str]
    people: frozenset[str]
    """Of these, those who look at the table themselves."""
    shoe: int = 0


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn that is timed."""

    key: tuple[object, ...]
    player: str
    began_ms: int


class PlayersTime:
    """How long the people at one table have, and what is left of their banks."""

    def __init__(self, pace: Pace, *, is_shared: bool) -> None:
        """Where several servers share the table, each knows only some of those who are here."""
        self._pace = pace
        self._is_always_timed = pace.has_lone_clock or is_shared
        self._used_ms: dict[str, int] = {}
        """Of the bank, by player."""
        self._shoe = 0
        self._turn: _Turn | None = None

    def allow(
        self, wanted: Due | None, state: TableState, present: Present, *, steady_ms: int
    ) -> Due | None:
        """What the table waits for, with the time that those who are present have for it."""
        self._book(wanted, steady_ms)
        if present.shoe != self._shoe:
            self._shoe = present.shoe
            self._used_ms.clear()
        if wanted is None or not wanted.wait_ms:
            return wanted
        if wanted.what in ("turn", "insurance", "prize", "deal"):
            alone = _alone(state, present)
            if alone and not self._is_always_timed and _is_up_to(alone, wanted, state):
                self._turn = None
                return None
        if wanted.what != "turn":
            return wanted
        return self._with_bank(wanted, _seated(state), present, steady_ms)

    def _with_bank(self, wanted: Due, player: str, present: Present, steady_ms: int) -> Due:
        """A turn, with what is left in the bank of somebody who is present."""
        if self._turn is None:
            self._turn = _Turn(wanted.key, player, steady_ms)
        left_ms = self._pace.bank_ms - self._used_ms.get(player, 0)
        if left_ms <= 0 or player not in present.people:
            return wanted
        return replace(wanted, wait_ms=wanted.wait_ms + left_ms, bank_ms=left_ms)

    def _book(self, wanted: Due | None, steady_ms: int) -> None:
        """A turn that is over takes from the bank what it took beyond its own time."""
        turn = self._turn
        if turn is None or (wanted is not None and wanted.key == turn.key):
            return
        self._turn = None
        beyond_ms = steady_ms - turn.began_ms - self._pace.turn_ms
        if beyond_ms > 0:
            self._used_ms[turn.player] = self._used_ms.get(turn.player, 0) + beyond_ms


def _alone(state: TableState, present: Present) -> str:
    """The person who plays alone; empty where others play, or where a program does.

    Bots wait for nobody. Chips of somebody who has gone wait for nobody either, but a wager does.
    """
    bettors = {player for box in state.boxes for player, _ in box.mains}
    names = (bettors | (present.viewers & state.chips.keys())) - state.floor.staff.keys()
    players = {name for name in names if not name.startswith(BOT)}
    return next(iter(players)) if len(players) == 1 and players <= present.people else ""


def _is_up_to(player: str, wanted: Due, state: TableState) -> bool:
    """Whether the table waits for this player."""
    match wanted.what:
        case "turn":
            return _seated(state) == player
        case "prize":
            side = prize_to_draw(state)
            return side is not None and side.player == player
        case "deal":
            # Whoever has a wager up has said what they bet, and the cards come.
            return not state.has_main(player)
        case _:
            return True


def _seated(state: TableState) -> str:
    """Whose turn it is."""
    box = state.box(state.turn[0])
    return box.seated if box is not None else ""
