"""Reports of tools in what commands printed, and fingerprints of their faults."""
