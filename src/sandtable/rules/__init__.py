"""Units, positions, movement, combat, economy and victory as small pure functions."""
