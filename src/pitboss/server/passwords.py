"""How strong a password is: what people guess first counts as little, however long it is.

A password is read as pieces: words of a list of common ones, long passwords that many people have,
runs of a keyboard or the alphabet, repeats, years, the person's own name. Each piece counts as one
character, and so does every character beside them.
"""

import hashlib
from functools import cache
from importlib import resources

LEAST, MOST = 10, 200
"""Characters of a password."""
PIECES_LEAST = 6
"""What a password must come to, as it is guessed."""
PIECE_MAX = 32
"""No piece is longer."""
RUN_LEAST = 3
RUNS = (
    "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm",
    "qwertzuiop", "azertyuiop", "1qaz2wsx3edc4rfv5tgb", "!@#$%^&*()", "qazwsxedcrfvtgb",
)  # fmt: skip
HOUSE = frozenset({"pitboss", "blackjack", "casino", "dealer", "supervisor", "auditor", "password"})
_PLAIN = str.maketrans("0134578@$!", "oleastbasi")
FREQUENT, HASH_CHARS = "frequent_passwords.txt", 10
YEARS = range(1900, 2100)


def weakness(password: str, name: str) -> str:
    """Why a password is refused, in a sentence; empty where it is good."""
    if not LEAST <= len(password) <= MOST:
        return f"a password has {LEAST} to {MOST} characters"
    if pieces(password, name) < PIECES_LEAST:
        return (
            "this password is too easy to guess: use several words, or letters and digits"
            " that mean nothing"
        )
    return ""


def pieces(password: str, name: str = "") -> int:
    """How much there is to guess: known pieces and other characters, as few as one can see."""
    text = password.lower()
    plain = text.translate(_PLAIN)
    common, own = _common(), HOUSE | {name.lower()}
    best = [0] + [len(text)] * len(text)
    for end in range(1, len(text) + 1):
        best[end] = best[end - 1] + 1
        for start in range(max(0, end - PIECE_MAX), end - 1):
            seen = {text[start:end], plain[start:end]}
            is_piece = not seen.isdisjoint(common) or not seen.isdisjoint(own)
            if best[start] + 1 < best[end] and (
                is_piece or _is_run(text[start:end]) or _is_frequent(seen)
            ):
                best[end] = best[start] + 1
    return best[-1]


def _is_run(text: str) -> bool:
    """A repeat such as ``aaa`` or ``abab``, a year, or a run such as ``345`` or ``poiu``."""
    for size in range(1, len(text) // 2 + 1):
        if len(text) % size == 0 and text == text[:size] * (len(text) // size):
            return True
    if len(text) < RUN_LEAST:
        return False
    if text.isdecimal() and len(text) == len("2000") and int(text) in YEARS:
        return True
    return any(text in row or text[::-1] in row for row in RUNS)


def _is_frequent(seen: set[str]) -> bool:
    """One of the long passwords that people choose most often."""
    return any(len(one) >= LEAST and short_hash(one) in _frequent() for one in seen)


def short_hash(password: str) -> str:
    """What a frequent password is listed by: many are not fit to print."""
    return hashlib.sha256(password.encode("utf-8", "surrogatepass")).hexdigest()[:HASH_CHARS]


@cache
def _frequent() -> frozenset[str]:
    return _lines(FREQUENT)


@cache
def _common() -> frozenset[str]:
    """Passwords that people guess first; read when somebody first chooses one."""
    return _lines("common_passwords.txt")


def _lines(name: str) -> frozenset[str]:
    lines = (resources.files("pitboss.server") / name).read_text(encoding="ascii").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))
