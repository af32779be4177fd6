"""Notices: changes of options at an open table, between rounds and after due notice."""

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from pitboss.engine import declare
from pitboss.engine.declare import EVERYBODY, Command, Event, decides
from pitboss.engine.draft import Draft
from pitboss.engine.state import BETTING, PostedNotice, TableState
from pitboss.engine.words import Each, Phrases
from pitboss.rulebook.options import changes as options
from pitboss.rulebook.refusals import Code, Rejection

MINUTE_MS = 60_000
MINUTES_MAX = 1_440
"""Longest time from a notice to its change."""


class PostNotice(Command, tag="post_notice"):
    """Give notice of a change of options; an empty change withdraws the notice."""

    changes: dict[str, str] = msgspec.field(default_factory=dict)
    """New values by option, as they are written on the command line."""
    minutes: int = 0
    """Time from the notice to the change; never less than the rulebook requires."""
    at_ms: int = 0
    roles: ClassVar = declare.SUPERVISORS
    filled: ClassVar = {"at_ms": declare.Source.LOG_TIME}


class ApplyNotice(Command, tag="apply_notice"):
    """Apply the change announced by a notice, between rounds."""

    at_ms: int = 0
    roles: ClassVar = declare.PIT_OR_TABLE
    filled: ClassVar = {"at_ms": declare.Source.LOG_TIME}


class ChangedOption(msgspec.Struct, frozen=True):
    """An option with its values before and after, as they are written on the command line."""

    option: str
    old: str
    new: str


def changed_options(notice: "NoticePosted | RulesChanged") -> tuple[ChangedOption, ...]:
    """Return the changes of a notice."""
    changes = notice.changes.items()
    return tuple(ChangedOption(name, notice.was[name], value) for name, value in changes)


CHANGE: Phrases = {"change": Each("changed", "{option:plain} from {old:plain} to {new:plain}")}
"""Options with their values before and after: ``min bet from 5.00 to 10.00``."""


class NoticePosted(Event, tag="notice_posted"):
    """A change of options was posted; it replaces an earlier notice."""

    by: str
    changes: dict[str, str]
    """New values by option, as they are written on the command line."""
    was: dict[str, str]
    """The values until then."""
    at_ms: int
    from_ms: int
    """Earliest time of the change, which takes effect between rounds."""
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Notice by {by}: {change} [{clause}]."
    phrases: ClassVar = CHANGE
    changed = property(changed_options)

    def apply(self, state: TableState) -> TableState:
        notice = PostedNotice(self.by, self.changes, self.was, self.from_ms, self.clause)
        return state.with_floor(notice=notice)


class NoticeWithdrawn(Event, tag="notice_withdrawn"):
    """The notice was withdrawn."""

    by: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} withdraws the notice [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(notice=None)


class RulesChanged(Event, tag="rules_changed"):
    """The options of the table changed."""

    by: str
    changes: dict[str, str]
    was: dict[str, str]
    at_ms: int
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "From this round on: {change} [{clause}]."
    phrases: ClassVar = CHANGE
    changed = property(changed_options)

    def apply(self, state: TableState) -> TableState:
        changed = {**state.floor.changed, **self.changes}
        rules = options.with_changes(state.rules, self.changes)
        return replace(state.with_floor(notice=None, changed=changed), rules=rules)


@decides(PostNotice)
def post_notice(draft: Draft, command: PostNotice) -> Rejection | None:
    """Post a change of options and its time (T-h-2-s2); an empty change withdraws the notice."""
    state, rules = draft.state, draft.rules
    if not command.changes:
        if state.floor.notice is None:
            text = "there is no notice to withdraw; name the options that will change"
            return rules.refuse(Code.WRONG_TIME, "staff", text)
        draft.add(NoticeWithdrawn(command.by, state.floor.notice.clause))
        return None
    if refusal := options.change_refusal(rules, command.changes):
        return refusal
    if not 0 <= command.minutes <= MINUTES_MAX:
        text = f"a notice stands for up to {MINUTES_MAX} minutes, not for {command.minutes}"
        return rules.refuse(Code.NOT_ALLOWED, "staff", text, limit=MINUTES_MAX)
    before = options.shown_options(rules)
    after = options.shown_options(options.with_changes(rules, command.changes))
    # In the order of the log, so that the words are the same after a restart.
    changes = {name: after[name] for name in sorted(command.changes)}
    was = {name: before[name] for name in changes}
    wait_ms = max(options.notice_ms(rules, changes), command.minutes * MINUTE_MS)
    from_ms, clause = command.at_ms + wait_ms, options.notice_clause(rules, changes)
    draft.add(NoticePosted(command.by, changes, was, command.at_ms, from_ms, clause))
    return None


@decides(ApplyNotice)
def apply_notice(draft: Draft, command: ApplyNotice) -> Rejection | None:
    """Apply the posted change."""
    if refusal := apply_refusal(draft.state, command.at_ms):
        return refusal
    notice = draft.state.floor.notice
    assert notice is not None
    draft.add(RulesChanged(command.by, notice.changes, notice.was, command.at_ms, notice.clause))
    return None


def apply_refusal(state: TableState, at_ms: int) -> Rejection | None:
    """Refuse a change in a round, over wagers, or before its time."""
    notice = state.floor.notice
    if notice is None:
        return state.rules.refuse(Code.WRONG_TIME, "staff", "no notice of a change was given")
    if state.phase != BETTING:
        return Rejection(Code.WRONG_TIME, "no rule changes within a round", notice.clause)
    if state.boxes or state.sides:
        text = "no rule changes while wagers lie on the table; wait until they are decided"
        return Rejection(Code.WRONG_TIME, text, notice.clause)
    if at_ms < notice.from_ms:
        minutes = -((at_ms - notice.from_ms) // MINUTE_MS)
        text = f"the notice has not stood long enough; {minutes} more minutes are due"
        return Rejection(Code.WRONG_TIME, text, notice.clause, limit=minutes)
    return None
