# Everything works on a fresh clone: what a target needs, it installs first, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
GAMES ?= 1000
FEWER ?= 300
TITLES := warsaw-1920 west-was-saved strike-of-the-eagle nest-of-eagles red-star-white-eagle
STRIKE := zhlobin kiev budyonny to-warsaw vistula niemen lwow campaign
RED := gates belarus-short belarus-long campaign
NEST := berezina kiev spring counteroffensive july warsaw summer niemen war-of-1920
MODULES := web/node_modules/.ready
CLIENT := src/vistula/server/static/index.html
export PYTHONDONTWRITEBYTECODE :=  # modules are compiled once, and not by each of the hundreds of processes of a test run
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: play test test-postgres lint pytest web-check web-test packages browser postgres nginx extras soak mutants bench bench-server docs rules records pythons setup clean

play: $(READY) $(CLIENT)  ## the table, on http://127.0.0.1:1920
	$(BIN)/vistula serve

test:  ## everything that must hold: what runs on one core beside one another, then the tests on two
	$(MAKE) --no-print-directory --output-sync -j 2 lint web-check packages $(CLIENT)
	$(MAKE) --no-print-directory pytest

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

web-check: $(MODULES)  ## types, lint and tests of the client
	cd web && npm run --silent check

pytest: $(READY) $(CLIENT) packages
	$(BIN)/python -m pytest -n 2 --dist worksteal

web-test: $(READY) $(CLIENT) browser  ## the browser tests alone; their pictures are in build/screenshots
	$(BIN)/python -m pytest -n 2 --dist worksteal tests/web

types: $(READY) $(MODULES)  ## the client's types of the wire, from the server's
	$(BIN)/python web/tools/openapi.py build/openapi.json
	cd web && VISTULA_OPENAPI=../build/openapi.json npm run --silent types

browser:  ## the browser tests drive the Chromium of the system
	@command -v chromium >/dev/null || { echo "installing chromium from the system's packages"; \
	  $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq --no-install-recommends chromium; }

postgres:  ## the tests of several processes start a PostgreSQL of their own
	@ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null || { \
	  echo "installing postgresql from the system's packages"; $(SUDO) mkdir -p /etc/postgresql-common; \
	  echo "create_main_cluster = false" | $(SUDO) tee /etc/postgresql-common/createcluster.conf >/dev/null; \
	  $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq --no-install-recommends postgresql; }

nginx:  ## and stand behind nginx; it is not started for the system
	@PATH=$$PATH:/usr/sbin command -v nginx >/dev/null || { echo "installing nginx from the system's packages"; \
	  printf '#!/bin/sh\nexit 101\n' | $(SUDO) tee /usr/sbin/policy-rc.d >/dev/null; $(SUDO) chmod +x /usr/sbin/policy-rc.d; \
	  $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq --no-install-recommends nginx-light; \
	  $(SUDO) rm -f /usr/sbin/policy-rc.d; }

packages:  ## one after another: the system installs one thing at a time
	@$(MAKE) --no-print-directory browser
	@$(MAKE) --no-print-directory postgres
	@$(MAKE) --no-print-directory nginx

test-postgres: $(READY) $(CLIENT) packages  ## the tests of the server with PostgreSQL in place of SQLite
	VISTULA_ON_POSTGRES=1 $(BIN)/python -m pytest -n 2 --dist worksteal tests/server

# A registry without the bundler's builds for other systems cannot satisfy `npm ci`; `npm install` keeps to the lockfile too.
$(MODULES): web/package-lock.json
	@command -v npm >/dev/null || { echo "the client is built with Node 20 or newer; npm is not there" >&2; exit 1; }
	cd web && { npm ci --no-audit --no-fund --loglevel=silent || npm install --no-audit --no-fund --loglevel=error; }
	touch $@

$(CLIENT): $(MODULES) $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)
	cd web && npm run --silent build
	touch $@

extras: $(READY)  ## the tests that need Ray, OpenSpiel and GeoNames, 500 MB of packages that `make test` does without
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[lab-ray,env-openspiel,atlas]'
	$(BIN)/python -m pytest tests/lab/test_cluster.py tests/env/test_spiel.py tests/atlas/test_survey.py

soak: $(READY)  ## the full numbers: 1,000 random games of each set-up, 300 of each scenario, with every contract check
	set -e; for setup in quick free; do $(BIN)/python tests/soak/run.py warsaw-1920 $$setup $(GAMES); done
	$(BIN)/python tests/soak/run.py west-was-saved campaign $(GAMES)
	$(BIN)/python tests/soak/run.py west-was-saved kiev $(FEWER)
	set -e; for scenario in $(STRIKE); do $(BIN)/python tests/soak/run.py strike-of-the-eagle $$scenario $(FEWER); done
	set -e; for scenario in $(STRIKE); do $(BIN)/python tests/soak/run.py strike-of-the-eagle $$scenario $(FEWER) \
	  --leaning late-leaders; done
	set -e; for scenario in $(NEST); do $(BIN)/python tests/soak/run.py nest-of-eagles $$scenario $(FEWER); done
	set -e; for scenario in $(RED); do $(BIN)/python tests/soak/run.py red-star-white-eagle $$scenario $(FEWER); done
	set -e; for folder in tests/players/puzzles/*; do $(BIN)/python tests/soak/puzzles.py $$(basename $$folder); done
	VISTULA_WAYS=100 $(BIN)/python -m pytest tests/atlas/test_wrong_packs.py
	$(BIN)/python tests/soak/kills.py 1000
	VISTULA_SOAK=1 $(BIN)/python -m pytest tests/server/test_estate.py
	$(BIN)/python tests/soak/estates.py 1000
	$(BIN)/python tests/soak/bad_messages.py 100000
	VISTULA_ON_POSTGRES=1 $(BIN)/python tests/soak/bad_messages.py 100000
	set -e; for title in $(TITLES); do $(BIN)/python tests/mutants/run.py $$title --seed $$(date +%j); done

mutants: $(READY)  ## change code that cites a rule and see whether the tests named for it notice: TITLE= RULE= SAMPLE= SEED=
	set -e; for title in $(or $(TITLE),$(TITLES)); do \
	  $(BIN)/python tests/mutants/run.py $$title --rule "$(RULE)" --sample $(or $(SAMPLE),300) --seed $(or $(SEED),1); done

bench: $(READY)  ## figures, never a verdict; also written to build/bench.json
	PYTHONPATH=tests $(BIN)/python tests/bench/run.py

bench-server: $(READY)  ## actions a second at 32 tables, beside the same with an empty action
	$(BIN)/python tests/bench/bench_server.py

bench-web: $(READY) $(CLIENT) browser  ## milliseconds a frame while the map is panned
	PYTHONPATH=tests $(BIN)/python tests/bench/bench_web.py

docs: $(READY)  ## the pictures of the boards in docs/ and on the shelf
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[atlas]'
	$(BIN)/python atlas/gallery.py
	$(BIN)/python web/tools/pictures.py

atlas: $(READY)  ## the five boards, anew from geography
	$(BIN)/python atlas/build.py

rules: $(READY)  ## write into each rules.toml where its rules live and which tests prove them
	$(BIN)/python -c "from vistula.kernel.checklist import main; main()"

records: $(READY)  ## play the recorded games of the tests anew, after a change of rules or data that is meant: TITLE=
	$(BIN)/python tests/games/recorded.py $(TITLE)

pythons: $(READY)  ## the quick part of the tests on every Python found here; PYTHONS= names further ones
	$(BIN)/python tests/pythons.py $(PYTHONS)

setup: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[server,test,dev]'
	touch $@

clean:
	rm -rf build .mypy_cache .ruff_cache .pytest_cache .hypothesis
