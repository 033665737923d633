"""QwenPaw."""
