"""Omnigent, which has other agents work for it."""
