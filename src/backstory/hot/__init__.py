"""The names that agents and git call. They stand in settings files, so they never change."""
