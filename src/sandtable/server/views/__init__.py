"""Editions and games as the messages of `schemas`: pure functions, no people, no clocks, no files.

`moment_of` gives what a `GameHead` says of the game itself, `spaces_of` the board, `options_for`
what a power can answer, `what_if`, `battle_odds` and `reach_of` what it may want to know first.
"""
