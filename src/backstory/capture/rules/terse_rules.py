"""Rules of a few words, as people write them who leave out the verb or the subject: `i push.`, `never --force`,
`examples/ stays unformatted`.

A form counts where nobody says it of a task at hand: a file with a state that it keeps, an option that is never given,
a version that everything is held at.
"""

from typing import Final

from backstory.capture.rules.rule_tails import measure_tail
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK

SURE: Final = 0.93
"""How sure such a rule is: weights have seen few of them."""
_LIKELY: Final = 0.84

_KEPT: Final = Pattern(
    r"i (?:do )?(?:push|merge|tag|release|deploy|publish|rebase|squash)(?:(?: and|,| or) (?:push|merge|tag|release"
    r"|deploy"
    r"|publish))?(?: (?:here|myself|always|everything|on my own))*[\s.!]*$"
    r"|(?:pushing|merging|tagging|releasing|deploying|publishing) (?:i do|is me|is on me)[\s.!]*$"
)
"""`i push.`: a step of the work that the person keeps."""
_PATH: Final = r"`?(?:[\w@.-]+/[\w@./*-]*|[\w-]*\w\.(?!\d)[a-z][a-z0-9]{0,5}|[A-Z]{4,}(?:\.\w+)?|\.[a-z]\w+)`?"
_STAYS: Final = Pattern(
    rf"(?:the |our |all of )?{_PATH}(?: (?:folder|directory|file))? (?:stays?|remains?|is to stay|has to stay|must stay"
    r"|is kept|are kept) (?:(?:as|how) (?:it|they) (?:is|are)|(?:\w+ly )?(?:un\w+|in(?:valid|tact|complete)|broken"
    r"|crooked"
    r"|empty|frozen|read-?only|messy|ugly|plain|raw|hand-?written|verbatim|byte for byte|where (?:it|they) (?:is|are)))"
    r"(?: (?:on purpose|forever|for good|please|pls|as (?:it|they) (?:is|are)))*\s*(?:[.,;:!(–—-]|because\b|since\b|$)"
)
"""`examples/ stays unformatted`: a file with a state that it keeps."""
_POSSESSED: Final = Pattern(
    rf"(?:the |our )?{_PATH}(?: (?:file|folder|directory))? (?:is|are|belongs to) (?:hers|his|theirs|mine|ours|her|him"
    rf"|them"
    rf"|[A-Z]\w+'?s(?: \w+)?),? (?:and |so |[;:–—-] ?)?(?:nothing|nobody|no one|no \w+|none|hands off|never|don't"
    rf"|do not|only"
    rf"|she|he|they|leave)\b"
)
"""`GRAMMAR.md is hers, nothing changes there without her`."""
_NEVER_OPTION: Final = Pattern(
    r"(?:please )?(?:never|no) -{1,2}\w[\w-]*(?:=\S+)?(?:(?:,| or| and) (?:never |no )?-{1,2}\w[\w-]*)*"
    r"(?=[\s.!]*$|,? (?:and |but |ever\b|again\b|please\b|because\b|since\b))"
)
"""`never -A`: an option that is never given."""
_ONLY_OURS: Final = Pattern(
    rf"(?:please )?(?:only )?(?:run )?[\w{MASK}./-]+(?: [\w{MASK}./-]+)? (?:only|just|nothing but) (?:on|over"
    rf"|for) (?:the )?(?:files?|lines?"
    r"|code|things?|what|ones?|stuff)(?: (?:that|which))? (?:we|you|i|was|were|are|is|(?:the|this) (?:diff|change"
    r"|branch))\b"
)
"""`rubocop only on the files we touched`."""
_HELD_AT: Final = Pattern(
    r"(?:please )?(?:keep|leave|hold) (?:it|this|everything|all of it|the code|that) (?:at |on |to |compatible (?:with"
    r"|to)"
    r" |working (?:on|with) |running (?:on|with) )?(?:to )?[a-z+#.]+(?:[ -]?[a-z+#.]+)? ?v?\d+(?:\.\d+)*\+?(?!\s?(?:%"
    r"|px|ms|s\b|mb|kb|gb"
    r"|lines?|files?|words?|minutes?|hours?|items?|rows?|columns?|chars?))(?=[\s.,;:!(–—-]|$)"
)
"""`keep it ruby 2.6`: the version that the code has to run on."""
_VERSIONED: Final = Pattern(
    r"\b(?:ruby|python|py|php|perl|node|java|jdk|kotlin|scala|go|golang|rust|msrv|edition|c|c\+\+|cpp|es|ecmascript"
    r"|typescript|ts|swift"
    r"|elixir|erlang|otp|lua|r|julia|haskell|ghc|ocaml|posix|bash|zsh|postgres|mysql|sqlite|django|rails|react|vue"
    r"|angular"
    r"|spring|gradle|maven|\.net|net|dotnet|c#|android|ios|macos|glibc|cmake|gcc|clang|msvc|terraform|ansible|k8s"
    r"|kubernetes"
    r"|numpy|pandas|qt|gtk|opengl|vulkan|cuda)\b"
)
_IGNORED: Final = Pattern(
    r"(?:(?:no|nah|nope),? )?(?:leave [\w./-]+(?: alone| as it is)?,? (?:and )?)?(?:please |just |always |so "
    r"|then )*ignore"
    r" (?:the |that |its |those |these |all |any )*(?:(?:old|known|usual|flaky|harmless|existing|long-?standing|stale"
    r"|noisy|odd)"
    r" )*(?:exit(?: code| status)? \d+|(?:deprecation |lint |linter |compiler )?warnings?|exit codes?"
    r"|noise|nagging)\b"
    r"(?!.*\b(?:for now|now|yet|today|tomorrow|until|till|first|in the (?:log|output|paste|screenshot)|above|below"
    r"|here)\b)"
    rf"|(?:the |that |its |those |this )?(?:old|known|usual|flaky|harmless|existing|long-?standing|stale|noisy) "
    rf"(?:(?!(?:is|are|was|isn't|isnt|aren't|has|have)\b)[\w{MASK}.'/-]+ ?){{1,8}}\s?[:–—-] (?:please |just |always "
    rf"|you can )*(?:ignore|disregard) (?:it|that|them|those)\b[\s.!]*$"
)
"""`known exit code 2: just ignore it`."""
_FORM: Final = Pattern(
    r"(?:(?:present|past) tense|imperative(?: mood| subject| subjects| messages?)?|lower[- ]?case|(?:short|one-?line"
    r"|english|conventional|lower[- ]?case|signed"
    r"|plain|terse) (?:subjects?|titles?|messages?|commit messages?|commits))"
    r"(?:,? (?:and |but )?(?:(?:all )?lower[- ]?case|capitali[sz]ed|imperative|(?:in )?english|present tense|past tense"
    r"|short|(?:no|without|never a|never an)"
    r" (?:\w+ )?(?:prefix\w*|ticket\w*(?: \w+)?|emojis?|body|full stop|period|dot|scope|trailers?|footer|issue \w+"
    r"|co-?author\w*|names?|numbers?|brackets)|(?:max|at most|under|up to) \d+(?: \w+)?))+[\s.!]*$"
)
"""`imperative subject, no prefix`: the form of a commit, without its name."""


_I_MYSELF: Final = Pattern(
    r"(?:the |that |any )?(?:prs?|mrs?|pull requests?|tags?|releases?|merges?|deploys?|deployments?|uploads?)"
    r" i (?:open|do|make|send|push|tag|merge|release|run|create|publish|squash)(?: (?:it|that|them|this))?"
    r" (?:myself|alone|on my own)(?=[\s.,;:!–—-]|$)"
)
"""`the pr i open myself`"""
_NEVER_WHOLE: Final = Pattern(
    r"(?:please )?never (?:run )?(?:the (?:whole|full|entire)|all (?:of )?the) [\w·./-]+(?: [\w·./-]+){0,2}?"
    r"(?: here| locally| again)?(?=[.,;:!–—]|$)"
)
"""`never the whole suite here, the network tests hang`"""
_EVERY_TIME: Final = Pattern(
    r"(?:please )?(?:don't|dont|do not|never|stop) (?:re)?(?:run|running|build|building|start|starting|install"
    r"|installing|test|testing|format|formatting|print|printing|open|opening|load|loading) [^.,;?]{2,60} "
    r"(?:every|each) (?:single )?time\b"
)
"""`dont run everything every time`"""
_HANDS_OFF: Final = Pattern(rf"(?:the |our )?{_PATH}(?:(?: and| \+|,) {_PATH})? hands off[\s.!]*$")
"""`README hands off`"""


def measure_terse(plain: str, text: str) -> float:
    """How sure it is that a sentence is a rule by its short form; 0 for any other. `plain`: behind its first words."""
    if confidence := measure_tail(plain):
        return confidence
    if _I_MYSELF.match(plain) or _NEVER_WHOLE.match(plain) or _EVERY_TIME.match(plain) or _HANDS_OFF.match(text):
        return SURE
    if _KEPT.match(plain) or _STAYS.match(text) or _POSSESSED.match(text) or _NEVER_OPTION.match(plain):
        return SURE
    if _HELD_AT.match(plain) and _VERSIONED.search(plain):
        return SURE
    if _FORM.match(plain):
        return SURE
    if _IGNORED.match(plain):
        return SURE
    return _LIKELY if _ONLY_OURS.match(plain) else 0.0


def is_kept_step(plain: str) -> bool:
    """Whether a sentence says only that the person does a step of the work: `i push.`"""
    return _KEPT.match(plain) is not None
