"""The collection that all tables of the database belong to."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
