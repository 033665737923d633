"""Where in its sentence a rule begins, and how certain it is: by its words, by its form, by who is named in it."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.capture.rules import closures, customs, foreign_rules, owner_cues, ownership
from backstory.capture.rules import rule_forms as forms
from backstory.capture.rules.commit_forms import lays_down_form
from backstory.capture.rules.conventions import states_practice
from backstory.capture.rules.foreign_bans import measure_ban
from backstory.capture.rules.generic_practices import measure_practice
from backstory.capture.rules.kept_files import measure_kept
from backstory.capture.rules.rule_bounds import measure_demand
from backstory.capture.rules.rule_responses import measure_response
from backstory.capture.rules.rule_scope import may_rule
from backstory.capture.rules.rule_wordings import NO_CO_AUTHOR, POLITE_REQUEST, is_worded
from backstory.capture.rules.terse_rules import measure_terse
from backstory.capture.rules.unspaced_rules import measure_unspaced
from backstory.capture.rules.work_demands import measure_work_demand
from backstory.capture.text import announcements, cues, duration_cues
from backstory.capture.text.decision_cues import REQUEST
from backstory.capture.text.patterns import Pattern, list_possible
from backstory.capture.text.prose import MASK, Sentence
from backstory.model.tool_names import names_program

MIN_CONFIDENCE: Final = 0.7
"""How sure a rule is at least."""
MIN_WORDS: Final = 3
TWO_WORDS: Final = Pattern(
    r"(?:please )?(?:never|always) (?:(?:force|hard)-)?(?:push|amend|squash|rebase|merge|commit|deploy|publish|release"
    r"|tag|lint|format|mock|stub|minify|vendor|sign|stash)[.!]*",
    re.IGNORECASE,
)
"""A whole rule in two words: `never amend`."""
_TWO_WORDS_SURE: Final = 0.95
_FRAGMENT: Final = 3
"""Words of a clause that are no rule without the rest of their sentence."""


_CLOSED: Final = 0.94
"""How sure a rule is that closes something until an event of the work; weights have seen few of them."""


_CONVENTION: Final = 0.86
"""How sure it is that the form of a commit, or how docs are written, holds for the next one too."""


class Cue(NamedTuple):
    """Where in its sentence a rule begins, and how certain it is."""

    start: int
    confidence: float


def find_cue(sentence: Sentence) -> Cue | None:
    plain = customs.front_always(sentence.plain)
    sentence = sentence._replace(plain=plain)
    leads = plain.endswith((":", "：")) and not _ENDS_NAMING.search(plain)
    if leads or not may_rule(sentence):
        return None
    start = skip_lead(plain)
    rest = plain[start:]
    if confidence := measure_terse(rest, sentence.text[start:]):
        return Cue(start, confidence)
    if TWO_WORDS.fullmatch(rest):
        return Cue(start, _TWO_WORDS_SURE)
    if plain.count(MASK) > 0.8 * len(plain):
        return None
    if _GIVES_TEXT.match(rest):
        return None
    if len(rest.split()) < MIN_WORDS and not is_unspaced(rest):
        return _find_listed(sentence, start)
    owner = find_owner(sentence, start)
    candidates = (
        owner,
        _find_head(plain, start),
        _find_prohibition(sentence, start),
        _find_demand(rest, start),
        _find_listed(sentence, start),
        _find_form(plain, start, is_report=_is_report(rest)),
        _find_foreign(rest, start),
        _find_response(plain, start),
        _find_way(plain, start),
        _find_work(sentence, start),
        Cue(start, _CONVENTION) if lays_down_form(sentence, start) or states_practice(rest) else None,
    )
    best = max(filter(None, candidates), key=lambda cue: cue.confidence, default=None)
    if best and _NEVER_SO_FAR.match(plain, best.start):
        return None
    if best and _NAMES_IT.match(plain[start : best.start]):
        best = best._replace(start=start)  # `the lexer: hands off`
    if best and not start and _CONTRASTED.match(plain[: best.start]) and _NEGATIVE.match(plain, best.start):
        best = best._replace(start=start)  # `rebase, never merge main into a branch`
    if best and best.start > start and _EXTENDS.match(plain, best.start):
        best = best._replace(start=start)  # `leave pushing to me, in future too`
    if best and len(plain[best.start :].split()) <= _FRAGMENT and not is_unspaced(rest):
        best = best._replace(start=start)  # `..., never by hand` says nothing alone
    # `I push myself, you never do`: who does it instead belongs to the rule.
    return best._replace(start=min(best.start, owner.start)) if best and owner else best


_ENDS_NAMING: Final = Pattern(
    r"\b(?:prefix(?:es)?|scopes?|types?|tags?|labels?) (?:like|such as|wie|comme|como)"
    r" (?!(?:this|that|these|those|so|here|follows|the)\b)[a-z][\w-]{1,11}:$"
)
"""`no prefix like feat:` leads to nothing."""
_GIVES_TEXT: Final = Pattern(
    r"(?:(?:ok|then|and|now|please|so|just)[\s,]+)*(?:git )?(?:commit|pr|mr|branch|tag|pull request|merge request)"
    r"(?: (?:it|this|that|as|with|message|msg|title|name|subject|description)\b)*\s?[:=]\s?"
    r"(?!.*\b(?:always|never|must|should|only|imperative|lower-?case|no|not|without|max\w*|conventional|prefix\w*"
    r"|tickets?|english|small|short|one|per|each|every|present|past|tense|chars?|characters|scope|body|type|like|style"
    r"|format)\b)\S"
)
"""The text of one commit or pull request: `commit: feat(etag): weak comparison`."""
_NAMES_IT: Final = Pattern(
    rf"(?:the |our |all |der |die |das |le |la |les |el |los |las )?[\w{MASK}./-]+(?: [\w{MASK}./-]+)?\s?[:–-]\s*$"
)
"""What a clause is about, before it."""


_NEVER_SO_FAR: Final = Pattern(
    r"(?:[a-zà-ÿ]+(?: [a-zà-ÿ]+)?, )?(?:never (?:seen|saw|knew|known|heard|noticed|happened|happens"
    r"|needed|wanted|worked|asked|bothered|thought|got|did|had)"
    r"|nie (?:gesehen|passiert|gehört|bemerkt|gewusst)|jamais (?:vu|eu|entendu)"
    r"|nunca (?:lo |la |me )?(?:había|he|vi|pasó|visto|tinha|aconteceu)|mai (?:visto|sentito|successo|capitato))\b"
)
"""What never happened so far: `interesting, never knew that`."""
_CONTRASTED: Final = Pattern(
    r"(?!(?:right|well|look|listen|man|dude|please|thanks|good|great|fine|sure|exactly|careful|important|attention"
    r"|remember|note|btw|fyi|anyway|claude|warning|oh|hey|ah|again|then|now|first|and|but|so|also|yes|yeah"
    r"|ok(?:ay)?|no)\b)"
    r"[a-z][\w-]+(?: [\w-]+)?, $"
)
"""What is to be done, right before what never is."""
_EXTENDS: Final = Pattern(
    r"(?:also |and |now and )*(?:in (?:the )?future|for the future|from (?:now|today|tomorrow|here|this point"
    r"|\w+day) on(?:wards)?"
    r"|going forward|henceforth)(?:,? (?:too|either|as well|also|again|please))*"
    r"(?:[\s.!;]*$|\s*[,;:–—-]+ (?!please\b|never\b|always\b|don't\b|do not\b|use\b|no\b|keep\b|only\b|i\b|we\b|you\b)"
    r"| (?:because|since|as|otherwise|so that|until|unless|while)\b)"
)
"""What says of the clause before it that it holds for longer, and nothing by itself."""
_NEGATIVE: Final = Pattern(r"(?:never|nie|niemals|nunca|jamais|mai|nooit) ")


def _find_work(sentence: Sentence, start: int) -> Cue | None:
    """How things of the work are made, in a plain sentence."""
    plain, text = sentence.plain, sentence.text
    confidence = (
        measure_work_demand(plain, text)
        or measure_work_demand(plain[start:], text[start:])
        or (0.0 if _REMINDS.match(plain) else measure_practice(plain[start:]))
    )
    return Cue(start, confidence) if confidence else None


_REMINDS: Final = Pattern(r"^(?:please )?(?:don't forget|do not forget|remember|keep in mind|note|fyi)\b")
"""How a person passes on a fact."""


def _find_way(plain: str, start: int) -> Cue | None:
    """How something is done here: `the way we do subjects here is imperative, with a capital`."""
    way = _WAY.search(plain)
    if way is None or way.start("way") < start or _COMPLAINS.search(plain, way.start("way")):
        return None
    return Cue(way.start("way"), _CONVENTION)


_COMPLAINS: Final = Pattern(
    r" (?:is|are) (?:(?:the|what|where|why|because|from|missing|causing|making|different|confusing|slower|faster|worse"
    r"|better|manual|undocumented|outdated|important|gone|to blame)\b|[\w-]+ than\b)"
    r"|\bbut\b|\?|\bcan (?:we|you)\b|\b(?:fail|break|crash)(?:s|es|ed|ing)?\b"
)
"""What is said of a way that works badly, and lays nothing down."""
_WAY: Final = Pattern(
    r"(?:^|[,;:–—] |\b(?:and|but|also|because|remember) )(?P<way>(?:the way|how) (?:we|the team) (?:\w+ )?"
    r"(?:do|write|name|handle|make|run|tag|format|structure|order|phrase|word|ship|release|test|document|log|call|sort"
    r"|spell|indent|comment) (?:[\w-]+ ){1,5}?(?:is|are) (?!not\b|(?:so |too |very |a |a bit )?(?:mess|pain"
    r"|problem|nightmare|confusing|odd|wrong|bad|slow|weird"
    r"|fine|good|old|broken|unclear|changing|up to)\b)\w)"
)


def skip_lead(plain: str) -> int:
    """Where the sentence begins after `and also, ` and the like."""
    lead = cues.LEAD.match(plain)
    return lead.end() if lead and lead.end() < len(plain) else 0


def is_unspaced(text: str) -> bool:
    """Whether a text is in a script without spaces between words, and has some length."""
    return sum(char > "\u2e80" for char in text) >= _SHORT_UNSPACED


_SHORT_UNSPACED: Final = 4


def _find_head(plain: str, start: int) -> Cue | None:
    """A clause that begins as a rule does."""
    best: Cue | None = None
    heads = list_possible(cues.HEADS, plain)
    for clause in cues.CLAUSE.finditer(plain):
        begin = max(clause.end(), start)
        if begin > start and _JOINED.match(plain, clause.start()) and _REPORT_START.match(plain[start:]):
            continue  # `the flag is defined but never read`
        value = _weigh_head(heads, plain, start, begin) - (0.03 if begin > start else 0.0)
        if value > (best.confidence if best else 0.0):
            best = Cue(
                start if _JOINED.match(plain, clause.start()) and not REQUEST.match(plain[start:]) else begin, value
            )
    return best


_REPORT_START: Final = Pattern(r"(?:i|it|this|that|there|he|she|they|the|a|an|my|your|which|who|its)\b")
"""How a report begins."""
_JOINED: Final = Pattern(r"(?:and|but|und|et|y|e) (?:always|never|immer|nie|toujours|jamais|siempre|nunca)\b")
"""A second predicate, whose subject stands before it: `they live in docs and never move`."""


def _weigh_head(heads: Sequence[tuple[float, Pattern]], plain: str, start: int, begin: int) -> float:
    """How sure it is that the clause that begins at a place is a rule; 0 if nothing says so."""
    fit = (confidence for confidence, pattern in heads if pattern.match(plain, begin))
    confidence = next(fit, 0.0)
    return 0.0 if confidence and _is_report(plain[start:begin]) else confidence


def _is_report(before: str) -> bool:
    """Whether the words before a clause report or ask something, so that the clause belongs to them."""
    if before.rstrip().endswith(("i.e", "i.e.", "e.g", "e.g.", "\\")):
        return True
    return _REPORTS.match(before) is not None


_REPORTS: Final = Pattern(
    r"(?:i thought|i said|i wonder|the docs?|the documentation|it says|why|how|what|what's|is it)\b"
)


def find_owner(sentence: Sentence, start: int) -> Cue | None:
    """Somebody who decides, who is to be asked first, or who does it themselves."""
    text = sentence.text
    is_step = owner_cues.OF_STEP.match(sentence.plain) is not None
    asks_first = owner_cues.ASK_FIRST.search(text) and not (is_step or owner_cues.ASKS_THEMSELVES.search(text))
    if owner_cues.OWNER.search(text) or asks_first:
        return Cue(start, 0.86)
    if ownership.KEEPS.search(sentence.plain):
        return Cue(start, 0.94)
    if ownership.is_at_work(sentence):
        return Cue(closures.skip_order(text, start), 0.9)
    if closures.is_closure(text):
        return Cue(closures.skip_order(text, start), _CLOSED)
    if not customs.OWN_ACCOUNT.match(sentence.plain) and ownership.names_steward(sentence, start):
        return Cue(start, 0.83)
    leave = customs.LEAVE.search(sentence.plain)
    if leave:
        turn = max((one.end() for one in customs.TURN.finditer(sentence.plain, start, leave.start())), default=start)
        return Cue(turn, 0.86)
    if customs.OWN_ACCOUNT.match(sentence.plain):
        return None
    if customs.BELONGS.match(text[start:]) or customs.OBJECTION.search(text):
        return Cue(start, 0.82)
    if owner_cues.CONSENT.search(text) or owner_cues.MYSELF.search(sentence.plain) or owner_cues.RESERVED.search(text):
        return Cue(start, 0.84)
    if owner_cues.PASSIVE_OWNER.search(text):
        return Cue(start, 0.8)
    return None


def _find_prohibition(sentence: Sentence, start: int) -> Cue | None:
    """`don't ...`, `no ...`, `stop ...`, with a sign that it is meant for longer."""
    plain = sentence.plain
    for clause in cues.CLAUSE.finditer(plain):
        begin = max(clause.end(), start)
        match = cues.PROHIBITION.match(plain, begin)
        if not match:
            continue
        signs = [
            cues.STANDING.search(plain, begin) is not None,
            cues.GOVERNED.search(plain, begin) is not None,
            owner_cues.OTHERS_WORK.search(sentence.text) is not None,
            duration_cues.ON_BRANCH.search(plain, begin) is not None,
            _LEARNT.search(plain, begin) is not None,
        ]
        if plain.startswith("not ", begin):
            signs[1] = False  # `a list of names, not adding any`
            if clause[0].strip() in ("and", "but", "so"):
                continue
        if _NOT_THERE.search(plain, begin) or (begin > start and _is_report(plain[start:begin])):
            continue
        if begin > start and _NO_MORE.match(plain, begin):
            continue
        if signs == [True, False, False, False, False] and _ONCE.match(plain, begin):
            continue
        if signs[-1] and _AT_LARGE.match(plain, begin):
            return Cue(begin, _LESSON)
        if any(signs[:-1]):
            whole = start if plain.startswith("not ", begin) else begin
            return Cue(whole, 0.8 + 0.05 * (sum(signs[:-1]) - 1))
    return None


_LESSON: Final = 0.94
"""How sure a ban is that the person draws from what happened to them; weights take the story for a report."""
_LEARNT: Final = Pattern(
    r"[,;:(–—-] ?(?:because |since |as |and |for )?(?:in (?:my|our) (?:first|last|former|old|previous) [\w-]+"
    r"|last (?:time|week|month|year|spring|summer|autumn|fall|winter|release|sprint)|the (?:last|other|first) time"
    r"|in (?:january|february|march|april|may|june|july|august|september|october|november|december)"
    r"|(?:i|we|somebody|someone|he|she) once|once (?:i|we|somebody|someone|he|she|it|that)"
    r"|(?:i|we) have (?:once|already|been)|das letzte mal|letztes mal|la dernière fois|la última vez),? [^.]*"
    r"\b(?:\w+ed|was|were|had|took|got|wrote|went|gave|did|made|lost|sent|came|broke|put|ran|hung|cost|found)\b"
)
"""What happened to somebody the last time."""
_AT_LARGE: Final = Pattern(
    r"(?:please (?:no|don't|dont|do not|never)|don't|dont|do not|never) (?:ever )?(?:[a-z]+ )?"
    r"(?!(?:[a-z]+ )?(?:the|this|that|these|those|it|them|my|your|both|yet)\b)(?:an?|any|another|\w+)\b"
)
"""A ban on things of a kind, and not on the thing at hand."""


_ONCE: Final = Pattern(
    r"(?:please )?(?:don't|dont|do not|stop|never) \w+ (?:the|this|that|these|those|them|it|my|your)\b.{0,40}\b(?:at"
    r" all|again)"
)
"""`don't move the text at all`: one thing at hand."""
_NO_MORE: Final = Pattern(r"(?:no|not) [^,;]{2,40} any ?more\b")
"""`..., no colours any more`: the end of a report."""
_NOT_THERE: Final = Pattern(
    r"(?:no|not) [^,;]{0,60}\b(?:found|needed|required|detected|available|necessary|exists?|match\w*)\b"
)
"""What is not there is not forbidden."""


def _find_demand(rest: str, start: int) -> Cue | None:
    """`every X must ...`, `..., always`."""
    anywhere = cues.ANYWHERE.search(rest)
    if anywhere and not rest.startswith(("i ", "i'", "it ", "that ")):
        return Cue(start + _find_order(rest, anywhere.start()), 0.9)
    if (confidence := measure_demand(rest)) and not _is_report(rest):
        return Cue(start, confidence)
    if customs.BY_RULE.search(rest) and not _is_report(rest):
        return Cue(start, 0.86)
    if any(custom.search(rest) for custom in (customs.SUPPORTED, customs.REPROACH, customs.ALL_OURS)):
        return Cue(start, 0.8)
    if customs.LEFT_ALONE.search(rest) and not customs.SINGLE.match(rest):
        return Cue(start, 0.8)
    if customs.AT_A_TIME.match(rest) or (customs.WHICH_WAY.match(rest) and not customs.SINGLE.match(rest)):
        return Cue(start, 0.82)
    always = customs.ALWAYS_SO.match(rest)
    if always and names_program(always["program"] or always["bare"] or "make"):
        return Cue(start, 0.9)
    if cues.INSTEAD.match(rest):
        return Cue(start, 0.9)
    if cues.TERSE.match(rest) or cues.THE_WAY.search(rest):
        return Cue(start, 0.82)
    if any(custom.search(rest) for custom in customs.STANDING):
        return Cue(start, 0.8)
    if cues.STATEMENT.match(rest):
        return None
    if cues.GENERAL.match(rest) and cues.GENERAL_IN.match(rest):
        return Cue(start, 0.8)
    return Cue(start, 0.85) if cues.LAST.search(rest) else None


def _find_order(rest: str, stop: int) -> int:
    """Where an order begins behind the colon of what leads to it; 0 without one."""
    order = cues.IMPERATIVE.search(rest, 0, stop) if ": " in rest[:stop] else None
    return order.start() if order else 0


def _find_listed(sentence: Sentence, start: int) -> Cue | None:
    """An item of a list that is headed as rules."""
    if not sentence.item or not announcements.RULES_FOLLOW.search(sentence.heading):
        return None
    return Cue(start, 0.85) if len(sentence.plain.split()) > 1 or is_unspaced(sentence.plain) else None


def _find_form(plain: str, start: int, *, is_report: bool) -> Cue | None:
    """A rule by the form of the whole sentence."""
    if is_report:
        return None
    if unnamed := NO_CO_AUTHOR.search(plain, start):
        return Cue(unnamed.start(), 0.84)
    form = forms.find_form(plain, start)
    if form is None and (is_worded(plain[start:]) or POLITE_REQUEST.match(plain)):
        return Cue(start, 0.82)
    return Cue(*form) if form else None


def _find_foreign(rest: str, start: int) -> Cue | None:
    """A rule in another language than English."""
    confidence = max(foreign_rules.measure_foreign(rest), measure_ban(rest), measure_kept(rest), measure_unspaced(rest))
    return Cue(start, confidence) if confidence else None


def _find_response(plain: str, start: int) -> Cue | None:
    """A rule in response to the work, with the refusal before it."""
    confidence = measure_response(plain) or measure_response(plain[start:])
    return Cue(start, confidence) if confidence else None
