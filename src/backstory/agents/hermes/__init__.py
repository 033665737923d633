"""Hermes."""
