"""Everything can be reached by Tab and left again, and says what it is: every place, the detail pane and every dialog."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDateTimeEdit, QDialog, QRadioButton, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

import memento_gui.qt.app  # noqa: F401  # so that every dialog is known
from memento_gui.domain.clock import FixedClock
from memento_gui.domain.memory import Category, MemoryType
from memento_gui.model.conflicts import FieldConflict
from memento_gui.model.demo import create_demo
from memento_gui.model.library import Library
from memento_gui.model.reviews.planning import Plan
from memento_gui.model.values import ImportProblem, ImportReport, Neighbour
from memento_gui.qt.actions import WINDOW_ACTIONS
from memento_gui.qt.changes_dialog import ChangesDialog
from memento_gui.qt.detail.relating import RelateDialog
from memento_gui.qt.dialogs import ReportDialog, ask
from memento_gui.qt.options.page import SettingsPage
from memento_gui.qt.place import Place, PlaceContext
from memento_gui.qt.places.browse import Browse
from memento_gui.qt.places.browse.duplicates import DuplicatesDialog
from memento_gui.qt.places.browse.rename_tag import RenameTag
from memento_gui.qt.places.browse.replace import ReplaceDialog
from memento_gui.qt.places.review import ReviewPlace
from memento_gui.qt.places.review.asking import Question, ask_date, ask_days
from memento_gui.qt.places.review.merging import MergeDialog
from memento_gui.qt.places.review.rules_dialog import RulesDialog
from memento_gui.qt.places.search import SearchPlace
from memento_gui.qt.places.tune import TunePlace
from memento_gui.qt.remembering.window import NewMemory
from memento_gui.qt.shell.help_overlay import HelpOverlay
from memento_gui.qt.shell.palette import CommandPalette
from memento_gui.qt.shell.welcome import Welcome
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.transfer.export_preview import ExportPreview
from memento_gui.qt.transfer.import_preview import ImportPreview, Preview
from memento_gui.qt.undo import Undo
from memento_gui.qt.widgets.detail.conflict import ConflictDialog
from memento_gui.qt.widgets.detail.side_by_side import SideBySide, State
from memento_gui.qt.widgets.detail.values import Draft
from memento_gui.qt.widgets.name_dialog import NameDialog
from memento_gui.qt.widgets.save_search import search_name_dialog
from tests.qt.desk import Desk
from tests.qt.standing import Stand

DAY: Final = date(2026, 11, 30)


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    create_demo(tmp_path / "demo.db", clock)
    with Library.open(tmp_path / "demo.db", clock=clock, embedder=None) as opened:
        alike = opened.ids()[:2]
        with opened._store.transaction() as writer:
            writer.put_embeddings("fixed", alike, np.ones((2, 2), dtype=np.float32), ["", ""])
        yield opened


@pytest.fixture
def context(library: Library, theme: Theme, tasks: Tasks) -> PlaceContext:
    state = AppState()
    state.adopt(library.parameter_sets.active_name(), library.parameters())
    undo = Undo(library, state, tasks=tasks)
    return PlaceContext(library=library, state=state, tasks=tasks, undo=undo, theme=theme, clock=library.clock)


def controls(root: QWidget) -> list[QWidget]:
    """Return what Tab is to stop at."""
    return [
        one
        for one in (root, *root.findChildren(QWidget))
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus
        and one.isVisible()
        and one.isEnabled()
        and one.focusProxy() is None
        and one.window() is root.window()
        and not isinstance(one, QScrollBar)
    ]


def told(one: QWidget) -> str:
    """Return a control's kind and where it stands, for the message of a failed test."""
    return f"{type(one).__name__} in {type(one.parentWidget()).__name__} ({name_of(one)})"


def name_of(one: QWidget) -> str:
    interface: Any = QAccessible.queryAccessibleInterface(one)
    return str(interface.text(QAccessible.Text.Name)) if interface is not None else one.accessibleName()


def named(root: QWidget) -> list[QWidget]:
    every = controls(root)
    assert every
    assert [told(one) for one in every if not name_of(one).strip()] == []
    return every


def check(root: QWidget, qtbot: QtBot) -> None:
    """Every control has a name, and Tab goes from one to the next through all of them, in a date through its parts."""
    root.window().activateWindow()
    qtbot.waitUntil(root.window().isActiveWindow)
    every = named(root)
    every[0].setFocus()
    seen = set[QWidget]()
    stays = 0
    for _ in range(3 * len(every) + 10):
        at = QApplication.focusWidget()
        assert at is not None
        seen.add(at)
        QTest.keyClick(at, Qt.Key.Key_Tab)
        stays = stays + 1 if QApplication.focusWidget() is at else 0
        assert stays < (3 if isinstance(at, QDateTimeEdit) else 1) or len(every) == 1, f"Tab does not leave {told(at)}"
    missed = [one for one in every if one not in seen and not _is_one_of_a_choice(one)]
    assert [told(one) for one in missed] == []


def _is_one_of_a_choice(one: QWidget) -> bool:
    return isinstance(one, QRadioButton) and not one.isChecked()


@pytest.mark.parametrize("kind", [Browse, SearchPlace, TunePlace, ReviewPlace])
def test_a_place(kind: type[Place], library: Library, stand: Stand, qtbot: QtBot) -> None:
    place = stand(kind, library, 1_400, 900)
    place.search_for("release")
    place.enter()
    qtbot.waitUntil(lambda: not place.context.tasks.is_busy(), timeout=30_000)
    check(place, qtbot)


def test_the_detail_pane(library: Library, theme: Theme, tasks: Tasks, tmp_path: Path, qtbot: QtBot) -> None:
    desk = Desk(library, theme, tasks, tmp_path, qtbot)
    desk.window.resize(420, 900)
    desk.pane.resize(420, 900)
    desk.window.show()
    related = next(relation.source_id for relation in library._store.every_relation())
    library.edit(related, content="Other words.")
    desk.open(related)
    for page in ("read", "edit", "history", "relations", "timeline"):
        desk.pane.tabs.choose(page)
        desk.settle()
        check(desk.pane, qtbot)
    desk.desk.edit(related)
    desk.settle()
    check(desk.pane, qtbot)


def _new(context: PlaceContext, parent: QWidget) -> QDialog:
    empty = Draft(base=None, title="", content="", type=MemoryType.EPISODIC, category=Category.OTHER, importance=0.5)
    return NewMemory(context.theme, empty, parent)


def _replaced(context: PlaceContext, parent: QWidget) -> QDialog:
    return ReplaceDialog(context, context.library.ids()[:20], lambda _said: None, parent)


def _imported(_context: PlaceContext, parent: QWidget) -> QDialog:
    report = ImportReport(
        source="some.csv",
        format="csv",
        added=1,
        known=2,
        relations=0,
        differing=1,
        problems=(ImportProblem(place="line 1", what="odd"),),
        notes=(),
    )
    return ImportPreview(Preview(report=report, listed=("One",)), parent)


def _merged(context: PlaceContext, parent: QWidget) -> QDialog:
    one, *others = context.library.get_many(context.library.ids()[:3])
    near = [Neighbour(memory=other, similarity=0.5) for other in others]
    return MergeDialog(context.theme, one, near, lambda _chosen: None, parent)


def _related(context: PlaceContext, parent: QWidget) -> QDialog:
    one, other = context.library.ids()[:2]
    return RelateDialog(context, context.library.get(one), other, parent)


def _in_conflict(context: PlaceContext, parent: QWidget) -> QDialog:
    words = FieldConflict(name="content", before="a", theirs="b", mine="c", both="b c")
    return ConflictDialog(context.theme, [words, replace(words, name="title")], parent)


def _beside(context: PlaceContext, parent: QWidget) -> QDialog:
    states = [State(name="Now", title="", content="a"), State(name="Before", title="", content="b", number=1)]
    return SideBySide(context.theme, states, left=1, right=0, writing=True, parent=parent)


def _ruled(context: PlaceContext, parent: QWidget) -> QDialog:
    plan = Plan(rules=context.library.reviews.rules(), parameters=context.library.parameters())
    return RulesDialog(context, plan, lambda _plan: None, parent)


def _reported(context: PlaceContext, parent: QWidget) -> QDialog:
    dialog = ReportDialog(context.theme, "A headline", "A sentence.", "lines", parent)
    dialog.offer("Copy", lambda: None)
    return dialog


DIALOGS: Final[dict[type[QDialog], Callable[[PlaceContext, QWidget], QDialog]]] = {
    ChangesDialog: lambda context, parent: ChangesDialog(context.theme, context.undo, parent),
    ConflictDialog: _in_conflict,
    DuplicatesDialog: DuplicatesDialog,
    ExportPreview: lambda _context, parent: ExportPreview("some.csv", ["History is lost."], parent),
    ImportPreview: _imported,
    MergeDialog: _merged,
    NameDialog: lambda _context, parent: search_name_dialog("a", set(), parent),
    NewMemory: _new,
    Question: lambda _context, parent: ask_days(3, lambda _days: None, parent),
    RelateDialog: _related,
    RenameTag: lambda _context, parent: RenameTag({"a": 1, "b": 2}, "a", lambda _old, _new: None, parent),
    ReplaceDialog: _replaced,
    ReportDialog: _reported,
    RulesDialog: _ruled,
    SideBySide: _beside,
}


def test_every_dialog_is_looked_at() -> None:
    own = {kind for kind in QDialog.__subclasses__() if kind.__module__.startswith("memento_gui.")}
    assert own == set(DIALOGS)


@pytest.mark.parametrize("kind", DIALOGS, ids=lambda kind: kind.__name__)
def test_a_dialog(kind: type[QDialog], context: PlaceContext, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    dialog = DIALOGS[kind](context, parent)
    dialog.show()
    qtbot.waitUntil(lambda: not context.tasks.is_busy(), timeout=30_000)
    check(dialog, qtbot)
    dialog.close()
    qtbot.waitUntil(lambda: not context.tasks.is_busy(), timeout=30_000)


def test_questions(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    for dialog in (ask_date(DAY, lambda _days: None, parent), ask(parent, "Really?", "It goes.", "Yes", lambda: None)):
        check(dialog, qtbot)
        dialog.close()


def test_overlays_and_pages_of_the_window(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1_000, 800)
    window.show()
    guide = HelpOverlay(theme, window)
    guide.open_with("browse", "Browse", {"Go": WINDOW_ACTIONS})
    named(guide)  # Tab stays in an overlay: it is left with Escape
    guide.disappear()
    palette = CommandPalette(theme, window)
    palette.open_with([])
    named(palette)
    palette.disappear()
    settings = SettingsPage(theme, window)
    settings.words.show_languages(("english", "spanish"), ("english",), writable=True)
    for page in (settings, Welcome(theme, [Path("/some/store.db")], window)):
        page.resize(window.size())
        page.show()
        check(page, qtbot)
        page.hide()
