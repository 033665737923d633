"""Holds a place: its compiled file is the one in which hooks find their modules, see `backstory.hot`.

Nothing imports it.
"""
