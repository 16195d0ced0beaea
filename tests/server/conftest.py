from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.service import Service


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One server for all tests that do not change its settings."""
    server = Service(tmp_path_factory.mktemp("data")).open()
    yield server
    server.close()
