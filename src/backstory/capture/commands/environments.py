"""Programs that run another one in a version or an environment: `nvm exec 20 npm test`, `nix develop -c make`."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.capture.text.patterns import Pattern


class Environment(NamedTuple):
    """How such a program is called."""

    words: tuple[str, ...] = ()
    """The words of which one has to follow it; none where the program runs whatever comes."""
    places: int = 0
    """Words that stand before the program: a profile, a machine, a file."""
    valued: tuple[str, ...] = ()
    """Options whose value is the next word."""
    is_marked: bool = False
    """Whether the program stands behind `--`, and is none without it."""


_VERSION: Final = Pattern(
    r"v?\d[\w.-]*$|(?:lts|node|iojs|stable|system|default|latest|current|nightly|beta)\b[\w/*.-]*$"
)
ENVIRONMENTS: Final = {
    "nvm": Environment(("exec", "run")), "fnm": Environment(("exec",), valued=("--using",)),
    "n": Environment(("exec", "run")), "nodenv": Environment(("exec",)), "rustup": Environment(("run",), 1),
    "opam": Environment(("exec",), valued=("--switch",)), "jenv": Environment(("exec",)),
    "plenv": Environment(("exec",)), "perlbrew": Environment(("exec",), valued=("--with",)),
    "carton": Environment(("exec",)), "goenv": Environment(("exec",)), "phpenv": Environment(("exec",)),
    "swiftly": Environment(("run",)), "rvm": Environment(("do",)), "chruby-exec": Environment((), 1),
    "ddev": Environment(("exec",), valued=("-s", "--service", "-d")),
    "lando": Environment(("ssh",), valued=("-s", "-u")), "aws-vault": Environment(("exec",), 1),
    "chamber": Environment(("exec",), 1), "infisical": Environment(("run",), valued=("--env", "--path")),
    "sst": Environment(("shell",)), "dip": Environment(("run",)),
    "distrobox": Environment(("enter",), 1, is_marked=True),
    "toolbox": Environment(("run",), valued=("-c", "--container")), "guix": Environment(("shell",), is_marked=True),
    "flox": Environment(("activate",), is_marked=True), "earth": Environment(),
    "strace": Environment((), valued=("-e", "-o", "-p", "-s")), "ltrace": Environment(), "valgrind": Environment(),
    "arch": Environment(), "taskset": Environment((), valued=("-c", "--cpu-list")), "chrt": Environment((), 1),
    "flock": Environment((), 1, valued=("-w", "-E")), "faketime": Environment((), 1),
    "dbus-run-session": Environment(), "catchsegv": Environment(), "firejail": Environment(),
}  # fmt: skip
"""Program -> how it is called."""
_NIX: Final = ("-c", "--command")
SCRIPT_OPTIONS: Final = {
    "nix-shell": ("--run", "--command"), "vagrant": ("-c", "--command"), "su": ("-c", "--command"), "script": ("-c",),
}  # fmt: skip
"""Program -> its options that take a command line to run."""


def unwrap_environment(program: str, rest: list[str]) -> list[str] | None:
    """The words of the program that such a program runs; None if it runs none.

    `program` is without its folder, and one of `ENVIRONMENTS`. `rest` are its arguments.
    """
    environment = ENVIRONMENTS[program]
    is_ruby = program == "rvm"  # `rvm 3.2 do rspec`
    words = rest[1:] if is_ruby and rest[1:2] == ["do"] else rest
    if environment.words:
        words = _skip_options(environment, words)
        if not words or words[0] not in environment.words:
            return None
        verb, words = words[0], words[1:]
    else:
        verb = ""
    words = _skip_options(environment, words)
    if environment.is_marked:
        return words[words.index("--") + 1 :] or None if "--" in words else None
    if environment.words and not environment.places and words and _VERSION.match(words[0]):
        words = words[1:]
    words = words[environment.places :]
    words = words[1:] if words[:1] == ["--"] else words
    return ["node", *words] if program == "nvm" and verb == "run" else words or None


def unwrap_nix(_: str, rest: list[str]) -> list[str] | None:
    """`nix develop .#ci -c make` -> `make`."""
    for place, word in enumerate(rest):
        if word in _NIX:
            return rest[place + 1 :] or None
    return None


def _skip_options(environment: Environment, words: Sequence[str]) -> list[str]:
    place = 0
    while place < len(words) and words[place].startswith("-") and words[place] != "--":
        place += 2 if words[place] in environment.valued else 1
    return list(words[place:])
