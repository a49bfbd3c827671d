"""Duplicates: groups of memories that say nearly the same, decided one after the other."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QProgressBar,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from memento_gui.domain.errors import MementoError
from memento_gui.domain.memory import Memory
from memento_gui.model.edits import Edit
from memento_gui.model.library import Library
from memento_gui.model.repeats.clustering import DuplicateCluster, DuplicatesFound
from memento_gui.model.values import ChangeSet, Headline
from memento_gui.qt.phrases import memories_text
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.browse.duplicate_view import DuplicateView
from memento_gui.qt.tasks import Job, Progress
from memento_gui.qt.widgets.buttons import IconPushButton, push_button
from memento_gui.qt.widgets.fitting import open_as
from memento_gui.qt.widgets.label import label

FIND: Final = "browse.duplicates"
READ: Final = "browse.duplicates.read"

_SHOWN: Final = frozenset({"embedding", "memory", "memory_tag", "relation"})
"""Tables on which the groups and what is shown of them depend."""

Looked = tuple[DuplicatesFound, dict[str, Headline], str]
Read = tuple[DuplicateCluster, list[Memory], Memory]


class DuplicatesDialog(QDialog):
    """All pairs are compared in a worker; each group is then merged, linked or kept apart, each one step of undo.

    It stands beside the window, so that a memory can be read in the detail pane meanwhile.
    """

    opened = Signal(str)
    """Show this memory (its id) in the detail pane."""

    def __init__(self, context: PlaceContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Duplicates")
        open_as(self, 980, 680)
        self._context = context
        self._deciding = self._decided = self._stale = False
        self._turn = 0
        self._clusters: list[DuplicateCluster] = []
        self._nothing = QWidget()
        self._said = label(wrap=True)
        self._meter = QProgressBar()
        self._meter.setTextVisible(False)
        self._meter.setFixedHeight(6)
        self._meter.setAccessibleName("How many memories have been compared")
        self.stop = push_button("Cancel")
        self.again = push_button("Look again")
        self.list = QListWidget()
        self.list.setAccessibleName("Groups")
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view = DuplicateView(context.theme)
        clusters = context.library.clusters
        self.buttons = {
            "open": self._button("Open", "O", self._open),
            "apart": self._button("Not duplicates", "N", partial(self._decide, clusters.distinct_edit, "kept apart")),
            "link": self._button("Link", "L", partial(self._decide, clusters.link_edit, "linked")),
            "merge": self._button("Merge", "M", partial(self._decide, self._merger, "merged"), kind="primary"),
        }
        self._lay_out()
        self.stop.clicked.connect(self._cancel)
        self.again.clicked.connect(self.look)
        self.list.currentRowChanged.connect(self._read)
        self.view.opened.connect(self.opened)
        for keys, step in (("Ctrl+Z", context.undo.undo), ("Ctrl+Shift+Z", context.undo.redo)):
            QShortcut(QKeySequence(keys), self, step)
        context.undo.applied.connect(self._follow)
        context.undo.reported.connect(self._refused)
        self.look()

    @property
    def sentence(self) -> str:
        """What the dialog says."""
        return self._said.text()

    @override
    def done(self, result: int) -> None:
        self._context.undo.applied.disconnect(self._follow)
        self._context.undo.reported.disconnect(self._refused)
        self._turn += 1
        for key in (FIND, READ):
            self._context.tasks.cancel(key)
        super().done(result)

    def look(self) -> None:
        """Compare the memories as they are now."""
        self._decided = False
        self._show_work(on=True)
        self._said.setText("Comparing every memory with every other.")
        self._run(_look)

    def catch_up(self, changes: ChangeSet) -> None:
        """Show the groups as they are after a change of the store, without a word where they are the same.

        While vectors are computed this waits for the last of them.
        """
        if not changes.everything and changes.tables.isdisjoint(_SHOWN):
            return
        self._stale = self._context.tasks.is_busy(FIND)
        if not self._stale:
            self._run(_look_when_embedded)

    def _run(self, look: Callable[[Library, Job[Looked | None]], Looked | None]) -> None:
        self._turn += 1
        turn, library = self._turn, self._context.library
        self._context.tasks.run(
            FIND,
            lambda job: look(library, job),
            lambda looked: self._show(looked, turn),
            failed=self._refuse,
            progressed=self._advance,
            cancelled=lambda: self._stopped(turn),
        )

    def _button(self, text: str, keys: str, call: Callable[[], object], *, kind: str = "") -> IconPushButton:
        button = IconPushButton(self._context.theme, text, kind=kind, keys=keys)
        button.clicked.connect(lambda _checked=False: call())
        QShortcut(QKeySequence(keys), self, button.click)
        return button

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._said, 1)
        top.addWidget(self.stop)
        top.addWidget(self.again)
        self._parts = QSplitter()
        self._parts.setChildrenCollapsible(False)
        self._parts.addWidget(self.list)
        self._parts.addWidget(self.view)
        self._parts.setStretchFactor(0, 2)
        self._parts.setStretchFactor(1, 3)
        bottom = QHBoxLayout()
        bottom.setSpacing(8)
        bottom.addWidget(self.buttons["open"])
        bottom.addStretch(1)
        for name in ("apart", "link", "merge"):
            bottom.addWidget(self.buttons[name])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._meter)
        layout.addWidget(self._parts, 1)
        layout.addWidget(self._nothing, 1)
        self._nothing.hide()
        layout.addLayout(bottom)

    # Looking

    def _show_work(self, *, on: bool) -> None:
        self._meter.setVisible(on)
        self._meter.setRange(0, 0)
        self.stop.setVisible(on)
        self.again.setVisible(not on)
        self._allow()

    def _advance(self, progress: Progress) -> None:
        if progress.done >= progress.total:
            return
        if self.stop.isHidden():
            self._show_work(on=True)
        self._meter.setRange(0, progress.total)
        self._meter.setValue(progress.done)
        self._said.setText(f"Comparing every memory with every other: {progress.done:,} of {progress.total:,}.")

    def _cancel(self) -> None:
        self._context.tasks.cancel(FIND)
        self._stopped(self._turn)

    def _stopped(self, turn: int) -> None:
        if turn == self._turn:  # a search that gave way to a newer one, or to the end of the dialog, has nothing to say
            self._turn += 1
            self._stale = False
            self._show_work(on=False)
            self._said.setText("Stopped before all were compared. Nothing was changed; look again for the whole answer.")

    def _refuse(self, error: MementoError) -> None:
        self._stale = False
        self._show_work(on=False)
        self._said.setText(error.sentence)

    def _show(self, looked: Looked | None, turn: int) -> None:
        outdated, self._stale = self._stale or turn != self._turn, False
        self._show_work(on=False)
        if looked is not None and turn == self._turn:
            self._show_found(*looked)
        if outdated:
            self._run(_look_when_embedded)

    def _show_found(self, found: DuplicatesFound, words: Mapping[str, Headline], reason: str) -> None:
        before, place = self._cluster(), max(0, self.list.currentRow())
        same = before is not None and list(found.clusters) == self._clusters
        if not (same and self._decided):
            self._decided = False
            self._said.setText(_sentence(found, reason))
        if same:
            self._read_again()
            return
        self.list.blockSignals(True)
        self.list.clear()
        self._clusters = list(found.clusters)
        for cluster in found.clusters:
            title = words[cluster.ids[0]].title if cluster.ids[0] in words else ""
            self.list.addItem(
                f"{title}\n{cluster.suggestion}, cohesion {cluster.cohesion:.2f}, {memories_text(len(cluster))}"
            )
            self.list.item(self.list.count() - 1).setToolTip(title)
        self.list.blockSignals(False)
        known = [cluster.ids for cluster in self._clusters]
        self._choose(known.index(before.ids) if before is not None and before.ids in known else place)
        if not self.view.isAncestorOf(self.focusWidget()):
            self.list.setFocus()

    def _choose(self, place: int) -> None:
        place = min(place, self.list.count() - 1)
        self._parts.setVisible(bool(self._clusters))
        self._nothing.setVisible(not self._clusters)
        self.list.blockSignals(True)
        self.list.setCurrentRow(place)
        self.list.blockSignals(False)
        cluster = self._cluster()
        if cluster is not None and cluster.ids == self.view.ids:
            self._read_again()
        else:
            self._read(place)

    # One cluster

    def _cluster(self) -> DuplicateCluster | None:
        row = self.list.currentRow()
        return self._clusters[row] if 0 <= row < len(self._clusters) else None

    def _read(self, _row: int) -> None:
        self.view.show_nothing()
        self._allow()
        self._read_again()

    def _read_again(self) -> None:
        cluster, library = self._cluster(), self._context.library
        if cluster is not None:
            self._context.tasks.run(READ, lambda _job: _read(library, cluster), self._show_cluster, failed=self._refuse)

    def _show_cluster(self, read: Read) -> None:
        if read[0] == self._cluster():
            self.view.show_cluster(*read)
            self._allow()

    def _allow(self) -> None:
        shown = bool(self.view.memory_id)
        self.buttons["open"].setEnabled(shown)
        for name in ("apart", "link", "merge"):
            self.buttons[name].setEnabled(shown and not self._context.library.read_only)

    def _open(self) -> None:
        if self.view.memory_id:
            self.opened.emit(self.view.memory_id)

    def _decide(self, make: Callable[[DuplicateCluster], Edit], what: str) -> None:
        cluster = self._cluster()
        if cluster is None:
            return
        said = f"{memories_text(len(cluster))} {what}. Ctrl+Z takes it back."
        self._deciding = True
        try:
            self._context.undo.do_many(lambda: make(cluster), len(cluster), then=lambda: self._drop(cluster, said))
        finally:
            self._deciding = False

    def _merger(self, cluster: DuplicateCluster) -> Edit:
        """What was shown is merged, or nothing."""
        return self._context.library.clusters.merge_edit(cluster, self.view.memories)

    def _refused(self, error: MementoError) -> None:
        """Say why a decision was not carried out, and show the group as it is now."""
        if self._deciding:
            self._said.setText(error.sentence)
            self._read(self.list.currentRow())

    def _drop(self, cluster: DuplicateCluster, said: str) -> None:
        self._turn += 1  # what is being looked for now may still have it
        self._decided = True
        row = self._clusters.index(cluster)
        self._clusters.pop(row)
        self.list.blockSignals(True)
        self.list.takeItem(row)
        self.list.blockSignals(False)
        left = len(self._clusters)
        self._said.setText(f"{said} {left:,} {'group' if left == 1 else 'groups'} left.")
        self._choose(row)
        self.list.setFocus()

    def _follow(self) -> None:
        """Look again after a step elsewhere, or one that was taken back; what is decided here is only dropped."""
        if not self._deciding:
            self.look()


def _look_when_embedded(library: Library, job: Job[Looked | None]) -> Looked | None:
    """Return the groups; None while memories are being embedded: after the last of them this is asked once more."""
    state = library.embedding_state()
    return None if state.available and state.pending else _look(library, job)


def _look(library: Library, job: Job[Looked | None]) -> Looked:
    found = library.clusters.find(progress=job.report, cancel=job.token)
    words = library.headlines([cluster.ids[0] for cluster in found.clusters])
    return found, words, library.embedding_state().reason


def _read(library: Library, cluster: DuplicateCluster) -> Read:
    return cluster, library.get_many(cluster.ids), library.clusters.preview(cluster)


def _sentence(found: DuplicatesFound, reason: str) -> str:
    if not found.compared:
        why = reason or "No memory has been read by the embedding model yet."
        return f"Duplicates are found by meaning, and nothing can be compared now. {why}"
    waiting = f" {memories_text(found.waiting)} had no vector yet and took no part." if found.waiting else ""
    if not found.clusters:
        return f"No two of {memories_text(found.compared)} say nearly the same.{waiting}"
    groups = f"{len(found.clusters):,} {'group' if len(found.clusters) == 1 else 'groups'}"
    pairs = f"{found.likely:,} likely {'pair' if found.likely == 1 else 'pairs'} of duplicates"
    return f"{groups} among {memories_text(found.compared)}, {pairs}.{waiting}"
