"""What axe-core finds wrong with a page for people who do not see it or have no mouse."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


def serious_findings(page: Page) -> list[str]:
    """Every serious or critical finding, with the elements that it is about."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed; npm install fetches it")
    # Evaluated from outside: the page's own policy lets no such script in.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    audit = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes'][:4]]}"
        for one in audit["violations"]
        if one["impact"] in ("serious", "critical")
    ]
