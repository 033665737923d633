"""The index: a SQLite file derived from the record files. Deleting it loses nothing; only `build` writes it."""
