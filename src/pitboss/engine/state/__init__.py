"""The state of a table, and the parts of it."""

from pitboss.engine.state.table import (
    ANTE,
    BETTING,
    BY_HAND,
    COUPON,
    DEALER,
    DEALER_TURN,
    DEALING,
    EXAMINER,
    INSPECTOR,
    INSURANCE,
    MAIN,
    OFFERING,
    ONLINE,
    ONLOOKER,
    PLAYING,
    SCRIPTED,
    SETTLING,
    Automations,
    Awaiting,
    Compartment,
    Floor,
    PostedNotice,
    Preparation,
    Proposal,
    Remembered,
    TableState,
)

__all__ = [
    "ANTE", "BETTING", "BY_HAND", "COUPON", "DEALER", "DEALER_TURN", "DEALING", "EXAMINER", "INSPECTOR",
    "INSURANCE", "MAIN", "OFFERING", "ONLINE", "ONLOOKER", "PLAYING", "SCRIPTED", "SETTLING", "Automations",
    "Awaiting", "Compartment", "Floor", "PostedNotice", "Preparation", "Proposal", "Remembered", "TableState",
]  # fmt: skip
