"""Where games and people are kept: SQLite or PostgreSQL, by SQLAlchemy."""
