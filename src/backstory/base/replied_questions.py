"""What was replied to a question of the person, in the place of the question: who asks the memory wants the answer.

The person's own decision counts before the agent's answer, where the next prompt gives it in a few words.
"""

from backstory.base.courtesies import says_nothing
from backstory.base.overturns.cover import SPOKEN
from backstory.base.passages import PassageHit, find_reaction, find_replies
from backstory.base.tokenizer import split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from backstory.base.search import Hit
    from backstory.base.visibility import View

_ASKS = ("?", "？")
_MOST_REPLIES = 1
"""Answers that are taken to a question."""
_SHORT = 24
"""Words of a prompt that decides what was asked before."""
_DECIDES = frozenset(
    ("yes", "yeah", "yep", "no", "nope", "nah", "ok", "okay", "agreed", "sure", "right", "fine", "neither", "both",
     "then", "rather", "only", "let", "take", "use", "go", "keep", "make", "i'd", "ja", "nein", "gut", "dann", "nur",
     "nimm", "oui", "non", "alors", "prends", "sí", "entonces", "usa", "vale")
)  # fmt: skip
"""First words of such a prompt."""
_HEAD = 3
_REFUSES = frozenset(("no", "nope", "nah", "neither", "nein", "non"))


def replace_questions(
    con: "apsw.Connection", view: "View", hits: "Sequence[Hit | PassageHit]"
) -> "list[Hit | PassageHit]":
    """The hits with what was replied in the place of each prompt that only asks, be it beside other things."""
    out: dict[int, Hit | PassageHit] = {}
    refused: set[int] = set()
    for hit in hits:
        if not isinstance(hit, PassageHit) or not (hit.asks or only_asks(hit)):
            out.setdefault(_key(hit), hit)
            continue
        found, turned_down = _find_answers(con, view, hit)
        refused.update(turned_down)
        for reply in found:
            reply.score, reply.answers = hit.score, True
            out[_key(reply)] = reply
    return [hit for hit in out.values() if not isinstance(hit, PassageHit) or hit.passage not in refused]


def _key(hit: "Hit | PassageHit") -> int:
    return hit.passage if isinstance(hit, PassageHit) else id(hit) + (1 << 62)


def only_asks(hit: PassageHit) -> bool:
    """Whether a prompt is a question and nothing else."""
    text = hit.text.strip()
    body = text.rstrip("?？")
    return hit.role == "user" and text.endswith(_ASKS) and not any(end in body for end in (". ", "! ", "\n", "。"))


def drop_empty(hits: "Sequence[Hit | PassageHit]") -> "list[Hit | PassageHit]":
    """The hits without courtesies, and without prompts that only ask where no hit is the answer."""
    turns = {(hit.session, hit.turn) for hit in hits if isinstance(hit, PassageHit)}
    return [hit for hit in hits if not isinstance(hit, PassageHit) or not _is_empty(hit, turns)]


def _is_empty(hit: PassageHit, turns: "set[tuple[str, int]]") -> bool:
    if hit.asks or only_asks(hit):
        return not any((hit.session, hit.turn + step) in turns for step in range(1, _BEHIND + 1))
    return hit.role in SPOKEN and says_nothing(split_words(hit.text.replace("’", "'")))


_BEHIND = 3
"""Turns behind a question within which it is answered."""


def _find_answers(con: "apsw.Connection", view: "View", question: PassageHit) -> "tuple[list[PassageHit], list[int]]":
    """What the person decided, and what the agent answered to that, or else to the question; and the passages of the
    answer that the person turned down. A prompt that decides nothing and an answer that asks back tell nothing."""
    answers = [one for one in find_replies(con, view, question.passage, _MOST_REPLIES) if one.role == "assistant"]
    reaction = next(iter(find_reaction(con, view, question.passage)), None)
    if reaction is None or not _decides(reaction):
        return [one for one in answers if not one.text.rstrip().endswith(_ASKS)], []
    confirming = [one for one in find_replies(con, view, reaction.passage, _MOST_REPLIES) if one.role == "assistant"]
    is_refusal = not _REFUSES.isdisjoint(split_words(reaction.text)[:1])
    refused = [one.passage for one in answers] if is_refusal else []
    return [reaction, *(one for one in confirming if not one.text.rstrip().endswith(_ASKS))], refused


def _decides(reaction: PassageHit) -> bool:
    words = split_words(reaction.text.replace("’", "'"))
    is_short = 0 < len(words) <= _SHORT and not reaction.text.rstrip().endswith(_ASKS)
    return is_short and (not _DECIDES.isdisjoint(words[:_HEAD]) or words[-1] in ("then", "dann", "alors", "entonces"))
