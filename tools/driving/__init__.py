"""Plays games on a real server over the wire, for tests of crashes and for measuring load."""
