# Every target sets up what it needs in .venv: Python 3.11 or newer, make and a package index are enough.
# Paths stay relative, so that the checkout may live in a folder with a space in its name.

BIN := .venv/bin
PY := $(BIN)/python
PIP := $(PY) -m pip install -q --disable-pip-version-check
# The stamps: the environment exists, can run chipbook, can check chipbook.
MADE := .venv/.made-in
RUN := .venv/.ready-run
DEV := .venv/.ready-dev

.NOTPARALLEL:
.PHONY: help demo test style types contracts tests house torture cluster bench messages screens dist setup lock clean moved

help:
	@echo 'make demo       a night from opening to settlement, on a book of its own'
	@echo 'make test       everything below that checks: style, types, contracts, tests'
	@echo 'make style      ruff: lint and format'
	@echo 'make types      mypy, strict'
	@echo 'make contracts  who may import whom, and which packages are declared'
	@echo 'make tests      tidy and all other tests'
	@echo 'make house      how large the house is, and through how many files a request runs'
	@echo 'make torture    the same tests with many more random nights, hands and requests: hours, not minutes'
	@echo 'make cluster    many tables on a whole service, measured, and killed in the middle'
	@echo 'make bench      chipbook measured, beside its peers'
	@echo 'make messages   bring the catalogues of other languages up to date'
	@echo 'make screens    a picture of every page, at four widths, in both languages'
	@echo 'make dist       the wheel and the source archive, in dist/'
	@echo 'make setup      only the environment'
	@echo 'make lock       new hashed lock files (make lock UPGRADE=--upgrade for newer versions)'
	@echo 'make clean      remove the environment and every cache'

demo: $(RUN)
	@$(BIN)/chipbook demo --open

# The types are checked beside everything else, which waits for one processor or for servers now and then; what is found is
# told at the end.
test: $(DEV)
	@said=$$(mktemp); $(PY) -m mypy >"$$said" 2>&1 & types=$$!; \
	trap 'kill $$types 2>/dev/null; rm -f "$$said"; exit 130' INT TERM; \
	$(MAKE) --no-print-directory style contracts || { kill $$types; rm -f "$$said"; exit 1; }; \
	$(MAKE) --no-print-directory tests; tests=$$?; \
	wait $$types; found=$$?; cat "$$said"; rm -f "$$said"; \
	test $$tests = 0 && test $$found = 0

style: $(DEV)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	@$(PY) -m tests.house --long

types: $(DEV)
	$(PY) -m mypy

contracts: $(DEV)
	$(BIN)/lint-imports
	$(BIN)/deptry $(OWN)

# What the test runner makes of the test modules is kept too, also where Python is told to write no bytecode; the first time
# one process makes it for all the others, which would each do the same.
tests: $(DEV)
	@test -d tests/engine/__pycache__ || PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -q --collect-only >/dev/null
	PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -n auto --dist loadfile --no-loadscope-reorder

house: $(DEV)
	@$(PY) -m tests.house

torture: $(DEV)
	CHIPBOOK_SOAK=2000 CHIPBOOK_ALL_HANDS=1 PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -n auto

cluster: $(DEV)
	$(PY) -m tests.cluster

bench: $(DEV)
	$(PY) -m tests.bench

messages: $(DEV)
	$(PY) -m tests.messages

screens: $(DEV)
	$(PY) -m tests.browser.screens build/screens

# From a copy of what is tracked: the builder leaves its files beside the sources.
dist: $(DEV)
	@rm -rf dist build/dist; mkdir -p build/dist; git archive HEAD | tar -x -C build/dist
	@$(BIN)/uv build -q --python $(PY) --no-build-isolation --out-dir dist build/dist; rm -rf build/dist; ls -sh1 dist

setup: $(DEV)

# Setting up

# The first Python that is new enough; PYTHON=... comes before all others.
FIND_PYTHON = \
	for python in "$(PYTHON)" python3 python3.14 python3.13 python3.12 python3.11 none; do \
	    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	done; \
	test "$$python" != none || { \
	    echo 'Python 3.11 or newer is missing: apt-get install python3 python3-venv, or make PYTHON=/path/to/python3' \
	        >&2; exit 1; }; \
	"$$python" -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "The venv module of $$python is missing: apt-get install python3-venv" >&2; exit 1; }

# An environment knows its place by heart: a checkout that was moved or copied gets a new one.
ifneq ($(shell cat $(MADE) 2>/dev/null),$(CURDIR))
$(MADE): moved
endif

# uv is a convenience: where it cannot be had, pip installs the same files.
$(MADE): requirements/uv.txt
	@$(FIND_PYTHON); \
	echo "Setting up .venv with $$python (once)"; \
	if test -f $(MADE); then rm -rf .venv; fi; \
	"$$python" -m venv .venv
	@$(PIP) --require-hashes -r requirements/uv.txt || \
	    echo 'uv could not be installed: pip does its work, more slowly.' >&2
	@pwd -P > $(MADE)

# $(1) is uv's way to take the lock file $(2); then chipbook itself, editable, built by the locked setuptools.
# Compiled once here, everything starts quickly even where Python may not write its bytecode.
OWN := engine service cli migrations
install = if test -x $(BIN)/uv; then \
	    $(BIN)/uv pip $(1) $(2) -q --python $(PY) --require-hashes --compile-bytecode && \
	    $(BIN)/uv pip install -q --python $(PY) --no-deps --no-build-isolation -e .; \
	else \
	    $(PIP) --require-hashes -r $(2) && $(PIP) --no-deps --no-build-isolation -e .; \
	fi && $(PY) -m compileall -q $(OWN)

$(RUN): $(MADE) requirements/run.txt pyproject.toml
	@$(call install,install -r,requirements/run.txt)
	@touch $(RUN)

# Holds everything of the run-time lock in the same versions, so that it is ready for the demo too.
$(DEV): $(MADE) requirements/dev.txt pyproject.toml
	@$(call install,sync,requirements/dev.txt)
	@touch $(RUN) $(DEV)

# One lock for every system and Python, with hashes and without addresses.
COMPILE = $(BIN)/uv pip compile -q --python $(PY) --generate-hashes --universal --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' $(UPGRADE)

lock: $(MADE)
	@$(COMPILE) --group uv -o requirements/uv.txt
	@$(COMPILE) pyproject.toml --extra all --group build -o requirements/run.txt
	@$(COMPILE) pyproject.toml --group build --group dev --extra all --extra bench -c requirements/run.txt -o requirements/dev.txt

clean:
	rm -rf .venv build dist chipbook.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
