"""The commands that the lines of a round script stand for."""

from pitboss.cards import RANKS, parse_card
from pitboss.engine.declare import Command
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.rulings import RefuseCard, Resume
from pitboss.engine.floor.staff import PermitEntry
from pitboss.engine.insurance import Insure, TakeEvenMoney
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.play.elections import Stake
from pitboss.engine.shoe.loading import LoadShoe, OrderShuffle
from pitboss.engine.state import TableState
from pitboss.engine.wagers.limits import PlaceWager
from pitboss.money import Cents
from pitboss.rulebook.stakes import insurance_stakes
from pitboss.scripts.lines import Act, Line, StaffReport, Wager, read_amounts
from pitboss.scripts.undealt import completed


def commands_of(state: TableState, line: Line) -> list[Command]:
    """What a line asks of the table as it is."""
    match line.asks:
        case Act() as act:
            return _decisions(state, act)
        case Wager(box, player, wager, amounts):
            return [PlaceWager(by=player, box=box, wager=wager, amounts=amounts)]
        case StaffReport() as report:
            return [_staff_command(state, report)]
        case LoadShoe() as command:
            return [completed(state, command)]
        case command:
            return [command]


def _decisions(state: TableState, act: Act) -> list[Command]:
    """What a player decides: one command, or an answer of each player to an offer."""
    number, hand, box = act.box, act.hand, state.box(act.box)
    by = act.by or (box.seated if box else "")
    answers = act.given or {by: ""}
    given = {player: text for player, text in act.given.items() if text}
    match act.do:
        case "insure":
            return [
                Insure(by=player, box=number, amounts=_insurance(state, number, player, text))
                for player, text in answers.items()
            ]
        case "even_money":
            return [TakeEvenMoney(by=player, box=number) for player in answers]
        case "double":
            stakes = {player: _stakes(text) for player, text in given.items()}
            return [Double(by=by, box=number, hand=hand, stakes=stakes)]
        case "split":
            return [Split(by=by, box=number, hand=hand, choices=given)]
        case "refuse_card":
            return [RefuseCard(by=by, box=number)]
        case do:
            kind = {"hit": Hit, "stand": Stand, "surrender": Surrender}[do]
            return [kind(by=by, box=number, hand=hand)]


def _staff_command(state: TableState, report: StaffReport) -> Command:
    """What a line of the dealer or the supervisor asks for."""
    by, words = report.by, report.words
    if report.what == "shuffle":
        return OrderShuffle(by=by, reason=" ".join(words) or "house")
    if report.what == "permit":
        return PermitEntry(by=by, player="".join(words[:1]))
    if report.what == "resume":
        return Resume(by=by)
    players = [word for word in words if word in state.chips]
    cards = [word for word in words if word[:1] in RANKS and len(word) == 2]
    choices = [word for word in words if word not in (*players, *cards)]
    return Report(
        by=by,
        what=report.what,
        box=report.box,
        hand=report.hand,
        player=players[0] if players else "",
        choice=choices[0] if choices else "",
        card=parse_card(cards[0]) if cards else -1,
    )


def _insurance(state: TableState, number: int, player: str, text: str) -> tuple[Cents, ...]:
    """The amounts given, or the most that is permitted."""
    if text:
        return read_amounts(text)
    box = state.box(number)
    mains = box.main(player) if box else ()
    return tuple(insurance_stakes(state.rules, main).high for main in mains) or (0,)


def _stakes(text: str) -> tuple[Stake, ...]:
    return ("free",) if text == "free" else read_amounts(text)
