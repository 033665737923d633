"""Reads the data files of this room: rule packs, pairs of letters and of characters, names of services."""

import os


def read_pack_file(name: str) -> bytes:
    """A data file of this room; works from a folder and from a zip archive alike."""
    path = os.path.join(os.path.dirname(__file__), "packs", name)
    loader = globals().get("__loader__")
    if loader is not None and hasattr(loader, "get_data"):
        return bytes(loader.get_data(path))
    with open(path, "rb") as file:
        return file.read()
