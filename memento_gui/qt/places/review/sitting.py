"""How cards are asked and which: the session, remembered in the store, and what changes it."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from memento_gui.domain.review_session import CLOZE, CURATE, REHEARSE, TITLE
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.review.asking import Question, ask_days, ask_query
from memento_gui.qt.places.review.completing import complete
from memento_gui.qt.places.review.toolbar import Toolbar
from memento_gui.qt.places.review.wording import session_text

SESSION = "review.session"


class Sitting(QObject):
    """Holds the session, shows it in the toolbar and asks what it should be."""

    looked = Signal()
    """The same cards are asked in another way."""
    changed = Signal()
    """Other cards are asked, or in another order."""

    def __init__(self, context: PlaceContext, toolbar: Toolbar, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._toolbar = toolbar
        self._window = window
        self.session = context.library.reviews.session()
        self.question: Question | None = None
        toolbar.mode_chosen.connect(lambda: self.change(mode=toolbar.mode))
        toolbar.order_chosen.connect(lambda: self.change(order=toolbar.order))
        toolbar.cue_chosen.connect(lambda: self.change(cue=toolbar.cue))
        self._show()

    @property
    def usual(self) -> bool:
        """Whether today's cards are asked, no more and no others."""
        return not (self.session.query or self.session.ahead_days)

    def change(self, **fields: object) -> None:
        """Ask otherwise from now on; it is remembered in the store."""
        session = replace(self.session, **fields)  # type: ignore[arg-type]  # each field by its own name
        if session == self.session:
            return
        only_shown = replace(session, mode="", cue="") == replace(self.session, mode="", cue="")
        self.session = session
        reviews = self._context.library.reviews
        self._context.tasks.run(SESSION, lambda _job: reviews.keep_session(session), lambda _none: None)
        self._show()
        (self.looked if only_shown else self.changed).emit()

    def turn(self, how: str) -> None:
        """Change one thing, or ask for it: ``mode``, ``cue``, ``query``, ``ahead``, or ``usual`` for today's cards."""
        calls = {
            "mode": self.turn_mode,
            "cue": self.turn_cue,
            "query": self.ask_query,
            "ahead": self.ask_ahead,
            "usual": self.back,
        }
        calls[how]()

    def turn_mode(self) -> None:
        """Rehearse instead of curating, or curate instead of rehearsing."""
        self.change(mode=REHEARSE if self.session.mode == CURATE else CURATE)

    def turn_cue(self) -> None:
        """Ask with gaps instead of the title alone, or the other way round."""
        self.change(cue=TITLE if self.session.cue == CLOZE else CLOZE)

    def only(self, query: str) -> None:
        """Ask what a filter line lets through; today's cards for an empty one."""
        self.change(query=query, since_ms=self._context.clock.now_ms() if query else 0, ahead_days=0)

    def back(self) -> None:
        """Ask today's cards again."""
        self.change(ahead_days=0, query="", since_ms=0)

    def ask_query(self) -> None:
        """Ask for a search and review its memories."""
        line = QLineEdit(self.session.query)
        complete(self._context, line)
        self.question = ask_query(line, self.only, self._window)

    def ask_ahead(self) -> None:
        """Ask how many days ahead to review."""

        def ahead(days: int) -> None:
            self.change(ahead_days=days, query="", since_ms=0)

        self.question = ask_days(self.session.ahead_days or 1, ahead, self._window)

    def _show(self) -> None:
        self._toolbar.show_mode(self.session.mode)
        self._toolbar.choose_cue(self.session.cue)
        self._toolbar.choose_order(self.session.order or self._context.library.parameters().review.order)
        self._toolbar.show_session(session_text(self.session))
