"""What a session was: its task, passages, runs, failures, and the values that it changed."""
