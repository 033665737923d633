"""The text of a rule as a brief shows it: one clause with its object, and a short reason behind it.

People who talk on give a rule amid a story. What leads to it, what they say by the way and what they order in the same
breath is left out; the quote keeps it all.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.clauses import REASON, Clause, split_clauses
from backstory.capture.rules.commit_forms import lays_down_form
from backstory.capture.rules.rule_leads import cut_lead, name_teller
from backstory.capture.rules.wordy_rules import goes_on, measure_clause, skip_fillers
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, mask
from backstory.capture.text.sentence_ends import strip_end

MOST_WORDS: Final = 32
"""Words of a rule in a brief."""
_FEW_WORDS: Final = 24
"""Words of one up to which what leads to it stays."""
_MOST_REASON: Final = 20
_FEWEST: Final = 4
_LIKELY: Final = 0.5
_DIGRESSES: Final = Pattern(r"\b(?:by the way|before you look|anyway|you know what|like i said|as i said|i mean)\b")
_POINTS: Final = Pattern(
    r"^(?:(?:so|and|but|please)[\s,]+)*(?:it|this|that|they|them|these|those|he|she|his|her|their)\b(?! (?:two"
    r"|three|four) )"
    r"|\b(?:don't|do not|never|hands off|leave|touch|edit|run|change) (?:\w+ )?(?:them|those|these|that|it|this)\b"
)
_ORDERS: Final = Pattern(
    r"(?:(?:ok(?:ay)?|yes|good|great|alright|right)[\s,]+)*(?:(?:commit|push|merge)(?! (?:messages?|subjects?"
    r"|titles?|bod(?:y|ies)|texts?|only|hooks?)\b)|ship|go on|go ahead|do it|do that|start|carry on"
    r"|continue|leave it|take that (?:out|back)|yeah do that)\b[^,;:.]{0,40}[,;.] (?:and |but )?(?=\S)"
)
"""An order for the moment before a rule: `commit what we have, and messages are a plain sentence`."""
_ANNOUNCES: Final = Pattern(
    r"(?![^:]*\b(?:must|never|don't|no|not|only)\b)[^:;]{0,40}?(?:^|\b(?:one|two|three|four|a few"
    r"|some|our|my|house|these|more|last"
    r"|small|little|couple of) )(?:quirks?|things?|rules?|wish(?:es)?|points?|requests?|remarks?|favou?rs?|confession"
    r"|customs?|habits?)"
    r"\b[^:]{0,90}:\s+(?=\S)"
)
"""What announces a rule and says nothing of it."""
_TAIL: Final = Pattern(
    r"(?:[,;:–—-]+\s*(?:so|and|but|or|because|then|also|by the way|btw|oh|anyway|okay|ok|right|you know|thanks|und"
    r"|aber|et|mais|y"
    r"|pero)|\s(?:and|but|or|because|und|aber|mais|by the way|btw))+[\s.,;:…–—-]*$"
)
_DEMANDS: Final = Pattern(
    r"(?:and |so |but )?(?:it|they|that|these|those|he|she|we|you|everything) (?:always |only |also )*(?:must"
    r"|has to|have to|needs? to|should"
    r"|never|always|stays?|goes|gets?)\b"
)
_TELLS: Final = Pattern(r"(?:i|we|you) (?!never|always|don't|do not)[^,;:`]{3,60}(?:,| and| but)")
"""How a person tells something before a rule."""
_CONDITION: Final = Pattern(r"(?:and|but|so|or) (?:if|when) (?:you|we|i)\b")
_REASON: Final = Pattern(rf"(?<![\w-])(?={REASON})")


def shorten_rules(statements: Sequence[Candidate]) -> list[Candidate]:
    """The statements of a prompt, their long rules without the clauses that are none."""
    return [_shorten_rule(one) if one.kind == "rule" else one for one in statements]


def _shorten_rule(rule: Candidate) -> Candidate:
    text, reason = _shorten(_cut_ends(rule.text) if len(rule.text.split()) > MOST_WORDS else rule.text)
    return rule if text == rule.text else rule._replace(text=text, why=reason or rule.why)


def tidy_rules(statements: Sequence[Candidate]) -> list[Candidate]:
    """The statements of a prompt, their rules as a brief shows them, nothing in them said twice."""
    tidied: list[Candidate] = []
    for one in statements:
        if one.kind == "rule":
            one = _drop_repeated(_tidy(one), [rule.text for rule in tidied if rule.kind == "rule"])
        if one.text:
            tidied.append(one)
    texts = [one.text for one in tidied if one.kind == "rule"]
    return [one._replace(why=_leave_rules(one.why, texts)) if one.kind == "rule" and one.why else one for one in tidied]


def _leave_rules(why: str, texts: Sequence[str]) -> str:
    """What explains a rule, without lines that are rules themselves."""
    return "\n".join(line for line in why.split("\n") if not any(text in line or line in text for text in texts))


def _tidy(rule: Candidate) -> Candidate:
    text, reason = _shorten(_cut_ends(rule.text))
    why = reason or _tidy_reason(rule.why, text)
    return rule._replace(text=name_teller(text, rule.quote), why=why)


def _cut_ends(text: str) -> str:
    """A text without orders and fillers in front, and without fillers behind."""
    plain = _lower(text)
    order = _ORDERS.match(plain)
    if order and (
        lays_down_form(_read(text), order.end()) or measure_clause([_read(text[order.end() :])], 0) > _LIKELY
    ):
        text = text[order.end() :]
    announced = _ANNOUNCES.match(_lower(text))
    text = text[announced.end() :] if announced and len(text[announced.end() :].split()) >= _FEWEST else text
    text = cut_lead(text)
    start = skip_fillers(_lower(text))
    text = text[start:] if len(text[start:].split()) >= _FEWEST else text
    tail = _TAIL.search(_lower(text))
    return strip_end(text[: tail.start()]) if tail else text


def _shorten(text: str) -> tuple[str, str]:
    """A text of a few clauses as it is; of a longer one the clause that is the rule, with those that go on with it and
    the reason right behind it."""
    sentence = _read(text)
    count = len(text.split())
    if count <= _FEW_WORDS and not _DIGRESSES.search(sentence.plain):
        return text, ""
    clauses = split_clauses(sentence)
    scores = [_score(_slice(sentence, one)) for one in clauses]
    best = max(range(len(clauses)), key=lambda at: (scores[at], -at), default=-1)
    leads = best > 0 and not any(scores[:best]) and _TELLS.match(sentence.plain) is not None
    if best < 0 or scores[best] <= 0 or not (leads or count > MOST_WORDS or _DIGRESSES.search(sentence.plain)):
        return text, ""
    parts = [clauses[best]]
    own = _slice(sentence, clauses[best])
    if _POINTS.search(own.plain) or len(own.plain.split()) < _FEWEST:
        named = next((one for one in reversed(clauses[:best]) if not one.gives_reason), None)
        parts = [named, *parts] if named and _is_near(sentence, named) else parts
    reason = ""
    for clause, score in zip(clauses[best + 1 :], scores[best + 1 :], strict=True):
        words = strip_end(text[clause.start : clause.stop].strip())
        if clause.gives_reason and not reason:
            reason = words if len(words.split()) <= _MOST_REASON else ""
            continue
        if not _belongs(sentence, clause, score) or _count(text, [*parts, clause]) > MOST_WORDS:
            break
        parts.append(clause)
    head = clauses[0]
    is_name = text[head.stop : head.stop + 1] == ":" and len(text[head.start : head.stop].split()) <= _FEWEST
    name = f"{text[head.start : head.stop]}: " if is_name and head not in parts else ""
    return f"{name}{_join(text, parts)}", reason


def _score(clause: Sentence) -> float:
    """How sure it is that a clause is the rule of its sentence. One of a few words seldom is all of it."""
    score = measure_clause([clause], 0)
    score = max(score, _PLAIN) + _PLAINER if _ORDERS_FOR_GOOD.match(clause.plain) else score
    return score - _SHORTER if score and len(clause.plain.split()) <= _FEWEST else score


_SHORTER: Final = 0.3
_PLAIN: Final = 0.85
_PLAINER: Final = 0.15
_ORDERS_FOR_GOOD: Final = Pattern(
    r"(?:(?:so|and|but|please)[\s,]+)*(?:don't|do not|never|always|no\b|hands off|leave|keep|stay|only|must|use"
    r"|nothing)\b"
)


def _is_near(sentence: Sentence, before: Clause) -> bool:
    """Whether the clause before one that points names what it points at, and does not only announce it."""
    words = sentence.plain[before.start : before.stop].split()
    return sentence.plain[before.stop : before.stop + 1] != ":" or len(words) <= _FEWEST


def _count(text: str, parts: Sequence[Clause]) -> int:
    return sum(len(text[one.start : one.stop].split()) for one in parts)


def _join(text: str, parts: Sequence[Clause]) -> str:
    """The words of clauses; what stands between two of them is left out."""
    start = parts[0].start
    start += skip_fillers(_lower(text[start : parts[0].stop]))
    pieces = [[start, parts[0].stop]]
    for one in parts[1:]:
        if text[pieces[-1][1] : one.start].strip(" ,;:.–—-()"):
            pieces.append([one.start, one.stop])
        else:
            pieces[-1][1] = one.stop
    return strip_end(", ".join(strip_end(text[begin:end].strip()) for begin, end in pieces))


def _belongs(sentence: Sentence, clause: Clause, score: float) -> bool:
    """Whether a clause goes on with the rule before it, or is one itself."""
    words = sentence.plain[clause.start : clause.stop]
    if _CONDITION.match(words):
        return False
    return goes_on(sentence.plain, clause) or score > _LIKELY or _DEMANDS.match(words) is not None


def _tidy_reason(why: str, text: str) -> str:
    """What explains a rule, without fillers; of a long passage only the reason in it; nothing that the rule says."""
    lines = [_cut_reason(line) for line in why.split("\n")]
    return "\n".join(line for line in lines if line and line not in text)


def _cut_reason(line: str) -> str:
    tail = _TAIL.search(_lower(line))
    line = strip_end(line[: tail.start()]) if tail else line
    if len(line.split()) <= MOST_WORDS:
        return line
    reason = _REASON.search(_lower(line))
    words = line[reason.end() :].split() if reason else []
    return " ".join(words) if words and len(words) <= _MOST_REASON else ""


def _drop_repeated(rule: Candidate, others: Sequence[str]) -> Candidate:
    """A rule without clauses at its ends that another one of the prompt says; without text if that is all of it."""
    sentence = _read(rule.text)
    clauses = split_clauses(sentence)
    while (
        clauses
        and sentence.plain[clauses[0].stop : clauses[0].stop + 1] != ":"
        and _repeats_another(sentence.text[clauses[0].start : clauses[0].stop], others)
    ):
        clauses.pop(0)
    while clauses and _repeats_another(sentence.text[clauses[-1].start : clauses[-1].stop], others):
        clauses.pop()
    if not clauses:
        return rule._replace(text="")
    if len(clauses) == len(split_clauses(sentence)):
        return rule
    rest = rule.text[clauses[0].start : clauses[-1].stop]
    rest = rest[skip_fillers(_lower(rest)) :]
    return rule._replace(text=strip_end(rest)) if len(rest.split()) >= _FEWEST else rule


def _repeats_another(clause: str, others: Sequence[str]) -> bool:
    words = clause[skip_fillers(_lower(clause)) :].strip(" ,.;")
    return len(words.split()) >= _FEWEST and any(words.lower() in other.lower() for other in others)


def _read(text: str) -> Sentence:
    return Sentence(text, _lower(text), 0)


def _slice(sentence: Sentence, clause: Clause) -> Sentence:
    return sentence._replace(
        text=sentence.text[clause.start : clause.stop], plain=sentence.plain[clause.start : clause.stop]
    )


def _lower(text: str) -> str:
    return mask(text).lower().replace("’", "'")
