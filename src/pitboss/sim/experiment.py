"""An experiment: the rules, the player, the shuffle, the bets and the wagers of a simulation."""

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

import numpy as np

from pitboss.arguments import CHECKED_BY_FUNCTION, checked
from pitboss.cards import DECK, rank, suit
from pitboss.charts import Chart
from pitboss.errors import SimulationError
from pitboss.money import Cents, show
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.rulebook.questions.dealing import cards_behind, side_named
from pitboss.rulebook.questions.settlement import looks_at_suits
from pitboss.rulebook.questions.stakes import ante_due, main_stakes
from pitboss.rulebook.rules import Rules
from pitboss.sim.counting import BUCKETS, COUNT_LOW, ROUNDINGS, Betting
from pitboss.sim.players import ByStrategy, Player
from pitboss.sim.tables import layout
from pitboss.sim.tables.compile import Compiled, compile_tables, shown_places
from pitboss.sim.tables.kept import known_tables
from pitboss.sim.tables.layout import KernelSpec, SideTables, Tables
from pitboss.sim.tables.side_wagers import (
    PlayedSideWager,
    chosen,
    counts_dealer,
    needs_dealer,
    needs_results,
    needs_second,
    needs_streaks,
    side_tables,
)

BLOCK = 4096
"""Rounds that share a stream of random numbers; results are sums over whole blocks."""
BOXES_MAX = 9
ALL = 1 << 32
BINS_MAX = 1 << 20
FORMAT = 2
"""Version of the figures; it rises when the same experiment would give others than before."""

SHOE, EVERY_ROUND = "shoe", "every_round"


@checked
@dataclass(frozen=True)
class Experiment:
    """All settings that determine a result, except the number of rounds and the seed.

    ``bet`` is in cents, 0 for the table minimum. ``wagers`` names the side wagers that are played
    too; None means all that the table offers.

    >>> from pitboss import basic_chart
    >>> table = Experiment("nz", basic_chart(), boxes=2, penetration=0.6)
    >>> table.boxes, table.bet, table.wagers
    (2, 0, ())
    """

    rules: Annotated[Rules, CHECKED_BY_FUNCTION]
    """Rules, or any game that ``pitboss.rulebook`` accepts."""
    player: Player
    boxes: int = 1
    """Boxes played alike, each with the same wager."""
    bet: Cents = 0
    """The main wager in cents; the table minimum if it is 0."""
    shuffle: str = SHOE
    """``shoe``: dealt down to the cutting card. ``every_round``: off the top of a full shoe, as
    exact odds are computed; a continuous shuffler does that too."""
    penetration: float | None = None
    """Share of the shoe before the cutting card; None: as near to three quarters as the rulebook
    allows."""
    wagers: tuple[str, ...] | None = ()
    """Names of the side wagers to play; None for all that the table offers."""
    betting: Betting | None = None
    """The count, with the bets and plays that follow it."""
    player_errors: float = 0.0
    """Probability that a decision is a random other legal act, each of them equally likely."""
    dealer_errors: float = 0.0
    """Probability, for each hand compared with the dealer's total, that a win is taken or a loss
    paid."""
    stake: Cents = field(init=False)
    sides: tuple[PlayedSideWager, ...] = field(init=False)

    if TYPE_CHECKING:
        # As generated, except that the first parameter accepts any game.
        def __init__(
            self,
            rules: Game,
            player: Player,
            boxes: int = 1,
            bet: Cents = 0,
            shuffle: str = SHOE,
            penetration: float | None = None,
            wagers: tuple[str, ...] | None = (),
            betting: Betting | None = None,
            player_errors: float = 0.0,
            dealer_errors: float = 0.0,
        ) -> None: ...

    def __repr__(self) -> str:
        more = "".join(f", {name}" for name in self.wagers or ())
        return (
            f"<Experiment {self.rules.rulebook!r}, {self.player.name[:60]}: boxes {self.boxes}, "
            f"bet {show(self.stake)}{more[:60]}>"
        )

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", as_rules(self.rules))
        most = min(BOXES_MAX, self.rules.table.boxes)
        if not 1 <= self.boxes <= most:
            message = f"this table has boxes 1 to {self.rules.table.boxes}"
            raise SimulationError(message, place="boxes", hint=f"play 1 to {most} of them")
        if self.shuffle not in (SHOE, EVERY_ROUND):
            message = f"{self.shuffle!r} is not a way to shuffle: {SHOE} or {EVERY_ROUND}"
            hint = "shoe deals down to the cutting card, every_round from a full shoe"
            raise SimulationError(message, place="shuffle", hint=hint)
        if self.is_double:
            self._check_double()
        if self.is_double and self.betting and self.betting.count.side:
            raise SimulationError("a side count is kept at a single shoe; set shoe=single")
        for share in (self.player_errors, self.dealer_errors):
            if not 0 <= share <= 1:
                message = f"a share of errors is a number from 0 to 1, not {share}"
                raise SimulationError(message, hint="0.01 is one play, or one hand, in a hundred")
        object.__setattr__(self, "stake", self.bet or main_stakes(self.rules).low)
        object.__setattr__(self, "sides", chosen(self.rules, self.wagers, self.stake))

    @property
    def is_double(self) -> bool:
        """True if the rules use a double shoe."""
        return self.rules.shoe.compartments == "double"

    def _check_double(self) -> None:
        """Refuse a double shoe unless a cutting card ends the round in which it comes out.

        The kernels cannot play another round after the cutting card, or shuffle before one.
        """
        shoe = self.rules.shoe
        if (shoe.cut_card_first, shoe.rounds_after_cut_card) != ("play", "current"):
            raise SimulationError(
                "a double shoe is simulated where the round in which a cutting card comes out is "
                "played to its end and is the last; set shoe=single"
            )

    @cached_property
    def behind(self) -> int:
        """Number of cards behind the cutting card."""
        size = len(self.rules.stack)
        low, high = cards_behind(self.rules)
        if self.penetration is None:
            return min(max(size // 4, low), high)
        behind = round((1 - self.penetration) * size)
        if not low <= behind <= high:
            clause = self.rules.clause("shoe.behind_min")
            raise SimulationError(
                f"between {1 - high / size:.3f} and {1 - low / size:.3f} of the cards lie before "
                f"the cutting card ({clause}), not {self.penetration}",
                place="penetration",
                hint="give a share within these, or none for about three quarters",
            )
        return behind

    @property
    def is_shuffled_every_round(self) -> bool:
        """True if each round is dealt from a full shoe."""
        return self.shuffle == EVERY_ROUND or self.rules.shoe.shuffler == "continuous"

    @property
    def has_suits(self) -> bool:
        """True if suits matter to side wagers, to bonuses, or to naming a side of the shoe."""
        return bool(self.sides) or self.is_double or looks_at_suits(self.rules)

    @cached_property
    def compiled(self) -> Compiled:
        """The rules and the player as arrays that the kernels look up."""
        compiled = self._compiled()
        if compiled.gives_up_by_count and self.boxes > 1:
            # Boxes answer before any hand draws, and play after other boxes.
            raise SimulationError(
                "surrender by the count before the dealer looks is simulated for one box"
            )
        return compiled

    def _compiled(self) -> Compiled:
        cards = self.rules.stack
        if not self.has_suits:
            cards = tuple(rank(card) for card in cards)
        flags = {
            "is_signed": needs_results(self.sides),
            "has_player_errors": self.player_errors > 0,
            "has_dealer_errors": self.dealer_errors > 0,
        }

        def make() -> Compiled:
            return compile_tables(
                self.rules, self.player, self.stake, cards, betting=self.betting, **flags
            )

        if type(self.player) not in (ByStrategy, Chart):
            # The plain data of other players need not determine their decisions.
            return make()
        player = (self.player.plain(), self.player.sees_cards)
        betting = self.betting.plain() if self.betting else None
        return known_tables(self.rules, (player, self.stake, cards, betting, flags), make)

    @cached_property
    def side_tables(self) -> SideTables:
        """Look-up tables of the side wagers."""
        return side_tables(self.rules, self.sides, boxes=self.boxes)

    @cached_property
    def tables(self) -> Tables:
        """Look-up tables of the game, with the numbers of the shoe filled in."""
        rules = self.rules
        size = len(rules.stack)
        limit, burn, extra = 0, "none", 0
        if not self.is_shuffled_every_round:
            burn = "none" if self.is_double else rules.shoe.burn
            limit = size - self.behind + (1 if rules.shoe.cut_card_first == "play" else 0)
            extra = 1 if rules.shoe.rounds_after_cut_card == "one_more" else 0
        most = self._cards_max()
        spare = 0 if limit + (1 + extra) * most <= size else most
        values = {
            layout.SIZE: size,
            layout.LIMIT: limit,
            layout.AHEAD: 2 * self.boxes + 3,
            layout.SPARE: spare,
            layout.BURN_SHOE: 1 if burn == "per_shoe" else 0,
            layout.BURN_ROUND: 1 if burn == "per_round" else 0,
            layout.EXTRA: extra,
            layout.BOXES: self.boxes,
            layout.SIDES: len(self.sides),
            layout.PLAYER_ERROR: round(self.player_errors * ALL),
            layout.DEALER_ERROR: round(self.dealer_errors * ALL),
            layout.OPEN: self.compiled.levels[0],
            layout.COMPARED: self.compiled.levels[1],
        }
        if self.is_double:
            # A side is shuffled at the latest when it is empty.
            values[layout.LIMIT] = min(limit, size)
            values[layout.SECOND] = size + spare
            values[layout.NAMED] = sum(side_named(rules, card) << suit(card) for card in DECK[:4])
        if self.betting:
            count = self.betting.count
            values[layout.COUNT_START] = count.start(rules.decks_in_play)
            values[layout.COUNT_START_BOTH] = count.start(2 * rules.decks_in_play)
            values[layout.COUNT_TRUE] = len(rules.deck) if count.is_true else 0
            values[layout.COUNT_SCALE] = count.scale
            values[layout.COUNT_CARDS] = count.estimate
            values[layout.COUNT_ROUNDING] = ROUNDINGS.index(count.rounding)
            values[layout.COUNT_SIDE_START] = count.start(rules.decks_in_play) * 13
            values[layout.COUNT_SIDE_SCALE] = count.bet_scale
        numbers = np.array(
            [values.get(place, 0) for place in range(layout.NUMBERS)], dtype=np.int64
        )
        return self._counted(self.compiled.tables._replace(numbers=numbers))

    def _counted(self, tables: Tables) -> Tables:
        """Return the tables with the bet and the player variant of each count."""
        if not self.betting:
            return tables
        count = self.betting.count
        tags = [count.tags[min(place, 9)] for place in range(13)]
        if count.side is not None:
            tags = [
                tag + (count.bet_tags[min(n, 9)] << layout.SIDE_BITS) for n, tag in enumerate(tags)
            ]
        # The second variant of the player insures.
        at = self.betting.insurance_at
        counts = range(COUNT_LOW, COUNT_LOW + BUCKETS)
        variant = [int(at is not None and count >= at) for count in counts]
        units = [self.betting.units(count) for count in counts]
        return tables._replace(
            tags=np.array([*tags, 0, 0, 0], dtype=np.int64),
            ramp=np.array(units, dtype=np.int64),
            variant=np.array(variant, dtype=np.int64),
        )

    @cached_property
    def spec(self) -> KernelSpec:
        """Constants that the kernel is compiled for."""
        rules = self.rules
        may_run_out = bool(self.tables.numbers[layout.SPARE])
        return KernelSpec(
            is_single=self.boxes == 1,
            spots=rules.dealer.hands,
            shift=2 if self.has_suits else 0,
            width=layout.CARD_STRIDE if looks_at_suits(self.rules) else layout.STRIDE,
            shown=shown_places(self.rules),
            is_double=self.is_double,
            has_hole=rules.deal.hole_card,
            has_peek=bool(self.compiled.tables.peeks.any()),
            has_insurance=self.compiled.has_insurance,
            always_second=rules.dealer.second_card == "always",
            takes_one=rules.settlement.dealer_blackjack_takes == "busted_plus_one",
            has_sides=bool(self.sides),
            has_results=needs_results(self.sides),
            has_streaks=needs_streaks(self.sides),
            draws_out=needs_dealer(self.sides),
            shows_second=needs_second(self.sides),
            counts_dealer=counts_dealer(self.sides),
            has_count=self.betting is not None,
            has_side_count=self.betting is not None and self.betting.count.side is not None,
            is_plain_count=self.betting is None or self.betting.count.is_plain,
            has_branches=self.compiled.has_branches,
            has_dealer_errors=self.dealer_errors > 0,
            may_run_out=may_run_out,
            is_misdeal=may_run_out and rules.shoe.runs_out == "misdeal",
        )

    def _cards_max(self) -> int:
        """Return an upper bound of the cards in a round: every hand draws the lowest cards left."""
        hands = self.boxes * self.compiled.hands_max + self.rules.dealer.hands
        points, cards = 21 * hands, 2
        for value in range(1, 11):
            of_value = 4 * self.rules.decks_in_play * (4 if value == 10 else 1)
            taken = min(of_value, points // value)
            points -= taken * value
            cards += taken
        return cards + hands

    @cached_property
    def low(self) -> int:
        """Lowest net result of a round with one bet on each box, in grains."""
        return self._bound(self.compiled.pay_low, int(self.compiled.tables.insurance[1]))

    @cached_property
    def high(self) -> int:
        """Highest net result of such a round, in grains."""
        return self._bound(self.compiled.pay_high, int(self.compiled.tables.insurance[0]))

    @cached_property
    def results(self) -> int:
        """Number of net results, grain by grain, that such a round can have."""
        if (self.high - self.low) * self.units_max >= BINS_MAX:
            raise SimulationError(
                "payouts of this wager do not come out even: give one that is a multiple of more"
            )
        return self.high - self.low + 1

    @property
    def units_max(self) -> int:
        """Highest number of bets on a box."""
        return int(self.tables.ramp.max())

    @property
    def bins(self) -> int:
        """Number of counts of rounds: by net result, and by count if there is one."""
        return self.results * (BUCKETS if self.betting else 1)

    def _bound(self, pay: int, insurance: int) -> int:
        hands = self.compiled.hands_max * pay
        return (hands + insurance) * self.boxes * self.rules.dealer.hands

    @property
    def ante(self) -> Cents:
        """Fee on each main wager, in cents."""
        return ante_due(self.rules, self.stake)

    @property
    def unit(self) -> Cents:
        """Initial wagers of a round, in cents."""
        return self.stake * self.boxes * self.rules.dealer.hands

    def plain(self) -> dict[str, object]:
        """Return the experiment as plain data."""
        rules = self.rules
        return {
            "format": FORMAT,
            "rulebook": rules.rulebook,
            "revision": rules.revision,
            "options": {name: str(value) for name, value in sorted(rules.options.items())},
            "player": self.player.plain(),
            "boxes": self.boxes,
            "bet": self.stake,
            "wagers": [(side.wager.name, side.stake) for side in self.sides],
            "betting": self.betting.plain() if self.betting else None,
            "errors": [self.player_errors, self.dealer_errors],
            "shuffle": EVERY_ROUND if self.is_shuffled_every_round else SHOE,
            "behind": None if self.is_shuffled_every_round else self.behind,
        }

    def fingerprint(self, *, rounds: int, seed: int) -> str:
        """Return a hash of the experiment, rounds and seed; equal hashes give equal figures."""
        plain = {**self.plain(), "rounds": rounds, "seed": seed}
        text = json.dumps(plain, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
