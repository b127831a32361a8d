# Cleaned attacks in a headless Chromium; see Tests/Browser/check.py.

.PHONY: test-browser

# Without what makes cleaned text content of the engine: that is not under test.
MARKUP_SOURCES := $(shell find Sources/PersonalizeMarkup -name '*.swift' -not -path '*/Content/*')
MARKUP_FLAGS := -O -wmo -swift-version 6 -parse-as-library -I Sources/CGumbo -I Sources/CCurl -lgumbo -lcurl

$(BUILD)/bin/cleaner: Tests/Browser/Cleaner.swift $(MARKUP_SOURCES) $(wildcard Sources/CGumbo/*)
	@mkdir -p $(@D)
	@$(SWIFTC) $(MARKUP_FLAGS) $(filter %.swift,$^) -module-name Cleaner -o $@

test-browser: build-dependencies $(BUILD)/bin/cleaner
	@sh scripts/dependencies.sh browser
	$(PYTHON) Tests/Browser/check.py $(BUILD)/bin/cleaner
