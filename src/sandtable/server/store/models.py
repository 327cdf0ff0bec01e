"""All tables, imported so that the metadata knows them."""

from sandtable.server.store import tables_correspondence, tables_games, tables_people
from sandtable.server.store.base import Base

__all__ = ["Base", "tables_correspondence", "tables_games", "tables_people"]
