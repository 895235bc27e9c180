# Every way in. `make demo` and `make test` need nothing but git and make: they install what is
# missing first. The other targets are steps of these two.

PROGRAM := build/release/sfumato

.PHONY: demo test build setup bench format lint docs papers fuzz clean

demo: build
	@$(PROGRAM) demo

test: setup
	@scripts/test

build: setup
	@scripts/build release

setup:
	@scripts/setup

bench: setup
	@scripts/bench

format: setup
	@scripts/format

lint: setup
	@scripts/lint

docs: build
	@$(PROGRAM) reference docs/reference

papers: build
	@scripts/papers

fuzz: setup
	@scripts/fuzz

clean:
	@rm -rf build
