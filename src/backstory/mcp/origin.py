"""Where a server was started."""

from collections.abc import Mapping
from typing import NamedTuple


class Origin(NamedTuple):
    """Where a server was started: the environment, the current folder, and what its command line names."""

    environ: Mapping[str, str]
    folder: str
    project_root: str = ""
