"""What somebody else settled, as the person passes it on: `talked to Ada, she ships it. So per her: off by default`.

The name stands in one sentence, what was settled in another one of the same paragraph: the one with the words and the
numbers of a decision.
"""

from itertools import groupby
from operator import attrgetter
from typing import Final

from backstory.capture.commands.commands import classify_command
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.decision_cues import NOT_PEOPLE
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.text import one_line
from backstory.patterns.option_lists import asks_for_options

_NAME: Final = r"(?P<who>[A-ZÄÖÜÉ][^\W\d_A-Z]{2,})\b"
_TALKED: Final = Pattern(
    r"\b(?i:talked|spoke|spoken|discussed|checked|showed|shown|called|met|asked|phoned|sat down|gesprochen|geredet"
    r"|telefoniert|gezeigt|gefragt|parlé|hablé)\b[^.!?]{0,40}?(?:\b(?i:to|with|by|past|mit|avec|à|con)\s+)?(?<![.!?] )"
    + _NAME
    + r"|"
    r"\b(?i:mit|avec|con) " + _NAME.replace("who", "other") + r" (?i:gesprochen|geredet|telefoniert|parlé|hablado)\b"
)
"""How a person tells whom they asked. The name counts only after the verb or a preposition."""
_THIRD: Final = Pattern(r"\b(?:she|he|her|him|his|hers|they|them|sie|ihr|ihm|ihnen|er|elle|lui|ella|él)\b")
_SETTLES: Final = Pattern(
    r"\b(?:wants?|wanted|requires?|required|decided|insists?|settled|final|per (?:her|him|them)|by default"
    r"|at (?:most|least)|must(?:n't)?|has to|have to|may (?:only|not)|never|always|only|wins?|so (?:it'?s|we)|so:?"
    r"|therefore|from now on|instead|agreed|we shall|it is|it stays|darf|muss|soll|will|nur|immer|nie|höchstens"
    r"|mindestens|deshalb|also|doit|veut|jamais|toujours|debe|quiere|nunca|siempre)\b"
)
_NUMBER: Final = Pattern(r"(?<![\w.])\d+|\b(?:zero|one|two|three|four|five|six|ten|twelve|half|off|on)\b(?! of\b)")
_OWN: Final = Pattern(
    r"(?:(?:so|and|but|then|also|und|et|y)[\s,]+)*(?:we|i|let's|our|wir|ich|on|nous|je|nosotros|yo)\b"
)
"""How a sentence begins in which the person speaks for themselves, after whom they asked."""
_ENOUGH: Final = 1.0
_MAX_TEXT: Final = 280


_SAYS: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|so|and|but|btw|fyi|update|hey|good news|bad news|also|ach|übrigens|y|oye|et|bon)[\s,:!]+)*"
    r"(?:[\w·./-]+: )?"
    r"(?P<who>(?:my (?:boss|lead|manager|pm|team)|the (?:boss|client|customer|team|team lead|lead|pm|po"
    r"|product owner|board"
    r"|auditors?|maintainers?)|legal|security|compliance|ops|qa|product|design|marketing|finance|support|der chef"
    r"|die chefin|el jefe|la jefa|le chef)|[^\W\d_]{3,})"
    r" (?:(?:just|now|also|already|finally|still) )*(?:says?|said|decided|confirmed|insists?|insisted|ruled"
    r"|told (?:me|us)|wrote"
    r"|ok'?(?:ed|d)|meint|meinte|sagt|sagte|hat (?:gesagt|entschieden|bestätigt)|dice|dijo|decidió|confirmó|dit|a dit"
    r"|a décidé)(?:,? (?:that|dass|daß|que)|[:,])? (?P<what>[^?]{6,})$"
)
"""`yusuke says node 16 stays`"""
_HOLDS: Final = Pattern(
    r"\b(?:stays?|remains?|must(?:n't)?|has to|have to|needs? to|(?:we |to )?(?:keep|drop|use|skip|support|leave"
    r"|ship|wait)"
    r"|is (?:out|in|off|fine|enough|gone|dead|mandatory|required|optional|frozen)|goes|never|always|only"
    r"|by default|not before"
    r"|no (?:more )?\w+|nothing (?:new )?\w+|until|at (?:least|most)|bleib\w*|muss|müssen|soll\w*|darf|dürfen"
    r"|behalten|se queda\w*"
    r"|tiene que"
    r"|hay que|hasta|reste\w*|doit|il faut|on garde)\b"
)
"""What is to be so from then on."""
_NOBODY: Final = frozenset(
    ("you", "the", "they", "she", "who", "nobody", "everybody", "everyone", "someone", "somebody", "this",
     "that", "what", "which", "error", "errors", "docs", "doc", "documentation", "readme", "spec", "linter",
     "compiler", "build", "test", "tests", "log", "logs", "output", "message", "warning", "console", "browser",
     "terminal", "server", "script", "comment", "code", "page", "agent", "claude", "codex", "gemini", "copilot",
     "cursor", "chatgpt", "gpt", "stackoverflow", "google", "github", "gitlab", "python", "node", "rust",
     "docker", "issue", "ticket", "changelog", "type", "checker", "coverage", "rfc", "help", "usage", "status",
     "cargo", "npm", "git", "sie", "man", "das", "wer", "eso", "quien", "elle", "ça")
)  # fmt: skip


_WINS: Final = Pattern(
    r"(?!.*\b(?:race|conflicts?|bug|lost|broken)\b)(?:\b(?:discussed|compared|comparing|looked at|tried|tested"
    r"|measured|benchmarked|verglichen|comparé|comparado|vs"
    r"|versus|between)\b[^?]{0,160}?(?:[:;,–—]| -) (?:and |so )?)(?P<what>[\w·@./-]+(?: [\w·@./-]+){0,2}"
    r" (?:wins|won|it is|gets it|makes it|carries the day|gewinnt|macht das rennen|l'emporte|gagne"
    r"|gana)(?=[.!,;:]|$| by\b| because\b| since\b))"
)
"""`we compared A, B and C in the call: B wins`"""


def _find_winner(sentences: list[Sentence]) -> list[Candidate]:
    """What came first where several ways were compared."""
    winners = [(one, match) for one in sentences if not one.is_question and (match := _WINS.search(one.plain))]
    return [
        Candidate(
            kind="decision",
            text=strip_end(one.text[match.start("what") :] if len(one.text) > _MAX_TEXT else one.text),
            quote=one.text,
            role="user",
            confidence=0.84,
        )
        for one, match in winners
    ]


def _find_utterance(sentences: list[Sentence]) -> list[Candidate]:
    """What somebody else said to be so: `yusuke says node 16 stays. so keep the engines field`."""
    decisions: list[Candidate] = []
    for place, sentence in enumerate(sentences):
        match = None if sentence.is_question or len(sentence.text) > _MAX_TEXT else _SAYS.match(sentence.plain)
        if match is None or not _HOLDS.search(match["what"]) or not _is_person(match["who"]):
            continue
        following = [one for one in sentences[place + 1 : place + 2] if one.paragraph == sentence.paragraph]
        behind = [one for one in following if one.plain.startswith(("so ", "also ", "así que ", "donc "))]
        text = " ".join(strip_end(one.text) + "." for one in (sentence, *behind))
        decisions.append(
            Candidate(
                kind="decision",
                text=strip_end(text[match.start("who") :]),
                quote=sentence.text,
                role="user",
                confidence=0.82,
                revises=True,
            )
        )
    return decisions


def _is_person(who: str) -> bool:
    return " " in who or not (who in _NOBODY or who.capitalize() in NOT_PEOPLE or classify_command(who) != "other")


def find_passed_on(sentences: list[Sentence]) -> list[Candidate]:
    """The decisions of others in a prompt, at most one a paragraph."""
    if asks_for_options(" ".join(one.text for one in sentences)):
        return []  # what somebody wants is still to be settled
    paragraphs = [list(row) for _, row in groupby(sentences, key=attrgetter("paragraph"))]
    return [one for row in paragraphs for one in _find_winner(row) or _read_paragraph(row) or _find_utterance(row)]


def _read_paragraph(row: list[Sentence]) -> list[Candidate]:
    for place, sentence in enumerate(row):
        match = _TALKED.search(sentence.text)
        who = (match["who"] or match["other"]) if match else ""
        if who and who not in NOT_PEOPLE:
            settled = _choose(row[place:])
            return [_make(row[place:], settled, who)] if settled else []
    return []


def _choose(row: list[Sentence]) -> list[Sentence]:
    """The sentence that settles most, with the ones after it that settle something too."""
    scores = [_measure(one) for one in row]
    best = max(scores)
    if best < _ENOUGH:
        return []
    first = scores.index(best)
    chosen, left = [row[first]], _MAX_TEXT - len(row[first].text)
    for one, score in zip(row[first + 1 :], scores[first + 1 :], strict=True):
        left -= len(one.text)
        if left < 0 or score < _ENOUGH / 2:
            break
        chosen.append(one)
    return chosen


def _measure(sentence: Sentence) -> float:
    """How much a sentence settles: its words, its numbers, and whether somebody else is spoken of."""
    if sentence.is_question:
        return 0.0
    plain = sentence.plain
    third = 0.5 * bool(_THIRD.search(plain))
    return third + 0.5 * min(2, len(_SETTLES.findall(plain))) + 0.5 * min(2, len(_NUMBER.findall(plain)))


def _make(row: list[Sentence], settled: list[Sentence], who: str) -> Candidate:
    text = strip_end(" ".join(one.text for one in settled))
    rest = " ".join(one.text for one in row if one not in settled and not one.is_question)
    return Candidate(
        kind="decision",
        text=text if who in text or _OWN.match(settled[0].plain) else f"{who}: {text}",
        why=one_line(rest, _MAX_TEXT),
        quote=" ".join(one.text for one in settled),
        role="user",
        confidence=0.84,
        revises=True,
    )
