"""Benchmarks: how fast the engine is, and how it slows as a game grows."""
