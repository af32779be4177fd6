"""Join the modules and style sheets of the first felt into two files.

There is no build step: the files of the page are unchanged, and the server joins them when it
starts. Each module keeps a scope of its own, and its exports can be imported from its own path, for
the modules of pages that are fetched later.
"""

import posixpath
import re
from collections.abc import Mapping

FIRST_PAGES = (
    "js/main.js",
    "js/lobby/page.js",
    "js/table/page.js",
    "js/lobby/seat_badge.js",
    "js/account/kept_settings.js",
)
"""Modules that run first: the shell, the lobby, the table, and those that the shell fetches."""
SCRIPT, STYLE = "js/first.js", "css/first.css"
"""Paths of the two files."""

_COMMENT = re.compile(r"/\*\*.*?\*/[ ]?|^[ \t]*//[^\n]*\n", re.DOTALL | re.MULTILINE)
_STYLE_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
_STYLE_SPACE = re.compile(r"\s*([{};])\s*|(?<=[\w)-])(:) |(?<=[\w)%])(,)\s+")
_STYLE_ZERO = re.compile(r"(?<![\w.#-])0(?=\.\d)|;(?=\})")
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_IMPORT = re.compile(r'^import\s+(?:([^"]+?)\s+from\s+)?"([^"]+)";\n', re.MULTILINE)
_LAZY = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT = re.compile(
    r"^export (?:(?=(?:async )?function\*? (\w+)|class (\w+)|(?:const|let) (\w+))|\{([^}]*)\};\n)",
    re.MULTILINE,
)
_AWAIT = re.compile(r"^\S[^\n]*\bawait\b", re.MULTILINE)
_SHEET = re.compile(r'[ \t]*<link rel="stylesheet" href="/([^"]+)">\n')
_HINT = re.compile(r'[ \t]*<link rel="modulepreload" href="[^"]+">\n')
_MAIN = re.compile(r'<script type="module" src="/js/main\.js"></script>')
_STYLES = re.compile(r"static styles = \[(.*?)\]", re.DOTALL)
ASKED_FIRST = "/api/session"
"""First request of every page, which the browser sends while the script loads."""


def modules(sources: Mapping[str, str]) -> list[str]:
    """Return the modules of the first pages, each after all that it imports."""
    order: list[str] = []

    def visit(path: str, above: tuple[str, ...]) -> None:
        assert path not in above, f"{path} imports itself by way of {above[-1]}"
        if path not in order:
            for _, imported in _IMPORT.findall(bare(sources[path])):
                visit(_beside(path, imported), (*above, path))
            order.append(path)

    for page in FIRST_PAGES:
        visit(page, ())
    # The shell is last: it shows the page once everything else is there.
    return [*(path for path in order if path != FIRST_PAGES[0]), FIRST_PAGES[0]]


def sheets(sources: Mapping[str, str]) -> list[str]:
    """Return the style sheets of the first pages, in the order in which they apply."""
    linked = _SHEET.findall(sources["index.html"])
    later = [name for page in FIRST_PAGES for name in _styles(sources[page])]
    return list(dict.fromkeys([*linked, *later]))


def joined_script(sources: Mapping[str, str]) -> str:
    """Return all modules as one, which exports the exports of each."""
    order = modules(sources)
    names = {path: f"m{place}" for place, path in enumerate(order)}
    parts = [_scoped(path, sources[path], names) for path in order]
    listed = ", ".join(f'"{path}": {name}' for path, name in names.items())
    return "".join([*parts, f"export const modules = {{ {listed} }};\n"])


def joined_style(sources: Mapping[str, str]) -> str:
    """Return all style sheets as one."""
    return bare_style("".join(sources[path] for path in sheets(sources)))


def bare_style(source: str) -> str:
    """Return a style sheet without comments, needless white space and zeros."""
    bare = _STYLE_SPACE.sub(r"\1\2\3", _STYLE_COMMENT.sub("", source))
    return _STYLE_ZERO.sub("", bare)


def stand_ins(sources: Mapping[str, str], script: str) -> dict[str, str]:
    """Return, by path, a module that re-exports the exports of each joined one from ``script``."""
    made = {}
    for path in modules(sources):
        names = ", ".join(_exported(bare(sources[path])))
        body = f'export const {{ {names} }} = modules["{path}"];\n' if names else ""
        made[path] = f'import {{ modules }} from "/{script}";\n{body}'
    return made


def first_page(sources: Mapping[str, str], script: str, style: str, languages: list[str]) -> str:
    """Return index.html with the two files in place of the many, and the list of languages."""
    held = " ".join(f"/{path}" for path in sheets(sources))
    html = _HINT.sub("", _SHEET.sub("", sources["index.html"]))
    link = f'<link rel="stylesheet" href="/{style}" data-holds="{held}">'
    ahead = f'<link rel="preload" as="fetch" href="{ASKED_FIRST}" crossorigin>'
    run = f'<script type="module" src="/{script}"></script>'
    html = _MAIN.sub("\n    ".join((link, ahead, run)), html)
    return html.replace("<html ", f'<html data-languages="{" ".join(languages)}" ', 1)


def _scoped(path: str, source: str, names: Mapping[str, str]) -> str:
    """Return a module as a function that runs once and returns its exports."""
    text = bare(source)
    exported = ", ".join(_exported(text))

    def bound(match: re.Match[str]) -> str:
        what, name = match[1], names[_beside(path, match[2])]
        if not what:
            return ""
        if what.startswith("* as "):
            return f"const {what.removeprefix('* as ')} = {name};\n"
        return f"const {what.replace(' as ', ': ')} = {name};\n"

    def lazy(match: re.Match[str]) -> str:
        target = _beside(path, match[1])
        return f"Promise.resolve({names[target]})" if target in names else f'import("/{target}")'

    is_waiting = _AWAIT.search(_COMMENT.sub("", source)) is not None
    body = _EXPORT.sub("", _LAZY.sub(lazy, _IMPORT.sub(bound, text)))
    opening = "await (async () => {" if is_waiting else "(() => {"
    return f"const {names[path]} = {opening}\n{body}return {{ {exported} }};\n}})();\n"


def _exported(text: str) -> list[str]:
    names: list[str] = []
    for *single, several in _EXPORT.findall(text):
        names += [name for name in single if name]
        names += [name.strip() for name in several.split(",") if name.strip()]
    return names


def bare(source: str) -> str:
    """Return a module without comments, and without indents if no text has several lines."""
    text = _COMMENT.sub("", source)
    has_long_text = any(line.count("`") % 2 for line in text.splitlines())
    return text if has_long_text else _INDENT.sub("", text)


def _beside(path: str, relative: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), relative))


def _styles(source: str) -> list[str]:
    """Return the style sheets of a page, which names them by path or by their bare names."""
    listed = _STYLES.search(source)
    names = re.findall(r'"([^"]+)"', listed[1]) if listed else []
    return [name.removeprefix("/") if "/" in name else f"css/{name}.css" for name in names]
