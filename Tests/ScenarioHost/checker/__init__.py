"""Resolves scenarios, has hosts run them, and compares what comes out."""
