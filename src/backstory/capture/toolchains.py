"""Which program is of what kind: tests, lint, types, build, run, install, git."""

import re
from itertools import pairwise
from typing import Final, NamedTuple

from backstory.capture.command_lines import Invocation
from backstory.model.session import CommandKind


class Tool(NamedTuple):
    """What an invocation does, and with which tool."""

    kind: CommandKind
    name: str = ""
    """The tool whose output it prints, where the command tells: `pytest`, `jest`, `go`."""


OTHER: Final = Tool("other")

_PROGRAMS: Final[dict[CommandKind, str]] = {
    "test": "pytest py.test unittest nosetests nose2 tox nox jest vitest mocha ava tap tape jasmine karma cypress gotestsum ginkgo "
    "rspec phpunit pest paratest ctest bats prove busted xctest behave robot trial stestr zope-testrunner green ward "
    "minitest cucumber parallel_rspec codecept web-test-runner wtr uvu testcafe nextest elm-test doctest",
    "types": "mypy dmypy pyright basedpyright pytype pyre ty tsc vue-tsc tsgo flow phpstan psalm srb steep dialyzer svelte-check pyrefly",
    "lint": "ruff flake8 pylint black isort eslint prettier biome stylelint oxlint xo golangci-lint gofmt goimports gofumpt "
    "staticcheck revive rubocop standardrb erb_lint phpcs phpcbf php-cs-fixer pint shellcheck shfmt hadolint yamllint "
    "markdownlint markdownlint-cli2 pre-commit ktlint detekt clang-format clang-tidy cppcheck cpplint swiftlint swiftformat "
    "actionlint bandit vulture lint-imports pydocstyle autopep8 yapf djlint sqlfluff tflint ansible-lint rustfmt codespell "
    "pycodestyle pyflakes refurb interrogate xenon radon vale dprint deadcode gosec semgrep buf checkstyle",
    "build": "make gmake cmake ninja meson gcc g++ cc c++ clang clang++ javac rustc webpack rollup esbuild vite parcel tsup "
    "swc babel mkdocs sphinx-build docusaurus bazel buck2 scons xcodebuild msbuild ant gradle gradlew mvn mvnw kotlinc "
    "turbo nx lerna wasm-pack goreleaser pyinstaller build maturin ld hugo jekyll",
    "install": "pip pip3 apt apt-get brew dnf yum apk pacman gem easy_install choco winget scoop npm-install asdf nvm rustup",
    "run": "flask uvicorn gunicorn hypercorn streamlit nodemon ts-node tsx java foreman honcho air rackup puma "
    "php-fpm celery daphne",
    "git": "git gh glab hub git-lfs",
}  # fmt: skip
_KIND_OF: Final = {name: kind for kind, names in _PROGRAMS.items() for name in names.split()}

_SUBCOMMANDS: Final[dict[str, dict[str, str]]] = {
    "go": {"test": "test", "vet": "lint", "fmt": "lint", "build": "build", "install": "install", "get": "install", "run": "run",
           "generate": "build", "mod": "install"},
    "cargo": {"test": "test", "t": "test", "nextest": "test", "clippy": "lint", "fmt": "lint", "check": "types", "c": "types",
              "build": "build", "b": "build", "run": "run", "r": "run", "add": "install", "install": "install",
              "bench": "test", "doc": "build", "fetch": "install", "update": "install", "miri": "test", "tarpaulin": "test",
              "llvm-cov": "test", "deny": "lint"},
    "dotnet": {"test": "test", "build": "build", "run": "run", "format": "lint", "restore": "install", "add": "install",
               "publish": "build", "pack": "build", "watch": "run", "vstest": "test"},
    "deno": {"test": "test", "lint": "lint", "fmt": "lint", "check": "types", "run": "run", "compile": "build", "add": "install"},
    "bun": {"test": "test", "install": "install", "add": "install", "build": "build"},
    "swift": {"test": "test", "build": "build", "run": "run", "format": "lint"},
    "mix": {"test": "test", "credo": "lint", "format": "lint", "dialyzer": "types", "compile": "build", "deps.get": "install"},
    "rails": {"test": "test", "spec": "test", "server": "run", "s": "run", "test:system": "test", "test:all": "test"},
    "rake": {"test": "test", "spec": "test", "rubocop": "lint", "build": "build"},
    "flutter": {"test": "test", "analyze": "lint", "build": "build", "run": "run", "pub": "install"},
    "dart": {"test": "test", "analyze": "lint", "format": "lint", "run": "run", "pub": "install", "compile": "build"},
    "zig": {"test": "test", "build": "build", "fmt": "lint", "run": "run"},
    "stack": {"test": "test", "build": "build", "run": "run"},
    "cabal": {"test": "test", "build": "build", "run": "run"},
    "sbt": {"test": "test", "compile": "build", "run": "run", "testOnly": "test"},
    "lein": {"test": "test", "run": "run", "uberjar": "build"},
    "bazel": {"test": "test", "build": "build", "run": "run"}, "buck2": {"test": "test", "build": "build", "run": "run"},
    "bazelisk": {"test": "test", "build": "build", "run": "run"}, "bb": {"test": "test"},
    "composer": {"install": "install", "require": "install", "update": "install"},
    "uv": {"sync": "install", "add": "install", "pip": "install", "lock": "install", "build": "build", "remove": "install"},
    "poetry": {"install": "install", "add": "install", "update": "install", "build": "build", "lock": "install"},
    "pipenv": {"install": "install", "sync": "install"}, "pdm": {"install": "install", "add": "install", "sync": "install"},
    "conda": {"install": "install", "create": "install"}, "bundle": {"install": "install", "": "install"},
    "hatch": {"test": "test", "fmt": "lint", "build": "build"},
    "php": {"artisan": ""}, "django-admin": {"test": "test", "runserver": "run"},
    "playwright": {"test": "test", "install": "install"}, "meson": {"test": "test"}, "ng": {"test": "test", "lint": "lint",
    "build": "build", "serve": "run", "e2e": "test"}, "next": {"build": "build", "lint": "lint", "dev": "run", "start": "run"},
    "astro": {"check": "types", "build": "build", "dev": "run"}, "vite": {"dev": "run", "preview": "run", "": "run"},
    "vue-cli-service": {"test:unit": "test", "lint": "lint", "build": "build", "serve": "run"},
    "react-scripts": {"test": "test", "build": "build", "start": "run"}, "xcodebuild": {"test": "test"},
    "docker": {"build": "build", "buildx": "build", "run": "run", "pull": "install"}, "podman": {"build": "build", "run": "run"},
    "docker-compose": {"up": "run", "build": "build"}, "forge": {"test": "test", "build": "build", "fmt": "lint"},
    "hardhat": {"test": "test", "compile": "build"}, "truffle": {"test": "test"}, "tsdx": {"test": "test", "lint": "lint"},
    "pip": {"install": "install", "": ""}, "gem": {"install": "install", "build": "build"}, "brew": {"": ""},
    "terraform": {"test": "test", "validate": "types", "fmt": "lint", "init": "install"},
    "tofu": {"test": "test", "validate": "types", "fmt": "lint", "init": "install"},
    "terragrunt": {"test": "test", "validate": "types", "hclfmt": "lint", "init": "install"},
    "helm": {"unittest": "test", "test": "test", "lint": "lint"}, "molecule": {"test": "test", "verify": "test"},
    "opa": {"test": "test", "check": "types", "fmt": "lint"}, "conftest": {"test": "test", "verify": "test"},
    "gleam": {"test": "test", "check": "types", "format": "lint", "build": "build", "run": "run"},
    "crystal": {"spec": "test", "build": "build", "run": "run", "tool": "lint"}, "shards": {"install": "install", "build": "build"},
    "rebar3": {"eunit": "test", "ct": "test", "proper": "test", "dialyzer": "types", "compile": "build"},
    "dune": {"test": "test", "runtest": "test", "build": "build", "fmt": "lint", "exec": "run"},
    "nimble": {"test": "test", "build": "build", "install": "install"}, "raco": {"test": "test", "make": "build"},
    "melos": {"test": "test", "analyze": "lint", "bootstrap": "install"}, "patrol": {"test": "test"},
    "turbo": {"": ""}, "buf": {"lint": "lint", "build": "build"}, "R": {"": ""}, "trunk": {"check": "lint"},
}  # fmt: skip
"""Program -> its subcommand -> kind. A program in this table without the subcommand is `other`, or of its own kind."""
_TASKS: Final = frozenset(
    ("npm", "yarn", "pnpm", "bun", "make", "gmake", "just", "task", "invoke", "inv", "poe", "taskipy", "composer", "rake", "mage",
     "turbo", "nx", "lerna", "deno", "pdm", "rye", "hatch", "mise", "ninja", "mvn", "mvnw", "gradle", "gradlew", "wireit", "doit",
     "ant", "moon", "pixi", "uv", "rushx", "rush", "pants", "tup", "waf", "dagger", "devbox", "grunt", "gulp")
)  # fmt: skip
"""Programs that run a task of the project by its name."""


def _kinds(words: str, kind: CommandKind) -> dict[str, CommandKind]:
    return dict.fromkeys(words.split(), kind)


_TASK_WORDS: Final[dict[str, CommandKind]] = {
    **_kinds("test tests testing spec specs e2e unit units integration jest vitest mocha pytest check-tests tst t "
        "coverage cov testonly testdebugunittest integrationtest surefire failsafe verify phpunit rspec playwright "
        "cypress ctest unittest unittests", "test"),
    **_kinds("lint linting eslint format fmt prettier stylelint style ruff flake8 pylint rubocop clippy checkstyle "
        "spotless spotlesscheck ktlint ktlintcheck detekt pmd spotbugs biome black isort vet precommit linters", "lint"),
    **_kinds("types type typecheck typing mypy pyright tsc checktypes phpstan psalm typescheck", "types"),
    **_kinds("build compile bundle dist package assemble jar war install-dist release classes compilejava testclasses "
        "all docs doc html site generate codegen publish", "build"),
    **_kinds("start dev serve server run watch preview bootrun up develop storybook", "run"),
    **_kinds("install ci add i deps setup bootstrap sync update upgrade dependencies", "install"),
}  # fmt: skip
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
    if program in _SUBCOMMANDS and (kind := _identify_subcommand(program, words)):
        return Tool(kind, name)
    if special := _identify_special(program, args, words):
        return special._replace(name=name) if special.kind != "other" else OTHER
    return _identify_task(program, words, name) if program in _TASKS else None


def _identify_by_name(program: str, path: str) -> Tool:
    if kind := _KIND_OF.get(program):
        return Tool(kind, _NAMES.get(program, program))
    return _identify_file(path or program)


_INTERPRETERS: Final = frozenset(
    ("python", "node", "ruby", "php", "perl", "deno", "bash", "sh", "zsh", "tsx", "ts-node", "Rscript", "lua")
)


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
    if program == "flow":
        return None if words[:1] in ([], ["check"]) else OTHER
    return Tool("install") if program == "pre-commit" and words[:1] == ["install"] else None


_TEST_TARGETS: Final = ("test", "check", "RUN_TESTS")


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
    if invocation.program in _TASKS - {"git"}:
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
    table, word = _SUBCOMMANDS[program], words[0] if words else ""
    if (program, word) in _TASKS_BELOW and (of_task := _kind_of_task("".join(words[1:2]))):
        return of_task
    kind = table.get(word) or (table.get(word.partition(".")[0]) if program == "mix" else None)
    return kind if kind in _RANK else None


_TASKS_BELOW: Final = frozenset((("cargo", "xtask"), ("cargo", "make"), ("deno", "task"), ("zig", "build")))
"""Subcommands that take the name of a task of the project."""


def _identify_task(program: str, words: list[str], name: str) -> Tool:
    if program in _SCRIPT_RUNNERS:
        return _identify_package_script(program, words, name)
    if program in ("make", "gmake", "ninja", "ant", "rake", "mage") and not words:
        return Tool("build", name)
    kinds = [kind for word in words if (kind := _kind_of_task(word))]
    if program in ("mvn", "mvnw", "gradle", "gradlew") and "check" in words:
        kinds.append("test")
    if not kinds:
        return Tool("build", name) if _KIND_OF.get(program) == "build" else OTHER
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
    if kind := _TASK_WORDS.get(plain.replace("-", "").replace("_", "")) or _TASK_WORDS.get(plain):
        return kind
    parts = _CAMEL.sub(":", word).lower().translate(_PART_MARKS).strip(":").split(":")
    kinds = (_TASK_WORDS.get(part) for part in (*parts[:1], *parts[:0:-1]) if part not in _TOO_SHORT)
    if kind := next(filter(None, kinds), None):
        return kind
    return "lint" if plain in ("check", "checks", "quality", "validate") else None


_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
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
    """What an interpreter does without a file: Ruby may load tests."""
    if program == "ruby" and any(arg.startswith(("-Itest", "-Ilib:test")) for arg in args):
        return Tool("test", "minitest")
    return OTHER


def _identify_file(path: str) -> Tool:
    """What a script of the project does, by its name; `./bin/rails` as `rails`."""
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    stem = name.rsplit(".", 1)[0] if "." in name[1:] else name
    is_file = "/" in path or stem != name
    if not is_file:
        return OTHER
    if stem in _KIND_OF and stem != "build":
        return Tool(_KIND_OF[stem], _NAMES.get(stem, stem))
    if stem.startswith(_TEST_BEGINNINGS) or stem.endswith(("_test", "-test", ".test", ".spec")):
        return Tool("test")
    if kind := _kind_of_task(stem):
        return Tool(kind)
    return Tool("run") if path.startswith("./") else OTHER


_TEST_BEGINNINGS: Final = ("test_", "test-", "run_test", "run-test", "runtest")
"""Beginnings of names of scripts that run tests."""
