"""Games that only tests know, added to the registry for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from branchline import games
from branchline.server import catalogue


@contextmanager
def more_games(*packages: str) -> Iterator[None]:
    """These packages are games too, also in processes that are started meanwhile."""
    caches = (games._modules, catalogue.all_words, catalogue.game_info)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(games.MORE, ",".join(packages))
        for cache in caches:
            cache.cache_clear()
        yield
    for cache in caches:
        cache.cache_clear()
