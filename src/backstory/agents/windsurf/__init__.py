"""Windsurf, now Devin Desktop: its agent Cascade."""
