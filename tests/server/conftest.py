from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import structlog

from tests.server.postgres import Cluster, cluster
from tests.server.service import Service

# As the server does: the usual pretty traces cost seconds each, and the server of a test stands still meanwhile.
structlog.configure(processors=[structlog.processors.format_exc_info, structlog.processors.KeyValueRenderer()])


@pytest.fixture(scope="session")
def shared_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with opened(Service(tmp_path_factory.mktemp("data"))) as made:
        yield made


@pytest.fixture
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One server for all tests that do not change its settings.

    A second try gets one of its own, without the tables and names of the first.
    """
    if getattr(request.node, "execution_count", 1) == 1:
        yield request.getfixturevalue("shared_service")
        return
    with opened(Service(tmp_path_factory.mktemp("data"))) as made:
        yield made


@contextmanager
def opened(made: Service) -> Iterator[Service]:
    """The server, closed at the end."""
    made.open()
    try:
        yield made
    finally:
        made.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server of the tests' own."""
    with cluster(_folder()) as running:
        yield running


_numbers = itertools.count()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where an empty database of each backend is; `open_storage` takes it."""
    if request.param == "sqlite":
        return tmp_path / "b.db"
    running: Cluster = request.getfixturevalue("postgres")
    return running.create(f"empty_{next(_numbers)}")


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def shared_server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with opened(_on(request.param, request, tmp_path_factory)) as made:
        yield made


@pytest.fixture
def server(
    shared_server: Service, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Service]:
    """A server on each backend, for the tests of one file; a second try of a test gets one of its own."""
    if getattr(request.node, "execution_count", 1) == 1:
        yield shared_server
        return
    backend = "postgresql" if shared_server.settings.database else "sqlite"
    with opened(_on(backend, request, tmp_path_factory)) as made:
        yield made


def _on(backend: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Service:
    """A server on an empty database of that backend."""
    more = {}
    if backend == "postgresql":
        running: Cluster = request.getfixturevalue("postgres")
        more["database"] = running.create(f"served_{next(_numbers)}")
    return Service(tmp_path_factory.mktemp("data"), **more)


@pytest.fixture
def own_postgres() -> Iterator[Cluster]:
    """A PostgreSQL server for a test that stops and starts it."""
    with cluster(_folder()) as running:
        yield running


def _folder() -> Path:
    """Not below pytest's folder, which the server's own user may not enter."""
    return Path(tempfile.mkdtemp(prefix="branchline-postgres-"))
