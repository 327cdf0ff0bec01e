"""Steps before the first turn, each chosen by an edition's list `before`."""
