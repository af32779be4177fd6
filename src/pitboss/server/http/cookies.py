"""The cookie of a session: its name and its attributes."""

from litestar.datastructures import Cookie

from pitboss.server.settings import Settings

SESSION = "pitboss_session"
"""Name of the cookie over plain HTTP, as on your own machine."""
HOST_ONLY = "__Host-"
"""Prefix of cookies that a browser takes only over HTTPS and from this very host."""


def cookie_name(name: str, settings: Settings) -> str:
    """Return the full name of a cookie; over HTTPS no neighbouring host can set it."""
    return f"{HOST_ONLY}{name}" if settings.has_secure_cookies else name


def session_cookie(token: str, settings: Settings) -> Cookie:
    """Return the cookie of a session, which no script reads and no other site sends along."""
    return Cookie(
        key=cookie_name(SESSION, settings),
        value=token,
        httponly=True,
        samesite="strict",
        path="/",
        secure=settings.has_secure_cookies,
        max_age=settings.session_hours * 3600,
    )


def token_in(cookies: str, settings: Settings) -> str:
    """Return the token of the session in a header of cookies, or ""."""
    for cookie in cookies.split(";"):
        name, _, value = cookie.strip().partition("=")
        if name == cookie_name(SESSION, settings):
            return value
    return ""
