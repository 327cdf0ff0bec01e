"""Odds through the engine itself: of saved games, and of whatever the kernels do not know."""
