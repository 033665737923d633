"""Reads the memory of other tools: a table of sources, and a reader for each format. Nothing here writes."""
