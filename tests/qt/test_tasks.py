"""The task runner: results in the GUI thread, newest wins, errors by kind, a clean end."""

import threading
from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from memento_gui.domain.errors import DiskFull, MementoError
from memento_gui.qt.tasks import WORKERS, Job, Progress, Tasks


def test_a_result_arrives_in_the_gui_thread(tasks: Tasks, qtbot: QtBot) -> None:
    seen: list[tuple[threading.Thread, threading.Thread]] = []
    with qtbot.waitSignal(tasks.idle):
        tasks.run(
            "a", lambda _job: threading.current_thread(), lambda worker: seen.append((worker, threading.current_thread()))
        )
    (worker, receiver), *_ = seen
    assert receiver is threading.main_thread()
    assert worker is not receiver


def test_the_newest_of_a_key_wins_and_the_ones_between_never_run(tasks: Tasks, qtbot: QtBot) -> None:
    gate = threading.Event()
    ran: list[int] = []
    got: list[int] = []

    def work(number: int, job: Job[int]) -> int:
        gate.wait(5)
        ran.append(number)
        job.token.check()
        return number

    with qtbot.waitSignal(tasks.idle):
        for number in range(5):
            tasks.run("slider", partial(work, number), got.append)
        gate.set()
    assert got == [4]
    assert ran == [0, 4]


def test_keys_do_not_disturb_each_other(tasks: Tasks, qtbot: QtBot) -> None:
    got: list[str] = []
    with qtbot.waitSignals([tasks.idle, tasks.idle]):
        tasks.run("a", lambda _job: "a", got.append)
        tasks.run("b", lambda _job: "b", got.append)
    assert sorted(got) == ["a", "b"]


def test_a_memento_error_is_told_and_anything_else_is_a_report(tasks: Tasks, qtbot: QtBot) -> None:
    def full(_job: Job[None]) -> None:
        raise DiskFull("The disk is full.")

    def broken(_job: Job[None]) -> None:
        raise ZeroDivisionError("oops")

    told: list[MementoError] = []
    tasks.failed.connect(told.append)
    with qtbot.waitSignal(tasks.idle):
        tasks.run("a", full, lambda _none: pytest.fail("no result is expected"))
    assert [str(error) for error in told] == ["The disk is full."]
    with qtbot.waitSignal(tasks.crashed) as crash:
        tasks.run("b", broken, lambda _none: pytest.fail("no result is expected"))
    assert "ZeroDivisionError: oops" in crash.args[0]


def test_cancelled_work_delivers_nothing_and_says_so(tasks: Tasks, qtbot: QtBot) -> None:
    started, stopped = threading.Event(), []

    def work(job: Job[int]) -> int:
        started.set()
        while True:
            job.report(1, 2)

    token = tasks.run("a", work, lambda _n: pytest.fail("cancelled"), cancelled=lambda: stopped.append(1))
    started.wait(5)
    with qtbot.waitSignal(tasks.idle):
        token.cancel()
    assert stopped == [1]


def test_progress_arrives_newest_and_in_order(tasks: Tasks, qtbot: QtBot) -> None:
    heard: list[Progress] = []

    def work(job: Job[None]) -> None:
        for done in range(100):
            job.report(done + 1, 100)

    with qtbot.waitSignal(tasks.idle):
        tasks.run("a", work, lambda _none: None, progressed=heard.append)
    assert heard[-1] == Progress(100, 100)
    assert [p.done for p in heard] == sorted(p.done for p in heard)


def test_closing_waits_and_delivers_nothing_more(qtbot: QtBot) -> None:
    runner, started = Tasks(), threading.Event()

    def work(job: Job[int]) -> int:
        started.set()
        while not job.token.cancelled:
            pass
        return 1

    runner.run("a", work, lambda _n: pytest.fail("closed"))
    started.wait(5)
    runner.close()
    runner.run("b", lambda _job: 1, lambda _n: pytest.fail("closed"))
    assert not runner.is_busy()


def test_a_job_cancelled_after_its_last_look_at_the_token_says_that_it_was(tasks: Tasks, qtbot: QtBot) -> None:
    heard: list[str] = []

    def late(job: Job[str]) -> str:
        job.token.cancel()
        return "result"

    with qtbot.waitSignal(tasks.idle):
        tasks.run("a", late, heard.append, cancelled=lambda: heard.append("cancelled"))
    assert heard == ["cancelled"]


def test_a_job_cancelled_before_it_began_says_that_it_was(tasks: Tasks, qtbot: QtBot) -> None:
    heard: list[str] = []
    gate = threading.Event()
    for number in range(WORKERS):
        tasks.run(f"busy {number}", lambda _job: gate.wait(5), lambda _done: None)
    with qtbot.waitSignal(tasks.idle):
        tasks.run("a", lambda _job: "result", heard.append, cancelled=lambda: heard.append("cancelled")).cancel()
        gate.set()
    qtbot.waitUntil(lambda: not tasks.is_busy())
    assert heard == ["cancelled"]


def test_a_job_that_cannot_be_taken_back_delivers_although_it_was_cancelled(tasks: Tasks, qtbot: QtBot) -> None:
    heard: list[str] = []

    def written(job: Job[str]) -> str:
        job.keep()
        job.token.cancel()
        return "written"

    with qtbot.waitSignal(tasks.idle):
        tasks.run("a", written, heard.append, cancelled=lambda: heard.append("cancelled"))
    assert heard == ["written"]


def test_a_job_that_crashes_ends_for_whoever_waits(tasks: Tasks, qtbot: QtBot) -> None:
    heard: list[str] = []

    def broken(_job: Job[str]) -> str:
        raise ZeroDivisionError("oops")

    with qtbot.waitSignal(tasks.idle):
        tasks.run("a", broken, heard.append, cancelled=lambda: heard.append("ended"))
    assert heard == ["ended"]
