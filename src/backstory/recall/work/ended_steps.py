"""Finds the steps that later sessions ended without a word such as `done`: the person turned down what a step is about,
the documents that it names were written, what it adds was run, or its command was."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.model.session import Prompt, Session
from backstory.patterns.pattern import Pattern
from backstory.patterns.step_deeds import OPEN, SMALL, list_stems
from backstory.recall.past.done_since import Reported
from backstory.recall.text.substance import split_sentences

_STAYS: Final = Pattern(
    r"`?(?P<what>[\w.:/-]*\w)`? (?:stays?|remains?|bleibt|bleiben|reste|restent|se queda|rimane|blijft)\b"
    r"|\b(?:keep|leave) (?:the )?`?(?P<kept>[\w.:/-]*\w)`? (?:at|as|alone|where|unchanged|the way)\b"
    r"|\b(?:do not|don['’]?t|won['’]?t) (?:raise|lower|change|rename|bump|touch|remove|drop|move|replace) (?:the )?"
    r"`?(?P<spared>[\w.:/-]*\w)`?",
    re.IGNORECASE,
)
"""How a person has something stay as it is."""
_LEAVES_THERE: Final = Pattern(
    r"(?:^|[,;:.] )(?:(?:no|please|oh|actually|but)[\s,]+)*(?:keep|leave|behalt\w*|garde\w*) (?:the |our |my |den |die"
    r" |das |le |la |les )?(?P<left>[^,;:.!?()–—]{3,40})",
    re.IGNORECASE,
)
"""How a person has something stay there at all."""
_REMOVES: Final = Pattern(
    r"(?:then |and |also )*(?:remove|delete|drop|throw away|retire|löschen?|entfernen?|supprimer|borrar|eliminar)\b",
    re.IGNORECASE,
)
"""How a step begins that takes something away."""
_CHANGES: Final = Pattern(
    r"(?:(?:then|and|also|maybe|first|still) )*(?:raise|lower|change|rename|bump|set|remove|drop|delete|move|replace"
    r"|increase|decrease|reduce|switch|convert|turn|make|rewrite|split|erhöhe?n?|ändere?n?|umbenennen|entfernen"
    r"|changer|renommer|supprimer|cambiar|renombrar|quitar)\b",
    re.IGNORECASE,
)
"""How a step begins that changes what is there."""
_GIVES_UP: Final = Pattern(
    r"(?:^|[,;:.] |\b(?:ok(?:ay)?|no|and|but|also|please|so|then|now|let['’]?s|we|i|just|we['’]ll|we can|i['’]d)"
    r"[\s,]+)(?:skip|drop|strike|scratch|cross (?:out|off)|forget(?: about)?"
    r"|scrap|cancel|never ?mind|leave out|no need (?:for|to)|(?:do not|don['’]?t) "
    r"(?:need|want|bother with)|change of plans? (?:on|for|about|with)|changed my mind (?:on|about)"
    r"|let['’]?s not (?:do|add|build|make|bother with)|(?:will not|won['’]?t|do not|don['’]?t) do|lass\w*"
    r"|vergiss|brauchen wir nicht|laisse\w* tomber|oublie\w*|olvida\w*)\s+(?P<what>[^,;:.!?()–—]+)",
    re.IGNORECASE,
)
"""How a person gives up what is named behind it."""
_PUTS_OUT: Final = Pattern(
    r"(?:^|[,;:.] |\b(?:and|but|so|also|then) )(?P<what>[^,;:.!?()–—]{3,60}?)(?: (?:part|thing|step))?"
    r" (?:(?:is|are) (?:now )?(?:off the (?:table|list)|out of scope|not (?:needed|necessary)|unnecessary"
    r"|cancell?ed|obsolete|struck (?:off|out)|(?:out|dropped|withdrawn|declined|struck)(?= *(?:$|[,.;!]))"
    r"|no longer (?:needed|necessary|wanted))|(?:isn|aren)['’]?t (?:needed|necessary|happening)"
    r"|fällt weg|entfällt|(?:ist|sind) (?:nicht (?:mehr )?nötig|gestrichen|vom tisch))",
    re.IGNORECASE,
)
"""How a person gives up what is named before it."""
_STRIKES: Final = Pattern(
    r"\b(?:strike|scratch|cross|take|get|remove|drop|skip|streich\w*|raye\w*|tacha\w*) "
    r"(?:(?:it|that|this|them|those|these|both|das|die|ça|les|eso)(?: one)?)\b(?! (?:up|on|as|to)\b)"
    r"|\b(?:that|this|it|they|those)(?:['’]s| is| are|['’]re) (?:now )?(?:off (?:the|my|your|our) (?:list|table|plan)"
    r"|out of scope|out(?= *(?:$|[,.;!])))",
    re.IGNORECASE,
)
"""How a person takes out what stands before it: `Strike them from your list`, `..., so that's off the list`."""
_NONE_OF: Final = Pattern(
    r"(?:^|[,;:.] |\b(?:and|but|so) )no (?P<what>(?!need|idea|problem|worries|way|doubt|longer|one|more)[\w-]{3,}"
    r"(?: [\w-]+){0,2}?)(?= *(?:$|[,.;!])| (?:for it|please|at all)\b)",
    re.IGNORECASE,
)
"""How a person wants something not at all: `a constant; no option`."""
_KEEPS: Final = Pattern(
    r"\b(?:(?:do not|don['’]?t|not|never) (?:forget|skip|drop|leave out)|yet"
    r"|until|unless|(?<!even )if|while|as long as|wenn|falls|nicht vergessen"
    r"|n['’]oublie\w*|no (?:te )?olvid\w*)\b",
    re.IGNORECASE,
)
"""What keeps a step that seems to be given up, or puts it off."""
_LEAVES_ALONE: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|no|nah|hm+|well|then|so|and|but|please)[\s,.!]+)*(?:(?:we|i|you|let['’]?s|let us)(?:['’]ll| can"
    r"| will| should)? )?(?:just )?(?:leave (?:that|this|it)(?: one| thing)? (?:alone|out|as (?:it )?is|be)"
    r"|(?:skip|drop|forget|scrap) (?:that|this|it)(?: one| thing)?|no need(?: for (?:that|it|this)(?: one)?)?"
    r"|(?:do not|don['’]?t) (?:do|bother with|touch) (?:that|this|it)(?: one)?"
    r"|(?:das|den|die) (?:lassen wir|lass(?:en)?)(?: so| weg| sein)?|on laisse (?:ça|tomber)|dejémoslo(?: así)?"
    r"|déjalo)(?= *(?:$|[,.;!]| (?:for now|then|please|bitte)\b))",
    re.IGNORECASE,
)
"""How a person leaves alone what the agent spoke of last."""
_WRITES: Final = Pattern(
    r"(?:(?:then|and|also|first|still|maybe) )*(?:(?:write|add|update|extend|finish) (?:\S+ ){0,3})?"
    r"(?:document\w*|docs?\b|mention|describe|explain|changelog|release notes?|man ?page|readme|dokumentier\w*"
    r"|erwähn\w*|beschreib\w*|documente\w*|mentionn\w*|décri\w*|documenta\w*|menciona\w*|describ\w*)",
    re.IGNORECASE,
)
"""How a step begins that is done by writing about something."""
_DOCUMENT: Final = late_pattern(r"(?:\.(?:md|mdx|rst|txt|adoc|org|tex|html?|[1-9])|(?:^|/)[A-Z]{4,})$")
"""The name of a file that people read."""
_PROSE: Final = Pattern(
    r"\b(?:docs?|document\w*|paragraph|section|page|chapter|guide|manual|changelog|readme|entry|sentence|note"
    r"|abschnitt|absatz|seite|kapitel|paragraphe|sección|página|párrafo)\b"
)
"""Words for a piece of a document."""
_FILE: Final = late_pattern(r"(?:[\w.-]+/)+[\w.-]*\w|\b[\w-]+\.[A-Za-z]{1,5}\b|\b[A-Z]{4,}\b")
_ADDS: Final = Pattern(
    r"(?:(?:then|and|also|first|still|maybe) )*(?:add|write|create|introduce|implement) (?:[a-z-]+ ){0,3}"
    r"`?(?P<name>[A-Za-z_]\w{7,})`?(?:\(\))?",
    re.IGNORECASE,
)
"""How a step begins that adds something by its name."""
_IDENTIFIER: Final = late_pattern(r"[a-z][A-Z]|_|[A-Z]{2,}[a-z]")
_LEAST_END: Final = 8
"""Characters of a word in a command from which it means the name that it ends: `-bench=TraverseDeep`."""
_NAME_WORD: Final = late_pattern(r"\w{8,}")
_RUNS: Final = frozenset(("test", "run", "build"))
_VERB: Final = Pattern(
    r"(?:(?:then|and|also|finally) )*(?:git )?(?P<verb>push|rebase|squash|tag|merge|commit|release|publish|deploy)\b"
    r"(?: (?:it|this|that|them|all|everything|the|my|our|branch|commits?|changes?|work|and|up))*[.!]?",
    re.IGNORECASE,
)
"""A step that names nothing but a command."""
_BEGUN: Final = 0.5
"""Least share of the words of a step in a sentence about a file that it names and that was edited."""
_COVERS: Final = Pattern(
    r"\b(?:that|this|it|which|das|cela|ça|eso) (?:already |also |now |auch |aussi |también )*"
    r"(?:covers?|includes?|handles?|takes? care of|does|did|covered|handled|took care of|deckt|erledigt|couvre|cubre)"
    r" (?P<what>[^,;:.!?()–—]+)",
    re.IGNORECASE,
)
"""How an agent says that what it did does something else as well."""
_FEWEST: Final = 2
"""Words by which a step is named so."""


def find_ended(steps: Sequence[str], later: Sequence[Session]) -> dict[str, Reported]:
    """The steps that the person turned down or that were carried out in later sessions (newest first), each with what
    says so."""
    ended: dict[str, Reported] = {}
    for session in reversed(later):
        utterances = [(one.text, one.made or session.ended) for one in session.remarks]
        utterances += [(one.text, one.made or session.ended) for one in session.answers]
        sentences = [(one, made) for text, made in utterances for one in split_sentences(text)]
        last = split_sentences(session.answers[-1].text) if session.answers else []
        left = [one for one in last if OPEN.search(one.lower())]
        for step in steps:
            report = _find_written(step, session, sentences) or _find_run(step, session)
            report = report or _find_covered(step, session, sentences)
            if report and not any(_speaks_of(step, one) for one in left):
                ended.setdefault(step, report)
        ended |= _find_given_up(steps, session, later)
    return ended


def find_given_up(steps: Sequence[str], later: Sequence[Session]) -> dict[str, Reported]:
    """The steps that the person turned down in later sessions (newest first), each with the sentence that does so."""
    given_up: dict[str, Reported] = {}
    for session in reversed(later):
        given_up |= _find_given_up(steps, session, later)
    return given_up


def _find_given_up(steps: Sequence[str], session: Session, later: Sequence[Session]) -> dict[str, Reported]:
    given_up: dict[str, Reported] = {}
    for prompt, sentence in _list_sentences(session):
        report = Reported(frozenset(), sentence, prompt.made or session.ended)
        given_up |= dict.fromkeys(_find_refused(sentence, prompt, session, steps, later), report)
        given_up |= dict.fromkeys(_find_struck(sentence, prompt, steps), report)
    return given_up


def find_touched(step: str, later: Sequence[Session]) -> str:
    """The files that a step names, if all of them were edited in later sessions: it may be done, unsaid."""
    files = list_named_files(step)
    edited = list(chain.from_iterable(one.edited for one in later))
    return ", ".join(files) if files and all(was_edited(one, edited) for one in files) else ""


def _list_sentences(session: Session) -> Iterator[tuple[Prompt, str]]:
    """The sentences of the person that ask nothing."""
    for prompt in session.prompts:
        yield from ((prompt, one) for one in split_sentences(prompt.text) if not one.endswith(("?", "？")))


def _find_refused(
    sentence: str, prompt: Prompt, session: Session, steps: Sequence[str], later: Sequence[Session]
) -> list[str]:
    """The steps that a sentence of the person turns down."""
    if _KEEPS.search(sentence):
        return []
    names = [next(filter(None, match.groups()), "").lower() for match in _STAYS.finditer(sentence)]
    kept = [step for step in steps if any(_changes(step, name) for name in names)]
    left = [list_stems(match["left"]) for match in _LEAVES_THERE.finditer(sentence)]
    kept += [step for step in steps if _REMOVES.match(step) and any(_names_object(step, stems) for stems in left)]
    matches = [*_GIVES_UP.finditer(sentence), *_PUTS_OUT.finditer(sentence), *_NONE_OF.finditer(sentence)]
    given_up = [list_stems(match["what"]) for match in matches]
    for stems in given_up:
        having = [step for step in steps if stems and stems <= list_stems(step)]
        kept += having if len(having) == 1 else []
    if not kept and _LEAVES_ALONE.match(sentence):
        kept = _find_spoken_of(_find_answer_before(prompt, session, later), steps)
    return kept


def _find_struck(sentence: str, prompt: Prompt, steps: Sequence[str]) -> list[str]:
    """The step that a sentence of the person strikes by pointing to it: the words for it stand before the pointer."""
    match = _STRIKES.search(sentence)
    if match is None or _KEEPS.search(sentence):
        return []
    sentences = split_sentences(prompt.text)
    place = sentences.index(sentence) if sentence in sentences else 0
    for before in (sentence[: match.start()], sentences[place - 1] if place else ""):
        stems = list_stems(before.replace("-", " "))
        shared = {step: len(stems & list_stems(step.replace("-", " "))) for step in steps}
        best = max(shared.values(), default=0)
        having = [step for step, count in shared.items() if count == best]
        if best:
            return having if len(having) == 1 else []
    return []


def _names_object(step: str, stems: frozenset[str]) -> bool:
    """Whether all of what a step takes away is among some stems, and little else."""
    verb = _REMOVES.match(step)
    own = list_stems(step[verb.end() :]) if verb else frozenset()
    return bool(own) and own <= stems and len(stems) <= len(own) + 1


def _changes(step: str, name: str) -> bool:
    """Whether a step changes the thing that a name stands for. The name follows the verb and is no everyday word."""
    verb = _CHANGES.match(step)
    words = step[verb.end() :].replace("`", " ").lower().split() if verb else []
    objects = [word.strip(".,:;()") for word in words if word not in SMALL]
    return bool(objects) and objects[0] == name


def _find_answer_before(prompt: Prompt, session: Session, later: Sequence[Session]) -> str:
    """What the agent said last before a prompt of a session."""
    place = (prompt.line, prompt.made)
    utterances = [(one.line, one.made, one.text) for one in session.answers]
    utterances += [(one.line, one.made, one.text) for one in session.remarks]
    before = [one for one in utterances if one[:2] < place]
    return max(before)[2] if before and later else ""


def _find_spoken_of(answer: str, steps: Sequence[str]) -> list[str]:
    """The step of which the last sentence speaks that speaks of any; none if it speaks of several."""
    for sentence in reversed(split_sentences(answer)):
        if having := [step for step in steps if _speaks_of(step, sentence)]:
            return having if len(having) == 1 else []
    return []


def _speaks_of(step: str, sentence: str) -> bool:
    """Whether a sentence names what a step names in code, or has most of its words."""
    names = {name for name in re.findall(r"[\w./-]*\w", step) if len(name) > 3 and _IDENTIFIER.search(name)}
    stems = list_stems(step)
    spoken = set(re.findall(r"[\w./-]*\w", sentence))
    if names:
        return bool(names & spoken)
    return bool(stems) and len(stems & list_stems(sentence)) >= max(min(2, len(stems)), _BEGUN * len(stems))


def _find_written(step: str, session: Session, sentences: Sequence[tuple[str, str]]) -> Reported | None:
    """The sentence of the agent about documents that a step names and that were edited."""
    files = list_named_files(step)
    if not (files and _WRITES.match(step) and all(map(_DOCUMENT.search, files))):
        return None
    if not all(was_edited(one, session.edited) for one in files):
        return None
    words = [frozenset(re.split(r"[\W_]+", one.lower().rpartition("/")[2].rpartition(".")[0])) for one in files]
    for sentence, made in sentences:
        plain = sentence.lower()
        if OPEN.search(plain) or sentence.endswith(("?", "？")):
            continue
        spoken = set(re.findall(r"\w+", plain))
        is_named = any(one.lower() in plain for one in files) or any(name <= spoken for name in words if name - {""})
        if is_named or (_PROSE.search(plain) and _shares(step, sentence)):
            return Reported(list_stems(sentence), sentence, made)
    return None


def _find_covered(step: str, session: Session, sentences: Sequence[tuple[str, str]]) -> Reported | None:
    """The sentence of an agent that edited files and says that it did something of a step with it."""
    for sentence, made in sentences if session.edited else ():
        match = _COVERS.search(sentence)
        if match is None or sentence.endswith(("?", "？")) or OPEN.search(sentence.lower()):
            continue
        named = list_stems(match["what"])
        if len(named) >= _FEWEST and named <= list_stems(step):
            return Reported(list_stems(sentence), sentence, made)
    return None


def _shares(step: str, sentence: str) -> bool:
    """Whether a sentence has one of the words of a step, beside that for the document."""
    return any(not _PROSE.match(word) for word in list_stems(step) & list_stems(sentence))


def _find_run(step: str, session: Session) -> Reported | None:
    """The command that ran what a step adds, or the command that a step is."""
    added, only = _ADDS.match(step), _VERB.fullmatch(step)
    if added and not _IDENTIFIER.search(added["name"]):
        added = None
    if not added and not only:
        return None
    for run in session.commands:
        if run.failed or run.exit_code not in (None, 0):
            continue
        is_own = only and re.search(rf"\bgit (?:-\S+ )*{only['verb'].lower()}\b(?!.*--(?:dry-run|abort))", run.command)
        is_added = added and session.edited and run.kind in _RUNS and _names(run.command, added["name"])
        if is_own or is_added:
            return Reported(frozenset(), f"`{run.command[:100]}` was run", run.made or session.ended)
    return None


def _names(command: str, name: str) -> bool:
    """Whether a command has a name, or the long end of it."""
    return any(name.endswith(word) for word in _NAME_WORD.findall(command) if len(word) >= _LEAST_END)


def list_named_files(step: str) -> list[str]:
    return [one for one in dict.fromkeys(_FILE.findall(step)) if not one.replace(".", "").isdigit()]


def was_edited(name: str, edited: Sequence[str]) -> bool:
    """Whether a file of that name, or of that name without its ending, was edited."""
    return any(f"/{one}".endswith(f"/{name}") or f"/{one}".rpartition(".")[0].endswith(f"/{name}") for one in edited)
