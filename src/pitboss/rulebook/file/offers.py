"""Side wagers ready to be offered: a kind with its scales, which a rulebook names in one line."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Literal

import msgspec
from msgspec import field

from pitboss.rulebook.clauses import Clause
from pitboss.rulebook.file.reader import Raw, Reader, suggest
from pitboss.rulebook.file.schema import LineSpec, OfferSpec, Scalar, ScaleSpec, Spec, WagerSpec
from pitboss.wagers.base import Wager
from pitboss.wagers.registry import wager_kinds


class ShippedOffer(Spec, frozen=True):
    """A shipped file of scales."""

    title: str
    kind: str
    says: str
    """The winning hands, in the words of the clause."""
    scales: dict[str, dict[str, str]]
    """Payoff of each line, by scale; the first scale is the default."""
    parameters: dict[str, Scalar] = field(default_factory=dict)
    stakes: list[float] = field(default_factory=list)
    paid: Literal["decided", "deal", "main"] = "decided"
    fees: dict[str, float] = field(default_factory=dict)
    """Values of `[rules.fees]` for a table that has no meter."""
    prizes: dict[str, list[list[float]]] = field(default_factory=dict)
    """Prizes of a button with their weights, by stake."""

    def sorter(self) -> Wager:
        """Return the kind with the parameters of this wager."""
        return msgspec.convert(self.parameters, wager_kinds()[self.kind])


@cache
def offers() -> Mapping[str, ShippedOffer]:
    """Return every side wager that is shipped with its scales, by name."""
    folder = resources.files("pitboss.wagers") / "scales"
    files = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name.removesuffix(".toml"): _read(name) for name in files}


def _read(file: str) -> ShippedOffer:
    text = (resources.files("pitboss.wagers") / "scales" / file).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), ShippedOffer)


def clause_of(name: str) -> str:
    """Return the clause that offers a shipped wager."""
    return f"W-{name.replace('_', '-')}"


def _pays_clause(name: str, scale: str) -> str:
    return f"{clause_of(name)}-{scale.replace('_', '-')}"


def offered_clauses(raw: Raw) -> Iterator[tuple[str, Clause]]:
    """Yield the clauses that come with the wagers a file names, those of every scale."""
    named = raw.get("side_wagers", {})
    for name in named if isinstance(named, dict) else ():
        offer = offers().get(name)
        if offer is not None:
            yield _clause(clause_of(name), offer.says)
            for scale, pays in offer.scales.items():
                prices = ", ".join(f"{line} {price}" for line, price in pays.items())
                text = f"{offer.title} pays: {prices.replace('_', ' ')}."
                yield _clause(_pays_clause(name, scale), text)


def _clause(id_: str, summary: str) -> tuple[str, Clause]:
    return id_, Clause(id_, id_, "sidebet", "engine", summary, "", "")


def with_offers(raw: Raw) -> Raw:
    """Add what the wagers that a file names bring along: a meter and lists of prizes.

    A file that has a meter, or an option with the prizes, keeps its own.
    """
    named = raw.get("side_wagers", {})
    for name in named if isinstance(named, dict) else ():
        if offer := offers().get(name):
            raw = _with_prizes(_with_fees(raw, name, offer), name, offer)
    return raw


def _with_fees(raw: Raw, name: str, offer: ShippedOffer) -> Raw:
    rules = raw.get("rules", {})
    fees = rules.get("fees", {}) if isinstance(rules, dict) else {}
    cells = {fee: fees.get(fee) for fee in offer.fees} if isinstance(fees, dict) else {}
    more = {
        fee: {**cell, "value": offer.fees[fee], "clause": clause_of(name)}
        for fee, cell in cells.items()
        if isinstance(cell, dict) and cell.get("value") == 0
    }
    return {**raw, "rules": {**rules, "fees": {**fees, **more}}} if more else raw


def _with_prizes(raw: Raw, name: str, offer: ShippedOffer) -> Raw:
    options, option, clause = raw.get("options", {}), _prizes_option(name), clause_of(name)
    if not offer.prizes or not isinstance(options, dict) or option in options:
        return raw
    text = f"The prizes of {offer.title} for each stake, with the number of slots of each."
    added = {"type": "prizes", "default": offer.prizes, "clause": clause, "text": text}
    constraints = [
        {
            "clause": clause,
            "text": f"the button draws the prizes of {offer.title}",
            "require": {
                option: {
                    "stake": float(stake),
                    "prize_min": min(prize for prize, _ in prizes),
                    "prize_max": max(prize for prize, _ in prizes),
                }
            },
        }
        for stake, prizes in offer.prizes.items()
    ]
    below = raw.get("constraints", [])
    return {
        **raw,
        "options": {**options, option: added},
        "constraints": [*below, *constraints] if isinstance(below, list) else below,
    }


def _prizes_option(name: str) -> str:
    return f"{name}_prizes"


def read_offers(reader: Reader, raw: object) -> Iterator[WagerSpec]:
    """Yield the side wagers that a file names in `[side_wagers]`."""
    for name, entry in reader.read_table("side_wagers", raw).items():
        path = f"side_wagers.{name}"
        offer, spec = offers().get(name), reader.read(path, entry, OfferSpec)
        if offer is None:
            hint = suggest(name, list(offers()))
            reader.complain(path, f"there is no side wager {name} to offer{hint}")
        elif spec is not None and spec.scale not in ("", *offer.scales):
            scales = ", ".join(offer.scales)
            reader.complain(path, f"{path}: there is no scale {spec.scale}, but {scales}")
        elif spec is not None:
            yield _wager(name, offer, spec)


def _wager(name: str, offer: ShippedOffer, spec: OfferSpec) -> WagerSpec:
    scale = spec.scale or next(iter(offer.scales))
    clause, pays = spec.clause or clause_of(name), _pays_clause(name, scale)
    lines = [
        LineSpec(category=category, pays=price, clause=pays)
        for category, price in offer.scales[scale].items()
    ]
    return WagerSpec(
        name=name,
        title=spec.title or offer.title,
        kind=offer.kind,
        clause=clause,
        stakes_clause=clause,
        main_clause=clause,
        scales=[ScaleSpec(lines=lines)],
        parameters=offer.parameters,
        paid=offer.paid,
        prizes=_prizes_option(name) if offer.prizes else None,
        stakes=spec.stakes or offer.stakes,
        min=spec.min,
        max=None if spec.stakes or offer.stakes else spec.max,
        up_to_main=spec.up_to_main,
    )
