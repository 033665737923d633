"""An open project: its workspace, the catalog of its records, and the one writer."""
