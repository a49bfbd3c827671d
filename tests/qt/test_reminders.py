"""Reminders and the tray."""

from datetime import datetime, time, timedelta

import pytest
from PySide6.QtCore import QTime
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock, local_datetime
from memento_gui.qt.reminders.form import ReminderForm
from memento_gui.qt.reminders.reminding import ReminderSettings, Schedule, due_words, time_of
from memento_gui.qt.reminders.tray import Tray, badge_icon
from memento_gui.qt.settings import Settings
from memento_gui.qt.theme import Theme

MONDAY = datetime(2026, 11, 30, 17, 30).astimezone()
AT = ReminderSettings(at=time(17, 30), quiet=frozenset({5, 6}))


def test_it_is_told_once_a_day_at_the_hour_and_not_on_quiet_days() -> None:
    settings = Settings()
    schedule = Schedule(settings)
    assert not schedule.is_time(MONDAY - timedelta(minutes=1), AT)
    assert schedule.is_time(MONDAY, AT)
    schedule.told(MONDAY)
    assert not schedule.is_time(MONDAY + timedelta(hours=2), AT)
    assert not Schedule(settings).is_time(MONDAY + timedelta(hours=3), AT)
    assert schedule.is_time(MONDAY + timedelta(days=1), AT)
    assert not schedule.is_time(MONDAY + timedelta(days=5), AT)
    assert not schedule.is_time(MONDAY, ReminderSettings())


def test_later_is_in_an_hour() -> None:
    settings = Settings()
    schedule = Schedule(settings)
    schedule.told(MONDAY)
    schedule.later(MONDAY)
    for asked in (schedule, Schedule(settings)):  # also after a restart
        assert not asked.is_time(MONDAY + timedelta(minutes=59), AT)
        assert asked.is_time(MONDAY + timedelta(minutes=60), AT)
    schedule.told(MONDAY + timedelta(minutes=60))
    assert not Schedule(settings).is_time(MONDAY + timedelta(hours=2), AT)
    settings.put("reminder.later", "soon")
    assert not Schedule(settings).is_time(MONDAY + timedelta(hours=2), AT)


def test_what_was_put_off_is_forgotten_on_another_day_and_when_the_clock_was_far_ahead() -> None:
    schedule = Schedule(Settings())
    schedule.later(MONDAY + timedelta(days=4))  # Friday
    assert not schedule.is_time(MONDAY + timedelta(days=5, hours=2), AT)  # Saturday is quiet
    assert schedule.is_time(MONDAY + timedelta(days=7), AT)
    schedule.later(MONDAY + timedelta(days=365))
    assert schedule.is_time(MONDAY, AT)


def test_settings_are_kept_and_odd_ones_are_as_by_default() -> None:
    settings = Settings()
    wanted = ReminderSettings(at=time(8, 5), quiet=frozenset({2}), tray=True)
    wanted.keep(settings)
    assert ReminderSettings.read(settings) == wanted
    settings.put("reminder.at", "25:99")
    settings.put("reminder.quiet", '["9", "x", "6"]')
    assert ReminderSettings.read(settings) == ReminderSettings(quiet=frozenset({6}), tray=True)
    assert time_of("") is None


def test_without_a_tray_the_window_tells_and_the_program_ends_with_it(
    theme: Theme, qtbot: QtBot, clock: FixedClock
) -> None:
    settings = Settings()
    now = local_datetime(clock.now_ms())
    ReminderSettings(at=now.time().replace(second=0, microsecond=0, tzinfo=None), tray=True).keep(settings)
    tray = Tray(theme, settings, clock)
    with qtbot.waitSignal(tray.told) as told:
        tray.count(3)
    assert told.args == ["3 cards wait for review"]
    tray.count(2)
    assert tray.icon is None
    assert not badge_icon(theme, 7).isNull()
    assert due_words(1) == "1 card waits for review"
    tray.close()


@pytest.mark.qt_log_ignore("systemTrayWindowChanged")  # the platform of tests has no tray
def test_a_tray_that_goes_away_lets_the_window_come_back(theme: Theme, qtbot: QtBot, clock: FixedClock) -> None:
    settings = Settings()
    ReminderSettings(tray=True).keep(settings)
    there = False
    tray = Tray(theme, settings, clock, exists=lambda: there)
    assert QApplication.quitOnLastWindowClosed()
    there = True
    tray.look()
    assert not QApplication.quitOnLastWindowClosed()
    there = False
    with qtbot.waitSignal(tray.lost):
        tray.look()
    assert QApplication.quitOnLastWindowClosed()
    tray.close()


def test_the_form_offers_nothing_of_a_tray_where_there_is_none(qtbot: QtBot) -> None:
    form = ReminderForm()
    qtbot.addWidget(form)
    form.say(AT, autostart=False, tray=False)
    assert not form.tray.isEnabled()
    assert form.settings() == AT
    with qtbot.waitSignal(form.chosen) as chosen:
        form.at.setTime(QTime(9, 15))
    assert chosen.args == [ReminderSettings(at=time(9, 15), quiet=AT.quiet)]


def test_the_icon_tells_that_there_are_more_than_it_can_count(theme: Theme, qtbot: QtBot) -> None:
    told = {due: badge_icon(theme, due).pixmap(64).toImage() for due in (98, 99, 100, 101)}
    assert told[98] != told[99] != told[100] == told[101]
