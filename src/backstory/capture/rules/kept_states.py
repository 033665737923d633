"""A file that stays as the talk has left it: `did you touch legacy.test.js?` · `no` · `keep it that way, that file is
our proof that nothing changes`.

The prompt before names the file, and the reason makes a rule of the order.
"""

from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.late_pattern import late_pattern

_CONFIDENCE: Final = 0.93
_KEEPS: Final = Pattern(
    r"^(?P<lead>(?:(?:good|great|ok(?:ay)?|fine|right|yes|then|and|so|perfect|phew|please|nice)[\s,.!]+)*)"
    r"(?:(?:keep|leave) (?:it|that|them|this|those) (?:that way|like (?:that|this)|as (?:it|they) (?:is|are)|as is|so"
    r"|alone|untouched|unchanged)|(?:it|that|they|this) (?:stays?|has to stay|must stay|should stay) (?:that way"
    r"|like (?:that|this)|as (?:it|they) (?:is|are)|as is|so|untouched|unchanged))"
    r"(?: please| too)*(?P<end>[\s.!]*$|[,;:–—-]+ ?|(?= because\b| since\b))"
)
_REASON: Final = Pattern(
    r"(?:because|since|as|that|this|it|they|these|those|the|our|my|we|two|three|half|all|every\w*|nobody|somebody"
    r"|customers?|users?|people|others)\b"
)
"""How the reason begins."""
_ENDS: Final = Pattern(
    r"\b(?:until|till|for now|for the moment|tonight|today|tomorrow|while|then we|next (?:week"
    r"|step))\b"
)
_FEWEST: Final = 4
"""Words of a reason."""
_PATH: Final = late_pattern(
    r"(?<![\w/.@-])(?:[\w@.-]+/)*[\w@-][\w@.-]*\.[a-z][a-z0-9]{0,7}\b(?![\w(/])"
    r"|(?<![\w/.@-])(?:[\w@.-]+/)+(?!\w)"
)


def find_kept_state(prompt: str, asked: str) -> Candidate | None:
    """The rule that a prompt makes of the state of the one file that `asked`, the prompt before, names."""
    paths = list(dict.fromkeys(_PATH.findall(asked)))
    sentences = read_sentences(prompt, person=True) if len(paths) == 1 else []
    for place, one in enumerate(sentences[:2]):
        keeps = _KEEPS.match(one.plain)
        if keeps is None or one.is_question or is_passing(one.plain) or _ENDS.search(one.plain):
            continue
        following = sentences[place + 1] if place + 1 < len(sentences) else None
        why = "" if one.plain[keeps.end() :].strip() else _read_reason(following, one)
        if why or _gives_reason(one.plain[keeps.end() :]):
            text = strip_end(one.text[keeps.end("lead") :])
            return Candidate(
                kind="rule",
                text=f"{paths[0]}: {text}",
                why=why,
                anchors=(paths[0],),
                quote=one.text,
                role="user",
                confidence=_CONFIDENCE,
            )
    return None


def _read_reason(following: Sentence | None, one: Sentence) -> str:
    is_near = following is not None and following.paragraph == one.paragraph and not following.is_question
    return following.text if is_near and following and _gives_reason(following.plain) else ""


def _gives_reason(plain: str) -> bool:
    words = plain.strip()
    return len(words.split()) >= _FEWEST and _REASON.match(words) is not None and not _ENDS.search(words)
