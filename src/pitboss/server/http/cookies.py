"""The cookie of a session: its name and its attributes."""

from litestar.datastructures import Cookie

from pitboss.server.settings import Settings

SESSION = "pitboss_session"
"""The name over plain HTTP, as on your own machine."""
HOST_ONLY = "__Host-"
"""A browser takes a cookie of such a name over HTTPS alone, and from no other host."""


def cookie_name(name: str, settings: Settings) -> str:
    """What a cookie is called; behind TLS no neighbouring host can set one of that name."""
    return f"{HOST_ONLY}{name}" if settings.has_secure_cookies else name


def session_cookie(token: str, settings: Settings) -> Cookie:
    """The cookie of a session, which no script reads and no other site sends along."""
    return Cookie(
        key=cookie_name(SESSION, settings), value=token, httponly=True, samesite="strict",
        path="/", secure=settings.has_secure_cookies, max_age=settings.session_hours * 3600,
    )  # fmt: skip


def token_in(cookies: str, settings: Settings) -> str:
    """Return the token of the session in a header of cookies, or ""."""
    for cookie in cookies.split(";"):
        name, _, value = cookie.strip().partition("=")
        if name == cookie_name(SESSION, settings):
            return value
    return ""
