"""A game in play, and what is plugged into it."""
