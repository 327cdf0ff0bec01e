"""Fits the value of positions to games that computer players play against each other.

python -m tools.fitting play --edition revised --games 400 --out build/positions
python -m tools.fitting fit build/positions
"""
