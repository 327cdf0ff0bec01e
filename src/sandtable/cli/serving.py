"""The server: `serve` runs it, `play` runs it for one person and opens the browser."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import socket
import urllib.request
import webbrowser
from typing import TYPE_CHECKING

from sandtable.cli.console import Out, UsageError

if TYPE_CHECKING:
    from sandtable.server.settings import Settings

LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
PORTS_TRIED = 20
TERMINAL_OPTIONS = ("file", "edition", "option", "me", "against", "seed", "dice", "new")
"""What only a game at the terminal has."""
SETTINGS = ("host", "port", "database", "redis", "public_url")


def serve(args: argparse.Namespace, out: Out) -> int:
    """Run the server until it is stopped."""
    from sandtable.server.running import run

    if out.json:
        raise UsageError("serve runs until it is stopped, and prints no document")
    settings = settings_of(args)
    if args.workers > 1 and not settings.redis:
        raise UsageError("several workers need --redis, by which they tell each other of moves")
    out.line(f"Sandtable: {address(settings.host, settings.port)}")
    out.line("Stop with Ctrl+C.")
    run(settings, workers=args.workers)
    return 0


def play(args: argparse.Namespace, out: Out) -> int:
    """Play in the browser, or at the terminal where that is wanted."""
    if args.terminal or out.json or any(getattr(args, name) for name in TERMINAL_OPTIONS):
        from sandtable.cli import play as terminal

        return terminal.run(args, out)
    return play_in_browser(args, out)


def play_in_browser(args: argparse.Namespace, out: Out) -> int:
    from sandtable.server.running import run

    settings = settings_of(args)
    settings.host = LOOPBACK
    if "log_level" not in settings.model_fields_set:
        settings.log_level = "warning"
    running = running_server(settings)
    if running is not None:
        out.result(f"Sandtable is running: {running}")
        if args.browser:
            webbrowser.open(running)
        return 0
    settings.port = free_port(settings.port)
    url = address(settings.host, settings.port)

    def ready() -> None:
        out.result(f"Sandtable: {url}")
        out.line("Play in the browser. Stop with Ctrl+C: games are kept.")
        if args.browser:
            webbrowser.open(url)

    run(settings, ready=ready)
    return 0


def settings_of(args: argparse.Namespace) -> Settings:
    """The environment's settings, with those of the command line over them."""
    from pydantic import ValidationError
    from pydantic_settings import SettingsError

    from sandtable.server.settings import Settings

    given = {name: getattr(args, name, None) for name in SETTINGS}
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        message = str(first["msg"]).removeprefix("Value error, ")
        raise UsageError(f"the setting {where}: {message}") from None
    except SettingsError as error:
        # Lists are written as JSON; the error names the setting.
        raise UsageError(f'{error}: write a list such as ["one", "two"]') from None


def address(host: str, port: int) -> str:
    shown = LOOPBACK if host in EVERYWHERE else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def running_server(settings: Settings) -> str | None:
    """The address of a server on this machine that keeps the same games, if there is one."""
    from sandtable.server.routes.health import mark_of_database

    mark = mark_of_database(settings.database_url)
    for port in range(settings.port, settings.port + PORTS_TRIED):
        url = address(LOOPBACK, port)
        try:
            with urllib.request.urlopen(f"{url}healthz", timeout=1) as answer:
                found = json.load(answer)
        except (OSError, ValueError):
            continue
        if isinstance(found, dict) and mark and found.get("games") == mark:
            return url
    return None


def free_port(first: int) -> int:
    """The first port from here on that nothing listens at."""
    for port in range(first, min(first + PORTS_TRIED, 65536)):
        with socket.socket() as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                probe.bind((LOOPBACK, port))
                return port
    raise UsageError(f"no port from {first} on is free; choose another with --port")
