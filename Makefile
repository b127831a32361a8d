# make help says what there is.

PREFIX ?= /usr/local
DESTDIR ?=
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
PYTHON ?= python3
SWIFT ?= swift
SWIFTC ?= swiftc
HOST ?=
DIR ?= Tests/Scenarios
VERSION := 0.1.0

BUILD := build
LIBRARY := $(BUILD)/lib/libpersonalize.so.1
WARNINGS := -Wall -Wextra -Wpedantic -Werror
CFLAGS_ALL := -std=c99 -O2 -g $(WARNINGS) -Iinclude
LINK := -L$(BUILD)/lib -Wl,-rpath,$(abspath $(BUILD)/lib) -lpersonalize
PYTHON_ENVIRONMENT := PYTHONPATH=bindings/python PERSONALIZE_LIBRARY=$(abspath $(LIBRARY))
TOOLS := $(BUILD)/tools
SOURCES := $(shell find Sources include -name '*.swift' -o -name '*.h' -o -name 'module.modulemap')

# The Swift runtime goes into the library, and nothing but the interface comes
# out of it. These flags are here and not in Package.swift, where they would keep
# Swift packages from depending on this one. Without the two implicit imports the
# modules for regular expressions and concurrency are not linked, and using them
# is an error. lld, because gold leaves names of the inside in the symbol table.
# Folding equal functions and packing relocations make the file 0.6 MB smaller;
# packed ones need glibc 2.36, which Debian 12 has.
IMPORTS := -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
	-Xswiftc -Xfrontend -Xswiftc -disable-implicit-concurrency-module-import
MODULES := ABI Runtime Exponea CleverTap WebEngage House Markup Storage Transport Core JSON
LIBRARY_FLAGS := -emit-library -use-ld=lld -static-stdlib -no-toolchain-stdlib-rpath \
	-Xlinker --version-script=libpersonalize.map -Xlinker -soname=libpersonalize.so.1 \
	-Xlinker --gc-sections -Xlinker --icf=all -Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker --exclude-libs=ALL -ljansson -lsqlite3 -lcurl -lgumbo

.PHONY: all lib install demo test check lint help deps clean benchmark scenarios
.PHONY: simulate test-swift test-examples test-c test-install test-python test-scenarios test-faults test-neutrality test-simulation test-traffic test-repository fuzz

all: lib

lib: $(LIBRARY)

help:
	@echo "make              build build/lib/libpersonalize.so.1"
	@echo "make install      install it: PREFIX=$(PREFIX) DESTDIR=$(DESTDIR)"
	@echo "make demo         the C, Python and Swift hosts against the sandbox"
	@echo "make test         every test"
	@echo "make check        lint and every test, as CI does"
	@echo "make lint         formats, warnings, types"
	@echo "make test-browser cleaned attacks in a headless Chromium"
	@echo "make scenarios    run a folder: DIR=$(DIR) HOST=c|python|swift (all)"
	@echo "make simulate     1,000 simulated sessions, or the one of SEED=n, told"
	@echo "make benchmark    what is promised to be quick, beside its floor"
	@echo "make fuzz         fuzz the readers of JSON and HTML for SECONDS=60 each"
	@echo "make deps         install the Debian packages that are missing"
	@echo "make clean        remove what was built"

# ---------------------------------------------------------------- dependencies

# Says in one line what is missing and how to get it; installs it where it can.
deps:
	@sh scripts/dependencies.sh build
	@sh scripts/dependencies.sh check

.PHONY: build-dependencies check-dependencies
build-dependencies:
	@sh scripts/dependencies.sh build
check-dependencies:
	@sh scripts/dependencies.sh check

# --------------------------------------------------------------------- library

$(LIBRARY): $(SOURCES) Package.swift libpersonalize.map | build-dependencies
	$(SWIFT) build -c release --scratch-path .build/library --target PersonalizeABI $(IMPORTS)
	@mkdir -p $(BUILD)/lib
	$(SWIFTC) $(LIBRARY_FLAGS) -o $(BUILD)/lib/unstripped.so \
		$$(find $(MODULES:%=.build/library/release/Personalize%.build) -name '*.o')
	strip --strip-unneeded -o $@ $(BUILD)/lib/unstripped.so
	ln -sf libpersonalize.so.1 $(BUILD)/lib/libpersonalize.so

install: $(LIBRARY)
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(LIBDIR)/cmake/personalize $(DESTDIR)$(INCLUDEDIR)
	install -m 755 $(LIBRARY) $(DESTDIR)$(LIBDIR)/libpersonalize.so.1
	ln -sf libpersonalize.so.1 $(DESTDIR)$(LIBDIR)/libpersonalize.so
	install -m 644 include/personalize.h $(DESTDIR)$(INCLUDEDIR)/personalize.h
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCLUDEDIR@|$(INCLUDEDIR)|; s|@VERSION@|$(VERSION)|' \
		bindings/c/libpersonalize.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/libpersonalize.pc
	install -m 644 bindings/c/personalize-config.cmake $(DESTDIR)$(LIBDIR)/cmake/personalize/personalize-config.cmake

# ------------------------------------------------------------------- C programs

# The jobs of the demo; each has a host in C, in Python and in Swift.
JOBS := kiosk overlays tour

$(JOBS:%=$(BUILD)/bin/%): $(BUILD)/bin/%: bindings/c/examples/%.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $< -o $@ $(LINK) $$(pkg-config --cflags --libs jansson)

$(BUILD)/bin/overview: bindings/c/examples/overview.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $< -o $@ $(LINK)

$(BUILD)/bin/kill_host: Tests/Faults/kill_host.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $< -o $@ $(LINK)

$(BUILD)/bin/overlay_host: Tests/Faults/overlay_host.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $< -o $@ $(LINK)

$(BUILD)/bin/kill_step.so: Tests/Faults/kill_step.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -fPIC -shared $< -o $@ -ldl

$(BUILD)/bin/benchmark: benchmarks/benchmark.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $< -o $@ $(LINK) -lpthread

$(BUILD)/bin/neutral: bindings/c/examples/neutral.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $< -o $@ $(LINK) $$(pkg-config --cflags --libs jansson)

$(BUILD)/bin/%: Tests/C/%.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $< -o $@ $(LINK) -lpthread

# ------------------------------------------------------------------------ demo

demo: $(JOBS:%=$(BUILD)/bin/%)
	for job in $(JOBS); do $(SWIFT) build --product $$job || exit 1; done
	$(PYTHON_ENVIRONMENT) $(PYTHON) demo/run.py $(BUILD)/bin .build/debug

# ----------------------------------------------------------------------- tests

test: test-repository test-swift test-examples test-c test-install test-python test-scenarios test-faults test-traffic \
	test-neutrality test-simulation demo test-browser

test-swift: check-dependencies
	$(SWIFT) test

# The examples in the documentation, by the compilers and the type checker.
test-examples: test-swift $(TOOLS)/ready
	$(TOOLS)/bin/python Tests/Repository/examples.py $$($(SWIFT) build --show-bin-path)/Modules

C_TESTS := $(patsubst Tests/C/%.c,$(BUILD)/bin/%,$(wildcard Tests/C/*.c))

test-c: $(C_TESTS) $(BUILD)/bin/overview
	@passed=0; failed=0; for test in $(C_TESTS); do \
		if $$test; then passed=$$((passed + 1)); else echo "$$test failed"; failed=$$((failed + 1)); fi; \
	done; echo "C: $$passed passed, $$failed failed"; test $$failed = 0 -a $$passed -gt 0

# What was installed is enough to build and run a program.
test-install: $(LIBRARY)
	@folder=$$(mktemp -d) && trap 'rm -rf '$$folder EXIT && \
	$(MAKE) --no-print-directory install PREFIX=$$folder >/dev/null && \
	flags=$$(PKG_CONFIG_PATH=$$folder/lib/pkgconfig pkg-config --cflags --libs libpersonalize) && \
	$(CC) -std=c99 $(WARNINGS) bindings/c/examples/version.c -o $$folder/version $$flags && \
	LD_LIBRARY_PATH=$$folder/lib $$folder/version | grep -q '^libpersonalize $(VERSION)$$' && \
	echo "install: 1 passed, 0 failed"

test-python: $(LIBRARY) $(TOOLS)/ready
	cd bindings/python && PERSONALIZE_TEST_LIBRARY=$(abspath $(LIBRARY)) $(abspath $(TOOLS))/bin/python -m pytest -q

test-scenarios: scenarios

test-faults: $(BUILD)/bin/kill_host $(BUILD)/bin/overlay_host $(BUILD)/bin/kill_step.so
	$(PYTHON) Tests/Faults/kill.py $(BUILD)/bin/kill_host 100
	$(PYTHON) Tests/Faults/overlays.py $(BUILD)/bin/overlay_host $(BUILD)/bin/kill_step.so

# One program draws a placement whoever fills it: only the configuration differs.
test-neutrality: $(BUILD)/bin/neutral
	$(PYTHON) Tests/Neutrality/neutrality.py $(BUILD)/bin/neutral
	$(PYTHON_ENVIRONMENT) $(PYTHON) Tests/Neutrality/neutrality.py $(PYTHON) bindings/python/examples/neutral.py

# Sessions with all vendors at once, from seeds; the laws hold at each step. It
# shares what the library was built from.
SIMULATE := .build/library/release/simulate
$(SIMULATE): $(LIBRARY) $(wildcard Tests/Simulation/*.swift)
	$(SWIFT) build -c release --scratch-path .build/library --product simulate $(IMPORTS)

test-simulation: $(SIMULATE)
	$(SIMULATE) --seeds 1000

simulate: $(SIMULATE)
	$(SIMULATE) $(if $(SEED),--seed $(SEED),--seeds 1000)

test-traffic: $(LIBRARY)
	$(PYTHON_ENVIRONMENT) $(PYTHON) Tests/Faults/traffic.py
	$(PYTHON_ENVIRONMENT) $(PYTHON) Tests/Faults/overlay_traffic.py

test-repository: $(LIBRARY)
	$(PYTHON) Tests/Repository/check.py $(LIBRARY)
	$(PYTHON) Tests/Repository/coverage.py

-include Tests/ScenarioHost/scenarios.mk
include Tests/Browser/browser.mk
include benchmarks/markup.mk
include benchmarks/inbox.mk
include benchmarks/overlays.mk

benchmark: $(BUILD)/bin/benchmark
	@folder=$$(mktemp -d) && $(BUILD)/bin/benchmark $$folder; status=$$?; rm -rf $$folder; exit $$status

SECONDS ?= 60
fuzz: build-dependencies
	sh scripts/fuzz.sh json $(SECONDS)
	sh scripts/fuzz.sh markup $(SECONDS)

# ------------------------------------------------------------------------ lint

check: lint test

# Tools that Debian does not carry come from PyPI into a folder of our own.
$(TOOLS)/ready: bindings/python/pyproject.toml | check-dependencies
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/pip install -q "mypy==2.4.*" "ruff==0.17.*" "pytest==9.*"
	touch $@

C_SOURCES := $(wildcard include/*.h bindings/c/examples/*.c Tests/C/*.c Tests/Faults/*.c benchmarks/*.c Tests/ScenarioHost/c/*.c)

lint: $(TOOLS)/ready
	$(SWIFT) format lint --strict --recursive Sources Tests bindings/swift Package.swift
	clang-format --dry-run --Werror $(C_SOURCES)
	echo '#include "personalize.h"' | $(CC) -x c -std=c99 $(WARNINGS) -Iinclude -fsyntax-only -
	echo '#include "personalize.h"' | $(CXX) -x c++ -std=c++17 $(WARNINGS) -Iinclude -fsyntax-only -
	$(TOOLS)/bin/ruff check .
	$(TOOLS)/bin/ruff format --check .
	cd bindings/python && $(abspath $(TOOLS))/bin/mypy --strict personalize examples
	MYPYPATH=bindings/python $(TOOLS)/bin/mypy --strict demo/*.py Tests/Faults/*.py Tests/Neutrality/*.py Tests/Repository/*.py

clean:
	rm -rf $(BUILD) .build
