"""The metrics for Prometheus."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

_FINE = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

ACTS = Counter("branchline_acts", "Acts written to the log", ["game"])
REFUSED = Counter("branchline_refused", "Messages refused", ["type"])
DROPPED = Counter("branchline_dropped_readers", "Connections closed because they read too slowly")
CONNECTIONS = Gauge("branchline_connections", "Open WebSocket connections")
TABLES = Gauge("branchline_tables_in_memory", "Tables in memory")
ACT_SECONDS = Histogram("branchline_act_seconds", "From an action's arrival to its views being queued", buckets=_FINE)
COMMIT_SECONDS = Histogram("branchline_commit_seconds", "One transaction of the writer", buckets=_FINE)
COMMIT_SIZE = Histogram("branchline_commit_jobs", "Jobs in one transaction", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256))
BOT_SECONDS = Histogram(
    "branchline_bot_seconds", "A bot's decision, its wait for a worker included", ["level"], buckets=(*_FINE, 10.0)
)
BOT_FAILURES = Counter("branchline_bot_failures", "Decisions that timed out or lost their worker")
NOTICES = Counter("branchline_notices", "Notices sent, and what became of them", ["channel", "verdict"])
