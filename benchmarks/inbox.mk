# The inbox's figures. Part of the Makefile in the root.

$(BUILD)/bin/benchmark-inbox: benchmarks/inbox.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $< -o $@ $(LINK)

.PHONY: benchmark-inbox
benchmark: benchmark-inbox
benchmark-inbox: $(BUILD)/bin/benchmark-inbox
	@folder=$$(mktemp -d) && $(BUILD)/bin/benchmark-inbox $$folder; status=$$?; rm -rf $$folder; exit $$status
