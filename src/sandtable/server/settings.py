"""What whoever runs a server may set: the environment, `SANDTABLE_` before each name."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

DATABASES = ("sqlite", "postgresql", "postgres")


def _is_address(text: str) -> bool:
    parts = urlsplit(text)
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def data_directory() -> Path:
    """Where a player's games are kept."""
    return Path.home() / ".local" / "share" / "sandtable"


Some = Annotated[int, Field(ge=1, le=10**9)]


class Settings(BaseSettings):
    """docs/hosting.md explains each of these."""

    model_config = SettingsConfigDict(env_prefix="SANDTABLE_", extra="ignore")

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 1941
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
    session_days: Annotated[int, Field(ge=1, le=36_500)] = 30
    trusted_proxies: list[str] = []
    """Addresses whose X-Forwarded-For is believed."""
    rate_per_minute: Some = 600
    """Requests of one client; signing in has a stricter limit of its own."""
    max_body: Some = 262_144
    max_games_per_person: Some = 200
    cache_games: Some = 512
    """Games kept in memory."""
    thinkers: Annotated[int, Field(ge=0, le=64)] = 2
    """Processes of each worker in which computer players think; 0: threads of the worker."""
    lease_seconds: Annotated[float, Field(ge=1)] = 15
    """After so long another worker goes on with the computer seats of one that died."""
    smtp_url: SecretStr = SecretStr("")
    """smtp://user:password@host:port, or smtps://; empty: no e-mail is sent."""
    mail_from: str = "Sandtable <sandtable@localhost>"
    webhook_private: bool = False
    """Whether web hooks may go to private addresses."""
    log_format: Literal["json", "text"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    metrics: bool = True

    @field_validator("database")
    @classmethod
    def _a_database(cls, given: str) -> str:
        scheme = given.partition(":")[0].partition("+")[0]
        if given and (scheme not in DATABASES or "://" not in given):
            raise ValueError("write sqlite:////path/of/a/file.db or postgresql://host/name")
        return given

    @field_validator("redis")
    @classmethod
    def _a_redis(cls, given: str) -> str:
        if given and urlsplit(given).scheme not in ("redis", "rediss", "unix"):
            raise ValueError("write redis://host:port, rediss://host:port or unix://path")
        return given

    @field_validator("public_url")
    @classmethod
    def _an_address(cls, given: str) -> str:
        if given and not _is_address(given):
            raise ValueError("write an address such as https://sandtable.example")
        return given

    @field_validator("origins")
    @classmethod
    def _addresses(cls, given: list[str]) -> list[str]:
        if not all(map(_is_address, given)):
            raise ValueError('write addresses such as ["https://sandtable.example"]')
        return given

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, given: list[str]) -> list[str]:
        for each in given:
            ip_network(each, strict=False)
        return given

    @property
    def database_url(self) -> str:
        if self.database:
            return self.database
        return f"sqlite+aiosqlite:///{data_directory() / 'sandtable.db'}"
