"""The power goes at every write of a world: whatever the disk has kept, nobody's word is broken."""

import shutil
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pitboss.store.chain import broken_link
from pitboss.store.export import all_records
from pitboss.store.sql.sqlite import SqliteStore
from tests.world.checks import Broken, Word, hold, money_agrees, tables_of, word_is_kept
from tests.world.disk import lay_out, power_image
from tests.world.server import FILE
from tests.world.world import World, made_world, no_garbage

MONEY_EVERY = 25
"""One image out of so many is also asked where the money is."""


@dataclass(slots=True)
class _Taken:
    """An image of the disk, and how many commands had been acknowledged by then."""

    files: dict[str, bytes]
    acknowledged: int


class Images:
    """Takes images at the writes of a world, and looks into each."""

    def __init__(self, world: World, every: int, copies: int) -> None:
        assert world.disk is not None
        self.count = 0
        self.acknowledged = 0
        self._world = world
        self._every = every
        self._copies = copies
        self._disk = world.disk
        self._rng = world.chances("power")
        self._waiting: list[_Taken] = []
        self._disk.stepped = self._take

    def _take(self) -> None:
        """Called within a write: images are only looked into once that is done."""
        if self._world.seats and self._disk.steps % self._every == 0:
            done = len(self._world.word.done)
            for _ in range(self._copies):
                self._waiting.append(_Taken(power_image(self._disk, self._rng), done))
            if len(self._waiting) == self._copies:
                self._world.loop.call_soon(self._look)

    def _look(self) -> None:
        taken, self._waiting = self._waiting, []
        for one in taken:
            self.count += 1
            self.acknowledged += one.acknowledged
            self._check(one, self._world.folder / "image")

    def _check(self, taken: _Taken, folder: Path) -> None:
        lay_out(taken.files, folder)
        store = SqliteStore(folder / FILE)
        done = dict(islice(self._world.word.done.items(), taken.acknowledged))
        hold(word_is_kept(store, Word(done)))
        for header in tables_of(store):
            if version := broken_link(header, all_records(store, header.table)):
                raise Broken(f"the chain of {header.table} breaks at event {version}")
        if self.count % MONEY_EVERY == 0:
            hold(money_agrees(store))
        store.close()
        shutil.rmtree(folder)


@dataclass(frozen=True, slots=True)
class Looked:
    """How many images were looked into, and how many commands were looked for in all of them."""

    count: int
    acknowledged: int


def lose_power_often(seed: int, commands: int, *, every: int = 1, copies: int = 1) -> Looked:
    """Play a calm world, and take images at every so many writes of its disk."""
    with no_garbage():
        return _lost_power(seed, commands, every, copies)


def _lost_power(seed: int, commands: int, every: int, copies: int) -> Looked:
    with made_world(seed, commands) as (world, loop):
        world.has_faults = False
        images = Images(world, every, copies)
        loop.run_until_complete(world.live())
        return Looked(images.count, images.acknowledged)
