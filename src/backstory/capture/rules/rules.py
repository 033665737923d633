"""The user's rules: what a prompt asks to keep to from now on, in the user's own words.

A rule is recognised by how it is said (`rule_cues`). What only holds for the moment is none, nor is a question, a
report, or anything that is pasted, quoted or code. When in doubt a sentence is left alone: a rule that nobody gave is
worse than one that has to be said again.
"""

from collections.abc import Sequence
from typing import Final

from backstory.base.unspaced import count_words
from backstory.capture.commands.quoted_commands import add_commands
from backstory.capture.rules import owner_cues
from backstory.capture.rules.commit_forms import lays_down_form
from backstory.capture.rules.conventions import states_practice
from backstory.capture.rules.counted_demands import Demand, find_counted
from backstory.capture.rules.file_bans import BANNED, find_ban, find_reliance
from backstory.capture.rules.guarded_tests import find_guard
from backstory.capture.rules.lasting_habits import SURE as HABIT
from backstory.capture.rules.lasting_habits import states_habit
from backstory.capture.rules.momentary_words import is_momentary
from backstory.capture.rules.order_parts import strip_orders
from backstory.capture.rules.pointed_places import SURE, Pointed, find_pointed
from backstory.capture.rules.product_demands import demands_of_product, describes_product
from backstory.capture.rules.rule_asides import POINTS, cut_asides, is_aside
from backstory.capture.rules.rule_bounds import LIKELY, keeps_working, measure_demand
from backstory.capture.rules.rule_cues import (
    MIN_CONFIDENCE,
    MIN_WORDS,
    TWO_WORDS,
    Cue,
    find_cue,
    find_owner,
    is_unspaced,
    skip_lead,
)
from backstory.capture.rules.rule_exclusions import dismisses, is_of_moment
from backstory.capture.rules.rule_lists import find_row
from backstory.capture.rules.rule_openings import cut_openings
from backstory.capture.rules.rule_places import Placed, list_folders, name_place, place_sentences
from backstory.capture.rules.rule_responses import lays_down
from backstory.capture.rules.rule_scope import MAX_TEXT, OF_WORK, is_left_alone, may_rule
from backstory.capture.rules.rule_tails import join_tails
from backstory.capture.rules.rule_text import make_rule, name_what
from backstory.capture.rules.standing_limits import find_limit
from backstory.capture.rules.terse_rules import is_kept_step
from backstory.capture.rules.unlabelled_lists import binds, brings_rules
from backstory.capture.text import announcements, duration_cues
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.relayed_text import list_texts

_MANY: Final = 25
"""Sentences from which a prompt is a document with an order before or behind it."""
_EDGE: Final = 4
_MIN_TEXT: Final = 2
"""Words of a rule behind what leads to it."""


def find_rules(prompt: str) -> list[Candidate]:
    """The rules in a person's prompt, in their order; as decisions those that bind what is built."""
    placed = strip_orders(cut_openings(cut_asides(join_tails(place_sentences(read_sentences(prompt, person=True))))))
    sentences = [one.sentence for one in placed]
    own = range(_EDGE, len(sentences) - _EDGE) if len(sentences) > _MANY else range(0)
    texts = list_texts(sentences)
    is_long = sum(len(one.plain) for one in sentences) > _LONG
    rules: list[Candidate] = []
    headed = announced = -1
    counted = find_counted(sentences)
    for place, sentence in enumerate(sentences):
        if place in own or place in texts or place in counted.others:  # the middle of a long prompt is a document
            continue
        if demand := counted.demands.get(place):
            rules.append(_make_demand(sentences, place, demand))
            continue
        if place and rules and rules[-1].quote == f"{sentences[place - 1].text} {sentence.text}":
            continue  # what is run instead belongs to the limit before it
        if limit := find_limit(sentences, place):
            rules.append(limit)
            continue
        if describes_product(sentence) or _reports_news(sentence):
            announced = -1
            continue
        if is_kept_step(sentence.plain) and _goes_further(sentences, place):
            continue
        cue = find_cue(sentence)
        if may_rule(sentence) and states_habit(sentence.plain) and (cue is None or cue.confidence < HABIT):
            cue = Cue(skip_lead(sentence.plain), HABIT)
        is_ban = (cue is None or cue.confidence < BANNED) and may_rule(sentence) and find_ban(sentences, place)
        if is_ban:
            cue = Cue(skip_lead(sentence.plain), BANNED)
        pointed = find_pointed(sentences, place) if may_rule(sentence) else None
        if pointed:
            rules.append(_name_pointed(make_rule(sentences, place, Cue(pointed.start, SURE)), pointed))
            continue
        if guard := find_guard(sentences, place):
            rules.append(make_rule(sentences, place, Cue(skip_lead(sentence.plain), SURE))._replace(why=guard))
            continue
        is_plain = (
            is_ban
            or is_left_alone(sentence)
            or states_habit(sentence.plain)
            or lays_down(sentence.plain)
            or lays_down_form(sentence, 0)
            or (cue is not None and keeps_working(sentence.plain[cue.start :]))
            or (cue is not None and states_practice(sentence.plain[cue.start :]))
        )
        kind = "decision" if cue and _binds_product(sentence, cue, is_plain=is_plain) else "rule"
        header = _find_header(sentence, headed)
        if header and (cue is None or header.confidence >= cue.confidence - 0.1):
            headed, cue = sentence.paragraph, header
            announced = sentence.paragraph if _announces(sentences, place) else announced
            rule = make_rule(sentences, place, cue)
            rules += _make_each(rule) if announced == sentence.paragraph else [rule]
            continue
        if 0 <= announced == sentence.paragraph - 1 and _goes_below(sentences, place):
            announced = sentence.paragraph
        if announced == sentence.paragraph:
            if _gives_reason(sentences, place):
                continue
            announced = announced if _goes_on(sentence) else -1
            cue = Cue(skip_lead(sentence.plain), _ANNOUNCED) if announced >= 0 else cue
        elif not header and not sentence.is_question and _announces(sentences, place):
            announced, cue = sentence.paragraph, _find_announced(sentence)
        if is_long and announced != sentence.paragraph and not _stands_alone(sentence):
            continue  # a long order says what holds for it
        is_passing = is_momentary(sentence.plain) or (
            not is_plain and cue and is_of_moment(sentences, place, cue.start)
        )
        if announced != sentence.paragraph and is_passing:
            continue
        if cue and cue.confidence >= MIN_CONFIDENCE:
            if is_aside(placed[place]) and cue.confidence >= _SAID_ASIDE:
                cue = cue._replace(confidence=max(cue.confidence, _ANNOUNCED))
            rule = make_rule(sentences, place, cue)
            if cue.confidence == BANNED and not rule.why:
                rule = rule._replace(why=find_reliance(sentences, place)[:_MOST_REASON])
            is_listed = announced == sentence.paragraph
            rules += _make_each(_add_reason(sentences, place, rule)) if is_listed else [rule._replace(kind=kind)]
    formed = {one.text for one in sentences if lays_down_form(one, skip_lead(one.plain)) or states_practice(one.plain)}
    row = find_row(sentences, [rule for rule in rules if rule.quote not in formed])
    rules += [rule for rule in row if not dismisses(rule.quote)]
    named = [name_what(rule, sentences) for rule in rules]
    listed = frozenset(rule.quote for rule in named if rule.confidence >= _NAMED)
    kept = [rule._replace(why="") if rule.why in listed else rule for rule in named if _is_enough(rule)]
    where = {one.sentence.text: one for one in placed}
    described = [_describe_place(rule, where.get(rule.quote)) for rule in kept]
    return add_commands(described, prompt)


def _goes_further(sentences: Sequence[Sentence], place: int) -> bool:
    """Whether a paragraph goes on behind a sentence: `i deploy. then it crashes.` tells what happens."""
    following = sentences[place + 1 : place + 2]
    return bool(following) and following[0].paragraph == sentences[place].paragraph


def _make_demand(sentences: list[Sentence], place: int, demand: Demand) -> Candidate:
    """A demand that was announced. Those of somebody else bind the work only where they are put as rules are."""
    sentence = sentences[place]
    start = demand.start + skip_lead(sentence.plain[demand.start :])
    rule = make_rule(sentences, place, Cue(start, _ANNOUNCED))
    why = " ".join(demand.reasons)[:_MOST_REASON]
    if not demand.speaker:
        return rule._replace(why=why)
    cue = find_cue(sentence)
    is_rule = cue is not None and cue.confidence >= MIN_CONFIDENCE and not _binds_product(sentence, cue, is_plain=False)
    text = rule.text if demand.speaker.lower() in rule.text.lower() else f"{demand.speaker}: {rule.text}"
    return rule._replace(text=text, why=why, kind="rule" if is_rule else "decision")


def _name_pointed(rule: Candidate, pointed: Pointed) -> Candidate:
    """A ban on `that folder` behind the path that it means, with the sentence that names it as the reason."""
    return rule._replace(
        text=f"{pointed.path}: {rule.text}", why=pointed.sentence.text[:_MOST_REASON], anchors=(pointed.path,)
    )


_MOST_REASON: Final = 240


def _binds_product(sentence: Sentence, cue: Cue, *, is_plain: bool) -> bool:
    """Whether a sentence that reads like a rule is a requirement of the product, and not one of the work on it."""
    is_standing = is_plain or measure_demand(sentence.plain[skip_lead(sentence.plain) :]) >= LIKELY
    return not is_standing and demands_of_product(sentence, cue.start)


def _describe_place(rule: Candidate, placed: Placed | None) -> Candidate:
    """A rule with its place. The quote is the whole sentence."""
    if placed is None:
        return rule
    text = name_place(rule.text, placed.place)
    return rule._replace(text=text, quote=placed.quote, anchors=list_folders(placed.place))


def _is_enough(rule: Candidate) -> bool:
    """Whether a rule says something. Behind an announcement one name does: `rules: C99.`"""
    if _BARE.match(rule.text):
        return False
    is_name = any(map(str.isdigit, rule.text)) and rule.confidence >= _NAMED
    is_enough = len(rule.text.split()) >= _MIN_TEXT or is_unspaced(rule.text) or is_name
    return is_enough or TWO_WORDS.fullmatch(rule.text) is not None


_NAMED: Final = 0.9
_BARE: Final = Pattern(r"(?:only|just|nur|seulement|solo) (?:with|on|in|if|for|by|at|mit|bei|avec|con|en) [\w-]+\W*$")
"""The end of a thought that does not say what it is about: `only with fallthrough`."""


_TELLS: Final = Pattern(
    r"(?:the |version |release |all |both )*[\w./-]+(?: [\w./-]+){0,3} (?:was|were|has been|have been|got|went)"
    r" (?:\w+ly |just |now |already )*(?:out|\w+(?:ed|en|t)|broken|cut|live)\b"
    r"(?!.*\b(?:never|always|must|only|so|keep|don't|do not)\b)"
)
"""What has happened, and asks for nothing."""


def _reports_news(sentence: Sentence) -> bool:
    """Whether what `rules:` leads to is news of a thing with that name: `rules: 1.2.3 was released`."""
    named = announcements.NAMES_RULES.match(sentence.plain)
    return named is not None and _TELLS.match(sentence.plain, named.end()) is not None


def _announces(sentences: Sequence[Sentence], place: int) -> bool:
    """Whether a sentence announces rules, some of which may stand in it."""
    plain = sentences[place].plain
    is_named = announcements.ANNOUNCEMENT.search(plain) or announcements.NAMES_RULES.match(plain)
    return bool(is_named) or brings_rules(sentences, place)


def _make_each(rule: Candidate) -> list[Candidate]:
    """The rules of a sentence that lists several behind an announcement: `no new deps; Python 3.8; ...`."""
    named = announcements.NAMES_RULES.match(rule.text.lower())
    text = rule.text[named.end() :] if named else rule.text
    texts = _split_list(text)
    return [rule._replace(text=one[skip_lead(one.lower()) :], confidence=_ANNOUNCED) for one in texts]


def _split_list(text: str) -> list[str]:
    """The items of a list in a sentence: between semicolons, or between commas where `and` leads to the last one."""
    items = [item.strip() for item in _SEMICOLON.split(text)]
    if len(items) >= _FEWEST_LISTED and all(items):
        return items
    items = [item.strip() for item in _COMMA.split(text)]
    last = next((place for place, item in enumerate(items) if _LAST_ITEM.match(item.lower())), 0)
    items = [*items[:last], ", ".join(items[last:])]
    is_list = last >= _FEWEST_LISTED - 1 and all(len(item.split()) >= _MIN_TEXT for item in items)
    return items if is_list else [text]


_FEWEST_LISTED: Final = 3
_SAID_ASIDE: Final = 0.8
"""How sure a rule has to be that is said in passing: nobody does that with an order for the moment."""
_ANNOUNCED: Final = 0.94
"""How sure a rule is that the person announced as one."""
_SEMICOLON: Final = Pattern(r"[;；]")
_COMMA: Final = Pattern(r",\s+(?![^(]*\))")
_LAST_ITEM: Final = Pattern(r"(?:and|und|et|y|e|en|i|oraz|sowie)\b")


def _stands_alone(sentence: Sentence) -> bool:
    """Whether a sentence of a long order holds beyond it: it says so, is of the work as such, or names somebody."""
    plain = sentence.plain
    is_listed = sentence.item and announcements.RULES_FOLLOW.search(sentence.heading) is not None
    lasts = OF_WORK.search(plain) and announcements.LASTS.search(plain)
    return is_listed or any((lasts, find_owner(sentence, 0), announcements.HEADER.match(plain)))


_LONG: Final = 1_000
"""Characters of a prompt above which it is an order with all its details."""


def _find_header(sentence: Sentence, headed: int) -> Cue | None:
    """What follows `two things that hold here: `, and the sentences after it that go on with that."""
    if not may_rule(sentence):
        return None
    plain = sentence.plain
    header = announcements.HEADER.match(plain)
    if header and announcements.HEADER_WORDS.search(header[0]) and not _is_order(header[0]):
        named = _FROM.search(sentence.text, 0, header.end())
        return Cue(skip_lead(plain) if named or POINTS.search(plain, header.end()) else header.end(), 0.88)
    if headed == sentence.paragraph and announcements.GOES_ON.match(plain):
        return Cue(skip_lead(plain), 0.8)
    return None


def _is_order(header: str) -> bool:
    """Whether what leads to a colon is about rules that the product has, or that are there to be changed."""
    return bool(announcements.OF_PRODUCT.search(header) or announcements.ACTS_ON.search(header))


_FROM: Final = Pattern(r"\b(?:from|by|per|for|von|de|del|di) [A-Z][a-z]+\b")
"""Who wants what a header announces."""


def _find_announced(sentence: Sentence) -> Cue | None:
    """The rule behind the colon of the sentence that announces it, with all of it where it names who wants that."""
    named = announcements.NAMES_RULES.match(sentence.plain)
    is_short = not sentence.is_question and len(sentence.plain) <= MAX_TEXT
    if named and is_short and (named["comma"] or not duration_cues.is_passing(sentence.plain[named.end() :])):
        return Cue(named.end(), 0.9)  # even where a part of it holds for now
    wide = sentence.plain.find("：")
    colon = wide - 1 if named and wide > 0 else sentence.plain.find(": ")
    if colon < 0 or not may_rule(sentence):
        return None
    return Cue(skip_lead(sentence.plain) if owner_cues.NAMED.search(sentence.text, 0, colon) else colon + 2, 0.9)


def _goes_below(sentences: Sequence[Sentence], place: int) -> bool:
    """Whether a line below an announcement is another of its items: the announcement, or the item above, is a line."""
    above = sentences[place - 1]
    if sentences[place].item and above.item and sentences[place].heading != above.heading:
        return above.text.endswith((":", "：")) and _announces(sentences, place - 1)  # set in below it, or its end
    if above.text.endswith((":", "：")) and not above.item:
        return len(above.text.split()) >= _FEWEST_LISTED and not _OF_TASK.search(above.plain)
    if sentences[place].item and (above.item or _announces(sentences, place - 1)):
        return True
    return above.item == sentences[place].item and not above.text.endswith((".", "!", "?"))


_OF_TASK: Final = Pattern(
    r"\b(?:task|tasks|prompt|change|ticket|feature|output|answer|file|report|aufgabe|tâche|tarea|tarefa|compito|taak)\b"
)
"""What rules are for that hold for the moment."""


def _gives_reason(sentences: Sequence[Sentence], place: int) -> bool:
    """Whether a sentence of a list item only says why, since another one binds the work, or says too little."""
    sentence = sentences[place]
    if not sentence.item or binds(sentence.plain) or _GIVES_VALUE.match(sentence.plain):
        return False
    of_item = [sentences[at] for at in _list_places(sentences, place)]
    if count_words(sentence.plain) < MIN_WORDS and not is_unspaced(sentence.plain):
        return len(of_item) > 1
    return any(binds(one.plain) for one in of_item)


_GIVES_VALUE: Final = Pattern(
    r"(?:the |our |die |der |das |le |la |el |il )?[\w/-]+(?: [\w/-]+){0,2} (?:is|are|stays?|remains?|ist|sind|bleibt"
    r"|est|reste|es|son|è|sono) (?:\w+ ){0,2}?[\w.+-]*\d[\w.+-]*(?: \w+)?[.;!]*$"
)
"""What something has to be: `source level is Java 11`."""


def _list_places(sentences: Sequence[Sentence], place: int) -> list[int]:
    """Where the sentences of a list item are."""
    item = sentences[place]
    return [at for at, one in enumerate(sentences) if (one.paragraph, one.entry) == (item.paragraph, item.entry)]


def _add_reason(sentences: Sequence[Sentence], place: int, rule: Candidate) -> Candidate:
    """A rule of a list item with what else the item says, for the first one in it that binds the work."""
    of_item = _list_places(sentences, place)
    bound = [at for at in of_item if binds(sentences[at].plain)]
    if rule.why or not sentences[place].item or bound[:1] != [place]:
        return rule
    reasons = [sentences[at].text for at in of_item if at not in bound and len(sentences[at].text.split()) >= MIN_WORDS]
    return rule._replace(why=" ".join(reasons))


def _goes_on(sentence: Sentence) -> bool:
    """Whether a sentence behind an announcement of rules is one of them."""
    least = _MIN_TEXT if sentence.item and binds(sentence.plain) else MIN_WORDS
    return (
        may_rule(sentence)
        and count_words(sentence.plain) >= least
        and not announcements.ENDS_RULES.match(sentence.plain)
    )
