"""Finding candidates: words, vectors and the query language."""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"
"""The embedding runtime reports to its maker and keeps an id of the device unless this is set before it is loaded."""
