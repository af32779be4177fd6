"""The process of long calculations: shared, bounded, replaced when killed, gone with the server."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook.catalog import SHIPPED
from pitboss.server.admission.client import CLIENT, Client, Priority
from pitboss.server.analysis.process import Busy, Calculator, Failed, resident_bytes
from pitboss.server.analysis.solver import Solver
from pitboss.server.startup import STEPS, Warming, simulator_kernels, solver_kernels
from tests.patience import WAIT_S, until, wait_until

SERVER = """
import asyncio, os, time
from pitboss.server.analysis.process import Calculator

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
            return set(same), calculator.cached(os.getpid)
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
            assert [calculator.cached(abs, -n) for n in (1, 2, 3)] == [1, None, 3]
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


def fail(text: str) -> None:
    """Meet a mistake of ours."""
    raise ZeroDivisionError(text)


async def asked(calculator: Calculator, client: Client, work: Any, *given: Any) -> Any:
    """The answer to a question of somebody."""
    CLIENT.set(client)
    return await calculator.ask(work, *given)


def test_one_address_does_not_crowd_others_out(tmp_path: Path) -> None:
    async def ask() -> None:
        calculator = Calculator(each_max=2)
        crowd, loner = Client("10.0.0.1"), Client("10.0.0.2")
        try:
            sign = tmp_path / "begun"
            first = asyncio.create_task(asked(calculator, crowd, begin_and_sleep, sign))
            await until(sign.exists)
            later = [asyncio.create_task(asked(calculator, crowd, abs, n)) for n in (1, 2)]
            await asyncio.sleep(0)
            with pytest.raises(Busy, match="for your address") as busy:
                await asyncio.create_task(asked(calculator, crowd, abs, 3))
            assert busy.value.code == "too_fast"
            seated = Client("10.0.0.3", "ann", Priority.SEATED)
            done: list[int] = []
            others = [
                asyncio.create_task(asked(calculator, who, abs, number))
                for who, number in ((loner, -5), (seated, -6))
            ]
            for task in (*later, *others):
                task.add_done_callback(lambda task: done.append(task.result()))
            await asyncio.sleep(0)
            # Nobody waits for the first any more, and others do: it is ended, and they have turns.
            first.cancel()
            await asyncio.gather(*later, *others)
            assert done == [6, 1, 5, 2]
        finally:
            calculator.close()

    asyncio.run(asyncio.wait_for(ask(), WAIT_S))


def test_what_nobody_waits_for_is_not_begun(tmp_path: Path) -> None:
    async def ask() -> None:
        calculator = Calculator()
        try:
            begun, never = tmp_path / "begun", tmp_path / "never"
            first = asyncio.create_task(calculator.ask(begin_and_sleep, begun))
            await until(begun.exists)
            two = [asyncio.create_task(calculator.ask(begin_and_sleep, never)) for _ in range(2)]
            await asyncio.sleep(0)
            two[0].cancel()
            await asyncio.sleep(0)
            assert len(calculator._queue) == 1
            two[1].cancel()
            await until(lambda: not len(calculator._queue))
            first.cancel()
            assert await calculator.ask(abs, -4) == 4
            assert not never.exists()
        finally:
            calculator.close()

    asyncio.run(asyncio.wait_for(ask(), WAIT_S))


def test_a_question_given_up_while_the_process_starts_makes_room_for_the_next() -> None:
    async def ask() -> int:
        calculator = Calculator()
        try:
            first = asyncio.create_task(calculator.run(time.sleep, 3600))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            return await asyncio.wait_for(calculator.run(os.getpid), WAIT_S)
        finally:
            calculator.close()

    assert asyncio.run(ask()) != os.getpid()


def test_a_mistake_in_a_calculation_is_logged_and_told(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        calculator = Calculator()
        try:
            with pytest.raises(Failed, match="could not be worked out"):
                await calculator.ask(fail, "by nothing")
            assert await calculator.ask(abs, -4) == 4
        finally:
            calculator.close()

    with caplog.at_level("ERROR", "pitboss.calculator"):
        asyncio.run(ask())
    assert "by nothing" in caplog.text


def test_a_process_that_dies_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        calculator = Calculator()
        try:
            with pytest.raises(Busy, match="interrupted"):
                await calculator.ask(os._exit, 3)
            assert await calculator.ask(abs, -4) == 4
        finally:
            calculator.close()

    asyncio.run(ask())
    (told,) = caplog.records
    assert told.getMessage() == "the process of a calculation ended before its time"
    assert (told.__dict__["work"], told.__dict__["given"]) == ("_exit", "(3,)")


def step(sign: str, niceness: str = "") -> bool:
    """A step of compiling ahead: what it would write, and how nice it is."""
    Path(sign).write_text(str(os.nice(0)))
    return not niceness


def test_kernels_are_compiled_while_nobody_asks(tmp_path: Path) -> None:
    first, second, never = (str(tmp_path / name) for name in ("first", "second", "never"))
    busy = [True]

    async def go() -> None:
        steps = ((step, (first,)), (step, (second, "last")), (step, (never,)))
        warming = Warming(0.001, lambda: busy[0], steps)
        warming.start()
        try:
            await asyncio.sleep(0.05)
            assert not Path(first).exists()
            busy[0] = False
            await until(Path(second).exists)
            await until(lambda: warming._calculator._is_closed)
        finally:
            await warming.stop()

    asyncio.run(go())
    assert not Path(never).exists()
    assert Path(first).read_text() == str(min(19, os.nice(0) + 19))


def test_what_is_compiled_ahead_is_what_people_ask_for() -> None:
    works = [work for work, _ in STEPS]
    assert works[0] is solver_kernels
    assert [given for work, given in STEPS if work is simulator_kernels] == [
        (rulebook,) for rulebook in SHIPPED
    ]
    assert simulator_kernels("double_deck")


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


def test_a_process_that_has_grown_is_replaced_once_it_is_idle() -> None:
    """The size is said by the test, and not by the machine."""
    sizes = {"bytes": 10}

    async def ask() -> None:
        calculator = Calculator(grown_bytes=10, idle_s=0.01, size_of=lambda _pid: sizes["bytes"])
        try:
            first = await calculator.run(os.getpid)
            await asyncio.sleep(0.1)
            # One that is small is kept, however long nobody asks for anything.
            assert await calculator.run(os.getpid) == first
            sizes["bytes"] = 11
            assert await calculator.run(os.getpid) == first
            await until(lambda: calculator._process is None)
            assert await calculator.run(os.getpid) != first
        finally:
            calculator.close()

    asyncio.run(ask())


def test_a_process_that_has_grown_ends_nobodys_calculation() -> None:
    async def ask() -> None:
        calculator = Calculator(grown_bytes=0, idle_s=0.05)
        try:
            first = await calculator.run(os.getpid)
            asked = [asyncio.create_task(calculator.run(time.sleep, 0.2)) for _ in range(2)]
            await asyncio.gather(*asked)
            assert await calculator.run(os.getpid) == first
        finally:
            calculator.close()

    asyncio.run(ask())


def test_a_process_says_how_much_it_holds() -> None:
    held = resident_bytes(os.getpid())
    assert held > 1_000_000
    assert resident_bytes(-1) > held
