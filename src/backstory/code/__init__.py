"""The code engine: which files and symbols matter for a goal."""
