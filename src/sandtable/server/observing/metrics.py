"""Numbers for Prometheus. One set for a process; `/metrics` shows them."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from sandtable.server.table.entries import NOBODY, Decided
from sandtable.server.table.hub import Change

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""With several workers behind one port: the directory in which they add up their numbers."""
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

collectors = CollectorRegistry()

requests = Counter(
    "sandtable_requests", "Requests answered.", ["method", "route", "status"], registry=collectors
)
request_seconds = Histogram(
    "sandtable_request_seconds",
    "From the first byte asked to the last answered.",
    ["route"],
    buckets=QUICK,
    registry=collectors,
)
decisions = Counter(
    "sandtable_decisions", "Decisions committed, by who made them.", ["by"], registry=collectors
)
decision_seconds = Histogram(
    "sandtable_decision_seconds",
    "From an answer's arrival to its commit.",
    buckets=QUICK,
    registry=collectors,
)
thinking_seconds = Histogram(
    "sandtable_computer_seconds",
    "A computer player's thinking over one step.",
    ["level"],
    buckets=(*QUICK, 10, 30),
    registry=collectors,
)
notices = Counter(
    "sandtable_notices", "Reminders by way and outcome.", ["way", "outcome"], registry=collectors
)
live_connections = Gauge(
    "sandtable_live_connections",
    "Open WebSockets.",
    registry=collectors,
    multiprocess_mode="livesum",
)
games_in_memory = Gauge(
    "sandtable_games_in_memory",
    "Games that this worker holds.",
    registry=collectors,
    multiprocess_mode="livesum",
)
unhandled = Counter("sandtable_failures", "Requests that failed by our fault.", registry=collectors)


def count_decisions(change: Change) -> None:
    """Listens to the hub."""
    if change.here:
        for item in change.items:
            if isinstance(item.entry, Decided):
                by = item.entry.by
                decisions.labels(by if by in NOBODY and by else "person").inc()


def exposition() -> bytes:
    """All numbers as text; those of all workers where they share a directory."""
    if os.environ.get(SHARED):
        shared = CollectorRegistry()
        MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
        return generate_latest(shared)
    return generate_latest(collectors)
