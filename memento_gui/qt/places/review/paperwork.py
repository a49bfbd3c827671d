"""What is around the cards: the rules and their preview, the log as a file, memories as an Anki deck."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QWidget

from memento_gui.domain.errors import MementoError
from memento_gui.domain.presets import BUILT_IN
from memento_gui.model.reviews.files import (
    ImportedLog,
    export_anki,
    export_log,
    import_log_edit,
)
from memento_gui.model.reviews.planning import Plan, plan_edit
from memento_gui.qt.files import default_folder
from memento_gui.qt.phrases import count_text
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.review.asking import Question
from memento_gui.qt.places.review.completing import complete
from memento_gui.qt.places.review.rules_dialog import RulesDialog
from memento_gui.qt.widgets.file_dialog import FileDialog
from memento_gui.qt.widgets.message_bar import DONE, Message

T = TypeVar("T")
FILES: Final = "review.files"
_LOGS: Final = "Review logs (*.csv);;All files (*)"
_DECKS: Final = "Anki decks (*.apkg);;All files (*)"


class Paperwork(QObject):
    """Opens dialogs and carries out what they say."""

    told = Signal(object)
    """Something to tell (`Message` or `MementoError`)."""

    def __init__(self, context: PlaceContext, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._window = window
        self.dialog: QDialog | None = None

    def show(self, what: str) -> None:
        """Open a dialog: ``rules``, ``simulate``, ``export_log``, ``import_log`` or ``export_anki``."""
        calls: dict[str, Callable[[], object]] = {
            "rules": self.rules,
            "simulate": lambda: self.rules(at_target=True),
            "export_log": self.export_log,
            "import_log": self.import_log,
            "export_anki": self.export_anki,
        }
        calls[what]()

    # Rules

    def rules(self, *, at_target: bool = False) -> None:
        """Show the rules, with what others would lead to."""
        library = self._context.library
        plan = Plan(rules=library.reviews.rules(), parameters=library.parameters())
        self.dialog = RulesDialog(self._context, plan, self.bring_in, self._window, at_target=at_target)
        self.dialog.open()

    def bring_in(self, plan: Plan) -> None:
        """Bring a plan in, as one step. Numbers of a built-in set go into a set of one's own."""
        library, state = self._context.library, self._context.state
        save = None
        if plan.parameters != library.parameters():
            active = library.parameter_sets.active_name()
            own = active if active not in BUILT_IN else self._free_name(f"{active}, own review")
            base = library.parameters() if own == active else state.parameters
            save = library.parameter_sets.save_edit(own, replace(base, review=plan.parameters.review))
        now = self._context.clock.now_ms()
        size = len(library.reviews.deck().states) if plan.reschedule else 1
        self._context.undo.do_many(lambda: plan_edit(library.reviews, plan, save, now_ms=now), size)

    def _free_name(self, wanted: str) -> str:
        taken = {name for name, _ in self._context.library.parameter_sets.names()}
        numbered = (f"{wanted} {number}" for number in range(2, len(taken) + 3))
        return wanted if wanted not in taken else next(name for name in numbered if name not in taken)

    # Files

    def export_log(self) -> None:
        """Ask for a file and write the review log into it."""
        self._ask("Export the review log", "revlog.csv", _LOGS, self.write_log)

    def import_log(self) -> None:
        """Ask for a review log and take over what is not known yet."""
        self._ask("Import a review log", "", _LOGS, self.read_log)

    def export_anki(self) -> None:
        """Ask which memories, then for a file, and write an Anki deck."""
        line = QLineEdit("is:card")
        complete(self._context, line)

        def chosen() -> None:
            query = line.text().strip()
            self._ask("Export to Anki", "memento.apkg", _DECKS, lambda path: self.write_anki(path, query))

        words = "The memories that this filter line lets through become notes: title and text, with their tags."
        self.dialog = Question("Export memories to Anki", words, line, "Choose a file…", chosen, self._window)
        self.dialog.open()

    def write_log(self, path: Path) -> None:
        """Write the review log into a file."""
        library = self._context.library
        self._run(lambda: export_log(library.reviews, path), lambda n: self._written(n, path))

    def write_anki(self, path: Path, query: str) -> None:
        """Write what a filter line lets through as an Anki deck."""
        library = self._context.library

        def work() -> int:
            table = library.features()
            ids = [str(table.ids[row]) for row in library.filter(query).rows]
            return export_anki(library.get_many(ids), path)

        self._run(work, lambda n: self._written(n, path, "memory", "memories"))

    def read_log(self, path: Path) -> None:
        """Take over the answers of a file that are not known yet, as one step."""
        library = self._context.library
        self._run(lambda: import_log_edit(library.reviews, library.features(), path), self._take_over)

    def _take_over(self, found: ImportedLog) -> None:
        edit, told = found.edit, Message(text=found.sentence, kind=DONE, undoable=found.edit is not None)
        if edit is None:
            self.told.emit(told)
        else:
            self._context.undo.do_many(lambda: edit, found.added, then=lambda: self.told.emit(told))

    def _written(self, count: int, path: Path, one: str = "answer", many: str = "answers") -> None:
        self.told.emit(Message(text=f"{count_text(count, one, many)} written to {path.name}", kind=DONE))

    def _run(self, work: Callable[[], T], done: Callable[[T], None]) -> None:
        self._context.tasks.run(FILES, lambda _job: work(), done, failed=self._fail)

    def _fail(self, error: MementoError) -> None:
        self.told.emit(error)

    def _ask(self, title: str, name: str, kinds: str, answer: Callable[[Path], object]) -> None:
        dialog = FileDialog(self._window, title, default_folder(), kinds)
        if name:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setDefaultSuffix(Path(name).suffix[1:])
            dialog.selectFile(name)
        else:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda chosen: answer(Path(chosen)) if chosen else None)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
