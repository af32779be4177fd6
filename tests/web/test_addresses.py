"""The page under every address of the machine, and its sentence where it is refused."""

import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, expect

from tests.server.live import Live, serving
from tests.web.browsing import FOREIGN, PATIENT, Surf, stack, surfing
from tests.web.seat import sit_at
from tests.web.slow_line import slow_line

TWENTY_TO_NINETEEN = "Ts 9d Th Tc"


@pytest.fixture
def live() -> Iterator[Live]:
    with serving(pace=PATIENT, host="0.0.0.0") as served:
        yield served


@pytest.fixture
def surf(browser: Browser, live: Live) -> Iterator[Surf]:
    with surfing(browser, live) as opened:
        # A browser passes over this header where it comes from a network address without TLS.
        opened.forgive("The Cross-Origin-Opener-Policy header has been ignored")
        yield opened


def addresses() -> list[str]:
    """Addresses of this machine besides the usual one: of the network too, where there is one."""
    addresses_here = ["127.0.0.2", "localhost"]
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: the system says from which address it would go there.
        probe.connect(("198.51.100.1", 9))
        addresses_here.append(probe.getsockname()[0])
    return addresses_here


@pytest.mark.parametrize("address", addresses())
def test_a_guest_plays_under_every_address_of_the_machine(
    surf: Surf, live: Live, address: str
) -> None:
    stack(live, "nz", TWENTY_TO_NINETEEN)
    seat = sit_at(surf, "nz", url=f"http://{address}:{live.settings.port}")
    seat.lay(1, "main")
    seat.page.keyboard.press("Enter")
    expect(seat.page.locator(".told")).to_have_text("Your turn")
    expect(seat.page.locator(".table-head .offline")).to_be_hidden()


def test_a_page_of_a_name_that_is_not_ours_reads_nothing(surf: Surf, live: Live) -> None:
    surf.forgive()
    away = f"http://{FOREIGN}:{live.settings.port}"
    page = surf.page(url=away)
    expect(page.locator("body")).to_have_text(
        f"{FOREIGN}:{live.settings.port} is not known as a name of this server; to allow it, add"
        f" {away} to the setting origins"
    )
    live.site.settings = replace(live.site.settings, origins=(away,))
    page.reload()
    sit_at(surf, "nz", url=away)


def test_a_refused_socket_says_why_on_the_page(surf: Surf, live: Live) -> None:
    with slow_line(live.settings.port) as proxy:
        # A proxy that asks for another host than the browser did.
        own, other = f"Host: 127.0.0.1:{proxy.port}", f"Host: 127.0.0.1:{live.settings.port}"
        proxy.rewrite = lambda data: data.replace(own.encode(), other.encode())
        page = surf.page("table/nz", url=proxy.url)
        expect(page.locator(".table-head .offline")).to_have_text(
            "The server does not take this page for its own. Whoever runs it can add"
            f" {proxy.url} to the setting origins."
        )
        live.site.settings = replace(live.site.settings, origins=(proxy.url,))
        page.reload()
        expect(page.locator('.spot[data-box="1"]').first).to_be_visible()
        expect(page.locator(".table-head .offline")).to_be_hidden()
        page.goto("about:blank")
