"""The hook process: it answers an agent in milliseconds, and never fails a turn."""
