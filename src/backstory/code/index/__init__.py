"""The index of the code: its words, definitions and history, in `code.db`."""
