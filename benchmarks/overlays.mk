# What finding the overlays for an event costs; see benchmarks/overlays.

.PHONY: benchmark-overlays
benchmark: benchmark-overlays

OVERLAY_BENCHMARK := .build/library/release/overlay-benchmark
$(OVERLAY_BENCHMARK): $(LIBRARY) $(wildcard benchmarks/overlays/*.swift)
	$(SWIFT) build -c release --scratch-path .build/library --product overlay-benchmark $(IMPORTS)

benchmark-overlays: $(OVERLAY_BENCHMARK)
	@$(OVERLAY_BENCHMARK)
