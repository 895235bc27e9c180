# Every way in. `make demo` and `make test` need nothing but git and make: they install what is missing first.
# The other targets are steps of these two.

PROGRAM := build/release/sfumato

.PHONY: demo test quick build setup package wheel r-package bench format lint docs papers fuzz fuzz-nightly faults clean

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

# The Python package with the library in it.
wheel:
	@scripts/setup package
	@scripts/wheel

# The R package with the library in it.
r-package:
	@scripts/setup r-package
	@scripts/r-package

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
	@scripts/build release library
	@scripts/python-functions
	@scripts/r-functions

papers: build
	@scripts/papers

fuzz:
	@scripts/setup test
	@scripts/fuzz

# All targets for ten minutes each; adds to the totals in fuzz/nightly.csv.
fuzz-nightly:
	@scripts/setup test
	@scripts/fuzz --nightly

# Every system call of every writer fails in every way; the plain tests take one in three.
faults:
	@scripts/setup test
	@scripts/build release all_tests
	@SFUMATO_FAULTS=all build/release/tests/fault_tests --gtest_brief=1

clean:
	@rm -rf build
