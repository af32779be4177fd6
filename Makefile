# What can be done here. `make` alone lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
# Set, it would have every process compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
# A lock names everything: nothing is resolved, so no release of today can come in between.
LOCKED := --require-hashes --no-deps -r
LOCK_TOOLS := pip-tools==7.6.2 dependency-groups==1.3.1
LOCK := .venv-lock/bin/pip-compile --quiet --generate-hashes --strip-extras \
  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links
# pip-compile does not read dependency groups yet: they come to it line by line.
GROUP := .venv-lock/bin/dependency-groups
# The extras that the tests need; a GPU is not one of them.
TESTED := server cluster postgres rl

# The part that decides and pays has its own coverage floor; that of the whole package is in
# pyproject.toml (fail_under).
CORE_FLOOR := 99
CORE := cards hands money wagers rulebook engine ledger
CORE_TESTS := $(addprefix tests/,clauses engine ledger playthroughs proof properties round_scripts rulebook wagers \
  library cli/test_own_wagers.py cli/test_rules.py cli/test_clauses.py cli/test_schemas.py cli/test_terms.py \
  server/test_cut.py server/test_event_secrets.py \
  server/test_sealed_shoes.py test_api.py test_cards.py test_conformance.py \
  test_docs.py test_generated.py test_hands.py test_money.py)

# Test processes: one more than there are cores, as tests of servers and pages often wait.
WORKERS ?= $(shell expr $$(nproc) + 1)
PYTEST := $(BIN)/python -m pytest -ra -n $(WORKERS) --dist worksteal
# What failed is run once more by itself, as CPython's own tests are: a fault fails again, and a
# test that depends on what ran beside it is named above and wants repair.
ALONE = { [ $$? -eq 1 ] && echo "== once more, by itself:" && $(BIN)/python -m pytest -ra --last-failed; }

# Every folder with Python in it.
CODE := src tests $(patsubst %/,%,$(sort $(dir $(wildcard benchmarks/*.py examples/*.py scripts/*.py))))

comma := ,
space := $(subst ,, )
CORE_FILES := $(foreach m,$(CORE),src/pitboss/$(m).py src/pitboss/$(m)/*)

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[.a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The virtual environment: one folder, one stamp for each set of requirements in it.

$(VENV)/base.stamp: requirements.txt pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install $(LOCKED) requirements.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/base.stamp
	@$(PIP) install $(LOCKED) requirements-dev.txt
	@touch $@

$(VENV)/bench.stamp: requirements-bench.txt $(VENV)/base.stamp
	@$(PIP) install $(LOCKED) requirements-bench.txt
	@touch $@

.PHONY: .venv
.venv: $(VENV)/dev.stamp ## Make the virtual environment with every development tool

# Debian's Chromium without windows, for the tests in a browser: a page takes a third of the time of
# the one with windows, which serves too. It is looked for once; without either those tests skip.
$(VENV)/browser.stamp: | $(VENV)/dev.stamp
	@if ! command -v chromium-headless-shell > /dev/null && command -v apt-get > /dev/null \
	    && [ "$$(id -u)" = 0 ]; then \
	  export DEBIAN_FRONTEND=noninteractive; \
	  { timeout 120 apt-get -qq update \
	    && timeout 300 apt-get -qq install -y --no-install-recommends chromium-headless-shell; \
	  } > /dev/null 2>&1 || command -v chromium chromium-browser google-chrome > /dev/null \
	    || echo "note: no Chromium could be installed; tests in a browser will skip"; \
	fi
	@touch $@

.PHONY: run
run: $(VENV)/base.stamp ## Set up if needed, then serve the tables at http://localhost:8021; LAN=1: to phones too
	@$(BIN)/pitboss serve $(if $(LAN),--lan)

.PHONY: test
test: .venv $(VENV)/browser.stamp node_modules/.stamp ## Run the tests
	@$(PYTEST) || $(ALONE)

.PHONY: times
times: .venv $(VENV)/browser.stamp node_modules/.stamp ## Run the tests, and print the processor time of each folder
	@$(PYTEST) -p tests.times

.PHONY: test-long
test-long: .venv $(VENV)/browser.stamp ## Run the tests that take hours
	@$(PYTEST) -m long || [ $$? -eq 5 ]

# One seed is one world: the same faults and the same logs every time.
SEED ?= 1
COMMANDS ?= 2000
.PHONY: simulate
simulate: .venv ## Play a simulated world of faults: make simulate SEED=7
	@$(BIN)/python -m tests.world --seed $(SEED) --commands $(COMMANDS)

.PHONY: plant
plant: .venv ## Plant bugs in a copy of the tree, and see that the tests find every one
	@$(BIN)/python -m scripts.plant

# The same seed makes the same faults: make mutate AREA="money odds" COUNT=100 SEED=1
AREA ?= money hands ledger wagers
COUNT ?= 100
.PHONY: mutate
mutate: .venv ## Make random small faults in AREA, and see how many the tests notice
	@$(BIN)/python -m scripts.mutate $(AREA) --count $(COUNT) --seed $(SEED)

.PHONY: quick
quick: .venv node_modules/.stamp ## Check in a minute what a change breaks most often
	@$(BIN)/python -m scripts.quick

.PHONY: check
check: lint types types-js imports test cover-core audit ## Everything that must hold before a commit lands

.PHONY: lint
lint: .venv ## Formatting and lint, without changing a file
	@$(BIN)/ruff format --check $(CODE)
	@$(BIN)/ruff check $(CODE)

.PHONY: format
format: .venv ## Format and fix what can be fixed
	@$(BIN)/ruff check --fix-only $(CODE)
	@$(BIN)/ruff format $(CODE)

.PHONY: types
types: .venv ## mypy --strict
	@$(BIN)/python -m mypy --strict $(CODE)

# Tools that check the page. Without npm they are left out, and what needs them skips and says so.
node_modules/.stamp: package.json package-lock.json
	@if command -v npm > /dev/null; then npm ci --silent --no-progress && touch $@; \
	else echo "note: npm is missing; the types of the page are not checked"; fi

.PHONY: types-js
types-js: node_modules/.stamp ## tsc over the page, typed in comments
	@! test -e node_modules/.stamp || node_modules/.bin/tsc -p jsconfig.json

.PHONY: imports
imports: .venv ## Who may import whom
	@$(BIN)/lint-imports --no-logo

.PHONY: cover
cover: .venv $(VENV)/browser.stamp node_modules/.stamp ## Run all tests and hold branch coverage to its floor
	@$(PYTEST) --cov --cov-report=term:skip-covered

# The tests of the core alone show all of it, in a third of the time; the record of random tables
# shows nothing that they do not, and is slow under measurement.
.PHONY: cover-core
cover-core: .venv ## Hold the branch coverage of the core to its floor
	@$(PYTEST) -q --cov --cov-report= --cov-fail-under=0 \
	  --ignore=tests/properties/test_record.py $(CORE_TESTS) || $(ALONE)
	@echo "coverage of the core ($(CORE)), floor $(CORE_FLOOR) %:"
	@$(BIN)/python -m coverage report --skip-covered --fail-under=$(CORE_FLOOR) \
	  --include='$(subst $(space),$(comma),$(CORE_FILES))'

.PHONY: audit
audit: .venv ## Look the dependencies up among known vulnerabilities, where that can be reached
	@$(BIN)/python -m scripts.audit_dependencies

.PHONY: bench
bench: $(VENV)/bench.stamp ## Run every benchmark
	@for script in $(filter-out benchmarks/load.py,$(wildcard benchmarks/[a-z]*.py)); do \
	  echo "== $$script"; PYTHONPATH=. $(BIN)/python $$script; done

.PHONY: docs
docs: .venv ## Write the reference pages
	@$(BIN)/python -m scripts.build_docs
	@$(BIN)/python -m scripts.build_edges
	@$(BIN)/python -m scripts.build_wager_pages
	@$(BIN)/python -m scripts.build_par_sheets
	@$(BIN)/python -m scripts.build_promises
	@$(BIN)/python -m scripts.build_protocol
	@$(BIN)/python -m scripts.build_options
	@$(BIN)/python -m scripts.build_types
	@$(BIN)/python -m scripts.languages write
	@$(BIN)/python -m scripts.build_site_pages
	@$(BIN)/python -m scripts.build_licences

.PHONY: results
results: .venv ## Solve the shipped games anew, for the package to bring along
	@$(BIN)/python -m scripts.build_results

.PHONY: site
site: .venv ## Build the documentation site in build/site; a broken link fails
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

.PHONY: package
package: .venv ## Build the wheel and the sdist in dist/, and check them
	@rm -rf dist
	@$(BIN)/python -m build --no-isolation --outdir dist .
	@$(BIN)/python -m twine check --strict dist/*

.PHONY: lock
lock: export CUSTOM_COMPILE_COMMAND = make lock
lock: ## Pin the requirements again, with hashes
	@test -x .venv-lock/bin/python || $(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/python -m pip -qq --disable-pip-version-check install $(LOCK_TOOLS)
	@$(LOCK) --build-deps-for=editable --extra server -o requirements.txt pyproject.toml
	@$(GROUP) dev | $(LOCK) -c requirements.txt $(addprefix --extra ,$(TESTED)) \
	  -o requirements-dev.txt pyproject.toml -
	@$(GROUP) bench | $(LOCK) -c requirements-dev.txt --extra server \
	  -o requirements-bench.txt pyproject.toml -

.PHONY: clean
clean: ## Remove everything that can be made again
	@rm -rf $(VENV) .venv-lock .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache \
	  .ruff_cache .import_linter_cache build dist node_modules
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
