"""What keeps the memory in order: checks, lint, retention, files that a merge brought back."""
