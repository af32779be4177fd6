"""Write the list of frequent passwords that nobody may take: the hashes of the long ones.

    python -m scripts.frequent_passwords ROCKYOU.txt MORE.txt...

The first file has the most frequent password first; of it the first ``TOP`` that are long enough
are taken, of the others all that are. The list ships as hashes because much of it is not fit to
print.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from pitboss.server.passwords import FREQUENT, LEAST, short_hash

TOP = 5_000
HEAD = f"""\
# Passwords of {LEAST} characters and more that people choose most often, in small letters: the
# first ten digits of the SHA-256 of each. The {TOP:,} most frequent of the list of RockYou, as it
# comes with hashcrack 0.9 (MIT License), and those of the lists that come with Django 5.2.19 (BSD
# License, made by Royce Williams) and zxcvbn 4.5.0 (MIT License). Made by
# scripts/frequent_passwords.py.
"""


def main(paths: list[str]) -> None:
    """Read the lists, and write the file that ships."""
    first, *others = map(Path, paths)
    hashes = {short_hash(one) for one in islice(_long(first), TOP)}
    for other in others:
        hashes |= {short_hash(one) for one in _long(other)}
    file = Path("src/pitboss/server") / FREQUENT
    file.write_text(HEAD + "\n".join(sorted(hashes)) + "\n", encoding="ascii")
    print(f"{len(hashes):,} passwords")


def _long(path: Path) -> Iterator[str]:
    """Passwords that are long enough, each once."""
    lines = path.read_text(encoding="latin-1").lower().split("\n")
    return iter(dict.fromkeys(line for line in lines if len(line) >= LEAST))


if __name__ == "__main__":
    main(sys.argv[1:])
