"""Random play with staff at the table: anything may go wrong at any moment, and is checked."""

import random

from pitboss.cards import full_shoe
from pitboss.engine.audience import HIDDEN, redact
from pitboss.engine.commands import (
    AnyCommand,
    AskBurn,
    AskPlace,
    AssignStaff,
    BeginProcedure,
    BuyIn,
    ConfirmCorrection,
    Deal,
    DeclineCut,
    Hit,
    Insure,
    LoadShoe,
    OrderRecut,
    OrderShuffle,
    Perform,
    PermitEntry,
    ProposeCorrection,
    Rebuild,
    RefuseCard,
    Report,
    Resume,
    Signal,
)
from pitboss.engine.events import DEALER, CardDealt, ShoeLoaded
from pitboss.engine.evolve import evolve
from pitboss.engine.floor_events import CardBurned
from pitboss.engine.state import BETTING
from pitboss.engine.table import step
from pitboss.engine.views import view
from pitboss.ledger.balances import book
from pitboss.rulebook.clauses import load_clauses
from pitboss.rulebook.refusals import Code, Rejection
from tests.properties.random_play import PLAYERS, STEPS_MAX, RandomTable

DEE, SUE, SAM = "dee", "sue", "sam"
STAFF = (DEE, SUE, SAM)
ANYBODY = (*STAFF, *PLAYERS, "stranger", "")
CHOICES = ("", "late", "dead", "void", "round", "hand")


class FloorTable(RandomTable):
    """A table with a dealer and two supervisors on which anything may go wrong."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.clauses = {clause.id for clause in load_clauses(self.rules.rulebook)}
        self.mishap_p = self.rng.choice((0.05, 0.2, 0.5))
        for name, role in ((DEE, "dealer"), (SUE, "supervisor"), (SAM, "supervisor")):
            self.send(AssignStaff(name=name, role=role))

    def attempt(self, command: AnyCommand) -> Rejection | None:
        """A command that may be refused: then it names a clause, and nothing has changed."""
        before, logged = self.state, len(self.log)
        outcome = step(before, command)
        name = type(command).__name__
        if isinstance(outcome, Rejection):
            assert set(outcome.clauses) <= self.clauses, f"{command} was refused by {outcome}"
            assert outcome.text
            assert step(before, command) == outcome
            assert (self.state, len(self.log)) == (before, logged)
            self.acts[f"{self.rules.rulebook} {name} refused"] += 1
            return outcome
        self.state, events = outcome
        self.log.extend(events)
        book(self.books, events)
        self.acts[f"{self.rules.rulebook} {name}"] += 1
        if isinstance(command, Report):
            self.acts[f"{self.rules.rulebook} report {command.what}"] += 1
        self.check()
        seen = before
        for event in events:
            if isinstance(event, (CardDealt, CardBurned, ShoeLoaded)):
                for viewer in ANYBODY:
                    shown = redact(seen, event, viewer)
                    if isinstance(shown, CardBurned) or (
                        isinstance(shown, CardDealt) and not shown.is_up
                    ):
                        assert shown.card == HIDDEN
                    if isinstance(shown, ShoeLoaded):
                        assert set(shown.cards) <= {HIDDEN}
            seen = evolve(seen, event)
        return None

    def mishap(self) -> None:
        """Something goes wrong, or somebody of the staff or a player wants something."""
        rng = self.rng
        kinds = (self.report, self.report, self.ruling, self.money, self.cards, self.habit)
        self.attempt(rng.choice(kinds)())
        if rng.random() < 0.2:
            self.check_views()
            self.check_staff_views()

    def report(self) -> Report:
        """Any irregularity of the rulebook, or none of it, with any particulars."""
        rng, state = self.rng, self.state
        boxes = [box.number for box in state.boxes] or [1]
        up = state.dealer.cards[0] if state.dealer.cards else -1
        return Report(
            by=rng.choice((DEE, SUE)),
            what=rng.choice((*self.rules.irregularities, "earthquake")),
            box=rng.choice((*boxes, 0, state.turn[0], 99)),
            hand=rng.randint(0, 3),
            player=rng.choice((*PLAYERS, "")),
            choice=rng.choice(CHOICES),
            card=rng.choice((-1, up, rng.randrange(52))),
        )

    def ruling(self) -> AnyCommand:
        """What supervisors and players answer to something that went wrong."""
        rng, state = self.rng, self.state
        box = state.box(state.turn[0])
        seated = box.seated if box else rng.choice(PLAYERS)
        player = rng.choice(PLAYERS)
        number = rng.choice([box.number for box in state.boxes] or [1])
        late = state.floor.late_insurance
        if late and rng.random() < 0.5:
            return Insure(by=late[0][1], box=late[0][0], amounts=(self.rules.limits.min_bet // 2,))
        choices: tuple[AnyCommand, ...] = (
            RefuseCard(by=rng.choice((seated, player)), box=state.turn[0]),
            self.rebuilt(),
            Resume(by=rng.choice(ANYBODY)),
            OrderShuffle(by=rng.choice((SUE, SUE, DEE, "ann")), reason=rng.choice(("", "worn"))),
            OrderRecut(by=SUE, reason=rng.choice(("", "shallow"))),
            PermitEntry(by=SUE, player=player),
            Insure(by=player, box=number, amounts=(100,)),
        )
        return rng.choice(choices)

    def rebuilt(self) -> Rebuild:
        """The cards that lie, each hand with as many as before, in another order."""
        state = self.state
        hands = [
            (box.number, hand, len(played.hand.cards))
            for box in state.boxes
            for hand, played in enumerate(box.hands, start=1)
        ]
        cards = list(state.dealer.cards)
        for box in state.boxes:
            for played in box.hands:
                cards.extend(played.hand.cards)
        self.rng.shuffle(cards)
        laid = []
        for number, hand, count in hands:
            laid.append((number, hand, tuple(cards[:count])))
            cards = cards[count:]
        return Rebuild(by=self.rng.choice((SUE, DEE)), hands=tuple(laid), dealer=tuple(cards))

    def money(self) -> AnyCommand:
        """Corrections by two people or by one, and chips bought."""
        rng = self.rng
        player = rng.choice((*PLAYERS, "stranger"))
        amount = rng.choice((-5_000_000, -500, 0, 500, 2_000))
        proposed = ProposeCorrection(
            by=rng.choice(ANYBODY), player=player, amount=amount, reason=rng.choice(("", "miscount"))
        )
        confirmed = ConfirmCorrection(by=rng.choice((DEE, SUE, SAM, "ann")))
        bought = BuyIn(player=rng.choice(PLAYERS), amount=rng.choice((0, 5_000)), by=DEE)
        return rng.choice((proposed, confirmed, confirmed, bought))

    def cards(self) -> AnyCommand:
        """Cards put into the shoe at any time: all of them, the discards, or wrong ones."""
        rng, state = self.rng, self.state
        stacks = (full_shoe(self.rules.decks_in_play), state.discards, state.discards[1:])
        cards = list(rng.choice(stacks))
        rng.shuffle(cards)
        cut = rng.choice((0, 0, 1, len(cards) // 2))
        return LoadShoe(cards=tuple(cards), cut=cut, by=rng.choice((DEE, "", SUE)))

    def habit(self) -> AnyCommand:
        """What people do at a table besides."""
        rng = self.rng
        player, box = rng.choice(PLAYERS), max(1, self.state.turn[0])
        choices: tuple[AnyCommand, ...] = (
            AskBurn(by=player),
            AskPlace(by=rng.choice(("eve", "")), is_waiting=rng.random() < 0.3),
            Signal(by=player, box=box, gesture=rng.choice(("tap", "wave", "scratch", "tuck", ""))),
            Signal(by=player, box=box, voice=rng.choice(("hit", "stand"))),
            Perform(by=DEE, step="riffle"),
            DeclineCut(by=player),
            BeginProcedure(by=player, name=rng.choice(("opening", "tea"))),
            AssignStaff(by=SUE, name=rng.choice(("fay", DEE)), role="dealer"),
            AssignStaff(by=SUE, name=rng.choice((*PLAYERS, "gus")), role=""),
            AssignStaff(by=rng.choice((SUE, DEE)), name=DEE, role="dealer"),
            Hit(by=DEE, box=box),
        )
        return rng.choice(choices)

    def check_staff_views(self) -> None:
        """The staff sees the hands, and neither the hole card nor the order of the shoe."""
        state = self.state
        for viewer in STAFF:
            seen = view(state, viewer)
            assert seen.dealer == state.dealer.cards + ((HIDDEN,) if state.has_hole else ())
            assert seen.cards_left == len(state.shoe) - state.position

    def ready(self) -> None:
        """Bring the table to where it can be dealt: going on, and with enough cards."""
        state = self.state
        if state.floor.staff.get(DEE) != "dealer":
            self.send(AssignStaff(by=SUE, name=DEE, role="dealer"))
        if self.state.floor.paused:
            refused = self.attempt(Deal())
            assert refused is not None
            assert refused.code == Code.PAUSED
            self.send(Resume(by=SUE))
        is_low = len(state.shoe) - state.position < 40 and not self.rules.shoe.runs_out
        if is_low or not state.shoe or self.rng.random() < 0.03:
            self.shuffle()

    def play_round(self) -> bool:
        """One round with mishaps; whether anybody could bet."""
        self.ready()
        self.bet_if_open()
        if not self.state.boxes:
            self.shuffle()
            self.bet_if_open()
        if self.rng.random() < self.mishap_p:
            self.mishap()
        self.ready()
        if not self.state.boxes:
            assert not self.state.is_locked, "wagers are locked and there are none"
            return False
        refused = self.attempt(Deal(by=DEE))
        if refused and refused.code in (Code.SHUFFLE_DUE, Code.SHOE_EMPTY):
            self.shuffle()
            refused = self.attempt(Deal(by=DEE))
        if refused:
            assert refused.code == Code.NO_MAIN_WAGER, f"the deal was refused by {refused}"
            self.shuffle()
            return False
        for _ in range(STEPS_MAX):
            if self.state.phase == BETTING:
                return True
            if self.rng.random() < self.mishap_p:
                self.mishap()
            else:
                self.carry_on()
        raise AssertionError("the round does not end")

    def bet_if_open(self) -> None:
        """Bets, unless a round is to be dealt again with the wagers that lie."""
        if not self.state.is_locked:
            self.bet()

    def carry_on(self) -> None:
        """Take the round on: what is offered, once the table goes on and has cards."""
        if self.state.floor.paused:
            self.send(Resume(by=self.rng.choice((SUE, SAM))))
            return
        if len(self.state.shoe) - self.state.position < 15:
            self.refill()
            if self.state.phase == BETTING:
                return
        self.act()

    def refill(self) -> None:
        """The shoe runs out in a round: each rulebook has its own way out."""
        if "out_of_cards" in self.rules.irregularities:
            self.attempt(Report(by=DEE, what="out_of_cards"))
            return
        cards = list(self.state.discards)
        self.rng.shuffle(cards)
        self.attempt(LoadShoe(by=DEE, cards=tuple(cards)))


def table_of(seed: int) -> FloorTable:
    """A table from a seed."""
    assert random.Random(seed).random() >= 0
    return FloorTable(seed)


def is_dealers(event: CardDealt) -> bool:
    """Whether a card went to the dealer."""
    return event.box == DEALER
