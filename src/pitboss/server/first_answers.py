"""First answers to commands, so that one that is sent again gets the same answer."""

from collections import OrderedDict

from pitboss.server.protocol import Answer

KEPT_MAX = 4_096
"""Answers kept in memory; those of accepted commands are in the log for good."""
NOT_JUDGED = frozenset({"broken", "store"})
"""Answers to commands that were not decided: they may be sent again."""


class FirstAnswers:
    """What the last commands at a table were answered, by their keys."""

    def __init__(self, *, has_all: bool) -> None:
        self.has_all = has_all
        """Whether no command is in the log whose answer is not here."""
        self._kept: OrderedDict[str, Answer] = OrderedDict()

    def find(self, key: str) -> Answer | None:
        """What a command was answered, if that is kept here."""
        return self._kept.get(key)

    def keep(self, key: str, answer: Answer) -> None:
        """Keep the answer to a command that was judged."""
        if answer.refused is not None and answer.refused.code in NOT_JUDGED:
            return
        self._kept[key] = answer
        while len(self._kept) > KEPT_MAX:
            self._kept.popitem(last=False)
            self.has_all = False
