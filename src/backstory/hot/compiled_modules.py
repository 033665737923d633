"""Holds a place: its compiled file is the one in which hooks find their modules, see `base.module_file`.

Nothing imports it.
"""
