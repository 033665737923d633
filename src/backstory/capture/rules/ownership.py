"""Who has the say over what: somebody's file is left alone, and what is theirs to decide is put to them.

Patterns of `Sentence.text` where names of people matter, else of `Sentence.plain`.
"""

import re
from typing import Final

from backstory.capture.text.decision_cues import NOT_PEOPLE
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_NAME: Final = r"(?-i:(?!(?:It|That|This|He|She|There|What|Here|The|We|You|They|One|Who|A|An)\b)[A-Z][a-zà-öø-ÿ][\w-]+)"
_WHO: Final = rf"(?:{_NAME}(?: (?-i:[A-Z])[\w-]+)?|me|us|(?:the |our )?[\w-]+ team)"
_BODY: Final = (
    r"(?:(?:the|our|my) (?:lead|boss|manager|reviewer|maintainer|architect|designer|cto|legal|security|ops|operations"
    r"|platform|infra|data|qa|release|docs)(?: team| people| department| folks| guys)?|legal|security|compliance|ops)"
)
_MACHINE: Final = (
    r"(?:the |our |a |an )?(?:[\w·-]+ ){0,3}?(?:bot|robot|script|job|workflow|hook|generator|pipeline|action|ci"
    r"|machine)"
)

_LEAVES_HOUSE: Final = (
    r"(?:(?:the |all )?(?:push(?:ing|es)?|merg(?:ing|es?)|releas(?:ing|es?)|tagging|tags|publish(?:ing)?"
    r"|deploy(?:ing|s|ment)?"
    r"|version bumps?|force-push(?:ing)?)|pushen|mergen|veröffentlichen|publicar|publier|pousser)"
)
"""What takes work out of the person's house: they often keep it to themselves."""

PASSES: Final = Pattern(
    rf"\b(?:has|have|needs?|must|ought)(?: to)? (?:first )?(?:pass|go (?:through|past|by|via|to)|get past|come past"
    rf"|be (?:cleared|approved|reviewed|signed off|agreed|checked|run)(?: (?:with|by|past))?|wait for) {_WHO}\b"
    r"|\bneeds? (?:the )?(?:ok|okay|approval|blessing|sign-?off|consent|permission)"
    rf" (?:of|from) {_WHO}\b|\bneeds? {_NAME}'s (?:ok|okay|approval|blessing|sign-?off|consent|permission)\b",
    re.IGNORECASE,
)
"""`anything public has to pass Tom first`"""
HANDS: Final = Pattern(
    rf"\b(?:is|are|lies?|rests?|remains?|stays?) (?:entirely |all |completely |only )?(?:in {_NAME}'s hands"
    rf"|in the hands of {_WHO}|{_NAME}'s (?:area|territory|responsibility|baby|domain|turf|department|playground"
    rf"|business|remit|patch|corner|job|call|decision)|(?:up to|for) {_WHO}(?: to (?:decide|change|touch|say|answer))"
    rf"|a matter for {_WHO})\b"
    rf"|\b(?:belongs? to|is owned by|are owned by) (?:{_MACHINE}|{_NAME}|me|us|(?:the |our )?[\w-]+ team)\b"
    rf"|\bleave (?:that|those|it|them|[\w ·/.'-]{{3,40}}) (?:to|with) {_WHO}(?=[.,;!]|$)"
    rf"|\b(?:only|nobody but|no one but|no one except) {_WHO} (?:may|can|should|is allowed to|are allowed to|gets to"
    r"|touch(?:es)?|edits?|changes?|merges?|pushes|push|deploys?|releases?|writes?|does)\b",
    re.IGNORECASE,
)
"""`the parser is in Ada's hands`, `that file belongs to the release bot`"""
KEEPS: Final = Pattern(
    rf"\b{_LEAVES_HOUSE} (?:is|are|stays?|remains?|is all) (?:my (?:job|business|thing|part|turf|task|side|department)"
    r"|mine|with me|on me|on my side|left to me)(?=[.,;:!]|$)"
    rf"|\b{_LEAVES_HOUSE} (?:i|we)(?:'ll| will)? (?:always |also )?(?:do|handle)\b(?! not\b)"
    rf"|\bi(?:'ll| will)? (?:always |also )?(?:do|handle|take care of) (?:the |all (?:the )?)?{_LEAVES_HOUSE}"
    r"(?: (?:myself|here|always))?(?=[.;:!]|$)"
    rf"|\b{_LEAVES_HOUSE} (?:é|fica|es|queda|ist|bleibt|c'est|reste) (?:comigo|conmigo|cosa m[íi]a|por minha conta"
    r"|meine sache|mein job|bei mir|pour moi|mon affaire|moi)(?=[.,;:!]|$)",
    re.IGNORECASE,
)
"""`pushing is my job`, `push é comigo`"""
NOT_HANDS: Final = Pattern(
    r"\b(?:belongs? to|owned by) (?:the |a |an )?(?:same|root|class|module|list|user|group|parent|which|other|wrong"
    r"|set)\b"
)
_ASIDE: Final = r"(?:, [^,]{3,40},| \([^)]{2,40}\)| (?:from|of|in) [\w ]{2,25}?)?"
VETO: Final = Pattern(
    rf"(?:\b(?P<who>{_NAME}){_ASIDE} (?:really |just |absolutely |also |still )?(?:(?:doesn't|does not|don't|won't"
    r" ever|will never|never) (?:want|approve|like|tolerate)|(?:has |have )?(?:forbids?|forbade|forbidden|vetoe?[ds]"
    r"|bans?|banned|ruled out)|hates?|objects? to|is (?:strictly |dead |totally )?against|insists? on)"
    rf"|{_BODY}{_ASIDE} (?:really |just |also )?(?:(?:doesn't|does not|don't|do not|won't|will not|never) (?:want|allow"
    r"|accept|approve|permit|let|like|tolerate)|(?:has |have )?(?:forbids?|forbade|forbidden|vetoe?[ds]|bans?|banned"
    r"|ruled out)|hates?|objects? to|is (?:strictly |dead |totally )?against|insists? on))"
    r" (?!it\b|this yet|that yet|(?:the|this|that|our|my|your)(?: [\w-]+){0,3} (?:thing|idea|approach|change|version"
    r"|draft"
    r"|proposal|default)\b)[\w·]",
    re.IGNORECASE,
)
"""`Marta doesn't want ...`, `legal doesn't allow ...`"""
WANTS_ALL: Final = Pattern(
    rf"(?:\b(?P<who>{_NAME})(?: from [\w ]{{2,25}}?)? (?:wants|insists|requires|demands|expects|asks for|needs|likes)"
    rf"|{_BODY}(?: from [\w ]{{2,25}}?)? (?:wants?|insists?|requires?|demands?|expects?|asks? for|needs?))\b"
    r"[^.;?]{0,50}?\b(?:every|everything|everywhere|all|each|always|any)\b",
    re.IGNORECASE,
)
"""`Tom wants docs on everything public`"""
AT_WORK: Final = Pattern(
    rf"\b{_NAME}(?: \([^)]{{2,40}}\))? (?:is|are|has|'s)(?: already| currently| still| just| busy| about to)*"
    r" (?:(?:re)?(?:wording|vising|viewing|cording|writing|working|changing|doing|moving|replacing|removing"
    r"|migrating|building|porting"
    r"|designing|refactoring|editing|splitting|at it|on it|in there)|(?:an |a )?(?:open|pending|running) (?:pr|mr|PR|MR"
    r"|pull request|merge request|branch)|(?:a |her |his |their )?(?:\w+ )?(?:pr|PR|branch|pull request) open"
    r"|(?:half ?way|midway|mid|in the (?:middle|midst|process|thick)|knee[- ]deep|elbow[- ]deep|deep"
    r"|right) (?:through|of"
    r"|in(?:to)?|inside)|all over"
    r"|(?:got )?(?:the |its |their |all |half |most |it|that|this|them|those|everything"
    r"|every )[\w ./-]{0,30}?(?:in (?:\w+ )?(?:pieces"
    r"|bits|parts)|(?:taken |pulled |torn |ripped )?apart|torn (?:up|open|down)|ripped (?:up|open)|opened? up"
    r"|half[- ](?:done"
    r"|finished|moved|rewritten|ported)|in (?:the )?works|on (?:the|his|her|their) (?:bench|desk|table|plate)"
    r"|under (?:the"
    r" )?(?:knife|construction)))\b",
    re.IGNORECASE,
)
"""Somebody is at work on it."""
ALONE: Final = Pattern(
    r"\b(?:leave|let|keep)\b[^.;?]{1,60}? (?:\w+ly |complete )?(?:alone|be|in peace|untouched|as (?:it|they) (?:is"
    r"|are))\b"
    r"|\b(?:do not|don't|dont|never|please not|not to|nicht|ne|no)(?: \w+){0,2} (?:touch|look at|edit|change|modify"
    r"|anfassen|tocar|toques|touche[rz]?)\b|\b(?:hands off|stay (?:out|away|clear)|keep (?:out|away|clear))\b"
    r"|\b(?:not|don't|dont|do not|never) go (?:there|in there|near)\b"
    r"|[:,] (?:please )?leave (?:it|them|that)\b(?=[,.;]|$)"
    r"|\b(?:ask|check with|talk to|ping) (?:me|us|her|him|them|[\w-]+)(?: first)? before (?:you )?(?:ever )?"
    r"(?:touch|edit|chang|modify)\w*\b"
)
"""`leave X alone`, `X do not touch`"""
POSTPOSED: Final = Pattern(
    r"(?:(?:also|and|but|the|our) )*[\w·/.-]+(?: [\w·/.-]+){0,3},? (?:please )?(?:do not|don't|dont)"
    r" (?:touch|edit|modify|delete)\b(?= (?:please|pls|at all|ever|anything|because|since|as|without|unless|until|by|it"
    r"|them)\b|\s*[.,;:!–—-]|$)"
)
"""`the lock file do not touch please`"""


def names_steward(sentence: Sentence, start: int) -> bool:
    """Whether a sentence says who has the say over something, or who is at work on it. `start`: behind its lead."""
    text, plain = sentence.text, sentence.plain
    if is_at_work(sentence) or POSTPOSED.match(plain, start) or PASSES.search(text):
        return True
    if HANDS.search(text) and not NOT_HANDS.search(plain):
        return True
    named = (pattern.search(text) for pattern in (VETO, WANTS_ALL))
    return any(match is not None and match["who"] not in NOT_PEOPLE for match in named)


def is_at_work(sentence: Sentence) -> bool:
    """Whether something is to be left alone because somebody is at work on it: that holds until they are done."""
    return AT_WORK.search(sentence.text) is not None and ALONE.search(sentence.plain) is not None
