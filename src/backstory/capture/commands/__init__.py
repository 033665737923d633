"""Commands: what they are, how they ended, which of them test, check and build the project."""
