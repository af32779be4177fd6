"""Side wagers ready to be offered: a kind with its scales, which a rulebook names in one line."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

import msgspec
from msgspec import field

from pitboss.rulebook.clauses import Clause
from pitboss.rulebook.file.reader import Raw, Reader, suggest
from pitboss.rulebook.file.schema import LineSpec, OfferSpec, ScaleSpec, Spec, WagerSpec


class ShippedOffer(Spec, frozen=True):
    """A shipped file of scales."""

    title: str
    kind: str
    says: str
    """The winning hands, in the words of the clause."""
    scales: dict[str, dict[str, str]]
    """Payoff of each line, by scale; the first scale is the default."""
    stakes: list[float] = field(default_factory=list)
    fees: dict[str, float] = field(default_factory=dict)
    """Values of `[rules.fees]` for a table that has no meter."""


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


def with_fees(raw: Raw) -> Raw:
    """Add the meter of a wager that a file names, if the file has no meter itself."""
    named, rules = raw.get("side_wagers", {}), raw.get("rules", {})
    fees = rules.get("fees", {}) if isinstance(rules, dict) else {}
    if not isinstance(named, dict) or not isinstance(fees, dict):
        return raw
    more: Raw = {}
    for name in named:
        offer = offers().get(name)
        for fee, value in (offer.fees if offer else {}).items():
            cell = fees.get(fee)
            if isinstance(cell, dict) and cell.get("value") == 0:
                more[fee] = {**cell, "value": value, "clause": clause_of(name)}
    return {**raw, "rules": {**rules, "fees": {**fees, **more}}} if more else raw


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
        stakes=spec.stakes or offer.stakes,
        min=spec.min,
        max=None if spec.stakes or offer.stakes else spec.max,
        up_to_main=spec.up_to_main,
    )
