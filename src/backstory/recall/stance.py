"""What a sentence does in a conversation: whether a person says how something is to be, or only what is going on.

Cue words of English, German, French and Spanish. Where none of them stands, a sentence counts as a plain statement.
"""

import re
from typing import Final

from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged

_CLAIM: Final = Pattern(
    r"^(?:(?:all )?(?:these|this|that|the|my|those)(?: \w+){0,3}? (?:changes?|updates?|fix(?:es)?|improvements?"
    r"|refactoring|implementation|approach|solution|code|tests?|feature|version)|this|these|that|it|everything"
    r"|all (?:tests?|checks))"
    r" (?:now |also |all )?(?:should|will|would|significantly|ensures?|makes?|improves?|provides?|allows?|enables?"
    r"|helps?|gives?|follows?|maintains?|is (?:now )?(?:complete|done|ready|working|fully|more|much|better|cleaner))\b",
    re.IGNORECASE,
)
"""How an agent praises or promises what it has just done."""
_PRAISE: Final = Pattern(
    r"\b(?:should now|now (?:properly|correctly|accurately|successfully|fully|seamlessly|cleanly|covers?|includes?"
    r"|supports?|provides?|builds?|pass(?:es)?|works?|shows?|displays?|contains?|reflects?|complete|cleaner|ready)"
    r"|successfully|seamless(?:ly)?|production[- ]ready|comprehensive|robust"
    r"|more (?:maintainable|readable|robust|organi[sz]ed)"
    r"|(?:is|are) (?:now )?(?:running|complete|up to date|clean(?:er)?) (?:and|in the|now)|ensures? (?:a|that|the)"
    r"|(?:best|better) (?:practices?|user experience)|great (?:question|catch|idea|work|news)"
    r"|work(?:s|ing)? perfectly|excellent|congratulations)\b"
    r"|^\W*(?:clear(?:er)?|better|enhanced|improved|eas(?:y|ier)|consisten\w+|maintain\w+|reusab\w+|readab\w+|flexib\w+"
    r"|scalab\w+|robust\w*|reliab\w*|separation of concerns|testab\w+|reduced|simpl\w+|faster|cleaner|benefits?"
    r"|future (?:expansion|proof\w*)|type safety|user experience)\b[^:.]{0,30}(?::| [-–—] )",
    re.IGNORECASE,
)
"""Words with which an agent praises what it has done, wherever they stand."""
_REQUEST: Final = Pattern(
    r"\b(?:(?:can|could|would|will|should|shall|may) (?:you|we|i|it|there|the|this|that)\b"
    r"|(?:can|should|would|could|do|does|is|are)n['’]?t (?:we|you|it|this|that|there|be)\b|how about|what about"
    r"|what if|why not|any chance"
    r"|(?:kannst|könntest|können|sollten|sollen|wollen) (?:du|wir|sie)\b|wie wäre|warum nicht"
    r"|(?:peux|pourrais|pouvez|pourriez)[- ](?:tu|vous)|on (?:peut|pourrait|devrait)|pourquoi pas"
    r"|(?:puedes|podrías|podemos|podríamos|deberíamos))\b",
    re.IGNORECASE,
)
"""How people ask for work: `can you make it so that ...`, `shouldn't we ...`."""
_WISH: Final = Pattern(
    r"\b(?:(?<!\bi )should(?:n['’]?t)?|must(?:n['’]?t)?|(?:i|we)(?:['’]?d| would)? (?:really )?(?:want|like|love|need"
    r"|prefer|rather|wish)"
    r"|(?:i )?(?:don['’]?t|do not|didn['’]?t|did not) (?:like|want|think|see (?:how|why)|agree|mean)|i dislike"
    r"|not (?:fully |really )?(?:on board|convinced|married|happy)|worried|i meant|why (?:do|did|are|would) you"
    r"|let['’]?s|let me know|please|instead|rather than|make sure|make it|supposed to|stick (?:to|with)"
    r"|ask (?:me )?(?:first|before)|out of bounds|hands off|needs? to|has to|have to|reject\w*|nope?|nah"
    r"|soll(?:te|en|ten)?|müss\w+|muss|möchte\w*|wollen|lieber|bitte|statt\w*|veux|voudrais|préf\w+|plutôt|faut"
    r"|doit|s['’]il (?:te|vous) plaît|quiero|queremos|quisiera|necesit(?:o|amos)|me gustaría|prefiero|mejor|debe\w*"
    r"|hay que|vamos a|por favor|quero|queremos|preciso|precisamos|gostaria|vorrei|voglio|dobbiamo)\b"
    r"|^(?:just |but |and |also |then )?(?:don['’]?t|do not|never|stop|no)\b",
    re.IGNORECASE,
)
"""Words with which a person says how something is to be, or how not."""
_FIRM: Final = Pattern(
    r"\b(?:always|never|only|every|don['’]?t|do not|instead|rather|not|immer|nie|niemals|nur|nicht|toujours|jamais"
    r"|siempre|nunca|solo)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words with which an errand is more than one."""
_ACCOUNT: Final = Pattern(
    r"^(?:(?:well|so|ah|oh|hmm+|huh|actually|also|but|and|ok(?:ay)?|yes|yeah|interesting|w8|wait|now|maybe|perhaps)[\s,.:!-]+)*"
    r"(?:i(?:['’]?(?:m|ve|d))?|we(?:['’]?(?:re|ve))?|ich|wir|j['’]ai|je|nous|yo|he|estoy"
    r"|there (?:was|were)|it (?:shows|says|works|looks|still \w+)|hat|ist)\b",
    re.IGNORECASE,
)
"""How an account of what somebody does or did begins."""
_CAUSE: Final = Pattern(
    r"\b(?:because|since|the (?:real |actual |root |main )?(?:issue|problem|cause|reason|catch|culprit|trick|key|bug)"
    r"(?: here)? (?:is|was)|this (?:explains|means)|that(?:['’]s| is) (?:why|because)|turn(?:s|ed) out|due to"
    r"|does(?: not|n['’]t) actually|so that|in order to|even (?:though|when)|only (?:if|when)|unless|root cause"
    r"|instead of|weil|damit|der grund|die ursache|liegt (?:daran|an)|deshalb|parce que|la cause|c['’]est pourquoi"
    r"|porque|la causa)\b",
    re.IGNORECASE,
)
"""Words with which a reason is given."""
_MEANING: Final = Pattern(
    r"^(?=[^:→]{0,40}(?:[\w)][_=./]\w|`|\w\(\)|\b[A-Z]{3,}|[a-z][A-Z]))[`$\w./=+(), -]{2,60}?"
    r"(?::|→|=>| means?| is| are| stands? for) \S+(?: \S+)",
)
"""A line that says what a name or a value means: `STATE=6: in the library, not downloaded`."""
_DEED: Final = Pattern(
    r"^(?:[✅✓✔☑]\s*)?(?:[\w`./-]+: )?(?:now )?(?:added|updated|removed|created|renamed|fixed|kept|wrote|implemented"
    r"|built|ran|introduced|pushed|broke|changed|moved|cleaned|verified|installed|committed|tested|documented|refactored|replaced|successfully|done|read"
    r"|hinzugefügt|entfernt|geändert|angelegt|ajouté|supprimé|créé|añadido|eliminado|creado)\b",
    re.IGNORECASE,
)
"""How an item of a list of deeds begins. Git tells these."""


_DESCRIBES: Final = Pattern(
    r"^[`\w./:(), -]{2,100}?\b(?:handles?|manages?|draws?|contains?|provides?|defines?|wires?|holds|lives?|sits"
    r"|implements?|wraps?|exposes?|routes?|is responsible|consists? of|uses|cover[s]?|describes?|enthält|verwaltet"
    r"|stellt|gère|contient|gestiona|contiene)\b",
    re.IGNORECASE,
)
"""How a sentence begins that says what a part of the code does."""
_CODE_NAME: Final = Pattern(r"`|(?<!\S)\S*?(?:\w[._/]\w|\w\(\)|[a-z][A-Z])")
_ERRAND: Final = Pattern(
    r"(?:^|[,.;] |\b(?:can|could|would|will|please|let['’]?s|now|and|then|should)\b)(?: (?:you|we|i))?"
    r"(?: (?:please|also|just|now|maybe|try to|go and)){0,2} ?"
    r"\b(?:check|look|see|verify|validate|read|show|explain|search|tell|find|run|re-?run|install|commit|push|try again"
    r"|go|continue|proceed|start|open|list|print|take|grab|suggest|analy[sz]e|review|describe|remember|recall"
    r"|establish|propose|determine|investigate|examine|inspect|compare|peek"
    r"|prüf\w*|schau\w*|zeig\w*|erklär\w*|lies|such\w*|starte?"
    r"|vérifie\w*|regarde\w*|montre\w*|explique\w*"
    r"|lance|revisa\w*|mira|muestra|explica)\b",
    re.IGNORECASE,
)
"""How somebody is sent to look, to run or to go on: it is done with the moment."""
_DELEGATES: Final = Pattern(
    r"\b(?:have|get|let|ask|send) (?:\w+ ){0,4}(?:somebody|someone|somebody else|helpers?|sub-?agents?|another agent)\b"
    r"|\bget (?:\S+ ){1,6}(?:looked (?:at|into)|checked|reviewed|verified|tested)\b"
    r"|\b(?:somebody|someone) (?:please )?(?:look|check|read|verify)\b"
    r"|\bshould be (?:examined|checked|looked (?:at|into))\b"
    r"|\blass\w* (?:\w+ ){0,3}(?:jemand\w*|einen helfer)\b|\bfass(?:e|t)? (?:mir|uns)\b",
    re.IGNORECASE,
)
"""How a person asks for a sub-agent to be sent."""
_NOW: Final = Pattern(
    r"\b(?:can|could|would|will) you (?:(?:please|kindly|now|then|also) ){0,2}(?:do|begin|start|connect|finish|go on"
    r"|carry on|have a (?:go|try|look|peek)|look|check|find out|see (?:if|whether|how|what)|write|add|implement|build"
    r"|measure|fix)\b"
    r"|\b(?:kannst|könntest|würdest) du (?:\w+ ){0,6}(?:machen|anfangen|beginnen|schreiben|einbauen|messen|bauen)\b",
    re.IGNORECASE,
)
"""How a person asks for a piece of work that is done next."""
_CURIOUS: Final = Pattern(
    r"\b(?:for my own (?:curiosity|education|understanding)|out of curiosity|just (?:curious|wondering)"
    r"|side q(?:uestion)?|i only ask|may i (?:also )?ask"
    r"|i (?:have )?(?:never|always) (?:quite |really )?(?:wondered|understood|got)\b"
    r"|while (?:you think|i make|i get|i['’]?m (?:at it|waiting)|we wait|it (?:runs|builds))"
    r"|(?:please )?(?:explain|erklär\w*) (?:to )?(?:me|us|mir|uns)"
    r"|nur (?:aus neugier|interessehalber)|neugierhalber|nebenfrage|par curiosité|por curiosidad)\b",
    re.IGNORECASE,
)
"""How a person asks beside the work. The answer is what may be of use."""
_COMMITS: Final = Pattern(
    r"\b(?:commit messages?|conventional commits?|commit-nachricht|message de commit|mensaje de commit)\b"
    r"|^/?(?:ac|commit)\b"
    r"|^uses (?:the )?[`'\"]?(?:feat|fix|docs|refactor|chore|test|style|perf|build|ci)[`'\"]?:?[`'\"]? "
    r"|(?:^|\b(?:please|and|now|then|you|bitte) )(?:commit|push|merge|rebase|squash|stash)\b"
    r"|\b(?:open|create|make) (?:a |the )?(?:pr|pull request|merge request)\b"
    r"|\b(?:single|one|these|all) (?:git )?commits?\b",
    re.IGNORECASE,
)
"""How people speak of committing, which git tells."""
_WRITING: Final = Pattern(
    r"\b(?:add|update|write|improve|adjust|extend|refresh|re-?write|create|put|draw|explain|document)\b[^.;]{0,60}"
    r"\b(?:comments?|docs?|documentation|logs?|logging|readme(?:\.md)?|changelog|flowchart|diagram|summary|overview)\b",
    re.IGNORECASE,
)
"""How somebody is sent to write about the work: it is done with the moment as well."""
_ADDRESSES: Final = Pattern(
    r"\b(?:please|you(?:['’]?ll)? (?:can|may|might|should|could|need|want|will|have to)|if you(?:r)?\b|your (?:\w+ )?"
    r"(?:machine|system|path|sdk|terminal|shell|phone|device|browser|editor|screen|computer|ide)|bitte|veuillez)\b",
    re.IGNORECASE,
)
"""How an agent tells the person what to do."""
_OWN_PART: Final = Pattern(
    r"\b(?:i['’]?ll|i will|i want to|i['’]?m going to|let me|ich|je vais|yo|vou|eu)\b.*"
    r"\b(?:myself|my own|by hand|selbst|selber|moi-même|yo mismo|mesmo|sozinho)\b",
    re.IGNORECASE,
)
"""How people say which part of the work they do themselves."""
_RELATION: Final = Pattern(r"->|→|=>|⇒|\(\S+ \S[^)]*\)|^[^:]{3,40}: \S|\d ?(?:%|[a-zµ]{1,3}\b)|[$€£] ?\d")
"""Signs that a list item relates two things: an arrow, a remark in brackets, a value."""
_LONG_ITEM: Final = 7
"""Words from which a list item is more than a name."""
_SUPPOSES: Final = Pattern(
    r"\b(?:suggests?|might|could be|seems?|appears?|looks? like|possibly|perhaps|maybe|probably|likely|presumably"
    r"|i (?:think|suspect|assume|guess)|my (?:guess|theory|suspicion)|odd|strange|puzzling|wonder|vermutlich"
    r"|wahrscheinlich|vielleicht|scheint|könnte|peut-être|sans doute|semble|quizás|tal vez|parece|probablemente)\b",
    re.IGNORECASE,
)
"""How somebody supposes what he has not seen."""
_UNDOES: Final = Pattern(
    r"(?:(?:ok(?:ay)?|no|nah|hmm+|sorry|actually|wait|so|and|please)[\s,.!-]+){0,3}(?:never ?mind\b"
    r"|i(?:['’]ve| have)? (?:just )?(?:undid"
    r"|undone|reverted|rolled (?:it |that |this )?back)\b|(?:undo|revert|roll back|back out|discard)"
    r" (?:that|this|it|your|these|those|all)\b|forget (?:it|that|about (?:it|that|this))\b|scrap (?:it|that|this)\b"
    r"|vergiss (?:es|das)\b|(?:mach|nimm) (?:das|es) (?:\w+ )?(?:rückgängig|raus|zurück)\b|annule (?:ça|cela)\b"
    r"|laisse tomber\b|olv[ií]da(?:lo)?\b|deshaz)",
    re.IGNORECASE,
)
"""How a person begins who takes back what was just done."""
_DIGEST: Final = Pattern(
    r"\b(?:what (?:did )?(?:we|you|i)(?:['’]ve| have)? (?:\w+ )?(?:learn\w*|f(?:ind|ound)|discover\w*|kn(?:ow|ew) now)"
    r"|lessons|sum(?:mari[sz]e|mary| (?:it |this |that )?up)|recap|wrap[- ]?up"
    r"|(?:save|store|keep|persist) (?:the |this |all )?(?:context|notes?|knowledge|findings)"
    r"|(?:write|note) (?:it|this|that|them)(?: all)? down"
    r"|document (?:it|this|that|them|what|our|the (?:findings?|decisions?|results?))|hand[- ]?(?:over|off)"
    r"|zusammenfass\w*|fass(?:e)? .{0,30}zusammen|schreib\w* .{0,20}auf|résum\w+|resum\w+)\b",
    re.IGNORECASE,
)
"""How a person asks for what was learnt."""


@judged
def describes_code(sentence: str) -> bool:
    """Whether a sentence only says what a part of the code does, which the code says itself."""
    return (
        bool(_DESCRIBES.match(sentence))
        and gives_meaning(sentence.partition(" ")[0] + ": x x")
        and not gives_cause(sentence)
    )


@judged
def names_code(sentence: str) -> bool:
    """Whether a sentence holds a name from code, a path or a call."""
    return bool(_CODE_NAME.search(sentence))


@judged
def is_errand(sentence: str) -> bool:
    """Whether a sentence sends somebody to look, to run or to go on."""
    return bool(_ERRAND.search(sentence)) and not _FIRM.search(sentence)


@judged
def is_curious(sentence: str) -> bool:
    """Whether a person asks beside the work, to understand something."""
    return bool(_CURIOUS.search(sentence))


@judged
def is_passing(sentence: str) -> bool:
    """Whether a person's sentence is done with once it was answered: it asks for a piece of work, sends a helper, or
    asks beside the work, and lays nothing down."""
    return is_curious(sentence) or (
        bool(_NOW.search(sentence) or _DELEGATES.search(sentence)) and not _FIRM.search(sentence)
    )


@judged
def is_writing(sentence: str) -> bool:
    """Whether a sentence sends somebody to write about the work: comments, documents, logs."""
    return bool(_WRITING.search(sentence))


@judged
def speaks_of_commits(sentence: str) -> bool:
    """Whether a sentence is about committing and its message, and not about the work."""
    return bool(_COMMITS.search(sentence))


@judged
def sends(sentence: str) -> bool:
    """Whether a sentence sends somebody to look, to run or to go on, whatever else it says."""
    return bool(_ERRAND.search(sentence))


@judged
def settles(sentence: str) -> bool:
    """Whether a person's sentence says what is not to be, or why something is: one of two ways was chosen."""
    return bool(_FIRM.search(sentence)) or gives_cause(sentence)


@judged
def is_own_part(sentence: str) -> bool:
    """Whether people say which part of the work they do themselves."""
    return bool(_OWN_PART.search(sentence))


@judged
def supposes(sentence: str) -> bool:
    """Whether a sentence supposes something."""
    return bool(_SUPPOSES.search(sentence))


@judged
def addresses_person(sentence: str) -> bool:
    """Whether an agent's sentence tells the person what to do."""
    return bool(_ADDRESSES.search(sentence))


@judged
def takes_back(text: str) -> bool:
    """Whether a prompt begins by taking back what was done for the one before."""
    return bool(_UNDOES.match(text))


@judged
def asks_for_digest(text: str) -> bool:
    """Whether a prompt asks to sum up or to write down what was learnt."""
    return bool(_DIGEST.search(text))


@judged
def asks(sentence: str) -> bool:
    """Whether a person's sentence says in so many words that something is to be done, or not to be done."""
    return bool(_WISH.search(sentence)) or is_request(sentence)


@judged
def is_request(sentence: str) -> bool:
    """Whether a question asks for work and not for an answer."""
    return bool(_REQUEST.search(sentence))


@judged
def is_account(sentence: str) -> bool:
    """Whether a sentence tells what somebody does, did or sees, and nothing that is to be."""
    return bool(_ACCOUNT.match(sentence)) and not _WISH.search(sentence)


@judged
def gives_cause(sentence: str) -> bool:
    """Whether a sentence gives a reason."""
    return bool(_CAUSE.search(sentence))


@judged
def gives_meaning(sentence: str) -> bool:
    """Whether an item of a list says what a name or a value means."""
    return bool(_MEANING.match(sentence)) and not is_deed(sentence)


@judged
def relates(sentence: str) -> bool:
    """Whether a list item relates one thing to another: a state to its reason, an old value to a new one."""
    if _RELATION.search(sentence):
        return True
    return len(sentence.split()) >= _LONG_ITEM and not is_deed(sentence)


@judged
def is_deed(sentence: str) -> bool:
    """Whether a sentence of an agent only says what was done, or what good that does."""
    return bool(_DEED.match(sentence) or _CLAIM.match(sentence) or _PRAISE.search(sentence))
