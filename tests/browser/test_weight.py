"""What a first visit costs on the wire, fonts included."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.driver import Visitor

pytestmark = [pytest.mark.browser]
Visit = Callable[..., Visitor]
MOST = 120_000
ONLY_HOME = (
    "const real = setTimeout; window.setTimeout = (call, ms, ...more) => ms === 1000 ? 0 : real(call, ms, ...more)"
)
"""A second after home is there the page fetches what a table needs; that is no part of home."""


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
def test_the_first_load_of_home_is_light(visit: Visit, language: str) -> None:
    visitor = visit(language)
    visitor.page.add_init_script(ONLY_HOME)
    # What tables others have opened here is no part of the page.
    visitor.page.route("**/api/tables", lambda route: route.fulfill(json={"tables": []}))
    wire = visitor.page.context.new_cdp_session(visitor.page)
    wire.send("Network.enable")
    weights: dict[str, int] = {}
    names: dict[str, str] = {}
    wire.on("Network.responseReceived", lambda said: names.update({said["requestId"]: said["response"]["url"]}))
    wire.on("Network.loadingFinished", lambda said: weights.update({said["requestId"]: said["encodedDataLength"]}))
    visitor.page.goto(visitor.address)
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate("document.fonts.ready.then(() => true)")
    visitor.page.wait_for_load_state("networkidle")
    told = sorted(((weight, names.get(id_, id_)) for id_, weight in weights.items()), reverse=True)
    assert sum(name.endswith(".woff2") for _, name in told) >= 2
    assert sum(weights.values()) <= MOST, "\n".join(f"{weight} {name}" for weight, name in told)
