"""The store under these numbers: histograms, counts, fates and the time machine."""
