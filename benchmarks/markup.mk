# What cleaning HTML costs; see benchmarks/markup.

.PHONY: benchmark-markup
benchmark: benchmark-markup

$(BUILD)/bin/markup-benchmark: $(wildcard benchmarks/markup/*.swift) $(MARKUP_SOURCES) $(wildcard Sources/CGumbo/*)
	@mkdir -p $(@D)
	@$(SWIFTC) $(MARKUP_FLAGS) $(filter %.swift,$^) -module-name MarkupBenchmark -o $@

benchmark-markup: build-dependencies $(BUILD)/bin/markup-benchmark
	@$(BUILD)/bin/markup-benchmark 2.0
