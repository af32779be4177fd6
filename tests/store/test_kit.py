"""Every shipped store passes the kit that is offered for people's own."""

from pitboss.testing.check_store import check_store
from tests.store.conftest import Place


def test_every_store_passes_the_kit(place: Place) -> None:
    check_store(place.open)
