"""The task that a prompt gives, as one line, and what a session is named after."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from backstory.base.answer_kinds import find_asked_kinds, is_general
from backstory.base.polite_orders import count_asking
from backstory.base.unspaced import count_words
from backstory.capture.rules.order_parts import split_order
from backstory.capture.rules.passing_remarks import drop_remarks, gives_work, only_remarks
from backstory.capture.text.asides import tells_who_is_there
from backstory.capture.text.lead_ins import find_lead_ins, is_lead_in
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, mask, read_sentences
from backstory.capture.text.signals import VERB
from backstory.model.session import Commit, Session
from backstory.model.text import one_line
from backstory.patterns.canned_prompts import is_canned, keep_typed

_MAX_LINE: Final = 120
_MIN_WORDS: Final = 2
_FEW_WORDS: Final = 8
"""Words of a question without its mark."""
_LONG_ORDER: Final = 4
"""Words from which a later prompt names a session that began with a question."""
_GREETS: Final = Pattern(
    r"^(?:/\w|(?:hi|hello|hey|hallo|hola|bonjour|ciao|buongiorno|moin|servus|olá|привет|thanks|thank you|danke"
    r"|ok(?:ay)?|yes|no|go on|continue|weiter|good (?:morning|afternoon|evening|day)|guten (?:morgen|tag|abend)"
    r"|buenos días|bom dia)\b[^.!?]{0,25}[.!?…]*$|你好|こんにちは)"
)
_LEAD: Final = (
    r"(?:(?:ok(?:ay)?|yes|yeah|yep|good|great|nice|perfect|cool|alright|right|now|then|so|and|please|pls|just|let['’]?s"
    r"|let us|we can|you can|(?:can|could) you|go ahead(?: and)?|bitte|ja|gut|dann|oui|bon|vale|sí)[\s,.!:]*)*"
)
_OF_IT: Final = (
    r"(?:[\s,]+(?:it|this|that|them|all|everything|again|now|please|with|on|the|a|your|our|my|to|of|and|from|for|where"
    r"|we|you|left|off|were|next|task|tasks|work|working|job|plan|step|steps|phase|todos?|changes|commits?|push"
    r"|merge|go"
    r"|pr|branch|main|remote|origin|@[\w/-]+|weiter|alles|das|es|los|tout))*"
)
_GOES_ON: Final = Pattern(
    rf"^{_LEAD}(?:do|continue|proceed|resume|carry on|keep (?:going|working)|pick (?:it |this |that )?up"
    r"|go (?:on|ahead)|start|begin|get started|run|work|implement|commit|push|merge|ship"
    r"|sounds good|looks good|lgtm|yes"
    r"|mach\w*|weiter|leg los|vas-y|adelante)"
    rf"{_OF_IT}[\s.!]*$"
)
"""A sentence that only says to go on, to commit or to push: which work it is stands elsewhere."""
_THANKS: Final = Pattern(r"\b(?:thanks?(?: you)?(?: so much| a lot)?|danke(?: schön)?|merci|gracias)[\s.!]*$")
_WANTS: Final = Pattern(
    r"\b(?:want|need|like|should|must|have to|let['’]?s|can you|could you|add|fix|make|check|möchte|soll\w*|veux"
    r"|quiero)\b"
)
"""What a sentence with thanks in it has that asks for something as well."""


def find_task(prompt: str) -> str:
    """The first words of a prompt that say what to do; empty for a prompt that says nothing.

    Greetings, thanks, what only says to go on and the rules beside an order are left out. What a command or a program
    put into the prompt is nothing that the person asked for.
    """
    line = ""
    for sentence in _list_telling(prompt):
        longer = f"{line} {sentence.text}".strip()
        if line and len(longer) > _MAX_LINE:
            break
        line = longer
    return one_line(line, _MAX_LINE)


def only_asks(prompt: str) -> bool:
    """Whether a prompt asks for an answer and for no work: `which test is red?`, but not `can you rename it?`."""
    sentences = _list_telling(prompt)
    return bool(sentences) and all(one.is_question and not _asks_for_work(one) for one in sentences)


def _asks_for_work(question: Sentence) -> bool:
    words = _WORD.findall(_OPENING.sub("", question.plain))
    return count_asking(words) > 0


@lru_cache(8)  # each prompt is asked about three times in a row
def _list_telling(prompt: str) -> list[Sentence]:
    """The sentences of a prompt that say something."""
    typed = keep_typed(prompt)
    if is_canned(typed):
        return []
    asked = map(_leave_rules, read_sentences(typed, person=True))
    sentences = [one for one in asked if _says_something(one)]
    sentences = [one for one in sentences if not tells_who_is_there(one.plain)] or sentences
    lead_ins = find_lead_ins(prompt)
    return drop_remarks([one for one in sentences if not is_lead_in(one.text, lead_ins)] or sentences)


def _leave_rules(sentence: Sentence) -> Sentence:
    parts = split_order(sentence)
    return sentence._replace(text=parts.order, plain=mask(parts.order).lower()) if parts else sentence


def name_prompt(prompt: str) -> str:
    """What a prompt without a task is named: its first words, of a document its heading."""
    lines = [line.strip(" #*-=>|`") for line in prompt.splitlines()]
    telling = (line for line in lines if len(line.split()) > _MIN_WORDS)
    return one_line(next(telling, prompt), _MAX_LINE)


class Title:
    """What a session is named: the first task that its person gives, or else its first commit, its first question, or
    its first words."""

    def __init__(self, session: Session) -> None:
        self._session, self._text = session, session.title
        self._worth: int | None = None

    def add_prompt(self, prompt: str) -> None:
        """Takes the task of a prompt that names the session better than those before it."""
        best = self._measure()
        if best < _TASK and (worth := _measure_title(prompt, best)) > best:
            self._text, self._worth = find_task(prompt), worth
        self._text = self._text or name_prompt(prompt)

    def tell(self, commits: Sequence[Commit]) -> str:
        """The title, with these commits of the session."""
        done = next((one.subject for one in commits if one.subject), "")
        return one_line(done, _MAX_LINE) if done and self._measure() < _TASK else self._text

    def _measure(self) -> int:
        """What the best prompt until now is worth as a title."""
        if self._worth is None:
            self._worth = 0
            for prompt in self._session.prompts:
                self._worth = max(self._worth, _measure_title(prompt.text, self._worth))
                if self._worth == _TASK:
                    break
            if self._worth < _TASK and self._is_given():
                self._worth = _TASK
        return self._worth

    def _is_given(self) -> bool:
        """Whether the title was given when the session was begun, or comes from a prompt that dropped out since."""
        title, prompts = self._session.title, [prompt.text for prompt in self._session.prompts]
        return (
            bool(find_task(title))
            and title not in {*map(name_prompt, prompts), *map(find_task, prompts)}
            and title not in {one_line(commit.subject, _MAX_LINE) for commit in self._session.commits}
        )


_TASK: Final = 3
"""What a prompt that gives a task is worth as the title of a session."""
_ASKS: Final = 2
"""The same of one that only asks or replies."""
_REMARK: Final = 1
"""The same of one that only lays down a rule or mentions something."""


def _measure_title(prompt: str, best: int) -> int:
    """What a prompt is worth as the title of its session. Where the `best` one before it says something, it has to say
    a little more; after mere remarks, it has to give work."""
    task = find_task(prompt)
    if not task:
        return 0
    sentences = _list_telling(prompt)
    if only_remarks(sentences):
        return _REMARK
    if only_asks(prompt) or _REPLIES.match(task):
        return _ASKS
    is_task = count_words(task) >= _LONG_ORDER if best == _ASKS else not best or any(map(gives_work, sentences))
    return _TASK if is_task else best


_WORD: Final = Pattern(r"[^\W\d_]+")
_OPENING: Final = Pattern(r"^(?:(?:ok(?:ay)?|hey|hi|and|so|then|now|also|please|und|et|y)\b[\s,.!:]*)+")
_REPLIES: Final = Pattern(
    r"(?i:no|nope|nah|yes|yep|yeah|nein|nee|ja|jo|non|oui|não|sim|sí|wait|stop)\b(?=[\s]*[,.!:;–—-])"
)
"""How a reply begins to what the agent did or asked."""
_BEHIND_GREETING: Final = Pattern(
    rf"^(?:(?:hi|hello|hey|hallo|hola|bonjour|ciao|moin|servus|ok(?:ay)?|yes|good (?:morning|afternoon|evening|day)"
    r"|guten (?:morgen|tag|abend)|buenos días|bom dia)(?: (?:there|all|again|team|claude|codex|gemini|du|zusammen))?"
    rf"[\s,:!]+)+(?:(?:can you|could you|please|pls|let['’]?s|now|then|bitte|por favor)[\s,]+)*"
    rf"(?!(?:go|look|have|take|give|let|tell|show|do|work|keep|leave|call|try|wait|commit|push|merge|run|start|release"
    rf"|ask|consider|open|move|make it|save|stop|send|put it|add it|use it|fix it|remove it|drop it|skip|ignore)\b)"
    rf"(?:{VERB}|implement\w*|investigate|debug|find|figure out|port|speed up|baue?|füge?|änder\w*|behebe?|schreib\w*"
    r"|entfern\w*|korrigiere?|prüfe?|ajoute\w*|corrige\w*|supprime\w*|écri\w*|añade|arregla|quita|cambia|escribe"
    r"|revisa)\b (?:(?:the|a|an|our|my|this|that|all|der|die|das|den|ein\w*|le|la|les|un|une|el|los|las"
    r"|una) )?[\w`./'-]{2}"
)
"""An order behind a greeting of a word or two."""
_GOES_ON_WITH: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|so|and|now|please|let['’]?s|ja|gut|bon|vale)[\s,.!]+)*(?:continue|go on|carry on|keep going"
    r"|proceed"
    r"|resume|weiter(?:machen)?|mach\w* weiter|continuons|on continue|continúa|sigue|seguimos) "
    r"(?:with|w/|on|mit|am|an|avec|sur|con|en) (?P<what>.+)$"
)
"""How a person goes on with work that they name."""
_NAMES_NONE: Final = Pattern(
    rf"^(?:{_OF_IT}|the (?:next|first|second|last|other) (?:one|step|thing|task|point|item|part)|(?:dem"
    r"|der) (?:nächste\w*"
    r"|rest)(?: \w+)?|l[ae] (?:suite|prochaine?)(?: \w+)?|(?:el|la|lo) siguiente(?: \w+)?|(?:the )?rest|what you \w+"
    r"|number \d+|\d+)[\s.!]*$"
)
"""Work that is named only by its place."""
_STATE: Final = frozenset(("resume", "next", "task"))
"""Kinds of questions where the work stands."""


def _says_something(sentence: Sentence) -> bool:
    plain = sentence.plain
    going = _GOES_ON_WITH.match(plain)
    if going and not _NAMES_NONE.match(f" {going['what']}") and not _NAMES_NONE.match(going["what"]):
        return True
    if _asks_state(sentence):
        return False
    if (_GREETS.match(plain) and not _BEHIND_GREETING.match(plain)) or _GOES_ON.match(plain):
        return False
    if _THANKS.search(plain) and not _WANTS.search(plain):
        return False
    return len(plain.split()) >= _MIN_WORDS or sum(char > "\u2e80" for char in plain) > _MIN_WORDS


def _asks_state(sentence: Sentence) -> bool:
    """Whether a sentence only asks where the work stands, and orders nothing."""
    if not sentence.is_question and len(sentence.plain.split()) > _FEW_WORDS:
        return False
    kinds = find_asked_kinds(sentence.plain)
    return bool(kinds & _STATE) and is_general(sentence.plain, kinds)
