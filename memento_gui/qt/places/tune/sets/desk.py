"""What the set chooser and the palette ask for: dialogs for names and files around the acts on parameter sets."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.tune.file_questions import ask_for_set, ask_where_to_write_set
from memento_gui.qt.places.tune.sets.acts import Sets
from memento_gui.qt.places.tune.sets.chooser import SetChooser
from memento_gui.qt.places.tune.sets.names import judge_renaming, judge_saving
from memento_gui.qt.widgets.message_bar import INFO, Message
from memento_gui.qt.widgets.name_dialog import Judge, NameDialog


class SetDesk(QObject):
    """Asks, then acts; every act is one step that can be undone."""

    reported = Signal(object)

    def __init__(self, context: PlaceContext, chooser: SetChooser, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._window = window
        self._chooser = chooser
        self.sets = Sets(context, self)
        self.dialog: NameDialog | None = None
        self.sets.reported.connect(self.reported)
        self.sets.changed.connect(self.show_sets)
        chooser.chosen.connect(self.sets.use)
        chooser.save_wished.connect(self.save_as)
        chooser.rename_wished.connect(self.rename)
        chooser.duplicate_wished.connect(self.sets.duplicate)
        chooser.delete_wished.connect(self.sets.delete)
        chooser.export_wished.connect(self.write)
        chooser.import_wished.connect(self.read)

    def show_sets(self) -> None:
        """Show on the chooser which sets there are, and which is in use."""
        state = self._context.state
        self._chooser.show_sets(self.sets.names(), state.set_name, edited=state.edited)

    def save_as(self) -> None:
        """Ask for a name and save the numbers under it."""
        dialog = self._ask("Save the numbers as", self.sets.suggested_name(), judge_saving(self.sets.names()))
        dialog.named.connect(self.sets.save)

    def rename(self) -> None:
        """Ask for another name of the saved set in use; a built-in one is only told about."""
        name, names = self._context.state.set_name, self.sets.names()
        if (name, True) in names:
            words = f"{name} is built in, so it keeps its name. Duplicate it, or save the numbers under a name of your own."
            self.reported.emit(Message(text=words, kind=INFO, key="tune.renamed"))
            return
        self._ask(f"Rename {name}", name, judge_renaming(names, name)).named.connect(self.sets.rename)

    def write(self) -> None:
        """Ask for a file and write the saved set in use to it."""
        path = ask_where_to_write_set(self._window, self._context.state.set_name)
        if path is not None:
            self.sets.write(path)

    def read(self) -> None:
        """Ask for a file and take a set from it."""
        path = ask_for_set(self._window)
        if path is not None:
            self.sets.read(path)

    def _ask(self, heading: str, suggested: str, judge: Judge) -> NameDialog:
        self.dialog = NameDialog(heading, suggested, judge, of="set", parent=self._window)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.open()
        return self.dialog
