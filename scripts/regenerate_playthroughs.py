"""Writes the golden playthroughs again from the commands that they hold.

Run it from the root when events, words or rules have changed, and read the difference before it is
kept: `python -m scripts.regenerate_playthroughs`. To add a playthrough, write a file with its head
(`rulebook: nz`, then options as TOML), an empty line and its commands (`> deal`), and run this.
"""

from pathlib import Path

from tests.playthroughs.transcript import transcribe

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"


def main() -> int:
    """Write every playthrough; the exit status is 1 where one has changed."""
    changed = 0
    for path in sorted(FOLDER.glob("*.txt")):
        before = path.read_text(encoding="utf-8")
        after = transcribe(before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"changed: {path.name}")
            changed += 1
    print(f"{changed} playthroughs have changed")
    return 1 if changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
