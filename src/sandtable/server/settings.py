"""What whoever runs a server may set: the environment, `SANDTABLE_` before each name."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


def data_directory() -> Path:
    """Where a player's games are kept."""
    return Path.home() / ".local" / "share" / "sandtable"


class Settings(BaseSettings):
    """docs/hosting.md explains each of these."""

    model_config = SettingsConfigDict(env_prefix="SANDTABLE_", extra="ignore")

    host: str = "127.0.0.1"
    port: int = 1941
    database: str = ""
    """A SQLAlchemy URL; empty: SQLite in the player's data directory."""
    redis: str = ""
    """Where several workers tell each other of changes; empty: there is one worker."""
    public_url: str = ""
    """The address that players use, such as https://sandtable.example; empty: as they ask."""
    origins: list[str] = []
    """Further origins whose pages may use this server."""
    guests: bool = True
    """Whether one may play without an account."""
    sign_up: bool = True
    session_days: int = 30
    trusted_proxies: list[str] = []
    """Addresses whose X-Forwarded-For is believed."""
    rate_per_minute: int = 600
    """Requests of one client; signing in has a stricter limit of its own."""
    max_body: int = 262_144
    max_games_per_person: int = 200
    cache_games: int = 512
    """Games kept in memory."""
    smtp_url: SecretStr = SecretStr("")
    """smtp://user:password@host:port, or smtps://; empty: no e-mail is sent."""
    mail_from: str = "Sandtable <sandtable@localhost>"
    webhook_private: bool = False
    """Whether web hooks may go to private addresses."""
    log_format: Literal["json", "text"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    metrics: bool = True

    @property
    def database_url(self) -> str:
        if self.database:
            return self.database
        return f"sqlite+aiosqlite:///{data_directory() / 'sandtable.db'}"
