"""Words by which an agent's statements are recognised: what failed, what was chosen, what was found out.

Patterns of `Sentence.plain`: lower case, code and quotations blotted out.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.signals import VERB

HEDGED: Final = Pattern(
    r"\b(?:likely|probably|perhaps|maybe|might|may be|could be|seems? (?:to|that|like)|appears? to|i think|i guess"
    r"|i suspect|presumably"
    r"|possibly|suggests? that|wahrscheinlich|vermutlich|vielleicht|scheint|peut-être|probablement|quizás?"
    r"|probablemente|tal vez|podr[ií]an?|parecen?|debe(?:n|r[ií]an?)? (?:de )?(?:estar|ser|haber)|semble(?:nt)?"
    r"|pourrai(?:t|ent)|könnten?|dürften?|parrebbe|sembra|potrebbe)\b|可能|也许|似乎|应该是"
    r"|かもしれ|たぶん|ようです|はずです"
)
PLANNED: Final = Pattern(
    r"^(?:i'll|i will|i'm going to|let me|let's|we'll|we will|we need|we should|we can|we could|you can|you could"
    r"|you should|you may"
    r"|you might|to (?:fix|address|handle|resolve|implement|do|add|make|get|avoid|use)|if (?:you|we|i)|this (?:change"
    r"|will|would|should"
    r"|approach|modification|test|function|method|script|code|ensures|allows|implementation)|these (?:change"
    r"|modification)"
    r"|here's|here is|here are|certainly|sure|would you|should i|shall i|do you|first,? (?:let|we)|now,? (?:let|we)"
    r"|it would|i would"
    r"(?! not)|i could|i can|i'd\b|there are (?:a few|several)|consider|make sure|ensure|note that you|please"
    r"|understood|ich werde|wir müssen"
    r"|je vais|voy a)\b"
)
ADVISES: Final = Pattern(
    r"^(?:(?:if|once|when|after|before|per|se|wenn|sobald|si|если)\b.{3,160}[,:→] )?(?:then |you )?"
    rf"{VERB}\b(?! ·*[:=])"
    r"|^(?:if|should|since) (?:you|it|the|this|that|there|still)\b"
    r"|^(?:based on|in this case|it (?:seems|appears|looks like)|i (?:understand|see)"
    r"|controlla|prova|prueba|проверьте|请|打开|点)\b"
    r"|\b(?:appears to be|you might want|you'll want|if you want|if you haven't"
    r"|come into question|(?:two|three|four|several|some) (?:ways|options|approaches|places|spots))\b"
)
"""What tells the reader what to do, offers a choice, or says how a message was understood: nothing found out."""
_SHOWS: Final = (
    r"(?:adds|adjusts|aligns|allows|asserts|builds|calls|catches|changes|checks|closes|collects|confirms|converts"
    r"|corrects|counts|creates|defines|ensures|extends|extracts|filters|formats|handles|imports|increments"
    r"|initiali[sz]es"
    r"|iterates|keeps|lists|loads|loops|makes|mocks|modifies|moves|opens|parses|passes|prepares|prevents|prints"
    r"|processes|provides|reads|removes|renames|replaces|returns|runs|saves|sets|shows|simulates|sorts|splits|stores"
    r"|tests|tracks|unindents|updates|uses|validates|verifies|wraps|writes|yields)"
)
_EDITS: Final = (
    r"(?:add|adjust|assert|call|catch|change|check|convert|correct|creat|defin|ensur|extend|extract|handl|implement"
    r"|import|improv|increment|initiali[sz]|introduc|mock|modif|mov|pass|refactor|remov|renam|replac|return|simplif"
    r"|stor|updat|us|verif|wrap)(?:e|es|ed|s|y|ies|ied)?"
)
_HELPLESS: Final = (
    r"(?:(?:makes? no|no) difference|changes? nothing|(?:does|do|did|was|is|were|are)(?:n't| not) (?:help|work|enough"
    r"|carr(?:y|ied)|fire|reach|hold|survive|suffice)\w*|no (?:use|good|help))"
)
HELPLESS: Final = Pattern(rf"\b{_HELPLESS}\b")
"""Words that say that something did not help."""
_FAULT: Final = (
    r"\b(?:because|wrong|missing|stale|never|silently|fail\w*|crash\w*|los(?:es|t)|hangs?|leaks?|too late"
    rf"|{_HELPLESS})\b"
)
EXPLAINS: Final = Pattern(
    rf"^(?!.*{_FAULT})(?:"
    rf"(?:[^:]{{2,60}}: )?(?:(?:it|this|that|which|and|then) )?(?:also |now |then |still |only |just )*{_SHOWS}\b"
    rf"|(?:i|we)(?:'ve| have)?(?: now| also| then| only| still| just)* {_EDITS}\b"
    r"|(?:also |successfully )?(?:added|adjusted|changed|converted|corrected|created|extracted|fixed|implemented"
    r"|improved|introduced|modified|moved|refactored|removed|renamed|replaced|simplified|updated)\b"
    r"|(?:the )?(?:key|main|new|only|updated|current|modified|revised|other|actual|rest of the|overall)\b[^:,]{0,30}"
    r"\b(?:changes?|version|implementation|code|function|method|approach|logic|script|class)\b"
    r"|(?:the |all |both )?·[^.]{0,60}\b(?:is|are|has been|have been|will|should|can)"
    r" (?:now|be|only|still|correctly)\b"
    r"|(?:when|if|for|instead of|after|with)\b.{3,160}, (?:it|we|you|they|the [\w· ]{1,40}?)"
    r" (?:now|will|should|can|would)\b"
    r"|[^:]{2,60}: (?:this|it|these|tests? (?:that|whether))\b"
    r"|(?:the (?:tests?|changes?|commands?|functions?|methods?|scripts?) )(?:will|should|now)\b)"
)
"""What a change does, said by whoever writes it: the change shows it. A fault that it names is more."""

APOLOGY: Final = Pattern(
    r"\b(?:i apologi[sz]e|sorry for|you're (?:absolutely )?(?:right|correct)|search/replace|my mistake)\b"
)

ADMITS: Final = Pattern(
    r"^(?:yes|ah|oh|ok(?:ay)?|sorry|hm+)?[\s,.!–—-]*"
    r"(?:you(?:'re| are) (?:absolutely |completely |quite )?(?:right|correct)"
    r"|that's (?:right|correct|true)|good (?:catch|point)|my mistake|i was wrong|i stand corrected"
    r"|(?:du hast|sie haben|da hast du|da haben sie)(?: völlig| vollkommen| absolut)? recht|stimmt"
    r"|(?:tu as|vous avez)(?: tout à fait| absolument)? raison|tienes(?: toda la)? razón|tiene(?: toda la)? razón"
    r"|(?:você )?tem razão|hai ragione|ты прав\w*|вы правы)\b"
    r"[\s,.:;!–—-]*(?:that |dass )?"
)
"""How an answer begins that takes a correction."""
CONCLUDES: Final = Pattern(
    r"(?!(?:this|these|those)\b)"
    r"(?!.*\b(?:i|i'll|i've|we|we're|we've|you|let|let's|my|our|previous|ich|wir|nous)\b)"
    r"[^?]{3,160}?(?:\b(?:is|are|has|have|does|do|can|must|never|only"
    r"|\w+s|ist|sind|hat|wird|werden|muss|est|sont|doit|es|son|debe|é|são)\b)[^?]*"
    r"(?:, not\b|\bnot\b|n't\b|\bonly\b|\bnever\b|\balways\b|\bbecause\b|\bsince\b|\bso\b|\bwhich means\b"
    r"|\bnicht\b|\bnur\b|\bnie\b|\bimmer\b|\bweil\b|\bkein\w*\b|\bpas\b|\bjamais\b|\bparce que\b|\bcar\b"
    r"|\bno\b|\bnunca\b|\bporque\b|\bnão\b)"
)
"""A statement about something else than the speakers that says what it is not, or why."""

FAILED: Final = (
    r"(?:did(?:n't| not) (?:work|help|compile|pass|apply|take effect|build|fix|go|change anything|hold|scale)"
    r"|do(?:es)?(?:n't| not) (?:work|help|compile|build|get used|fix|hold|scale|apply|fly)|br(?:oke|eaks|eak)\b"
    r"|fail(?:s|ed(?! (?:attempts?|tr(?:y|ies)|retries|requests?|calls?|runs?|jobs?|tasks?|match(?:es)?|logins?"
    r"|messages?|deliver(?:y|ies)|transactions?)\b))?\b"
    r"|made (?:it|things|that|this) worse|makes (?:it|things) worse|was (?:slower|too slow|no good|a dead end|worse)"
    r"|hangs?\b|hung\b"
    r"|crash(?:ed|es)\b|creates? a cycle|created a cycle|deadlock(?:ed|s)|leak(?:ed|s)\b|rejected\b"
    r"|lets? .{3,60} (?:burst|through|slip))"
)
TRIED: Final = Pattern(
    r"(?:^|[.;:,] |\b(?:and|but|so|then|first) )(?:i|we)(?:'ve| have)? (?:first |also |then |initially |now |even )?"
    r"(?:also )?(?:tried|attempted|experimented|started (?:with|out)|began with|gave .{2,40} a try"
    r"|(?:looked (?:at|into)|considered|evaluated)\b.{3,120}\bbut)\b"
    r"|^(?:also |first )?(?:tried|attempted) (?:it|that|this|both|·)|\bi (?:also )?tried (?:as well|too)\b"
    r"|\bj'ai (?:aussi |d'abord )?(?:essayé|tenté|testé)\b|\b(?:habe|hatte) (?:ich"
    r"|wir)\b.{3,80}\b(?:aus)?(?:probiert|versucht)\b"
    r"|\b(?:probé|intenté|tentei|testei) (?:con |com |a )?"
)
TAKEN_BACK: Final = Pattern(
    r"\b(?:took (?:it|that|them|this) back|(?:so|and|then|thus|therefore) (?:i )?(?:reverted|rolled|backed|undid"
    r"|dropped|discarded|abandoned)"
    r"|i (?:reverted|rolled back|backed out|abandoned|discarded|gave up|ruled out|undid|threw)\b|reverted (?:that|it"
    r"|this)\b|so that's out\b"
    r"|that's out\b|^(?!(?:it|that|this|which|who)\b)[\w· -]{4,50} is out[:,;] "
    r"|(?:a )?dead end\b|^ruled out: |rule(?:d)? (?:it|that|this) out|would not go on with|wouldn't go on with"
    r"|not (?:a )?viable"
    r"|gave up on|had to (?:revert|back out|undo)"
    r"|thr(?:ew|own) (?:it|that|this|them) (?:away|out)|took (?:it|that|this|them) out again|scrapped (?:it|that"
    r"|this)|gave (?:it|that) up|^(?:scrap|forget|strike) (?:what|that|my|the)\b|(?:is|are|was|were) no (?:good"
    r"|use) and)"
)
NO_HELP: Final = Pattern(
    rf"^i(?:'ve| have)? (?!checked|looked|read|saw|see|ran|found|confirmed)\w+(?:ed|t)? .{{4,120}}?,? (?:which"
    rf"|but (?:it|that|this)|(?:it|that"
    rf"|this)) (?:still )?{_HELPLESS}\b"
)
"""`I cleared the cache, which did not help.`"""
APPROACH: Final = Pattern(
    r"^(?:the |a |an |my first |our first )?(?:(?:first |second |naive |simple |obvious "
    r"|other )?(?:[\w·.<>/-]+ ){0,3}(?:variant|approach|version"
    r"|attempt|idea|solution|workaround|option|route|trick|hack|patch|method of)\b|(?:\w+ly )?(?!(?:during|nothing"
    r"|something|anything|everything"
    r"|string|thing|king|ring|spring|missing|existing|remaining|following|running tests|according|regarding|including"
    r"|being|having)\b)\w{2,}ing\b"
    r"|with ·+|a (?:gin|btree|partial|\w+) index|(?:the )?(?:\w+ ){0,2}(?:window|lock|cache|index|wrapper|shim|flag"
    r"|hook|decorator|regex))"
)
GERUND: Final = Pattern(
    r"^(?:just |simply |merely )?(?!(?:understanding|figuring|knowing|seeing|clicking|pressing|tapping|typing"
    r"|scrolling|dragging"
    r"|hovering|selecting|finding|deciding)\b)\w{2,}ing\b (?!(?:of|from|for|to) (?:this|that|these)\b)"
)
FALLS_SHORT: Final = Pattern(
    r"^(?!.{0,120}\b(?:would|could|might|should)\b)[^,;:]{8,110}? (?:(?:does|did|do|would|could|can"
    r"|wo|will)(?:n't| not|not)|(?:was|is|were|are)(?:n't| not) (?!\w+ed (?:to|by|in|on)\b)|never"
    r"|only (?:helps|works|moves|shifts|hides)|(?:is|was|turned out) (?:too|no good|wrong|worse|slower|useless)"
    r"|(?:costs?|loses?|lost|hides?|breaks?|doubles?|ruins?|defeats?|misses)\b) ?"
)
"""A judgement on an approach: `hanging it on the default does not carry far`."""
SHORT_OF: Final = Pattern(
    r"^(?!.{0,120}\b(?:would|could|might|should|tests?|yet|sure)\b)(?:[^,;:]{2,90}? )?(?:"
    r"(?:is|are|was|were)(?:n't| not) (?:enough|safe|sufficient|an option|usable|suitable|reliable|viable|worth it)\b"
    r"|(?:has|have|had) (?:a|one|its) (?:catch|snag|drawback|flaw|hitch)\b"
    r"|(?:does|do|did)(?:n't| not) (?:help|suffice|scale|carry (?:us )?far|get us)\b"
    r"|(?:makes?|made) no difference\b|(?:changes?|changed) nothing\b|(?:is|are|was|were) no (?:good|use|help)\b"
    r"|not (?:enough|safe|an option|possible|usable)\b)(?: (?:here|there|for us|alone|by itself|either))?"
    r"(?=\s?[:;–—,(.]|\s(?:because|since|as|on|for|when|where|with|under)\b)"
)
"""A judgement on a way of doing it: `CommandContext is not enough: it kills the shell only`."""
SHORT_OF_OTHERS: Final = Pattern(
    r"^(?!.{0,160}\b(?:tests?|könnte|würde|sollte|pourrait|devrait|podría|debería)\b)[^?]{2,120}?(?:"
    r"\b(?:reicht|hilft|trägt|hält|genügt|taugt|skaliert|nützt|reichen|helfen)(?: \w+){0,3} nicht\b"
    r"|\b(?:bringt|ändert|nützt|hilft)(?: \w+){0,2} nichts\b|\bhat (?:da )?(?:einen|nen|ein) (?:haken|problem)\b"
    r"|\b(?:ist|wäre) (?:da )?(?:keine (?:option|lösung)|zu wenig|eine sackgasse)\b"
    r"|\bne (?:suffit|marche|convient|tient|change) (?:pas|rien)\b|\bn'aide pas\b|\ba un (?:hic|défaut)\b"
    r"|\bno (?:basta|sirve|ayuda|alcanza|escala)\b|\btiene (?:una pega|un problema)\b"
    r"|(?:не (?:помогает|хватает|подходит|спасает)|недостаточно|不够|不行|足りない|では不十分))"
    r"(?=\s?[:;–—,.(!]|\s(?:weil|denn|da|wenn|sobald|parce que|car|quand|porque|si|потому|так как)\b|$)"
)
"""The same in other languages: `das reicht nicht: ...`."""
WORKED: Final = Pattern(
    r"\b(?:(?<!ship )(?<!keep )(?<!use )(?<!do )what (?:works|worked|helped|does work|did the trick)"
    r"|(?:that|this|which) (?:did the trick|fixed it|worked"
    r"|solved it)"
    r"|brought (?:it|that|this)(?: down)? from|it (?:now )?works with)\b"
)

CHOSE: Final = Pattern(
    r"(?:^|[.;:,] |\b(?:and|but|so|then|therefore|hence) )(?:so )?i(?:'ve| have)? (?:therefore |then |finally |now "
    r"|deliberately |instead )?"
    r"(?:went with|go with|chose|chosen|decided|opted|ended up|settled on|picked|stayed with|stuck with|am using|use"
    r"|kept|keep|left|preferred)\b"
)
DID: Final = Pattern(
    r"(?:^|[.;:,] |\b(?:and|but|so|then) )i(?:'ve| have)? (?:therefore |then |now )?(?:moved|replaced|put|added|set"
    r"|switched|made|used|changed|wrote"
    r"|renamed|split|dropped|removed|introduced|implemented|extracted|placed|stored)\b"
)
PLACED: Final = Pattern(
    r"^(?:so |therefore |hence |thus )?(?:the|its|all|both|that|what) (?!rest\b|functionality\b"
    r"|logic\b)[^,;.]{2,70}? (?:now )?"
    r"(?:lives|stays|sits|belongs|goes|moves) (?!the same)(?:in|into|to|on|under|at|behind|where|with|[a-z]+)\b"
)
AGREED: Final = Pattern(
    r"\b(?:we|the team) (?:decided|agreed|settled on)\b|^decision:\s|\bdecided (?:to|that|against|on)\b"
)
INSTEAD: Final = Pattern(
    r"\b(?:instead of|rather than|statt|anstelle von|au lieu de|en lugar de|em vez de)\b ?"
    r"(?P<other>(?:[^,.;:()]|\.(?=\w)){0,60})"
)

CAUSE: Final = Pattern(
    r"(?:^|[.;,:–] |\b(?:and|but) )(?:confirmed[:,] |found it[:,] )?(?:the |this |that |they )?(?:(?:real|root|actual"
    r"|underlying|main|true|only) )?"
    r"(?:(?:cause|culprit|problem|issue|reason|bug|bottleneck|slow part|catch|failure|segfault|crash|error|leak|hang"
    r"|deadlock|race)"
    r"(?: (?:here|of [\w·. -]{2,40}|for [\w·. -]{2,40}|behind [\w·. -]{2,40}|there))?"
    r" ?(?:is|was|:|comes? from|came from|lies in|lay in|turned out|stems? from)"
    r"|(?:it |that |this |they )?(?:turns|turned) out(?: that)?|root cause)"
)
BECAUSE: Final = Pattern(
    r"\b(?:fail(?:s|ed|ing)?|hangs?|hung|crash(?:es|ed)|breaks?|broke|is slow|was slow|is red|was red|is missing"
    r"|leaks|blocks|raised|returned none"
    r"|timed? out|times out)\b.{0,80}\b(?:because|since|due to)\b|\bdoes(?:n't| not) \w+\b.{0,60}\bbecause\b"
)
HOLDS: Final = Pattern(
    r"\b(?:upstream|by design|on purpose|known (?:bug|issue|limitation)|cannot|can't|(?:does|do)(?:n't| not) support"
    r"|unsupported|only|never|always|requires?|guarantees?|must|has to|have to|on (?:windows|macos|linux|arm|musl))\b"
)
"""Words of a finding that is true of a tool, a platform or a design, and not of the code of the moment."""
RAISES: Final = Pattern(
    r"(?<!be )(?<!being )(?<!is )(?<!are )\b(?:raised|fails with|failed with|threw|panics with|died with)\b ?[·\w]"
)
REPORTS: Final = Pattern(
    r"(?:^|[.;:] |\b(?:and|but) )(?:i (?:found|noticed|discovered|learned|learnt|saw|confirmed|verified"
    r"|checked) (?:that|out|in|:)"
    r"|the (?:sub-?agent|explorer|agent|reviewer|researcher|search)(?: \w+)? (?:reports?|found|says|reported"
    r"|confirms?|came back)"
    r"|(?:confirmed|verified):(?=.*(?:\bnot\b|n't\b|\bnever\b|\bonly\b|\bmissing\b|because|, so\b))|finding:"
    r"|findings:|discovery:|mind that|beware|careful:|gotcha:|caveat:|it is worth knowing"
    r"|worth (?:noting|knowing))"
)
NOTE: Final = Pattern(
    r"^(?:note|mind|be aware)(?: that|:) (?!this (?:change|test|function|method|assumes)|i |i've\b|you\b"
    r"|the (?:change|code above)).*"
    r"\b(?:not|never|only|cannot|can't|\w+n't|no)\b"
)
ERROR_NAME: Final = Pattern(r"\b[A-Z]\w*(?:Error|Exception|Panic|Fault)\b|\bE[A-Z]{4,}\b|\berror\b|\bpanic")
BEHAVES: Final = Pattern(
    r"\b(?:never (?:calls?|runs?|gets?|sees?|closes?|returns?)|does(?:n't| not) (?:go through|implement|support|call"
    r"|handle|see|use|know|respect)"
    r"|is (?:called|used|checked|defined|read|written|set|duplicated) (?:from|in|by|only in|at)(?: only"
    r"| just)? (?:one|two|three|four|\d+|several|both) "
    r"|(?:only|also) (?:takes|accepts|compares|checks)|carr(?:y|ies) their own"
    r"|(?:they|it|these|those|all (?:four|three|two|of them)) fails? on (?:main|master|trunk|develop)|goes? away on"
    r"|is not (?:read|used|called|set))\b"
)
AT_THE_MOMENT: Final = Pattern(
    r"^\W*(?:error|fehler|erreur): |\bstill (?:getting|happening|failing|fails|the same|seeing|duplicat\w+)\b"
    r"|\b(?:the )?(?:\w+ )?tests? (?:is|are|were) (?:still |now )?failing\b"
    r"|\b\d+ (?:\w+ )?tests? (?:are )?(?:still )?fail(?:ing|ed|s)?\b"
    r"|\b(?:isn't|aren't|is not|are not) (?:working|running)(?: as expected| at all| yet)?[.!]*$"
    r"|^at this point,? i think\b"
)
"""What is red or out of order right now, which the next minutes change."""
COMMAND: Final = Pattern(
    r"^(?:to (?:run|build|test|lint|start|deploy|regenerate)[^:]{0,60}: ·{4,}|·{6,} (?:(?:is|are|comes back"
    r"|runs) (?:now )?(?:green|clean|through|fine|passing)"
    r"|(?:gives|prints|shows|reports) (?:all )?\d|passes|passed))"
)

OTHERS: Final[tuple[tuple[str, float, Pattern], ...]] = (
    (
        "fact",
        0.84,
        Pattern(
            r"(?:die |der )?(?:ursache|grund|fehler|problem)(?: \w+)?(?: ist|:| war| lag| liegt)|das liegt daran"
            r"|es liegt an"
            r"|stellt sich heraus|hat sich herausgestellt"
        ),
    ),
    (
        "fact",
        0.84,
        Pattern(r"(?:la cause|le problème|l'erreur|le souci|la raison)(?: \w+)? (?:est|était|vient|venait)|il s'avère"),
    ),
    (
        "fact",
        0.84,
        Pattern(
            r"(?:la causa|el problema|el error|o problema|a causa|o erro)(?: \w+)? (?:es|era|é|viene|vem)|resulta que"
        ),
    ),
    (
        "fact",
        0.84,
        Pattern(r"^(?:根本)?原因(?:是|在于|:|：|は)|问题(?:出在|在于|是)|原因は|問題は.*(?:です|だ|にあり)"),
    ),
    ("fact", 0.84, Pattern(r"^(?:причина|проблема)(?: \w+)? (?:в том|была|—|-)|оказалось")),
    (
        "attempt",
        0.82,
        Pattern(
            r"(?:habe|hatte) (?:ich |wir )?.*(?:versucht|probiert).*(?:aber|jedoch|doch|schlägt|fehl|verworfen"
            r"|wieder raus"
            r"|zurückgenommen|rückgängig|wieder (?:entfernt|ausgebaut|zurück))"
            r"|hat .*nicht (?:geklappt|funktioniert)"
            r"|hat es nicht (?:geklappt|funktioniert)"
        ),
    ),
    (
        "attempt",
        0.82,
        Pattern(
            r"j'ai (?:essayé|tenté|testé).*(?:mais|échou|retiré|abandonné|annulé|revenu|laissé tomber)"
            r"|n'a pas (?:marché|fonctionné)"
        ),
    ),
    (
        "attempt",
        0.82,
        Pattern(
            r"(?:intenté|probé|tentei|testei).*(?:pero|mas|falla|falhou|no funcion|revertí|quité|descarté|deshice"
            r"|reverti)"
            r"|no funcionó|não funcionou"
        ),
    ),
    ("attempt", 0.82, Pattern(r"(?:尝试|试过|试了).*(?:但|失败|不行)|試しましたが|うまくいきません")),
    (
        "decision",
        0.78,
        Pattern(
            r"^(?:deshalb|daher|darum) (?:benutze|verwende|nehme|nutze) ich|ich (?:habe|bleibe|nehme"
            r"|verwende) .*(?:weil|da|statt)\b"
            r"|^je (?:reste|garde|passe) |^j'ai (?:choisi|opté|préféré|décidé)|^(?:me quedo|he elegido|elegí|uso"
            r"|escolhi)\b"
        ),
    ),
    ("decision", 0.78, Pattern(r"(?:所以|因此)(?:我)?(?:改用|选择|采用)|(?:ため|ので)、?.*(?:を使い|を採用)")),
)
"""Statements in other languages."""
CAUSES_ABROAD: Final = tuple(pattern for kind, _, pattern in OTHERS if kind == "fact")
"""How a cause is named in other languages."""
FAILED_THEN: Final = Pattern(
    rf"(?:but |however,? |unfortunately,? )?(?:it|that|this|they|which|both|the (?:result"
    rf"|whole thing))(?: \w+){{0,2}}? (?:{FAILED})"
)
OUT: Final = Pattern(
    r"(?:so )?(?:i|we)(?:'ve| have)? (?:therefore |then |thus )?(?:rolled|took|backed|pulled|ripped|dropped|reverted"
    r"|removed)"
    r" (?:it|that|this|them|all of it)(?: (?:back|out|again))*[.!]*$"
    r"|(?:dropped|reverted|abandoned|discarded|backed out|rolled back|given up|undone)(?: (?:it|that|again))*[.!]*$"
)
"""`I rolled it back.`, `Dropped.`"""
TURNED: Final = Pattern(
    r"\bbut\b.{8,160}[,;] ?(?:and )?(?:so|hence|thus|therefore) (?:i|we) (?:then |now |instead )?(?:went (?:with"
    r"|back)|switched"
    r"|moved to|fell back|settled|chose|used|turned to|took|kept|left|decided)\b"
)
"""`I first tried X, but Y, so I went with Z`"""
UNDONE: Final = Pattern(
    r"\b(?:(?:not|n't)\b.* yet|yet,|still (?:to do|open|missing|has to)|tomorrow|next time|to ?do|i'd do (?:it|that"
    r"|this)|i'll"
    r"|comes later|later|noch nicht|morgen|todavía no|aún no|mañana|pas encore|demain)\b"
)
"""How an agent says that work is still open. Open work is not a failed attempt."""
HOLDS_NOW: Final = Pattern(
    r"\b(?:now|again) (?:works?|pass(?:es)?|holds?|runs?|handles?)\b|\b(?:works?|pass(?:es)?|runs?|is|are) (?:fine "
    r"|green "
    r"|fast |twice as \w+ |in )?(?:now|again)\b|\b(?:is|are) (?:green|in|done|in place)\b"
)
"""A sentence that says that something holds, which the next one does not take back."""
RUNS: Final = Pattern(
    r"\W*(?:to |with )?(?:re-?)?(?:run|runn?ing|reproduc\w+|build\w*|open\w*|start\w*|install\w*|connect\w*|fetch\w*"
    r"|clon\w+"
    r"|the (?:\w+ )?(?:tests?|suite|build|command|link)|it\b|that\b|again\b)"
)
"""What an agent tried that is no way of doing something: `I tried to run the tests.`"""
LABELLED: Final = Pattern(
    r"^[\W_]*(?:(?:the|our|final|my|team|new) )?(?:(?:decision|decided|entscheidung|entschieden|beschlossen|décision"
    r"|décidé|decisión|decidido|decisão|decisione|deciso|besluit|besloten)[*_]*\s*[:：]"
    r"|(?:agreed|settled|vereinbart|convenu|acordado|concordato|afgesproken)[*_]*\s*[:：](?=(?:\W+\w+\b){5}))[*_]*\s*"
    r"(?!(?:nothing|none|n/?a|tbd|to be|pending|open|not yet|still|unclear|yes|no|ok(?:ay)?|done|noch|nichts|offen|rien"
    r"|nada|niente|niets)\b)(?P<body>(?:[\w·`'/.-]+\W+){2,}[\w·].*)"
)
"""`Decided: cache per connection, because schemas change`"""
