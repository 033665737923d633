"""Judgement: what deserves to be said now. Gets rows and plain data, returns a `Brief`; no files, no git, no print."""
