"""Answered commands: a command that is repeated under its id gets its first answer."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.engine.declare import Command
from pitboss.server.tables.batch import Request
from pitboss.server.tables.filled_fields import without_filled_fields
from pitboss.server.tables.log_writer import LogWriter
from pitboss.wire.protocol import Answer, Refused

KEPT_MAX = 4_096
"""Answers kept in memory; those of accepted commands are in the log for good."""
NOT_JUDGED = frozenset({"broken", "store", "id_reused"})
"""Answers to commands that were not decided: they may be sent again."""


@dataclass(frozen=True, slots=True)
class _Answered:
    """A command without the fields that the server fills in, and its answer."""

    command: Command
    answer: Answer


class AnsweredCommands:
    """First answers to the commands of a table: the newest in memory, older ones from its log."""

    def __init__(self, writer: LogWriter, *, is_by_hand: bool, has_all: bool) -> None:
        self.has_all = has_all
        """True if memory has the answer of every command in the log."""
        self._writer = writer
        self._is_by_hand = is_by_hand
        self._kept: OrderedDict[str, _Answered] = OrderedDict()

    def find(self, request: Request, answers: Iterable[tuple[Request, Answer]]) -> Answer | None:
        """Return the first answer to a command from memory or ``given``, or None."""
        known = self._kept.get(request.key)
        if known is not None:
            return self._again(request, known.command, known.answer)
        for other, answer in answers:
            if other.key == request.key:
                return self._again(request, self._plain(request, other.command), answer)
        return None

    async def first_answer(
        self, request: Request, answers: Iterable[tuple[Request, Answer]]
    ) -> Answer | None:
        """Return the first answer to a command, here or in the log; None if the command is new."""
        known = self.find(request, answers)
        return known if known or self.has_all else await self._look_up(request)

    async def _look_up(self, request: Request) -> Answer | None:
        answered = await self._writer.find_answered(request.key)
        if answered is None:
            return None
        first, last, command = answered
        answer = Answer(request.id, ok=True, first=first, last=last)
        if command is None:
            # The entry is from before commands were recorded: only ids can be compared.
            return answer
        return self._again(request, self._plain(request, command), answer)

    def keep(self, request: Request, answer: Answer) -> None:
        """Keep the answer to a command, unless the command was not decided."""
        key = request.key
        if key in self._kept or (answer.refused is not None and answer.refused.code in NOT_JUDGED):
            return
        self._kept[key] = _Answered(self._plain(request, request.command), answer)
        while len(self._kept) > KEPT_MAX:
            self._kept.popitem(last=False)
            self.has_all = False

    def _plain(self, request: Request, command: Command) -> Command:
        by_hand, is_table = self._is_by_hand, request.is_house
        return without_filled_fields(command, request.name, is_by_hand=by_hand, is_table=is_table)

    def _again(self, request: Request, first: Command, answer: Answer) -> Answer:
        """Return the first answer if the command is the same; otherwise refuse the reused id."""
        if first == self._plain(request, request.command):
            return answer
        text = "this id was another command's; every command has an id of its own"
        return Answer(request.id, ok=False, refused=Refused("id_reused", text))
