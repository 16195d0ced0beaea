from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.house import House


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests that do not change its settings."""
    server = House(tmp_path_factory.mktemp("data")).open()
    yield server
    server.close()
