"""The counts that come with pitboss. Apart from the games because they are read from files."""

from collections.abc import Mapping

from pitboss.sim.counting import SHIPPED, Count, load_count

COUNTS: Mapping[str, Count] = {name: load_count(name) for name in SHIPPED}
"""The counts that come with pitboss, by name: ``COUNTS["hi_lo"]``."""
