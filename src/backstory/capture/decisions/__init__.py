"""What a person decides, also in a few words about what the agent offered."""
