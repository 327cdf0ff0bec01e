"""Plays the Axis & Allies family of board games exactly by their rulebooks."""

__version__ = "0.1.0"
