"""Rules that a person gives as how things stand: what a generator overwrites, what has to wait for somebody, which
tests cannot pass here, that a branch stays local, which command is used from now on.

Patterns of `Sentence.plain`. A ban that only makes sense with the sentence before it has both.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.rule_cues import Cue, skip_lead
from backstory.capture.rules.rule_text import make_rule
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.sentence_ends import strip_end

_CONFIDENCE: Final = 0.86
_LONGEST: Final = 260
_SHORT: Final = 80
"""Characters of a sentence that says who it is."""
_LEAD: Final = (
    r"^(?:(?:and|but|so|also|then|please|ok(?:ay)?|fyi|note that|mind(?: you| that)?|keep in mind(?: that)?|remember(?:"
    r" that)?|btw|by the way|one (?:more )?thing|whatever you do|be aware(?: that)?)[\s,:.]+)*"
)
_PATH: Final = rf"(?:[\w.@*{MASK}-]*[/{MASK}][\w./*{MASK}-]*|[\w-]+\.[a-z]{{1,5}})"
_MADE: Final = (
    r"(?:copied|written|generated|built|synced|vendored|produced|rendered|created|overwritten|regenerated|mirrored"
    r"|downloaded|exported|dumped|made)"
)
_LOST: Final = (
    r"(?:(?:edit|chang|touch|patch|fix|correct)\w*\b[^.;]{0,40}\b(?:pointless|useless|no (?:use|point|sense|good)"
    r"|wasted"
    r"|futile|for nothing|makes no sense|won't (?:last|survive|stick))"
    r"|(?:whatever|anything|what|everything|all) (?:you|we|one) (?:change|edit|write|put|touch"
    r"|fix)[^.;]{0,30}\b(?:gone|lost"
    r"|overwritten|thrown away|wiped|undone|reverted)"
    r"|(?:edits|changes|hand edits|manual changes)\b[^.;]{0,30}\b(?:lost|overwritten|gone|wiped|undone|don't survive"
    r"|do not survive|won't survive))"
)
_GENERATED: Final = Pattern(
    rf"{_LEAD}(?:(?:anything|everything|all(?: the)?|the|whatever(?:'s| is)?|what(?:'s| is))(?: files?| code| stuff)?"
    rf"(?: (?:that )?(?:is|are|lives?|lies?))? (?:under|in|below|inside|within) {_PATH}|(?:the )?{_PATH})"
    rf" (?:is|are|gets?|comes?)\b[^.;]{{0,40}}?\b(?:{_MADE}|out of)\b[^.;]*?[,;:–—-] ?(?:and |so )?{_LOST}"
)
"""`anything under vendor/ is copied in by a script, editing it there is pointless`"""
_WAITS: Final = Pattern(
    rf"{_LEAD}(?:[^.;?]{{3,120}}?,? (?:so|hence|therefore) )?(?:the|our|its|their"
    rf"|no) [\w{MASK}./-]+(?: [\w{MASK}./-]+){{0,3}}"
    r" (?:can't|cannot|can not|mustn't|must not|may not|may) (?:be )?(?:chang\w+|mov\w+|remov\w+|renam\w+|touch\w+"
    r"|break"
    r"|grow|shrink|go(?: away)?|dropp\w+|reformat\w+) (?:before|until|till|unless|as long as|while)\b"
)
"""`the wire format can't change before their release in March`"""
_NOTHING: Final = Pattern(
    rf"{_LEAD}(?:nothing|no (?:code|module|file|function|test|import|package|handler|class)) (?:in|on|under|below"
    rf"|inside"
    r"|outside|of|within|from|beyond|behind|above) [^,;.?]{2,50}? (?:may|can|is allowed to|are allowed to|should|must"
    r"|gets to|is to) (?!be (?:wrong|done about|seen|found|there)\b|help\b|happen\b|go wrong\b)(?:ever |still )?[a-z]+"
)
"""`nothing on the hot path may allocate`"""
_ALWAYS_ARE: Final = Pattern(
    rf"{_LEAD}(?!(?:it|that|this|they|these|those|there|tests?|we|you|both|people|users)\b)(?:our |all )?[\w{MASK}-]+s"
    rf"(?: (?:in|of|for|on|to|from) (?:the |our )?[\w{MASK}./-]+)? are always (?!red|broken|slow|busy|late|green"
    rf"|empty|the (?:same"
    rf"|first"
    r"|last)\b|there\b|here\b|like that\b|wrong|right|an? (?:pain|problem|mess)\b|failing|missing|in the way)[\w-]+"
)
"""`durations in config are always strings like 30s`"""
_ORDERS: Final = (
    r"write|add|make|show|print|list|count|check|find|put|use|let|have|get|see|look|change|move|rename|remove|drop|fix"
    r"|replace|log|run|test|try|do|give|set|start|stop|keep|explain|tell|can|could|should|would|why|how|where|when"
    r"|does|is"
    r"|are|if"
)
"""First words of orders and questions."""
_EVERYWHERE: Final = Pattern(
    rf"{_LEAD}(?!(?:i|it|that|this|they|these|those|there|we|you|he|she|what|which"
    rf"|same|{_ORDERS})\b)[\w{MASK}-]+(?: [\w{MASK}-]+){{0,3}}?"
    r" (?:starts?|begins?|counts?|ends?|are|is|goes|go|comes?|reads?|stands?|stays?|uses?|takes?) (?!(?:wrong|broken"
    r"|missing|slow|red|too|off|gone|lost|down|failing|not)\b)[^?;]{2,60}? (?:everywhere|in everything|in every|in all"
    r" (?:of )?(?:our|the|its)|wherever|throughout|across (?:all|the whole)"
    r"|(?:from )?end to end|from top to bottom|from start to (?:end|finish))\b"
    r"(?!.*\b(?:but|bug|wrong|broken|crash\w*|fails?)\b)"
)
"""`row numbers start at 1 in everything users see`"""
_TESTS_RUN: Final = Pattern(
    rf"{_LEAD}(?:(?:our|the|all|unit|most|these) )*(?:tests?|they|all of them|everything|the suite)(?: all| both)?"
    rf" (?:are )?(?:run|runs|go|goes) (?:under|via|with|through|by|in|from) (?:a |the )?{MASK}+"
)
"""`they all run under `make test-fast` here`"""
_OF_TESTS: Final = Pattern(r"\b(?:tests?|suite|specs?)\b")
_HERE: Final = Pattern(
    r"\b(?:here|on (?:this|my|the) (?:box|machine|vm|laptop|host|server|runner)|in this (?:repo\w*|container|vm|sandbox"
    r"|project|office)|anything else|nothing else|the (?:slow|other|rest|long) ones?|only there)\b"
)
_CANT_PASS: Final = Pattern(
    rf"(?:\b(?:tests?|specs?|suite|cases?)\b|\btest[\w_]+|{MASK}{{4,}})[^.;?]{{0,50}}? (?:can't|cannot|can not|(?:is"
    rf"|are)"
    r" (?:known|expected|bound|supposed) to|will never|never|always) (?:pass|work|run|fail|hang|flake|time out|break"
    r"|be run)"
    r"|(?:\btests?\b|\btest[\w_]+)[^.;?]{0,40}? (?:fails?|hangs?|flakes?|times? out|is flaky|are flaky) (?:once"
    r"|now and then"
    r"|sometimes|every so often|from time to time|on this|in this|here|there)\b"
)
_LET_BE: Final = Pattern(
    r"\bno attention\b|\b(?:ignore|skip|never mind|forget|don't (?:bother|worry|mind|chase|touch|look|try)"
    r"|do not (?:bother|touch"
    r"|try)|no need"
    r"|leave) (?:with |about |to |into |at )?(?:it|them|those|that|these|this|both|fix\w*|make)\b"
    r"|\b(?:is|'s) (?:already )?(?:on it|looking into (?:it|them|that))\b|\bknows(?: about (?:it|them))?\b"
)
"""`ignore those`, `don't bother with them`, `Oskar is on it`"""
_KNOWN: Final = Pattern(
    r"\b(?:warnings?|errors?|failures?|complaints?|messages?|findings?|tests?|todos?) [^.;?]{0,60}?\b(?:is"
    r"|are) (?:all )?known\b"
)
"""`the flake8 warnings in legacy/ are known`, where they are let be"""
_REQUIRED: Final = Pattern(
    r"[^?]{15,}[,;–—-] ?(?:and )?(?:that|this|it)(?:'s| is) (?:an? )?(?:(?:hard|strict|fixed|firm|absolute"
    r"|old) )?(?:requirement"
    r"|rule|must|policy|convention|law|house rule)\b"
)
"""`every setting has a default in defaults.py, that's a hard requirement here`"""
_OWNED: Final = Pattern(
    rf"{_LEAD}(?:the|our|that|all the|all of the|everything (?:in|under"
    rf"|below)) [\w{MASK}./-]+(?: [\w{MASK}./-]+){{0,4}} (?:is|are)"
    r" (?:(?:someone|somebody) else's|not (?:ours|mine|yours|our (?:code|own))|none of (?:our|my|your) business)\b"
)
"""`the celery part is someone else's`, and behind it whose"""
_SUPPORTED: Final = Pattern(
    rf"{_LEAD}we (?:have |'ve )?(?:dropped(?: support for)?|no longer support|don't support|do not support"
    rf"|stopped supporting"
    r"|still support|only support|support only|have to support|must support) (?!(?:it|that|this|them|the (?:idea"
    r"|plan|branch))\b)"
    r"[^.;?]{0,24}?(?:\d|\b(?:windows|ie|node|python|mac|linux|java|safari|browsers?)\b)"
)
"""`we dropped Django 3 last week, you can use everything 4.2 has`"""
_PROMISED: Final = Pattern(
    r"[^?]{10,}, (?:so|hence|therefore) (?:an?|no|every|any|existing|what|whatever|all"
    r"|each) [^.;?]{3,60}?(?<!it) (?:isn't"
    r"|aren't|is not|are not|is never|are never|doesn't get|don't get|never gets?) (?!broken|fixed|needed|supported"
    r"|called|used"
    r"|found|installed|configured|tested|affected|related|finished)[a-z]+(?:ed|en|t)\b"
)
"""`downstream greps for error texts, so a text that exists isn't reworded`"""
_OWN_LINES: Final = Pattern(
    r"(?:^|[.,;:–—-] )(?:please |and |so )*(?:format|reformat|lint|touch|change|sort|commit|stage|rename|fix|edit"
    r"|annotate) only"
    r" (?:the |those )?(?:what|lines?|files?|parts?|code|hunks?|functions?)(?: that| which)? (?:you|we) (?:wrote"
    r"|write|touch(?:ed)?"
    r"|changed?|edit(?:ed)?|add(?:ed)?)\b"
)
"""`format only the lines you wrote`"""
_EVERY: Final = Pattern(
    r"[^?]{8,}[,;–—] (?:and )?every (?:new |other |single )?(?:one|[\w-]+) (?:uses?|has|gets?|needs?|goes|comes"
    r"|starts|ends|carries"
    r"|takes|lives|belongs|stays)\b(?! (?:slow|wrong|lost|red|stuck|too|a(?:n)? (?:error|exception|500|timeout))\b)"
)
"""`for the tests we have a macro, every new one uses it`"""
_RUN_HERE: Final = Pattern(
    rf"{_LEAD}(?:always )?(?:run|use|call|start) (?!(?:it|that|this|them|the (?:script|program|server"
    rf"|app))\b)[^,;?]{{4,60}},"
    r" (?:because |since |as )?(?:the|there|we|they|this|it|nothing|no|everything|all)\b[^;?]*\b(?:here"
    r"|in this (?:container|vm"
    r"|sandbox|image)|on (?:this|my) (?:box|machine|laptop|vm|host))\b"
)
"""`run cargo test --lib, the doc tests take ten minutes in this container`"""
_ANSWERS: Final = Pattern(
    rf"{_LEAD}(?:answer|reply|respond) (?:me )?(?:only )?(?:in|with|without|briefly|shortly) (?!(?:one|a|two|three"
    rf"|a single)"
    r" (?:word|sentence|line|number)s?\b|yes|no\b|numbers?\b|the (?:number|name|path|command)\b)[^?]{4,}"
)
"""`answer in short paragraphs, I read this in a terminal`"""
_LIMITED: Final = Pattern(
    rf"{_LEAD}(?:i'm|i am|we're|we are|they're|they are|the (?:customers?|team|users?|clients?)(?: is"
    rf"| are)?) (?:only |still |stuck )*"
    r"(?:on|at|with|below) [^?;]{3,60}, so (?:no|nothing|only) (?!problem|worr|rush|need|hurry|idea|wonder|surprise"
    r"|luck|point|more"
    r"|longer|matter|reason)[\w·-]+(?: [\w·-]+){0,4}[.!]*$"
)
"""`I'm only on edition 2018, so no let-else`"""
_FOREIGN: Final = Pattern(
    rf"{_LEAD}(?![^,;]*\b(?:bugs?|issues?|problems?|errors?|failures?|faults?|tickets?|idea)\b)(?:(?:the|our|that"
    rf"|all the|everything (?:in|under"
    rf"|below)) )?[\w{MASK}./-]+(?: [\w{MASK}./-]+){{0,3}} (?:isn't|aren't|is"
    r" not|are not|is no|is (?:just )?an?|are)(?: part of)? (?:ours?|our code|submodule|git submodule|vendored"
    r"|a fork|third[- ]party)\b"
    r"[^.;?]*[,;:–—-] ?(?:so |and )?(?:it's [^,;]{3,30}, )?(?:changes|fixes|patches|edits|anything|whatever|don't"
    r"|never|leave|hands off)\b"
)
"""`the scheduler isn't our code, changes there go through the platform team`"""
_FROZEN: Final = Pattern(
    rf"(?:^|[,;:] (?:and )?)(?:(?:and|but|so|also|please|note that|fyi|btw|by the way|mind that"
    rf"|remember that)[\s,:]+)*(?:the )?"
    rf"{_PATH} (?:is|are) (?:frozen|off limits|off-limits|closed|sealed|untouchable|taboo|sacred|read-only for us"
    rf"|under audit)\b"
)
"""`note that reports/legacy is frozen, auditors have a copy of it`"""
_BEFORE_ANY: Final = Pattern(
    rf"{_LEAD}before (?:you )?(?:open|run|start|touch|change|edit|delete|merge|call|load|read|use|add|remove|rename"
    rf"|write|create"
    r"|install)(?:ing|ning|ting)? (?:an?|any|another|something|anything|one of (?:the"
    r"|our)) [^,;?]{2,60}?,? (?:always |please |first )*"
    r"(?:look|check|ask|run|make sure|read|tell|see|measure|copy|save|stop|search|grep)\b"
)
"""`before you open a file with pandas look at its size`"""
_NAMES_SAY: Final = Pattern(
    rf"{_LEAD}(?:(?:all|our|the) )*(?:test|function|method|variable|branch|file|class|commit|error|log|column|field"
    rf"|migration)s?"
    r" (?:names?|messages?|titles?|subjects?) (?:says?|tells?|describes?|starts?|ends?|begins?|names?|uses?|has|have"
    r"|are|is|stays?|go|goes)"
    r" (?!wrong|broken|missing|empty|cut|too)[^?;]{4,}?(?:, (?:and )?(?:not|never|no|without)\b|\balways\b|\bonly\b"
    r"|\bin english\b)"
)
"""`test names say what happens, not which function is called`"""
_WHAT_LEAVES: Final = Pattern(
    rf"{_LEAD}what(?:ever)? (?:leaves|enters|goes (?:out|in|to|into|over)|comes (?:in|out|from)|is (?:sent|written"
    rf"|stored|returned|shown"
    r"|logged|exported|printed)|gets (?:sent|written|stored|logged)|users (?:see|type|send)) [^,;?]{0,40}?(?:is|are"
    r"|has|gets|stays|must be"
    r"|has to be|may be) (?!wrong|broken|missing|slow|lost|too|not (?:right|there|clear)|empty)[^?]{3,}"
)
"""`what leaves this service is UTC with a Z, what comes in may be anything`"""
_THAT_WAY: Final = Pattern(
    r"[^?]{10,}, (?:and |so )?(?:please )?(?:let's )?(?:keep|leave) (?:it|that|them|this) (?:that way|like (?:that"
    r"|this)|so)\b"
)
"""`we call them documents in the code, please keep it that way`"""
_BROKEN_HERE: Final = Pattern(
    r"[\w·./ -]{2,40} (?:is|are) (?:broken|gone|not there|unusable|missing) (?:here|on this \w+"
    r"|in this \w+)[,;:–—-] ?(?:so )?(?:please"
    r" )?(?:use|run|take|call) (?!(?:it|that|this)\b)[^,;?]{3,60} instead\b"
)
"""`make is broken here, use ./task test instead until they fix it`"""
_ASKS_FIRST: Final = Pattern(
    rf"{_LEAD}(?:if|when|whenever) you (?:want to |need to |have to )?(?:add|change|touch|rename|delete|remove|move"
    rf"|drop|use"
    r"|bump|upgrade|install|write|open)\b[^,;?]{2,50}?,? (?:please )?(?:ask|tell|check with|talk to|speak to"
    r"|write to|ping)"
    r" [\w-]+ (?:before|first|beforehand)\b"
)
"""`if you add a dependency ask Tobias before`"""
_BEFORE_RISK: Final = Pattern(
    rf"{_LEAD}before (?:you )?(?:run|start|touch|change|edit|delete|merge|call|use|rename|deploy|release"
    rf"|open)(?:ning|ing)?"
    r" [^,;?]{2,40}?,? (?:please |always )*(?:make|take|do|save|copy|stop|dump|back up|export"
    r"|close) [^;?]{2,50}, (?:i|we|it"
    r"|somebody|someone|last time|once|otherwise|else|they|that)\b"
)
"""`before you run the migration make a dump, i lost a day with this`"""
_TESTS_NEED: Final = Pattern(
    rf"{_LEAD}(?:for|in|with) (?:the |all |our )*(?:tests?|specs?|suite) (?:it|you|we|one"
    rf"|they) (?:always )?(?:needs?|must"
    rf" have|must set|have to set|has to have) [\w{MASK}=/:.-]+ (?:in front|set|before|first)\b"
)
"""`for the tests it needs DB_URL=sqlite:// in front`"""
_IN_UNITS: Final = Pattern(
    rf"{_LEAD}(?:all )?(?:the |our )?[\w-]+s (?:are|is|go) (?:always )?(?:in"
    rf"|as) [\w-]+\b[^?;]{{0,40}}, (?:and )?(?:nowhere"
    r"|never|no|not) [\w-]+(?: please)?[.!]*$"
)
"""`all the prices are in cents, integer, nowhere floats please`"""
_NO_GIT: Final = Pattern(
    rf"{_LEAD}no (?:force[ -]?push\w*|pushe?s?|pushing|rebas\w+|squash\w*|amend\w*|merges?|releases?|tags) (?:on|to"
    rf"|in|before"
    r"|until|here|without|for|of) (?!now\b)"
)
"""`no force push on this one, two others have it checked out`"""
_NONE_IN: Final = Pattern(
    rf"{_LEAD}(?:i forgot to (?:say|mention)[\s,:]+)?no (?!(?:\w+ )?(?:errors?|failures?|warnings?|problems?|issues?"
    rf"|bugs?"
    r"|changes?|differences?|trace|signs?|hits?|match\w*|mention|more|longer|need|use|such|one|way|idea|news|reason"
    r"|point"
    r"|luck|wonder|surprise|tests?)\b)[\w-]+(?: [\w-]+)? (?:in|inside|into) (?:the |our |any )?(?:tests?|specs?"
    r"|fixtures|code"
    r"|repo\w*|migrations?|commits?|commit messages?|messages?|logs?|docs?|comments?|headers?|templates?|libs?|library"
    r"|core|production|prod)(?: please)?(?=[.,;!]|$)"
)
"""`no network in the tests`"""
_COUNTS: Final = Pattern(r"\b(?:two|three|four|some|several) (?:\w+ )?(?:demands|wishes|things|points|conditions)\b")
_TESTS_GO: Final = Pattern(
    rf"(?:^|[,;:] )(?:(?:and|also|please)[\s,]+)*(?:write|put|place|keep|add) (?:the |new |your |all )*(?:tests?"
    rf"|specs?) (?:in|under|into"
    rf"|to) {_PATH}[^,;?]{{0,20}},? (?:and )?not (?:in|into|under|to)\b"
)
"""`write the tests in spec/ and not in test/`"""
_LOCAL: Final = Pattern(
    r"\b(?:keep|leave|let) (?:it|this|that|them|these|those|everything|(?:the|this|your) (?:branch|commits?|work"
    r"|changes)"
    r"|all of (?:it|this|that)) (?:stay )?(?:local(?:ly)?\b|to yourself\b|unpushed\b|on this (?:machine|box"
    r"|laptop)\b|off (?:the"
    r" )?(?:remote|origin|github|gitlab|server)\b)"
)
_OF_GIT: Final = Pattern(
    r"\b(?:push\w*|pr|prs|pull request|merge request|mr|commit\w*|branch|squash|rebase|origin|remote|merge)\b"
)
_FROM_NOW: Final = Pattern(
    r"^(?:(?:and|so|please|then)[\s,]+)*(?:use|run|take|call) (?:that|this|it)(?: one| command"
    r"| target)? (?:from (?:today|now"
    r"|here|this point)(?: on(?:wards?)?)?|instead from now on|in (?:the )?future|going forward)\b"
)
"""`use that one from today on`, behind the sentence that names it"""


def add_standing_conditions(selected: list[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt with the rules that it gives as how things stand, unless another says the same."""
    kept = list(selected)
    for place in range(len(sentences)):
        count = _count_sentences(sentences, place)
        if not count:
            continue
        first = place - 1 if count < 0 else place
        rule = _make(sentences, first, abs(count))
        if count < 0:  # another rule of the sentence does not name what it is about
            kept = [one for one in kept if one.quote not in rule.quote]
        if any(one.kind == "rule" and (one.quote in rule.quote or rule.quote in one.quote) for one in kept):
            continue
        kept = [one for one in kept if one.kind == "rule" or one.quote not in rule.quote]
        later = " ".join(one.text for one in sentences[place + 1 :])
        kept.insert(next((at for at, one in enumerate(kept) if one.quote in later), len(kept)), rule)
    return kept


def _count_sentences(sentences: Sequence[Sentence], place: int) -> int:
    """How many sentences from one on are a rule; negative where it takes the one before as well. 0 for none."""
    one = sentences[place]
    plain = one.plain
    if one.is_question or len(one.text) > _LONGEST:
        return 0
    before = sentences[place - 1] if place and sentences[place - 1].paragraph == one.paragraph else None
    after = sentences[place + 1] if place + 1 < len(sentences) else None
    after = after if after and after.paragraph == one.paragraph and not after.is_question else None
    if _FROM_NOW.match(plain):
        return -2 if before and not before.is_question and len(before.text) <= _LONGEST else 0
    if _LOCAL.search(plain):
        around = f"{before.plain if before else ''} {plain} {after.plain if after else ''}"
        return 1 if _OF_GIT.search(around) else 0
    if _CANT_PASS.search(plain) or _KNOWN.search(plain):
        if _LET_BE.search(plain):
            return 1
        return 2 if after and _LET_BE.search(after.plain) and len(after.text) <= _LONGEST else 0
    if _NO_GIT.match(plain):  # also for `this one`
        return 1
    if is_passing(plain):
        return 0
    if _NONE_IN.match(plain):  # those that are counted have somebody's name
        return 0 if any(_COUNTS.search(each.plain) for each in sentences[:place]) else 1
    if _TESTS_RUN.match(plain):
        of_tests = _OF_TESTS.search(plain) or (before and _OF_TESTS.search(before.plain))
        return 1 if of_tests and _HERE.search(plain) else 0
    if _OWNED.match(plain):
        return 2 if after and len(after.text) <= _SHORT else 1
    return (
        1
        if _OWN_LINES.search(plain)
        or _TESTS_GO.search(plain)
        or _FROZEN.search(plain)
        or any(pattern.match(plain) for pattern in _HOLD)
        else 0
    )


_HOLD: Final = (
    _GENERATED, _WAITS, _NOTHING, _ALWAYS_ARE, _EVERYWHERE, _REQUIRED, _SUPPORTED, _PROMISED, _EVERY, _RUN_HERE,
    _ANSWERS, _LIMITED, _FOREIGN, _ASKS_FIRST, _BEFORE_RISK, _TESTS_NEED, _IN_UNITS,
    _BEFORE_ANY, _NAMES_SAY, _WHAT_LEAVES, _THAT_WAY, _BROKEN_HERE,
)  # fmt: skip


_BETWEEN: Final = Pattern(r"[\s.,;:–—-]*(?:(?:and|but|so|also|please)[\s,]+)*")


def _make(sentences: Sequence[Sentence], first: int, count: int) -> Candidate:
    """The rule of one sentence, or of two that only together say what holds."""
    plain = sentences[first].plain
    later = (
        _FROZEN.search(plain) or _OWN_LINES.search(plain) or _TESTS_GO.search(plain)
    )  # they may stand behind an order
    begin = _BETWEEN.match(plain, later.start()) if later and later.start() else None
    rule = make_rule(list(sentences), first, Cue(begin.end() if begin else skip_lead(plain), _CONFIDENCE))
    if count == 1:
        return rule
    both = sentences[first : first + count]
    return rule._replace(
        text=strip_end(" ".join(one.text for one in both)), quote=" ".join(one.text for one in both), why=""
    )
