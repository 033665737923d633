"""Patterns of the strings and comments that hold several lines, for the rows of the table of languages.

Each pattern also matches what may have the same signs, such as strings of one line, and sets group 1 only for a string
or comment that may have lines of code. Where a sign that is never closed opens no block, repetitions are possessive or
end with the file, so that no text takes long.
"""

from typing import Final

_DOUBLE: Final = r'"(?:\\[\s\S]|[^"\\\n])*+"'
_SINGLE: Final = r"'(?:\\[\s\S]|[^'\\\n])*+'"
_CHARACTER: Final = r"'(?:\\[^\n]{1,8}?|[^\\\n'])'"
_NESTED: Final = 4
"""How deep a comment may lie in comments."""


def _nested_comment(opening: str, closing: str) -> str:
    """A comment that may hold others. One that is never closed is none."""
    plain = rf"(?!{opening}|{closing})[\s\S]"
    comment = rf"{opening}(?:{plain})*+{closing}"
    for _ in range(_NESTED):
        comment = rf"{opening}(?:{comment}|{plain})*+{closing}"
    return comment


PYTHON: Final = rb"""(?s)#[^\n]*|(\"{3}|'{3})(?:\\.|[^\\])*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
ELIXIR: Final = rf"""#[^\n]*|\?\\?[^\s]|(\"{{3}}|'{{3}})(?:\\[\s\S]|[^\\])*?\1|{_DOUBLE}""".encode()
JULIA: Final = rf'(#=[\s\S]*?(?:=#|\Z)|"""(?:\\[\s\S]|[^\\])*?""")|#[^\n]*|{_DOUBLE}'.encode()
HASKELL: Final = rf"--[^\n]*|{_DOUBLE}|{_CHARACTER}|({_nested_comment('{-', '-}')})".encode()
OCAML: Final = rf"{_DOUBLE}|{_CHARACTER}|({_nested_comment('[(][*]', '[*][)]')})".encode()
LUA: Final = rf"(?:--)?\[(=*)\[[\s\S]*?(?:\]\1\]|\Z)|--[^\n]*|{_DOUBLE}|{_SINGLE}".encode()
PERL: Final = rb"(?m)^(=[A-Za-z][\s\S]*?(?:^=cut\b[^\n]*|\Z)|__(?:END|DATA)__\s[\s\S]*)"
CLOJURE: Final = rb';[^\n]*|\\.|(")(?:\\[\s\S]|[^"\\])*+"'
POWERSHELL: Final = rb"""(<#)[\s\S]*?(?:#>|\Z)|#[^\n]*|"(?:`[\s\S]|[^"`\n])*+"|'[^'\n]*+'"""
_LISP_TEXT: Final = r'"(?:\\[\s\S]|[^"\\])*+"'
CLOJURE_HEAD: Final = (
    rf"\s*(\(def(?:n-?|macro)\s+(?:\^\S+\s+)*[^\s()\[\]{{}}\"]+)"
    rf"(?:\s++|;[^\n]*+|{_LISP_TEXT}|\^\S+|\{{(?:[^{{}}\"]|{_LISP_TEXT})*+\}})*+"
    r"(\(?\[[^\[\]]*+(?:\[[^\[\]]*+\][^\[\]]*+)*+\])"
).encode()
"""The name of a function, and after its documentation the parameters, of several forms those of the first."""
