"""The Timeline tab: what happened to a memory, and what lies ahead of it."""

import html
import math
from typing import Final

from PySide6.QtWidgets import QVBoxLayout, QWidget

from memento_gui.domain.clock import DAY_MS
from memento_gui.model.surroundings import Event, Surroundings
from memento_gui.qt.phrases import ago_text, days_between, moment_text
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.detail.values import Detail
from memento_gui.qt.widgets.markdown_view import PlainBrowser

_SHOWN: Final = 300
_FURTHEST_DAYS: Final = 36_500
_INKS: Final = {
    "created": "accent_text",
    "edited": "text",
    "changed": "text",
    "used": "ok",
    "reviewed": "ok",
    "feedback": "text_secondary",
    "related": "text_secondary",
    "trashed": "danger",
}
"""How each kind of event is drawn."""


class TimelinePage(QWidget):
    """Ahead at the top, then the latest first."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._detail: Detail | None = None
        self._around: Surroundings | None = None
        self.lines = PlainBrowser(theme)
        self.lines.setAccessibleName("Timeline")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.addWidget(self.lines)
        theme.changed.connect(self._show)

    def show_detail(self, detail: Detail) -> None:
        """Show a memory's dates ahead; what happened follows when it is read."""
        if self._around is not None and self._around.memory_id != detail.memory.id:
            self._around = None
        self._detail = detail
        self._show()

    def show_surroundings(self, around: Surroundings) -> None:
        """Show what happened to the memory."""
        self._around = around
        self._show()

    def _show(self) -> None:
        if self._detail is None:
            return
        scrolled = self.lines.verticalScrollBar().value()
        events = self._around.events if self._around is not None else ()
        parts = ["<table cellspacing='0' cellpadding='2'>", *map(self._ahead, self._coming())]
        parts += [self._past(event) for event in events[:_SHOWN]]
        parts.append("</table>")
        if len(events) > _SHOWN:
            parts.append(f"<p>… and {len(events) - _SHOWN:,} earlier ones.</p>")
        self.lines.setHtml("".join(parts))
        self.lines.verticalScrollBar().setValue(scrolled)

    def _coming(self) -> list[tuple[float, str]]:
        """Return what lies ahead as instants and words, the furthest first."""
        assert self._detail is not None
        detail, fading = self._detail, self._detail.fading
        dates = [(fading.promote_days, "its score stops promoting it")]
        if not detail.memory.pinned:
            dates.append((fading.forget_days, "it would be forgotten, if it is not used until then"))
        coming = [(detail.now_ms + days * DAY_MS, words) for days, words in dates if 0 < days < _FURTHEST_DAYS]
        if self._around is not None and self._around.due_ms is not None:
            coming.append((float(self._around.due_ms), "its card is asked next"))
        return sorted((pair for pair in coming if math.isfinite(pair[0])), reverse=True)

    def _ahead(self, coming: tuple[float, str]) -> str:
        at_ms, words = coming
        assert self._detail is not None
        days = (at_ms - self._detail.now_ms) / DAY_MS
        wait = "now" if days <= 0 else f"in {days:,.0f} d" if days >= 1 else f"in {max(1, round(days * 24))} h"
        return self._row("text_tertiary", words, f"{moment_text(int(at_ms))}, {wait}", mark="○")

    def _past(self, event: Event) -> str:
        assert self._detail is not None
        words = event.kind.replace("feedback", "feedback:").replace("related", "related:")
        ago = ago_text(days_between(self._detail.now_ms, event.at_ms))
        note = (
            f" {event.note}" if event.kind in {"feedback", "related", "used"} else f", {event.note}" if event.note else ""
        )
        return self._row(_INKS.get(event.kind, "text"), f"{words}{note}", f"{moment_text(event.at_ms)}, {ago}", mark="●")

    def _row(self, ink: str, words: str, when: str, *, mark: str) -> str:
        css = self._theme.tokens.css()
        said = html.escape(f"{words[:1].upper()}{words[1:]}")
        return (
            f"<tr><td style='color:{css[ink]}'>{mark}&nbsp;</td>"
            f"<td><span style='color:{css['text']}'>{said}</span><br>"
            f"<span style='color:{css['text_tertiary']}; font-size:11px'>{html.escape(when)}</span></td></tr>"
        )
