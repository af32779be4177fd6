"""Sentences that an auditor reads, by keys: read from the source of the sentences, as templates.

What chips are moved for stands under `booked.`, as in `booked.{1} placed`; what the security log
says of an attempt under `noted.`; what was checked of a log, and found, under `checked.`.
"""

import ast
import re
from collections.abc import Iterator

from pitboss.server.security.log import MORE
from scripts.refusal_words import SOURCE, named_values, syntax_of, texts_in

CHECKING = {
    "proof/log.py": "",
    "proof/judging.py": "",
    "proof/openings.py": "",
    "proof/orders.py": "",
    "proof/shoes.py": "",
    "proof/decisions.py": "",
    "ledger/audit.py": "",
    "engine/state/invariants.py": "broken",
    "store/chain.py": "read_body|_check_text",
    "store/sealed_fields.py": "envelope_fault",
    "proof/witness.py": "agree|_keys",
    "store/witness/statements.py": "followed",
}
"""Files that judge a log, and which of their functions; all, if empty."""
NOTING = re.compile(r"(.*[._])?(note|proving|refuse|end_others|end|changed|too_slow)")
"""Calls that record an attempt, or that take its words."""
NOTES = r"security|\(request|connections_open|self\.refuse|self\._too_slow"
"""Beginning of such a call, or of its first argument: others of the name record other things."""
REFUSING = ("IdentityError", "Overloaded")
SAID = re.compile(r"[a-z]{2}.* | .*[a-z]{2}|\{1\}[:,]")
"""A template that says something; names and paths do not."""


def floor_words() -> Iterator[tuple[str, str]]:
    """Each template by its key, once."""
    groups = {"booked": _booked(), "noted": _noted(), "checked": _checked()}
    for prefix, texts in groups.items():
        yield from ((f"{prefix}.{text}", text) for text in dict.fromkeys(texts))


def codes() -> list[str]:
    """With what people are refused; the security log names it."""
    told = {"sockets", "connection"}
    for _, call in _calls("server/**/*.py"):
        if ast.unparse(call.func) in REFUSING and isinstance(call.args[0], ast.Constant):
            told.add(str(call.args[0].value))
    return sorted(told)


def _booked() -> Iterator[str]:
    """Yield the reasons for which chips move, as in the books."""
    for function, call in _calls("engine/**/*.py"):
        name = ast.unparse(call.func).rpartition(".")[2]
        if name in ("Transfer", "between", "signed_transfers"):
            for one in _given(function, call.args[-1:]):
                yield from texts_in(one, spaces_min=1, is_sentence=False)


def _noted() -> Iterator[str]:
    """Yield the sentences of the security log that are not attempts."""
    yield MORE
    for function, call in _calls("server/**/*.py"):
        is_noting = NOTING.fullmatch(ast.unparse(call.func))
        if is_noting and re.search(NOTES, ast.unparse(call)):
            for one in _given(function, [*call.args, *(more.value for more in call.keywords)]):
                yield from map(_completed, filter(SAID.search, texts_in(one, spaces_min=0)))


def _completed(text: str) -> str:
    """Return a template with a place for the code that a note adds after its purpose."""
    return f"{text}{{{text.count('{') + 1}}}" if text.endswith(": ") else text


def _given(function: ast.AST, values: list[ast.expr]) -> list[ast.expr]:
    """Return an argument, with the values of its names in the function."""
    known = named_values(ast.walk(function))
    names = {one.id for one in values if isinstance(one, ast.Name)}
    return [*values, *(value for name in sorted(names) for value in known.get(name, ()))]


def _checked() -> Iterator[str]:
    """Yield the sentences found in the code that judges a log."""
    for name, functions in CHECKING.items():
        matching = list(_functions(name, functions or ".*"))
        if not matching:
            raise LookupError(f"CHECKING: {name} has no function {functions}")
        for function in matching:
            yield from texts_in(function, spaces_min=1)


def _functions(pattern: str, names: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for path in sorted(SOURCE.glob(pattern)):
        for node in ast.walk(syntax_of(path)):
            kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
            if isinstance(node, kinds) and re.fullmatch(names, node.name):
                yield node


def _calls(pattern: str) -> Iterator[tuple[ast.AST, ast.Call]]:
    """Every call, with the function that it stands in."""
    for function in _functions(pattern, ".*"):
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                yield function, node
