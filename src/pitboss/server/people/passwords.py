"""Strength of a password, as the number of guesses that zxcvbn estimates.

zxcvbn knows frequent passwords, names and words, also with digits for letters, keyboard runs,
repeats and dates.
"""

import threading

from zxcvbn import zxcvbn

LEAST, MOST = 10, 200
"""Smallest and largest number of characters of a password."""
SCORE_LEAST = 3
"""Lowest accepted score of 0 to 4: more than 10**8 guesses."""
LOOKED_AT = 40
"""Characters that zxcvbn gets: its time grows faster than the length of the password."""
HOUSE = ("pitboss", "blackjack", "casino", "dealer", "supervisor", "auditor", "password")
"""Words that would be guessed first at this server, like the person's own name."""

_lock = threading.Lock()
"""zxcvbn keeps the person's own words in a global dictionary while it works."""


def weakness(password: str, name: str) -> str:
    """Return the reason for refusing a password, as a sentence, or "" if it is good.

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
