"""When scheduled work runs."""

from __future__ import annotations

import asyncio

from memory_ls.lsp.coalesce import Coalescer, in_slices


async def until_idle(coalescer: Coalescer) -> None:
    while coalescer.waiting:
        await asyncio.sleep(0.002)


async def test_what_was_asked_for_often_runs_once_with_the_last_callback() -> None:
    ran: list[int] = []
    coalescer = Coalescer(lambda: False)
    for number in range(20):
        coalescer.schedule(lambda number=number: ran.append(number))
    coalescer.schedule(lambda: ran.append(100), key="other")
    await until_idle(coalescer)
    assert ran == [19, 100]


async def test_waiting_input_holds_the_work_back_but_not_for_ever() -> None:
    ran: list[bool] = []
    looked: list[bool] = []
    coalescer = Coalescer(lambda: bool(looked.append(True)) or True)
    coalescer.schedule(lambda: ran.append(True))
    await until_idle(coalescer)
    assert ran == [True]
    assert len(looked) > 1


async def test_flush_runs_at_once_and_only_once() -> None:
    ran: list[bool] = []
    coalescer = Coalescer(lambda: False)
    coalescer.schedule(lambda: ran.append(True))
    coalescer.flush()
    assert ran == [True]
    await asyncio.sleep(0.03)
    coalescer.flush()
    assert ran == [True]


async def test_cancelled_work_never_runs() -> None:
    ran: list[bool] = []
    coalescer = Coalescer(lambda: False)
    coalescer.schedule(lambda: ran.append(True))
    coalescer.cancel()
    await asyncio.sleep(0.03)
    assert not ran


async def test_failing_work_takes_nothing_with_it() -> None:
    ran: list[bool] = []
    coalescer = Coalescer(lambda: False)
    coalescer.schedule(lambda: 1 / 0)
    coalescer.schedule(lambda: ran.append(True), key="other")
    await until_idle(coalescer)
    coalescer.schedule(lambda: ran.append(True))
    await until_idle(coalescer)
    assert ran == [True, True]


async def test_work_may_ask_for_more_work() -> None:
    ran: list[int] = []
    coalescer = Coalescer(lambda: False)

    def again() -> None:
        ran.append(len(ran))
        if len(ran) < 3:
            coalescer.schedule(again)

    coalescer.schedule(again)
    await until_idle(coalescer)
    assert ran == [0, 1, 2]


async def test_slices_do_every_step_and_let_others_run() -> None:
    steps: list[int] = []
    others: list[int] = []

    async def other() -> None:
        while len(steps) < 50:
            others.append(len(steps))
            await asyncio.sleep(0)

    task = asyncio.ensure_future(other())
    await in_slices((steps.append(number) for number in range(50)), pending=lambda: len(others) < 3, seconds=0)
    await task
    assert steps == list(range(50))
    assert len(others) > 3
