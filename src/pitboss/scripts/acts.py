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
from pitboss.money import Cents, parse_amount
from pitboss.rulebook.stakes import insurance_stakes
from pitboss.scripts.script import AnyLine, CommandLine, StaffLine, WagerLine
from pitboss.scripts.undealt import completed


def commands_of(state: TableState, line: AnyLine) -> list[Command]:
    """What a line asks of the table as it is."""
    if isinstance(line, CommandLine):
        command = line.command
        return [completed(state, command) if isinstance(command, LoadShoe) else command]
    if isinstance(line, WagerLine):
        amounts, by = line.amounts, line.player
        return [PlaceWager(by=by, box=line.box, wager=line.wager, amounts=amounts)]
    if isinstance(line, StaffLine):
        return [_staff_command(state, line)]
    box = state.box(line.box)
    seated = box.seated if box else ""
    by = line.by or seated
    if line.act == "insure":
        given = line.given or {by: ""}
        return [
            Insure(by=player, box=line.box, amounts=_insurance(state, line.box, player, amount))
            for player, amount in given.items()
        ]
    if line.act == "even_money":
        return [TakeEvenMoney(by=player, box=line.box) for player in line.given or {by: ""}]
    if line.act == "double":
        stakes = {player: _stakes(text) for player, text in line.given.items() if text}
        return [Double(by=by, box=line.box, hand=line.hand, stakes=stakes)]
    if line.act == "split":
        choices = {player: text for player, text in line.given.items() if text}
        return [Split(by=by, box=line.box, hand=line.hand, choices=choices)]
    if line.act == "refuse_card":
        return [RefuseCard(by=by, box=line.box)]
    kinds: dict[str, type[Hit | Stand | Surrender]] = {
        "hit": Hit,
        "stand": Stand,
        "surrender": Surrender,
    }
    return [kinds[line.act](by=by, box=line.box, hand=line.hand)]


def _staff_command(state: TableState, line: StaffLine) -> Command:
    """What a line of the dealer or the supervisor asks for."""
    if line.what == "shuffle":
        return OrderShuffle(by=line.by, reason=" ".join(line.words) or "house")
    if line.what == "permit":
        return PermitEntry(by=line.by, player="".join(line.words[:1]))
    if line.what == "resume":
        return Resume(by=line.by)
    players = [word for word in line.words if word in state.chips]
    cards = [word for word in line.words if word[:1] in RANKS and len(word) == 2]
    choices = [word for word in line.words if word not in (*players, *cards)]
    return Report(
        by=line.by,
        what=line.what,
        box=line.box,
        hand=line.hand,
        player=players[0] if players else "",
        choice=choices[0] if choices else "",
        card=parse_card(cards[0]) if cards else -1,
    )


def _insurance(state: TableState, number: int, player: str, text: str) -> tuple[Cents, ...]:
    """The amounts given, or the most that is permitted."""
    if text:
        return tuple(parse_amount(part) for part in text.split("/"))
    box = state.box(number)
    mains = box.main(player) if box else ()
    return tuple(insurance_stakes(state.rules, main).high for main in mains) or (0,)


def _stakes(text: str) -> tuple[Stake, ...]:
    return ("free",) if text == "free" else tuple(parse_amount(part) for part in text.split("/"))
