"""Whatever the OpenAPI description allows, and a good deal that it does not, is answered without a server error."""

from __future__ import annotations

import time
import warnings
from pathlib import Path

import pytest

from tests.server.service import Service

pytestmark = [pytest.mark.server, pytest.mark.slow]
SECONDS = 40


@pytest.mark.filterwarnings("ignore")
@pytest.mark.timeout(400)
def test_no_request_makes_the_server_fail(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import schemathesis
        from hypothesis import HealthCheck, given, settings

    service = Service(tmp_path).open()
    guest = service.guest("Anna")
    table = guest.table("me", "open")["id"]
    service.guest().sign_up("Somebody")
    person = service.guest()
    address = f"http://127.0.0.1:{service.port}"
    schema = schemathesis.openapi.from_dict(guest.get("/api/schema"))
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) >= 19
    end = time.monotonic() + SECONDS
    tried = 0
    share = 0.0

    def attack(case: schemathesis.Case) -> None:
        nonlocal tried
        if time.monotonic() > share:
            return
        if "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = table
        if case.path.startswith("/api/people/"):
            case.path_parameters["name"] = "Somebody"
        cookie = (guest, person)[tried % 2].cookie
        answer = case.call(base_url=address, headers={"cookie": f"branchline={cookie}"})
        tried += 1
        assert answer.status_code < 500, (answer.status_code, answer.text, case.as_curl_command())

    few = settings(max_examples=30, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    try:
        for number, operation in enumerate(operations):
            if person.get("/api/account")["account"] is None:
                # The calls that it tried have signed it out, or deleted it.
                person.sign_up(f"Person {number}")
            share = time.monotonic() + (end - time.monotonic()) / (len(operations) - number)
            few(given(case=operation.as_strategy())(attack))()
    finally:
        service.close()
    assert tried > 100
