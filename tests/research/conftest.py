"""The toy is registered while the environments are tested."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.registry import more_games


@pytest.fixture(autouse=True, scope="package")
def _toy() -> Iterator[None]:
    with more_games("tests.toy"):
        yield
