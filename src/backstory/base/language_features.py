"""Orders that use a newer feature of a programming language, which a rule may forbid by naming its oldest version:
`use an f-string there` against `it has to run under Python 2.7`.

No regular expressions: the hook process does not load them.
"""

from itertools import pairwise

from backstory.base.tokenizer import split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_FEATURES = """
python: f string; f strings; fstring; fstrings; walrus; match statement; structural pattern; dataclass; dataclasses
python: keyword only; positional only; type hints; type hint; type annotations; async def; pathlib; yield from
python: union types; exception groups; removeprefix; removesuffix; dict merge; nonlocal; enum auto; print function
php: arrow function; arrow functions; fn; typed properties; type the properties; enum; readonly; match expression
php: nullsafe; named arguments; constructor promotion; union types; spread operator; null coalescing
java jdk: var; list of; map of; set of; records; a record; text block; text blocks; switch expression; to list
java jdk: stream to; sealed; pattern matching; virtual threads
ghc haskell: lambdacase; lambda case; derivingvia; deriving via; overloadedrecorddot; multiwayif; typeapplications
ghc haskell: quantifiedconstraints; linear types; stock deriving
rust msrv: let else; let chains; const generics; async fn; gats; inline format; edition 2024; edition 2021; lazylock
rust msrv: oncelock; is some and; async closures; impl trait
node es es5 es6 javascript: optional chaining; nullish; top level await; private fields; structuredclone; at method
node es es5 es6 javascript: async await; arrow function; arrow functions; template literal; template literals
node es es5 es6 javascript: import attributes; flat map; replaceall; bigint; esm
c89 c99 c11 c17 c: designated initializer; designated initializers; variable length array; vla; stdbool
c89 c99 c11 c17 c: line comments; mixed declarations; compound literal; static assert
c 11 cpp: std span; span; concepts; constexpr; ranges; coroutines; structured bindings; if constexpr; string view
c 11 cpp: std format; std optional; designated initializers; spaceship; auto return
ruby: pattern matching; endless method; numbered parameters; safe navigation; hash shorthand; squiggly heredoc
go: generics; type parameters; min max; range over func; slices package; errors join; slog; iterators
kotlin: value class; context receivers; data object; when guard
swift: async await; actors; if expression; macros; regex literals
csharp net dotnet: records; a record; init only; nullable reference; file scoped; primary constructor; global using
csharp net dotnet: raw string; required members; collection expressions; switch expression; default interface
dart: records; sealed; switch expression; extension types; null safety
typescript: satisfies; const type; using declaration; enum const
postgres sql mysql sqlite: window function; returning; upsert; generated column; json table; merge statement; cte
"""
MAX_BETWEEN = 2
"""Words between the name of a language and its version."""
_COMPATIBLE = ("compatible", "compatibility", "compat", "compile", "compiler", "msrv", "kompatibel", "compatibles")


def _read_features() -> "list[tuple[frozenset[str], tuple[str, ...]]]":
    lines = [line.partition(": ") for line in _FEATURES.strip().splitlines()]
    return [
        (frozenset(languages.split()), tuple([f" {each.strip()} " for each in phrases.split(";")]))
        for languages, _, phrases in lines
    ]


def find_languages(words: "Sequence[str]") -> "frozenset[str]":
    """The names of the languages of which an order in these words uses a feature; often none."""
    line = f" {' '.join(words)} "
    return frozenset().union(*[names for names, phrases in _read_features() if any(each in line for each in phrases)])


def names_version(text: str, languages: "frozenset[str]") -> bool:
    """Whether a text names a version of one of the languages: `Java 8`, `PHP 7.2`, `an old GHC (8.0)`, `C89`."""
    words = split_words(text)
    for place, word in enumerate(words):
        if word in languages:
            after = words[place + 1 : place + 2 + MAX_BETWEEN]
            if word[-1:].isdigit() or any(each.isdigit() for each in after):
                return True
    return any(word in _COMPATIBLE and number.isdigit() for word, number in pairwise(words))
