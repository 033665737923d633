"""Project memory for AI-assisted software development. The public API is `backstory.api`."""
