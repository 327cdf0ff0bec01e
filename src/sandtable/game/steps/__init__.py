"""The steps of a turn: each knows what it asks, what it accepts and when it is over."""
