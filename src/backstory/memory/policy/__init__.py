"""Policy: who is trusted, what is rejected, which records a branch shows."""
