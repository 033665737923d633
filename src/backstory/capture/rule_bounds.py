"""Rules that bound the work, by the form of the sentence: which files stay, what has to keep working, what is used."""

from typing import Final

from backstory.capture.patterns import Pattern

_LEAD: Final = r"^(?:(?:please|pls|and|but|also|again)[\s,]+)*"
_FILE: Final = r"(?:[\w.@-]+/)+[\w.@*-]*|[\w.@-]+\.[a-z][a-z0-9]{0,7}"
_FOR_NOW: Final = (
    r"(?!.*\b(?:yet|for now|right now|at the moment|until|till|this time|in this (?:commit|pr|step|change|task|round)"
    r"|just now|today|again|when|if)\b)"
)
FILE_BAN: Final = Pattern(
    rf"{_LEAD}{_FOR_NOW}(?:do not|don['’]?t|dont|never) (?:ever )?(?:touch|edit|change|modify|reformat|rename"
    r"|delete|remove)(?: anything (?:in|under|inside|below))?(?: the)?(?: (?:files?|folder|directory))? "
    rf"`?(?:{_FILE})`?(?:(?: and|,| or) `?(?:{_FILE})`?)*(?:$|[.!]|[,;:–—(-]| (?:because|since|as|it|that|they)\b)"
)
"""`don't touch docs/changelog.rst`: the file stays, and not only in this step."""
OTHERS: Final = Pattern(
    rf"{_LEAD}{_FOR_NOW}(?:do not|don['’]?t|dont|never) (?:ever )?(?:touch|edit|change|modify|reformat|rename|use"
    r"|run)\b.{3,90}?,? (?:because|since|as|for) (?:it|they|that|those|these|this) (?:is|are|belongs?|comes?)"
    r" (?:(?:from|of|to|owned by|maintained by|written by) )?(?:other|another|someone|somebody|the \w+ team|generated"
    r"|vendored|upstream|[a-z]+['’]s)\b"
)
"""`don't touch the other adapters, because they are from other people`"""
COMPATIBLE: Final = Pattern(
    r"^(?:(?:and|but|also|remember,?) )*(?:the |our |all )?[\w./-]+(?: [\w./-]+){0,3} (?:must|has to|have to|needs to"
    r"|need to) (?:always |also |still )?(?:(?:stay|remain|keep|be) (?:\w+ )?(?:source-)?compatible\b|keep working\b"
    r"|(?:keep )?(?:run|work|build|compile)(?:ning|ing)? (?:on|with|under) [\w .+-]*\d)"
    r"|^[\w.+#-]+ v?\d[\w.]* (?:must|has to|needs to) (?:keep working|work|stay supported|be supported)\b"
)
"""`the API must stay backwards compatible with v8`"""
EVERYWHERE: Final = Pattern(
    r"^(?:please )?(?:use|prefer|take|write|put|keep) [^;?]{2,60}?(?:,? not [^,;]{2,40}| over [^,;]{2,40}| instead of"
    r" [^,;]{2,40}| rather than [^,;]{2,40}),? (?:everywhere|throughout|in all \w+|across)\b"
)
"""`use create_table_parser, not regexes, everywhere in db.py`"""
WHOLE_RUN: Final = Pattern(
    rf"{_LEAD}{_FOR_NOW}(?:do not|don['’]?t|dont|never) run (?:the )?(?:whole|full|entire|complete) [\w -]{{3,40}}"
    r"(?:[,;:.!]|$| (?:because|since|as|it)\b)"
)
"""`do not run the whole test suite; it takes twenty minutes`"""
ELSEWHERE: Final = Pattern(
    r"^(?:por favor,? |per favore,? |alsjeblieft )?(?:usa|use|usar|escreve|escreva|scrivi|coloca|coloque|metti|ponha"
    r"|gebruik|schrijf|zet|pisz|używaj) (?:sempre|altijd|zawsze|nooit|nigdy) \w"
    r"|^(?:bitte )?(?:nimm|nehmt|benutz\w*|verwend\w*|schreib\w*) [^,;?]{2,50} nicht, (?:sondern|lieber|nimm) \w"
)
"""The same in Portuguese, Italian, Dutch, Polish and German."""
_FORMS: Final = (FILE_BAN, OTHERS, COMPATIBLE, EVERYWHERE, WHOLE_RUN, ELSEWHERE)


def binds_work(rest: str) -> bool:
    """Whether a sentence in lower case, without its lead, has one of these forms."""
    return not rest.endswith("?") and any(form.search(rest) for form in _FORMS)
