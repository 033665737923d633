"""Kilo Code."""
