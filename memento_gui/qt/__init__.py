"""The desktop face: PySide6 and pyqtgraph."""
