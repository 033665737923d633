"""The shapes that a definition has in languages with brackets, as patterns around its name."""

import re
from typing import Final, NamedTuple

C_ENDINGS: Final = frozenset(("c", "h", "cc", "hh", "cpp", "hpp", "cxx", "hxx", "m", "mm"))
_KEYWORDS: Final = (
    r"(?:function|class|struct|enum|interface|trait|union|module|mod|namespace|object|record|protocol|extension|actor|mixin"
    r"|type|typealias|func|fun|fn|def|sub|proc|macro_rules|message|service|rpc|table|view|procedure|trigger"
    r"|const|let|var|val|static|define)"
)


class Shape(NamedTuple):
    """A way in which languages with brackets write a definition."""

    pattern: str
    needs_body: bool = False
    like_call: bool = False
    """Whether a call of the name looks the same."""


def bracket_shapes(name: str, ending: str) -> tuple[Shape, ...]:
    """The shapes that a definition of a name may have, the surest first."""
    word = rf"(?<![\w$]){re.escape(name)}(?![\w$])"
    # `func (p *Pool) name`, `fun <T> name`, `class name`, `namespace a.name`
    between = r"(?:if[ \t]+not[ \t]+exists[ \t]+|\([^()\n]{0,200}\)[ \t]*|<[^<>\n]{0,100}>[ \t]*)?(?:\w+(?:\.|::)){0,8}"
    declared = rf"\b{_KEYWORDS}\b[*!]?[ \t]+{between}{word}"
    if ending in C_ENDINGS:
        # `struct name *x` only uses the name.
        used = r"(?![ \t]*(?:[*)]|(?!final\b)\w))"
        declared = rf"\b(?:struct|union|enum|class|namespace)[ \t]+{between}{word}{used}|#[ \t]*define[ \t]+{word}"
    # `int name(...) {`, `name(...) {`
    called = rf"^[^\n=;(){{}}\"'#]{{0,200}}?{word}[ \t]*(?:<[^<>\n]{{0,100}}>)?\("
    # `public int Name { get; set; }`, `private final Pool name;`
    typed = r"^[^\n=;(){}\"'#]{0,200}?\w[\w<>\[\], ?*&.]{0,100}[ \t]+"
    with_body = rf"{typed}{word}(?=\s{{0,80}}\{{)"
    # `name = ...`, `exports.name = ...`, `name: ...`
    bare = (
        rf"{typed}{word}[ \t]*(?=;)"
        rf"|^(?:[^\n=;(){{}}\"']{{0,200}}?[^\n=;(){{}}\"'.])??{word}(?:\[[^\]\n]{{0,80}}\])?[ \t]*=(?![=>])"
        rf"|^[ \t]*(?:module\.)?exports\.{word}[ \t]*=(?!=)|^[ \t]*['\"]?{word}['\"]?[ \t]*:(?!:)"
    )
    # `void name(int a);`: all there is in an interface or a header
    promised = rf"{typed}{word}[ \t]*\("
    return (
        Shape(declared), Shape(called, needs_body=True, like_call=True), Shape(with_body, needs_body=True),
        Shape(bare), Shape(promised, like_call=True),
    )  # fmt: skip
