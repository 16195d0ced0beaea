# make play   play at once            make test    everything that .ci/run checks
# make check  the quick checks        make setup   .venv with locked dependencies and compiled rules
PY := .venv/bin/python
UV := uv==0.13.7
ROOT := $(shell test "$$(id -u)" = 0 || echo sudo)
export UV_PYTHON_DOWNLOADS := never
export UV_LINK_MODE := copy

.PHONY: play test check lint page-check setup lock bench programs clean kernels page pictures

play: setup
	@.venv/bin/branchline || test $$? -eq 130  # Ctrl+C is how one leaves

# Servers and browsers on a busy machine: what fails is tried again, and what fails three times has failed.
AGAIN := --reruns 2 --reruns-delay 2

# Servers and browsers wait more than they work, so more of their tests run at once than there are cores.
test: setup programs
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint page-check
	$(PY) -m pytest -n 2 --dist worksteal -m "not browser and not server"
	$(PY) -m pytest -n 4 --dist worksteal tests/server $(AGAIN) --cov --cov-report=
	$(PY) -m pytest -n 3 --dist worksteal -m browser $(AGAIN)
	BRANCHLINE_INTERPRETED=1 $(PY) -m pytest -n 2 --dist worksteal tests/rules tests/core tests/toy tests/research/test_vector.py -m "not slow" --cov --cov-append --cov-report=
	$(PY) -m coverage report --fail-under=95 --include="src/branchline/core/*"
	$(PY) -m coverage report --fail-under=95 --include="src/branchline/games/*/rules/*"
	$(PY) -m coverage report --fail-under=95 --include="src/branchline/server/*"

lint:
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache

page-check:
	$(PY) hatch_build.py page-check

check: setup lint
	$(PY) -m pytest -n auto --dist worksteal -m "not slow and not browser and not server"

setup: .venv/.synced kernels page

.venv/.synced: requirements.lock pyproject.toml
	test -x .venv/bin/uv || (rm -rf .venv && python3 -m venv .venv && .venv/bin/pip install -q $(UV))
	.venv/bin/uv pip install -q --compile-bytecode --python $(PY) --require-hashes -r requirements.lock
	.venv/bin/uv pip install -q --python $(PY) --no-deps --no-build-isolation -e .
	touch $@

# Compiles only what changed since the last time.
kernels: .venv/.synced
	@$(PY) hatch_build.py kernels

# Builds the page only when its sources or the words changed.
page: .venv/.synced
	@$(PY) hatch_build.py page

# The programs that tests start, from Debian's packages: a browser, PostgreSQL, a proxy.
PROGRAMS := /usr/bin/chromium /usr/bin/chromium-headless-shell /usr/sbin/nginx /usr/bin/systemd-analyze $(or $(wildcard /usr/lib/postgresql/*/bin/initdb),no-postgresql)
programs:
	@for each in $(PROGRAMS); do test -x $$each || missing=1; done; test -z "$$missing" || \
	  ($(ROOT) apt-get update -qq && $(ROOT) apt-get install -y -qq chromium chromium-headless-shell nginx-light postgresql systemd)

# The README's pictures, from the screenshots of the browser tests.
pictures: setup programs
	$(PY) -m pytest -q tests/browser -k screens
	$(PY) tests/browser/pictures.py

# The lock names versions and hashes, and no package index.
lock:
	test -x .venv/bin/uv || (python3 -m venv .venv && .venv/bin/pip install -q $(UV))
	.venv/bin/uv pip compile -q --universal --generate-hashes --no-header --no-emit-index-url --extra dev pyproject.toml -o requirements.lock

bench: setup
	.venv/bin/branchline bench

clean:
	rm -rf .venv build dist
	find src -name '*.so' -delete
