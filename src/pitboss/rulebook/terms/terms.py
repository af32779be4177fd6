"""The short terms of the trade, S17 or DAS, and the values that each stands for: one table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import msgspec

from pitboss.rulebook.file.options import written
from pitboss.rulebook.questions.settlement import dealer_over
from pitboss.rulebook.rules import Rules

Values = Mapping[str, object]
"""Values of a rulebook by section and name; odds as ``3 to 2``; of a set any will do."""
LATE = frozenset({"late", "in_turn"})
"""Late surrender; in turn is late too, once the dealer has peeked."""


@dataclass(frozen=True, slots=True)
class ShortTerm:
    """A term that stands for values of a rulebook."""

    term: str
    text: str
    """The meaning in a sentence."""
    values: Values
    chip: str = ""
    """Name under which the lobby shows it; '' if it does not."""

    @property
    def sets(self) -> str:
        """The values that it stands for, in words."""
        return ", ".join(f"{path} = {_shown(value)}" for path, value in self.values.items())


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the trade that stands for no single value."""

    term: str
    text: str
    where: str
    """The place in a rulebook or a par sheet."""
    also: tuple[str, ...] = ()
    """Other ways to write it."""


def _term(term: str, text: str, chip: str = "", /, **values: object) -> ShortTerm:
    named = {path.replace("__", "."): value for path, value in values.items()}
    return ShortTerm(term, text, MappingProxyType(named), chip)


DECKS = tuple(
    _term(f"{n}D", f"{n} deck{'s' if n > 1 else ''}.", table__decks=n) for n in range(1, 9)
)

NO_HOLE = {"deal__hole_card": False}

# A term a line, with its words and its values, as a person reads them: left as it is laid out.
SHORT_TERMS: tuple[ShortTerm, ...] = (
    *DECKS,
    _term("S17", "The dealer stands on every 17.", "s17", dealer__hits_soft_17=False),
    _term("H17", "The dealer draws on a soft 17.", "h17", dealer__hits_soft_17=True),
    _term("3:2", "A blackjack pays 3 to 2.", blackjack__pays="3 to 2"),
    _term("6:5", "A blackjack pays 6 to 5.", blackjack__pays="6 to 5"),
    _term("7:5", "A blackjack pays 7 to 5.", blackjack__pays="7 to 5"),
    _term("1:1", "A blackjack pays even money.", blackjack__pays="1 to 1"),
    _term("2:1", "A blackjack pays 2 to 1.", blackjack__pays="2 to 1"),
    _term("HC", "The dealer takes a hole card and peeks for a blackjack.",
          deal__hole_card=True, deal__peek=("ace", "ten")),
    _term("OBO", "No hole card, and a dealer's blackjack takes original bets only.", "obo",
          **NO_HOLE, settlement__dealer_blackjack_takes="original_only"),
    _term("BB+1", "No hole card, and a dealer's blackjack takes busted bets plus one.",
          "bb_plus_one", **NO_HOLE, settlement__dealer_blackjack_takes="busted_plus_one"),
    _term("ENHC", "European no hole card: the dealer's second card comes last, and a blackjack "
          "takes all wagers unless you add OBO or BB+1.", "no_hole_card", **NO_HOLE),
    _term("NHC", "No hole card: another name for ENHC.", **NO_HOLE),
    _term("CSM", "A continuous shuffling machine: every round is dealt from a whole shoe.",
          "continuous", shoe__shuffler="continuous"),
    _term("DAS", "You may double after a split.", "das", double__after_split=True),
    _term("NDAS", "No double after a split.", "ndas", double__after_split=False),
    _term("DA2", "You may double any two cards.", double__cards="two", double__totals=()),
    _term("D9", "You may double 9, 10 and 11 only.", double__totals=(9, 10, 11)),
    _term("D10", "You may double 10 and 11 only.", double__totals=(10, 11)),
    _term("SPL1", "No splits.", split__hands_max=1),
    _term("SPL2", "One split: two hands, no resplit.", split__hands_max=2),
    _term("SPL3", "Resplit up to three hands.", split__hands_max=3),
    _term("SPL4", "Resplit up to four hands.", split__hands_max=4),
    _term("RSA", "You may resplit aces.", "rsa", split__resplit_aces=True),
    _term("NRSA", "No resplit of aces.", split__resplit_aces=False),
    _term("HSA", "You may hit split aces.", "hsa", split__ace_cards="any"),
    _term("DSA", "You may double split aces.", "dsa", double__split_aces=True),
    _term("NS", "No surrender.", surrender__hands="none"),
    _term("LS", "Late surrender: for half, after the peek; a dealer's blackjack takes "
          "all.", "ls", surrender__hands="first", surrender__when=LATE),
    _term("ES", "Early surrender: for half, before the peek.", "es",
          surrender__hands="first", surrender__when="early"),
    _term("ES10", "Early surrender against everything but an ace.", "es10",
          surrender__hands="first", surrender__when="early_against_ten",
          surrender__against_ace=False),
)  # fmt: skip

OF_SPLIT_ACES = ("split.resplit_aces", "split.ace_cards", "double.split_aces")
"""Values that mean nothing if no pair may be split."""

WORDS = (
    Word("RTP", "Return to player: the share of all stakes that comes back, 100 % less the edge.",
         "pitboss odds"),
    Word("hold", "The house's win as a share of the drop (the money bought in).", "pitboss report"),
    Word("penetration", "The share of the shoe that is dealt before the shuffle.",
         "shoe.behind_min, shoe.behind_max: the share behind the cut card", ("pen",)),
    Word("21+3", "A side wager on the first two cards and the up card as a poker hand.",
         "[[wagers]]"),
    Word("even money", "A blackjack is paid 1 to 1 at once against an ace.",
         "insurance.even_money", ("EM",)),
    Word("insurance", "A side stake of up to half the wager on a dealer's blackjack.",
         "insurance.pays", ("no insurance",)),
    Word("charlie", "A hand of this many cards wins, whatever the dealer has.",
         "[[results]]", tuple(
             f"{count} card charlie" for count in ("five", "six", "seven", 5, 6, 7))),
    Word("dealer wins ties", "Equal totals lose.", "[[results]]", ("ties lose",)),
    Word("push 22", "A dealer's 22 pushes.", "[[results]]",
         ("push on 22", "dealer 22 pushes")),
    Word("redouble", "A doubled hand may be doubled again.", "double.times", ("redoubling",)),
    Word("rescue", "A doubled hand may be given up.", "surrender.doubled", ("double rescue",)),
)  # fmt: skip
"""Words that people search for and that are not terms of a line."""

BY_TERM: Mapping[str, ShortTerm] = {term.term: term for term in SHORT_TERMS}


class Term(msgspec.Struct, frozen=True):
    """One short term of a table; the page that shows it has the words for its name."""

    name: str
    """Such as ``s17``, or ``decks`` with a number."""
    n: int = 0
    text: str = ""
    """Its odds such as ``3:2``, its totals, or the title of a side wager."""


def terms(rules: Rules) -> tuple[Term, ...]:
    """Return the terms that players ask about first, then the side wagers."""
    side_wagers = (Term("wager", text=wager.title) for wager in rules.wagers.values())
    return (*_of_the_deal(rules), *_of_the_play(rules), *side_wagers)


def value_at(rules: Rules, path: str) -> object:
    """Return a value of a table as terms write it."""
    section, _, name = path.partition(".")
    value = getattr(getattr(rules, section), name)
    return value if isinstance(value, bool | int | str | tuple) else str(value)


def has_term(rules: Rules, term: ShortTerm) -> bool:
    """Return True if a table has every value that a term stands for."""
    return all(has_value(rules, path, value) for path, value in term.values.items())


def has_value(rules: Rules, path: str, wanted: object) -> bool:
    """Return True if a table has a value, or one of several."""
    value = value_at(rules, path)
    return value in wanted if isinstance(wanted, frozenset) else value == wanted


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(str, value))}]"
    if isinstance(value, frozenset):
        return " or ".join(sorted(map(str, value)))
    return written(value)


def _chips(rules: Rules, *names: str) -> Iterator[Term]:
    """Yield the first of these terms that a table has."""
    for name in names:
        if has_term(rules, BY_TERM[name]):
            yield Term(BY_TERM[name].chip)
            return


def _of_the_deal(rules: Rules) -> Iterator[Term]:
    yield Term("decks", rules.decks_in_play)
    yield from _chips(rules, "S17", "H17")
    pays = rules.blackjack.pays
    yield Term("blackjack_pays", text=f"{pays.gain}:{pays.stake}")
    if rules.deal.hole_card_up:
        yield Term("hole_card_up")
    if not rules.deal.hole_card:
        yield Term("no_hole_card")
        yield from _chips(rules, "OBO", "BB+1")
    yield from _chips(rules, "CSM")
    if rules.dealer.hands > 1:
        yield Term("dealer_hands", rules.dealer.hands)
    if dealer_over(rules, 22) == "push":
        yield Term("dealer_22")


def _of_the_play(rules: Rules) -> Iterator[Term]:
    yield from _chips(rules, "DAS", "NDAS")
    if rules.double.free_totals:
        yield Term("free_doubles", text=_span(rules.double.free_totals))
    if rules.split.free != "none":
        yield Term("free_splits")
    if rules.double.totals:
        yield Term("double_on", text=_span(rules.double.totals))
    if rules.split.hands_max > 2:
        yield Term("split_to", rules.split.hands_max)
    yield from _chips(rules, "RSA")
    if rules.surrender.hands == "split":
        yield Term("surrender_split")
    elif rules.surrender.when in ("early", "early_against_ten"):
        yield from _chips(rules, "ES10", "ES")
    elif rules.surrender.hands in ("first", "any"):
        yield Term("ls")


def _span(totals: tuple[int, ...]) -> str:
    """``9-11`` for totals in sequence, else ``10, 11, 13``."""
    low, high = min(totals), max(totals)
    if low < high and set(totals) == set(range(low, high + 1)):
        return f"{low}\N{EN DASH}{high}"
    return ", ".join(str(total) for total in sorted(totals))
