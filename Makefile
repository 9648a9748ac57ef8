# Everything that a person does with this repository. `make` lists it.
# Needs Python 3.11 or newer and Node 20.19 or newer; the rest is installed into .venv and frontend/node_modules.
# The system's own Python comes first: distributions build theirs with optimizations that version managers
# leave out, which is a third of the time. PYTHON=… chooses another.
suitable = $(shell for name in /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11; do \
	$$name -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && exit; done; echo python3)
PYTHON ?= $(suitable)
# What Python has compiled is kept in var/, also where an environment asks it to write nothing beside the sources:
# a check starts hundreds of processes, and each would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/var/compiled

.DEFAULT_GOAL := help
.PHONY: help run test test-all test-backend test-frontend e2e screenshots year wander deploy-check lint fix schema audit sbom bench proof mutants

help: ## list the targets
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "make %-14s %s\n", $$1, $$2}'

run: ## install, build and start everything with demo data on http://localhost:8000 (PORT=… changes it)
	@exec $(PYTHON) -m tools.run

test: ## what must never break: all that CI runs
	@exec $(PYTHON) -m tools.check test

test-all: ## the same, with every case, on both databases, and every browser test
	@exec $(PYTHON) -m tools.check all

test-backend: ## back-end tests on SQLite; T='orders/tests -k cancel' chooses, DB=postgres changes the database, AT=2027-03-28T01:30 the time
	@exec $(PYTHON) -m tools.check backend $(T)

test-frontend: ## lint, types, unit tests, build, dead code and size of the web app
	@exec $(PYTHON) -m tools.check frontend

e2e: ## the browser tests, against fresh copies of the product; T='booking' or T=--last-failed chooses, AT=2027-03-28T01:30 the instant
	@exec $(PYTHON) -m tools.check e2e $(T)

screenshots: ## take the README's pictures anew, of the present product; AT=2027-03-28T01:30 chooses the instant
	@exec $(PYTHON) -m tools.screenshots

year: ## live a year of the whole marketplace; SEED=7 chooses which, DAYS=30 how long, DB=postgres changes the database
	@exec $(PYTHON) -m tools.check year

wander: ## walk through the web app as people do, faults included; SEED=7 chooses how, MINUTES=10 how long
	@exec $(PYTHON) -m tools.check wander

deploy-check: ## carry out docs/deploy.md in a clean environment and use the site that it brings up
	@exec $(PYTHON) -m tools.check deploy

lint: ## style, words, types, import floors and circles, requirements, migrations, schema, of the web app too
	@exec $(PYTHON) -m tools.check lint

fix: ## repair what can be repaired by a program
	@exec $(PYTHON) -m tools.fix

schema: ## write docs/openapi.json and the web app's types from the views
	@exec $(PYTHON) -m tools.schema

audit: ## ask PyPI and npm whether anything of a release has a known weakness
	@exec $(PYTHON) -m tools.audit

sbom: ## what a release is made of, as CycloneDX, into var/sbom/
	@exec $(PYTHON) -m tools.sbom

bench: ## measure against bare limits on PostgreSQL with production settings; T='P1 P5' chooses
	@exec $(PYTHON) -m tools.measure bench $(T)

proof: ## the full figures of the quality page on both databases, a line a row; T='R1 R9', DB=sqlite choose
	@exec $(PYTHON) -m tools.measure proof $(T)

mutants: ## edit the rules wrongly, one edit at a time, and count what the tests notice (an hour or two; EVERY=8 samples)
	@exec $(PYTHON) -m tools.mutants $(T)
