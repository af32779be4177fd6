"""The process of long calculations: shared, bounded, replaced when killed, gone with the server."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pitboss.server.calculator import Busy, Calculator
from pitboss.server.solver import Solver
from tests.patience import WAIT_S, until, wait_until

SERVER = """
import asyncio, os, time
from pitboss.server.calculator import Calculator

async def serve():
    calculator = Calculator()
    print(await calculator.ask(os.getpid), flush=True)
    await calculator.ask(time.sleep, 3600)

if __name__ == "__main__":
    asyncio.run(serve())
"""


def test_equal_questions_are_worked_out_once_and_kept() -> None:
    async def ask() -> tuple[set[int], int | None]:
        calculator = Calculator(waiting_max=1)
        try:
            same = await asyncio.gather(*(calculator.ask(os.getpid) for _ in range(5)))
            return set(same), calculator.known(os.getpid)
        finally:
            calculator.close()

    same, known = asyncio.run(ask())
    assert same == {known}
    assert known not in (None, os.getpid())


def test_too_many_questions_are_refused() -> None:
    async def ask() -> None:
        calculator = Calculator(waiting_max=2)
        try:
            asked = [asyncio.create_task(calculator.ask(time.sleep, n / 100)) for n in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(Busy, match="2 calculations wait"):
                await calculator.ask(os.getpid)
            await asyncio.gather(*asked)
            assert await calculator.ask(os.getpid)
        finally:
            calculator.close()

    asyncio.run(ask())


def test_the_oldest_answer_is_forgotten_first() -> None:
    async def ask() -> None:
        calculator = Calculator(kept_max=2)
        try:
            await calculator.ask(abs, -1)
            await calculator.ask(abs, -2)
            await calculator.ask(abs, -1)
            await calculator.ask(abs, -3)
            assert [calculator.known(abs, -n) for n in (1, 2, 3)] == [1, None, 3]
        finally:
            calculator.close()

    asyncio.run(ask())


def test_a_killed_process_is_replaced() -> None:
    async def ask() -> None:
        calculator = Calculator()
        try:
            first = await calculator.run(os.getpid)
            with pytest.raises(Busy, match="interrupted"):
                await calculator.ask(os._exit, 1)
            assert await calculator.run(os.getpid) != first
        finally:
            calculator.close()

    asyncio.run(ask())


def begin_and_sleep(sign: Path) -> None:
    """Show that the work has begun; it never ends by itself."""
    sign.touch()
    time.sleep(10 * WAIT_S)


def test_closing_does_not_wait_for_what_is_being_worked_out(tmp_path: Path) -> None:
    async def ask() -> None:
        calculator = Calculator()
        await calculator.ask(os.getpid)
        sign = tmp_path / "begun"
        asked = asyncio.create_task(calculator.ask(begin_and_sleep, sign))
        await until(sign.exists)
        calculator.close()
        with pytest.raises(Busy, match="interrupted"):
            await asyncio.wait_for(asked, WAIT_S)
        with pytest.raises(Busy, match="stopping"):
            await calculator.run(os.getpid)

    asyncio.run(ask())


def test_the_process_is_gone_soon_after_a_server_that_was_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SERVER],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # Python notes what a killed process leaves behind.
        text=True,
    ) as server:
        assert server.stdout is not None
        process = int(server.stdout.readline())
        server.send_signal(signal.SIGKILL)
    wait_until(lambda: not is_running(process), "the process outlives its server")


def is_running(process: int) -> bool:
    """Whether a process is there and not just waiting to be buried."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_advice_does_not_wait_for_odds() -> None:
    async def go() -> None:
        solver = Solver()
        try:
            long = asyncio.ensure_future(solver.ask(time.sleep, 10 * WAIT_S))
            assert await solver.advise(abs, -7) == 7
            assert not long.done()
        finally:
            solver.close()
        with pytest.raises(Busy, match="interrupted"):
            await long

    asyncio.run(go())
