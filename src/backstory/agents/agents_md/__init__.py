"""`AGENTS.md`, the instruction file that many agents read."""
