"""Decides whether a prompt is about what the memory holds, by a table of weighted signals. Silence is the default.

Full-text search always finds something. Signals of the prompt and of the best that was found for it are added up, each
by its weight, and nothing is said below the threshold. `bench/gate.py` fits the weights.
"""

from backstory.base.candidates import FORBIDDEN
from backstory.base.common_words import is_usual
from backstory.base.purposes import PURPOSES, is_stated_for_command, list_command_words
from backstory.base.software_words import SOFTWARE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from backstory.base.candidates import Candidate
    from backstory.base.question import Question

WEIGHTS = {
    "bias": -2.6,  # silence is the default
    "covered": 0.75,  # share of the weight of the prompt, or of one of its sentences, that the best has
    "second": 1.1,  # the same for the second best
    "words": 1.15,  # significant words that one candidate has, of three
    "name": 1.0,  # a rare name from code is among them
    "titled": 1.8,  # share of a short prompt that stands in one title
    "rule": 1.4,  # how much a rule, or a way that failed, has in common with it
    "permission": 2.6,  # it asks whether something may be done that a rule is about, or what lifted one
    "order": 2.0,  # it asks to do something that a rule is about
    "planned": 0.6,  # it asks to do something that an open step names
    "named": 3.5,  # it names an id, a path or a symbol that a record is about
    "known": 1.75,  # share of the weight of its words that the memory knows
    "work": 1.25,  # share of it that sessions know
    "strange": -0.65,  # share that nothing knows
    "asked": 2.1,  # it asks where the work stands, or what failed
    "standing": 2.6,  # it asks nothing else
    "wish": 3.2,  # it asks who wanted or decided something
    "person": 3.4,  # it asks for a person, as one does of a work that both know
    "run": 1.45,  # it asks how something is run
    "command": 2.4,  # it asks for it in whatever words, and sessions ran the command
    "software": 1.2,  # share of words of software
    "everyday": -5.0,  # words of everyday life, of two
    "we": 2.6,  # it speaks of work done together
    "personal": -1.5,  # it speaks of something its author owns
    "trivia": -2.65,  # it asks as people ask about the world
    "how_to": -2.6,  # it asks how one does something
    "general": -1.8,  # it asks what a word means, or how two things differ
    "history": 1.3,  # it asks for what was, or what holds by now
    "reminds": 1.6,  # it asks to be reminded of what was settled
    "code": -1.2,  # it asks how existing code does something
    "piece": -1.3,  # it asks for a text or a piece of code as such
    "vague": -0.2,  # it takes nothing for granted: no `the`, no `it`, no name
    "tool": -0.8,  # it names a tool that people ask about in general
    "tool_asked": -2.4,  # it is a question that names such a tool, and hardly anything of the work
    "stranger": -0.5,  # it names somebody or something that the memory does not know
    "spelled": 1.0,  # one has a name with signs of code as the prompt writes it
    "folder": 2.0,  # one spells out the folder of a path that it names
    "joint": 2.05,  # words that one candidate has together, beyond what chance brings together in a memory of this size
    "valued": 2.2,  # it sets something to a number, and sessions told of its value
    "numbered": 2.0,  # one has a number of the prompt, and other words of it
    "size": -1.55,  # of the memory: a large one has a word of everything
    "small": 0.6,  # one of less than a hundred records and passages meets few words by chance
    "pairs": -0.5,  # it is read by pairs of characters, which meet by chance
    "lone": -1.0,  # it asks to do something, and shares one word with records and none with sessions
    "chance": -1.5,  # the same where sessions have that word as well, and any project may have it
    "apart": -6.0,  # it asks to do something, and shares no word
}
"""Signal -> weight."""
STANDING = frozenset(("resume", "next", "failed", "green", "again", "deploy", "task", "start"))
"""Kinds of answers that the last sessions give."""
FOR_PUT = 0.4
"""Share of what the form of `how do I ...` says, of a question that is put to the memory itself."""
OF_FORM = ("how_to", "general", "code", "piece", "vague", "tool")
"""Signals of the form."""
JOINT = 3
"""Words of a prompt in one candidate from which an everyday word among them counts as a word of the work."""
TALKED = 0.6
"""Certainty of a command that sessions only mention."""
TOUCHED = 2.0
"""What an order must have in common with a rule to be against it, or for it."""
_ASKING_WHETHER = "does do did can could is are was were has have will kann können hat ist sind unterstützt peut a est"
_WHETHER = frozenset(_ASKING_WHETHER.split())
"""First words of a question that asks whether something is so."""
BY_ITSELF = (
    "named", "spelled", "name", "numbered", "permission", "asked", "wish", "person", "history", "reminds", "we", "run",
    "command", "valued",
)  # fmt: skip
"""Signals that say what a prompt is about, however few words it shares with the memory."""
TOUCHES = 0.5
"""The same for what it has in common with a rule, or a way that failed."""
THRESHOLD = 0.3
"""The sum from which something is said."""


def read_signals(question: "Question", candidates: "Sequence[Candidate]", *, has_sessions: bool) -> dict[str, float]:
    """The signals of a prompt and of the candidates for its answer, each from 0 to about 1."""
    met = {place for one in candidates for place in one.matched}
    joint = {place for one in candidates if one.distinct >= JOINT for place in one.matched}
    is_forbidden = question.is_order and any(one.touch >= FORBIDDEN for one in candidates)
    is_certain = is_forbidden or any(one.spelled for one in candidates)
    of_prompt = _signals_of_prompt(question, has_sessions, met, joint, is_certain=is_certain) | _signals_of_form(
        question
    )
    if any(one.decides for one in candidates):
        of_prompt |= {"trivia": 0.0, "code": 0.0}  # `where do bookmarks survive a restart?`
    if is_forbidden and "dependency" in question.kinds:
        of_prompt |= {"strange": 0.0, "vague": 0.0}  # the name of a new package, and nothing else
    signals = of_prompt | _signals_of_best(question, candidates) | {"command": _find_command(question, candidates)}
    if question.weights and met.isdisjoint(question.weights) and not question.general_kinds and not question.is_put:
        signals |= {"history": 0.0, "reminds": 0.0}  # `what time is it in Wellington by now`
    if signals["command"] and _asks_about_stranger(question, met):
        signals |= {"command": 0.0, "run": 0.0}  # `check that the links of the wiki still work`
    signals |= {
        "lone": 0.0,
        "chance": 0.0,
        "apart": 0.0,
        "tool_asked": float(_asks_about_tool(question, candidates, signals)),
    }
    return signals if question.is_put else signals | _signals_of_chance(question, candidates, signals)


def _asks_about_tool(question: "Question", candidates: "Sequence[Candidate]", signals: "Mapping[str, float]") -> bool:
    """Whether a prompt is a question that names a tool which people ask about in general, and hardly anything of the
    work: `in git, how do I take one file back?`"""
    if question.is_put or not question.asking.asks_about_tool or signals["permission"] or signals["we"]:
        return False
    return all(one.distinct < JOINT for one in candidates)


def _signals_of_chance(
    question: "Question", candidates: "Sequence[Candidate]", signals: "Mapping[str, float]"
) -> dict[str, float]:
    """What is left of the evidence where a prompt and the memory share one word at most, and nothing else.

    In a small memory every word is rare, and one that any project may have is met by chance: `readme`, `sort`, `table`.
    That the prompt is about software is no evidence then. A name that is no such word stays one: `uvloop`.
    """
    is_certain = signals["rule"] >= TOUCHES or any(signals[name] for name in BY_ITSELF)
    if is_certain or any(one.distinct > 1 for one in candidates):
        return {}
    shared = {place for one in candidates for place in one.exact if place in question.weights}
    asks = question.text.rstrip().endswith(("?", "？"))
    if question.is_order and not shared:
        return {"software": 0.0, "apart": 1.0}
    if question.is_order and not asks:
        is_chance = all(_is_of_any_project(question, place) for place in shared)
        of_chance = {
            "software": 0.0,
            "lone": float(not signals["work"]),
            "chance": float(bool(signals["work"]) and not signals["planned"] and "publish" not in question.kinds),
            "known": (signals["known"] + _share_indexed(question, shared)) / 2,
        }
        return of_chance if is_chance else {}
    is_of_software = all(question.asked[place].form in SOFTWARE for place in shared)
    left: dict[str, float] = {"software": 0.0} if is_of_software and len(question.weights) > 1 else {}
    is_closed = asks and bool(question.asking.words) and question.asking.words[0] in _WHETHER
    if is_closed and signals["vague"] and len(shared) < len(question.weights):
        left["lone"] = 1.0  # `does cargo support workspaces?`: nobody spoke of what is asked of it
    return left


def _share_indexed(question: "Question", shared: "Collection[int]") -> float:
    """Share of the weight of a prompt that the memory knows by these words, not by other words for them."""
    mass = sum(question.weights.values()) or 1.0
    indexed = sum([weight for place, weight in question.weights.items() if question.counts[place] or place in shared])
    return indexed / mass * min(1.0, len(question.weights) / 2)


def _is_of_any_project(question: "Question", place: int) -> bool:
    """Whether a word is one of software or of usual talk, or one that has other words for it, as a name has not."""
    form = question.asked[place].form
    is_software = form in SOFTWARE or not question.forms[place].isdisjoint(SOFTWARE)  # `commented`: `comment`
    return is_software or is_usual(form) or bool(question.synonyms[place])


def _find_command(question: "Question", candidates: "Sequence[Candidate]") -> float:
    """How surely a candidate is the command that a prompt asks for: a run of it, or a mention."""
    if question.kinds.isdisjoint(PURPOSES) or question.everyday:
        return 0.0
    if any(one.is_run for one in candidates):
        return 1.0
    words = question.stems(" ".join(list_command_words(question.kinds)))
    return TALKED * any(not words.isdisjoint(one.stems) for one in candidates)


def _asks_about_stranger(question: "Question", met: "set[int]") -> bool:
    """Whether a prompt that seems to ask for a command is about something that nothing knows."""
    places = [place for place in question.weights if not is_stated_for_command(question.asked[place].form)]
    return len(places) > 1 and not any(question.counts[place] or place in met for place in places)


def _signals_of_form(question: "Question") -> dict[str, float]:
    """What the form of a prompt says: whether it is put to anybody, and not to somebody who knows the work.

    A question that is put to the memory itself means the work, whatever its form.
    """
    asking = question.asking
    if question.is_put:
        return {name: FOR_PUT * asking.is_how_to if name == "how_to" else 0.0 for name in OF_FORM}
    return {
        "how_to": float(asking.is_how_to),
        "general": float(asking.is_general),
        "code": float(asking.asks_about_code and not asking.is_of_anybody),
        "piece": float(asking.is_for_anybody),
        "vague": float(not asking.is_definite and question.kinds.isdisjoint(STANDING)),
        "tool": float(asking.names_tool and not asking.is_definite),
    }


def _signals_of_prompt(
    question: "Question", has_sessions: bool, met: "set[int]", joint: "set[int]", *, is_certain: bool
) -> dict[str, float]:
    """What the prompt itself says: which of its words the memory has, and what they are.

    `met` are the words that a candidate has, or another word for them; `joint` those that one has with others.
    `is_certain`: one has a name as it is spelled, or forbids what is asked.
    """
    everyday = [place for place in question.everyday if place not in joint and not is_certain]
    weights, counts, asking = question.weights, question.counts, question.asking
    mass = sum(weights.values()) or 1.0
    indexed = sum([weight for place, weight in weights.items() if counts[place] or place in met])
    at_work = sum([weight for place, weight in weights.items() if counts[place] > question.record_counts[place]])
    is_general = bool(question.general_kinds)
    asks = has_sessions and (is_general or not question.kinds.isdisjoint(STANDING))
    return {
        "bias": 1.0,
        "known": _share_indexed(question, met),
        "work": at_work / mass,
        "strange": (mass - indexed) / mass if len(weights) > 2 else 0.0,
        "asked": float(asks),
        "standing": float(asks and (is_general or question.has_no_other_subject) and not everyday),
        "wish": float("wish" in question.kinds and not question.names_stranger),
        "person": float(question.asks_for_person and not asking.is_trivia and question.points_to_work),
        "run": float("run" in question.kinds),
        "software": min(1.0, question.software) if question.is_put or not asking.is_of_anybody else 0.0,
        "everyday": min(2, len(everyday)) / 2,
        "history": float(asking.asks_for_history and not question.is_put and not question.is_personal),
        "reminds": float(question.asks_to_be_reminded and not asking.is_trivia),
        "we": float(asking.says_we),
        "personal": float(question.is_personal and len(everyday) == len(question.everyday)),
        "trivia": float(asking.is_trivia),
        "stranger": float(question.names_stranger),
        "size": question.size,
        "small": max(0.0, 1.0 - question.total / 100),
        "pairs": float(question.is_paired),
    }


def _signals_of_best(question: "Question", candidates: "Sequence[Candidate]") -> dict[str, float]:
    """How well the best candidates meet the prompt. Each signal takes the one that is best in it."""
    covered = [0.0, 0.0, *sorted([one.covered for one in candidates])]
    touch = _most([one.touch for one in candidates])
    return {
        "covered": min(1.0, covered[-1]),
        "second": min(1.0, covered[-2]),
        "words": min(3.0, _most([one.distinct for one in candidates])) / 3,
        "name": _most([one.has_name for one in candidates]),
        "titled": _most([one.titled for one in candidates]),
        "permission": float(any(one.is_permission for one in candidates)),
        "rule": min(1.0, touch / 3),
        "order": float(question.is_order and touch >= TOUCHED),
        "planned": float(question.is_order and any(one.is_step and one.distinct for one in candidates)),
        "named": _most([one.is_named for one in candidates]),
        "joint": max(0.0, min(3.0, _most([one.exact_weight for one in candidates]) / question.rarest - 1.0)) / 3,
        "valued": float(any(_tells_value(question, one) for one in candidates)),
        "spelled": float(any(one.spelled for one in candidates)),
        "folder": _most([one.has_folder for one in candidates]),
        "numbered": _most([one.numbered for one in candidates]),
    }


def _tells_value(question: "Question", one: "Candidate") -> bool:
    """Whether a candidate tells a number of what an order sets to another."""
    if question.changed is None or one.is_run or question.changed not in one.exact:
        return False
    return any(map(str.isdigit, one.text))


def _most(values: "Sequence[float]") -> float:
    return float(max(values, default=0.0))


def add_up(signals: "Mapping[str, float]") -> float:
    """The sum of the weighted signals."""
    return sum([WEIGHTS.get(name, 0.0) * value for name, value in signals.items()])
