"""What a person relays in a prompt: lines of a chat, and quotations below a sentence that says whose words they are."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from backstory.model.late_pattern import late_pattern

_TIME: Final = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?"
_NAME: Final = r"[^\W\d_][\w.'’-]*(?: [A-Z][\w.'’-]*)?"
_TIMED: Final = late_pattern(rf"\s*(?:>+ ?)?\[?{_TIME}\]?[ -]+(?P<name>{_NAME}): (?P<text>\S.*)")
_SIGNED: Final = late_pattern(rf"\s*(?:>+ ?)?(?P<name>{_NAME}),? {{1,4}}[\[(]?{_TIME}[\])]?:?\s+(?P<text>\S.*)")
_NAMED: Final = late_pattern(r"\s*(?:>+ ?)?@?(?P<name>[^\W\d_a-z][\w'’-]*(?: [A-Z][\w'’-]*)?): (?P<text>\S.*)")
_HEADER: Final = late_pattern(
    r"\s*(?:>+ ?)?(?P<name>[^\W\d_a-zß-ÿ][\w'’-]*(?: [A-Z][\w.'’-]*){0,2})(?: APP)?"
    rf"(?:(?: {{2,4}}| ?[|·•] ?)[\[(]?{_TIME}[\])]?| [\[(]?\d{{1,2}}:\d\d ?[AaPp]\.?[Mm]\.?[\])]?)\s*$"
)
"""A line of its own that says who wrote the lines below it, and when."""
_QUOTED: Final = late_pattern(r"\s*> ?(?P<text>[^>\s|].*)")
_BARE_QUOTE: Final = late_pattern(r"\s*>")
_DATES_WORDS: Final = """
mon tue wed thu fri sat sun jan feb mar apr may jun jul aug sep oct nov dec monday tuesday wednesday thursday
friday saturday sunday today yesterday at on since until around before after
"""
_DATES: Final = frozenset(_DATES_WORDS.split())
_LABELS_WORDS: Final = """
from to cc bcc date sent subject re fwd note warning error info debug fatal hint tip expected actual steps
environment version description summary title status priority assignee reporter labels label type component
severity example usage input output todo fixme result reason cause http https file line url name value id von an
betreff gesendet datum hinweis de para asunto objet envoyé à decision decisions results agreed agreement goal
goals plan problem fix rule rules action actions question questions answer answers idea option options context
background scope deadline important next step outcome requirement requirements task tasks constraint constraints
limit order deploy update conclusion consensus attention entscheidung ergebnis frage antwort ziel regel regeln
wichtig aufgabe fazit kontext décision résultat règle objectif problème réponse tâche decisión resultado regla
objetivo problema respuesta importante tarea conclusión always never please immer nie bitte toujours jamais
siempre nunca
"""
_LABELS: Final = frozenset(_LABELS_WORDS.split())
"""What stands before a colon in headers of mails, in forms and in logs."""
_VERB: Final = (
    r"(?:say|said|says|saying|answer(?:s|ed)?|repl(?:y|ies|ied)|wr(?:ote|ites|itten)|ask(?:s|ed)|want(?:s|ed)"
    r"|demand(?:s|ed)"
    r"|request(?:s|ed)|comment(?:s|ed)|post(?:s|ed)|told|mailed|messaged|pinged|object(?:s|ed)|insist(?:s|ed)"
    r"|respond(?:s|ed)"
    r"|came back with|sent|has to say|thinks?|put it|decided"
    r"|sagte?|schr(?:eibt|ieb)|geschrieben|antwortete?|geantwortet|gesagt|meinte?|gemeint|fragte?|gefragt|will|wollte"
    r"|möchte|verlangt|fordert"
    r"|dit|écrit|répond(?:u)?|demande|demandé|veut|voulait|exige"
    r"|dijo|dice|dicho|escrib(?:e|ió)|escrito|respond(?:e|ió)|contest(?:a|ó)|respondido|pide|pidió|quiere|quería)"
)
_PERSON: Final = r"[^\W\d_a-zß-ÿ][a-zß-ÿ'’-]+"
_PLAIN_PERSON: Final = r"[^\W\d_a-zß-ÿ][a-zß-ÿ-]+"
_ROLE: Final = (
    r"(?:(?:the|our|my|a|der|die|das|unser|unsere|mein|meine|le|la|notre|mon|ma|el|nuestro|nuestra|mi)"
    r" (?:[\w-]+ ){0,2}?)(?:team|lead|manager|customer|client|colleague|coworker|teammate|boss|maintainer|reviewer"
    r"|support|admins?|ops|sres?|dba|architect|designer|auditor|owner|kunde|kundin|kollegen?|kollegin|chefin"
    r"|chef|teamleiter(?:in)?|collègue|cliente|compañer[oa]|jef[ea]|responsable|equipo|équipe)"
)
_ROLE_ALONE: Final = late_pattern(rf"(?i:{_ROLE})$")
_SAYING: Final = late_pattern(
    rf"(?<![\w/.@-])(?P<who>(?i:{_ROLE})|{_PERSON})\b(?P<between>[^:.!?]{{0,60}}?)\b(?i:{_VERB})\b"
)
_INVERTED: Final = late_pattern(rf"\b(?i:{_VERB}) (?P<who>{_PERSON})(?![\w/.-])")
_SENDER: Final = late_pattern(
    r"(?i:\b(?:message|mail|e-?mail|answer|reply|response|comment|note|feedback|words|veto|request|nachricht|antwort"
    r"|kommentar|réponse|courriel|commentaire|respuesta|mensaje|correo|comentario)s?\b[^:.!?]{0,30}?"
    r"\b(?:from|by|of|von|de|du|del)) "
    rf"(?P<who>(?i:{_ROLE})|{_PERSON})\b"
    rf"|(?P<owner>{_PLAIN_PERSON})['’]s?"
    r" (?i:(?:answer|reply|response|message|mail|e-?mail|comment|word|feedback|note|review|remark|finding)s?)\b"
    rf"|(?P<reader>{_PERSON}) (?:(?:has|have|had|just|already) )*"
    r"(?:(?:read|reviewed) (?=\w)|(?:went|gone|looked) (?:over|through|at) |commented )[^:.!?]{0,60}\b(?:copy|copied"
    r"|paste"
    r"|pasted|review|remarks?|comments?|notes?|points?|findings?)\b"
)
_CHAT: Final = late_pattern(
    r"\b(?:channel|chat|slack|teams|telegram|discord|thread|stand-?up|conversation|discussion|kanal|unterhaltung|canal"
    r"|conversation|fil|conversación|hilo|chan|irc|mattermost|matrix)\b",
    re.IGNORECASE,
)
"""Where several people talk."""
_OF_AGENT: Final = late_pattern(
    r"\b(?:you|your|yours|claude|codex|gemini|copilot|chatgpt|the agent|du|dein\w*|deine\w*|tu|ton|ta|vous|votre|tú"
    r"|tus?|usted)\b[^:.!?]{0,40}"
    rf"\b(?:{_VERB}|answers?|repl(?:y|ies)|messages?|suggest(?:s|ed|ion)|propos(?:e|ed|al)|plan|summary|report"
    r"|antwort|vorschlag|réponse|respuesta)\b",
    re.IGNORECASE,
)
"""How a person quotes what the agent said."""
_OF_DOCUMENT: Final = late_pattern(
    r"\b(?:docs?|documentation|readme|manual|changelog|release notes|specification|rfc|template|guidelines?|handbook"
    r"|wiki|tutorial|logs?|output|linter|compiler|stack ?overflow|dokumentation|handbuch|vorlage|documentación|manuel"
    r"|plantilla|modèle)\b[^:.!?]{0,40}:?\s*$|\b(?:docs?|documentation|readme|manual|changelog|template|linter"
    r"|compiler)\b[^:.!?]{0,20}\b(?:says?|said|wants?|asks?|sagt|dit|dice)\b",
    re.IGNORECASE,
)
"""A sentence that quotes no person."""
_NOBODY_WORDS: Final = """
the this that these those there here for from in on at as so and but or if when while what who which how why i
we you he she it they my our your his her their yesterday today also then now just ok okay yes no please see
below after before since because everyone someone somebody nobody people once both all only first last note
finally der die das dies dieser hier und aber oder wenn was wer wie ich wir du er sie es ihr gestern heute auch
dann nur im am vom zur zum aus von nach seit weil jemand mein meine unser slack teams github gitlab jira
telegram discord mail kanal ticket channel chat le la les un une ce cette ces voici dans pour et mais ou si
quand je nous tu il elle ils el los las una esto este esta aquí en para y pero o cuando yo nosotros ella ayer
hoy lo go let take do make
"""
_NOBODY: Final = frozenset(_NOBODY_WORDS.split())
_COURTESIES: Final = (
    r"(?:nice|cool|great|awesome|super|wow|lol|haha\w*|thanks|thank you|thx|danke|merci|gracias|hi|hello|hey|hallo"
    r"|bonjour|hola|moin|welcome back|congrats|congratulations|good (?:morning|evening|night|luck|job|work)"
    r"|guten (?:morgen|abend)|have a (?:nice|good|great)|happy (?:birthday|friday)|schönes? (?:wochenende|urlaub)"
    r"|bon (?:week-end|appétit)|buen fin de semana|see you|bis (?:morgen|später)|à (?:demain|plus)"
    r"|hasta (?:mañana|luego)|a lot|so much|very|much|vielen|schön|beaucoup|muchas|all|everyone|everybody|folks|guys"
    r"|team|there|tomorrow|later|monday|day|evening|weekend|idea|one|news|stuff|to|you|and|for|that|it|again|too)"
)
_SMALL_TALK: Final = late_pattern(
    r"\W*(?:(?:also|and|oh|btw|ps|by the way|übrigens|au fait|por cierto)\b[\s,:]*)?"
    r"(?:(?:(?:anyone|someone|who'?s|up|time|still|in|for) ){0,3}"
    r"(?:lunch|coffee|dinner|drinks?|beers?|mittagessen|kaffee|déjeuner|café|almuerzo|comida)\b[^?]{0,30}\?\s*$"
    rf"|{_COURTESIES}(?:[\s,!]+{_COURTESIES}\b)*[\s!.?)]*$)",
    re.IGNORECASE,
)
_SENTENCE: Final = late_pattern(r"[.!?…](?:\s+|$)")
_LONGEST: Final = 1000
"""Last characters of a paragraph that are read."""
_PARAGRAPH: Final = 4
"""Last lines of a paragraph in which it may introduce what stands below it."""


class Relayed(NamedTuple):
    """A line in somebody's words."""

    name: str
    text: str


def read_timed_line(line: str) -> Relayed | None:
    """A line of a chat that begins with when it was written and by whom; None for any other."""
    match = _TIMED.match(line)
    return Relayed(match["name"], match["text"]) if match else None


def read_chat_line(line: str) -> Relayed | None:
    """A line of a chat that says when it was written and by whom, in either order; None for any other."""
    match = _TIMED.match(line)
    if match is None:
        match = _SIGNED.match(line)
        if match is None or not match["name"][0].isupper() or _is_no_name(match["name"]):
            return None
    return Relayed(match["name"], match["text"])


def read_named_line(line: str) -> Relayed | None:
    """A line behind a name and a colon, which is one of a chat where another one is beside it; None for any other."""
    match = _NAMED.match(line)
    if match is None or match["name"].lower() in _LABELS or _is_no_name(match["name"]):
        return None
    return Relayed(match["name"], match["text"])


def unfence_chat(text: str) -> str:
    """A prompt whose fenced lines of a chat stand outside of the fence, each with its time and its speaker in front."""
    return _FENCE.sub(_unfence, text) if "```" in text or "~~~" in text else text


def _unfence(fence: re.Match[str]) -> str:
    lines = [line for line in fence["body"].splitlines() if line.strip()]
    rows = [_FENCED_LINE.match(line) for line in lines]
    if len(rows) < _FEWEST_LINES or not all(rows):
        return fence[0]
    quoted = [f"[{row['time']}] {row['name'][:1].upper()}{row['name'][1:]}: {_end(row['text'])}" for row in rows if row]
    return "\n".join(["", *quoted, ""])


def _end(text: str) -> str:
    """A line of a chat with a full stop, which most of them lack: the next line is another sentence."""
    return text if text.rstrip()[-1:] in ".!?…:;" else f"{text.rstrip()}."


_FENCE: Final = late_pattern(r"^ {0,3}(```|~~~)[^\n]*\n(?P<body>.*?)^[ \t]*\1[ \t]*$", re.DOTALL | re.MULTILINE)
_FENCED_LINE: Final = late_pattern(
    rf"\s*(?P<name>[^\W\d_][\w.'’-]*(?: [A-Z][\w'’-]*)?),? {{1,4}}[\[(]?(?P<time>{_TIME})[\])]?:?\s+"
    r"(?!\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL|PASS|FAIL|OK)\b)(?P<text>\S.*)"
)
"""A copied line of a chat. Inside a fence, names may be in lower case."""
_FEWEST_LINES: Final = 2


def find_relayed(lines: Sequence[str]) -> dict[int, Relayed]:
    """Place -> the words of others, below a sentence that says that they are somebody's."""
    introductions = _list_introductions(lines)
    introduced = chain.from_iterable(_read_block(lines, start, sentence) for start, sentence in introductions)
    return {**dict(introduced), **dict(_read_messages(lines))}


def _read_messages(lines: Sequence[str]) -> Iterator[tuple[int, Relayed]]:
    """Yields the lines below a line that says who wrote them and when, up to an empty one, and that line itself,
    without a speaker."""
    name = ""
    for place, line in enumerate(lines):
        header = _HEADER.match(line)
        if header and not _is_no_name(header["name"]):
            name = header["name"]
            yield place, Relayed(name, "")
        elif not line.strip() or not name:
            name = ""
        else:
            yield place, Relayed(name, line.strip().lstrip("> "))


def is_small_talk(text: str) -> bool:
    """Whether a line of a chat only greets, praises, or asks for company."""
    return bool(_SMALL_TALK.match(text))


def blank_relayed(lines: list[str]) -> list[str]:
    """The lines, empty where a person relays what others wrote."""
    relayed = find_relayed(lines)
    return ["" if place in relayed else line for place, line in enumerate(lines)] if relayed else lines


def find_speaker(sentence: str) -> str:
    """The person whose words a sentence introduces. Empty for the agent, a document, or no speaker at all."""
    if quotes_agent(sentence) or _OF_DOCUMENT.search(sentence):
        return ""
    start = 0
    while match := _SAYING.search(sentence, start):
        if not _is_no_name(match["who"]):
            return _drop_genitive(match["who"])
        start = match.end("who")
    for pattern in (_SENDER, _INVERTED):
        for match in pattern.finditer(sentence):
            who: str = next(filter(None, match.groups()))
            if not _is_no_name(who):
                return who
    return ""


def _drop_genitive(name: str) -> str:
    return name.removesuffix("'s").removesuffix("’s")


def quotes_agent(sentence: str) -> bool:
    """Whether a sentence introduces what the agent said."""
    return bool(_OF_AGENT.search(sentence))


def _is_no_name(name: str) -> bool:
    if _ROLE_ALONE.match(name):
        return False
    first = name.partition(" ")[0].lower().rstrip(".")
    return first in _NOBODY or first in _DATES


def _list_introductions(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yields the last sentence of each paragraph that ends in a colon, and where what it introduces begins."""
    for place, line in enumerate(lines):
        if not line.rstrip().endswith((":", "：")) or _BARE_QUOTE.match(line):
            continue
        after = next((one for one in islice(lines, place + 1, None) if one.strip()), "")
        if not (_BARE_QUOTE.match(after) or read_chat_line(after) or _NAMED.match(after)):
            continue
        start = place
        while start and place - start < _PARAGRAPH - 1 and lines[start - 1].strip():
            start -= 1
        paragraph = " ".join(map(str.strip, lines[start : place + 1]))
        sentence = [one for one in _SENTENCE.split(paragraph[-_LONGEST:]) if one.strip()][-1]
        yield place + 1, sentence


def _read_block(lines: Sequence[str], start: int, introduction: str) -> Iterator[tuple[int, Relayed]]:
    """Yields the lines of a block that are in somebody's words, with their places."""
    speaker = find_speaker(introduction)
    is_chat = bool(_CHAT.search(introduction)) and not quotes_agent(introduction)
    if not speaker and not is_chat:
        return
    while start < len(lines) and not lines[start].strip():
        start += 1
    for place in range(start, len(lines)):
        line = lines[place]
        row = read_chat_line(line) or _read_named(line, speaker, is_chat=is_chat)
        if row is None and speaker and (match := _QUOTED.match(line)):
            row = Relayed(speaker, match["text"])
        if row is not None:
            yield place, row
        elif not _BARE_QUOTE.match(line) and (line.strip() or not _goes_on(lines, place, speaker, is_chat=is_chat)):
            return


def _goes_on(lines: Sequence[str], place: int, speaker: str, *, is_chat: bool) -> bool:
    """Whether what is relayed goes on behind an empty line."""
    after = next((line for line in lines[place:] if line.strip()), "")
    is_quote = bool(_BARE_QUOTE.match(after))
    return is_quote or bool(read_chat_line(after) or _read_named(after, speaker, is_chat=is_chat))


def _read_named(line: str, speaker: str, *, is_chat: bool) -> Relayed | None:
    """A line behind the name of who wrote it: the one who is introduced, or anybody in a chat."""
    match = _NAMED.match(line)
    if match is None or match["name"].lower() in _LABELS or _is_no_name(match["name"]):
        return None
    is_speaker = bool(speaker) and match["name"].split()[0] == speaker.split()[0]
    return Relayed(match["name"], match["text"]) if is_chat or is_speaker else None
