# Scenarios in every host: docs/scenarios.md. Part of the Makefile in the root.

SCENARIO_HOSTS := $(if $(HOST),$(HOST),c python swift)
SCENARIO_HOST_C := $(BUILD)/bin/scenario-host-c
SCENARIO_SOURCES := $(wildcard Tests/ScenarioHost/c/*.c)
SCENARIO_HEADERS := $(wildcard Tests/ScenarioHost/c/*.h)

.PHONY: scenario-host-c scenario-host-python scenario-host-swift
.PHONY: test-scenario-checker lint-scenarios

$(SCENARIO_HOST_C): $(SCENARIO_SOURCES) $(SCENARIO_HEADERS) $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -D_GNU_SOURCE $(SCENARIO_SOURCES) -o $@ $(LINK) \
		$$(pkg-config --cflags --libs jansson) -lm

scenario-host-c: $(SCENARIO_HOST_C)
scenario-host-python: $(LIBRARY)
scenario-host-swift: build-dependencies
	@$(SWIFT) build --product scenario-host

scenarios: $(SCENARIO_HOSTS:%=scenario-host-%)
	@$(PYTHON) Tests/ScenarioHost/check.py $(DIR) $(SCENARIO_HOSTS:%=--host %)

test-scenarios: test-scenario-checker
test-scenario-checker:
	@cd Tests/ScenarioHost && $(PYTHON) -m unittest -q test_check

lint: lint-scenarios
lint-scenarios: $(TOOLS)/ready
	cd Tests/ScenarioHost && $(abspath $(TOOLS))/bin/mypy --strict check.py checker test_check.py fake_host.py
	cd Tests/ScenarioHost/python && MYPYPATH=$(abspath bindings/python) \
		$(abspath $(TOOLS))/bin/mypy --strict *.py
