"""Where the work stands by an agent's answer: what is done, what is next, what stands in the way, what is open."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from backstory.capture.steps import unspaced_steps
from backstory.capture.steps.left_over import LEFT_OVER
from backstory.capture.steps.step_labels import ANNOUNCES, BELOW_NEXT, NEXT_HEADING, NEXT_LINE
from backstory.capture.steps.step_sentences import is_at_prompt, offers_choice, read_plan, reports_reached, strip_lead
from backstory.capture.steps.step_tables import list_tabled_steps
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.signals import VERB
from backstory.patterns.remaining_lists import lists_rest

MAX_ITEMS: Final = 12
_MAX_TEXT: Final = 300
_MIN_STATE: Final = 24
"""Characters of a sentence that says where the work stands without a label."""

_OFFER: Final = Pattern(
    r"^(?:please )?(?:if you (?:want|like|prefer)|shall|want me|would you like|let me know|i can (?:also |now )?\w+"
    r"|happy to|tests?: \d|all tests)\b"
)
"""What follows a list of steps and is none."""
_NEXT_SENTENCE: Final = Pattern(
    r"^(?:(?:and |so |then )?(?:what's left|what is left|what remains|all that(?:'s| is) left|the only thing (?:left"
    r"|missing)"
    r"|the next step|next step|the next steps|next steps)(?: now)? (?:is|are|would be|will be)\b"
    r"(?: (?:clear|simple|these|as follows|then)\b(?=\s*:))?:?\s*(?P<rest>.+)"
    r"|(?:de (?:eerst)?volgende stap is|il prossimo passo è|o próximo passo é|następny(?:m)? (?:krok to|krokiem jest)"
    r"|(?:er )?(?:resta|blijft) (?:nog )?(?:da|te doen)|nog te doen zijn|restano|resta solo|falta só):?"
    r" (?P<to>.+)"
    r"|(?:i'll|i will|i'd|we should|we'll|we need to|i would) (?P<then>.{4,200}?) next[.!]?$"
    r"|(?:next|after that|then),? (?:i'll|i will|i'd|we should|we need to|i would|comes?) (?P<after>.+)"
    r"|(?:it |this |that )?(?:still|also) (?:needs?|lacks?|missing|to be done)\b(?P<needs>.+)"
    r"|(?:left to do|still missing|not done yet|not yet done)\s*:?\s*(?P<left>.+)"
    r"|.{0,40}?\b(?:tasks?|things?|steps?|points?|items?) (?:(?:are|is) )?(?:still )?(?:left|open|remain(?:ing)?|to do)"
    r"(?: here| for [\w ]{2,20})?: ?(?P<listed>.+)"
    r"|(?:so |and )?(?:that|this|which) leaves (?:us with )?"
    r"(?!me\b|us\b|it\b|the \w+ (?:unchanged|as|open|in|at|alone))(?P<leaves>.{4,})"
    r"|(?:so |and |now )*only (?P<only>.{3,}?) (?:is|are|remains?) (?:still )?(?:left|open|missing|to do)\W*$"
    r"|(?:so |and )?the list is (?:now )?down to (?P<down>.{4,})"
    r"|first,? (?:we|i|you)(?:'ll| will| should| need to| must| have to)?"
    r" (?!.{0,30}\b(?:why|how|what)\b)(?P<first>.{4,}?\bthen\b.+)"
    r"|(?:up next|next up|next in line) (?:is|are|comes?) (?P<up>.+)"
    r"|(?:so |and )?(?:for |on )?(?:the )?(?:tomorrow|next time|next session|mañana|morgen|demain|amanhã|domani)\b"
    r"(?:,? then)?[,:]?"
    r"(?! (?:you|it|that|this|someone|somebody|he|she|they|there)\b)"
    r"(?: (?:i(?:'d| would|'ll| will)|we(?:'ll| will| should| would)?|please|seguimos|machen wir|on|nós))?"
    r"(?: (?:go on|continue|carry on|start|begin|weiter|con|com|avec|mit|con el|continue|first))*(?: (?:with|at|by))?"
    r" (?P<morrow>.{4,}))",
    wide=unspaced_steps.SENTENCE,
)
_STILL: Final = Pattern(
    r"^(?:the next (?:thing|task|item|job|piece)(?: now| to do)? (?:is|would be|will be)(?: to)? (?P<next>.{4,})"
    r"|(?:.{0,40}[\s,])?(?:we|i|you) still (?:have|need) to (?P<still>.{4,})"
    r"|(?:.{0,40}[\s,])?(?:wir müssen|ich muss|man muss) noch (?P<noch>.{4,})|il (?:faut encore"
    r"|reste à) (?P<reste>.{4,})"
    r"|(?:todavía|aún) (?:hay que|falta) (?P<falta>.{4,}))"
)
"""What is still to do, said in the middle of a sentence."""
_STILL_WORDS: Final = ("next ", "still ", "noch ", "encore", "reste à", "todavía", "aún")
_ONLY_LEFT: Final = Pattern(r"(?:only thing|all) (?:that is |that's )?(?:left|missing)\b|\bis missing\b.*\bnext\b")
_STATE_LINE: Final = Pattern(
    r"^(?:done|state|status|where we are|where it stands|current state|so far|summary|red|green|failing|progress"
    r"|stand|erledigt|fait|hecho|完成|现状|完了"
    r"|changed|implemented|committed)\s*[:：]\s*\S"
)
_STATE: Final = Pattern(
    r"^nothing (?:of [^,;.]+ )?(?:is|was) (?:committed|pushed)|\b(?:is|are|stays?|remains?) (?:still )?red\b|"
    r"^(?:the whole suite|all \d+|\d+ (?:tests )?pass|the (?:full )?(?:suite|tests?|build|ci)\b.*\b(?:pass|green|red"
    r"|fail))"
    r"|\b\d+(?:/\d+)? (?:tests? )?(?:passed|passing|pass|failed|failing|failures?)\b|^all (?:tests|checks"
    r"|packages) pass|\b(?:is|are|was|were) (?:now )?(?:written|committed|implemented|done|merged"
    r"|ported|in place|deployed|shipped)"
    r"(?:,| but| and)|(?:\bnot|n't) (?:yet )?(?:committed|pushed|tested|run|tried|done)\b|\b(?:tests?|ci|suite"
    r"|build)\b[^.]{0,40}\b(?:is|are) (?:now )?(?:green|red)\b"
    r"|^shipped in\b|^(?:committed|pushed|merged|released) (?:as|in|on|to)\b"
)
_NOT_STATE: Final = Pattern(
    r"^(?:i'll|i will|let me|this (?:change|will|test)|these changes|if |to |you )|\b(?:should|would|will) (?:pass"
    r"|be)\b|\bbecause\b"
)
_BLOCKER: Final = Pattern(
    r"^(?:blocked|blocker|blockers|stuck|waiting(?: for| on)?)\s*[:：]|\b(?:i'm|i am|we're|we are|it is|it's"
    r"|this is) (?:blocked|stuck|waiting)(?: by| on| for|:| because)"
    r"|^blocked (?:by|on)\b|\bi (?:can't|cannot|couldn't|could not|am unable to|was unable to"
    r"|have no way to) (?:verify|run|test|reproduce|reach|access|"
    r"push|check|connect|install|build|download|log in|try)\b.{3,}(?:because|since|:|without|from here|token|access"
    r"|credential|network|permission)"
    r"|^blockiert\b|^bloqueado\b|^bloqué\b|^阻塞|^ブロック"
)
_QUESTION: Final = Pattern(
    r"^(?:open questions?|unclear|still unclear|to (?:be )?(?:clarified|decided)|tbd|undecided|needs? (?:a )?decision"
    r"|offene fragen?|question ouverte)"
    r"\s*[:：–-]\s*\S"
    r"|^(?:still |left |noch |toujours |sigue )?(?:open|offen|ouvert|abierto|left as it is|undecided)\b[^:]{0,40}:\s*"
    r"(?:whether|if|who|which|ob|wer|welche\w*|si|qui|quién)\b"
    r"|^(?:it is|it's) (?:still )?(?:unclear|open|undecided) (?:whether|if|who|what|how)\b"
    r"|\b(?:still|yet) (?:need|needs|have|has) to (?:be )?(?:decide|clarif|answer)\w*"
)
_QUESTION_HEADING: Final = Pattern(r"^(?:open questions?|questions? (?:for|to) |unclear|offene fragen)")
_STATE_HEADING: Final = Pattern(r"^(?:done|state|where we are|what(?:'s| is) done|current state|progress)$")
_BLOCKER_HEADING: Final = Pattern(r"^(?:blockers?|blocked|what blocks)\b")
_GOES_ON: Final = Pattern(
    r"^(?:(?:and|und|y|et|e) )?(?:only )?(?:then|after (?:that|this|which)|afterwards|following that|finally|lastly"
    r"|last(?: of all)?,? |(?:right )?at the (?:very )?end"
    r"|(?:once|when) (?:all )?(?:that|this|it)(?:'s| is| has| works)"
    r"|danach|dann|zuletzt|(?:ganz )?zum schluss|schließlich|sobald das|wenn das\b.{1,30}\b(?:ist|läuft|steht)\b"
    r"|ensuite|puis|enfin|en dernier|pour finir|une fois|luego|después|por último|al final|cuando eso|depois|por fim"
    r"|poi|infine|затем|потом)\b|^(?:然后|最后|その後)",
    wide=unspaced_steps.GOES_ON,
)
"""How a sentence goes on with the steps of the one before it."""
_STEP_CUT: Final = Pattern(
    r"(?:;|,? (?:and )?(?:after that|then)|, (?:and )?(?:secondly|second)|,? (?:y )?luego|,? (?:und )?(?:dann"
    r"|danach)|,? (?:et )?(?:puis|ensuite)"
    r"|,? and finally|,? (?:en )?daarna|,? (?:e )?(?:poi|infine|depois)|,? (?:a )?potem) ",
    wide=unspaced_steps.CUT,
)
_OPENS: Final = Pattern(
    r"^(?:first(?:ly| of all)?|to begin with|(?:als )?(?:erstes|nächstes)|zuerst|zunächst|erstens"
    r"|d'abord|tout d'abord|premièrement|lo primero|primero|en primer lugar|para empezar)\b,? (?!i |we |ich |wir |je )"
)
_IS_TO_BE: Final = Pattern(
    r"\b(?:ha(?:s|ve) to|needs?|must|should|will|is to|are to|comes?|muss|müssen|soll(?:en|te)?|braucht|kommt"
    r"|il faut|doit|doivent|devra|vient|hay que|tiene que|debe|falta|es que|viene)\b"
)
"""Words of what is still to be done."""
_TELLS: Final = Pattern(
    r"\b(?:i|we) (?:\w+ed|ran|found|made|put|took|wrote|went|saw|had|did|got|was|were|have|'ve)\b|\b(?:i|we)'ve\b"
    r"|\b(?:was|were|had|did|habe|haben|hatten?|wurden?|war(?:en)?|j'ai|avons|était|he|hemos|había|estaba)\b"
)
"""Words of what was done: `First the test had to be red. Then I wrote the fix.`"""


class WorkState(NamedTuple):
    """What an answer says about the work, each in its order and in its words."""

    state: tuple[str, ...]
    next: tuple[str, ...]
    blockers: tuple[str, ...]
    questions: tuple[str, ...]


class _Work(NamedTuple):
    """The same while it is read."""

    state: list[str]
    next: list[str]
    blockers: list[str]
    questions: list[str]


def find_next_steps(text: str, *, person: bool = False) -> list[str]:
    """The next steps that a message names, in its order: `Next: ...`, lists under `Next steps`, `Remaining`."""
    return list(find_work_state(text, person=person).next)


@lru_cache(maxsize=64)  # asked for the steps of an answer, and for the labels of its sentences
def find_work_state(text: str, *, person: bool = False) -> WorkState:
    """What a message says about the state of the work."""
    work = _Work([], [], [], [])
    paragraph = -1
    listed = ""
    opening: Sentence | None = None
    asked: Sentence | None = None
    announced = -1
    sentences = list(read_sentences(text, person=person))
    orders = _find_handed_over(sentences)
    for sentence in sentences:
        if len(sentence.text.strip()) > 2 * _MAX_TEXT or sentence.ticked:
            continue
        if sentence.heading and sentence.item:
            listed = sentence.heading
        elif listed and sentence.heading == listed:  # a list has ended, and what follows is said of it
            sentence = sentence._replace(heading="")
        count = len(work.next)
        goes_on = not sentence.is_question and _GOES_ON.match(sentence.plain)
        if goes_on and opening and opening.paragraph == sentence.paragraph and not _TELLS.search(sentence.plain):
            work.next.extend((strip_lead(opening.text), strip_lead(sentence.text)))
        elif sentence.paragraph == announced and (goes_on or _OPENS.match(sentence.plain)):
            work.next.append(strip_lead(sentence.text))
        elif sentence.item and sentence.heading in orders:
            work.next.append(sentence.text.rstrip(" ."))
        elif goes_on and sentence.paragraph == paragraph:
            work.next.append(sentence.text.strip(" .") if person else strip_lead(sentence.text))
        else:
            _add_sentence(work, sentence)
        if asked and asked.paragraph == sentence.paragraph and len(work.next) > count:
            work.next[count] = f"{asked.text.strip()} {work.next[count]}"  # what is said of it names nothing alone
        asked = sentence if sentence.is_question and sentence.item and _is_below_heading(sentence) else None
        opening = sentence if len(work.next) == count and _opens_steps(sentence) and not person else None
        paragraph = sentence.paragraph if len(work.next) > count else -1
        announced = sentence.paragraph if ANNOUNCES.fullmatch(sentence.plain.strip()) else announced
    work.next.extend([] if work.next or person else list_tabled_steps(text))
    work.next[:] = [one for one in work.next if not (_NOTHING.fullmatch(one.lower().strip(" .")) or is_at_prompt(one))]
    return WorkState(*((*dict.fromkeys(items),)[:MAX_ITEMS] for items in work))


def _find_handed_over(sentences: Iterable[Sentence]) -> frozenset[str]:
    """The headings such as `For Jonas` under which at least a third of the items order something."""
    lists: dict[str, list[bool]] = {}
    for sentence in sentences:
        if sentence.item and len(sentence.heading) <= _SHORT_HEADING and _FOR_PERSON.match(sentence.heading):
            lists.setdefault(sentence.heading, []).append(bool(_ORDER.match(_LABEL.sub("", sentence.plain))))
    return frozenset(heading for heading, orders in lists.items() if 3 * sum(orders) >= len(orders))


def _opens_steps(sentence: Sentence) -> bool:
    """Whether a sentence names the first of several steps, if the next one goes on with the second."""
    if sentence.item or sentence.is_question:
        return False
    plain = sentence.plain
    return bool(_OPENS.match(plain) and _IS_TO_BE.search(plain) and not _TELLS.search(plain))


_NOTHING: Final = Pattern(r"nothing(?: (?:else|more|here))?|none|nichts(?: mehr)?|rien|nada|-|—")


def _add_sentence(work: _Work, sentence: Sentence) -> None:
    words = sentence.text.strip()
    if steps := _read_steps(sentence):
        work.next.extend(steps)
    elif _is_of(sentence, _QUESTION, _QUESTION_HEADING):
        work.questions.append(words)
    elif _is_of(sentence, _BLOCKER, _BLOCKER_HEADING):
        work.blockers.append(words)
    elif not sentence.is_question and _says_state(sentence):
        work.state.append(words)


def _is_of(sentence: Sentence, words: Pattern, heading: Pattern) -> bool:
    """Whether a sentence has such words, or is a list item under such a heading."""
    return bool(words.search(sentence.plain) or (sentence.item and heading.match(sentence.heading)))


def _says_state(sentence: Sentence) -> bool:
    """Whether a sentence says what is done, or how the tests stand."""
    plain = sentence.plain
    if (not sentence.item and _STATE_LINE.match(plain)) or (sentence.item and _STATE_HEADING.match(sentence.heading)):
        return True
    return len(plain) > _MIN_STATE and _STATE.search(plain) is not None and not _NOT_STATE.search(plain)


def _read_steps(sentence: Sentence) -> list[str]:
    """The steps of a sentence that names what comes next."""
    if sentence.is_question or _OFFER.match(sentence.plain) or _TELLS_EFFECT.match(sentence.plain):
        return []
    words, is_below_heading = sentence.text, _is_below_heading(sentence)
    if sentence.item and is_below_heading:
        return [words.rstrip(" .")]
    if plan := read_plan(sentence):
        return plan
    named = _read_named_steps(sentence)
    if named is not None:
        return named
    if _ONLY_LEFT.search(sentence.plain):
        return [words.rstrip(" .")]
    is_done = reports_reached(sentence) and not _IS_TO_BE.search(sentence.plain)
    return _cut(words) if is_below_heading and len(words) < _MAX_TEXT and not is_done else []


def _is_below_heading(sentence: Sentence) -> bool:
    """Whether the heading of a sentence, or the section of that heading, announces next steps."""
    heading, section = sentence.heading, sentence.section
    if offers_choice(heading):
        return False
    person = _FOR_PERSON.match(heading) if sentence.item and len(heading) <= _SHORT_HEADING else None
    if person and (person["what"] or _ORDER.match(sentence.plain)):
        return True
    return bool((heading and NEXT_HEADING.match(heading)) or (section and BELOW_NEXT.match(section)))


_TELLS_EFFECT: Final = Pattern(
    r"^(?:that|this|it|which|das|dies|ça|cela|eso|esto) (?:makes|turns|brings|macht|rend|hace)\b"
)
"""What a step comes to, behind it: `That makes the test green.`"""
_SHORT_HEADING: Final = 48
_FOR_PERSON: Final = Pattern(
    r"^(?P<what>(?:open |left |handover |work |tasks? |to-?dos? |next |offen |aufgaben? )?)(?:for|für|pour"
    r"|para) (?!example"
    r"|instance|reference|now|windows|linux|mac\w*|users?|developers?|contributors?|production|dev\b|all\b|each"
    r"|every|this"
    r"|that|these|those|context|comparison|details?|python|node|testing|tests?\b|the\b|a\b|an\b|your|our|beispiel"
    r"|exemple"
    r"|ejemplo|die\b|das\b|den\b|les?\b|las?\b|el\b|los\b)[^\W\d_]{3,}(?:(?:,| and| &| und| et| y) [^\W\d_]{3,})?$"
)
"""`For Jonas`: a list of what somebody is to do."""
_ORDER: Final = Pattern(rf"^{VERB}\b")
_LABEL: Final = Pattern(r"^[\w./·-]{1,24}: ")
"""What an item is about, before what it orders."""


def _read_named_steps(sentence: Sentence) -> list[str] | None:
    """The steps after a label such as `Next:` or after words such as `what is left is`; None without either."""
    plain, words = sentence.plain, sentence.text
    if line := NEXT_LINE.match(plain):
        rest = words[line.start("rest") :]
        is_question = _WHETHER.match(line["rest"]) or _LEFT_TO.fullmatch(line["rest"])
        return [rest.strip(" .")] if is_question else _cut(rest, lists_rest=lists_rest(plain))
    match = _NEXT_SENTENCE.match(plain) or LEFT_OVER.match(plain)
    if match is None and any(word in plain for word in _STILL_WORDS):
        match = _STILL.match(plain)
    if match is None:
        return None
    group = next(name for name, words in match.groupdict().items() if words)
    return _cut(words[match.start(group) : match.end(group)])


_WHETHER: Final = Pattern(r"\W*(?:whether|if|ob|si|which|who|welche[rsn]?|wer|quel\w*|qui|cuál\w*|quién)\b")
"""How a question begins that is left open, and no list of steps: `still open: whether times and codes stay`."""


_LEFT_TO: Final = Pattern(
    r"[^;]{2,160}, (?:(?:that|this|das) )?[^\W\d_][\w-]{1,24} (?:decides|(?:will|has to|is to|must|should) decide"
    r"|entscheidet|décide|tranche|decide|decidirá|beslist|bestemmer|bestämmer|decyduje)(?: (?:that|it|das|es))?\W*"
    r"|[^;]{2,160}, (?:das|dies) entscheidet [^\W\d_][\w-]{1,24}\W*"
)
"""The same where somebody is named who decides: `open: the name of the flag, Ines decides`."""


def _cut(words: str, *, lists_rest: bool = False) -> list[str]:
    """The steps of a line: `a, then b, then c`, `a; b`, `1) a, 2) b`; `lists_rest`: also `a, b`."""
    words = _LEADING.sub("", words)
    numbered = _NUMBER.split(words)
    pieces = [piece for piece in numbered if piece.strip()] if len(numbered) > 2 else _STEP_CUT.split(words)
    if len(pieces) == 1:
        pieces = _split_series(words)
    if len(pieces) == 1 and lists_rest:
        pieces = _split_rest(words)
    steps = [_LEADING.sub("", step.strip(" .,;")) for step in pieces]
    return [step for step in steps if len(step) > 2 and not step.endswith(":")]


def _split_series(words: str) -> list[str]:
    """The parts of `a, b, and c` where there are three or more, each of a few words; else the words themselves."""
    match = _SERIES.fullmatch(words.strip())
    parts = [*match["parts"].split(", "), match["last"]] if match else []
    is_series = len(parts) > 2 and not any(map(_REMARK.match, parts))
    return parts if is_series and max(len(part.split()) for part in parts) <= _SHORT_STEP else [words]


def _split_rest(words: str) -> list[str]:
    """The parts of `a, b` and of `a and b`, each of a few words that name something; else the words themselves."""
    parts = [part.strip(" .") for part in _COMMA.split(words)]
    is_list = all(part and len(part.split()) <= _SHORT_PART and not _REMARK.match(part) for part in parts)
    return parts if is_list and not any(map(_QUALIFIES.match, parts[1:])) else [words]


_COMMA: Final = Pattern(r", (?:and |und |et |y )?")
_SHORT_PART: Final = 6
"""Words of a step in a list that has nothing but commas."""
_QUALIFIES: Final = Pattern(
    r"^(?:so|because|since|but|if|when|once|unless|until|with|without|for|in|on|as|like|such|including|then|not|though"
    r"|also|too|please|weil|aber|wenn|mit|ohne|für|wie|mais|si|avec|pour|dans|comme|pero|con|para|como)\b",
    re.IGNORECASE,
)
"""How a part begins that is said of the step before it."""
_SERIES: Final = Pattern(r"(?P<parts>[^;:]+?),? (?:and/or|and|or|und|oder|y|o|et|ou|e) (?P<last>[^,;:]+)")
_REMARK: Final = Pattern(r"^(?:i|we|you|it|which|that|ich|wir|das|was|je|on|ce|yo|eso)\b(?! is\b)", re.IGNORECASE)
"""How a part begins that is said of the step before it."""
_SHORT_STEP: Final = 8
"""Words of a step in a series."""
_LEADING: Final = Pattern(
    r"^(?:and |then |finally |first |1st |that (?=[`·])|to begin with,? |for a start,? |first of all,? |y |luego "
    r"|und |dann |et |puis |daarna |ten slotte |poi |infine |depois,? |por fim,? |potem |na koniec )+"
)


_NUMBER: Final = Pattern(r"(?:^|(?<=[\s,;]))\(?(?:[1-9]|[a-h])[.)] +")
"""Numbers of steps within a sentence."""
