"""Rules in formal prose: `please ensure that no public method is added without a comment`, `test classes end in Spec`,
`it is not permitted to access the network from unit tests`, and points of a list of that kind.

Said of the work they are rules; the same words about what is built are requirements. Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.rules.work_words import HOUSEWORK, PATH, WORK, WORKS
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK

LEADS: Final = Pattern(
    r"(?:(?:please|kindly|also|and|but|so|note:?)[\s,]+)*(?:(?:ensure|make sure|see to it|note|be advised|be aware"
    r"|take note|bear in mind|keep in mind|observe|remember|i would (?:kindly )?(?:ask|request)(?: you)?(?: to note)?"
    r"|i (?:kindly )?(?:ask|request)(?: you)?|we (?:have )?agreed|it was agreed|as per our policy|as agreed"
    r"|in (?:the )?future|for the next times?|one request|a remark on style|remark on style|my rule|the rule is)"
    r"(?: that\b|,|:|;)\s*)+(?:please )?"
)
"""What leads to a rule without being part of it."""
_EVERY: Final = (
    rf"(?:no|each|every|any)(?: new| further| additional| single)* (?:{WORK}|{WORKS})(?: of (?:the|our) [\w-]+(?:"
    r" [\w-]+)?)?"
)
_MUST: Final = (
    r"(?:(?:may|can|must|shall|should|has to|have to|needs? to)(?: ever| only| always| never| not| also"
    r"| to)*(?: be)? \w+"
    r"|(?:is|are)(?: ever| only| always| never| to be)* (?!(?:broken|done|gone|fixed|forgotten|written yet)\b)"
    r"(?:\w+ed|\w+en|cut|put|read|kept|left|sent|set|run|made) (?=without|in|by|with|before|after|when|to)"
    r"|goes through|goes? (?:to|in|into|next to|under|via)"
    r"|gets?|has|have|comes? (?:from|with)|contains?"
    r"|needs?|carr(?:y|ies)|ends? (?:in|with)|begins? with|starts? with|names?|says?|follows?)\b"
)
_POINTS: Final = (
    Pattern(rf"{_EVERY} (?:that [^,;]{{3,30}} )?{_MUST}"),
    Pattern(
        rf"(?:all (?:our |new |public |the )*)?{WORKS}(?: here| in here| in this \w+| of (?:the"
        rf"|our) \w+)? (?:(?:must|shall"
        r"|may|should) (?:(?:not|never|always|only) )+(?:be )?\w+|(?:is|are) (?:always |only |never )*to be \w+"
        r"|(?:is|are) (?:only|never|always) \w+|(?<=here )(?:is|are) (?:a|an|one|short|plain|lower)\b"
        r"|(?:always|never|only) (?!fails?\b|breaks?\b|pass\b|passes\b|works?\b)\w+)"
    ),
    Pattern(
        rf"(?:the |our )?(?:{MASK}{{3,}}|[a-z][\w.-]+) (?:(?:must|shall|may)(?: not| never)+(?: be)?|(?:is"
        rf"|are)(?: not| never) to be)"
        r" (?:used|imported|committed|added|introduced|touched|mocked|logged|edited|allowed)\b(?! (?:by|to) the user)"
    ),
    Pattern(
        r"it is (?:strictly )?(?:not (?:permitted|allowed|acceptable)|forbidden|prohibited) to \w+"
        r"|(?:in our \w+ )?(?:is|it's) (?:strictly )?(?:forbidden|not allowed|prohibited) to (?:use|add|commit"
        r"|push|touch"
        r"|access|call|import|mock|change)\b"
    ),
    Pattern(
        rf"(?:our |all |the )?{WORKS} (?:don't|do not|never|dont) (?!pass|work|run\b|compile|fail|exist|cover"
        rf"|match|need|have|know"
        r"|show|build|start|finish|like|seem|look|care|return|terminate|end\b|help|tell|say|mean|do\b|get\b|even"
        r"|really|yet)\w+"
    ),
    Pattern(
        r"(?:the )?(?:code |test |branch )?coverage\b[^,;]{0,40} (?:does|must|may|should|shall) not (?:fall|drop"
        r"|go)\b"
    ),
    Pattern(
        r"(?:we|one|you)(?: should| must| shall)? (?:refrain from|never|do not|don't|always)"
        rf" (?=[^,;]{{0,60}}\b(?:{WORKS}|{WORK}|{HOUSEWORK}|code|catch|mock|throw|commit|push|merge|panic"
        rf"|abbreviate)\b)"
        r"(?!know\b|see\b|understand\b|need\b|have\b|had\b|get\b|got\b|mind\b)\w+"
    ),
    Pattern(
        rf"(?:could|can|would|will) (?:we|you) (?:please|kindly) (?:keep|leave|write|use|put|ask|limit|make sure"
        rf"|ensure|stick|avoid|stop|not|always|never|only)\b[^?]{{0,60}}?\b(?:every|each|all|any|always|never"
        rf"|no|only) (?=[^?]*\b(?:{WORKS}|{WORK}))"
    ),
    Pattern(rf"(?:everything|anything) (?:goes|has to go|must go) (?:through|via|into) (?:the|our|{PATH})"),
    Pattern(rf"[\w{MASK}./-]+(?: [\w{MASK}./-]+){{0,6}},? (?:and )?nowhere else$"),
    Pattern(
        rf"(?:the |those |these |all |our )?[\w{MASK}./-]+(?: [\w{MASK}./-]+){{0,3}} (?:is|are|gets?) (?:only "
        rf"|always )?"
        rf"(?:re)?(?:generated|built|updated|written|formatted|made|changed) (?:only )?(?:with|by|via|through"
        rf"|from) [\w{MASK}./=-]+"
        rf"(?: [\w{MASK}./=-]+){{0,4}},? (?:and (?:by )?|by )(?:nothing|nobody|no one) else"
    ),
    Pattern(
        rf"run {MASK}{{4,}} (?:before|prior to|after|with|on) (?:each|every|any)\b|{MASK}{{4,}} (?:before|prior to"
        rf"|after)"
        r" (?:each|every|any) \w+"
    ),
    Pattern(
        rf"(?:{WORKS}|documentation|docs?|change ?log|readme)(?: of (?:the|each) [\w-]+)? (?:updated|added|removed"
        rf"|left)$"
        rf"|no {WORKS}? ?(?:\w+ )?left (?:in|behind)\b|no todos? \w+"
    ),
)
"""What a clause may lay down for things of the work."""
_CHECKLIST: Final = _POINTS[-1]
"""A point of a checklist, which says nothing outside of one."""
_PLATFORM: Final = (
    r"(?:php|python|node(?:\.?js)?|ruby|java|jdk|jre|kotlin|go|rust|c\+\+|c|typescript|javascript|scala|swift|dotnet"
    r"|\.net|elixir|erlang|perl|lua|dart|android|ios|es|ecmascript|gcc|clang|msvc|django|rails|react|vue|angular|spring"
    r"|postgres(?:ql)?|mysql|sqlite)"
)
_CRITERIA: Final = (
    Pattern(
        r"(?:the |all |our )?(?:[\w-]+ ){0,3}?(?:(?:still |also |must |has to |have to |should )*"
        r"(?:runs?|works?|builds?|compiles?)|(?:stays?|is|are|remains?) compatible) (?:on|with|under|for|from|in)"
        rf" {_PLATFORM} ?\d[\w.+]*"
    ),
    Pattern(
        rf"(?:the (?:files? )?)?\.?{PATH}(?:(?:,| and) {PATH}){{0,2}} (?:(?:do|does|must|may|should|shall|can) ?(?:not"
        rf"|n't)"
        r"|never) (?:grow|get (?:longer|bigger|larger|any longer|new entries))\b"
        rf"|(?:the (?:files? )?)?\.?{PATH}(?:(?:,| and) {PATH}){{0,2}} (?:gets?|receives?|has|have) no (?:new"
        rf"|further|more"
        r"|additional) (?:entr(?:y|ies)|lines?|exceptions?|suppressions?|errors?|ignores?)\b"
    ),
)
"""What a piece of work is checked by and all work after it too: `the code runs on PHP 7.2`, `baseline.neon does not
grow`."""
_STATED: Final = Pattern(
    rf"(?:all (?:our |new |public |the )*)?{WORKS}(?: here| in here| in this \w+| of (?:the|our) \w+)? (?:(?:end"
    rf"|start"
    r"|begin)s? (?:in|with)|(?:go|goes|live|lives|belong|belongs) (?:in|into|next to|under|beside|through|to)"
    r"|comes? from"
    r"|carr(?:y|ies)|(?:is|are) (?:written|named|placed|kept|signed|called|prefixed|documented|removed|reviewed)"
    r" (?:in|with|by|as|after|under|from|next|off|only|before|every)\b)"
)
"""How the work is done, told as a fact: it is one of what is built as often."""
_HERE: Final = Pattern(
    r"\b(?:here|in this|our|only|always|never|every|each|test classes|commits?|subjects?|branch(?:es)?|prs?)\b"
)
_AMBIGUOUS: Final = Pattern(
    r"(?:(?:no|each|every|any|all|the|our|new|further)\s+)*(?:files?|messages?|comments?|tags?|titles?|names?"
    r"|types?|quer(?:y|ies)"
    r"|strings?|tokens?|passwords?|lines?|flags?|features?|releases?|changes?|data|imports?|exports?|statements?"
    r"|modules?"
    r"|packages?|variables?|events?|endpoints?|functions?)\b"
)
"""Things that are as often those of what is built."""
_CUSTOMS: Final = (
    Pattern(
        rf"(?:(?:the |our )?[\w{MASK}./-]+(?: [\w{MASK}./-]+){{0,3}} )?you (?:never|always|don't|do not) (?:touch"
        rf"|edit|run|bump|push"
        r"|commit|merge|rebase|squash|format|rename|move|delete|add|write|change|use|publish|tag|release)\b"
    ),
    Pattern(
        r"when(?:ever)? you(?:'re| are|'ve| have)? (?:done|finish(?:ed)?|through)(?: with (?:something|anything"
        r"|a \w+|one))?,?"
        r" (?:please )?(?:you )?(?:tell|run|ask|show|update|regenerate|add|write|say|let)\b"
    ),
    Pattern(rf"i (?:don't|do not) (?:need|want)(?: to see)? (?:a |an |any |those )?(?:single )?(?:{WORK}|{WORKS})\b"),
    Pattern(
        rf"(?:address |make |open |send )?(?:no more than |at most |maximum |max |only |exactly )?(?:one|two"
        rf"|\d+) (?:{WORK}|{WORKS})"
        rf" (?:per|by|for each|in each|for every) (?:{WORK}|{WORKS})\b"
    ),
    Pattern(
        rf"[\w{MASK}' ./-]{{8,70}}? or (?:it|they|that) (?:doesn't|does not|don't|do not|won't|will not) (?:get"
        rf"|be) (?:merged|in)\b"
    ),
    Pattern(
        r"(?:the |our |all )?(?:branch(?: names?)?|commit messages?|subjects?|pr titles?|prs"
        r"|pull requests) (?:must|has to|have to"
        r"|should|needs? to) (?!pass\b|work\b|be (?:green|rebased|merged|closed)\b)\w+"
    ),
    Pattern(
        r"(?:an? (?:den|der|dem|die) )?\w+ (?:wird|werden) (?:\w+ ){0,3}?nichts (?:geändert|angefasst|gemacht)"
        r"|[\w ]{3,40}? nur (?:nach|mit) (?:absprache|rücksprache|meinem (?:ok|segen|einverständnis))"
        r"|(?:chez nous|ici),? [^,;]{3,40} (?:jamais|toujours|pas)\b|en este (?:repo|proyecto),? no \w+mos\b"
        r"|antes de cada \w+,? (?:hay que|se) \w+"
    ),
)
"""What is done each time, in plain words."""
_SURE: Final = 0.8
_STATED_LEAST: Final = 0.55
_CUSTOM_LEAST: Final = 0.25
_LEAST: Final = 0.08


_CHECKS: Final = Pattern(
    r"\b(?:acceptance|criteri(?:a|on|os)|requirements?|constraints?|conditions?|definition of done|done when|bounds|dod"
    r"|akzeptanzkriterien|anforderungen|bedingungen|randbedingungen|critères|exigences|contraintes|criterios"
    r"|requisitos)\b"
)
"""A heading above what a piece of work is checked by."""


def match_criterion(plain: str, start: int, heading: str) -> int:
    """The end of a clause from `start` on that all later work is checked by too, below a heading of criteria; -1 for
    any other."""
    if not _CHECKS.search(heading):
        return -1
    match = next(filter(None, (one.match(plain, start) for one in _CRITERIA)), None)
    return match.end() if match else -1


def match_formal(plain: str, start: int, chance: float, *, is_listed: bool) -> int:
    """The end of a clause from `start` on that lays down how the work is done; -1 for any other. `chance`: how likely
    the clause is a rule by the weights of its words."""
    points = _POINTS if is_listed else _POINTS[:-1]
    if match := next(filter(None, (one.match(plain, start) for one in points)), None):
        is_clear = _AMBIGUOUS.match(match[0]) is None or _WITHOUT.search(plain, start) is not None
        return match.end() if chance >= (_LEAST if is_clear else _SURE) else -1
    if chance >= (_CUSTOM_LEAST if is_listed else _STATED_LEAST) and (match := _STATED.match(plain, start)):
        return match.end() if _HERE.search(plain, start) else -1
    custom = (
        next(filter(None, (one.match(plain, start) for one in _CUSTOMS)), None) if chance >= _CUSTOM_LEAST else None
    )
    return custom.end() if custom else -1


_WITHOUT: Final = Pattern(
    r"\bwithout (?:an? |prior )?(?:\w+ ){0,2}?(?:tests?|comments?|reviews?|approval|ticket|tag|docs?)\b"
)
"""What only those who work on the program can leave out."""
