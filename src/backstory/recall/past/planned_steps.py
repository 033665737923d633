"""What the person means to do at another time: `I'm off, tomorrow: docs/cli.rst and the changelog entry`.

People name the next steps while they take their leave. The agent only says good-bye to that, so its answers hold none
of these steps.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final

from backstory.model.session import Session
from backstory.model.similarity import word_set
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.patterns.what_remains import find_remaining
from backstory.recall.text.joined_steps import SMALL
from backstory.recall.text.substance import split_sentences

_LAST_PROMPTS: Final = 3
"""Prompts at the end of a session, for which nothing was done, that may name them."""
_MAX_STEP: Final = 160
_LONGEST: Final = 400
"""Characters of a sentence above which it names no plan, and takes long to search."""
_DAY: Final = (
    r"(?:tomorrow(?: (?:morning|afternoon|evening))?|(?:on |next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"(?: (?:morning|afternoon))?|next (?:week|time|session|sitting|sprint)|(?:in )?the (?:next session|morning)"
    r"|after (?:lunch|the (?:break|weekend|holidays?|meeting)|my (?:break|vacation|holidays?))"
    r"|(?:when|once|as soon as) (?:i|we)(?:['’]m| am|['’]re| are| get| come) (?:back|in again)|tonight"
    r"|later(?: today| tonight)?)"
)
_DAY_DE: Final = (
    r"(?:(?<!guten )morgen(?: (?:früh|vormittag|nachmittag|abend))?"
    r"|(?:am )?(?:nächsten )?(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)"
    r"|nächste woche|(?:beim )?nächstes? ?mal|(?:in der )?nächsten? sitzung|später"
    r"|wenn ich (?:wieder |dann )?(?:da|zurück) bin|nach (?:der pause|dem (?:essen|mittag|wochenende|urlaub)))"
)
_DAY_FR: Final = (
    r"(?:demain(?: matin)?|(?:lundi|mardi|mercredi|jeudi|vendredi)(?: prochain)?|la semaine prochaine"
    r"|la prochaine (?:fois|séance)|à mon retour|quand je (?:reviens|reviendrai|serai de retour)|plus tard"
    r"|après (?:la pause|le déjeuner|le week-end))"
)
_DAY_ES: Final = (
    r"(?:mañana|(?:el )?(?:lunes|martes|miércoles|jueves|viernes)|la semana que viene|la próxima (?:vez|sesión)"
    r"|cuando vuelva|luego|más tarde)"
)
_DAYS: Final = rf"(?:{_DAY}|{_DAY_DE}|{_DAY_FR}|{_DAY_ES})"
_START: Final = (
    r"(?:^|[,;.!–—-] +"
    r"|\b(?:and|so|then|ok(?:ay)?|but|for|off|left|todo|to do|rest|und|dann|aber|für|et|puis|pour|y|para) +)"
    r"(?:(?:and|then|und|et|y) +)?"
)
_GOES_ON: Final = (
    r"(?:(?:continu(?:e|ing)|go(?:ing)? on|carry(?:ing)? on|proceed|start|begin|resume|pick (?:it )?up)"
    r"(?: again)?(?: (?:with|on|at|by))?|do|tackle|work on|turn to|move on to|look (?:at|into)"
    r"|take care of|get to|attack)"
)
_VERB: Final = (
    r"(?:write|add|fix|finish|update|implement|document|test|refactor|clean|port|rename|remove|wire|build|draft|handle"
    r"|review|split|extract|convert|merge|move|replace|check|measure|make|put|drop|bump|prepare)"
)
_WILL: Final = (
    r"(?:['’]ll|['’]d| will| would| should| can| could| want to| need to| have to| must| then"
    r"|(?:['’]re| are) (?:going to|gonna))*"
)
_I_WILL: Final = r"i(?:['’]ll| will|['’]d like to| want to| need to| have to| must|(?:['’]m| am) (?:going to|gonna))"
_OBJECT: Final = rf"(?={_VERB} (?!(?:it|that|this|them|if|whether)\b)\S)"
"""An order with what it is about."""
_FIRST: Final = (
    r"(?:,? (?:then|dann|puis|(?:as (?:the |a )?)?first(?: thing| of all)?|zuerst|als erstes|d['’]abord|primero))?"
)
_ORDERED: Final = (
    r"(?:,? (?:in (?:this|that|the following) order|one after the other|in dieser reihenfolge|der reihe nach"
    r"|dans cet ordre|en este orden))?"
)
_LABEL: Final = Pattern(rf"{_START}{_DAYS}{_FIRST}{_ORDERED} ?[:–—](?!//) ?(?P<rest>.{{3,}})$", re.IGNORECASE)
"""A day, and a list behind a colon."""
_INFINITIVE_DE: Final = r"(?:weiter(?:machen|arbeiten|gehen)|anfangen|beginnen|fortfahren|machen|angehen)"
_WE_DO_FR: Final = (
    r"(?:on|nous) (?:continue|continuons|reprend|reprenons|fait|faisons|attaque|attaquons|passe|passons|s['’]occupe"
    r"|commence|commençons)"
)
_WITH_FR: Final = r"(?:avec |par |à |au |aux |de |du |des |sur )?"
_WE_DO_ES: Final = r"(?:seguimos|continuamos|hacemos|empezamos|vamos)"
_ANNOUNCED: Final = Pattern(
    rf"{_START}{_DAY},? (?:then )?(?:please )?(?:(?:we|you|let['’]s|let us){_WILL} (?:(?P<on>{_GOES_ON}) "
    rf"|(?={_VERB}\b))"
    rf"|i(?:['’]ll|['’]d| will| would| want to|['’]d like to)? (?P<own>{_GOES_ON}) |(?P<order>{_GOES_ON}) "
    rf"|{_I_WILL} {_OBJECT}|(?={_VERB}\b))"
    rf"(?P<rest>.{{3,}})$"
    rf"|{_START}{_DAY_DE},? (?:dann )?(?:machen|gehen|fangen|fahren|nehmen|setzen) wir (?:dann |uns )?(?:weiter )?"
    rf"(?:mit |an )?(?P<de>.{{3,}}?)(?: weiter| an| vor| dran)?[.! ]*$"
    rf"|{_START}{_DAY_DE} geht(?:['’]?s| es) (?:weiter )?mit (?P<geht>.{{3,}}?)(?: weiter)?[.! ]*$"
    rf"|\b(?:weiter (?:geht['’]?s|machen wir)|wir machen) (?:dann )?{_DAY_DE} (?:dann )?(?:weiter )?mit"
    rf" (?P<weiter>.{{3,}}?)(?: weiter)?[.! ]*$"
    rf"|(?:\blasst? uns|\bwir (?:können|sollten|wollen|werden)|\bich (?:will|werde|möchte)) (?:dann )?{_DAY_DE}"
    rf" (?:dann )?(?:(?:mit|an) )?(?P<lass>.{{3,}}?) {_INFINITIVE_DE}[.! ]*$"
    rf"|{_START}{_DAY_DE} (?:dann )?(?:mit|an) (?P<mit>.{{3,}}?) {_INFINITIVE_DE}[.! ]*$"
    rf"|{_START}{_DAY_FR},? {_WE_DO_FR} {_WITH_FR}(?P<fr>.{{3,}})$"
    rf"|{_START}(?:bon,? )?{_WE_DO_FR} {_DAY_FR} {_WITH_FR}(?P<reprend>.{{3,}})$"
    rf"|{_START}(?:bon,? )?{_WE_DO_FR} {_WITH_FR}(?P<avec>[^,;:]{{3,}}?) {_DAY_FR}[.! ]*$"
    rf"|{_START}{_DAY_ES} {_WE_DO_ES}(?: (?:con|por))? (?P<es>.{{3,}})$"
    rf"|{_START}{_WE_DO_ES} {_DAY_ES} (?:con|por) (?P<con>.{{3,}})$",
    re.IGNORECASE,
)
"""A day, and what is done then."""
_NO_DATE: Final = "".join(rf"(?<! {word})" for word in ("to", "by", "for", "until", "till", "before", "after", "from"))
"""What keeps a day from being a date in the work: `let's finish it by tomorrow`."""
_BEHIND: Final = Pattern(
    rf"(?:^|[,;:.!] +|\b(?:and|then|so|but|ok(?:ay)?) +)(?:let['’]s|let us|we(?:['’]ll"
    rf"| will)?) (?:(?:{_GOES_ON}) |(?={_VERB}\b))"
    rf"(?P<rest>[^,;:]{{3,}}?){_NO_DATE} (?:on )?{_DAY}[.! ]*$"
    rf"|(?:^|[,;:.!] +|\b(?:and|then|so|but) +){_I_WILL} (?:(?:{_GOES_ON}) |{_OBJECT})"
    rf"(?P<will>[^,;:]{{3,}}?){_NO_DATE} (?:on )?{_DAY}[.! ]*$"
    rf"|(?:^|[,;:.!] +|\b(?:and|then|so|but) +)(?P<stays>leave|keep|save|postpone|move) (?P<left>[^,;:]{{3,}}?)"
    rf" (?P<until>for|until|till|to) {_DAY}[.! ]*$"
    rf"|^(?:(?:and|then|but|ok(?:ay)?)[, ]+)*(?P<waits>[^,;:]{{3,}}?) (?:(?:can|has to|will) wait (?:for|until|till)"
    rf"|(?:is|are) for|comes?|come) {_DAY}[.! ]*$"
    rf"|^(?:(?:and|ok(?:ay)?|und|gut)[, ]+)*(?P<machen>[^,;:]{{3,}}?) (?:machen wir|kommt"
    rf"|kommen) (?:dann )?(?:erst )?{_DAY_DE}"
    rf"(?: dran)?[.! ]*$"
    rf"|^(?:(?:and|ok(?:ay)?|und|et)[, ]+)*(?:then|dann|puis|ensuite|luego) (?P<then>.{{3,}}?),? (?:(?:but|just"
    rf"|only|aber|mais"
    rf"|pero) )?(?:not (?:today|tonight|now|yet|any ?more today)|nicht (?:mehr )?heute|erst morgen"
    rf"|heute nicht(?: mehr)?"
    rf"|pas aujourd['’]hui|hoy no|no hoy)[.! ]*$",
    re.IGNORECASE,
)
"""What is done, and a day behind it."""
_BETWEEN: Final = Pattern(
    rf"{_START}(?:(?:we|i|let['’]s|let us){_WILL} )?(?:continue|go on|carry on|resume|start) (?:on )?{_DAY}"
    rf" (?:with|on|at|by) (?P<rest>.{{3,}})$",
    re.IGNORECASE,
)
_HEADING: Final = Pattern(rf"{_START}{_DAYS}{_FIRST}{_ORDERED} ?[:–—]$", re.IGNORECASE)
"""A day above a list."""
_MOST_LISTED: Final = 8
_ITEM: Final = Pattern(r"^\s*(?:[-*•–]|\d{1,2}[.)])\s+(?P<item>\S.*)$")
"""A line of a list."""
_UP_NEXT: Final = Pattern(
    r"(?:^|[,;.!–—-] +|\b(?:and|so|then|und|et) +)(?:(?:next up|up next|next in line|next on (?:the|my"
    r"|our) list|next steps?"
    r"|next|the next (?:thing|step|task|job|item)|als nächstes|nächste[rs]? (?:schritte?|punkt)|ensuite|la suite"
    r"|prochaines? étapes?|lo siguiente|próximos? pasos?)(?: now)?"
    r"(?: ?[:–—] ?| (?:kommt|kommen|steht|stehen) | (?:is|are|comes?|would be|will be|ist|sind|est|sont|es|son) "
    r"(?:to )?(?=(?:the|our|my|der|die|das|le|la|les|el|los|las) |l['’]|`|\S*\w[./_]\w"
    rf"|{_VERB} (?!(?:in|on|at|to|by|from|into|with|up)\b)))"
    r"(?P<rest>.{3,}?)(?: dran| an)?[.! ]*)$",
    re.IGNORECASE,
)
"""What comes next, without a day. `next is undefined` reports on the code."""
_STILL_OPEN: Final = Pattern(
    r"(?:^|[,;.!–—-] +|\b(?:and|so|but|also) +)(?:(?:we|i|you) still (?:need|lack) (?=(?:an?|the|some|more"
    r"|to) )(?:to )?"
    r"|(?:we|i|you) still (?:have|need|ought) to "
    r"|(?:someone|somebody|one of us)(?:['’]s)? (?:still |also )?(?:has|have|needs|got|ought)? ?(?:to|must"
    r"|should) (?:still |also )?)"
    r"(?P<rest>.{3,}?)[.! ]*$",
    re.IGNORECASE,
)
"""What is missing yet, or has to be done by somebody: `we still need a changelog entry`."""
_STATE: Final = Pattern(
    r"\b(?:in|on|at|into|inside|with|from|im|mit)\b|\b(?:\w+ing|on|off|open|alone|enabled|disabled|as is)$",
    re.IGNORECASE,
)
"""What tells that something stays as it is until a day: `leave the token in the cache`."""
_OWN_SITTING: Final = Pattern(r"\b(?:session|time|sprint|sitting)[.! ]*$", re.IGNORECASE)
_FAREWELL: Final = Pattern(
    r"\b(?:bye|ciao|cheers|good ?night|see (?:you|ya)|i['’]?m off|i am off|(?:got to|gotta|have to) go"
    r"|(?:it|enough|done) for (?:today|now|tonight)|call it a day)\b",
    re.IGNORECASE,
)
_NO_STEP: Final = Pattern(
    r"^(?:a |an |the |my |our |ein\w* |der |die |das |le |la |un |une |el )?(?:"
    r"(?:holidays?|vacation|day off|off|out|away|demo|release day|deadline|meetings?|appointment|birthday|monday"
    r"|tomorrow|urlaub|feiertag|frei|termin|congé|vacances|férié|vacaciones)"
    r"(?=\W*$|[,;.!] |\W+(?:in|at|on|to|of|with|for|from|until|till|is|are|and i|mit|bei|beim|bis|im|ist|à|en"
    r"|avec|est|con)\b)"
    r"|(?:more|mehr|weiter|same|dasselbe|that|this|it|das|ça|eso|rest|others?|übrige\w*|reste)"
    r"(?=\W*$|[,;.!] |['’]s\b| (?:is|was|ist|again|time|place|(?:of|on|about|from|von|davon) ?"
    r"(?:it|that|this|them|what)?$))"
    r"|ones? (?:that|which|where|who)\b"
    r"|(?:nothing|nichts|rien|nada|what|who|whether|when|how|why|if|was|ob|wer|wann|wie|qui|quoi|quand"
    r"|comment|si|qué|quién|should|must|shall|is|are|has|will)\b(?! ?[:/.]\S))"
    r"|^(?:i|we|you|he|she|they|there|ich|wir|du|er|sie|je|on|nous|il|elle|yo)\b(?! ?[:/.]\S)"
    r"|^(?:still |now |again )*(?:undefined|null|none|nil|broken|missing|failing|failed|wrong|empty|skipped|ignored"
    r"|disabled|unclear|unknown|stuck|blocked|done|kaputt|leer|cassée?|vide|roto)"
    r"(?=\W*$|, | (?:in|on|at|for|since|because|when|again|now|here|im|seit|dans|en)\b)"
    r"|^(?:the |your |my |das |den |die |le |el |whole |full |new |last )*"
    r"(?:diffs?|patch|changes|results?|output|numbers|logs?|screenshots?|measurements?|summary)(?=\W*$|[,;.!] )"
    r"|^(?:me |us )?(?:an? |the |your |some |eine? |une? )?(?:short |quick |little |brief )?(?:notes?|messages?"
    r"|checkpoint"
    r"|handoff|reminder|memo|notiz|zettel|nota)(?=\W*$|[,;.!] | (?:for|to|about|of|with|where|so)\b)"
    r"|^(?:make|do|fix|finish|mend|repair|write|add|mach\w*|fais\w*) (?:it|that|this|them|those|one|some|das|es|ça)$"
    r"|^\d{1,2}(?:[:.h]\d\d| ?(?:am|pm|uhr|h))\b"
    r"|\b(?:don['’]?t|do not|never|won['’]t|not yet|nicht|kein\w*|jamais|nunca)\b",
    re.IGNORECASE,
)
"""What is no step: a holiday, a question, a state of the code, a time of day, what must not be done."""
_REMINDER: Final = Pattern(
    r"^(?:please )?(?:(?:don['’]?t|do not) forget|remember|n['’]oublie[zs]? pas|no olvid\w+)(?: (?:to|about|de))?:? +",
    re.IGNORECASE,
)
_TAKEN_BACK: Final = Pattern(
    r"(?<!['’]t )(?<!dont )(?<!not )(?<!never )(?<!\bi )(?<!you )(?<!always )\b"
    r"(?P<verb>forget|scrap|skip|cancel|drop|never ?mind|vergiss|oublie[zs]?"
    r"|laisse tomber|olvida)\b(?! pas\b)(?: about)? ?(?P<rest>[^.;!]*)",
    re.IGNORECASE,
)
"""How people take back what they have named."""
_ALL: Final = Pattern(
    r"^(?:it|that|this|them|all(?: of (?:it|that|them))?|everything|the (?:plan|list)|what i said|das|alles|ça|tout"
    r"|eso|todo)?\W*$",
    re.IGNORECASE,
)
_TAIL: Final = Pattern(
    r"(?:[,;.!–—-]* +(?:ok(?:ay)?|please|bye|ciao|cheers|thanks?(?: you)?|see (?:you|ya)|good ?night|i['’]m off"
    r"|have a (?:good|nice) \w+|bitte|danke|tschüss|bis (?:dann|morgen)|merci|gracias|then|again|first"
    r"|weiter)[.! ]*)+$",
    re.IGNORECASE,
)
_CUT: Final = Pattern(r"\s*(?:;|,(?: (?:and|und|et|y|then|dann|puis))?|\b(?:and|und|et|y)\b)\s+", re.IGNORECASE)
_THING: Final = Pattern(
    r"^(?:the|a|an|our|my|your|some|der|die|das|den|ein\w*|unser\w*|le|la|les|l['’]|un|une|des|el|los|las|una)\s*\b|^`"
    r"|^\S*[./_]\S",
    re.IGNORECASE,
)
"""How a part of a list begins that is a thing of its own."""
_ARTICLE: Final = Pattern(r"^(?:the|der|die|das|den|dem|le|la|les|el|los|las) +", re.IGNORECASE)
_JOINED: Final = Pattern(
    r"\b(?:for|of|in|to|into|with|from|between|on|at|by|für|von|vom|in|mit|zwischen|im|pour|de|du|dans|avec|entre"
    r"|para|con|en)\b",
    re.IGNORECASE,
)
"""What may go on over the `and` of a list: `tests for the parser and the lexer`."""
_BEGINS: Final = Pattern(rf"^{_VERB}\b", re.IGNORECASE)


@lru_cache(512)
def read_plan(sentence: str) -> tuple[str, ...]:
    """The steps that a sentence of the person names for another time, or as what comes next; none of any other."""
    if len(sentence) > _LONGEST:
        return ()
    steps = _read_put_off(sentence)
    if steps or sentence.rstrip().endswith(("?", "？")):
        return steps
    match = _UP_NEXT.search(sentence) or _STILL_OPEN.search(sentence)
    rest = match["rest"] if match else find_remaining(sentence)
    return _split(rest) if rest else ()


@lru_cache(512)
def _read_put_off(sentence: str) -> tuple[str, ...]:
    if len(sentence) > _LONGEST or sentence.rstrip().endswith(("?", "？")):
        return ()
    for pattern in (_LABEL, _ANNOUNCED, _BEHIND, _BETWEEN):
        match = pattern.search(sentence)
        if match is not None:
            given = {name: words for name, words in match.groupdict().items() if words}
            if "left" in given and _is_order(given, sentence):
                return ()
            verbs = {"on", "own", "order", "stays", "until"}
            return _split(next((words for name, words in given.items() if name not in verbs), ""))
    return ()


def _is_order(given: Mapping[str, str], sentence: str) -> bool:
    """Whether something is to stay or to move in the code: `keep the token until Monday`."""
    if _FAREWELL.search(sentence):
        return False
    stays = given["stays"].lower()
    if _STATE.search(given["left"]) or (stays == "keep" and given["until"].lower() != "for"):
        return True
    return stays == "move" or (stays != "leave" and bool(_OWN_SITTING.search(sentence)))


@judged
def puts_off(sentence: str) -> bool:
    """Whether a sentence says what is to be done at another time: it asks for nothing now."""
    return bool(_read_put_off(sentence))


def plans_ahead(prompt: str) -> bool:
    """Whether a prompt says what is to be done at another time: it begins no piece of work now."""
    return any(map(_ends_with_day, prompt.splitlines())) or any(map(puts_off, split_sentences(prompt)))


def _split(text: str) -> tuple[str, ...]:
    """The steps of a list. `read and fix the parser`, and tests for one thing and another, are one step."""
    if len(text) > _LONGEST:
        return ()
    whole = _REMINDER.sub("", _TAIL.sub("", text.strip(" .!,;:")).strip(" .!,;:"))
    if len(whole) < 3 or len(whole) > _MAX_STEP or _NO_STEP.search(whole):
        return ()
    parts = [one.strip(" .!,;:") for one in _CUT.split(whole)]
    is_list = len(parts) > 1 and all(map(_stands_alone, parts[1:])) and not any(map(_JOINED.search, parts[:-1]))
    steps = parts if is_list and all(parts) else [whole]
    return tuple(_ARTICLE.sub("", one) for one in steps)


def _stands_alone(part: str) -> bool:
    return bool(_THING.match(part) or _BEGINS.match(part)) or part.count(" ") > 0


def list_planned(session: Session) -> tuple[str, ...]:
    """The steps that the person named last in a session, if nothing was done after that. Of a prompt for which
    something was done, they are those for another time: `fix the parser, then the docs, but not today`."""
    later: list[str] = []
    for prompt in reversed(session.prompts[-_LAST_PROMPTS:]):
        is_done = prompt.edited or any((run.line, run.made) > (prompt.line, prompt.made) for run in session.commands)
        if is_done and prompt is session.prompts[0]:
            return ()  # it is what was asked for: `later: cap the delay, then the docs`
        read = _read_put_off if is_done else read_plan
        sentences = split_sentences(prompt.text)
        steps: list[str] = []
        is_plan = False
        for sentence in sentences:
            named = read(sentence) or (_read_following(sentence) if is_plan else ())
            is_plan = is_plan or bool(named) or puts_off(sentence) or _POINTS.search(sentence) is not None
            steps = [*steps, *named] if named else _take_back(steps, sentence)
        steps += _list_marked(prompt.text) or _list_items(sentences)
        if steps or is_done:
            for sentence in later:
                steps = _take_back(steps, sentence)
            return tuple(dict.fromkeys(steps))
        later[:0] = sentences
    return ()


_POINTS: Final = Pattern(
    rf"{_START}(?:we|i|you|let['’]s|wir|ich|on|nous) (?:{_WILL} )?(?:do|make|fix|finish|mend|repair|machen|mache"
    rf"|fait|faisons)"
    rf" (?:it|that|this|them|das|es|ça|cela) (?:then )?(?:on )?{_DAYS}[.! ]*$",
    re.IGNORECASE,
)
"""`leave it red, we make it on Monday`: what stands before is to be done then, and what follows after that."""
_FOLLOWS: Final = Pattern(
    r"^(?:and |so )?(?:then|after (?:this|that|it)|afterwards|next|finally|at the end|last(?:ly| of all)?|danach"
    r"|dann|zuletzt"
    r"|zum schluss|ensuite|puis|enfin|après ça|luego|después)(?: (?:comes?|we do|you do|do|is|are|follows|kommt"
    r"|kommen|vient"
    r"|viene))?,? (?P<rest>(?:[^,;:.]|\.(?=\w)){3,})",
    re.IGNORECASE,
)
"""How a plan goes on: `After this comes the line in SYNTAX.md`, `Then a BenchmarkMask`."""


def _read_following(sentence: str) -> tuple[str, ...]:
    """The step with which a sentence goes on with a plan."""
    match = None if len(sentence) > _LONGEST or sentence.endswith("?") else _FOLLOWS.search(sentence)
    return _split(match["rest"]) if match else ()


def _take_back(steps: list[str], sentence: str) -> list[str]:
    """The steps without what a later sentence takes back: `no wait, forget the lexer`."""
    if not steps or len(sentence) > _LONGEST or sentence.rstrip().endswith(("?", "？")):
        return steps
    match = _TAKEN_BACK.search(sentence)
    if match is None or not (match["rest"].strip() or match["verb"].lower().endswith("mind")):
        return steps
    words = word_set(match["rest"]) - SMALL
    return [] if _ALL.match(match["rest"]) else [one for one in steps if not words & word_set(one)]


def _list_marked(text: str) -> list[str]:
    """The items of a list with marks below a day. What is said of the first one behind it is not part of it."""
    lines = [line for line in text.splitlines() if line.strip()]
    start = next((place for place, line in enumerate(lines, 1) if _ends_with_day(line)), len(lines))
    items = takewhile(bool, map(_ITEM.match, lines[start : start + _MOST_LISTED]))
    return [_ARTICLE.sub("", split_sentences(item["item"])[0].strip(" .;,")) for item in items if item]


def _ends_with_day(line: str) -> bool:
    """Whether a line is a day above a list: `tomorrow:`, or a heading of Markdown such as `## Order for tomorrow`."""
    heading = line.strip().rstrip("#").rstrip()
    line = f"{heading.lstrip('#').strip().rstrip(':')}:" if heading.startswith("#") else line.rstrip()
    return len(line) <= _LONGEST and _HEADING.search(line) is not None


def _list_items(sentences: Sequence[str]) -> list[str]:
    """The items of a list below a day, until a sentence that is none."""
    short = [one if len(one) <= _LONGEST else "" for one in sentences]
    start = next((place for place, one in enumerate(short, 1) if _HEADING.search(one)), len(sentences))
    items = takewhile(lambda one: not one.endswith(("!", "?", "？", ":")), sentences[start : start + _MOST_LISTED])
    return [_ARTICLE.sub("", one.strip(" .;,")) for one in items if _split(one)]
