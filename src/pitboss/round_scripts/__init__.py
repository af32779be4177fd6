"""Round scripts: rounds written by hand or exported from a log, to be played and judged."""
