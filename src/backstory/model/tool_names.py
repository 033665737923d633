"""The tools of a project by their names, and the kinds of what they do."""

from typing import Final

from backstory.model.session import CommandKind

_PROGRAMS: Final[dict[CommandKind, str]] = {
    "test": "pytest py.test unittest nosetests nose2 tox nox jest vitest mocha ava tap tape jasmine karma cypress gotestsum ginkgo "
    "rspec phpunit pest paratest ctest bats prove busted xctest behave robot trial stestr zope-testrunner green ward "
    "minitest cucumber parallel_rspec codecept web-test-runner wtr uvu testcafe nextest elm-test doctest kaocha ansible-test "
    "borp tstyche tsd c8 japa poku lab buttercup Invoke-Pester hurl behat shellspec cucumber-js nightwatch wdio gotest gdunit4 prove6 llvm-lit",
    "types": "mypy dmypy pyright basedpyright pytype pyre ty tsc vue-tsc tsgo flow phpstan psalm srb steep dialyzer svelte-check pyrefly",
    "lint": "ruff flake8 pylint black isort eslint prettier biome stylelint oxlint xo golangci-lint gofmt goimports gofumpt "
    "staticcheck revive rubocop standardrb erb_lint phpcs phpcbf php-cs-fixer pint shellcheck shfmt hadolint yamllint "
    "markdownlint markdownlint-cli2 pre-commit ktlint detekt clang-format clang-tidy cppcheck cpplint swiftlint swiftformat "
    "actionlint bandit vulture lint-imports pydocstyle autopep8 yapf djlint sqlfluff tflint ansible-lint rustfmt codespell "
    "pycodestyle pyflakes refurb interrogate xenon radon vale dprint deadcode gosec govulncheck semgrep buf checkstyle hlint ormolu fourmolu "
    "stylish-haskell clj-kondo cljfmt cljstyle zprint kibit scalafmt scalafix elm-format elm-review nixfmt alejandra statix "
    "stylua selene luacheck perlcritic perltidy reek brakeman ocamlformat fantomas cmake-format taplo typos Invoke-ScriptAnalyzer",
    "build": "make gmake cmake ninja meson gcc g++ cc c++ clang clang++ javac rustc webpack rollup esbuild vite parcel tsup "
    "swc babel mkdocs sphinx-build docusaurus bazel buck2 scons xcodebuild msbuild ant gradle gradlew mvn mvnw kotlinc "
    "turbo nx lerna wasm-pack goreleaser pyinstaller build maturin ld hugo jekyll",
    "install": "pip pip3 apt apt-get brew dnf yum apk pacman gem easy_install choco winget scoop npm-install asdf nvm rustup",
    "run": "flask uvicorn gunicorn hypercorn streamlit nodemon ts-node tsx java foreman honcho air rackup puma "
    "php-fpm celery daphne",
    "git": "git gh glab hub git-lfs",
}  # fmt: skip
KIND_OF: Final = {name: kind for kind, names in _PROGRAMS.items() for name in names.split()}

SUBCOMMANDS: Final[dict[str, dict[str, str]]] = {
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
    "lein": {"test": "test", "kaocha": "test", "eastwood": "lint", "run": "run", "uberjar": "build"},
    "scala-cli": {"test": "test", "fmt": "lint", "compile": "build", "run": "run"}, "amper": {"test": "test", "build": "build"},
    "luarocks": {"test": "test", "lint": "lint", "build": "build", "make": "build", "install": "install"},
    "dub": {"test": "test", "build": "build", "run": "run"}, "v": {"test": "test", "fmt": "lint", "run": "run"},
    "odin": {"test": "test", "build": "build", "run": "run"}, "xmake": {"test": "test", "build": "build", "run": "run"},
    "eldev": {"test": "test", "lint": "lint", "compile": "build"}, "pio": {"test": "test", "check": "lint", "run": "build"},
    "dbt": {"test": "test", "build": "build", "run": "run", "deps": "install"}, "k6": {"run": "test"},
    "bazel": {"test": "test", "build": "build", "run": "run"}, "buck2": {"test": "test", "build": "build", "run": "run"},
    "bazelisk": {"test": "test", "build": "build", "run": "run"},
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
    "react-scripts": {"test": "test", "build": "build", "start": "run"}, "tuist": {"test": "test", "build": "build"},
    "docker": {"build": "build", "buildx": "build", "run": "run", "pull": "install"}, "podman": {"build": "build", "run": "run"},
    "docker-compose": {"up": "run", "build": "build"}, "forge": {"test": "test", "build": "build", "fmt": "lint"},
    "hardhat": {"test": "test", "compile": "build"}, "truffle": {"test": "test"}, "tsdx": {"test": "test", "lint": "lint"},
    "pip": {"install": "install", "": ""}, "gem": {"install": "install", "build": "build"}, "brew": {"": ""},
    "terraform": {"test": "test", "validate": "types", "fmt": "lint", "init": "install"},
    "tofu": {"test": "test", "validate": "types", "fmt": "lint", "init": "install"},
    "terragrunt": {"test": "test", "validate": "types", "hclfmt": "lint", "init": "install"},
    "helm": {"unittest": "test", "test": "test", "lint": "lint"}, "molecule": {"test": "test", "verify": "test", "lint": "lint", "converge": "run"},
    "opa": {"test": "test", "check": "types", "fmt": "lint"}, "conftest": {"test": "test", "verify": "test"},
    "gleam": {"test": "test", "check": "types", "format": "lint", "build": "build", "run": "run"},
    "crystal": {"spec": "test", "build": "build", "run": "run", "tool": "lint"}, "shards": {"install": "install", "build": "build"},
    "rebar3": {"eunit": "test", "ct": "test", "proper": "test", "dialyzer": "types", "compile": "build"},
    "dune": {"test": "test", "runtest": "test", "build": "build", "fmt": "lint", "exec": "run"},
    "nimble": {"test": "test", "build": "build", "install": "install"}, "raco": {"test": "test", "make": "build"},
    "melos": {"test": "test", "analyze": "lint", "bootstrap": "install"}, "patrol": {"test": "test"},
    "fastlane": {"scan": "test", "run_tests": "test", "gym": "build"},
    "plz": {"test": "test", "build": "build"}, "ember": {"test": "test"},
    "cross": {"test": "test", "build": "build", "run": "run", "check": "types", "clippy": "lint"},
    "scarb": {"test": "test", "build": "build", "fmt": "lint"}, "snforge": {"test": "test"}, "anchor": {"test": "test",
    "build": "build"}, "detox": {"test": "test", "build": "build"}, "maestro": {"test": "test"},
    "newman": {"run": "test"}, "artillery": {"run": "test"}, "wasm-pack": {"test": "test", "build": "build"},
    "scons": {"test": "test", "check": "test"},
    "turbo": {"": ""}, "buf": {"lint": "lint", "build": "build"}, "trunk": {"check": "lint"},
}  # fmt: skip
"""Program -> its subcommand -> kind. A program in this table without the subcommand is `other`, or of its own kind."""
TASKS: Final = frozenset(
    ("npm", "yarn", "pnpm", "bun", "make", "gmake", "just", "task", "invoke", "inv", "poe", "taskipy", "composer", "rake", "mage",
     "turbo", "nx", "lerna", "deno", "pdm", "rye", "hatch", "mise", "ninja", "mvn", "mvnw", "gradle", "gradlew", "wireit", "doit",
     "ant", "bb", "mill", "sbt", "moon", "pixi", "uv", "rushx", "rush", "pants", "tup", "waf", "dagger", "devbox", "grunt", "gulp",
     "fastlane")
)  # fmt: skip
"""Programs that run a task of the project by its name."""


def _kinds(words: str, kind: CommandKind) -> dict[str, CommandKind]:
    return dict.fromkeys(words.split(), kind)


TASK_WORDS: Final[dict[str, CommandKind]] = {
    **_kinds("test tests testing spec specs e2e unit units integration jest vitest mocha pytest check-tests tst t "
        "coverage cov testonly testdebugunittest integrationtest surefire failsafe verify phpunit rspec playwright "
        "cypress ctest unittest unittests", "test"),
    **_kinds("testonly testquick testall testlocal testforked", "test"),
    **_kinds("lint linting eslint scalafmt scalafmtcheck scalafmtcheckall scalafix scalafixall kondo format fmt prettier stylelint style ruff flake8 pylint rubocop clippy checkstyle "
        "spotless spotlesscheck ktlint ktlintcheck detekt pmd spotbugs biome black isort vet precommit linters", "lint"),
    **_kinds("types type typecheck typing mypy pyright tsc checktypes phpstan psalm typescheck", "types"),
    **_kinds("build compile bundle dist package assemble jar war install-dist release classes compilejava testclasses "
        "all docs doc html site generate codegen publish", "build"),
    **_kinds("start dev serve server run watch preview bootrun up develop storybook", "run"),
    **_kinds("install ci add i deps setup bootstrap sync update upgrade dependencies", "install"),
}  # fmt: skip


_EVERYDAY_NAMES: Final = (
    "ls ll cat cd pwd grep egrep rg ag find fd head tail less more wc sort uniq sed awk echo printf rm rmdir cp "
    "mv mkdir touch chmod chown ln tree du df ps kill pkill killall lsof netstat ss top sleep which whereis type "
    "env export source set unset alias date diff jq yq curl wget open xargs test true false file stat tar zip "
    "unzip gzip base64 ssh scp rsync ping code vim nano man history clear exit wait jobs fg bg nl tee cut tr "
    "basename dirname realpath readlink whoami id uname hostname uptime free node git gh glab svn hg dir cls del "
    "copy move findstr where taskkill tasklist Get-ChildItem Get-Content"
)
EVERYDAY: Final = frozenset(_EVERYDAY_NAMES.split())
"""Programs that are run in any project."""


def names_program(word: str) -> bool:
    """Whether a word names a program that people run to work on a project; masked code counts as one."""
    plain = word.rsplit("/", 1)[-1]
    return plain.startswith("··") or plain in KIND_OF or plain in SUBCOMMANDS or plain in TASKS
