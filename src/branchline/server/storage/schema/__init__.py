"""The database's tables, as the migrations leave them. Both backends have the same."""

from __future__ import annotations

from branchline.server.storage.schema.lobby import (
    follows,
    invited,
    searches,
    sightings,
)
from branchline.server.storage.schema.metadata import metadata
from branchline.server.storage.schema.notices import (
    channels,
    deliveries,
    notice_settings,
    notices,
)
from branchline.server.storage.schema.people import (
    adoptions,
    browsers,
    challenges,
    former_names,
    invitations,
    passkeys,
    persons,
    recovery_codes,
    relations,
    reports,
    sessions,
    tokens,
)
from branchline.server.storage.schema.play import (
    chat,
    deadlines,
    deals,
    log,
    reviews,
    seat_keys,
    seats,
    snapshots,
    tables,
)
from branchline.server.storage.schema.processes import (
    allowances,
    leases,
    presence,
    processes,
    secrets,
    stops,
    uptime,
    watching,
)
from branchline.server.storage.schema.results import finished, ratings, results

__all__ = [
    "adoptions",
    "allowances",
    "browsers",
    "challenges",
    "channels",
    "chat",
    "deadlines",
    "deals",
    "deliveries",
    "finished",
    "follows",
    "former_names",
    "invitations",
    "invited",
    "leases",
    "log",
    "metadata",
    "notice_settings",
    "notices",
    "passkeys",
    "persons",
    "presence",
    "processes",
    "ratings",
    "recovery_codes",
    "relations",
    "reports",
    "results",
    "reviews",
    "searches",
    "seat_keys",
    "seats",
    "secrets",
    "sessions",
    "sightings",
    "snapshots",
    "stops",
    "tables",
    "tokens",
    "uptime",
    "watching",
]
