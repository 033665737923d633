"""Aider: its chat history in the repository."""
