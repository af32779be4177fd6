"""Random play with staff at the table: anything may go wrong at any moment, and is checked."""

from pitboss.cards import HIDDEN, full_shoe
from pitboss.engine.betting.placing import AskPlace
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, evolve, redact
from pitboss.engine.floor.corrections import ConfirmCorrection, ProposeCorrection, RejectCorrection
from pitboss.engine.floor.cut import DeclineCut, OrderRecut, PassCutter, cutter_due
from pitboss.engine.floor.idle import KeepCards
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.log_time import SetLogTimeBack
from pitboss.engine.floor.notices import ApplyNotice, PostNotice
from pitboss.engine.floor.procedures import BeginProcedure, Perform
from pitboss.engine.floor.rulings import LaidHand, Rebuild, RefuseCard, Resume
from pitboss.engine.floor.staff import AssignStaff, PermitEntry
from pitboss.engine.insurance import Insure
from pitboss.engine.offers import Offer
from pitboss.engine.play.acts import Hit, Signal
from pitboss.engine.shoe.drawing import AskBurn, CardBurned, CardDealt
from pitboss.engine.shoe.loading import LoadShoe, OrderShuffle, ShoeLoaded
from pitboss.engine.state import BETTING
from pitboss.engine.state.preparation import due_step
from pitboss.engine.table import step
from pitboss.engine.views import view
from pitboss.money import show
from pitboss.rulebook.catalog import load_rulebook
from pitboss.rulebook.options.changes import changeable
from pitboss.rulebook.refusals import Code, Rejection
from tests.properties.random_play import PLAYERS, STEPS_MAX, RandomTable, command_of
from tests.properties.random_slips import random_slip

DEE, SUE, SAM = "dee", "sue", "sam"
STAFF = (DEE, SUE, SAM)
ANYBODY = (*STAFF, *PLAYERS, "stranger", "")
LACKS = (Code.NOT_ENOUGH_CHIPS, Code.STAKE_TOO_LARGE, Code.SHOE_EMPTY)
"""Why even an offer may be refused: chips of followers or of several wagers, or no more cards."""
ENDS_A_STOP = ("resume", "replace_dropped", "restore_up_card")
"""What a supervisor's ruling can do to a table that is stopped."""
SHUFFLES_MAX = 2
"""No deal waits for more shoes: one for each of two batches."""
NOTICE_P = 0.2
"""How often something is changed at the table before a round."""
CHOICES = ("", "late", "dead", "void", "round", "hand", "lifted")


class FloorTable(RandomTable):
    """A table with a dealer and two supervisors on which anything may go wrong."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.clauses = set(load_rulebook(self.rules.rulebook).clauses)
        self.now_ms = 0
        self.mishap_p = self.rng.choice((0.05, 0.2, 0.5))
        for name, role in ((DEE, "dealer"), (SUE, "supervisor"), (SAM, "supervisor")):
            self.send(AssignStaff(name=name, role=role))

    def attempt(self, command: Command) -> Rejection | None:
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
        self.took(command, outcome)
        self.acts[f"{self.rules.rulebook} {name}"] += 1
        if isinstance(command, Report):
            self.acts[f"{self.rules.rulebook} report {command.what}"] += 1
        seen = before
        for event in outcome[1]:
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
        is_proposed = bool(self.state.floor.corrections)
        kind = self.money if is_proposed and rng.random() < 0.5 else rng.choice(kinds)
        self.attempt(kind())
        if rng.random() < 0.2:
            self.check_views()
            self.check_staff_views()

    def give_notice(self) -> None:
        """A supervisor changes limits, wagers or whatever else, rightly or wrongly."""
        rng, known = self.rng, self.rules.book.options
        name = rng.choice((*changeable(self.rules.book), *rng.choices([*known, "tea"], k=3)))
        option, now = known.get(name), self.rules.options.get(name)
        if option is None or option.spec.type == "boolean":
            value = rng.choice(("true", "false"))
        elif option.spec.values is not None:
            value = str(rng.choice(option.spec.values))
        elif option.spec.type == "amount" and isinstance(now, int):
            value = show(rng.choice((now // 2, now * 2)))
        else:
            value = rng.choice(("off", "2", "3 to 1", "0.8"))
        changes = {} if rng.random() < 0.1 else {name: value}
        by = rng.choice((SUE, SUE, SUE, DEE))
        self.attempt(PostNotice(by=by, changes=changes, at_ms=self.now_ms))
        self.now_ms += rng.choice((0, 30, 60)) * 60_000
        was_ms = self.now_ms + (0, 10**6, 10**12)[self.now_ms // 1_800_000 % 3]
        self.attempt(SetLogTimeBack(by=by, at_ms=self.now_ms, was_ms=was_ms))
        self.attempt(ApplyNotice(by=rng.choice(("", SUE, DEE, "ann")), at_ms=self.now_ms))

    def report(self) -> Report:
        """Any irregularity of the rulebook, or none of it, with any particulars."""
        rng, state = self.rng, self.state
        boxes = [box.number for box in state.boxes] or [1]
        up = state.dealer.cards[0] if state.dealer.cards else -1
        is_decided = not any(played.is_open for box in state.boxes for played in box.hands)
        names = [
            name
            for name, irregularity in self.rules.irregularities.items()
            # A round whose main wagers are all settled is not dealt again.
            if not (irregularity.does.startswith("misdeal") and is_decided)
        ]
        what = rng.choice((*names, "earthquake"))
        is_floors = what in names and "dealer" not in self.rules.irregularities[what].by
        return Report(
            by=SUE if is_floors and rng.random() < 0.8 else rng.choice((DEE, SUE)),
            what=what,
            box=rng.choice((*boxes, 0, state.turn[0], 99)),
            hand=rng.choice((0, 0, 1, 2, 3)),
            player=rng.choice((*PLAYERS, "")),
            choice=rng.choice(CHOICES),
            card=rng.choice((-1, up, rng.randrange(52))),
        )

    def ruling(self) -> Command:
        """What supervisors and players answer to something that went wrong."""
        rng, state = self.rng, self.state
        box = state.box(state.turn[0])
        seated = box.seated if box else rng.choice(PLAYERS)
        player = rng.choice(PLAYERS)
        number = rng.choice([box.number for box in state.boxes] or [1])
        late = state.floor.late_insurance
        if late and rng.random() < 0.5:
            return Insure(by=late[0][1], box=late[0][0], amounts=(self.rules.limits.min_bet // 2,))
        choices: tuple[Command, ...] = (
            RefuseCard(by=rng.choice((seated, player)), box=state.turn[0]),
            self.rebuilt(),
            Resume(by=rng.choice(ANYBODY)),
            OrderShuffle(
                by=rng.choice((SUE, SUE, DEE, "ann")),
                reason=rng.choice(("", "worn")),
                is_suspect=rng.random() < 0.7,
            ),
            OrderRecut(by=SUE, reason=rng.choice(("", "shallow"))),
            PermitEntry(by=SUE, player=player),
            Insure(by=player, box=number, amounts=(100,)),
        )
        return rng.choice(choices)

    def rebuilt(self) -> Rebuild:
        """The cards that lie, each hand with as many as before, in another order."""
        state = self.state
        hands = [
            (box.number, hand, played)
            for box in state.boxes
            for hand, played in enumerate(box.hands, start=1)
        ]
        live = [played.hand.cards for _, _, played in hands if not played.is_removed]
        cards = [*state.dealer.cards, *(card for cards in live for card in cards)]
        self.rng.shuffle(cards)
        laid = []
        for number, hand, played in hands:
            lying = played.hand.cards
            if not played.is_removed:
                lying, cards = tuple(cards[: len(lying)]), cards[len(lying) :]
            laid.append(LaidHand(number, hand, lying))
        return Rebuild(by=self.rng.choice((SUE, DEE)), hands=tuple(laid), dealer=tuple(cards))

    def money(self) -> Command:
        """Corrections by two people or by one, and chips bought."""
        if self.state.floor.corrections:
            return self.answer()
        acts = (self.correction, self.correction, self.answer, self.chips_bought, self.slip)
        return self.rng.choice(acts)()

    def correction(self) -> Command:
        """A correction that somebody proposes, of a wager that was settled or of anything."""
        rng = self.rng
        return ProposeCorrection(
            by=rng.choice((DEE, SUE, rng.choice(ANYBODY))),
            player=rng.choice((*PLAYERS, "stranger")),
            amount=rng.choice((-5_000_000, -500, 0, 500, 2_000)),
            reason=rng.choice(("", "miscount", "miscount")),
            round=rng.choice((0, 0, self.state.round, rng.randint(-1, 9))),
            box=rng.randint(1, 3),
            hand=rng.choice((0, 1, 1, 2)),
            wager="main",
        )

    def chips_bought(self) -> Command:
        """Chips that a player buys, or none."""
        rng = self.rng
        return BuyIn(player=rng.choice(PLAYERS), amount=rng.choice((0, 5_000)), by=DEE)

    def answer(self) -> Command:
        """What somebody says to a correction that waits, or to none."""
        rng, numbers = self.rng, [one.number for one in self.state.floor.corrections]
        number = rng.choice((*numbers * 4, rng.randint(0, 9)))
        if rng.random() < 0.25:
            return RejectCorrection(by=rng.choice((DEE, SUE, SAM)), number=number, reason="x")
        return ConfirmCorrection(by=rng.choice((DEE, SUE, SAM, "ann")), number=number)

    def slip(self) -> Command:
        """Something about the books of the house."""
        return random_slip(self.rng, self.state, self.now_ms)

    def cards(self) -> Command:
        """Cards put into the shoe at any time: all of them, the discards, or wrong ones."""
        rng, state = self.rng, self.state
        stacks = (full_shoe(self.rules.decks_in_play), state.discards, state.discards[1:])
        cards = list(rng.choice(stacks))
        rng.shuffle(cards)
        cut = rng.choice((0, 0, 1, len(cards) // 2))
        return LoadShoe(cards=tuple(cards), cut=cut, by=rng.choice((DEE, "", SUE)))

    def habit(self) -> Command:
        """What people do at a table besides."""
        rng = self.rng
        player, box = rng.choice(PLAYERS), max(1, self.state.turn[0])
        choices: tuple[Command, ...] = (
            AskBurn(by=player),
            AskPlace(by=rng.choice(("eve", "")), is_waiting=rng.random() < 0.3),
            Signal(by=player, box=box, gesture=rng.choice(("tap", "wave", "scratch", "tuck", ""))),
            Signal(by=player, box=box, voice=rng.choice(("hit", "stand"))),
            Perform(by=DEE, step="riffle"),
            DeclineCut(by=player),
            PassCutter(by=rng.choice((DEE, SUE, player))),
            KeepCards(by=rng.choice((SUE, DEE)), reason="nobody was away"),
            BeginProcedure(by=player, name=rng.choice(("opening", "tea"))),
            BeginProcedure(by=DEE, name=rng.choice((*self.rules.procedures, "tea"))),
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

    def mend(self) -> None:
        """A failed shuffler is put back, and damaged cards are replaced, before cards are dealt."""
        if self.state.floor.shuffler == "failed" and self.rng.random() < 0.5:
            self.send(Report(by=DEE, what="shuffler_covered"))
        if self.state.floor.shuffler:
            self.send(Report(by=SUE, what="shuffler_repaired"))
        for card in self.state.floor.damaged if self.state.phase == BETTING else ():
            self.send(Report(by=DEE, what="damaged_card", card=card, replacement=card))

    def shuffle(self) -> None:
        """A new shoe, or a new side of a double one: the side whose cutting card came out."""
        self.mend()
        cards = list(full_shoe(self.rules.decks_in_play))
        self.rng.shuffle(cards)
        due = self.state.prep.due_side
        is_double = self.rules.shoe.compartments == "double"
        self.send(LoadShoe(cards=tuple(cards), side=due if is_double and due >= 0 else None))

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
        self.finish_procedure()
        if not self.state.shoe or self.rng.random() < 0.03:
            self.shuffle()

    def finish_procedure(self) -> None:
        """Do the steps that are due, by whom they are for."""
        self.mend()
        arrivals = [name for name in self.state.floor.arrivals if name in PLAYERS]
        count = 52 * self.rules.decks_in_play
        shoe = self.rules.shoe
        places = {
            "cut": self.rng.randint(shoe.cut_from_end, count - shoe.cut_from_end),
            "place_cut_card": int(count * shoe.behind_max),
            "count": count,
        }
        while step_due := due_step(self.state):
            if self.rng.random() < 0.05:
                self.attempt(self.report())
                if self.state.floor.paused:
                    self.go_on()
                self.mend()
                continue
            cutter = cutter_due(self.state)
            if cutter and step_due.do == "cut" and self.rng.random() < 0.3:
                self.send(DeclineCut(by=cutter))
                continue
            people = {"dealer": DEE, "supervisor": SUE, "player": arrivals[0]}
            cards = list(full_shoe(self.rules.decks_in_play))
            self.rng.shuffle(cards)
            self.send(
                Perform(
                    by=people.get(step_due.by) or cutter or DEE,
                    step=step_due.do,
                    cards=tuple(cards) if step_due.do == "shuffle" else (),
                    position=places.get(step_due.do, 0),
                )
            )

    def play_round(self) -> bool:
        """One round with mishaps; whether anybody could bet."""
        if self.rng.random() < NOTICE_P:
            self.give_notice()
        self.ready()
        self.bet_if_open()
        if not self.state.boxes:
            self.shuffle()
            self.bet_if_open()
        if self.rng.random() < self.mishap_p:
            self.mishap()
        self.ready()
        self.mend()
        if not self.state.boxes:
            assert not self.state.is_locked, "wagers are locked and there are none"
            return False
        refused = self.attempt(Deal(by=DEE))
        for _ in range(SHUFFLES_MAX):
            if refused and refused.code in (Code.SHUFFLE_DUE, Code.SHOE_EMPTY):
                self.shuffle()
                self.mend()
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
            self.go_on()
            return
        if len(self.state.shoe) - self.state.position < 15:
            self.refill()
            if self.state.phase == BETTING:
                return
        self.act()

    def go_on(self) -> None:
        """A supervisor rules on what stopped the table, or just lets it go on."""
        for what, irregularity in self.rules.irregularities.items():
            if irregularity.does in ENDS_A_STOP and self.rng.random() < 0.5:
                up = self.state.dealer.cards[0] if self.state.dealer.cards else -1
                self.attempt(Report(by=SUE, what=what, card=up, choice=self.rng.choice(CHOICES)))
        if self.state.floor.paused:
            self.send(Resume(by=self.rng.choice((SUE, SAM))))

    def send_offer(self, offer: Offer) -> None:
        """What is offered is accepted, as far as chips and cards go."""
        refused = self.attempt(command_of(self.rng, offer, self.state))
        if refused:
            assert refused.code in LACKS, f"{offer} was refused by {refused}"
        if refused and refused.code == Code.SHOE_EMPTY:
            self.refill()

    def refill(self) -> None:
        """The shoe runs out in a round: each rulebook has its own way out."""
        if "out_of_cards" in self.rules.irregularities:
            self.attempt(Report(by=DEE, what="out_of_cards"))
            return
        cards = list(self.state.discards)
        self.rng.shuffle(cards)
        self.attempt(LoadShoe(by=DEE, cards=tuple(cards)))
