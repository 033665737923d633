"""One file per command, named for it: `backstory tag` is `tag.py`. `cli/table.py` is generated from their first lines.

A command file holds a docstring whose first line is the command's line in `backstory --help`, `SECTION`, the words of
other systems in `ALIASES`, and the command itself under its own name. An alias with options of its own is a second
command named `alias_<word>`.
"""
