"""What people do in a world: play, deal by hand, supervise; each from chances of their own."""

import asyncio
import random

from pitboss.bots.by_strategy import ByStrategy
from pitboss.bots.port import Bot
from pitboss.bots.random_legal import RandomLegal
from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.floor.by_hand import EnterCard
from pitboss.engine.floor.corrections import ConfirmCorrection, ProposeCorrection, RejectCorrection
from pitboss.engine.floor.cut import ContributeCut, DeclineCut, PledgeCut
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.procedures import BeginProcedure, Perform
from pitboss.engine.floor.rulings import Resume
from pitboss.engine.floor.staff import TakeTable
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.offers import Duty
from pitboss.engine.play.acts import Hit, Stand
from pitboss.engine.shoe.loading import LoadShoe, OrderShuffle
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.state import BETTING
from pitboss.rulebook.rules import Rules
from pitboss.shuffle import word_commitment
from tests.world.clients import Seat
from tests.world.keys import keyed

CHIPS = 50_000
"""What somebody buys for, in cents, with less than a tenth of it left."""
CASH_OUT_P = 0.04
CUT_P, WORDS = 0.4, 3
"""How often somebody has a word for the cut, and how many words there are."""
NONSENSE_P = 0.02
"""How often somebody asks for what is not offered."""
MISHAP_P = 0.08
KEYED_P = 0.4
"""How often the staff does something for a guest, or takes something back."""
CHOICES = ("", "late", "dead", "void", "round", "hand", "lifted")


async def play(seat: Seat, rules: Rules) -> None:
    """Bet, play, buy in and cash out for good."""
    rng = seat.rng
    bot: Bot = ByStrategy(seat.name, rules)
    if rng.random() < 0.7:
        bot = RandomLegal(seat.name, rules, rng.getrandbits(32))
    while True:
        await seat.change()
        # Who has just been told something thinks about it; meanwhile it may have changed.
        await asyncio.sleep(rng.uniform(0.2, 1.6))
        if (command := _wanted(seat, bot)) is not None:
            await seat.give(command)
            seat.changed.set()


def _wanted(seat: Seat, bot: Bot) -> Command | None:
    """What a player does now."""
    rng, status = seat.rng, seat.status
    assert status is not None
    if rng.random() < NONSENSE_P:
        return _nonsense(seat)
    if status.waits_for == "cut" and rng.random() < CUT_P:
        return PledgeCut(commitment=word_commitment(seat.name, f"word{rng.randrange(WORDS)}"))
    if status.waits_for == "word" and rng.random() < CUT_P:
        # Who does not remember the word guesses it, now and then rightly.
        return ContributeCut(words=f"word{rng.randrange(WORDS)}")
    if status.waits_for in ("cut", "word"):
        return None
    if status.phase == BETTING and status.chips < CHIPS // 10:
        return BuyIn(player=seat.name, amount=CHIPS * rng.randint(1, 3))
    if status.phase == BETTING and rng.random() < CASH_OUT_P:
        return CashOut(by=seat.name, amount=rng.randint(1, status.chips))
    for offer in status.offers:
        if offer.do == "decline_cut":
            return DeclineCut()
        if offer.do == "perform":
            return Perform(step=offer.wager, position=52)
    return bot.choose(seat.view()) if status.offers else None


def _nonsense(seat: Seat) -> Command:
    box, name = seat.rng.randint(1, 9), seat.name
    wrong: tuple[Command, ...] = (
        Hit(box=box), Stand(box=box), Deal(), BuyIn(player=f"{name}x", amount=100), Resume(),
        CashOut(by=name, amount=10**9), BuyIn(player=name, amount=10**9), EnterCard(card=0),
    )  # fmt: skip
    return seat.rng.choice(wrong)


async def work(seat: Seat, role: str, rules: Rules, players: tuple[str, ...]) -> None:
    """Do what is due from a role at a table dealt by hand, and report what goes wrong."""
    rng = seat.rng
    while True:
        status = await seat.change()
        await asyncio.sleep(rng.uniform(0.2, 1.2))
        if status.floor is None:
            continue
        if status.role == "spectator":
            await seat.give(TakeTable())
            continue
        due = [
            duty
            for duty in status.floor.duties
            if duty.is_due and not duty.who and role in (duty.by or ("dealer",))
        ]
        if rng.random() < MISHAP_P:
            await seat.give(_mishap(rng, role, rules, players))
        elif role == "supervisor" and (waits := status.floor.corrections) and rng.random() < 0.5:
            await seat.give(_answered(rng, waits[-1].number))
        elif rng.random() < KEYED_P and (command := keyed(rng, status, role)) is not None:
            await seat.give(command)
            seat.changed.set()
        elif due:
            await seat.give(_done(rng, rng.choice(due)))
            seat.changed.set()


def _answered(rng: random.Random, number: int) -> Command:
    """What a supervisor says to a correction."""
    if rng.random() < 0.3:
        return RejectCorrection(number=number, reason="it was right")
    return ConfirmCorrection(number=number)


def _done(rng: random.Random, duty: Duty) -> Command:
    """What is due, done."""
    match duty.do:
        case "perform":
            position = 0
            for field in duty.fields:
                is_exact = duty.what == "count" and rng.random() < 0.98
                position = field.high if is_exact else rng.randint(field.low, field.high)
            return Perform(step=duty.what, position=position)
        case "enter_card" if duty.what == "reading":
            return EnterCard(has_blackjack=rng.random() < 0.05)
        case "enter_card":
            return EnterCard(card=rng.randrange(52))
        case "begin_procedure":
            return BeginProcedure(name=duty.what)
        case "load_shoe":
            return LoadShoe(cards=())
        case "resume":
            return Resume()
        case "close_insurance":
            return CloseInsurance()
        case "draw_prize":
            return DrawPrize(prize=0)
        case _:
            return Deal()


def _mishap(rng: random.Random, role: str, rules: Rules, players: tuple[str, ...]) -> Command:
    """Something goes wrong, or somebody thinks so."""
    player = rng.choice(players)
    report = Report(
        what=rng.choice((*rules.irregularities, "earthquake")), box=rng.randint(0, 7),
        hand=rng.choice((0, 0, 1, 2)), player=rng.choice(("", player)),
        choice=rng.choice(CHOICES), card=rng.choice((-1, rng.randrange(52))),
    )  # fmt: skip
    correction = ProposeCorrection(
        player=player, amount=rng.choice((-500, 500, 2_000)), reason="miscount",
        round=rng.randint(0, 4), box=rng.randint(1, 3), hand=rng.randint(0, 1), wager="main",
    )  # fmt: skip
    if role == "supervisor":
        return rng.choice(
            (report, correction, OrderShuffle(reason="worn cards", is_suspect=True), Resume())
        )
    return rng.choice((report, report, correction, EnterCard(card=rng.randint(-1, 60))))
