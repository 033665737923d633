"""Prompts with pasted text: an issue, a review, a log or a message, and beside it what the person asks.

Pasted text has many more words than the request, and most of them are about something else. So the request is put to
the memory by itself as well.
"""

from backstory.base.courtesies import is_courtesy
from backstory.base.question_forms import QUESTION, is_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.base.passages import PassageHit
    from backstory.base.question import Question
    from backstory.base.search import Hit

LEAST = 120
"""Fewest characters of a pasted text."""
MOST = 320
"""Most characters of a request."""
MAX_SHARE = 1.5
"""How many times as long as the pasted text a request may be."""
MIN_SUBJECT = 2
"""Significant words from which a request has a subject of its own."""
_PRINTED = (
    ">", "|", "@@ ", "+++ ", "--- ", "diff ", "Traceback", "File \"", "at ", "E   ", "Error:", "error:", "warning:",
    "FAILED", "FAIL", "ERROR", "WARN", "INFO", "DEBUG", "thread '", "panic:", "npm ", "goroutine ",
)  # fmt: skip
"""How lines begin that a program printed or somebody else wrote. The hook process loads no regular expressions."""
_LISTED = ("- ", "* ", "• ", "+ ", "#", "<", "1.", "2.", "3.", "4.", "5.", "6.", "7.", "8.", "9.")
_ADDRESSES_WORDS = """
i i'm i'd i'll i've we we'd we'll you your my our let let's lets please pls can could should would do does did is are
was so ok okay hm hmm also and but no yes fyi btw
ich wir du kannst könntest sollen sollten bitte mach soll ist sind
je on nous tu peux pourrais devons devrait faut
yo nosotros puedes podrías debemos hay favor
eu nós você pode poderia devemos vamos gente
"""
_ADDRESSES = frozenset(_ADDRESSES_WORDS.split())
"""Words with which people begin what they say to an agent, and seldom what they report to others."""
_POINTS_WORDS = """
this that these those it its above below here following issue ticket bug report error errors log logs trace stack
output comment comments review feedback message mail email thread paste pasted patch diff spec text proposal
dies das diese dieser dieses hier oben unten fehler ausgabe kommentar
ceci cela ça ici voici erreur esto eso este esta aquí abajo isso isto esse essa aqui abaixo erro comentário
"""
_POINTS = frozenset(_POINTS_WORDS.split())


def find_requests(text: str) -> list[str]:
    """The paragraphs that may be what a person asks in a prompt with pasted text: those that have the form of a request
    most. None where nothing is pasted, or no paragraph has that form."""
    paragraphs = _split_paragraphs(text)
    if len(paragraphs) < 2:
        return []
    last = len(paragraphs) - 1
    forms: dict[str, int] = {}
    for place, one in enumerate(paragraphs):
        if place in (0, last) or _is_between_printed(paragraphs, place):
            form = _rate_form(one)
            if form and len(text) - len(one) >= max(LEAST, len(one) / MAX_SHARE):
                forms[one] = form
    return [one for one, form in forms.items() if form == max(forms.values())]


def is_about_else(request: "Question", text: str) -> bool:
    """Whether a request has a subject of its own, is not about the text beside it (`look into this`), and nothing else
    in the prompt speaks to anybody."""
    asking = request.asking
    has_subject = len(request.significant) >= MIN_SUBJECT or asking.is_general or asking.is_trivia or asking.is_how_to
    if not has_subject or not _POINTS.isdisjoint(asking.words):
        return False
    others = [one for one in _split_paragraphs(text) if one != request.text]
    return not any(_speaks_to_agent(one) for one in others)


def _split_paragraphs(text: str) -> list[str]:
    """The paragraphs of a prompt; fenced blocks and lines that begin with `>` are some by themselves."""
    out: list[list[str]] = [[]]
    is_fenced = was_quoted = False
    for line in text.splitlines():
        bare = line.strip()
        is_fence = bare.startswith(("```", "~~~"))
        is_quoted = bare.startswith(">")
        if is_fence or (not bare and not is_fenced) or (is_quoted is not was_quoted and not is_fenced):
            if is_fence and is_fenced:
                out[-1].append(line)
            out.append([line] if (is_fence and not is_fenced) or (bare and not is_fence) else [])
            is_fenced = is_fence is not is_fenced
        else:
            out[-1].append(line)
        was_quoted = is_quoted
    return [joined for lines in out if (joined := "\n".join(lines).strip())]


def _is_printed(paragraph: str) -> bool:
    """Whether a paragraph is what a program printed, code, or words of somebody else."""
    if paragraph.startswith(("```", "~~~")):
        return True
    lines = [line.lstrip() for line in paragraph.splitlines()]
    return sum([line.startswith(_PRINTED) for line in lines]) * 2 >= len(lines)


def _is_between_printed(paragraphs: list[str], place: int) -> bool:
    """Whether what stands before and behind a paragraph was printed or quoted."""
    return _is_printed(paragraphs[place - 1]) and _is_printed(paragraphs[place + 1])


def _rate_form(paragraph: str) -> int:
    """How much a paragraph looks like a request: 2 if it asks a question or addresses somebody, 1 if it gives an order,
    as the titles of issues do too, and 0 otherwise."""
    if len(paragraph) > MOST or paragraph.startswith(_LISTED) or _is_printed(paragraph):
        return 0
    words = _list_words(paragraph)
    if is_courtesy(words, asks=False):
        return 0
    is_question = paragraph.rstrip().endswith(("?", "？")) or words[0] in QUESTION
    if is_question or _speaks_to_agent(paragraph):
        return 2
    is_report = words[0].endswith(("ed", "ing", "s"))  # `Fixed false line numbers`
    return int(len(words) > 1 and is_order(paragraph) and not is_report)


def _speaks_to_agent(paragraph: str) -> bool:
    return not _is_printed(paragraph) and any(word in _ADDRESSES for word in _list_words(paragraph)[:3])


def _list_words(paragraph: str) -> list[str]:
    return [word.strip(".,:;!?()\"'`*") for word in paragraph.lower().split()]


def merge_hits(
    parts: "Sequence[Sequence[Hit | PassageHit]]", whole: "Sequence[Hit | PassageHit]", limit: int
) -> "list[Hit | PassageHit]":
    """The hits for parts of a prompt, those of each in turn, before those for the whole."""
    out: dict[str, Hit | PassageHit] = {}
    for place in range(limit):
        for hits in parts:
            if place < len(hits):
                out.setdefault(hits[place].id, hits[place])
    for hit in whole:
        out.setdefault(hit.id, hit)
    return list(out.values())[:limit]
