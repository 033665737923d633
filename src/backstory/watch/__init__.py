"""Takes snapshots while files change."""
