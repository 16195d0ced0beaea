from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from tests.server.postgres import Cluster, cluster
from tests.server.service import Service

# As the server does: the usual pretty traces cost seconds each, and the server of a test stands still meanwhile.
structlog.configure(processors=[structlog.processors.format_exc_info, structlog.processors.KeyValueRenderer()])


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One server for all tests that do not change its settings."""
    server = Service(tmp_path_factory.mktemp("data")).open()
    yield server
    server.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server of the tests' own."""
    with cluster(_folder()) as running:
        yield running


@pytest.fixture
def own_postgres() -> Iterator[Cluster]:
    """A PostgreSQL server for a test that stops and starts it."""
    with cluster(_folder()) as running:
        yield running


def _folder() -> Path:
    """Not below pytest's folder, which the server's own user may not enter."""
    return Path(tempfile.mkdtemp(prefix="branchline-postgres-"))
