"""Every endpoint of the API, asked by everybody there is: who is turned away, and who is not.

The endpoints come from the description of the API. One that is not named here is refused to
nobody; whoever adds one for some alone names it, or the test says that everybody has it.
"""

import itertools
from collections.abc import Iterator
from typing import Any

from tests.server.live import BY_DEALER, Live, Visitor, serving

ROLES = ("dealer", "supervisor", "casino_supervisor", "auditor")
EVERYBODY = frozenset({"stranger", "guest", "player", "admin", *ROLES})
NAMED = EVERYBODY - {"stranger"}
ADMIN = frozenset({"admin"})
AUDITOR = frozenset({"auditor"})
STAFF = frozenset({"admin", *ROLES})
FLOOR = frozenset({"supervisor", "casino_supervisor", "admin"})
NOBODY: frozenset[str] = frozenset()

MAY: dict[str, frozenset[str]] = {
    "GET /api/accounts": ADMIN,
    "GET /api/accounts/{name}/bankroll": ADMIN,
    "POST /api/accounts/{name}/grants": ADMIN,
    "POST /api/accounts/{name}/reset": ADMIN,
    "PUT /api/accounts/{name}/role": ADMIN,
    "POST /api/accounts/{name}/sessions/end": NOBODY,
    "GET /api/bankroll": NAMED,
    "PUT /api/name": NAMED,
    "PUT /api/password": NOBODY,
    "POST /api/log-time": FLOOR,
    "POST /api/password/reset": NOBODY,
    "POST /api/private-tables": NAMED,
    "GET /api/proposals": STAFF,
    "DELETE /api/proposals/{proposal}": STAFF,
    "POST /api/proposals/{proposal}/signature": STAFF,
    "GET /api/reports": FLOOR | AUDITOR,
    "GET /api/reports.csv": FLOOR | AUDITOR,
    "GET /api/reports.html": FLOOR | AUDITOR,
    "GET /api/seats": NAMED,
    "POST /api/seats/cash-out": NAMED,
    "GET /api/second-factor": NAMED,
    "POST /api/second-factor": NOBODY,
    "PUT /api/second-factor": NOBODY,
    "POST /api/second-factor/end": NOBODY,
    "GET /api/security": AUDITOR,
    "POST /api/session": NOBODY,
    "GET /api/sessions": NAMED,
    "POST /api/sessions/end": NOBODY,
    "GET /api/settings": NAMED,
    "PUT /api/settings": NAMED,
    "GET /api/statistics": NAMED,
    "POST /api/tables": FLOOR,
    "DELETE /api/tables/{table}": FLOOR,
    "POST /api/tables/{table}/ask": NAMED,
    "POST /api/tables/{table}/bots": STAFF,
    "DELETE /api/tables/{table}/bots": STAFF,
    "POST /api/tables/{table}/chips": NOBODY,
    "POST /api/tables/{table}/commands": NAMED,
    "PUT /api/tables/{table}/door": NOBODY,
    "POST /api/tables/{table}/emotes": NAMED,
    "GET /api/tables/{table}/events": AUDITOR,
    "GET /api/tables/{table}/ledger": AUDITOR,
    "POST /api/tables/{table}/newcomers": NOBODY,
    "POST /api/tables/{table}/ready": NAMED,
    "GET /api/tables/{table}/receipt": NAMED,
    "POST /api/tables/{table}/seat-requests": NAMED,
    "POST /api/tables/{table}/sign-off": NOBODY,
    "POST /api/tables/{table}/skip": NAMED,
    "GET /api/tables/{table}/square": NAMED,
    "GET /api/tables/{table}/verify": AUDITOR,
}
"""Who is not turned away with status 401 or 403, whatever else is said. Nobody: a wrong password,
key or code is given here. What a role may do at a table is told in ``test_roles.py``."""

BODIES: dict[str, dict[str, Any]] = {
    "POST /api/accounts": {"name": "x", "password": "x"},
    "POST /api/accounts/{name}/grants": {"id": "1", "amount": 100},
    "POST /api/accounts/{name}/reset": {},
    "PUT /api/accounts/{name}/role": {"role": "auditor"},
    "POST /api/guests": {"name": "x"},
    "PUT /api/name": {"name": ""},
    "PUT /api/password": {"old": "wrong", "new": "two horses drink tea"},
    "POST /api/password/reset": {"name": "gus", "key": "x", "password": "two horses drink tea"},
    "POST /api/private-tables": {"rulebook": "nz"},
    "POST /api/second-factor": {"password": "wrong"},
    "PUT /api/second-factor": {"code": "000000"},
    "POST /api/second-factor/end": {"password": "wrong", "code": "000000"},
    "POST /api/session": {"name": "nobody", "secret": "wrong"},
    "POST /api/accounts/{name}/sessions/end": {"password": "wrong"},
    "POST /api/sessions/end": {"password": "wrong"},
    "PUT /api/settings": {},
    "POST /api/tables": {"table": "more", "rulebook": "none"},
    "POST /api/tables/{table}/ask": {"command": {"do": "deal"}},
    "POST /api/tables/{table}/bots": {},
    "POST /api/tables/{table}/chips": {"id": "1", "player": "x", "amount": 1},
    "POST /api/tables/{table}/commands": {"id": "1", "command": {"do": "deal"}},
    "PUT /api/tables/{table}/door": {"door": "ask"},
    "POST /api/tables/{table}/emotes": {"emote": "wow"},
    "POST /api/tables/{table}/lay": {"wagers": []},
    "POST /api/tables/{table}/newcomers": {"player": "x", "is_let_in": True},
    "POST /api/tables/{table}/sign-off": {"id": "1", "password": "wrong"},
}
IN_PATH = {
    "name": "nobody", "table": "nz", "rulebook": "nz", "a": "nz", "b": "house", "number": "1",
    "proposal": "0" * 16, "count": "hi_lo",
}  # fmt: skip
TAKES_SECONDS = ("/api/odds/", "/odds", "/advice", "/api/studies/")
"""Open to all, and solves a game first."""


def endpoints(live: Live) -> Iterator[tuple[str, str, str]]:
    """What stands for an endpoint, its method and a path of it."""
    paths = live.visitor().get("/api/openapi.json")["paths"]
    for path, methods in paths.items():
        if any(part in path for part in TAKES_SECONDS):
            continue
        for method in methods:
            name = f"{method.upper()} {path}"
            # A table that is closed cannot be asked any more.
            known = IN_PATH | ({"table": "house"} if name == "DELETE /api/tables/{table}" else {})
            yield name, method.upper(), path.format(**known)


def people(live: Live) -> dict[str, Visitor]:
    """One of each."""
    boss = live.admin()
    who = {"stranger": live.visitor(), "guest": live.guest("gus"), "player": live.account("pla")}
    for role in ROLES:
        who[role] = live.account(f"{role[:3]}x")
        live.appoint(boss, f"{role[:3]}x", role)
    return who | {"admin": boss}


def log_in_again(live: Live, visitor: Visitor) -> None:
    """Whoever logged out is back for the next endpoint."""
    identity = live.site.identity
    if visitor.name and (person := identity.register.find(visitor.name)) is not None:
        visitor.become(identity.open_session(person).token)


def test_every_endpoint_is_for_those_who_may_ask_it() -> None:
    with serving(pace=BY_DEALER) as live:
        who, asked, wrong = people(live), set(), []
        for (name, method, path), (role, visitor) in itertools.product(
            list(endpoints(live)), who.items()
        ):
            answer = visitor.http.request(method, path, json=BODIES.get(name))
            asked.add(name)
            may = answer.status_code not in (401, 403)
            if answer.status_code >= 500 or may != (role in MAY.get(name, EVERYBODY)):
                wrong.append(f"{name} as {role}: {answer.status_code} {answer.text[:80]}")
            if name == "DELETE /api/session":
                log_in_again(live, visitor)
        assert not wrong, "\n".join(wrong)
        assert set(MAY) <= asked, set(MAY) - asked
        assert set(BODIES) <= asked, set(BODIES) - asked
