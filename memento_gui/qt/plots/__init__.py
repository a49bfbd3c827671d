"""Plots: curves, bars and histograms of the engine's numbers; the only importers of pyqtgraph."""
