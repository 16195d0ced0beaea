"""Results of finished games, and the ratings that follow from them."""

from __future__ import annotations

import sqlalchemy as sa

from branchline.server.storage.schema.metadata import metadata

finished = sa.Table(
    "finished",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Index("finished_pool", "game", "players", "ended", "table_id"),
)
"""The tables whose game is over and has been counted; `rated` where it counts for ratings."""

results = sa.Table(
    "results",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("holder", sa.String(64)),
    sa.Column("level", sa.String(40)),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Column("points", sa.Integer),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("played", sa.String(8), nullable=False),
    sa.Column("shown", sa.Boolean, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("standing", sa.Integer, nullable=False),
    sa.Column("mu_before", sa.Float),
    sa.Column("mu", sa.Float),
    sa.Column("sigma", sa.Float),
    sa.Column("daily", sa.String(10)),
    sa.Column("traits", sa.Text, nullable=False, server_default=""),
    sa.Index("results_holder", "holder", "ended"),
    sa.Index("results_game", "holder", "game", "ended"),
    sa.Index("results_daily", "holder", "daily"),
    sa.Index("results_points", "holder", "game", "points"),
    sa.Index("results_totals", "holder", "shown", "game", "players", "won"),
)
"""What each seat of a finished game came to. `standing` is the place that ratings count, where leaving is last;
`shown` whether others see it on the person's page; `traits` one JSON text per line."""

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("players", sa.Integer, primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Index("ratings_board", "game", "players", "mu", "games", "sigma", "person"),
)
"""Where each account stands after its last rated game, by game and number of players."""
