"""Next steps, and where the work stands."""
