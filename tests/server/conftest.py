"""One PostgreSQL for all tests of several servers."""

from collections.abc import Iterator

import pytest

from tests.server.database import Database, database


@pytest.fixture(scope="session")
def running_postgres() -> Iterator[Database]:
    """It runs while the tests do."""
    with database() as running:
        yield running


@pytest.fixture
def postgres(running_postgres: Database) -> Database:
    """It is empty."""
    running_postgres.fresh()
    return running_postgres
