"""A game with its people: its log, what the log comes to, and who is told of changes."""
