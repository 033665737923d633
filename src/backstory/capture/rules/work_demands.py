"""Rules in plain, complete English sentences: `No spec may talk to a real server`, `Please avoid metaprogramming in the
parsers`, `I prefer a subject that starts with the class in brackets`.

They carry none of the words that mark a rule (`always`, `never`, `don't`). What makes them one is that they lay down
how things of the work are made: tests, commits, modules, comments. Said of what is built, they are requirements.
"""

from typing import Final

from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern

_ONE: Final = (
    r"(?:(?:unit |integration |end-to-end |e2e |public |private |new |test |regression )?(?:spec|test|test case|suite"
    r"|fixture|snapshot|mock|module|package|class|method|function|helper)"
    r"|commit|commit (?:message|subject|title)|branch|branch name|pr|pull request|merge request|migration|dependency"
    r"|import|docstring|doc comment|code comment|changelog entry|config key|(?:public|exported) (?:name|type"
    r"|symbol|api)"
    r"|(?:source|generated|vendored|new) file|error message|log message|public (?:option|setting|flag))"
)
"""One thing of the work. Files, names and messages alone may be those of what is built."""
_MANY: Final = (
    r"(?:(?:unit |integration |end-to-end |e2e |public |private |new |test |regression |deprecated )?(?:specs|tests"
    r"|test cases|suites|fixtures|snapshots|mocks|modules|packages|classes|methods|functions|helpers)"
    r"|commits|commit (?:messages|subjects|titles)|branches|branch names|prs|pull requests|merge requests|migrations"
    r"|dependencies|imports|docstrings|doc comments|code comments|changelog entries|config keys"
    r"|(?:public|exported) (?:names|types|symbols|apis)|(?:source|generated|vendored|new) files|log messages"
    r"|type (?:hints|annotations)|public (?:options|settings|flags))"
)
"""Things of the work in general."""
_NAMED_MANY: Final = rf"(?:(?:names|titles|bodies) of {_MANY}|comments(?= should (?:explain|say))|{_MANY})"
_DEED: Final = (
    r"(?!(?:have|has|be (?:missing|lost|there|needed|wrong|broken)|notice|see|fail|pass|work|run|ran|exist"
    r"|help|take|return)\b)\w+"
)
"""A verb that says what is done, and not how things stand."""
_MAY: Final = r"(?:may|should|must|can|shall|is (?:allowed|supposed|meant) to|ought to|gets to)"
_DEMANDS: Final = Pattern(
    # No spec may talk to a real server.
    rf"^(?:and |also |so |please,? )*no {_ONE} {_MAY} (?:ever )?{_DEED}"
    # Nothing in lib may depend on Rails. None of the specs may sleep.
    rf"|^(?:nothing|no code|no file|no test) (?:in|under|below|inside|outside(?: of)?) [\w/·.-]+(?: \w+)? {_MAY}"
    rf" {_DEED}"
    rf"|^none of (?:the|our|these) {_MANY} {_MAY} {_DEED}"
    # Comments should explain why. Public functions may not throw.
    rf"|^(?:all |our |any )?{_NAMED_MANY} (?:should|must|have to|need to|are to|ought to|may not|may only"
    rf"|must not|shall)"
    rf" (?:always |only |also )?(?!(?:be (?:green|fixed|back|ready|done|there|enough|fine|gone|up|in|faster"
    rf"|slower|ok))\b)"
    rf"{_DEED}"
    rf"|^(?:each|every|any) {_ONE} (?:should|must|has to|needs to|is to|ought to|may only|needs|gets|carries)"
    rf" (?:always |only |also )?{_DEED}"
    # The core must remain free of I/O.
    r"|^(?:the |our )?(?:[\w/·-]+ ){1,3}(?:must|has to|have to|should|needs? to|is to|are to) (?:remain|stay|be kept)"
    r" (?:\w+ )?(?:free (?:of|from)|clear of|pure|stable|compatible|private|minimal|without|below|under|above|sorted"
    r"|dependency-free|readable|backwards?[- ]compatible)\b"
    # There must be no trailing whitespace in fixtures.
    rf"|^there (?:must|should|may|shall|can) (?:be no|not be|never be) [^.;]*\b(?:in|on|under|for) (?:the |our |any )?"
    rf"(?:{_MANY}|code|repo|repository|sources?)\b"
    # Branches are named after the ticket. Snapshots are only updated after a review.
    rf"|^(?:our )?{_MANY} are (?:(?:always |only )?(?:named|called|prefixed|squashed|signed|rebased)"
    rf"|only (?:updated|added"
    r"|changed|written|merged|cut)) (?!(?:by|in) (?:the|this|that) (?:next|last|first)|already|again|twice|wrong)\w+"
    # We write dates in ISO format.
    rf"|^(?:here )?we (?:write|format|name|spell|prefix|sign|squash) (?:all |our |every |each )?(?:{_MANY}|{_ONE}|dates"
    r"|times|timestamps|comments|names)\b(?: \w+)? (?:in|with|as|by|after|without|like)\b"
)
"""What a sentence lays down for things of the work."""
_ASKS: Final = (
    r"(?:avoid (?!(?:this|that|it|the|a|an|my|your)\b)\w"
    r"|stick (?:to|with) (?!(?:it|this|that|the (?:plan|first|second|third|option|current))\b)\w"
    r"|refrain from \w+ing"
    r"|keep (?:the |our |all |every )?(?:[\w/·-]+ ){1,3}(?:free (?:of|from)|clear of|out of|small|short|pure"
    r"|stable|minimal"
    r"|private|sorted|alphabetical|flat|in alphabetical|below|under|backwards?[- ]compatible)\b"
    r"|only (?:change|edit|touch|modify|update) the (?:template|source|original|generator|schema|spec)s?\b)"
)
"""What somebody is asked to do from now on."""
_REQUESTS: Final = Pattern(
    rf"^(?:and |also |so |but )*(?:please|i(?: would|'d) ask you to|i ask you to|try to|be sure to|remember to"
    rf"|you should"
    rf"|we should|we|let us|let's) (?:please )?{_ASKS}"
    rf"|[,;] (?:so |and |hence |therefore )?(?:please|i(?: would|'d) ask you to) {_ASKS}"
    # When a test needs a clock, please use FakeClock.
    rf"|^(?:when|whenever|wherever|if) (?:a|an|any"
    rf"|some) {_ONE} (?:\w+ ){{1,4}}?[^,;]{{0,40}}, (?:then )?(?:please )?(?:use"
    r"|take|add|write|put|call|prefer|name|mark)\b"
    r"|^(?:it is|it's) (?:very |really |quite )?important (?:to me |to us |for me |for us )?(?:that|to keep)\b"
)
_LIKES: Final = Pattern(
    r"^(?:and |also |so |but |generally,? |in general,? |personally,? )*i (?:would |'d |do |generally "
    r"|really |usually )*"
    rf"(?:(?:prefer|like|insist on)(?: to have| to see)? (?:(?:all|every|each|any|our|my|a|an|no) )?(?:\w+ )?"
    rf"(?:{_ONE}|{_MANY}|subject|coverage|changelog|signature)\b"
    r" (?:to (?!pass\b|work\b|take\b|fail\b|show\b|finish|be (?:finished|done|fixed|green|ready|merged|reverted)\b)\w"
    r"|that (?:begin|start|end|say|name|explain|tell|carr|read|use|contain|follow|fit)\w*|with (?:a|an|no|the)? ?\w"
    r"|without \w|in (?:the )?(?:imperative|english|past|present|lower|upper|one|plain|small)|beginning|starting)"
    rf"|(?:want|expect|would like|need) (?:(?:every|each|all) (?:{_ONE}|{_MANY})|(?:the|our) (?:tests|specs"
    rf"|suite|coverage"
    r"|build|public api|api docs|code|commits)) to (?:be run with|stay|remain|be kept|keep|follow|be written"
    r"|be named|have"
    r" (?:a|an|its)|come with|carry|stick) ?\b)"
)
"""How somebody likes things of the work: `I prefer a subject that starts with the class in brackets`."""
_RELEASES: Final = Pattern(
    r"^Only (?:[A-Z][\w'-]+(?: and [A-Z][\w'-]+)?) (?:publish(?:es)?|releases?|tags?|merges?|deploys?|pushes|push"
    r"|signs?|approves?|edits?|bumps?|cuts?)\b(?! (?:it|this|that) (?:now|today|yet))"
)
"""`Only Marguerite publishes releases`."""
_AT_HAND: Final = Pattern(
    r"\b(?:now|today|yesterday|tomorrow|yet|still|currently|again|next|first|this (?:one|time)|these (?:two"
    r"|three)|it says"
    r"|the api says|according to|apparently|probably|i think|i guess|it seems|maybe|perhaps|as you (?:said"
    r"|wrote)|says the|on (?:my|that|this)"
    r" machine)\b"
)
"""What speaks of this moment, or of what somebody else says."""
DEMANDED: Final = 0.84
"""How sure a demand on the work is."""


def measure_work_demand(plain: str, text: str) -> float:
    """How sure it is that a sentence lays down how the work is done; 0 if nothing says so.

    `plain` is the sentence in lower case with code masked, `text` the same words as they were written.
    """
    if plain.rstrip().endswith("?") or _AT_HAND.search(plain) or is_passing(plain):
        return 0.0
    fits = _DEMANDS.search(plain) or _REQUESTS.search(plain) or _LIKES.search(plain) or _RELEASES.search(text)
    return DEMANDED if fits else 0.0
