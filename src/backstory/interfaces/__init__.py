"""How people and agents come in: parsing, messages, exit codes, protocols. No SQL, no file formats, no ranking."""
