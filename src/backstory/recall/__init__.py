"""Composes briefs: takes rows and plain data, returns a `Brief`. No files, no git, no output."""
