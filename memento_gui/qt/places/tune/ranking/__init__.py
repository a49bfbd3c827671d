"""Chosen queries under the saved and the edited numbers."""
