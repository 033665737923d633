"""Cline, Roo Code, Zoo Code and the old Kilo Code."""
