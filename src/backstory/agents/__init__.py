"""One module per coding agent: where it looks, what its hooks say, how its transcripts read."""
