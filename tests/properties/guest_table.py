"""Guests at a table dealt by hand: the staff does nothing but its duties, as they are listed."""

import random
from collections.abc import Mapping

import msgspec

from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import Command, any_command
from pitboss.engine.draft import READ_YES
from pitboss.engine.duties import duties, orders, reports
from pitboss.engine.floor.by_hand import card_due
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.legal import legal
from pitboss.engine.offers import Duty, Field, Offer
from pitboss.engine.state import BETTING, Automations, TableState
from pitboss.engine.state.invariants import cards_in_play
from pitboss.engine.table import open_table, run, step
from pitboss.hands import hand_of
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules
from pitboss.server.tables.filled_fields import fill_in
from tests.properties.random_play import command_of
from tests.server.test_keyed import context_of

GUESTS = ("guest-1", "guest-2-bob", "guest-3")
STAFF = {"dan": "dealer", "sue": "supervisor", "sam": "supervisor"}
NAMED_BY = {"perform": "step", "begin_procedure": "name", "report": "what"}
"""The field of a command that names a duty's step, procedure or report."""
FILLED: dict[str, dict[str, object]] = {"load_shoe": {"cards": ()}, "draw_prize": {"prize": 0}}
"""Fields that the server fills in, as they are sent."""
MISHAP_P, HIGH_P, TURN_P = 0.08, 0.4, 0.3
"""How often something goes wrong, an ace or a ten is drawn, and cards are shown early."""
STEPS_MAX = 600


class GuestTable:
    """A table that is dealt by its duties alone, with something wrong now and then."""

    def __init__(self, rng: random.Random, rules: Rules, automations: Automations) -> None:
        self.rng, self.state = rng, open_table(rules, automations)
        for name, role in STAFF.items():
            self.give("", AssignStaff(name=name, role=role))
        for name in GUESTS:
            self.give("dan", BuyIn(player=name, amount=500_000, by=name))

    def give(self, sender: str, command: Command) -> Rejection | None:
        """A command as the server fills it in; the refusal changes nothing."""
        filled = fill_in(command, context_of(self.state, sender, is_table=not sender))
        outcome = step(self.state, filled)
        if isinstance(outcome, Rejection):
            return outcome
        self.state = outcome[0]
        self.look()
        return None

    def look(self) -> None:
        """What a test looks at after each command."""

    def listed(self) -> tuple[Duty, ...]:
        """What the staff may do now."""
        return duties(self.state)

    def due(self) -> list[Duty]:
        """What the table waits for."""
        return [duty for duty in self.listed() if duty.is_due]

    def beside(self) -> list[Duty]:
        """Cards that guests may turn over before they must."""
        return [duty for duty in self.listed() if duty.do == "turn_over"]

    def acts(self) -> list[Offer]:
        """What guests may do, other than bet."""
        offers = [offer for name in GUESTS for offer in legal(self.state, name)]
        return [offer for offer in offers if offer.do != "place_wager"]

    def play(self, rounds: int) -> None:
        """So many rounds, by duties and by what guests do."""
        last = self.state.round + rounds
        for _ in range(rounds * STEPS_MAX):
            if self.state.round >= last and self.state.phase == BETTING:
                return
            self.move()
        raise AssertionError(f"{self.state.phase}: {self.due()} leads nowhere")

    def move(self) -> None:
        """One thing that somebody does."""
        rng, state = self.rng, self.state
        if state.phase == BETTING and (not state.boxes or rng.random() < 0.3):
            self.bet()
        if rng.random() < MISHAP_P:
            self.mishap()
        if listed := self.due():
            self.do(rng.choice(listed))
        elif (beside := self.beside()) and rng.random() < TURN_P:
            self.do(rng.choice(beside))
        elif acts := self.acts():
            offer = rng.choice(acts)
            self.give("dan", command_of(rng, offer, self.state))

    def bet(self) -> None:
        """Wagers that are offered."""
        for name in GUESTS:
            offers = [one for one in legal(self.state, name) if one.do == "place_wager"]
            for offer in self.rng.sample(offers, min(2, len(offers))):
                self.give("dan", command_of(self.rng, offer, self.state))

    def mishap(self) -> None:
        """A report or an order of the rulebook, with anything in its fields."""
        listed = [*reports(self.state), *orders(self.state.rules)]
        duty = self.rng.choice([duty for duty in listed if duty.do in ("report", "order_shuffle")])
        self.give(self.staff_for(duty)[0], self.command(duty))

    def do(self, duty: Duty) -> None:
        """A duty by those whom it is for; one of them is accepted, unless guests must bet."""
        senders = self.staff_for(duty)
        refused = [self.give(sender, self.command(duty)) for sender in senders[:1]]
        for sender in senders[1:]:
            if refused[-1] is not None:
                refused.append(self.give(sender, self.command(duty)))
        told = refused[-1]
        is_told = told and (told.code, told.text) == (Code.NO_MAIN_WAGER, duty.text)
        assert not told or is_told, f"{duty} is refused by {told}"

    def staff_for(self, duty: Duty) -> tuple[str, ...]:
        """The people on duty who do it; the dealer keys for guests."""
        if duty.who or "dealer" in duty.by or "player" in duty.by:
            return ("dan",)
        return ("sue", "sam")

    def command(self, duty: Duty) -> Command:
        """The command of a duty, each field with what is usual or with anything."""
        named = {NAMED_BY[duty.do]: duty.what} if duty.do in NAMED_BY else {}
        values = {field.name: self.value(field, duty) for field in duty.fields}
        who = duty.who or (GUESTS[0] if "player" in duty.by else "")
        blanks = FILLED.get(duty.do, {})
        return read_command({"do": duty.do, **named, **values, **blanks, "by": who})

    def value(self, field: Field, duty: Duty) -> object:
        """A value that the field takes."""
        rng, boxes = self.rng, [box.number for box in self.state.boxes] or [1]
        match field.kind:
            case "card":
                return self.card(duty)
            case "yes_no":
                return duty.do == "order_shuffle"
            case "choice":
                return rng.choice(field.choices)
            case "count" | "side":
                return field.default
            case "box":
                return int(rng.choice(field.choices)) if field.choices else rng.choice(boxes)
            case "hand":
                return 1
            case "player":
                return rng.choice(GUESTS)
            case _:
                return "it is so"

    def card(self, duty: Duty) -> int:
        """A card of which some are left, and that fits what the reader said."""
        state, rng = self.state, self.rng
        if state.floor.damaged and state.phase == BETTING:
            return state.floor.damaged[0]
        gone = cards_in_play(state)
        lying = [card for card in gone if card >= 0]
        if duty.do == "report" and lying and rng.random() < 0.7:
            return rng.choice(lying)
        left = [card for card in range(52) if gone[card] < state.rules.decks_in_play]
        if duty.do != "enter_card" or duty.what != "hole" or state.awaiting is None:
            high = [card for card in left if card // 4 in (0, 9)]
            return rng.choice(high if high and rng.random() < HIGH_P else left)
        due = card_due(state, run)
        assert due is not None
        is_natural = READ_YES in state.awaiting.entered
        ups = state.dealer.cards[:1]
        fits = [card for card in left if hand_of((*ups, card)).is_blackjack == is_natural]
        return rng.choice(fits if is_natural or state.is_checked else left)


def read_command(values: Mapping[str, object]) -> Command:
    """A command from its fields as JSON."""
    command: Command = msgspec.convert(dict(values), any_command())
    return command


def shape(state: TableState, duty: Duty) -> tuple[object, ...]:
    """What is different of two duties: not whom they are for, nor how many cards there are."""
    fields = tuple((one.name, one.kind, one.is_needed, bool(one.choices)) for one in duty.fields)
    what = duty.what if duty.do != "begin_procedure" else "procedure"
    return (duty.do, what, bool(duty.who), *duty.by, duty.is_due, fields, state.phase)
