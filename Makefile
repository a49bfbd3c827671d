# The two commands of the README do all the set-up: `make run` and `make test`.
VENV   := .venv
BIN    := $(VENV)/bin
PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
STORE  ?=
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: run test check bench fix dist clean

run: $(VENV)/.run ## Open the app on a demo store; without a display, render every place to build/tour instead
	@packaging/system-packages.sh window
	@$(BIN)/python -m memento_gui $(if $(STORE),"$(STORE)",--demo) --without-display build/tour

test: $(VENV)/.dev ## Run all tests
	@packaging/system-packages.sh window
	@$(BIN)/python -m pytest $(TESTS)

check: $(VENV)/.dev ## Formatting, lint, types, layers
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: $(VENV)/.dev ## Print every speed goal as a ratio and how well searches find; write bench.json
	@packaging/system-packages.sh window
	@$(BIN)/python -m tests.bench --json bench.json $(BENCH)

fix: $(VENV)/.dev ## Format, and mend what can be mended by itself
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

dist: $(VENV)/.dev ## Build the wheel and the source archive
	@$(BIN)/python -m build

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Memento needs Python 3.11 or newer; found: $$($(PYTHON) --version 2>&1). Say which with make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || packaging/system-packages.sh venv
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run: $(VENV)/.python pyproject.toml
	@echo "Installing Memento into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.python pyproject.toml
	@echo "Installing Memento and its development tools into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/.run

clean: ## Remove what the commands above made
	rm -rf $(VENV) build dist bench.json .mypy_cache .ruff_cache .pytest_cache .hypothesis
