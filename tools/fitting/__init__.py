"""Fits the value of positions to plans that are played on and to games of computer players.

python -m tools.fitting branch --edition revised --decisions 80
python -m tools.fitting play --edition revised --games 100
python -m tools.fitting fit
"""
