"""One package per coding agent: its dialect, the files it reads, its transcripts."""
