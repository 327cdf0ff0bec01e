"""Matches between computer players: pairings, games played out in parallel, results and ratings."""
