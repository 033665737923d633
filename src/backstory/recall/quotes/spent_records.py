"""Records that were taken from a conversation and say nothing to the next session any more.

Extraction keeps what sounds like a decision or a finding when it is uttered. Much of that is spent soon: a report of
what was done, which git tells; a fault that the work went on to mend; what a person asked for weeks ago in work on
something else. `recall` and prompts still find them. What somebody recorded on purpose is never among them, unless it
says itself until when it holds, or that a test is red which is green since.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from backstory.model.dates import epoch_seconds
from backstory.model.late_pattern import late_pattern
from backstory.model.record import Record
from backstory.model.text import one_line
from backstory.patterns.hold_dates import find_last_day
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.past.endings import reports_failure
from backstory.recall.past.green_tests import is_green_since, only_tells_state
from backstory.recall.past.long_ago import binds, explains, is_long_ago, tells_defect
from backstory.recall.past.sessions import NOTHING_PAST, PastWork
from backstory.recall.quotes.grouping import begins_with_pronoun
from backstory.recall.quotes.passing_states import goes_on, names_fault, tells_progress
from backstory.recall.quotes.quote_value import measure_answer, measure_prompt
from backstory.recall.quotes.repeats import TALK_CHANNELS
from backstory.recall.text.content import Place
from backstory.recall.text.moment import BriefRequest
from backstory.recall.text.stance import is_account, is_deed, settles

DEED: Final = "only reports what was done"
MENDED: Final = "names a fault that the work went on to mend"
UNCLEAR: Final = "says nothing without the sentence before it"
BYGONE: Final = "stated by a commit of long ago, about nothing that this work touches"
DONE: Final = "asked for weeks before the last session, in work that is done"
GREEN: Final = "says that a test is red, and it passed later"
OVER: Final = "held until a day that has passed"
_KINDS: Final = frozenset(("decision", "fact", "observation"))
"""Kinds that may be spent. A dead end is a warning as long as somebody could try it again."""
_STATES: Final = frozenset(("fact", "observation", "note", "failure"))
"""Kinds that may tell how a test stands, also where somebody recorded it on purpose."""
_ON_PURPOSE: Final = ("explicit", "stated")
_OF_COMMIT: Final = "commit "
"""How the source of a record begins that was taken from a commit."""
_LONG_AGO: Final = 365 * 86_400
"""Age in seconds from which a statement of a commit is shown only where the work touches it."""
_OPENING: Final = 48
"""Characters of a title by which the answer that it was taken from is known."""
_OUTCOME: Final = "outcome"
"""Tag of what an order led to."""
_ACCEPTED: Final = "Accepted: "
"""How the reason of what the agent proposed begins, where the person took it up."""
_OPTIONS: Final = "## Alternatives"
"""How the body begins of a choice of which nothing is told but what else there was."""
_NAME: Final = late_pattern(r"`|(?<=[\w,] )[^\W\d_a-z]\w|\w[._/]\w|[^\W\d_]\d|[a-z][A-Z]|[A-Z]{2}")
"""A name of a tool, a file or a thing, as its spelling shows."""
_NEAR_MATCH: Final = 0.5
"""Weight of the search from which a record bears on the goal that is given."""
_LEAST_VALUE: Final = 0.15
_LASTING: Final = 0.3
"""How likely a sentence of an agent outlives its moment, at least, and one of weeks ago."""
_TELLING: Final = 0.4
"""The same for what a person asked for weeks ago without laying anything down."""
_EACH: Final = Pattern(
    r"\b(?:each|every|always|never|whenever|jede[nmrs]?|immer|nie|chaque|toujours|jamais|cada|siempre|nunca|sempre)\b",
    re.IGNORECASE,
    wide=r"每[次个個]|总是|總是|毎回|常に|매번|항상",
)
"""Words of what comes again."""
_MEASURED: Final = Pattern(r"\d[\d.,]* ?(?:%|[µmn]?s\b|[kmg]i?b\b)|\d ?(?:→|->|=>) ?\d", re.IGNORECASE)
"""A figure that was measured. A report of it says what nothing else says."""
_DECIDES: Final = Pattern(
    r"\W*(?:(?:so|and|then|instead|now|right|ok(?:ay)?|therefore|also|daher|donc|así que)\W+)*"
    r"(?:(?:we|i)(?:['’]ve| have| had| just| then| finally| all)* (?:decided|agreed|chosen?|chose|settled|opted"
    r"|resolved) (?:to|on|for|that|against|not|in favou?r)\b"
    r"|(?:decided|agreed|decision|entschieden|beschlossen|entscheidung|décidé|décision|decidido|decisión"
    r"|acordado)\b ?[:：]"
    r"|(?:wir|ich) hab(?:en|e) (?:uns |mich )?(?:\w+ ){0,6}(?:entschieden|beschlossen|geeinigt|festgelegt)\b"
    r"|(?:wir|ich) (?:entscheiden?|entschieden|einigten|einigen) (?:uns|mich)\b"
    r"|(?:nous avons|on a|j['’]ai) (?:décidé|choisi|convenu)\b|(?:hemos|he) (?:decidido|elegido|acordado|optado)\b"
    r"|(?:decidimos|acordamos|elegimos|optamos|decidí|elegí|opté|decidi|escolhemos|escolhi|optei)\b"
    r"|(?:abbiamo|ho) (?:deciso|scelto|concordato)\b|(?:we hebben|ik heb) (?:besloten|gekozen|afgesproken)\b)",
    re.IGNORECASE,
    wide=r"(?:我[们們])?(?:决定|決定|选择|選擇)(?:了|用|使用|采用|採用)?|(?:こと)に(?:決め|しました)|기로 (?:했|결정)",
)
"""How a sentence announces a decision, which with a reason is more than a report of what was done."""
_PICTURE: Final = Pattern(
    r"\bscreen ?(?:shots?)? \(?\d|\b(?:in|see|from|on) (?:the |this |my )?(?:(?:attached|first|second|last|below) )?"
    r"(?:screen ?shots?|images?|pictures?)\b|\b(?:captura|pantallazo|bildschirmfoto|capture d['’]écran)\b",
    re.IGNORECASE,
    wide=r"截图|截圖|スクショ|スクリーンショット|스크린샷|캡처",
)
"""How people speak of a picture that they have joined to a prompt."""


class SpentRecords:
    """Tells which records are spent, by the sessions of the work, and by the time of its last commit."""

    def __init__(self, moment: BriefRequest, past: PastWork | None, last_commit: str = "") -> None:
        self._has_goal: Final = bool(moment.goal or moment.task or moment.query)
        self._files: Final = frozenset(moment.files)
        self._now: Final = last_commit or moment.now
        self._today: Final = moment.now[:10]
        self._past: Final = past or NOTHING_PAST
        self._sessions: Final = {session.id: (n, session) for n, session in enumerate(self._past.sessions)}

    def find_reason(self, record: Record, places: Sequence[Place], why: Mapping[str, float]) -> str:
        """Why a record is spent; empty if it is not. `why`: the signals of its rank."""
        if self._is_bygone(record, why):
            return BYGONE
        if record.tier != "pinned" and "" < find_last_day(record.title, record.made) < self._today:
            return OVER
        if self._is_green(record):
            return GREEN
        if record.kind not in _KINDS or record.tier == "pinned" or not record.origin.session:
            return ""
        if not self._past.sessions or (self._has_goal and why.get("match", 0.0) >= _NEAR_MATCH):
            return ""
        is_old = is_long_ago(record.made, record.origin.branch, self._past)
        is_agents = record.origin.how == "inferred" or record.body.startswith(_ACCEPTED)
        is_bare = is_old and not record.body and record.origin.how in TALK_CHANNELS
        if begins_with_pronoun(record.title) and (is_agents or is_bare):
            return UNCLEAR
        if record.origin.how == "inferred":
            if _reports(record, least=_LASTING if is_old else _LEAST_VALUE) and (is_old or not _explains(record)):
                return DEED
            return MENDED if names_fault(record.title) and self._is_mended(record, places) else ""
        if record.origin.how == "observed" and is_old and self._files.isdisjoint(place.path for place in places):
            return "" if _still_says(record) else DONE
        return ""

    def _is_green(self, record: Record) -> bool:
        """Whether a record only says that a test is red, which is green since."""
        if record.kind not in _STATES or record.tier == "pinned" or record.body:
            return False
        is_purposeful = record.origin.how in _ON_PURPOSE
        is_state = only_tells_state(record.title, is_purposeful=is_purposeful)
        return is_state and is_green_since(record.title, record.made, self._past)

    def _is_bygone(self, record: Record, why: Mapping[str, float]) -> bool:
        """Whether only a commit of long ago states a record, about nothing that the work touches or asks for."""
        if not record.origin.source.startswith(_OF_COMMIT) or record.tier == "pinned" or why.get("files", 0.0) > 0:
            return False
        if self._has_goal and why.get("match", 0.0) >= _NEAR_MATCH:
            return False
        made, now = epoch_seconds(record.made), epoch_seconds(self._now)
        return made is not None and now is not None and now - made > _LONG_AGO

    def _is_mended(self, record: Record, places: Sequence[Place]) -> bool:
        """Whether files were edited after a statement: in its session, or in a later one those that it is about."""
        number, session = self._sessions.get(record.origin.session, (-1, None))
        if session is None:
            return True  # so long ago that no brief reads it
        line = _read_line(record)
        opening = record.title[:_OPENING].rstrip("…")
        ends_turn = any(opening in one_line(answer.text) for answer in session.answers)
        if goes_on(session, line, "" if line else record.made, ends_turn=ends_turn):
            return True
        paths = {place.path for place in places}
        return any(not paths.isdisjoint(later.edited) for later in self._past.sessions[:number])


def _reports(record: Record, least: float) -> bool:
    """Whether a record of an agent only reports what it did, or says little. A short statement of how something is
    stays, unless it is old."""
    if record.kind == "decision" and record.body and announces_decision(record.title):
        return False
    if _MEASURED.search(record.title) and not (is_account(record.title) or is_deed(record.title)):
        return False
    is_deed_at_all = record.kind == "decision" or _OUTCOME in record.tags or is_deed(record.title)
    is_little = measure_answer(record.title) < least
    return is_account(record.title) or (is_little and (is_deed_at_all or least > _LEAST_VALUE))


def _still_says(record: Record) -> bool:
    """Whether what a person asked for or chose weeks ago says something yet: it lays something down, gives a reason,
    or chooses something with a name. What the agent proposed has to be worth its tokens by itself."""
    title = record.title
    if points_to_picture(title):
        return False
    if record.body.startswith(_ACCEPTED):
        return measure_answer(title) >= _LASTING and not (names_fault(title) or tells_progress(title))
    if record.body.startswith(_OPTIONS):
        return lasts(title) or settles(title) or _NAME.search(f"{title}\n{record.body}") is not None
    return bool(record.body) or lasts(title)


def _explains(record: Record) -> bool:
    """Whether a record says why something is so. What a report says was changed tells what was before, and not why."""
    return record.kind != "decision" and explains(record.title)


def _read_line(record: Record) -> int:
    """The line of its transcript that a record was taken from; 0 where none is kept."""
    line = record.origin.source.rpartition(":")[2]
    return int(line) if line.isdecimal() else 0


@judged
def announces_decision(sentence: str) -> bool:
    """Whether a sentence says in so many words that something was decided."""
    return _DECIDES.match(sentence) is not None


@judged
def lasts(sentence: str) -> bool:
    """Whether a person's sentence still says something weeks later: it lays something down, or is likely to."""
    if binds(sentence) or _EACH.search(sentence):
        return True
    is_report = reports_failure(sentence) or tells_defect(sentence) or is_account(sentence)
    return measure_prompt(sentence) >= _TELLING and not is_report


@judged
def points_to_picture(sentence: str) -> bool:
    """Whether a sentence speaks of a picture beside it, which is not kept."""
    return _PICTURE.search(sentence) is not None
