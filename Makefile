# make run    set up what is needed and serve Tertulia, by default on http://127.0.0.1:8000
# make run PUSH=1       the same with what TERTULIA_PUSH_CONTACT needs
# make run POSTGRES=1   the same with what a PostgreSQL in TERTULIA_DATABASE_URL needs; both go together
# make cluster          three nodes on this machine, with a PostgreSQL of their own and a proxy in front
# make test   set up what is needed and check everything, real browser included
# make test-engines   an evening and some moves of each game in Firefox and WebKit, which are installed for it
#
# For development:
# make test-long   both with larger counts, and tests too slow for daily use
# make check  only the quick part of the tests: style and types of Python, JavaScript and CSS, that pages use nothing newer
#             than the oldest supported browsers, the tests of the page that need no browser, vendored files
# make texts  what is missing, long or outside the glossary in any language, and a page of all sentences for a reviewer
# make bench  the measurements
# make bench-peers   what a move costs here and on Colyseus, boardgame.io and bare broadcasts, into docs/performance.md
# make bench-gin     Color Gin's strong bot plays ordinary gin against OpenSpiel's simple bot
# make load   how much one server carries: ten thousand sockets, two hundred rooms at play, everybody back at once
# make chaos  servers are killed, stopped and cut off for three quarters of an hour while robots play: nothing may be lost
# make blindfold   two copies of the server differ in what one viewer cannot know: everything that this viewer is sent is
#             compared, 100,000 things a game; BLINDFOLD="1000000 --postgres" for others
# make scale  measure what Tertulia costs on this machine, and write the tables of docs/capacity.md
# make mutants   breaks the program one line at a time and says which faults the tests do not notice; MUTANTS="tcnccc" for
#             some; without it also in five hundred places chosen at random, into test-results/sampled.txt
# make lighthouse   Lighthouse's scores for the pages, against their bars
# make dist   build what people install, into dist/: the wheel, its source, a wheelhouse, a package for Debian, and the
#             container image as an archive
# make lock   write the locks again after a change to pyproject.toml, a package.json or tools/vendor.toml;
#             make lock UPGRADE=--upgrade moves the Python packages to their newest versions
# make newest the server's tests with the newest packages that pyproject.toml allows, in an environment of their own
# make vendor re-create static/vendor/ as locked
# make clean  remove what the other commands made, but never data/

PYTHON ?= python3
# A Python that was named is used as it is; otherwise a faster one may be.
OR_FASTER := $(if $(filter file,$(origin PYTHON)),--or-faster)
BIN := .venv/bin
PUSH ?=
POSTGRES ?=
UPGRADE ?=
# Tests spend much of their time waiting: three workers for two cores.
WORKERS ?= $(shell echo $$((($$(getconf _NPROCESSORS_ONLN) * 3 + 1) / 2)))
TWO_AT_A_TIME := $(MAKE) --no-print-directory --jobs=2
MUTANTS ?=
BLINDFOLD ?=
CHECKS := mypy tsc ruff biome features page-tests vendored
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(UPGRADE)

.PHONY: run cluster test test-engines test-long ready check $(CHECKS) compiled chromium texts bench bench-peers load \
	chaos blindfold mutants scale lighthouse dist lock newest vendor clean

run: .venv/run $(if $(PUSH),.venv/run-push) $(if $(POSTGRES),.venv/run-postgres)
	@exec $(BIN)/python -m app

cluster: .venv/dev
	@exec $(BIN)/python -m tools.cluster

test: ready
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test-engines: .venv/dev
	$(BIN)/python -m tools.engines
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "" tests/engines

test-long: ready
	$(BIN)/python -m tools.engines
	LONG=1 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m ""

# Where the environment forbids bytecode caches, every process of a run would compile everything again.
test test-engines test-long: export PYTHONDONTWRITEBYTECODE =

ready: .venv/dev node_modules/dev
	@$(TWO_AT_A_TIME) compiled chromium $(CHECKS)

check: .venv/dev node_modules/dev
	@$(TWO_AT_A_TIME) $(CHECKS)

mypy: .venv/dev
	$(BIN)/mypy

tsc: node_modules/dev
	node_modules/.bin/tsc -p tsconfig.json
	node_modules/.bin/tsc -p tests/page

ruff: .venv/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

biome: node_modules/dev
	node_modules/.bin/biome ci --error-on-warnings

features: node_modules/dev
	node tools/features.mjs

page-tests: node_modules/dev
	node --test --test-reporter=dot tests/page/*.test.js

vendored: .venv/dev
	$(BIN)/python -m tools.vendor --check

# By one process, before several collect the tests at once; those report what cannot be collected.
compiled: .venv/dev
	-@$(BIN)/python -m pytest --collect-only --quiet >/dev/null

chromium: .venv/dev
	$(BIN)/python -m tools.chromium

texts: .venv/dev node_modules/dev
	$(BIN)/python -m tools.texts

bench: .venv/dev chromium
	$(BIN)/python benchmarks/start.py
	$(BIN)/python benchmarks/visits.py
	$(BIN)/python benchmarks/commits.py
	$(BIN)/python benchmarks/postgres_commits.py
	$(BIN)/python benchmarks/backup.py
	$(BIN)/python benchmarks/growth.py
	$(BIN)/python benchmarks/counting.py
	$(BIN)/python benchmarks/evaluator.py
	$(BIN)/python benchmarks/replays.py
	$(BIN)/python benchmarks/seals.py
	$(BIN)/python benchmarks/stopping.py
	$(BIN)/python benchmarks/push_to_dom.py
	$(BIN)/python benchmarks/first_table.py
	$(BIN)/python benchmarks/frames.py
	$(BIN)/python -m benchmarks.messages

bench-peers: .venv/dev benchmarks/peers/node/node_modules/dev
	$(BIN)/python -m benchmarks.peers --page docs/performance.md

bench-gin: benchmarks/ordinary_gin/.venv/dev
	benchmarks/ordinary_gin/.venv/bin/python -m benchmarks.ordinary_gin

load: .venv/dev
	$(BIN)/python -m benchmarks.load

chaos: .venv/dev
	$(BIN)/python -m chaos

blindfold: .venv/dev
	$(BIN)/python -m tests.blindfold $(BLINDFOLD)

mutants: .venv/dev node_modules/dev chromium
	$(BIN)/python -m tests.mutants $(MUTANTS)
	$(if $(MUTANTS),,$(BIN)/python -m tests.mutants.sampled)

scale: .venv/dev
	$(BIN)/python benchmarks/cost.py --write benchmarks/costs.json
	$(BIN)/python benchmarks/capacity.py --page docs/capacity.md
	$(BIN)/python benchmarks/cells.py --page docs/capacity.md
	$(BIN)/python benchmarks/cells.py --fill 0.3 --cells 12 --page docs/capacity.md

lighthouse: .venv/dev tools/lighthouse/node_modules/dev chromium
	$(BIN)/python -m tools.lighthouse

dist: .venv/dev
	$(BIN)/python -m tools.dist

lock: .venv/dev
	$(COMPILE) pyproject.toml --output-file requirements/server.lock
	$(COMPILE) pyproject.toml --extra push --constraint requirements/server.lock --output-file requirements/push.lock
	$(COMPILE) pyproject.toml --extra postgres --constraint requirements/server.lock \
		--output-file requirements/postgres.lock
	$(COMPILE) --group build --output-file requirements/build.lock
	$(COMPILE) pyproject.toml --all-extras --group dev --constraint requirements/push.lock \
		--constraint requirements/postgres.lock --constraint requirements/build.lock \
		--output-file requirements/dev.lock
	$(COMPILE) benchmarks/ordinary_gin/requirements.in --constraint requirements/server.lock \
		--output-file benchmarks/ordinary_gin/requirements.lock
	npm install --package-lock-only
	npm install --package-lock-only --prefix tools/lighthouse
	npm install --package-lock-only --prefix benchmarks/peers/node
	$(BIN)/python -m tools.vendor --update

newest: .venv/dev
	$(BIN)/python -m tools.newest

vendor: .venv/dev
	$(BIN)/python -m tools.vendor

clean:
	rm -rf dist .venv node_modules tools/lighthouse/node_modules benchmarks/peers/node/node_modules benchmarks/ordinary_gin/.venv .hypothesis .mypy_cache .pytest_cache .ruff_cache test-results
	find app benchmarks chaos games migrations tertulia tests tools -name __pycache__ -prune -exec rm -rf {} +

# Setting up needs this; if it is missing, a sentence says what to install.
NEED_PYTHON = @command -v $(PYTHON) >/dev/null || \
	{ echo "Tertulia needs Python 3.11 or newer: apt-get install python3 python3-venv"; exit 1; }
NEED_NPM = @command -v npm >/dev/null || { echo "The tests need Node and npm: apt-get install nodejs npm"; exit 1; }

# A lock is installed again only when it is newer than the stamp of its last installation, or when the Python that it was
# installed for has gone or was replaced, as by an upgrade of the system.
STAMPS := $(wildcard .venv/run .venv/run-* .venv/dev)
ifneq ($(and $(STAMPS),$(shell { $(BIN)/python -c 'import msgspec' || echo gone; } 2>/dev/null)),)
$(STAMPS): another-python
endif

.PHONY: another-python
another-python:

.venv/run: requirements/server.lock
	$(NEED_PYTHON)
	$(PYTHON) -m tools.set_up $< $(OR_FASTER)
	@touch $@

.venv/run-%: requirements/%.lock
	$(NEED_PYTHON)
	$(PYTHON) -m tools.set_up $< $(OR_FASTER)
	@touch $@

.venv/dev: requirements/dev.lock
	$(NEED_PYTHON)
	$(PYTHON) -m tools.set_up $< $(OR_FASTER)
	@touch $@

benchmarks/ordinary_gin/.venv/dev: benchmarks/ordinary_gin/requirements.lock
	$(NEED_PYTHON)
	$(PYTHON) -m venv benchmarks/ordinary_gin/.venv
	benchmarks/ordinary_gin/.venv/bin/pip install --quiet --require-hashes -r $<
	@touch $@

node_modules/dev: package-lock.json
	$(NEED_NPM)
	npm ci
	@touch $@

tools/lighthouse/node_modules/dev: tools/lighthouse/package-lock.json
	$(NEED_NPM)
	npm ci --prefix tools/lighthouse
	@touch $@

benchmarks/peers/node/node_modules/dev: benchmarks/peers/node/package-lock.json
	$(NEED_NPM)
	npm ci --prefix benchmarks/peers/node
	@touch $@
