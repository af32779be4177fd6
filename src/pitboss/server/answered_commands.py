"""Answered commands: one that is sent again under its id gets its first answer."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.engine.declare import Command
from pitboss.server.batch import Request
from pitboss.server.policy import as_asked
from pitboss.server.protocol import Answer, Refused
from pitboss.store.entry import decode_visible
from pitboss.store.port import Store

KEPT_MAX = 4_096
"""Answers kept in memory; those of accepted commands are in the log for good."""
NOT_JUDGED = frozenset({"broken", "store", "id_reused"})
"""Answers to commands that were not decided: they may be sent again."""


@dataclass(frozen=True, slots=True)
class _Answered:
    """A command as it was asked for, and what it was answered."""

    asked: Command
    answer: Answer


class AnsweredCommands:
    """What the commands at a table were answered: the last ones here, the others in its log."""

    def __init__(self, store: Store, table: str, *, is_by_hand: bool, has_all: bool) -> None:
        self.has_all = has_all
        """Whether no command is in the log whose answer is not here."""
        self._store = store
        self._table = table
        self._is_by_hand = is_by_hand
        self._kept: OrderedDict[str, _Answered] = OrderedDict()

    def find(self, request: Request, given: Iterable[tuple[Request, Answer]]) -> Answer | None:
        """What a command was answered, if that is kept here or has just been given."""
        known = self._kept.get(request.key)
        if known is not None:
            return self._again(request, known.asked, known.answer)
        for other, answer in given:
            if other.key == request.key:
                return self._again(request, self._plain(request, other.command), answer)
        return None

    def look_up(self, request: Request) -> Answer | None:
        """What a command was answered, from the log; off the loop, as it reads the store."""
        events = self._store.answered(self._table, request.key)
        if events is None:
            return None
        first, last = events
        answer = Answer(request.id, ok=True, first=first, last=last)
        command = decode_visible(self._store.read(self._table, last - 1, 1)[0]).command
        if command is None:
            # Commands were not recorded yet: the id alone tells.
            return answer
        return self._again(request, self._plain(request, command), answer)

    def keep(self, request: Request, answer: Answer) -> None:
        """Keep the answer to a command that was judged."""
        key = request.key
        if key in self._kept or (answer.refused is not None and answer.refused.code in NOT_JUDGED):
            return
        self._kept[key] = _Answered(self._plain(request, request.command), answer)
        while len(self._kept) > KEPT_MAX:
            self._kept.popitem(last=False)
            self.has_all = False

    def _plain(self, request: Request, command: Command) -> Command:
        by_hand, house = self._is_by_hand, request.is_house
        return as_asked(command, request.name, is_by_hand=by_hand, is_house=house)

    def _again(self, request: Request, asked: Command, answer: Answer) -> Answer:
        """The same answer for the same command; another one may not have its id."""
        if asked == self._plain(request, request.command):
            return answer
        text = "this id was another command's; every command has an id of its own"
        return Answer(request.id, ok=False, refused=Refused("id_reused", text))
