"""Odds of side wagers that are shipped with the program or cached on disk."""

import ast
import hashlib
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec

from pitboss.cache import load, store
from pitboss.odds.known.fingerprints import SOLVER, game_text, solver_text
from pitboss.odds.known.records import Results
from pitboss.odds.known.shipped import PlainLaw, shipped_law
from pitboss.odds.shoe import Shoe, SuitedShoe
from pitboss.odds.side_wagers.chances import RESULTS, ActPolicy, Chance, Law, OneAct, wager_law
from pitboss.odds.side_wagers.dealer_hand import DEALT
from pitboss.rulebook.rules import Rules, SideWager

PART = "results"


def known_law(
    rules: Rules,
    wager: SideWager,
    shoe: SuitedShoe,
    *,
    play: ActPolicy | None = None,
    results: Results | None = None,
) -> Law:
    """Return ``wager_law`` for the best play of the game or for one act, looked up if possible."""
    if not is_kept(wager):
        return wager_law(rules, wager, shoe, play=play, results=results)
    name = law_name(rules, wager, shoe, play)
    plain = shipped_law(rules.rulebook, name)
    if plain is not None:
        return law_of(plain)
    entry = _cache_key(name)
    law = _read_law(load(PART, entry))
    if law is None:
        law = wager_law(rules, wager, shoe, play=play, results=results)
        store(PART, entry, msgspec.msgpack.encode(plain_law(law)))
    return law


def are_known(rules: Rules, shoe: SuitedShoe, play: ActPolicy) -> bool:
    """Return True if the odds of all side wagers of a table are shipped or cached."""
    for wager in filter(is_kept, rules.wagers.values()):
        name = law_name(rules, wager, shoe, play)
        is_shipped = shipped_law(rules.rulebook, name) is not None
        if not is_shipped and _read_law(load(PART, _cache_key(name))) is None:
            return False
    return True


def is_kept(wager: SideWager) -> bool:
    """Return True if the odds of a wager are worth caching.

    Streaks are quick to sum and have long fractions. A kind from your own file has no module whose
    text could be compared.
    """
    is_module = type(wager.kind).__module__ in sys.modules
    return is_module and not set(wager.kind.reads) & set(RESULTS)


def law_name(rules: Rules, wager: SideWager, shoe: SuitedShoe, play: ActPolicy | None) -> str:
    """Return the key of a wager's odds: kind, shoe, and the game if it reads beyond the deal."""
    kind = wager.kind
    lines = [f"solver={SOLVER}", f"kind={kind!r}", _source(type(kind).__module__), f"{shoe.counts}"]
    if not set(kind.reads) <= set(DEALT):
        # A split decides the wager, or the next card does: the name of the usual way is as it was.
        lines += ["split=settle"] if wager.split == "settle" else []
        lines.append(game_text(rules, Shoe(shoe.ranks)))
        lines.append(repr(play) if isinstance(play, OneAct) else "best")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@cache
def _source(module: str) -> str:
    """Return a hash of a kind's code without docstrings, which cannot change how it sorts cards."""
    file = sys.modules[module].__file__
    code = code_of(Path(file).read_text(encoding="utf-8")) if file else ""
    return hashlib.sha256(code.encode()).hexdigest()


def code_of(text: str) -> str:
    """Return a module's lines without docstrings and empty lines.

    ``ast.dump`` would drop comments too, but its text differs between versions of Python, while
    shipped results serve all versions.
    """
    words = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = enumerate(text.splitlines(), start=1)
    return "\n".join(line for number, line in lines if line.strip() and number not in words)


def _cache_key(name: str) -> str:
    return f"law-{name[:40]}-{solver_text()}"


def plain_law(law: Law) -> PlainLaw:
    """Return a law in the form that is stored."""
    return {name: (str(chance.p), chance.by_play) for name, chance in law.items()}


def law_of(plain: PlainLaw) -> Law:
    """Return a law from its stored form."""
    return {name: Chance(Fraction(p), by_play) for name, (p, by_play) in plain.items()}


def _read_law(content: bytes | None) -> Law | None:
    """Return a stored law; None if the bytes do not hold one."""
    if content is None:
        return None
    try:
        law = law_of(msgspec.msgpack.decode(content, type=PlainLaw))
    except (msgspec.DecodeError, ValueError, ZeroDivisionError):
        return None
    is_whole = sum(chance.p for chance in law.values()) == 1
    return law if is_whole and all(chance.p >= 0 for chance in law.values()) else None
