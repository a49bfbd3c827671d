"""One module or package per rail entry; none imports another."""
