"""Reads source files: languages, definitions, symbols."""
