"""The editions: data only."""
