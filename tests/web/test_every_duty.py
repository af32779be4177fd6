"""Every duty that the engine can name has a control at the console whose frame is taken."""

import random
from functools import cache
from typing import Any

import msgspec
import pytest

from pitboss.cards import show_card
from pitboss.engine.declare import Command, Role
from pitboss.engine.duties import reports
from pitboss.engine.offers import Duty, Offer
from pitboss.engine.state import BY_HAND, TableState
from pitboss.engine.views import table_view
from pitboss.rulebook.catalog import SHIPPED
from pitboss.server.feed.floor import DEALING, floor_status
from pitboss.wire.protocol import Give, decode
from tests.properties.guest_table import GuestTable, shape
from tests.properties.random_play import random_rules
from tests.properties.test_guest_table import rules_with, variants
from tests.web.browsing import Surf

KEYED = """async (cases) => {
  const { nextOf } = await import("/js/floor/keys/keyed_commands.js");
  return cases.map(({ desk, keyed }) => {
    const now = {
      desk, table: { view: desk.view, last: null }, layout: { boxes: 9, dealer_hands: 1 },
      cursor: { box: 1 }, chips: { movedUpTo: () => 0, open: 0 },
      scanner: {}, buy_in: {}, ahead: [], asked: {}, shown_first: [],
    };
    return nextOf({ text: "", after: "", ...keyed }, now);
  });
}"""
"""What the dealer's keys give at each of these tables."""
FORMS = """async (cases) => {
  const { dutyForm } = await import("/js/floor/duty.js");
  return cases.map(({ desk, duty, card }) => {
    const given = [];
    const give = (command) => Promise.resolve(given.push(command));
    const form = dutyForm(duty, { ...desk, give, sheet: { clauses: {} } });
    document.body.append(form);
    for (const field of form.querySelectorAll("input")) {
      if (field.placeholder === "As") field.value = card;
      else if (!field.value) field.value = field.type === "number" ? "1" : "x";
    }
    const [empty] = form.querySelectorAll("select:required:not(:has(option))");
    form.requestSubmit();
    form.remove();
    return given[0] ?? { nothing: empty?.name ?? "" };
  });
}"""
"""What the form of each duty gives, as it is filled in without a thought."""
ACTS = {
    "hit": {"kind": "card"},
    "stand": {"kind": "act", "act": "stand"},
    "double": {"kind": "act", "act": "double"},
    "split": {"kind": "act", "act": "split"},
    "surrender": {"kind": "act", "act": "surrender"},
    "refuse_card": {"kind": "act", "act": "refuse_card"},
    "insure": {"kind": "act", "act": "insure"},
    "take_even_money": {"kind": "act", "act": "take_even_money"},
    "keep_hand": {"kind": "act", "act": "no"},
    "decline_cut": {"kind": "act", "act": "no"},
    "decline_prize": {"kind": "act", "act": "no"},
    "draw_prize": {"kind": "enter"},
    "perform": {"kind": "enter"},
}
"""The keys of what guests may do."""
PRIZE_TABLES = 4
"""So many tables are dealt with the same rules that have a prize."""


class Recorder(GuestTable):
    """Keeps one table for each kind of duty and act."""

    duties: dict[object, tuple[TableState, Duty]]
    acted: dict[object, tuple[TableState, Offer]]

    def __init__(self, *given: Any) -> None:
        self.duties, self.acted = {}, {}
        super().__init__(*given)

    def look(self) -> None:
        state = self.state
        for duty in (*self.listed(), *reports(state)):
            self.duties.setdefault(shape(state, duty), (state, duty))
        for offer in self.acts():
            self.acted.setdefault((offer.do, state.phase), (state, offer))


@cache
def recorded() -> Recorder:
    """Tables of every rulebook, with each option, and with several at random."""
    rng = random.Random(34)
    books = [rules_with(*variant) for variant in variants()]
    known = Recorder(rng, rules_with(SHIPPED[0], "", None), BY_HAND)
    for rules in (*books, *(random_rules(rng) for _ in range(20))):
        if rules is None:
            continue
        # A prize is drawn in one round of many.
        has_prize = any(wager.press_clause for wager in rules.wagers.values())
        for dealing in ("by_hand", "cards_by_hand") * (PRIZE_TABLES if has_prize else 1):
            table = Recorder(rng, rules, DEALING[dealing])
            table.duties, table.acted = known.duties, known.acted
            table.play(1)
    named = {duty.do for _, duty in known.duties.values()}
    assert {"draw_prize", "decline_prize", "resume", "load_shoe", "close_insurance"} <= named
    return known


def desk_of(state: TableState) -> Any:
    """The desk of a dealer, as the page has it."""
    floor, view = floor_status(state, Role.DEALER), table_view(state, None)
    return msgspec.to_builtins({"floor": floor, "view": view, "table": "t", "me": "dan"})


def read(frame: Any) -> Command:
    """The command of a frame, as the server reads it from the wire."""
    assert frame, "nothing is sent"
    message = decode(msgspec.json.encode({"type": "command", "id": "x", "command": frame}))
    assert isinstance(message, Give)
    return message.command


def assert_taken(state: TableState, command: Command, senders: tuple[str, ...]) -> None:
    """One of these people is accepted with the command."""
    table = GuestTable.__new__(GuestTable)
    told = []
    for sender in senders:
        table.state = state
        if (refusal := table.give(sender, command)) is None:
            return
        told.append(refusal)
    pytest.fail(f"{command} is refused: {told}")


def keyed(duty: Duty, card: int) -> dict[str, Any]:
    """The key of a duty that is due."""
    if duty.what == "reading":
        return {"kind": "act", "act": "no"}
    return {"kind": "card", "card": card} if duty.do == "enter_card" else {"kind": "enter"}


def test_every_duty_has_a_control_whose_frame_is_taken(surf: Surf) -> None:
    known, page = recorded(), surf.page("nowhere")
    table = GuestTable.__new__(GuestTable)
    table.rng = random.Random(1)
    dealers, forms = [], []
    for state, duty in known.duties.values():
        table.state = state
        card = table.card(duty)
        forms.append((state, duty, {"desk": desk_of(state), "duty": msgspec.to_builtins(duty),
                                    "card": show_card(card)}))  # fmt: skip
        if duty.is_due and table.staff_for(duty) == ("dan",) and duty.do != "report":
            dealers.append((state, duty, {"desk": desk_of(state), "keyed": keyed(duty, card)}))
    given = page.evaluate(KEYED, [case for *_, case in dealers])
    for (state, duty, _), told in zip(dealers, given, strict=True):
        assert "give" in told, f"{duty}: {told}"
        assert_taken(state, read(told["give"]), ("dan",))
    given = page.evaluate(FORMS, [case for *_, case in forms])
    for (state, duty, _), frame in zip(forms, given, strict=True):
        if frame.get("nothing") in ("box", "hand"):
            assert not state.boxes, f"{duty} cannot be filled in"
            continue
        assert "nothing" not in frame, f"{duty} sends nothing: {frame}"
        command = read(frame)
        if duty.is_due and duty.do not in ("report", "perform"):
            assert_taken(state, command, table.staff_for(duty))


def test_every_act_of_a_guest_has_a_key(surf: Surf) -> None:
    known, page = recorded(), surf.page("nowhere")
    cases = []
    for state, offer in known.acted.values():
        key = ACTS[offer.do] | ({"card": 0} if offer.do == "hit" else {})
        cases.append({"desk": desk_of(state), "keyed": key})
    given = page.evaluate(KEYED, cases)
    for (_, offer), told in zip(known.acted.values(), given, strict=True):
        assert "give" in told, f"{offer}: {told}"
        assert read(told["give"]).__struct_config__.tag == offer.do
