"""What an agent says that is worth no record, though its words or its weights look like it.

A word on what it is doing, a finding that names nothing, and a line that only says what a part of the code does.
"""

from typing import Final

from backstory.capture.text.decision_cues import REASON
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK

_LEAD: Final = r"(?:[^,;:.]{2,40}, )?(?:(?:and|but|so|now|ok(?:ay)?|first|next|then|also|however)[\s,]+)*"
_NARRATES: Final = Pattern(
    rf"^\W*{_LEAD}(?:i'll|i will|i'm (?:going|about|wondering|now|thinking|checking|looking)|i am (?:going|about|now)"
    r"|i need to|i should|i want to|i can see|i (?:noticed|see|found) that there(?:'s| is| are)\b|let me|let's"
    r"|i (?:also )?(?:notice|noticed|see|saw) (?:that |an? |the |some )|(?:también )?veo (?:que|en)\b"
    r"|voy a|vamos a|ahora (?:voy|veo)|ich werde|je vais|vou)\b"
    r"|^\W*(?:the|el|la|der|le|o) (?:user|usuario|nutzer|benutzer|utilisateur|usuário)"
    r" (?:says?|said|wants?|asks?|asked|reports?|is|has|dice|quiere|pide|sagt|will|dit|veut|diz|quer)\b"
    r"|^\W*(?:checking|reviewing|looking|reading|tracing|searching|creating|adding|updating|fixing|implementing"
    r"|analy[sz]ing|investigating|verifying|running|testing|exploring|examining|inspecting|building|setting up|working"
    r"|starting|continuing|preparing|writing|refactoring|finding|gathering|listing|pulling|wiring|drafting)\b"
    r"(?!(?:(?!\b(?:to|so|that|if|whether|which|where|why|how)\b).){0,120}"
    r"\b(?:does(?:n't| not)|did(?:n't| not)|fail(?:s|ed)|breaks?|broke|made|makes|turned|was|is|are|were|costs?|loses?"
    r"|helps?|helped|only)\b)"
)
"""How an agent tells what it is about to do, or repeats what the person says."""
_PLANS: Final = Pattern(
    r"^\W*(?:\d+\W+)?[^:.;?]{2,60}: (?:i|we)(?:'ll| will|'re going to| are going to| need to| should)\b"
    r"|^\W*(?:that's|this is|that is|it's|these are) the (?:last|first|next|only|final|remaining) "
    r"|^\W*(?:not(?:e|ing)|worth (?:noting|knowing|mentioning)) (?:as|for|here|in|too|later|only)\b[^:]{0,80}$"
    r"|^\W*(?:\w+: )?my (?:last|previous|earlier|first|own) [\w-]+(?: (?:to|in|of|for) [^,;:]{2,40})?"
    r" (?:was|is|were) (?:also |still |not quite )?(?:incorrect|wrong|flawed|incomplete|insufficient|off)\W*$"
)
"""A plan behind its label, where the talk stands, or an excuse that says nothing of why."""
_HAS_READ: Final = Pattern(
    rf"^\W*{_LEAD}i(?:'ve| have)? (?:now )?(?:have |got |gathered |collected |obtained )*(?:all (?:of )?the|everything"
    r"|all i need|enough|sufficient|an? (?:\w+ )?(?:comprehensive|complete|clear|full|good|thorough|solid|better)"
    r" (?:\w+ )?(?:picture|view|understanding|overview|idea|sense)|(?:comprehensive|complete) \w+ (?:about|of|on))\b"
    r"|^\W*(?:api|request|stream|connection) error\b"
)
"""A word on what the agent has read, or an error of its own connection."""
_REVIEWS: Final = Pattern(
    r"^(?:\(\d{1,3}\) )?(?:[✅❌⚠❓👍]\ufe0f? ?)+(?:(?:good|nice|appropriate|lines? \d+|minor|note|same|only|doesn't"
    rf"|using|missing|uses)\b|{MASK})"
    r"|^(?:[✅✔✓☑🎉✨🚀🎯]\ufe0f? ?)+\W{0,3}\w+(?: [\w/&-]+){0,4}\W{0,3}(?: [—–-] |: )"
    r"|^\W*\w+(?: \w+){0,3} \([^()]*\)\W*$"
    r"|^\W*(?:(?:not an? \w+|\w+ (?:priority|risk|impact|issue)|minor|negligible|fine|acceptable|optional)\W+"
    r"(?:but )?)?(?:it's )?worth (?:noting|knowing|mentioning)\W*$"
)
"""A line of a review: a mark of its verdict before a piece of code, or a remark without its subject."""
_BROKEN_NOW: Final = Pattern(
    r"\b(?:issue|problem|cause|reason|culprit|error|bug)\b(?: [\w-]+){0,3}? (?:might|may|could|must) be\b"
    r"|^\W*(?:this|that|it|which) (?:suggests?|indicates?|tells (?:me|us)|implies)\b"
    r"|\bi (?:think|suspect|believe|guess) (?:that )?(?:the|this|it)(?: [\w-]+)?"
    r" (?:issue|problem|cause|error|bug|is|was)\b|"
    r"^\W*(?:now )?i(?:'ve| have) (?:successfully |now )*(?:added|implemented) (?:\w+ )?(?:debug\w*|logging|logs)\b"
    r"|\b(?:isn't|aren't|is not|are not|still not) (?:working|loading|showing|updating|rendering|starting|being \w+)"
    r"(?: (?:correctly|properly|as expected|as intended|yet|now))?\W*$"
    r"|^\W*(?:the |this |that )?(?:error|issue|problem|bug)s? (?:is|are|was|were) (?:still )?not (?:yet )?(?:fixed"
    r"|solved|resolved|gone)\b"
    r"|\b(?:isn't|aren't|is not|are not|wasn't|weren't) (?:working|behaving|handled|rendered|updated) (?:correctly"
    r"|properly"
    r"|as expected|as intended)\b(?!.*\b(?:because|since|due to|so)\b)"
    r"|^\W*(?:the |this |that |it|our )?(?:\w+ )?(?:does(?:n't| not)|do(?:n't| not)|did(?:n't| not)) work (?:at all"
    r"|anymore|now|yet)\W*$"
    rf"|\btests?\b(?: {MASK}+)? (?:still )?(?:expects?|wants?)\b.*\bbut\b.*\b(?:is|are|gets?|got|returns?|actually"
    rf"|receives?|finds?)\b"
)
"""What is out of order while the agent looks for the cause, what it takes for the cause, what it prints to find it."""
_EMPTY: Final = Pattern(
    r"^\W*(?:(?:ahora|now|so|ok(?:ay)?)[\s,]+)*(?:the|this|that|el|este|la|das|le|o)? ?(?:real |root |main )?"
    r"(?:problem|issue|error|cause|fix|bug|reason|problema|error|causa|ursache|problème|cause|erro)"
    r" (?:is|was|es|era|está|ist|war|est|était|é) "
    r"(?:(?:now |quite |very |ahora |muy |jetzt |maintenant |agora )*(?:clear|obvious|simple|here|there|known"
    r"|complex|complicated|tricky|subtle"
    rf"|gone|fixed|solved|resolved|claro|clara|obvio|simple|aquí|resuelto|klar|gelöst|clair|résolu)\b[^:;]{{0,12}}"
    rf"|(?:in|en) {MASK}+\W*)$"
)
"""A finding that names nothing: `the problem is clear now`."""
_PLACE: Final = Pattern(
    r"^\W*(?:[^,;:.]{2,40}, )?(?:the |el |la )?(?:\w+ ){0,2}(?:problem|issue|error|bug|problema|fehler)"
    rf" (?:is|was|está|estaba|ist|war) (?:in|on|at|en|bei)(?: the| method| function| file| [\w{MASK}()]+){{0,6}}"
    r" (?:on |at |in )?(?:line|línea|zeile) \d+"
)
"""Where in a file a defect is: the next change moves it, or mends it."""
_REST: Final = Pattern(r"^[\s*_>-]*(?:→|->|=>) ?|^\((?:already|now|also|still|same|see|as)\b")
"""A line without its beginning: the second cell of a row, a remark in brackets."""
_COMES_FROM: Final = Pattern(
    rf"^\W*(?:the |this |that )?(?:\w+ )?(?:error|issue|problem|exception|warning|bug) (?:is|was) (?:coming|thrown"
    rf"|raised) (?:from|in|by)"
    rf"(?: the)?(?: (?:older|newer|old|new|same|other|file|function|method|line))* [{MASK}\w./()-]+(?: (?:line|file"
    rf"|function) [{MASK}\d]*)?"
    r"(?: \(not [^()]*\))?\W*$"
)
_RECAPS: Final = Pattern(
    r"(?!.*(?:\b(?:because|since|so that|instead of|rather than|weil|damit|statt|parce|puisque|porque)\b|, as\b))"
    r"(?:(?:last time|yesterday|earlier|before|so far|previously|in the last session|as (?:i|we) said)[\s,:]+"
    r"(?:we|you)(?: had| have|'d|'ve)? (?:already |also |then |finally )?(?:agreed|decided|settled|wanted|chose|picked"
    r"|ruled out|stopped|left off)\b"
    r"|(?:we|you)(?: had|'d| have already|'ve already)? (?:already |also |then |finally )?(?:agreed on|settled on"
    r"|wanted"
    r"|left off|stopped)\b"
    r"|(?:wir|du|ihr) (?:hatten|hattest|hattet|wolltest?)\b[^.]{0,80}\b(?:entschieden|vereinbart|geeinigt"
    r"|beschlossen)\b"
    r"|(?:on|nous) (?:avions|avait) (?:décidé|convenu|choisi)\b)"
)
"""What an agent tells again of what the person settled: the person's own words say it."""
_HOLLOW: Final = (_RECAPS, _REST, _COMES_FROM, _NARRATES, _PLANS, _HAS_READ, _REVIEWS, _EMPTY, _PLACE)
_SPEAKS: Final = Pattern(rf"[^\W\d_]{{2,}}|{MASK}+|[\u2e80-\u9fff\uac00-\ud7af]{{2,}}")
_FEWEST_WORDS: Final = 3
_NAME: Final = rf"[\W_]*(?:{MASK}+|[\w-]*[./]\S*|\S+\(\S*\)|[\w-]+ ?\({MASK}+\)|\[[^\]]*\]\([^)]*\))"
_DESCRIBES: Final = Pattern(
    rf"^{_NAME}(?:,? (?:and|or|\+|/|&) {_NAME})*\)?(?:\s*(?:[—–:→]|->|=>|-)\s|\s+(?:(?:now|also|only|always|then) )*"
    r"(?:sets?|returns?|uses?|calls?|opens?|shows?|renders?|handles?|pulls?|reads?|writes?|takes?|accepts?|allows?"
    r"|provides?|contains?|holds?|wraps?|exports?|stores?|passes|sends?|loads?|checks?|includes?|supports?|runs?|keeps?"
    r"|creates?|adds?|gets?|has|lives?|stays?)\b)"
)
"""How a line begins that says what a part of the code does."""
_CHOOSES: Final = Pattern(
    r"\b(?:instead of|rather than|in favou?r of|decided|decision|chose|chosen|choose|opted|went with|settled on|agreed"
    r"|because|on purpose|deliberate(?:ly)?|by design|intentional(?:ly)?|trade-?off|must|never|has to|have to"
    r"|(?:adr|rfc|dec|d)-?\d{1,4}"
    r"|as (?:you|requested|agreed|asked)|per your"
    r"|statt|anstelle|weil|au lieu de|parce que|en lugar de|en vez de|porque|em vez de)\b"
    r"|而不是|而非|因为|代わりに|ではなく"
)
"""Words of a choice."""


_LOGS: Final = Pattern(
    r"^\W*(?:\d+\)?\W+)?(?:(?:good|nice|great|correct|minor|ok|appropriate)\b\W+)?(?:lines? \d+\W+)?"
    r"(?:[^:—–]{2,50}(?:: | [—–-] ))?"
    r"(?:(?:now|also|correctly|properly|then) )*"
    r"(?:(?:fix|chang|replac|mov|switch|renam|remov|dropp?|add|updat|refactor|simplifi|correct|wrapp?|extend|adjust"
    r"|migrat"
    r"|configur|resolv|implement|integrat|creat|introduc|enhanc|improv|clean|delet|convert|splitt?|merg|mark|mock"
    r"|enabl|disabl|restor|register|expand|document|centraliz)(?:ed|es|s|ing)"
    r"|(?:us|return|call|match|extract|show|render|handl|read|writ|tak|accept|check|includ|support|keep|captur|pars"
    r"|load"
    r"|display|compar|validat|generat|provid|serv|sort|filter|appl|set|get|pass|ensur|allow)(?:es|ies|s|ing))\b"
)
"""How a line of a change log or of a review begins: with what was done, or with what the code does now."""
_EDITED: Final = (
    r"(?:recorded|noted|captured|logged|repointed|re-pointed|promoted|demoted|folded|removed|moved|replaced|renamed"
    r"|merged"
    r"|resolved|closed|dropped|deleted|split|linked|reworded|corrected|rewritten)"
)
_LOGS_EDIT: Final = Pattern(
    rf"^\W*(?:now )?{_EDITED} (?:as|in|into|under|to|with|from)\b"
    rf"|^[^.:;]{{2,80}}?(?<!\bis)(?<!\bare)(?<!\bwas)(?<!\bwere)(?<!\bbe)(?<!\bbeen)(?<!\bgets)(?<!\bi)(?<!\bwe)(?<!\bnever)"
    rf"(?<!\bnot)(?: [—–-])? {_EDITED} (?:from|to|with|into|under)\b(?!.*\b(?:on|at|when|after|before) (?:each|every"
    rf"|start|login|logout|exit)\b)"
    rf"|^(?:bonus|also|plus)\b.*[—–-] {_EDITED} (?:from|to|with|into|under)\b"
    r"|^[^:;.,]{2,40}\bsuccessfully (?:\w+ed|ran|built|sent|found|caught)\b"
    r"|^(?:the |this |that |[a-z]?\d+ )?(?:\w+ )?(?:doc(?:ument)?|plan|spec|readme|page|section|table|file"
    r"|list) (?:is|are) now\b"
)
"""How an agent tells what it wrote where, without a verb: `removed from the open questions, now in the plan`."""
_CAUSED: Final = Pattern(
    r"\b(?:because|since|due to|on purpose|deliberate(?:ly)?|by design|trade-?off|per your|as agreed)\b"
)


_OPENS: Final = Pattern(
    r"^(?:(?:perfect|great|excellent|good|okay|ok|alright|now)\b[\s,.!]*)+(?:$|(?:now )?(?:let me|i'll|i will|i can"
    r"|here))"
    r"|^(?:hello|hi)\b[^.!]{0,30}[.!]*$|^i(?:'m| am) (?:claude|an? (?:ai|assistant|agent|specialist|expert)|ready)\b"
    r"|^based on (?:my|the|this|all)\b.{0,160}?\b(?:here(?:'s| is| are)|let me|i'll|i will"
    r"|i can (?:now )?(?:see|provide))\b"
)
"""A greeting of an agent, or a word on the report that follows."""


def opens_report(plain: str) -> bool:
    """Whether a sentence at the beginning of a report only opens it."""
    return bool(_OPENS.match(plain) or _HAS_READ.match(plain))


def logs_change(plain: str) -> bool:
    """Whether a sentence only tells what was changed, or what the code does since then, and no reason."""
    return (_LOGS.match(plain) is not None or _LOGS_EDIT.search(plain) is not None) and not _CAUSED.search(plain)


def is_hollow(plain: str) -> bool:
    """Whether a sentence of an agent, as `Sentence.plain`, says nothing for later."""
    if sum(1 for _ in _SPEAKS.finditer(plain)) < _FEWEST_WORDS and not any(char > "\u2e80" for char in plain):
        return True
    return any(one.match(plain) for one in _HOLLOW) or _BROKEN_NOW.search(plain) is not None


def describes_code(plain: str) -> bool:
    """Whether a sentence only says what a part of the code does, and not why or what was chosen."""
    return bool(_DESCRIBES.match(plain)) and not names_choice(plain)


def names_choice(plain: str) -> bool:
    """Whether a sentence says what was chosen, what was not, or why."""
    return bool(_CHOOSES.search(plain) or REASON.search(plain))
