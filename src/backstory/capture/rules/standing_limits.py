"""Limits that a person states as facts: `go.mod gets no new line, here or anywhere else`, `nothing is pushed from your
side`, `a constraint that outlives this feature: ...`.

They have no word of a rule. What makes one of them is how far the sentence says that it reaches, that it speaks of what
leaves the house, or that the agent shares a machine on which a command does not run.
Patterns of `Sentence.plain`.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.rule_cues import MIN_WORDS, Cue
from backstory.capture.rules.rule_text import make_rule
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.sentence_ends import strip_end

SURE: Final = 0.94
"""How sure it is that such a sentence is a rule: weights have seen few of them."""
_LEADS: Final = (
    r"(?:(?:and|but|so|then|also|ok(?:ay)?|yes|right|good|fine|please|pls|again|as said|note that|remember(?: that)?"
    r"|commit|thanks)[\s,.:;]+|no[,.:;] )*"
)
_LIMIT: Final = (
    r"(?:constraint|rule|requirement|invariant|limit|limitation|principle|condition|guarantee|restriction|law|promise"
    r"|boundary|convention)"
)
_OUTLIVES: Final = (
    r"(?:(?:that|which) (?:(?:will |shall )?(?:outlives?|survives?|outlasts?|stays?|remains?|lasts?|persists?"
    r"|goes beyond|reaches beyond|holds? (?:beyond|after|for longer|longer|for good|from (?:now|here) on)"
    r"|is (?:here )?to stay|is not only for|isn't only for|isn't just for))\b"
    r"|(?:that |which )?(?:we|i|you) (?:keep|hold|respect|stick to|owe) (?:to )?(?:after|beyond|past|for good"
    r"|whatever)\b"
    r"|(?:for|from) (?:good|(?:now|here) on)|beyond (?:this|the|that) [\w-]+|for (?:everything|all|whatever) \w)"
)
_ANNOUNCED: Final = Pattern(
    rf"^{_LEADS}(?:(?:that|this|it|which|here|there|so here)(?:'s| is| gives?| leaves?| makes?| sets?| means?| brings?"
    r"| imposes?| puts?)(?: (?:us|for|me|you|with|in|on))*|we (?:have|get|keep|need)|i (?:have|want|set|add))? ?"
    rf"(?:a|an|one|another|one more|the|two)? ?(?:[\w-]+ ){{0,2}}{_LIMIT} {_OUTLIVES}[^:.;!?]{{0,40}}:\s+(?=\S)"
)
"""`that gives a constraint that outlives this feature: `"""
_WIDTH: Final = (
    r"(?:(?:not |neither )?here (?:or|nor|and not|and) (?:in |on )?(?:anywhere|somewhere|nowhere)? ?else(?:where)?"
    r"|not here and not (?:anywhere else|elsewhere)"
    r"|(?:neither |not )?(?:now|today) (?:or|nor|and|and not) (?:later|ever|(?:any|some) other (?:day|time)"
    r"|in (?:the )?"
    r"future|tomorrow)"
    r"|(?:neither )?(?:in|on|for|with) this (?:branch|pr|mr|change|repo|repository|crate|package|module|commit|file"
    r"|release|task|ticket|feature|one) (?:or|nor|and not) (?:(?:in|on|for|with) )?(?:any|another|some) other(?: \w+)?"
    r"|in (?:this|any) or any other \w+)"
)
_WIDE: Final = Pattern(
    rf"^(?!.*\b(?:i|we) (?:saw|see|get|got|can't|cannot|couldn't|didn't|don't (?:see|get|know|find))\b)"
    rf"(?!{_LEADS}(?:it|this|that|there|he|she|they|these|those)\b)"
    rf"(?=[^?]*\b(?:no|not|never|nothing|nobody|none|without|only|stays?|neither)\b|[^?]*n't\b)[^?]*,? {_WIDTH}[\s.!]*$"
)
"""`..., here or anywhere else`"""
_FAILS: Final = Pattern(
    r"\b(?:works?|compiles?|builds?|pass(?:es)?|happens?|fails?|shows?|exists?|helps?|reproduces?|appears?|runs?"
    r"|crash\w*|starts?|occurs?|matters?|changes? anything)\b"
)
"""What is observed here and elsewhere."""
_LEAVES: Final = (
    r"(?:pushed|merged|published|released|deployed|tagged|uploaded|posted|sent|committed|force-pushed|opened|closed"
    r"|created)"
)
_ACTS: Final = (
    r"(?:push(?:es)?|merges?|tags?|releases?|deploy(?:s|ments?)?|uploads?|prs?|mrs?|pull requests?|merge requests?"
    r"|commits?|force[- ]push(?:es)?|issues?|comments?)"
)
_AGENTS: Final = (
    r"(?:from (?:your|the agent'?s?) (?:side|end|hands?|machine|part)|on your (?:side|end|part|own)|by you(?:rself)?"
    r"|by (?:an|the) agents?)"
)
_FROM_YOU: Final = Pattern(
    rf"^{_LEADS}(?:nothing (?:is|gets|is to be|will be|may be)(?: ever| to be)? {_LEAVES}(?:(?:,| or| and)+ {_LEAVES})*"
    rf" {_AGENTS}"
    r"|nothing (?:ever )?(?:goes out|leaves|gets out|comes) (?:from )?(?:your|this|the) (?:side|end|machine|box|laptop"
    r"|container|sandbox|house|workstation)"
    rf"|no (?:[\w-]+ )?{_ACTS}(?:(?:,| or| and)+ {_ACTS})*(?: (?:are|is|get|gets) (?:\w+ed|made|opened|created|cut))?"
    rf" {_AGENTS}"
    r"|(?:you|(?:the |an |any )?agents?) (?:push|merge|tag|publish|release|deploy|upload|commit)(?:es"
    r"|s)? nothing(?: (?:yourself|here|at all|ever))?"
    r"(?=[\s.,;!]*$|[,;] ))"
)
"""`nothing is pushed from your side`"""
_HERE: Final = (
    r"(?:in (?:here|this (?:container|box|sandbox|machine|environment|vm|shell|workspace|devcontainer|image|setup)"
    r"|the (?:dev ?container|container|sandbox|vm))|on this (?:box|machine|laptop|host|server|vm|runner)|inside the"
    r" (?:dev ?container|container|sandbox|vm))"
)
_RUN_HERE: Final = Pattern(
    rf"^{_LEADS}(?:do not|don't|dont|never) (?:ever )?(?:run|start|launch|use|call|execute|build)"
    rf" (?!(?:it|this|that|them|anything)\b)[\w{MASK}./ :-]{{2,60}}? {_HERE}(?=[\s.,;:!–—-]|$)(?!.*\b(?:yet|until|till"
    r"|while|now|today|again|for the moment|when i|before i)\b)"
)
"""`don't run npm test in here`: a command that does not run on the machine of the agent."""
_ENOUGH: Final = Pattern(
    rf"^(?:(?:just|only|so|for (?:that|tests?|checks?))[\s,]+)*[\w{MASK}`./:=@, -]{{3,160}}?[,;:]? (?:(?:that|those"
    rf"|these"
    r"|this)(?:'s| is| are)|is|are|will be) (?:always |quite |more than |perfectly )*(?:enough|plenty|sufficient"
    r"|all (?:you|we|i) need|fine|what (?:you|we) (?:need|run|want))(?: here| in here)?[\s.!]*$"
    rf"|^[\w{MASK}`./:=@, -]{{3,160}}? (?:will|does|do|should) (?:do|suffice|the job|the trick|fine"
    rf"|it)(?: here)?[\s.!]*$"
)
"""`a and b, that's enough`: what is run instead."""
_NEVER_DONE: Final = Pattern(
    rf"^{_LEADS}(?!(?:it|this|that|there|he|she|they|these|those|users?|players?|customers?)\b)(?:the |our |all )?"
    r"[\w-]+s(?: [\w-]+){0,3} are never (?:ever )?(?!(?:been|seen|called|used|reached|read|run|closed|freed|set|sent"
    r"|triggered|executed|hit|emitted|shown|displayed|loaded)\b)[a-z-]+(?:ed|en|wn|pt|lt|de) (?:here|in this"
    r" (?:repo\w*|project|code ?base|package|crate|house|team)|by (?:hand|us))\b"
)
"""`errors are never swallowed here`"""
_NOBODY_BUT: Final = Pattern(
    rf"^{_LEADS}(?:nobody|no one|nothing|none) (?:but|except|other than|besides) (?:the )?[\w·'-]+(?: [\w'-]+)?"
    r" (?:ever )?(?:writes? to|edits?|touch(?:es)?|changes?|commits? to|push(?:es)? to|merges?|deploys?|releases?"
    r"|may (?:write|edit|touch|change|merge|push|release)|generates?|updates?|bumps?)\b"
)
_NOTHING_MAY: Final = Pattern(
    rf"^{_LEADS}nothing (?:that|which|we|in|under|from|below|of ours) (?!(?:you|he|she"
    rf"|they)\b)[^,;:?!]{{2,50}}? (?:may|must"
    r"|is allowed to|is to) (?!(?:be (?:wrong|broken)|have)\b)\w+"
)
"""`nothing that ships may log an address`"""
_KEPT: Final = Pattern(
    rf"^{_LEADS}(?!(?:it|this|that|there|he|she|they|these|those|which|who|what|if|when)\b)(?:the |our )?[\w.'-]+"
    r"(?: [\w.'-]+){0,2}? (?:writes|does|maintains|keeps|owns|handles|generates|updates|bumps|curates|translates"
    r"|publishes|signs|edits) [^;?!]{2,90}?[,;–—] ?(?:and |so )?(?:nobody|no one|nothing) else (?:ever |may )?(?:edits?"
    r"|touch(?:es)?|changes?|writes?|updates?|bumps?|does|opens?|commits?)\b"
)
"""`Ilse writes the notes, nobody else edits them`"""
_REFUSED: Final = Pattern(
    r"^(?:no|nope|nah|nein|stop)[\s,.]+and (?:please |you |we )?(?:never|don't ever|do not ever|dont ever)"
    r" (?!(?:mind|again|saw|seen|did|had|got|been|was|were|will|would)\b)(?!\w+ed\b)\w+ (?!(?:it|this|that|them)\b)\w"
)
"""`no, and never accept snapshots wholesale`: what goes beyond the refusal."""


def find_limit(sentences: Sequence[Sentence], place: int) -> Candidate | None:
    """The limit that a sentence states for good, as a rule; None for any other sentence."""
    sentence = sentences[place]
    start = _find_start(sentence)
    if start < 0:
        return None
    around = list(sentences)
    around[place] = sentence._replace(text=sentence.text[start:], plain=sentence.plain[start:])
    rule = make_rule(around, place, Cue(0, SURE))._replace(quote=sentence.text)
    so = _SO.search(sentence.plain[:start])
    why = sentence.text[: so.start()] if so and not rule.why else rule.why
    rule = rule._replace(why=why if len(why.split()) >= MIN_WORDS else "")
    following = sentences[place + 1] if place + 1 < len(sentences) else None
    if following is None or following.paragraph != sentence.paragraph or not _RUN_HERE.match(sentence.plain):
        return rule
    if following.is_question or not _ENOUGH.match(following.plain):
        return rule
    text, quote = f"{rule.text}. {strip_end(following.text)}", f"{rule.quote} {following.text}"
    return rule._replace(text=text, quote=quote)


def _find_start(sentence: Sentence) -> int:
    """Where the limit that a sentence states begins; -1 if it states none."""
    plain = sentence.plain
    if sentence.is_question or len(plain) > _MAX_TEXT:
        return -1
    if announced := _ANNOUNCED.match(plain):
        return announced.end()
    if _REFUSED.match(plain) and not is_passing(plain):
        return plain.index("and ") + len("and ")
    if _WIDE.match(plain):
        so = _SO.search(plain)
        start = so.end() if so else _skip_leads(plain)
        return -1 if _FAILS.search(plain, start) else start
    if is_passing(plain):
        return -1
    stated = any(one.match(plain) for one in (_RUN_HERE, _FROM_YOU, _NEVER_DONE, _NOBODY_BUT, _NOTHING_MAY, _KEPT))
    return _skip_leads(plain) if stated else -1


_MAX_TEXT: Final = 400


_SO: Final = Pattern(r", (?:so|therefore|hence|thus),? ")


def _skip_leads(plain: str) -> int:
    lead = _LEAD.match(plain)
    return lead.end() if lead and lead.end() < len(plain) else 0


_LEAD: Final = Pattern(_LEADS)
