"""What an agent says that outlives its turn: attempts, causes, outcomes."""
