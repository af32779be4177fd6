"""What axe-core finds wrong with a page for people who do not see it or have no mouse."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
CONTRAST = {"runOnly": ["color-contrast"]}
"""What another colour scheme can change."""


def serious_findings(page: Page) -> list[str]:
    """Every serious or critical finding, light and dark, with the elements that it is about."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed; npm install fetches it")
    # Evaluated from outside: the page's own policy lets no such script in.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    is_dark = page.evaluate(IS_DARK)
    wrong = _findings(page, {})
    page.emulate_media(color_scheme="light" if is_dark else "dark")
    page.evaluate(DRAWN)
    wrong += _findings(page, CONTRAST)
    page.emulate_media(color_scheme="dark" if is_dark else "light")
    page.evaluate(DRAWN)
    return wrong


def _findings(page: Page, options: object) -> list[str]:
    """What axe-core says of the page as it looks now."""
    run = "(asked) => axe.run(document, { resultTypes: ['violations'], ...asked })"
    scheme = "dark" if page.evaluate(IS_DARK) else "light"
    return [
        f"{one['id']}, {scheme}: {[node['target'] for node in one['nodes'][:4]]}"
        for one in page.evaluate(run, options)["violations"]
        if one["impact"] in ("serious", "critical")
    ]
