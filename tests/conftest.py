"""What holds for all tests."""

from __future__ import annotations

import gc
import sys
import warnings

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says how busy the machine is, not whether the code is right.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Close quietly what a failed try left open: its warnings belong to that try and would fail the next one."""
    if getattr(item, "execution_count", 1) > 1:
        sys.last_value = sys.last_traceback = None  # they hold the frames of the failure
        with warnings.catch_warnings(action="ignore"):
            gc.collect()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why tests were tried again: a try that failed is worth a look, even if the next one passed."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"A try that failed: {report.nodeid}", sep="_")
        terminalreporter.write_line("\n".join(report.longreprtext.splitlines()[-25:]))
