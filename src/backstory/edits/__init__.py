"""Reversible edits of foreign files: bytes outside our part never change, and our part can be taken out again."""
