"""Warp."""
