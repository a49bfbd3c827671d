"""Reminders of due cards: when, the tray, and starting with the computer."""
