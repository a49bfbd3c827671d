"""Widgets that places share; they show what they are told and know neither the library nor each other's place."""
