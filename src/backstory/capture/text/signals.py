"""Signals of a sentence: small signs of what it is, each too weak to decide alone. `weights` says what each is worth.

A signal is a pattern of `Sentence.plain`, a word of the heading that the sentence stands under or of the label that it
begins with, or a test of its shape. The person's sentences and an agent's have the same signals with other weights.
"""

from collections.abc import Iterator
from sys import maxsize
from typing import Final, NamedTuple

from backstory.capture.text.patterns import Pattern, PatternSet
from backstory.capture.text.prose import MASK, Sentence


class Place(NamedTuple):
    """A sentence with what stands around it."""

    sentences: list[Sentence]
    place: int
    asked: bool = False
    """Whether the message answers a question."""
    last: bool = False
    """Whether the message is an agent's last before the next prompt."""

    @property
    def sentence(self) -> Sentence:
        return self.sentences[self.place]

    @property
    def before(self) -> Sentence | None:
        """The sentence before it in its paragraph."""
        former = self.sentences[self.place - 1] if self.place else None
        return former if former and former.paragraph == self.sentence.paragraph else None


_LEAD: Final = (
    r"^(?:(?:and|also|but|so|then|ok(?:ay)?|yes|yeah|no|nope|great|good|nice|perfect|thanks|well|now|just|please|right"
    r"|hm+|ah|btw|by the way|actually|first|finally|kindly|fine|agreed|again|oh|very well)\b[\s,:;!.–—-]*)*"
)
VERB: Final = (
    r"(?:add|allow|always|apply|ask|avoid|be|bring|build|bump|call|change|check|clean|commit|configure|consider|convert"
    r"|copy|create|default|delete|deploy|describe|disable|document|don't|do|drop|enable|ensure|exclude|export|expose"
    r"|extract|fix|follow|format|generate|give|go|handle|have|hide|ignore|implement|import|include|install|keep|leave"
    r"|let|limit|log|look|make|mark|merge|migrate|mock|move|name|never|note|only|open|pass|pin|place|prefer|print|push"
    r"|put|raise|re-?(?:build|deploy|load|run|start|try)|read|record|refactor|reject|release|remember|remove|rename"
    r"|replace|report|return|reuse|review|revert|rotate"
    r"|run|save|send|set|show|skip|sort|split|start|stick|stop|store|support|switch|tag|take|tell|test|throw|treat"
    r"|try|turn|update|use|verify|wait|wire|work|wrap|write)"
)
"""Verbs that orders begin with."""
_FAULT: Final = (
    r"(?:wrong|missing|stale|broken|incorrect|mismatch\w*|conflict\w*|undefined|duplicate\w*|unused|unavailable|dead"
    r"|outdated|absent|blocked|unreachable|ambiguous|flaky|invalid|unexpected\w*|empty|too \w+|untouched|inconsistent)"
)

_PATTERNS: Final[dict[str, str]] = {
    # mood
    "orders": _LEAD + VERB + r"\b",
    "forbids": r"\b(?:don't|do not|dont|doesnt|shouldnt|never|no more|stop|avoid|must not|mustn't|may not|hands off"
    r"|leave .{0,20}alone"
    r"|not to be|no longer|shouldn't|should not|under no circumstances)\b|" + _LEAD + r"(?:no|not)\b \w",
    "demands": r"\b(?:must|should|shall|has to|have to|needs? to|required?|requires|ought to|mandatory)\b",
    "wants": r"\b(?:i want|i'd like|i would like|i need|i prefer|i don't want|i like|we want|we need|prefers?"
    r"|wants?)\b",
    "together": r"\b(?:let's|lets|let us|we should|we'll|shall we)\b",
    "asks": r"^(?:why|how|what|which|where|who|when|is|are|was|were|does|do|did|can|could|should|would|have|has)\b",
    "polite": r"\b(?:please|could you|can you|may i ask|would you|kindly)\b",
    "blames": r"\b(?:you(?:'re| are| were| did| didn't| have|'ve| just| still| always| seem)|why (?:did|are|were|do"
    r"|would"
    r"|is)|that's not|isn't right|are you)\b",
    # how long it holds
    "always": r"\b(?:always|never|every|each|any|all|whenever|everything|nobody|nothing|only|at all times)\b"
    r"|\b(?:immer|nie|jede[nrs]?|alle[nrs]?|toujours|jamais|chaque|tou[st]|siempre|nunca|cada|todos?|sempre|ogni|всегда|каждый|никогда)\b|总是|所有|每|必ず|すべて",
    "lasting": r"\b(?:from now on|from here on|going forward|in (?:the )?future|next time|as a rule|in general"
    r"|generally"
    r"|by convention|(?:as a|new|house|ground|standing|general|golden|our|my) rules?|rule (?:here )?is"
    r"|conventions?|policy|standard practice|henceforth|standing|anymore|any more|ever|remember"
    r"|habit|make sure|until further notice|preference|principle|under no circumstances|house)\b"
    r"|\b(?:from now|stays? as (?:it|they) (?:is|are)|as (?:it|they) (?:is|are)[.!]?$|i said|hab ich gesagt"
    r"|wie gesagt|ab jetzt|künftig|ab sofort)\b|以后|今後",
    "here": r"\b(?:here|in this (?:repo|project|codebase|repository|package|folder)|our (?:repo|project|code)|we use"
    r"|we don't|we never|we only|this project)\b",
    "passing": r"\b(?:now|for now|right now|today|go ahead|continue|this time|once|first|next|start|begin|again|quick"
    r"|for the moment|yet|proceed|just this|retry|let me know)\b",
    "this": r"\b(?:this|that|these|those)\b",
    "kinds": r"\b(?:tests?|commits?|files?|names?|branch(?:es)?|changes|docs?|documentation|comments?|types?|errors?"
    r"|dependenc(?:y|ies)|messages?|commands?|scripts?|imports?|functions?|classes|pull requests?|prs?|changelog"
    r"|options?|rules?|style|format|agents?|lines?|crates?|packages?|docstrings?|subjects?|transcripts?|releases?"
    r"|sentence|lists?|code)\b",
    # contrast and reason
    "instead": r"\b(?:instead|rather than|in place of|not [\w·-]+, but|as opposed to|over the|prefer\w*|swap\w*)\b",
    "contrast": r"\b(?:but|however|although|though|yet|while|whereas|despite|even though|unlike)\b|, not\b",
    "reason": r"\b(?:because|since|so that|otherwise|due to|as a result|caused by|in order to|thus|hence|therefore"
    r"|meaning|which means|that's why|this means|that way|weil|porque)\b|[:;–—] (?:it|they|the|that|this|·)"
    r"|\b(?:denn|sonst|damit|parce que|pour que|perché|quindi|así que|потому|чтобы)\b|так как|因为|所以|ため|ので",
    "so": r"(?:^|[,;] )so\b|→|->|=>",
    "then": r"\b(?:then|it shall be|it is)[.!]*$",
    "settles": r"\b(?:(?:is|are) fine|will be enough|sounds (?:good|right|sensible)|makes sense|that works"
    r"|option \d|the"
    r" (?:former|latter)|let(?:'s|s| us)? (?:use|call|do|go|just|keep|rename|have|make|drop)|call (?:it|them)|shall be"
    r"|go(?:ing)? with|instead|by default|will be|should be|purely|no need|don't need|dont need|doesn't need)\b",
    "limits": r"\b(?:only|nur|seulement|solo|só|sólo|только)[.,!]?$"
    r"|^(?:no|not|without|kein\w*|ohne|sans|sin|sem|nur|only)\b"
    r"|\b(?:at most|at least|no more than|höchstens|mindestens|up to \d|max)\b",
    "not but": r"(?:,|\band\b|—|;|\() ?(?:not|never|no|rather than|instead of|only|nor) ",
    "next time": r"\b(?:next time|make sure|ensure|don't forget|dont forget|be careful|whenever|when (?:you|we|fixing"
    r"|adding|using|testing|delivering|working)|before (?:you|we|any|every|each)|after (?:each|every|any)|as we go)\b",
    "task words": r"\b(?:task|phase|step|session|review|feature|plan|issue|above|below|attached|following|file|commit"
    r" message|summary|message|conversation|spec|request|proposal|pr|branch|screenshot|button|highlight)\b",
    # failure and its undoing
    "fails": r"\b(?:fail(?:s|ed|ing|ures?)?|br(?:oke|eaks?|oken)|hangs?|hung|crash\w*|deadlock\w*|times? ?out|timed out"
    r"|regress\w*|panic\w*|error(?:s|ed)?|leak\w*|throws?|threw|raises?|stuck|los(?:t|es)|rejected|blocks?|mutex)\b"
    r"|\b(?:did|do|does|was|is|are|has)(?:n't| not) (?:work|help|hold|match|carry|exist|fire|run|find|update|take)\w*"
    r"|\b(?:schlägt|scheitert|échoue|falla|fallisce|falha|ошибка)\b|не работает|失败|失敗",
    "fault": rf"\b{_FAULT}\b",
    "undone": r"\b(?:revert\w*|rolled back|took (?:it|that|them) (?:out|back)|backed out|gave up|given up|dead end"
    r"|threw"
    r"|thrown|undid|discarded|abandoned|is out\b|no good|not the way|removed .{0,30}again|scrap|dropped|messed up"
    r"|ruled out|doesn't hold|didn't work|not viable)",
    "tried": r"\b(?:tried|trying|attempt\w*|experiment\w*|approach\w*|first i|started with|alternative\w*)\b",
    "chose": r"\b(?:went with|chose|chosen|decided?|decision\w*|opted|settled|picked|agreed?|go with|going with|stick"
    r" with|stay with|keeping|kept|recommend\w*|verdict|resolved|convention|default\w*|deliberate\w*|intentional\w*)\b",
    # what it speaks of
    "cause": r"\b(?:root cause|causes?|caused|reason|culprit|problem|issue|bug|bottleneck|mechanism|gap|blocker|catch"
    r"|gotcha|finding|insight|turns? out|turned out|explains?|real fix|underlying)\b"
    r"|\b(?:ursache|fehler|cause|erreur|causa|problema|errore|erro|причина|проблема|ошибка)\b|问题|原因|問題",
    "learnt": r"\b(?:found|notice[ds]?|discovered|confirm(?:s|ed)?|verified|identified|realiz\w+|caught|spotted"
    r"|revealed"
    r"|shows? that|saw|figured|learn\w*|analysis|flagged)\b",
    "is": r"\b(?:is|are|isn't|aren't|has|have|does|doesn't|don't|uses?|expects?|contains?|returns?|calls?|checks?|goes"
    r"|comes?|means?|exists?|lives?|gets?|sets?|needs?|takes?|looks?|requires?|treats?|affects?|says?|runs?|keeps?)\b",
    "silently": r"\b(?:silently|deliberately|intentionally|hard-?coded|actually|directly|still|even though"
    r"|falls? (?:back"
    r"|through)|always|only|returns? (?:none|null|0|nothing|empty)|never got|instead of|expect\w*|assum\w+"
    r"|pre-existing)\b",
    "not": r"\b(?:not|never|no|none|nothing|only|without|cannot|can't|nowhere|nor|neither)\b|n't\b"
    r"|\b(?:nicht|kein\w*|ohne|pas|aucun\w*|sans|non|sin|não|sem|не|нет|без)\b|不|没|ない|ません",
    "past": r"\b(?:was|were|had|did|didn't|wasn't|weren't)\b",
    "code first": rf"^(?:the |both |in |all )?{MASK}",
    "harmless": r"\b(?:expected|harmless|by design|false positives?|pre-?existing|unrelated|on purpose|noise|legitimate"
    r"|not an? (?:bug|error|issue|real)|already)\b",
    "hedges": r"\b(?:may|might|probably|likely|perhaps|maybe|seems?|appears?|possibl[ey]|potential\w*|could|would"
    r"|suggests"
    r"|suspect|assum\w+|think|believe|presumably|if|whether)\b",
    "plans": r"\b(?:i'll|i will|we'll|we will|going to|i'm going|let me|i can|you can|we can|i need to|i should"
    r"|we need to|you should|you need|you'll|will be|here's|here is|here are|i'd|to do this|follow|proceed)\b",
    "did": r"^(?:i've |i have |i |we |we've |successfully |also )*(?:added|updated|fixed|implemented|created"
    r"|removed|moved"
    r"|renamed|refactored|changed|replaced|wired|modified|moved|converted|introduced|extracted|set|wrote|made"
    r"|adjusted|enhanced|improved|completed|tweaked|enlarged|restored|reverted|cleaned|ensured|simplified|split)\b",
    "doing": r"^(?:now |next |first |then |finally |also )*(?:let|update|updating|add|adding|fix|fixing|create"
    r"|creating|now"
    r"|run|running|check|checking|look|looking|waiting|starting|implementing|reading)\b",
    "praise": r"\b(?:sorry|apolog\w+|you're right|absolutely|glad|great|perfect|excellent|understood|certainly|happy to"
    r"|feel free|thank\w*|good (?:call|catch|point|idea)|well done|nice)\b",
    "benefit": r"\b(?:ensur\w+|improv\w+|maintain\w*|robust|cleaner|better|comprehensive|consisten\w+|proper(?:ly)?"
    r"|clear(?:er)?|easier|readab\w+|this (?:change|approach|structure|refactoring|will|should|allows|makes)"
    r"|these changes|help\w*)\b",
    # state and next steps
    "tests": r"\b(?:tests?|suites?|specs?|ci|builds?|lint\w*|type ?check\w*|mypy|pytest|jest|checks?|targets?)\b",
    "passes": r"\b(?:pass(?:es|ed|ing)?|green|succe\w+|clean|works?|working|all good|ok)\b|✅|✓",
    "counts": r"\b\d[\d,]*(?:/\d+| (?:of \d+ )?(?:pass|fail|tests?|new|errors?|failures?|passing|failed|skipped))"
    r"|\b\d+ ?%",
    "committed": r"\b(?:committed|pushed|merged|released|deployed|shipped|published|working tree|commits? ahead|tagged"
    r"|uncommitted|unstaged|staged|not committed)\b",
    "done": r"\b(?:done|complete[d]?|finished|ready|implemented|in place|live|delivered|resolved|up to date|landed|idle"
    r"|applied|remains?|left|in progress)\b",
    "next": r"\b(?:next|remaining|remains?|left|still|to ?do|then|after that|afterwards|follow-?ups?|later"
    r"|need(?:s)? to"
    r"|pending|open|blocked|until|before|outstanding|when we|not yet)\b",
    "stands": r"\b(?:blocked|blocker|waiting|stuck|can't|cannot|unable|requires?|needs)\b",
    # numbers and names
    "number": r"\d",
    "code": MASK,
    "path": r"[\w-]+/[\w.-]+|\b[\w-]+\.(?:py|ts|js|go|rs|md|toml|json|cpp|h|c|java|rb|mdc|html|css|ya?ml)\b",
    "someone": r"\b(?:he|she|they|him|her|team|reviewer|maintainer|owner|officer|customer|users?)\b",
    "it first": r"^(?:it|this|that|they|these|those|both|there)\b",
    "i": r"^(?:i|i've|i'm)\b",
    "colon": r"^[^:]{3,50}: \S",
    "dash": r" [—–-] ",
}

_HEADINGS: Final[dict[str, str]] = {
    "under cause": r"cause|why|problem|issue|bug|finding|insight|result|analysis|discover|wrong|fail|mismatch|diagnos"
    r"|divergen|missing|confirmed|observ|investigat|learn",
    "under decision": r"decision|decided|agree|approach|verdict|recommend|design|chose|rule|convention|principle|key",
    "under next": r"next|remaining|to ?do|left|pending|outstanding|follow|delivery order|deliver|to be done|plan|open",
    "under change": r"change|update|summary|implement|fix|modified|added|improve|new|created|complete|done|features",
    "under state": r"status|state|current|verification|test|build|stats|what exists|where",
    "under question": r"question|clarif|unclear|decide",
    "under rule": r"rule|convention|guideline|constraint|always|hold|principle|preference|requirement|keep",
    "under option": r"option|proposal|propos|alternative|idea|suggest|step|could|how|structure|key|example|summary of",
}

_LABEL: Final = Pattern(r"^(?P<label>[^:]{2,40}):\s")
_ITEM_LABEL: Final = Pattern(r"^[^:]{2,50}(?::| [—–-]) ")

_LABELS: Final[dict[str, str]] = {
    "says cause": r"root cause|cause|problem|issue|finding|bug|reason|why|note|confirmed|mechanism|caveat",
    "says fix": r"fix\b|fix \d|solution|change|file|files|new|modified|updated|removed|pattern|example",
    "says next": r"next|todo|remaining|left|open|next steps?|follow-up|still|what is left|after that remain",
    "says decision": r"decision|decided|verdict|approach|final decision|recommendation|agreed",
    "says state": r"done|status|state|result|results|test results|verified|tests|build|committed|all .*|stats|current",
    "says task": r"task|phase|step|option|issue \d|failure|iteration",
}

_PERSON: Final = Pattern(
    r"[A-Z](?<=\b[A-Z])(?:[a-z]+ (?:from|of|in|wants?|decide[sd]|owns?|says?|said|is porting|is rewriting|asked"
    r"|agree[sd]|approve[sd]"
    r"|signs?|signed|needs|maintains|insists?)\b|(?<=D)r\. [A-Z]|(?<=M)(?:rs?|s)\. [A-Z])"
)
"""The letter stands first, and what is before it is looked at behind it: that is how a search skips other letters."""
_HUMP: Final = Pattern(r"[a-z][A-Z]")
_CAMEL: Final = Pattern(r"\b[a-z]+[A-Z]\w|\b[A-Z][a-z]+[A-Z]")
_SNAKE: Final = Pattern(r"\w_\w")
_CALL: Final = Pattern(r"\w\(\)")
_OPTION: Final = Pattern(r"--\w[\w-]")


def _has_symbol(text: str) -> bool:
    """Whether a text has a name such as `readAll`, `ReadAll`, `read_all`, `read()` or `--all`."""
    return bool(
        ("_" in text and _SNAKE.search(text))
        or ("()" in text and _CALL.search(text))
        or ("--" in text and _OPTION.search(text))
        or (_HUMP.search(text) and _CAMEL.search(text))
    )


def _list_shapes(at: Place) -> Iterator[str]:
    """The names of the signals that a sentence has by its shape and by where it stands."""
    sentences, place, is_answer, last = at
    sentence, before, count = sentences[place], at.before, len(sentences)
    text, plain = sentence.text, sentence.plain
    shapes = (
        ("question", sentence.is_question),
        ("opens a list", text.endswith((":", "："))),
        ("item", sentence.item),
        ("ticked", sentence.ticked),
        ("very long", len(plain) > 300),
        ("few", count < 6),
        ("answers", is_answer and place == 0),
        ("named person", _PERSON.search(text) is not None),
        ("symbol", _has_symbol(text)),
        ("mostly code", plain.count(MASK) > 0.6 * len(plain)),
        ("last", last),
        ("opens the last", last and place == 0),
        ("early in the last", last and place < 3),
        ("item of the last", last and sentence.item),
        ("of a short last", last and count <= 3),
        ("opens", place == 0),
        ("ends", place == count - 1),
        ("alone", count == 1),
        ("very few", count <= 3),
        ("many", count > 12),
        ("full stop", text.endswith((".", "。"))),
        ("small letter", text[:1].islower()),
        ("code names", text.count("`") > 3),
        ("labelled item", sentence.item and _ITEM_LABEL.match(plain) is not None),
        ("after an item", place > 0 and sentences[place - 1].item),
        ("headed", sentence.heading != ""),
        ("goes on", before is not None),
    )
    yield from (name for name, has_it in shapes if has_it)
    if before is not None:
        yield from (name for name, signal in _AFTER if _SIGNAL_PATTERNS[signal].search(before.plain))


_AFTER: Final = (("after a finding", "cause"), ("after a failure", "fails"), ("after an order", "orders"))
"""Signals of a sentence, and those of the one before it that they stand for."""
_SIGNAL_PATTERNS: Final = {name: Pattern(pattern) for name, pattern in _PATTERNS.items()}
_SIGNAL_SET: Final = PatternSet(_SIGNAL_PATTERNS, MASK)
_HEADED: Final = {name: Pattern(pattern) for name, pattern in _HEADINGS.items()}
_LABELLED: Final = {name: Pattern(f"^(?:{pattern})") for name, pattern in _LABELS.items()}


def find_signals(at: Place) -> Iterator[str]:
    """The names of the signals that a sentence has."""
    sentence = at.sentence
    plain = sentence.plain.lstrip("*_ ")
    label = _LABEL.match(plain)
    yield from _SIGNAL_SET.search(plain)
    yield from _search(_HEADED, sentence.heading)
    yield from _search(_LABELLED, label["label"] if label else "")
    yield from _list_shapes(at)
    yield _measure(plain)


def _measure(plain: str) -> str:
    """The length of a sentence in words; two characters of a script without spaces count as one."""
    unspaced = 0 if max(plain, default="") <= "\u2e80" else sum(char > "\u2e80" for char in plain)
    words = len(plain.split()) + unspaced // 2
    return next(name for name, most in _LENGTHS if words < most)


_LENGTHS: Final = (("up to 3 words", 4), ("4 to 7 words", 8), ("8 to 13 words", 14), ("14 to 24 words", 25),
                   ("25 words and more", maxsize))  # fmt: skip


def _search(patterns: dict[str, Pattern], text: str) -> Iterator[str]:
    """The names of the patterns that a text has."""
    return (name for name, pattern in patterns.items() if pattern.search(text)) if text else iter(())
