"""Every dialog on a screen of 640 by 480: it opens no larger, and all of it can be reached."""

import ast
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

import memento_gui.qt
from memento_gui.domain.clock import FixedClock
from memento_gui.domain.memory import Category, MemoryType
from memento_gui.model.conflicts import FieldConflict
from memento_gui.model.library import Library
from memento_gui.model.reviews.planning import Plan
from memento_gui.model.values import ImportProblem, ImportReport, Neighbour
from memento_gui.qt.changes_dialog import ChangesDialog
from memento_gui.qt.detail.relating import RelateDialog
from memento_gui.qt.dialogs import ReportDialog
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.browse.duplicates import DuplicatesDialog
from memento_gui.qt.places.browse.rename_tag import RenameTag
from memento_gui.qt.places.browse.replace import ReplaceDialog
from memento_gui.qt.places.review import asking
from memento_gui.qt.places.review.asking import Question
from memento_gui.qt.places.review.merging import MergeDialog
from memento_gui.qt.places.review.rules_dialog import RulesDialog
from memento_gui.qt.remembering.window import NewMemory
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import FRAME
from memento_gui.qt.transfer.export_preview import ExportPreview
from memento_gui.qt.transfer.import_preview import ImportPreview, Preview
from memento_gui.qt.undo import Undo
from memento_gui.qt.widgets import fitting
from memento_gui.qt.widgets.detail.conflict import ConflictDialog
from memento_gui.qt.widgets.detail.side_by_side import SideBySide, State
from memento_gui.qt.widgets.detail.values import Draft
from memento_gui.qt.widgets.name_dialog import NameDialog, Verdict

ROOM = QSize(640, 480) - FRAME
LONG = "A sentence about a deployment that takes more than one line wherever it is shown in a window. " * 2
MANY = [f"{number}. {LONG}" for number in range(30)]


class Shelf:
    """What dialogs are made of."""

    def __init__(self, library: Library, tasks: Tasks, theme: Theme, window: QWidget) -> None:
        state = AppState()
        state.adopt(library.parameter_sets.active_name(), library.parameters())
        self.library, self.theme, self.window = library, theme, window
        self.memory = library.remember(LONG * 10, title=LONG, tags=("a-tag-of-some-length", "b"))
        self.other = library.remember(LONG * 9, title=LONG)
        self.undo = Undo(library, state, tasks=tasks)
        self.context = PlaceContext(
            library=library, state=state, tasks=tasks, undo=self.undo, theme=theme, clock=library.clock
        )

    def near(self) -> list[Neighbour]:
        """Return twenty neighbours of the memory."""
        return [Neighbour(memory=self.other, similarity=0.5)] * 20


def nothing(*_: object) -> None:
    return None


def report() -> ImportReport:
    problems = tuple(ImportProblem(place=f"line {number}", what=LONG) for number in range(30))
    return ImportReport(source="m.jsonl", format="JSONL", added=30, known=3, relations=1, differing=3, problems=problems)


def empty() -> Draft:
    return Draft(base=None, title="", content="", type=MemoryType.EPISODIC, category=Category.OTHER, importance=0.5)


def rules(shelf: Shelf) -> RulesDialog:
    plan = Plan(rules=shelf.library.reviews.rules(), parameters=shelf.library.parameters())
    return RulesDialog(shelf.context, plan, nothing, shelf.window)


def side_by_side(shelf: Shelf) -> SideBySide:
    states = [State(name=f"Revision {n} of 1 Jan 2026, 12:00", title=LONG, content=LONG * n, number=n) for n in (1, 2)]
    return SideBySide(shelf.theme, states, left=0, right=1, writing=True, parent=shelf.window)


def conflict(shelf: Shelf) -> ConflictDialog:
    names = ("title", "content", "tags", "importance")
    values = ((LONG, "a", "b"), (LONG * 5, LONG * 3, LONG * 4), (("a",), ("b",), ("c",)), (0.1, 0.2, 0.3))
    made = [FieldConflict(name=name, before=v[0], theirs=v[1], mine=v[2]) for name, v in zip(names, values, strict=True)]
    return ConflictDialog(shelf.theme, made, shelf.window)


DIALOGS: dict[type[QDialog], list[Callable[[Shelf], QDialog]]] = {
    RulesDialog: [rules],
    MergeDialog: [lambda s: MergeDialog(s.theme, s.memory, s.near(), nothing, s.window)],
    Question: [
        lambda s: asking.ask_days(7, nothing, s.window),
        lambda s: asking.ask_query(QLineEdit(), nothing, s.window),
        lambda s: asking.ask_date(date(2026, 1, 1), nothing, s.window),
    ],
    RenameTag: [lambda s: RenameTag(s.library.tag_counts(), "b", nothing, s.window)],
    DuplicatesDialog: [lambda s: DuplicatesDialog(s.context, s.window)],
    ReplaceDialog: [lambda s: ReplaceDialog(s.context, [s.memory.id], nothing, s.window)],
    RelateDialog: [lambda s: RelateDialog(s.context, s.memory, s.other.id, s.window)],
    ChangesDialog: [lambda s: ChangesDialog(s.theme, s.undo, s.window)],
    NewMemory: [lambda s: NewMemory(s.theme, empty(), s.window)],
    ExportPreview: [lambda s: ExportPreview("m.jsonl", MANY[:6], s.window)],
    ImportPreview: [
        lambda s: ImportPreview(Preview(report=report(), listed=tuple(MANY)), s.window),
        lambda s: ImportPreview(Preview(report=report()), s.window),
    ],
    SideBySide: [side_by_side],
    ConflictDialog: [conflict],
    NameDialog: [
        lambda s: NameDialog("Save the set as", LONG, lambda _: Verdict("Replace", note=LONG), of="set", parent=s.window)
    ],
    ReportDialog: [
        lambda s: ReportDialog(s.theme, LONG, LONG * 2, "\n".join(MANY), s.window),
        lambda s: ReportDialog(s.theme, LONG, LONG * 2, "", s.window),
    ],
}


@pytest.fixture
def shelf(
    tmp_path: Path, clock: FixedClock, tasks: Tasks, theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Shelf:
    monkeypatch.setattr(fitting, "room", lambda _dialog: ROOM)
    window = QWidget()
    qtbot.addWidget(window)
    library = Library.open(tmp_path / "memento.db", clock=clock)
    window.destroyed.connect(library.close)
    return Shelf(library, tasks, theme, window)


def test_every_dialog_is_looked_at() -> None:
    folder = Path(memento_gui.qt.__file__).parent
    written = {
        node.name
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        and any(isinstance(base, ast.Name) and base.id == "QDialog" for base in node.bases)
    }
    assert written == {kind.__name__ for kind in DIALOGS}


@pytest.mark.parametrize(
    ("kind", "place"), [(kind, place) for kind, makers in DIALOGS.items() for place in range(len(makers))]
)
def test_a_dialog_opens_no_larger_than_the_screen_with_all_its_buttons(
    kind: type[QDialog], place: int, shelf: Shelf, tasks: Tasks, qtbot: QtBot
) -> None:
    dialog = DIALOGS[kind][place](shelf)
    assert type(dialog) is kind
    with qtbot.waitExposed(dialog):
        dialog.show()
    qtbot.waitUntil(lambda: not tasks.is_busy())
    least, size = dialog.minimumSizeHint().expandedTo(dialog.minimumSize()), dialog.size()
    assert least.width() <= ROOM.width()
    assert least.height() <= ROOM.height()
    assert size.width() <= ROOM.width()
    assert size.height() <= ROOM.height()
    shown = [button for button in dialog.findChildren(QPushButton) if button.isVisible()]
    assert shown
    for button in shown:
        corner = button.mapTo(dialog, QPoint(button.width(), button.height()))
        assert corner.x() <= dialog.width(), button.text()
        assert corner.y() <= dialog.height() or within_a_scroll_area(button), button.text()
    dialog.close()


def within_a_scroll_area(widget: QWidget) -> bool:
    above = widget.parentWidget()
    while above is not None and above.objectName() != "qt_scrollarea_viewport":
        above = above.parentWidget()
    return above is not None


def test_what_lies_ahead_stands_under_narrow_rules_and_beside_wide_ones(shelf: Shelf, tasks: Tasks, qtbot: QtBot) -> None:
    dialog = rules(shelf)
    with qtbot.waitExposed(dialog):
        dialog.show()
    qtbot.waitUntil(lambda: not tasks.is_busy())
    for width, scrolls in ((624, True), (960, False), (700, True)):
        dialog.resize(width, 432)
        qtbot.waitUntil(lambda scrolls=scrolls: within_a_scroll_area(dialog.bars) is scrolls)  # type: ignore[misc]
        qtbot.waitUntil(lambda: dialog.bars.height() >= 120)
    dialog.close()
