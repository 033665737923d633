"""Sentences that are rules by their form: a demand on each thing of a kind, a ban, a reminder, an order to note it.

Patterns of `Sentence.plain` behind its first words (`cues.LEAD`).
"""

from typing import Final

from backstory.capture.rules.foreign_rules import IN_LANGUAGE
from backstory.capture.text.patterns import Pattern

_EVERY: Final = r"(?:every(?: single)?|each(?: and every)?|any)"
_STEPS: Final = (
    r"(?:(?:[\w-]+ ){0,2}?(?:sub-?tasks?|implementation)|commit|change|edit|push|merge|build|release|deploy\w*|run"
    r"|test run|session|task|step|phase|iteration|time"
    r"|round|prompt|answer|response|reply|pr|pull request|mr|merge request|migration|upgrade|feature|fix|bug ?fix)"
)
"""Steps of the work, which come again and again."""
_PARTS: Final = (
    r"(?:(?:new|public|exported|external|internal|changed|added|shared|generated|abstract|async|api|db|database)[ -])*"
    r"(?:commit(?: message)?|branch|pr|pull request|mr|merge request|changelog entry|migration|module|package|crate"
    r"|file|function|method|class|type|interface|struct|component|hook|endpoint|route|handler|command|option|flag"
    r"|setting|rule|test|test case|spec|fixture|query|table|column|script|job|service|dependency|library|constant"
    r"|parameter|field|error|exception|comment|docstring|log line|message|name|page|document|ticket|issue|release"
    r"|version|symbol|member)"
)
"""Parts of a code base, of which new ones are added all the time."""
_UNDONE: Final = (
    r"(?!(?:be |to be |been )*(?:pass|work|fix|run\b|green|finish|succeed|implement|updat|adapt|rewritten|moved"
    r"|renamed|removed|deleted|changed|added|created|covered|done\b|ready|visible|shown|displayed|available\b))"
)
"""What a demand on the state of the moment goes on with does not follow."""
_MODAL: Final = r"(?:must|should|shall|has to|have to|needs? to|needs|gets|goes|carries|comes with|ends|begins|starts)"

QUANTIFIED: Final = (
    Pattern(rf"^{_EVERY} {_PARTS}\b[^;?]{{0,70}}? {_MODAL} {_UNDONE}\w"),
    Pattern(
        rf"^(?:for|on|in|with|after|before|at|during) {_EVERY} (?:{_STEPS}|{_PARTS})\b[^;?]{{0,30}}?[,:]? "
        r"(?:i|we|you|please|there)(?:'d|'ll)? ?(?:would like|want|need|expect|must|should|have to|always|never|do"
        r"|don't|run|use|add|write|update|ask|show|tell|give|make|keep|put|commit|push)\b"
    ),
    Pattern(
        rf"^(?:after|before|with|on) {_EVERY} {_STEPS}\b[^;?,]{{0,30}}, (?!(?:it|the|i|we|there|this|that|he|she"
        rf"|they)\b)"
        r"\w+ \w"
    ),
    Pattern(
        rf"^(?:before|after|with|on|at) {_EVERY} {_STEPS}\b,? (?:please |always |first )*(?:(?:look|check|run|re-?run"
        r"|build|ask|tell|show|update|write|verify|make sure|format|lint|test|commit|push|rebase|pull|start|restart"
        r"|wait|clear|delete|remove|add|note)\b|(?:the |our |all )?(?!(?:it|i|we|this|that|he|she|they|there)\b)"
        r"[\w·./-]+(?: [\w·./-]+){0,2} (?:has to|have to|must|should|needs? to)\b)"
    ),
    Pattern(
        r"^(?:all|everything|anything|whatever|each thing|every thing|every ?single thing)(?: (?:that|what|which))?"
        r" (?:you|u|we|i|gets?|is|one|people) (?:\w+ly )?(?:add|change|expose|write|create|log|publish|export|introduce"
        r"|commit|generate|document|rename|deprecate)\w*\b[^;?]{0,60}? (?:needs?|must|should|gets?|goes|comes|has|is"
        r"|wants?) (?!(?:wrong|broken|gone|missing|lost|ok|fine|good)\b)\w"
    ),
    Pattern(
        r"^(?:please |always |just |then |now |git )*(?:re-?build|re-?start|run|re-?run|push|commit|ask|show|tell"
        r"|remind"
        r"|verify|check|test|bump|document|write|log|save|deploy|take|use|do|add|write|keep|put|pass|set|include|start"
        r"|build|give|update|format|lint|list|state|mention|report|confirm|stop|install|sync|rebase|squash|back ?up)\b"
        rf"(?:[^;?]{{1,80}}?)? (?:for|on|in|with|at|after|before|in between) {_EVERY} (?:{_STEPS})s?(?: you"
        rf" \w+)?(?=[.,;!]|$"
        r"| and\b| so\b| because\b)"
    ),
    Pattern(
        rf"^(?:our |all |the |new |public |exported )*(?:commits?|commit messages?|commit subjects?|branch(?:es|"
        rf" names?)"
        r"|prs|pull requests|merge requests|tags|releases|version numbers|changelog entries|migrations|public \w+"
        r"|exported \w+|test names|log messages|error messages)(?: here| in (?:this|our) \w+)?"
        rf" (?:(?:must|should|shall|has to|have to|need to) {_UNDONE}|(?:needs?|gets?|carry|follow|begin with"
        r"|start with|end with|go to|go into|never|always|only)\b )\w"
    ),
    Pattern(
        rf"^(?:every|each) (?:{_STEPS}|day) (?:we|i|you) (?:want|need|must|should|have to|always"
        rf"|never)\b(?! to be able)"
    ),
    Pattern(
        r"^nothing (?:under|in|inside|outside(?: of)?|below) [\w·/.-]+ (?:changes|is (?:to be )?(?:changed|touched)"
        r"|may change|gets (?:changed|touched))\b(?! (?:if|when|unless|after|because)\b)"
        r"|^(?:run |do )?[\w·/.:-]+(?: [\w·/.:-]+){0,3} (?:before|vor|avant|antes de|voor|prima di)"
        r" (?:(?:each|every|any|jedem|chaque|cada|elke|ogni) )?commit(?:s|ting)?(?:,? please)?[.!]*$"
    ),
    Pattern(r"^(?:one|1|a single) [\w-]+ (?:per|for (?:each|every)|to each) [\w-]+(?:,? please)?[.!]*$"),
)
"""`for each phase I need a plan`, `every module has to ...`, `rebuild after every change`."""

FORBIDDEN: Final = (
    Pattern(
        r"^(?!(?:it|that|this|these|those|access|request|origin|method)\b)[^;:?·]{3,70}? (?:is|are|was|were)"
        r" (?:(?:strictly |absolutely |explicitly |definitely )(?:forbidden|prohibited|banned)|(?:forbidden|prohibited"
        r"|banned) (?:here|in this|in our|because|since|by (?:policy|convention|us))|taboo|off[- ]limits"
        r"|out of bounds|a no-?go|not (?:acceptable|negotiable|welcome|up for \w+))\b(?! (?:error|exception|\d))"
    ),
    Pattern(
        r"^(?:no(?: more)?|under no circumstances) [^;:?]{3,60}? (?:is|are|may be|will be) (?:ever )?(?:allowed"
        r"|accepted"
        r"|tolerated|permitted)\b|^(?:[^;:?]{3,60}? )?(?:nobody|no one|noone) (?:is|are) (?:ever )?(?:allowed"
        r"|permitted|supposed) to \w"
    ),
    Pattern(
        r"(?:^|, )(?:and |but |so )?(?:please )?(?:write|say|mention|post|log|publish) nothing (?:about|of|on)"
        r" [^,;?]{2,60} (?:in|into|to|on) (?:the|any|our|those|these|commit|public|pr)\b"
        r"|^(?:until|till|as long as|bis|tant que|hasta que) [^,;?]{3,40}?,? (?:please )?(?:no|kein\w*)"
        r" (?!one\b|longer\b|more than\b|matter\b|way\b|idea\b|problem\b|news\b|answer\b|reply\b)[\w/-]+"
        r"(?: (?:to|on|in|of|for|at) (?:the |our )?[\w./-]+| [\w-]+){0,2}(?: please| bitte)?(?=[.,;!]|$)"
    ),
    Pattern(
        r"\bi (?:will not|won't|do not|don't|cannot|can't) (?:ever )?(?:accept|tolerate|allow|approve|merge)"
        r" (?!(?:the|this|these|that|those|it|your|his|her|him|you|any of|a call|payments?|cookies)\b)\w+"
    ),
    Pattern(
        r"^.{0,100}?(?<!user )(?<!users )(?<!player )(?<!app )(?<!customer )(?<!customers )\b(?:should|must|may"
        r"|shall) never (?!(?:ever )?be able\b)(?:ever )?(?:be |have |get |go |end up )?(?!mind\b|able\b)\w+"
    ),
)
"""`raw SQL is off limits`, `no more globals are allowed`, `I don't accept X`."""
FORBIDS_NOTHING: Final = Pattern(
    r"\b(?:error|errors|403|401|405|cors|exception|says|shows|reported|api key|wrong|why|which means|should never"
    r" (?:happen|have happened|fail|occur|get here|be reached)|(?:it|this|that|which|i|they) (?:should|must|can|may"
    r"|will)"
    r" never)\b"
)

_LOATHES: Final = (
    r"(?:hate|loathe|detest|despise|dislike|can't (?:stand|bear|abide)|cannot (?:stand|bear|abide)|(?:'m|am|m)"
    r" (?:\w+ )?(?:allergic to|sick of|tired of|not a (?:\w+ )?fan of|no fan of|done with|fed up with))"
)
DISLIKE: Final = (
    Pattern(
        rf"\bi(?: really| absolutely| just| so| do| personally| truly)? ?{_LOATHES} (?:it when|when|seeing|having"
        r"|people \w+ing|(?!nothing\b|something\b|everything\b|anything\b|being\b)[\w·-]+ing\b"
        r"|(?!(?:this|these|those|his|its|us|status|is|the|my|your|our|that|how)\b)(?:[\w·-]+ ){0,2}[\w·-]+s\b)"
    ),
    Pattern(
        r"^(?!(?:that|this|it)\b).*\b(?:pet peeves? of mine|my pet peeves?|drives? me (?:crazy|nuts|mad|insane"
        r"|up the wall)|over my dead body)\b"
    ),
    Pattern(r"^(?:please )?(?:spare me|save me from) (?:the |your |those |any |all )?[\w·-]+(?: [\w·-]+)?s\b"),
)
"""`I can't stand ...`, `... drives me mad`: nobody says that of one moment."""

_STYLE: Final = (
    r"(?:emoji\w*|co-?author\w*|trailers?|abbreviations?|semicolons?|magic (?:numbers?|strings?)|hard-?coded [\w-]+"
    r"|hard-?coding|default exports?|globals?|global variables?|singletons?|inline (?:styles?|css|comments?)"
    r"|any types?|ts-ignores?|force[- ]push\w*|merge commits?|wildcard imports?|star imports?|relative imports?"
    r"|print statements?|prints|console[. ]logs?|comments|docstrings|mocks|todos|fixmes|monkey-?patch\w*|raw sql"
    r"|backwards?[- ]compatib\w+|type casts?|unsafe|unwraps?|try/catch\w*|trailing \w+|em[- ]dashes|placeholders"
    r"|dummy data|fake data|shortcuts|workarounds|silent \w+|fallbacks)"
)
STYLE: Final = Pattern(
    r"^(?:please |pls |plz |also |and |but |absolutely |ever )*(?:no|never|without|zero|avoid|(?:don't|dont|do not"
    r"|never)"
    r" (?:use|add|put|write|leave|do|introduce|create))(?: any| more| ever| further)? (?:[\w-]+ ){0,1}?"
    rf"{_STYLE}\b(?! (?:for now|here yet|yet|were|was|is|are|found|needed|exist|appear|show))"
)
"""`no emojis`: a matter of style, which outlives the task."""

NOT_BUILT: Final = Pattern(
    r"^(?:please |again,? |just )*(?:(?:make sure|ensure)(?: that)?(?: you)? )?(?:do not|don't|dont|never) (?:ever "
    r"|actually"
    r" |try to |attempt to )*(?:build|compile|install|deploy|publish)(?: (?:it|this|the|any|anything|project|app|build"
    r"|code|package|packages|repo))*(?: (?:btw|please|yourself|at all|locally|on (?:this|my) \w+))*[.,!]*$"
)
"""`do not build it yourself`: a step that is left to the person."""
REMINDER: Final = Pattern(
    r"[,;:.–-] ?(?:so |and |please )*(?:always )?(?:(?:keep|bear|have) (?:that|this|it) in mind"
    r"|don't (?:ever )?forget (?:that|this|it)|remember (?:that|this|it))(?: please)?[.!]*$"
)
"""`we are on the free tier, keep that in mind`"""

_NOTEBOOK: Final = (
    r"(?:(?:your |the |my |our |project |agent |cursor |claude |coding )*(?:memory|memories|memory bank|rules?(?:"
    r" files?)?"
    r"|rule ?book|guidelines?|conventions|(?:agent|custom|standing) instructions|claude\.md|agents\.md|gemini\.md"
    r"|contributing(?:\.md)?"
    r"|\.?cursor ?rules?|copilot-instructions(?:\.md)?|[\w-]+\.mdc))"
)
NOTED: Final = (
    Pattern(
        rf"\b(?:add|put|write|save|store|record|note|include|document)\b[^.;?:]{{0,80}}? (?:to|in|into) {_NOTEBOOK}"
        r"(?: as well)?(?:,? that\b|:| [-–—] )"
    ),
    Pattern(
        r"\b(?:make|take|add) a (?:\w+ )?note(?: for yourself)?(?: that|:| [-–—])? (?:you|we|to (?:always|never|not))\b"
    ),
    Pattern(
        rf"\bupdate {_NOTEBOOK} (?:to|so that|with the rule|for this)\b(?! (?:fix|reflect|include|add|remove"
        rf"|match)\b)"
    ),
    Pattern(
        r"\b(?:add|create|make|write|introduce|set up) (?:this as a|it a|that a|this a|a|another|one more)"
        r" (?:new |general |global |standing |hard |project |permanent )*rule(?: (?:that(?! you can)|to (?:always"
        r"|never|not|only"
        r"|avoid|use|ask|keep)|saying|so that|in [^:?]{2,40}? (?:that|to))\b|:)"
    ),
    Pattern(
        r"\b(?:edit|update|change|tell|add to) (?:my |the |our )?(?:claude|agents|gemini)\.md (?:file )?"
        r"(?:to|so that|that)(?: you| it| we)?(?: should| must| shall)? (?:always|never|not)\b"
    ),
    Pattern(r"^(?:please )?(?:memori[sz]e|remember|note down|write down|learn)(?: (?:that|this))?: \S"),
)
"""`... (update the memory for this)`, `add a rule that ...`: what is to be written down is to be kept to."""
NOTED_ELSEWHERE: Final = Pattern(
    r"\b(?:eslint|lint|nginx|firewall|css|gitignore|iptables|validation|webpack|security group|ingress|why|delete"
    r"|remove"
    r"|typo|extract|split|rename|move)\b"
)

AGAIN: Final = Pattern(
    r"\b(?:as|like) i(?:'ve| have)? (?:already |always |just )?(?:said|told you|mentioned|asked|explained)\b"
    r"|\bi(?:'ve| have)? (?:already )?(?:told|asked) you (?:\w+ ){0,2}(?:before|already|times|many|several|again)\b"
    r"|\b(?:i|we) (?:keep|have to keep) (?:telling|asking|saying|repeating|mentioning|reminding)\b"
    r"|\bi (?:told|asked) (?:you|u) (?=no \w|not\b|never\b|don't\b|dont\b|to (?:always|never|only|stop)\b)"
    r"|\bi (?:already )?said"
    r" (?=no \w|not\b|never\b|don't\b|dont\b|always\b|only\b)|\bich hab(?:e)? (?:\w+ ){0,3}gesagt\b|\bya (?:te )?dije\b"
    r"|\bj'ai (?:déjà |bien )*dit\b"
    r"|\bfor the (?:second|third|fourth|fifth|last|nth|umpteenth|tenth|hundredth|thousandth|\d+(?:nd|rd|th)) time\b"
    r"|\bhow (?:often|many times) (?:do|must|did|have) i\b"
)
"""What was demanded before is demanded for good."""
DEMANDS: Final = Pattern(
    r"\b(?:don't|dont|do not|no|not|never|always|only|must|should(?:n't)?|use|i want(?! ?:)|stop|without|need to|has to"
    r"|every ?time|each time|kein\w*|nicht|nie|immer|nur|sin|nada|nunca|siempre|solo|pas|jamais|toujours)\b"
)
REPORTS_AGAIN: Final = Pattern(
    r"\b(?:not working|doesn't work|does not work|didn't|did not|still (?:not|there|the same|broken|see|get|shows?"
    r"|have)"
    r"|same (?:error|problem|issue)|no change|isn't|is not|wasn't|won't|can't|cannot"
    r"|funktionier(?:t|en)|klapp(?:t|en)|krach(?:t|en)|abstürz(?:t|en)|häng(?:t|en)|kaputt|fallan?|funcionan?|rotos?"
    r"|(?:ne |n')?(?:marche|fonctionne|plante|échoue)(?:nt)?|cassée?s?)\b"
)

WISH: Final = Pattern(
    r"\bi(?:'d| would)?(?: really| always)? (?:like|love|want|prefer|need|expect|ask|wish)(?: for)?\b (?:you|u|us"
    r"|everyone|everybody|agents|to (?:see|know|review|approve|check|confirm|be (?!able)\w+)|(?:a|an|the|one|no|all"
    r"|every|each)"
    r" (?:[\w-]+ ){0,2}(?:commit|test|diff|plan|summary|backup|branch|pr|entry|note|message|review|check|ok)s?)\b"
    r"(?![^.;?]*\bbe able\b)[^.;?]{0,90}?\b(?:whenever|every ?time|each time|(?:after|before|on|with|for|in)"
    r" (?:every|each)"
    rf" (?:{_STEPS}|{_PARTS})|always|going forward|from now on|at all times|in the future|never)\b"
)
"""`I'd like you to show me the diff before every commit`"""
WE_ALL: Final = Pattern(
    r"^(?:in|for|within|across) (?:this|our|the(?: whole| entire)?) (?:repo|repository|project|code ?base|team"
    r"|workspace"
    r"|package|module|library|monorepo|organi[sz]ation)\b,? (?!(?:there|is|are|was|were|it|has|what|where|how|which"
    r"|(?:you|we|i) (?:need|want|have|will))\b)"
    r"[^?]{0,80}?\b(?:never|always|only|must|every|each|all|no|nobody|use|uses|keep|don't|do not|we \w+|goes? to"
    r"|live|lives|stick|avoid|follow)\b"
    r"|^(?:never|always|only|no|nobody|use|don't|dont|do not|avoid) [^?;]{3,80}? (?:in|across|throughout|within)"
    r" (?:this|our) (?:repo|repository|project|code ?base|workspace|monorepo|team)(?=[.,;!]|$)"
)
"""`in this repository dates are only ...`, `no classes in this repository`"""
EVERY_TIME: Final = Pattern(
    r"^(?:please |just |and |so |then )*(?!(?:show|display|render|open|close|reload|log|emit|fire|trigger|return"
    r"|set|get"
    r"|it|that|this|i|we|you)\b)(?:run|re-?run|check|test|format|lint|build|verify|ask|tell|use|read|update|commit"
    r"|push|review"
    r"|do|make sure|look|start|stop|bump|regenerate|sync|clean|restart|confirm|compare|measure)\b [^?;]{3,90}?,? "
    r"(?:every (?:single )?time|each time|each and every time)[\s.!]*$"
)
"""`run it before you say done, every time`"""
POSSIBLE: Final = Pattern(
    r"^(?:always |please |try to |and )*(?:favou?r|prefer|use|re-?use|stick to|keep|follow|avoid|minimi[sz]e|choose"
    r"|evita\w*"
    r"|usa|utilise|préfère|nutze?|vermeide?)\b[^;?]{3,90}? (?:(?:whenever|wherever) (?:possible|you can|it makes sense"
    r"|feasible)"
    r"|(?:where|when|unless) (?:at all )?(?:possible|absolutely necessary|strictly necessary|really needed)"
    r"|as (?:much|often|far) as (?:possible|you can)|unless (?:it'?s |it is )?(?:absolutely |strictly |really"
    r" )?(?:necessary"
    r"|needed|required)|siempre que (?:sea posible|se pueda)|a menos que sea necesario|autant que"
    r" possible"
    r"|wo(?: immer)? (?:es )?(?:möglich|geht)|wenn (?:möglich|es geht)|soweit möglich)\b"
)
"""`prefer X whenever possible`"""
IN_DOUBT: Final = Pattern(
    r"^(?:if|when|whenever|where) (?:you|anything|something|there|things?|it)(?:'re|'s| are| is| have| has)?"
    r"[^,;?]{0,40}?(?:unsure|unclear|not sure|not certain|in doubt|(?:any )?questions?|ambiguous|stuck|missing context)"
    r"[^;?]{0,30}?,? (?:please |you should |you must |then |just |always |first |do )*(?:ask|stop|tell|check with"
    r"|let me know"
    r"|don't guess|do not guess)\b|^when in doubt,? \w"
)
"""`if you are unsure, ask`"""
REMIND: Final = Pattern(
    r"^(?:and |also |just |a |quick |friendly )*(?:reminder(?: that\b|:)|rem?e?m?e?mb?er,? (?:that )?(?:this|we|our"
    r"|you|there"
    r"|the [\w·-]+|it) (?:\w+ly )?(?:is|are|'re|has|have|must|use|needs?|should|only|never|always|do|don't|run)\b"
    r"|rem?e?m?e?mb?er,? (?:it|we|you|this|that)'(?:s|re)\b)"
)
"""`reminder that ...`, `remember we are on ...`"""
IMPORTANT: Final = Pattern(
    r"^(?:and |also |one (?:more |very )?)?(?:(?:very |most |super |really )?important(?: thing| point| rule)?"
    r"|crucial(?:ly)?|non-?negotiable|hard requirement|wichtig|importante|important)\s?[:!,–-]+ (?:please )?"
    r"(?=(?:no|never|always|only|don't|dont|do not|must|all|every|nothing|nobody|any|kein\w*|nie|immer|nur|jamais"
    r"|toujours|pas|nunca|siempre|nada|no)\b)"
)
"""`important: no new values in this enum`"""


_LASTING: Final = (*QUANTIFIED, *DISLIKE, STYLE, NOT_BUILT, REMINDER, WISH, WE_ALL, EVERY_TIME, POSSIBLE, IN_DOUBT)


def find_form(plain: str, start: int) -> tuple[int, float] | None:
    """Where a rule begins in a sentence by the form of the whole, and how certain it is. `start`: behind its lead."""
    rest = plain[start:]
    if important := IMPORTANT.match(plain):
        return important.end(), 0.84
    if REMIND.match(plain) or (any(form.search(rest) for form in NOTED) and not NOTED_ELSEWHERE.search(rest)):
        return start, 0.84
    if AGAIN.search(rest) and DEMANDS.search(rest) and not REPORTS_AGAIN.search(rest):
        return start, 0.82
    if any(form.search(rest) for form in FORBIDDEN) and not FORBIDS_NOTHING.search(rest):
        return start, 0.82
    return (start, 0.82) if any(form.search(rest) for form in _LASTING) or IN_LANGUAGE.match(rest) else None
