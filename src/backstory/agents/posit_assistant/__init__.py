"""Posit Assistant, the agent of Positron."""
