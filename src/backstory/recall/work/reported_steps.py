"""Finds the steps that a person reports as done or over, in the words of the step: `the keys are rotated`, `die
Druckansicht habe ich geprüft`, `new plan, forget the list`.

The verb of a step comes back in its past form, with what it is about. Where several steps are about the same, it has to
be the one whose words the person uses most.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.model.session import Session
from backstory.patterns.deed_doubts import (
    is_ahead,
    is_claim,
    is_partial,
    leaves_rest,
    states_lack,
    takes_back_deed,
)
from backstory.patterns.pattern import Pattern
from backstory.patterns.step_deeds import OPEN, SMALL
from backstory.patterns.verdicts import judged
from backstory.recall.past.done_since import Reported
from backstory.recall.text.substance import split_sentences

_NEW_PLAN: Final = Pattern(
    r"(?:^|[,;:.!] ?|\b(?:and|so|but|please|just) )(?:forget|scrap|drop|ignore|discard|bin|throw (?:away|out))"
    r" (?:about )?(?:the|that|this|my|your|our|all) (?:\w+ ){0,2}(?:list|plan|steps|to-?dos?)\b"
    r"|^(?:(?:ok(?:ay)?|so|right|well|hi|morning|good morning)[,.! ]+)*(?:the )?(?:new|other) plan(?: is)?\b ?[:,–—]"
    r"|(?:vergiss|vergesst|streich\w*) (?:die|den|deine|meine|unsere) (?:\w+ )?(?:liste|plan|schritte|punkte)\b"
    r"|^neuer plan\b ?[:,–—]|^nouveau plan\b ?[:,–—]"
    r"|oublie\w* (?:la|le|les|ta|ma|notre) (?:\w+ )?(?:liste|plan|étapes)\b"
    r"|olvida\w* (?:la|el|los|tu|mi|nuestro) (?:\w+ )?(?:lista|plan|pasos)\b|^nuevo plan\b ?[:,–—]",
    re.IGNORECASE,
)
"""How a person puts another plan in the place of the one before."""
_LEAVES: Final = Pattern(
    r"(?P<what>[^,;:.!?()–—]{3,60}?) (?:(?:lassen|streichen|kippen) wir|lasst|lass(?: es| das)?"
    r"|brauchen wir nicht(?: mehr)?|braucht es nicht(?: mehr)?|machen wir nicht(?: mehr)?"
    r"|on (?:laisse tomber|oublie|abandonne)"
    r"|n['’]est plus (?:nécessaire|utile)"
    r"|(?:lo|la|los|las) dejamos|ya no (?:hace|hacen) falta|we(?:['’]ll| will)? (?:leave out|skip|drop|cancel)"
    r"|(?:is|are|was|were) (?:dropped|cancell?ed|called off|given up))\b(?! (?:für|auf) )"
    r"|\b(?:pas de|plus de|sin|nada de|kein[en]*) (?P<none>[^,;:.!?()–—]{3,60}?)(?: (?:finalement|al final|mehr))?"
    r"(?=[,;.!]|$)",
    re.IGNORECASE,
)
"""How a person gives up what is named before it, or wants none of it."""
_NOT: Final = Pattern(
    r"\b(?:not|never|no|don['’]?t|isn['’]?t|aren['’]?t|wasn['’]?t|haven['’]?t|hasn['’]?t|nicht|nie|kein\w*|pas|jamais"
    r"|nunca|half|partly|almost|nearly|halb|fast|teils|presque|casi|only)\b",
    re.IGNORECASE,
)
"""What says that something is not done, or not all of it."""
_CLAUSE: Final = late_pattern(r"[,;:.!–—]\s|\s(?:and|but|und|aber|et|mais|y|pero|e|ma|en|maar)\s", re.IGNORECASE)
_WORD: Final = late_pattern(r"[^\W\d_][\w'’-]*")
_WHO: Final = frozenset(("i", "we", "he", "she", "they", "ich", "wir", "er", "sie"))
"""Words before a past form that is written as the verb is: `I split the module`."""
_AUXILIARY: Final = frozenset(
    ("to", "will", "shall", "can", "could", "would", "should", "must", "let", "please", "ll", "you")
)
_PAST: Final = ("ed", "en", "t", "d", "n", "é", "ée", "és", "ées", "i", "is", "ado", "ada", "ados", "adas", "ido",
                "ida",                 "ió", "ato", "ata", "ei", "ou")  # fmt: skip
"""How past forms end."""
_STEM: Final = 4
_SHARE: Final = 0.5
"""Share of what a step is about in a clause that tells it as done."""
_NEXT: Final = 2
"""Sentences after a deed that may doubt or undo it."""
_SHORT: Final = 8
"""Words of the next sentence that may leave a part of it open."""
_PLACES: Final = frozenset(
    ("on", "in", "for", "of", "at", "from", "auf", "im", "für", "bei", "von", "sur", "dans", "pour", "de", "du", "des")
) | frozenset(("en", "para", "del"))
"""Words after which stands the part or the place of what is before them."""
_ARTICLES: Final = frozenset(
    ("the", "a", "an", "my", "our", "your", "its", "these", "those", "der", "die", "das", "den", "le", "la", "les")
) | frozenset(("el", "los", "las", "un", "une", "una"))
_PLAIN: Final = (
    SMALL
    | _WHO
    | _ARTICLES
    | frozenset(
        (
            *("has", "have", "had", "been", "was", "were", "got", "just", "already", "now", "finally", "also", "all"),
            *("both", "myself", "ourselves", "this", "morning", "yesterday", "today", "last", "night", "week", "ve"),
            *("evening", "afternoon", "noon", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"),
            *("sunday", "ago", "day", "days", "everywhere", "main", "master", "meanwhile", "it", "fine", "ok", "new"),
            *("habe", "haben", "hat", "hab", "ist", "sind", "wurde", "wurden", "schon", "gerade", "bereits", "alle"),
            *("gestern", "heute", "eben", "j'ai", "ai", "a", "ont", "été", "est", "sont", "déjà", "hier", "tous", "on"),
            *("ya", "he", "ha", "han", "sido", "está", "están", "ayer", "hoy", "todos", "todas", "mi", "mis"),
        )
    )
)
"""Words that name no part and no place of a thing."""


def find_reported(steps: Sequence[str], later: Sequence[Session]) -> dict[str, Reported]:
    """The steps that the person told of in later sessions as done or as over, each with the sentence that says so."""
    told: dict[str, Reported] = {}
    for session in later:
        for prompt in session.prompts:
            sentences = split_sentences(prompt.text)
            for place, sentence in enumerate(sentences):
                over = list(_list_reported(sentence, sentences[place + 1 :], steps))
                told |= dict.fromkeys(over, Reported(frozenset(), sentence, prompt.made or session.ended))
    return told


def _list_reported(sentence: str, after: Sequence[str], steps: Sequence[str]) -> Iterator[str]:
    if sentence.endswith(("?", "？")):
        return
    if replaces_plan(sentence):
        yield from steps
        return
    for match in _LEAVES.finditer(sentence):
        named = _list_stems(match["what"] or match["none"])
        having = [step for step in steps if named and named <= _list_stems(step)]
        is_lack = match["none"] and states_lack(_CLAUSE.split(sentence[: match.start()])[-1])
        yield from having if len(having) == 1 and not is_lack else ()
    if is_claim(sentence):
        return
    clauses = _CLAUSE.split(sentence)
    for place, clause in enumerate(clauses):
        measured = {step: _measure_past(clause, step) for step in steps}
        best = max(measured.values(), default=0.0)
        having = [step for step, share in measured.items() if share == best]
        if best >= _SHARE and len(having) == 1 and not _is_held(having[0], clauses[place + 1 :], after, steps):
            yield having[0]


def _is_held(step: str, rest: Sequence[str], after: Sequence[str], steps: Sequence[str]) -> bool:
    """Whether what follows on a deed doubts it, undoes it or leaves a part of it. What names another step is about that
    one."""
    others = frozenset[str]().union(*map(_list_stems, steps)) - _list_stems(step)
    near = [*rest, *(text for text in after[:1] if len(text.split()) <= _SHORT)]
    return any(
        not others & _list_stems(text) and (takes_back_deed(text) or (text in near and leaves_rest(text)))
        for text in [*rest, *after[:_NEXT]]
    )


@judged
def replaces_plan(sentence: str) -> bool:
    """Whether a sentence of a person puts another plan in the place of the one before."""
    return _NEW_PLAN.search(sentence) is not None and not sentence.lower().startswith(("don't", "do not", "never"))


def _measure_past(clause: str, step: str) -> float:
    """Which share of what a step is about a clause has that tells of its verb as past; 0 for none."""
    words = [word.lower() for word in _WORD.findall(clause)]
    named = [word.lower() for word in _WORD.findall(step)]
    if len(named) < len(("verb", "object")) or _NOT.search(clause) or OPEN.search(clause.lower()):
        return 0.0
    if is_ahead(clause) or (is_partial(clause) and not is_partial(step)):
        return 0.0
    stems = [_drop_past(word) for word in words]
    for verb, rest in ((named[0], named[1:]), (named[-1], named[:-1])):
        about = {word[:_STEM] for word in rest if word not in SMALL}
        places = [place for place, word in enumerate(words) if _is_past(words, place, verb)]
        if about and places:
            shared = about & {word[:_STEM] for word in [*words, *stems]}
            is_other = _is_narrowed(words, places[0], about) or (
                shared != about and _names_other(words, places[0], about)
            )
            return 0.0 if is_other else len(shared) / len(about)
    return _measure_made(words, [word for word in named if word not in SMALL])


def _measure_made(words: Sequence[str], named: Sequence[str]) -> float:
    """The same for a step that names a thing and no verb, of which a clause says that somebody made it."""
    place = next((place for place, word in enumerate(words) if word in _MADE and place), -1)
    behind = [word for word in words[place + 1 :] if word not in _ARTICLES] if place > 0 else []
    if not behind or behind[0][:_STEM] != named[0][:_STEM] or words[place - 1] in _AUXILIARY:
        return 0.0
    about = {word[:_STEM] for word in named}
    shared = about & {word[:_STEM] for word in behind}
    is_other = _is_narrowed(words, place, about) or any(
        word not in _PLAIN and word[:_STEM] not in about for word in behind if word not in _SELVES
    )
    return 0.0 if is_other else len(shared) / len(about)


def _is_narrowed(words: Sequence[str], verb: int, about: set[str]) -> bool:
    """Whether a clause tells of a part or a place of a thing which the step does not name: `the staging keys`."""
    for place, word in enumerate(words):
        if place == verb or word[:_STEM] not in about:
            continue
        before = words[place - 1] if place else ""
        is_part = place > 1 and place - 1 != verb and words[place - 2] in _ARTICLES
        if is_part and before not in _PLAIN and before[:_STEM] not in about:
            return True
        after = [one for one in words[place + 2 : place + 4] if one not in _ARTICLES]
        if words[place + 1 : place + 2] and words[place + 1] in _PLACES and after and place + 2 != verb:
            return after[0] not in _PLAIN and after[0][:_STEM] not in about
    return False


def _names_other(words: Sequence[str], verb: int, about: set[str]) -> bool:
    """Whether a clause names another thing beside what a step is about. Whoever did it is none."""
    return any(
        word not in _PLAIN and word[:_STEM] not in about and not word.endswith("ly")
        for place, word in enumerate(words)
        if place != verb and (place or verb > len(("who", "has")))
    )


def _is_past(words: Sequence[str], place: int, verb: str) -> bool:
    """Whether a word is the past form of a verb."""
    word, before = words[place], words[place - 1] if place else ""
    if before in _AUXILIARY or len(verb) < len("tag") or (before in _ARTICLES and words[place + 1 :]):
        return False
    if word == verb:
        return before in _WHO
    if word in (f"{verb}s", f"{verb}es") and not _SELVES.isdisjoint(words[place + 1 :]):
        return True  # `support sends it themselves`: nobody else does
    if word in _IRREGULAR.get(verb, ()) or (verb.startswith("re") and word in _IRREGULAR.get(verb[2:], ())):
        return words[place + 1 : place + 2] not in _PARTICLES
    stem = verb[: max(3, min(_STEM, len(verb) - 1))]
    bare = _drop_past(word)
    if bare != word:
        return bare.startswith(stem)
    return (
        word.startswith(stem) and word.endswith(_PAST) and (not verb.endswith(("en", "er")) or len(word) <= len(verb))
    )


def _read_irregular(table: str) -> dict[str, frozenset[str]]:
    rows = [row.split() for row in table.split(";")]
    return {verb: frozenset(past) for verb, *past in rows}


_IRREGULAR: Final = _read_irregular(
    "run ran; write wrote; build built; send sent; make made; do did done; take took; get got gotten; go went gone"
    "; give gave; buy bought; bring brought; think thought; catch caught; find found; teach taught; choose chose"
    "; draw drew; break broke; speak spoke; tell told; sell sold; hold held; keep kept; leave left; meet met; feed fed"
    "; bind bound; wind wound; hang hung; pay paid; lay laid; say said; see saw; begin began; throw threw; grow grew"
    "; show showed shown; freeze froze; drive drove; rise rose; wake woke; shoot shot; win won; dig dug; spin spun"
    "; stick stuck; strip stripped; undo undid undone; ship shipped; swap swapped; tag tagged"
)
"""English verb -> its past forms that do not begin as it does."""
_MADE: Final = frozenset(
    ("built", "made", "wrote", "created", "added", "did", "finished", "drew", "gebaut", "geschrieben", "gemacht")
)
"""Past forms of verbs by which a thing comes to be."""
_SELVES: Final = frozenset(("themselves", "himself", "herself", "itself", "selbst", "selber", "eux-mêmes", "mismos"))
_PARTICLES: Final = (["into"], ["out"], ["away"], ["off"], ["up"], ["down"])
"""Words behind a verb that make it another one: `the import ran into a timeout`."""


def _drop_past(word: str) -> str:
    """A German participle without what makes it one: `geprüft`, `eingebaut`."""
    match = _PARTICIPLE.fullmatch(word)
    return f"{match['before'] or ''}{match['stem']}" if match else word


_PARTICIPLE: Final = late_pattern(
    r"(?P<before>ab|an|auf|aus|ein|um|vor|zu|weg|nach|her|hin|los|mit|durch|zusammen|frei)?ge(?P<stem>\w{2,}(?:t|en))"
)


def _list_stems(text: str) -> frozenset[str]:
    return frozenset(word.lower()[:_STEM] for word in _WORD.findall(text) if word.lower() not in SMALL)
