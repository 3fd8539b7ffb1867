# Everything works on a fresh clone: what a target needs, it installs first, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
GAMES ?= 1000

.PHONY: play test lint pytest soak bench docs rules setup clean

play: $(READY)  ## a game in the terminal, you against chance
	$(BIN)/vistula play warsaw-1920 --seat russia=random

test: lint pytest  ## everything that must hold

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

pytest: $(READY)
	$(BIN)/python -m pytest -n 2

soak: $(READY)  ## the full numbers: 1,000 random games of each set-up with every contract check
	set -e; for setup in quick free; do $(BIN)/python tests/soak/run.py warsaw-1920 $$setup $(GAMES); done

bench: $(READY)  ## figures, never a verdict; also written to build/bench.json
	$(BIN)/python tests/bench/run.py

docs: $(READY)  ## the pictures in docs/
	$(BIN)/vistula board warsaw-1920 --scenario quick -o docs/board.png --width 1400

rules: $(READY)  ## write into each rules.toml where its rules live and which tests prove them
	$(BIN)/python -m vistula.kernel.checklist

setup: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[server,test,dev]'
	touch $@

clean:
	rm -rf build .mypy_cache .ruff_cache .pytest_cache .hypothesis
