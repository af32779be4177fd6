"""The HTTP API of a person's settings: how the page looks and sounds, kept with the account."""

from typing import Annotated, Literal

import msgspec
from litestar import get, put
from litestar.params import JSONBody

from pitboss.server.house import site_of
from pitboss.server.http.tables import AnyRequest, logged_in
from pitboss.server.people.identity import IdentityError

Tag = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$")]
"""A language as browsers know it: ``es``, ``pt-BR``."""
Switch = Literal["off", "on"]


class PersonSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody has set; what is left out is as the page has it by itself.

    An empty value leaves it to the device.
    """

    sounds: Switch | None = None
    speed: Literal["normal", "slow", "fast", "instant"] | None = None
    motion: Literal["", "on", "off"] | None = None
    theme: Literal["", "light", "dark"] | None = None
    autoRebet: Switch | None = None  # noqa: N815 (As the page has it.)
    deck: Literal["two", "four"] | None = None
    back: Literal["blue", "red", "green"] | None = None
    hand: Literal["right", "left"] | None = None
    text: Literal["normal", "large", "larger"] | None = None
    coach: Literal["off", "show", "drill"] | None = None
    emotes: Switch | None = None
    hints: Switch | None = None
    clauses: Switch | None = None
    language: Tag | None = None


@get("/api/settings")
async def show_settings(request: AnyRequest) -> PersonSettings:
    """What is kept with the account of the viewer; nothing for a guest."""
    person, site = logged_in(request), site_of(request)
    kept = site.identity.register.settings.get(person.name, {})
    return msgspec.convert(_known(kept), PersonSettings)


@put("/api/settings")
async def keep_settings(request: AnyRequest, data: JSONBody[PersonSettings]) -> PersonSettings:
    """Keep settings with the account, instead of those of before."""
    person, site = logged_in(request), site_of(request)
    if person.is_guest:
        text = "the settings of a guest stay on the device; make an account to keep them"
        raise IdentityError("guest", text)
    if not site.settings_kept.take(person.name, site.now_s()):
        raise IdentityError("too_fast", "not so fast: wait a few seconds")
    await site.identity.keep_settings(person, msgspec.to_builtins(data))
    return data


def _known(kept: dict[str, str]) -> dict[str, str]:
    """Settings that this server knows: a newer one may have kept others."""
    known = {}
    for name, value in kept.items():
        try:
            msgspec.convert({name: value}, PersonSettings)
        except msgspec.ValidationError:
            continue
        known[name] = value
    return known


SETTINGS_HANDLERS = (show_settings, keep_settings)
