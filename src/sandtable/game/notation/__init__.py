"""Notations: decisions, positions and game records as text."""
