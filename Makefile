# Every way in. `make demo` and `make test` need nothing but git and make: they install what is missing first.
# The other targets are steps of these two.

PROGRAM := build/release/sfumato

.PHONY: demo test quick build setup package bench format lint docs papers fuzz clean

demo: build
	@echo "demo: running the main job on made-up data"
	@$(PROGRAM) demo

test:
	@scripts/test

# What the last change touches: for the developer's loop.
quick:
	@scripts/quick

build: setup
	@echo "build: compiling the program (a first build takes about 5 minutes on 2 cores)"
	@scripts/build release

setup:
	@scripts/setup program

package:
	@scripts/setup package
	@scripts/package

bench:
	@scripts/setup test
	@scripts/bench

format:
	@scripts/setup test
	@scripts/format

lint:
	@scripts/setup test
	@scripts/lint

docs: build
	@$(PROGRAM) reference docs/reference

papers: build
	@scripts/papers

fuzz:
	@scripts/setup test
	@scripts/fuzz

clean:
	@rm -rf build
