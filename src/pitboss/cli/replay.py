"""`pitboss replay`: plays round scripts through the engine and judges them."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.shared.arguments import json_option, trust_option
from pitboss.cli.shared.errors import InputError
from pitboss.cli.shared.output import in_one_line, print_json, print_text

if TYPE_CHECKING:
    from pitboss.round_scripts.format import Script
    from pitboss.round_scripts.play import Verdict


@click.command(
    epilog="""\b
Examples:
  pitboss replay my.round.toml
  pitboss replay my.round.toml --story
  pitboss replay my.round.toml --json

\b
A script is a TOML file:
  title = "A pair of eights against a ten"
  rulebook = "tribal"
  shoe = "8s Td 8h 7c 3c Ks 9d"
  [options]
  decks = 6
  [[rounds]]
  wagers = ["1 ann main 10"]
  acts = ["1 split", "1.1 double", "1.2 stand"]
  expect = { "ann 1 main" = 10 }
"""
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--story", is_flag=True, help="Tell every round in words, and why each wager was paid."
)
@trust_option
@json_option
def replay(files: tuple[Path, ...], story: bool, as_json: bool) -> int:
    """Play round scripts and check what they expect.

    The exit status is 0 if everything holds, 1 if something does not, and 2 if a script is not
    valid.
    """
    verdicts = [judge(path) if len(files) == 1 else _judged(path) for path in files]
    if as_json:
        data = [_plain(verdict, has_story=story) for verdict in verdicts]
        for path, entry in zip(files, data, strict=True):
            if len(files) > 1:
                entry["file"] = str(path)
        print_json(data[0] if len(files) == 1 else data)
    else:
        for path, verdict in zip(files, verdicts, strict=True):
            _print_verdict(path, verdict, has_story=story)
        held = sum(_holds(verdict) for verdict in verdicts)
        print_text(f"{held} of {len(files)} scripts hold")
    if any(isinstance(verdict, InputError) for verdict in verdicts):
        return 2
    return 0 if all(_holds(verdict) for verdict in verdicts) else 1


def _judged(path: Path) -> "tuple[Script, Verdict] | InputError":
    """Play one script of several; return the error of one that is not valid."""
    try:
        return judge(path)
    except InputError as error:
        return error


def _holds(judged: "tuple[Script, Verdict] | InputError") -> bool:
    return not isinstance(judged, InputError) and judged[1].ok


def judge(path: Path) -> "tuple[Script, Verdict]":
    """Play one script; one that is not valid is bad input."""
    from pitboss.round_scripts.format import ScriptError, read_script
    from pitboss.round_scripts.play import play_script
    from pitboss.rulebook.errors import RulebookError

    hint = 'a script has rulebook = "nz", a shoe, and [[rounds]] with wagers and acts'
    try:
        script = read_script(path)
        return script, play_script(script)
    except ScriptError as error:
        raise InputError(str(error), hint) from None
    except RulebookError as error:
        first = error.problems[0]
        line = script.line_of_option(first.path)
        listed = f"pitboss rules {error.source} lists what may be chosen, and by which clause"
        raise InputError(f"{path}, line {line}: {error}", first.hint or listed) from None


def _plain(judged: "tuple[Script, Verdict] | InputError", *, has_story: bool) -> dict[str, object]:
    import msgspec

    from pitboss.engine.notation import plain
    from pitboss.money import show
    from pitboss.proof.payments import payments

    if isinstance(judged, InputError):
        return {"ok": False, "failures": [str(judged)], "net": {}, "events": []}
    verdict = judged[1]
    return {
        "ok": verdict.ok,
        "failures": list(verdict.failures),
        "net": {key: show(amount) for key, amount in verdict.net.items()},
        **(
            {"payments": msgspec.to_builtins(list(payments(verdict.start, verdict.events)))}
            if has_story
            else {}
        ),
        "events": [plain(event) for event in verdict.events],
    }


def _print_verdict(
    path: Path, judged: "tuple[Script, Verdict] | InputError", *, has_story: bool
) -> None:
    from pitboss.money import show

    if isinstance(judged, InputError):
        print_text(f"INVALID  {path}")
        print_text(str(judged), indent=4)
        return
    script, verdict = judged
    mark = "holds" if verdict.ok else "FAILS"
    print_text(in_one_line(f"{mark}  {path}  {script.title}"))
    if has_story:
        from pitboss.proof.payments import payments

        why = (one.sentence() for one in payments(verdict.start, verdict.events))
        for sentence in (*verdict.story(), *why):
            print_text(sentence, indent=4)
        for key, amount in verdict.net.items():
            print_text(f"{key}: {show(amount)}", indent=4)
    for failure in verdict.failures:
        print_text(in_one_line(failure), indent=4)
    for note in verdict.notes:
        print_text(in_one_line(f"note: {note}"), indent=4)
