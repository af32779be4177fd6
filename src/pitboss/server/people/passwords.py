"""The strength of a password: how many guesses it takes, estimated by zxcvbn.

zxcvbn knows frequent passwords, names and words, also with digits for letters, runs on a keyboard,
repeats and dates.
"""

import threading

from zxcvbn import zxcvbn

LEAST, MOST = 10, 200
"""Characters of a password."""
SCORE_LEAST = 3
"""Of 4: more than 10**8 guesses."""
LOOKED_AT = 40
"""Characters that are looked at: the time for a long password grows faster than its length."""
HOUSE = ("pitboss", "blackjack", "casino", "dealer", "supervisor", "auditor", "password")
"""Words that are guessed first at this server, besides the person's own name."""

_lock = threading.Lock()
"""zxcvbn keeps the person's own words in a global dictionary while it works."""


def weakness(password: str, name: str) -> str:
    """Return the reason why a password is refused, in a sentence; empty if it is good.

    It takes up to a third of a second; call it off the loop.
    """
    if not LEAST <= len(password) <= MOST:
        return f"a password has {LEAST} to {MOST} characters"
    with _lock:
        told = zxcvbn(password[:LOOKED_AT], user_inputs=[name, *HOUSE])
    if told["score"] < SCORE_LEAST:
        return (
            "this password is too easy to guess: use several words, or letters and digits"
            " that mean nothing"
        )
    return ""
