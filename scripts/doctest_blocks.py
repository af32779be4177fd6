"""Shows the examples of docstrings as code: Markdown would take ``>>>`` for a quotation."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\n).*)*", re.MULTILINE)
"""An example up to the next empty line."""


class DoctestBlocks(griffe.Extension):
    """Puts fences around each example."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Once a module, a class, a function or a value has been read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """The text with its examples between fences.

    >>> print(fenced("Adds.\\n\\n>>> 1 + 1\\n2\\n"))
    Adds.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    <BLANKLINE>
    """
    return EXAMPLE.sub(lambda example: f"```pycon\n{example[0]}\n```", text)
