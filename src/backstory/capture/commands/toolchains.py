"""Which program is of what kind: tests, lint, types, build, run, install, git."""

import re
from itertools import pairwise
from typing import Final, NamedTuple

from backstory.capture.commands.command_lines import Invocation
from backstory.capture.text.patterns import Pattern
from backstory.model.late_pattern import late_pattern
from backstory.model.session import CommandKind
from backstory.model.tool_names import KIND_OF, SUBCOMMANDS, TASK_WORDS, TASKS


class Tool(NamedTuple):
    """What an invocation does, and with which tool."""

    kind: CommandKind
    name: str = ""
    """The tool whose output it prints, where the command tells: `pytest`, `jest`, `go`."""


OTHER: Final = Tool("other")

_RANK: Final[tuple[CommandKind, ...]] = ("test", "types", "lint", "build", "run", "install", "git", "other")
"""A line that does several things is of the first of these kinds."""
_TASK_OPTIONS: Final = frozenset(
    ("-C", "-f", "--prefix", "-w", "--workspace", "--filter", "-F", "--cwd", "-p", "-pl", "--file", "--projects", "--dir",
     "--directory", "--scope")
)  # fmt: skip
_SCRIPT_RUNNERS: Final = frozenset(
    ["npm", "yarn", "pnpm", "bun", "pdm", "rye", "composer", "turbo", "nx", "lerna", "mise", "deno", "pixi", "hatch"]
)
"""Of these, the ones that take the name of a script as a word after `run`, or without it."""
_NO_RUN: Final = frozenset(("--version", "-V", "--help", "-h", "--collect-only", "--co", "--fixtures", "--listTests", "--markers",
                            "--showconfig", "--init", "--print-config", "--show-only", "--list-tests", "--list", "--dry-run",
                            "--clearCache"))  # fmt: skip
"""Options with which a tool tells something and runs nothing."""
_SCRIPT_WORDS: Final[dict[str, CommandKind]] = {
    "test": "test", "runserver": "run", "serve": "run", "build": "build", "install": "install",
}  # fmt: skip
"""Words after `manage.py`, `artisan`, `setup.py`."""
_NAMES: Final = {"py.test": "pytest", "vue-tsc": "tsc", "tsgo": "tsc", "basedpyright": "pyright", "dmypy": "mypy", "mvnw": "mvn",
                 "gradlew": "gradle", "gmake": "make", "paratest": "phpunit", "gotestsum": "go", "parallel_rspec": "rspec",
                 "unittest": "unittest", "pip3": "pip"}  # fmt: skip


def identify(invocation: Invocation) -> Tool:
    """The kind of an invocation, and the tool, as far as its words tell."""
    program, args = invocation.program, invocation.args
    if program not in ("git", "make", "cargo") and not _NO_RUN.isdisjoint(args[:4]):
        return OTHER
    if program in _INTERPRETERS:
        return _identify_script(program, args)
    if program == "docker" and args[:1] == ("compose",):
        return identify(invocation._replace(program="docker-compose", args=args[1:]))
    by_words = _identify_by_words(program, args) or _identify_manager([program, *args])
    return by_words or _identify_by_name(program, invocation.path)


def _identify_by_words(program: str, args: tuple[str, ...]) -> Tool | None:
    """The tool of a program whose words say what it does; None if they do not."""
    name = _NAMES.get(program, program)
    words = _plain_words(args)
    if program in SUBCOMMANDS and (kind := _identify_subcommand(program, words)):
        return Tool(kind, name)
    if special := _identify_special(program, args, words):
        return special._replace(name=name) if special.kind != "other" else OTHER
    return _identify_task(program, words, name) if program in TASKS else None


def _identify_by_name(program: str, path: str) -> Tool:
    if kind := KIND_OF.get(program):
        return Tool(kind, _NAMES.get(program, program))
    return _identify_file(path or program)


_INTERPRETERS: Final = frozenset(
    ("python", "node", "ruby", "php", "perl", "deno", "bash", "sh", "zsh", "tsx", "ts-node", "Rscript", "R", "julia", "lua",
     "luajit", "guile", "octave", "matlab", "swipl", "emacs")
)  # fmt: skip


def _identify_special(program: str, args: tuple[str, ...], words: list[str]) -> Tool | None:
    """The kind of a program of which one option or word changes it; None for any other."""
    if program == "cmake":
        targets = [after for word, after in pairwise(args) if word in ("--target", "-t")]
        is_test = any(target in _TEST_TARGETS for target in targets)
        return Tool("test" if is_test else "build") if "--build" in args else Tool("build")
    if program in ("clj", "clojure", "clj-exec"):
        kinds = (_kind_of_task(word[3:]) for word in args if word[:3] in ("-X:", "-M:", "-T:"))
        return Tool(next(filter(None, kinds), "run"))
    if program in ("tox", "nox"):
        return Tool(_kind_of_environment(args))
    if program == "xcodebuild":
        return Tool(next((kind for word, kind in _XCODE_ACTIONS.items() if word in args), "build"))
    if program in ("Unity", "unity") and "-runTests" in args:
        return Tool("test")
    if program == "earthly":
        kinds = (_kind_of_task(word.rpartition("+")[2]) for word in args if "+" in word)
        return Tool(next(filter(None, kinds), "build"))
    if program == "nx" and (target := _find_target(args)):
        return Tool(_kind_of_task(target) or "other")
    if program == "ansible-playbook":
        return _identify_play(args)
    if program == "flow":
        return None if words[:1] in ([], ["check"]) else OTHER
    return Tool("install") if program == "pre-commit" and words[:1] == ["install"] else None


_TEST_TARGETS: Final = ("test", "check", "RUN_TESTS")
_XCODE_ACTIONS: Final[dict[str, CommandKind]] = {
    "test": "test", "test-without-building": "test", "-showBuildSettings": "other", "-list": "other", "analyze": "lint",
}  # fmt: skip
"""Actions of `xcodebuild`, which may stand anywhere among its options -> kind; any other builds."""


def _find_target(args: tuple[str, ...]) -> str:
    """The task that `nx affected --target=test` or `nx run-many -t test` names; empty for none."""
    for word, after in pairwise((*args, "")):
        name, _, value = word.partition("=")
        if name in ("-t", "--target", "--targets"):
            return (value or after).split(",")[0]
    return ""


def _identify_play(args: tuple[str, ...]) -> Tool:
    """What `ansible-playbook` does: a play below a folder of tests is a test."""
    if "--syntax-check" in args:
        return Tool("lint")
    return Tool("test" if any(map(_lies_below_tests, args)) else "run")


def identify_strongest(invocations: list[Invocation]) -> tuple[Tool, Invocation | None]:
    """The kind of a whole line, with the invocation that gives it; the last one where several are of the kind."""
    best: tuple[Tool, Invocation | None] = (OTHER, None)
    for invocation in invocations:
        tool = identify(invocation)
        if tool.kind != "other" and _RANK.index(tool.kind) <= _RANK.index(best[0].kind):
            best = (tool, invocation)
    return best


def runs_task(invocation: Invocation) -> bool:
    """Whether an invocation runs a task or a script of the project, which may do anything."""
    if invocation.program in TASKS or invocation.program in _INTERPRETERS:
        return True
    words = (invocation.path, *invocation.args[:1])
    return any(word.startswith(("./", "scripts/", "bin/", "tools/", "ci/")) or word.endswith(".sh") for word in words)


def _plain_words(args: tuple[str, ...]) -> list[str]:
    """The arguments that are no options and no values of common ones."""
    words, skip = [], False
    for arg in args:
        if skip:
            skip = False
        elif arg in _TASK_OPTIONS:
            skip = True
        elif _is_plain(arg):
            words.append(arg)
    return words


def _is_plain(arg: str) -> bool:
    return not (arg.startswith(("-", "+")) or "=" in arg or arg.isdigit())


def _identify_subcommand(program: str, words: list[str]) -> CommandKind | None:
    table, word = SUBCOMMANDS[program], words[0] if words else ""
    if (program, word) in _TASKS_BELOW and (of_task := _kind_of_task("".join(words[1:2]))):
        return of_task
    kind = table.get(word)
    if kind is None and program == "mix":  # its aliases: `test.unit`, `test_mochiweb`
        kind = table.get(re.split(r"[._]", word)[0])
    return kind if kind in _RANK else None


_TASKS_BELOW: Final = frozenset(
    (("cargo", "xtask"), ("cargo", "make"), ("deno", "task"), ("zig", "build"), ("cabal", "run"), ("stack", "run"),
     ("cabal", "exec"), ("stack", "exec"), ("cargo", "insta"), ("cargo", "hack"), ("swift", "package"))
)  # fmt: skip
"""Subcommands that take the name of a task of the project."""


def _identify_task(program: str, words: list[str], name: str) -> Tool:
    if program in _SCRIPT_RUNNERS:
        return _identify_package_script(program, words, name)
    if program in ("make", "gmake", "ninja", "ant", "rake", "mage") and not words:
        return Tool("build", name)
    if program in ("sbt", "mill"):
        words = [part.rsplit("/", 1)[-1].rsplit(".", 1)[-1] for word in words for part in re.split(r"[\s;]+", word)]
    kinds = [kind for word in words if (kind := _kind_of_task(word))]
    if program in ("mvn", "mvnw", "gradle", "gradlew") and "check" in words:
        kinds.append("test")
    if not kinds:
        return Tool("build", name) if KIND_OF.get(program) == "build" else OTHER
    return Tool(min(kinds, key=_RANK.index), name)


_RUN_WORDS: Final = frozenset(
    ("run", "run-script", "workspace", "workspaces", "foreach", "affected", "run-many", "task")
)
"""Words before the name of a script."""
_PACKAGE_WORDS: Final = frozenset(
    ("publish", "version", "view", "info", "config", "list", "ls", "outdated", "audit", "init", "link")
)
"""Words that tell a package manager to do something else than to run a script."""


def _identify_package_script(program: str, words: list[str], name: str) -> Tool:
    """What `npm run lint`, `yarn`, `nx test` do."""
    if not words:
        return Tool("install", name) if program == "yarn" else OTHER
    if words[0] in _RUN_WORDS:
        words = words[1:]
    if not _PACKAGE_WORDS.isdisjoint(words[:1]):
        return OTHER
    kinds = [kind for word in words[:2] if (kind := _kind_of_task(word))]
    return Tool(kinds[0], "") if kinds else OTHER


def _kind_of_task(word: str) -> CommandKind | None:
    """The kind of a task of the project: `test:unit`, `lint-fix`, `:app:connectedAndroidTest`."""
    plain = word.lower().strip(":")
    if kind := TASK_WORDS.get(plain.replace("-", "").replace("_", "")) or TASK_WORDS.get(plain):
        return kind
    parts = _CAMEL.sub(":", word).lower().translate(_PART_MARKS).strip(":").split(":")
    kinds = (TASK_WORDS.get(part) for part in (*parts[:1], *parts[:0:-1]) if part not in _TOO_SHORT)
    if kind := next(filter(None, kinds), None):
        return kind
    tool = KIND_OF.get(plain)
    if tool in ("test", "types", "lint"):  # `make gosec` is named for what it runs
        return tool
    return "lint" if plain in ("check", "checks", "quality", "validate", "audit", "security", "vulncheck") else None


_CAMEL: Final = late_pattern(r"(?<=[a-z0-9])(?=[A-Z])")
_PART_MARKS: Final = str.maketrans("-_/.", "::::")
_TOO_SHORT: Final = frozenset(("t", "i", "all", "type"))
"""Names of tasks that say nothing as a part of another name."""


def _kind_of_environment(args: tuple[str, ...]) -> CommandKind:
    """The kind of the environments of tox or the sessions of nox."""
    for arg, following in zip(args, (*args[1:], ""), strict=False):
        if kind := _kind_of_task(_name_environment(arg, following)):
            return kind
    return "test"


def _name_environment(arg: str, following: str) -> str:
    """The environment that an option names, in itself or in the argument after it; empty for any other argument."""
    is_short = arg[:2] in ("-e", "-s")
    if not is_short and arg not in ("--session", "--sessions", "run", "r"):
        return ""
    value = arg[2:] if is_short and len(arg) > 2 else following
    return value.split("(")[0].split(",")[0]


def _identify_script(program: str, args: tuple[str, ...]) -> Tool:
    """What `python x.py`, `node --test`, `php artisan test` do."""
    if program == "node" and any(arg == "--test" or arg.startswith("--test-") for arg in args):
        return Tool("test", "node")
    if program == "deno":
        kind = _identify_subcommand(program, list(args[:2]))
        return Tool(kind, program) if kind else OTHER
    if _TESTS_INLINE.search(" ".join(args)):
        return Tool("test", program)
    files = [arg for arg in args if not arg.startswith("-")]
    if not files or not _INLINE.isdisjoint(args[:2]):
        return _identify_inline(program, args)
    return _identify_manager(files) or _identify_named_script(program, files[0])


def _identify_manager(words: list[str]) -> Tool | None:
    """What a script such as `manage.py` does, by the word after it; None for any other script."""
    name = words[0].replace("\\", "/").rsplit("/", 1)[-1]
    if name not in _MANAGERS or len(words) < 2:
        return None
    kind = _SCRIPT_WORDS.get(words[1])
    return Tool(kind, "django" if name in ("manage.py", "django") else "") if kind else OTHER


def _identify_named_script(program: str, path: str) -> Tool:
    tool = _identify_file(path)
    return tool if tool.kind != "other" else Tool("run", program)


_INLINE: Final = frozenset(("-c", "-e", "-p", "-", "-V", "--eval", "-r", "--version", "--check"))
"""Options with which an interpreter runs no file."""
_MANAGERS: Final = frozenset(("manage.py", "django", "artisan", "console", "setup.py", "rails"))
"""Scripts that take what to do as their first word."""


def _identify_inline(program: str, args: tuple[str, ...]) -> Tool:
    """What an interpreter does without a file: Ruby may load tests, others call what runs or checks them."""
    if program == "ruby" and any(arg.startswith(("-Itest", "-Ilib:test")) for arg in args):
        return Tool("test", "minitest")
    return Tool("lint") if _LINTS_INLINE.search(" ".join(args)) else OTHER


_TESTS_INLINE: Final = Pattern(
    r"\b(?:testthat|tinytest|covr)::|\b(?:devtools|rcmdcheck)::(?:test|check|rcmdcheck)|\bPkg\.test\(|\bruntests\b"
    r"|\brun_tests\b|\bert-run-tests|\bunittest\.main\(|\bpytest\.main\(|\bCMD check\b"
)
_LINTS_INLINE: Final = Pattern(r"\b(?:lintr|styler)::|\bJuliaFormatter\b")


def _identify_file(path: str) -> Tool:
    """What a script of the project does, by its name; `./bin/rails` as `rails`."""
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    stem = name.rsplit(".", 1)[0] if "." in name[1:] else name
    is_file = "/" in path or stem != name
    if not is_file or name.endswith(_DATA):
        return OTHER
    if stem in KIND_OF and stem != "build":
        return Tool(KIND_OF[stem], _NAMES.get(stem, stem))
    if stem.startswith(_TEST_BEGINNINGS) or stem.endswith(_TEST_ENDS) or name.endswith(".t"):
        return Tool("test")
    if stem in _RUNS_TESTS and _lies_below_tests(path):
        return Tool("test")
    if kind := _kind_of_task(stem):
        return Tool(kind)
    return Tool("run") if path.startswith("./") else OTHER


_DATA: Final = (
    ".yml", ".yaml", ".json", ".toml", ".cfg", ".ini", ".lock", ".md", ".rst", ".txt", ".xml", ".html", ".css", ".csv", ".log"
)  # fmt: skip
"""Ends of names of files that are read and not run: `.github/workflows/coverage.yml`."""
_TEST_BEGINNINGS: Final = ("test_", "test-", "run_test", "run-test", "runtest")
"""Beginnings of names of scripts that run tests."""
_TEST_ENDS: Final = (
    "_test", "-test", ".test", "_tests", "-tests", "utests", "unittest", "unittests", "Tests", "doctests", ".spec", "_spec"
)  # fmt: skip
"""Ends of names of scripts and programs that run tests."""
_RUNS_TESTS: Final = frozenset(("run", "all", "main", "suite", "runner"))
"""Names of scripts that run tests where they lie below a folder of tests."""


def _lies_below_tests(path: str) -> bool:
    """Whether a path names something below a folder of tests."""
    return not {"test", "tests", "spec", "t"}.isdisjoint(path.replace("\\", "/").split("/")[:-1])
