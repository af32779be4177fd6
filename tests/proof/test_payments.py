"""Each payment has its chain: cards, totals, clause, options, readings and arithmetic."""

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from pathlib import Path

import pytest

from pitboss.engine.declare import evolve
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.state import COUPON
from pitboss.proof.payments import PaymentChain, payment_chain, payments
from pitboss.round_scripts.format import read_script
from pitboss.round_scripts.play import play_script
from pitboss.rulebook.errors import RulebookError
from tests.properties.random_play import RandomTable

READINGS = Path(__file__).parents[1] / "clauses" / "readings"


def chains_of(name: str) -> list[PaymentChain]:
    verdict = play_script(read_script(READINGS / f"{name}.round.toml"))
    return list(payments(verdict.start, verdict.events))


PRODUCT = re.compile(
    r"([\d.]+)(?: of lammers)? x (\d+) / (\d+)"
    r"(?:, rounded (up|down) to a multiple of ([\d.]+),)? = ([\d.]+)"
)
FORMS: tuple[tuple[str, Callable[[Fraction], Fraction]], ...] = (
    (r"([\d.]+) is returned", lambda stake: Fraction(0)),
    (r"the coupon of ([\d.]+) wins nothing", lambda stake: Fraction(0)),
    (r"([\d.]+) of [\d.]+ is lost", lambda lost: -lost),
    (r"([\d.]+) is paid", lambda paid: paid),
)


def by_hand(arithmetic: str) -> Fraction:
    """The net that a person computes from the numbers printed, checking every step."""
    for form, net in FORMS:
        if told := re.fullmatch(form, arithmetic):
            return net(Fraction(told[1]))
    if halved := re.fullmatch(r"([\d.]+) / 2: ([\d.]+) is lost", arithmetic):
        assert Fraction(halved[2]) == Fraction(floor(Fraction(halved[1]) * 50), 100)
        return -Fraction(halved[2])
    if fixed := re.fullmatch(r"([\d.]+) - ([\d.]+) = (-?[\d.]+)", arithmetic):
        assert Fraction(fixed[1]) - Fraction(fixed[2]) == Fraction(fixed[3])
        return Fraction(fixed[3])
    products, _, together = arithmetic.partition(", together ")
    total = Fraction(0)
    for product in products.split(" and "):
        said = PRODUCT.fullmatch(product)
        assert said, arithmetic
        stake, gain, per, way, unit, won = said.groups()
        exact = Fraction(stake) * int(gain) / int(per)
        units = exact / Fraction(unit or 1)
        right = {"up": ceil, "down": floor}[way](units) * Fraction(unit) if way else exact
        assert right == Fraction(won), arithmetic
        total += right
    assert not together or Fraction(together) == total
    return total


@pytest.mark.parametrize("seed", range(40))
def test_the_arithmetic_of_every_payment_gives_its_net(seed: int) -> None:
    table = RandomTable(seed)
    for _ in range(4):
        table.play_round()
    settled = [event for event in table.log if isinstance(event, WagerSettled)]
    chains = list(payments(table.start, table.log))
    assert len(chains) == len(settled)
    for event, chain in zip(settled, chains, strict=True):
        assert by_hand(chain.arithmetic) == Fraction(event.net, 100), chain
        assert Fraction(chain.net) == Fraction(event.net, 100)
        if event.wager != COUPON and " x " in chain.arithmetic and event.stake:
            assert chain.arithmetic.startswith(f"{chain.stake} x ")


@pytest.mark.parametrize("seed", range(40))
def test_every_reading_of_the_clause_is_in_the_chain(seed: int) -> None:
    table = RandomTable(seed)
    for _ in range(4):
        table.play_round()
    for chain in payments(table.start, table.log):
        book = table.start.rules.book
        about = {
            name
            for name, option in book.options.items()
            if option.spec.reading and chain.clause in option.spec.clauses
        }
        assert about <= {reading.name for reading in chain.readings}, chain
        for one in chain.deciding:
            assert book.options[one.name].spec.reading == (one in chain.readings)
            assert one.value not in [other.value for other in one.otherwise]


def key_of(chain: PaymentChain) -> tuple[object, ...]:
    return chain.box, chain.hand, chain.player, chain.wager, chain.cards, chain.dealer


def test_the_net_foretold_is_that_of_the_round_under_the_other_value() -> None:
    compared = 0
    for path in sorted(READINGS.glob("*.round.toml")):
        script = read_script(path)
        verdict = play_script(script)
        for chain in payments(verdict.start, verdict.events):
            for one in chain.deciding:
                for other in one.otherwise:
                    options = {**script.options, one.name: other.value}
                    try:
                        again = play_script(replace(script, options=options))
                    except RulebookError:  # Another option needs this one.
                        continue
                    chains = {key_of(one): one for one in payments(again.start, again.events)}
                    if same := chains.get(key_of(chain)):
                        assert same.net == other.net, (path.stem, one, chain)
                        compared += 1
    assert compared >= 20


def test_a_payment_names_cards_totals_clause_reading_and_arithmetic() -> None:
    (payment,) = chains_of("tribal-long-21-five-or-more")
    assert payment.cards == "2s 3d 2c 4h 3s 7d"
    assert (payment.total, payment.dealer, payment.dealer_total) == (21, "5d Tc Kc", 25)
    assert payment.clause == "T-o-1"
    assert "five cards" in payment.clause_text
    assert payment.arithmetic == "10.00 x 2 / 1 = 20.00"
    (reading,) = payment.readings
    assert (reading.name, reading.value) == ("five_card_21_length", "five_or_more")
    assert reading.clause == "T-o-1"
    assert [(other.value, other.net) for other in reading.otherwise] == [("exactly_five", "10.00")]
    assert ("five_card_21", "true") in [(one.name, one.value) for one in payment.options]


def test_a_chain_without_the_cards_does_not_tell_them_by_other_nets() -> None:
    verdict = play_script(read_script(READINGS / "tribal-long-21-five-or-more.round.toml"))
    state = verdict.start
    for event in verdict.events:
        if isinstance(event, WagerSettled):
            break
        state = evolve(state, event)
    assert isinstance(event, WagerSettled)
    shown, hidden = payment_chain(state, event), payment_chain(state, event, is_hidden=True)
    assert any(one.otherwise for one in shown.deciding)
    assert (hidden.cards, hidden.total) == ("", 0)
    assert not any(one.otherwise for one in hidden.deciding)


@pytest.mark.parametrize(
    "name, arithmetic",
    [
        ("nz-rounding-up", "5.50 x 3 / 2, rounded up to a multiple of 0.50, = 8.50"),
        ("nz-rounding-down", "5.50 x 3 / 2, rounded down to a multiple of 0.50, = 8.00"),
        ("tribal-surrendered-half", "10.00 / 2: 5.00 is lost"),
        ("tribal-surrendered-all", "10.00 of 10.00 is lost"),
        ("nz-void-pairs-reversed", "10.00 is returned"),
    ],
)
def test_the_arithmetic_of_a_payment_is_written_out(name: str, arithmetic: str) -> None:
    assert arithmetic in [payment.arithmetic for payment in chains_of(name)]


@pytest.mark.parametrize(
    "name, deciding",
    [
        ("nz-rounding-up", {"payout_rounding", "chip_unit"}),
        ("tribal-surrendered-half", {"surrendered_to_blackjack", "surrender"}),
        ("tribal-surrendered-all", {"surrendered_to_blackjack", "surrender"}),
        ("nz-void-pairs-stays", {"perfect_pairs"}),
        ("nz-bust-collects-box", {"bust_collects"}),
    ],
)
def test_the_options_behind_a_payment_are_named(name: str, deciding: set[str]) -> None:
    named = {one.name for payment in chains_of(name) for one in payment.deciding}
    assert deciding <= named


def test_payments_add_up_to_the_nets_of_the_script() -> None:
    for path in sorted(READINGS.glob("*double_deck*.round.toml")):
        verdict = play_script(read_script(path))
        nets = [Fraction(one.net) * 100 for one in payments(verdict.start, verdict.events)]
        assert sum(nets) == sum(verdict.net.values())


def test_a_story_ends_with_the_chains() -> None:
    (chain,) = [payment.sentence() for payment in chains_of("tribal-long-21-five-or-more")]
    assert chain.startswith(
        "Why, ann 1.1 main: 2s 3d 2c 4h 3s 7d = 21 against 5d Tc Kc = 25: win, "
        "10.00 x 2 / 1 = 20.00 [T-o-1]; five_card_21_length = five_or_more [T-o-1]"
    )
