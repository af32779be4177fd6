"""Legal commands now and their ranges of stakes, for pages and bots to choose from."""

import msgspec

from pitboss.arguments import check
from pitboss.engine import insurance
from pitboss.engine.betting import limits
from pitboss.engine.deal import Deal, deal_refusal
from pitboss.engine.draft import Draft
from pitboss.engine.floor.by_hand import card_due
from pitboss.engine.floor.cut import cutter_due
from pitboss.engine.floor.notices import apply_refusal
from pitboss.engine.offers import Offer
from pitboss.engine.play.acts import Act, Double, Hit, Split, Stand, Surrender, rule_refuses
from pitboss.engine.play.elections import doubled_from
from pitboss.engine.side_wagers import prizes
from pitboss.engine.side_wagers.settling import prize_to_draw
from pitboss.engine.state import ANTE, BETTING, COUPON, MAIN, OFFERING, PLAYING, TableState
from pitboss.engine.state.boxes import Box, SideBet
from pitboss.engine.state.preparation import due_step
from pitboss.engine.table import run
from pitboss.money import Cents
from pitboss.rulebook.questions.acts import is_free_double, is_free_split
from pitboss.rulebook.questions.stakes import (
    Stakes,
    ante_due,
    double_stakes,
    insurance_stakes,
    side_stakes,
)


def legal(state: TableState, viewer: str) -> tuple[Offer, ...]:
    """Return a player's legal commands; for an empty name, those that the table needs from staff.

    >>> import pitboss
    >>> table = pitboss.Table("nz", cards="Ts 9d 8c 7s Kh")
    >>> table.sit("ann", 100)
    >>> table.bet("ann", 10)
    >>> table.deal()
    >>> [offer.do for offer in legal(table.state, "ann")]
    ['hit', 'stand', 'double']
    """
    if not isinstance(state, TableState):
        check("state", state, TableState)
    if not isinstance(viewer, str):
        check("viewer", viewer, str)
    if state.is_closed:
        return ()
    if not viewer:
        return _staff_offers(state)
    if state.floor.paused:
        return ()
    if state.awaiting is not None:
        return tuple(_late_offers(state, viewer)) if state.awaits_second_card else ()
    side = prize_to_draw(state)
    if side:
        is_his = prizes.presser_refusal(state, side, viewer) is None
        press = _prize_offers(state, side, viewer) if is_his else ()
        if offers := (*press, *_decline_offers(state, side, viewer)):
            return offers
    if state.phase == BETTING:
        return (*_step_offers(state, viewer), *_wager_offers(state, viewer))
    if state.phase == OFFERING:
        return tuple(_insurance_offers(state, viewer))
    if state.phase == PLAYING:
        return (*_late_offers(state, viewer), *_act_offers(state, viewer))
    return ()


def _prize_offers(state: TableState, side: SideBet, player: str) -> tuple[Offer, ...]:
    """Offer the prize button, while it works, to the person who has it now (NZ-3.5-b)."""
    low, high = prizes.prize_range(state, side)
    offer = Offer("draw_prize", player, side.box, 0, side.wager, low, high)
    return () if state.floor.is_button_off else (offer,)


def _decline_offers(state: TableState, side: SideBet, player: str) -> list[Offer]:
    """Offer to leave the button to the staff, or to a possible nominee (NZ-15A.9)."""
    same = [bet for bet in state.sides if (bet.box, bet.wager) == (side.box, side.wager)]
    return [
        Offer("decline_prize", player, side.box, wager=name)
        for name in ("", *(bet.player for bet in same))
        if prizes.decline_refusal(state, side, player, name) is None
    ]


def _step_offers(state: TableState, player: str) -> list[Offer]:
    """Offer a player's step of a procedure: inspecting the cards, or the cut."""
    step = due_step(state)
    if step is None or player not in state.chips:
        return []
    if step.by == "player":
        return [Offer("perform", player, wager=step.do)]
    if step.by != "cutter" or cutter_due(state) != player:
        return []
    least, cards = state.rules.shoe.cut_from_end, len(state.rules.stack)
    cut = Offer("perform", player, wager=step.do, low=least, high=cards - least)
    return [cut, Offer("decline_cut", player)]


def insurance_is_open(state: TableState) -> bool:
    """Return True if insurance, even money or early surrender is open and can be closed."""
    return state.phase == OFFERING and prize_to_draw(state) is None and insurance.is_offered(state)


def notice_left_ms(state: TableState, now_ms: int) -> int | None:
    """Return the milliseconds until a posted change may take effect, or None if none may."""
    notice = state.floor.notice
    if notice is None or apply_refusal(state, notice.from_ms):
        return None
    return max(0, notice.from_ms - now_ms)


def _staff_offers(state: TableState) -> tuple[Offer, ...]:
    if state.floor.paused:
        return (Offer("resume"),)
    if state.awaiting is not None:
        due = card_due(state, run)
        return (Offer("enter_card", "", due.box, due.hand, due.what),) if due else ()
    if step := due_step(state) or prizes.check_due(state):
        who = cutter_due(state) if step.by == "cutter" else ""
        return (Offer("perform", by=who, wager=step.do),)
    if side := prize_to_draw(state):
        name = prizes.presser_due(state, side)
        return (*_prize_offers(state, side, name), *_decline_offers(state, side, name))
    if state.phase == BETTING:
        has_cards = state.position < len(state.shoe) or not state.automations.cards
        is_dealt = has_cards and deal_refusal(state, Deal()) is None
        return (Offer("deal"),) if is_dealt else ()
    return (Offer("close_insurance"),) if insurance_is_open(state) else ()


def _bounded(offer: Offer, stakes: Stakes, chips: Cents, *, times: int = 1) -> Offer | None:
    """Return an offer with its stakes limited by the chips; ``times`` stakes are due at once."""
    only = tuple(stake for stake in stakes.only if 0 < stake * times <= chips)
    high = min(stakes.high, chips // times // stakes.unit * stakes.unit)
    if (stakes.only and not only) or high < stakes.low:
        return None
    return msgspec.structs.replace(offer, low=stakes.low, high=high, unit=stakes.unit, only=only)


def _wager_offers(state: TableState, player: str) -> list[Offer]:
    rules = state.rules
    chips, room = state.chips.get(player, 0), limits.room_left(state, player)
    chips = chips if room is None else min(chips, room)
    offers: list[Offer] = []

    def consider(box: int, wager: str, stakes: Stakes, *, times: int = 1) -> None:
        offer = _bounded(Offer("place_wager", player, box, 0, wager), stakes, chips, times=times)
        if offer is None:
            return
        low = min(offer.only, default=offer.low)
        command = limits.PlaceWager(by=player, box=box, wager=wager, amounts=(low,) * times)
        if limits.wager_refusal(state, command) is None:
            offers.append(offer)

    for number in range(1, rules.table.boxes + 1):
        mains = state.main(number, player)
        if not mains and limits.has_room(state, number):
            stakes = limits.main_range(state, number, player)
            consider(number, MAIN, stakes, times=rules.dealer.hands_min)
        elif mains and rules.fees.ante:
            due = ante_due(rules, mains[0])
            consider(number, ANTE, Stakes(due, due, only=(due,)))
        if mains and rules.limits.coupon != "never":
            face = mains[0]
            coupon = limits.PlaceWager(by=player, box=number, wager=COUPON, amounts=(face,))
            offer = Offer("place_wager", player, number, 0, COUPON, face, face, only=(face,))
            if limits.wager_refusal(state, coupon) is None:
                offers.append(offer)
        for wager in rules.wagers.values():
            if limits.lacks_main(state, wager, number, player):
                continue
            consider(number, wager.name, side_stakes(wager, main=sum(mains)))
    return offers


def _insurance_offers(state: TableState, player: str) -> list[Offer]:
    offers: list[Offer] = []
    for box in state.boxes if insurance_is_open(state) else ():
        if box.seated == player and insurance.may_surrender_early(state, box):
            offers.append(Offer("surrender", player, box.number, 1))
            offers.append(Offer("keep_hand", player, box.number, 1))
        if box.main(player):
            if offer := _insure_offer(state, box, player):
                offers.append(offer)
            even_money = insurance.TakeEvenMoney(by=player, box=box.number)
            if insurance.take_even_money(Draft(state), even_money) is None:
                offers.append(Offer("take_even_money", player, box.number))
    return offers


def _insure_offer(state: TableState, box: Box, player: str) -> Offer | None:
    mains = box.main(player)
    nothing = insurance.Insure(by=player, box=box.number, amounts=(0,) * len(mains))
    if insurance.insure(Draft(state), nothing):
        return None
    offer = Offer("insure", player, box.number)
    stakes = insurance_stakes(state.rules, mains[0])
    return _bounded(offer, stakes, state.chips[player]) or offer


def _late_offers(state: TableState, player: str) -> list[Offer]:
    """Offer late insurance to a player who was not asked (NZ-16.11)."""
    late = [number for number, name in state.floor.late_insurance if name == player]
    boxes = [box for box in state.boxes if box.number in late]
    return [offer for box in boxes if (offer := _insure_offer(state, box, player))]


def _act_offers(state: TableState, player: str) -> list[Offer]:
    number, hand = state.turn
    box = state.box(number)
    if box is None or box.seated != player:
        return []
    rules, played = state.rules, box.hands[hand - 1]
    mains, chips = box.main(player), state.chips[player]
    offers: list[Offer] = []

    def allows(command: Act) -> bool:
        return rule_refuses(state, command, box, played) is None

    if state.exposed >= 0:
        offers.append(Offer("refuse_card", player, number, hand))
    for kind, name in ((Hit, "hit"), (Stand, "stand"), (Surrender, "surrender")):
        if allows(kind(box=number)):
            offers.append(Offer(name, player, number, hand))
    spots = mains if len(mains) > 1 else ()
    if allows(Double(box=number)):
        double = Offer("double", player, number, hand, spots=spots)
        if is_free_double(rules, played.hand):
            offers.append(Offer("double", player, number, hand, is_free=True))
        else:
            bet = next(bet for bet in played.bets if bet.player == player)
            stakes = double_stakes(rules, min(doubled_from(box, played, bet)))
            if offer := _bounded(double, stakes, chips, times=len(mains)):
                offers.append(offer)
    if allows(Split(box=number)):
        low, only = mains[0], () if spots else mains
        if is_free_split(rules, played.hand):
            offers.append(Offer("split", player, number, hand, is_free=True))
        elif sum(mains) <= chips:
            offers.append(
                Offer("split", player, number, hand, low=low, high=low, only=only, spots=spots)
            )
    return offers
