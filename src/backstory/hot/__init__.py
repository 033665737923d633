"""The name that hooks call. It stands in settings files of agents, so it never changes."""
