"""Attack a server of your own until killed: the kind, its address and from how many."""

import asyncio
import os
import sys

from benchmarks.attackers import run

NICENESS = 19
"""Attackers stand for other machines: they take little of this one's processors."""

os.nice(NICENESS)
asyncio.run(run(sys.argv[1], sys.argv[2], int(sys.argv[3])))
