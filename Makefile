# Each target does its own set-up (tools/setup), so a machine needs only Python 3.11 and make.

PORT ?= 8000
# Not from the environment, where some shells export HOST as the name of the machine.
HOST = 0.0.0.0
PYTHON = .venv/bin/python
UV = 0.13.8

.PHONY: help run check test test-all newest translated lint bench wheel pocket site release schema messages icons pictures \
	lock clean

help:
	@echo "make run      start the server; PORT=8001 make run for another port"
	@echo "make check    check style and types, then run the tests without browser or server"
	@echo "make test     check style and types, then run every test"
	@echo "make test-all that, with WebKit, PostgreSQL, longer fuzzing and another Python, in 20 minutes"
	@echo "make newest   run the tests without browser or server on another Python, 3.14 if it is there"
	@echo "make translated refuse messages and guides that are not translated completely"
	@echo "make lint     only the style and the types"
	@echo "make bench    run the benchmarks"
	@echo "make wheel    build the wheel in this folder"
	@echo "make pocket   write the companion without a server to build/pocket, for any web space"
	@echo "make site     write the documentation as a site to build/site, and the man page to man/"
	@echo "make release VERSION=0.2.0 set the version, and build and try wheel, sdist, pocket and site;"
	@echo "              with REPOSITORY=https://… their pages on an index have links"
	@echo "make schema   write the JSON Schemas of the record file to docs/"
	@echo "make messages gather the sentences to translate in companion/wording/messages.pot"
	@echo "make icons    draw the icons of the home screen from their SVG"
	@echo "make pictures take the pictures of the README again"
	@echo "make lock     pin the newest allowed versions in the requirements files"
	@echo "make clean    remove what set-up and tests made; the evenings in instance/ stay"

run:
	@tools/setup run
	@exec $(PYTHON) -m companion serve --host $(HOST) --port $(PORT) \
		$(if $(WORKERS),--workers $(WORKERS))

# A worker runs whole files, so that what their tests share is made once.
WITHOUT_BROWSER = -m pytest -n 2 --dist loadfile -m "not slow and not server" \
	--ignore tests/browser --ignore tests/webkit

check: lint
	$(PYTHON) $(WITHOUT_BROWSER)

test: SETUP = browser
test: lint
	$(PYTHON) -m pytest -n 4 --dist worksteal -m "not slow"

# Each property gets FUZZ times as many examples. What `make newest` says of a Python that is missing comes
# last, to be seen.
test-all: SETUP = slow
test-all: translated lint
	FUZZ=2 $(PYTHON) -m pytest -n 4 --dist worksteal
	DATABASE=postgresql $(PYTHON) -m pytest -n 4 --dist worksteal -m "not slow and not hypothesis" \
		tests/web tests/test_nothing_lost.py tests/browser/test_every_game.py
	@$(MAKE) --no-print-directory newest

# The properties are of the rules, which need no second Python.
newest:
	@tools/setup test
	@tools/setup newest
	@if [ -d .venv-newest ]; then set -x; \
		.venv-newest/bin/python $(WITHOUT_BROWSER) -m "not slow and not server and not hypothesis"; fi

translated:
	@tools/setup run
	$(PYTHON) tools/complete.py

SETUP = test

# In a fresh checkout, pytest compiles the tests meanwhile, once, and not again in each worker.
lint:
	@tools/setup $(SETUP)
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	@[ -e tests/__pycache__ ] || $(PYTHON) -m pytest -qq --collect-only >/dev/null & \
		echo "$(PYTHON) -m mypy"; $(PYTHON) -m mypy && wait

bench:
	@tools/setup browser
	@tools/setup pocket
	$(PYTHON) -m bench

# Files that were deleted since the last build would stay in build/ and in the wheel, and a folder without git would
# take its version from the egg-info.
wheel:
	@tools/setup run
	@rm -rf $(BUILT)
	$(PYTHON) -m pip wheel --quiet --disable-pip-version-check --no-deps .
	@rm -rf $(BUILT)

BUILT = build/lib build/bdist.* *.egg-info

pocket:
	@tools/setup pocket
	$(PYTHON) -m tools.pocket

site:
	@tools/setup site
	.venv-site/bin/python -m tools.website
	$(PYTHON) -m tests.website build/site

release: translated
	@tools/setup pocket
	@tools/setup site
	$(PYTHON) -m tools.release "$(VERSION)" "$(REPOSITORY)"
	@rm -rf $(BUILT)

schema:
	@tools/setup run
	$(PYTHON) -m companion schema > docs/record.schema.json
	$(PYTHON) -m companion schema --lenient > docs/record.lenient.schema.json

messages:
	@tools/setup test
	.venv/bin/pybabel -q extract -F companion/wording/babel.cfg -k _n:1,2 -k Plural:1,2 -k _p:1c,2 -k NP_:1c,2 \
		--add-comments I18N: --sort-by-file --add-location file --project loo-companion \
		-o companion/wording/messages.pot .
	for catalogue in companion/wording/catalogues/*.po; do \
		.venv/bin/pybabel -q update --previous --ignore-obsolete --ignore-pot-creation-date --no-wrap \
			-i companion/wording/messages.pot -o $$catalogue -l $$(basename $$catalogue .po) || exit 1; \
	done

icons:
	@tools/setup browser
	$(PYTHON) tools/icons.py

pictures:
	@tools/setup browser
	$(PYTHON) tools/pictures.py

# uv gets its own folder, so that it is not a dependency of the project. The lock files name no host:
# pip uses the index of the machine and checks the hashes.
lock:
	python3 -m venv --clear .venv-lock
	.venv-lock/bin/pip install --quiet uv==$(UV)
	.venv-lock/bin/uv pip compile $(LOCK_OPTIONS) pyproject.toml -o requirements.txt
	.venv-lock/bin/uv pip compile $(LOCK_OPTIONS) --extra test -c requirements.txt \
		pyproject.toml -o requirements-test.txt
	.venv-lock/bin/uv pip compile $(LOCK_OPTIONS) --extra site -c requirements.txt \
		pyproject.toml -o requirements-site.txt
	rm -rf .venv-lock

LOCK_OPTIONS = --quiet --upgrade --no-config --generate-hashes --universal --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

clean:
	rm -rf .venv .venv-lock .venv-newest .venv-site man .setup.lock .hypothesis .mypy_cache .pytest_cache .ruff_cache build *.egg-info
	find companion tests bench tools -name __pycache__ -prune -exec rm -rf {} +
