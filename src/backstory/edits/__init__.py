"""Reversible edits of files that are not ours: what lies outside our part stays byte for byte, and can be had back."""
