"""Regular expressions that are compiled when they are first used, so that a short command does not pay for them all."""

import re
from collections.abc import Callable
from typing import Any, AnyStr, Final

_compilers: Final[list[Callable[[str, int], re.Pattern[str]]]] = [re.compile]


def use_compiler(compiler: Callable[[str, int], re.Pattern[str]]) -> None:
    """Has patterns of texts compiled by `compiler` in place of `re.compile` from now on."""
    _compilers[0] = compiler


class LatePattern:
    """A pattern that is compiled at its first use. It has the methods of `re.Pattern`."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        source, flags = self._source, self._flags
        pattern = re.compile(source, flags) if isinstance(source, bytes) else _compilers[0](source, flags)
        value = getattr(pattern, name)
        self.__dict__[name] = value  # the next use does not come here
        return value


def late_pattern(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """The pattern `source`, compiled at its first use. An error in it is raised there."""
    return LatePattern(source, flags)  # type: ignore[return-value]
