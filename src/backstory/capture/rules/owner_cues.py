"""Words by which a sentence says who owns or decides something, and whose consent is needed."""

from typing import Final

from backstory.capture.text.patterns import Pattern

_NAME: Final = r"(?<![.!?] )(?<!^)?\b[A-Z][\w-]+(?: and [A-Z][\w-]+)?(?: \([^)]{1,30}\))?"
NAMED: Final = Pattern(r"(?<=\w )(?!I\b)[A-Z][a-z]+")
"""A name within a sentence."""
OWNER: Final = Pattern(
    rf"(?!(?:My|Our|Your|His|Her|Its|Their) own\b){_NAME}"
    r"(?:, our [\w ]+,)? (?:decides?|owns?|approves?|signs? off|is responsible for|is in charge of"
    r"|ha(?:s|ve) the (?:final|last) (?:say|word)|maintains|(?:is|are) (?:the )?(?:owners?|maintainers?) of"
    r"|gatekeeps?)\b(?! (?:that|this) (?:one|time)\b)"
)
"""`Marek decides anything about the schema`."""
PASSIVE_OWNER: Final = Pattern(
    rf"\b(?:is|are|gets?) (?:\w+ )?(?:cut|owned|written|made|decided|done|handled|maintained|reviewed|approved"
    rf"|released|run|kept)"
    rf" by (?:the )?{_NAME}"
)
CONSENT: Final = Pattern(
    rf"\b(?:only|nothing|no|never|not)\b[^.;]{{2,80}}\b(?:(?:after|once|when|if|unless|until|before"
    rf"|without)(?: \w+ing)?) (?:{_NAME}|I\b)"
    r"(?:(?:'s)? (?:has|have|had|is|says?|said|agree[sd]?|signs?|signed|approve[sd]?|looks?|looked|ok'?s|okays|knows?"
    r"|reviews?)\b|[.,;!]|$)"
    r"|(?:^|[.,;:!] |\b(?:and|but|so|please|then) )(?:[Pp]lease )?(?:[Pp]ush|[Cc]ommit|[Mm]erge|[Rr]elease|[Dd]eploy"
    r"|[Pp]ublish|[Tt]ag|[Rr]ebase|[Ss]quash|[Ss]hip"
    r"|[Oo]pen (?:the |a )?(?:PR|pr|pull request))\b"
    rf"(?! (?:hooks?|conflicts?|messages?|subjects?|trains?|notes?)\b)[^.;]{{0,40}}? only (?:after|once|when"
    rf"|if) (?:{_NAME}|I\b)"
    r"|\berst (?:push|commit|merg|releas|deploy|tagg)\w*,? (?:wenn|nachdem|sobald) (?:ich|[A-Z]\w+)\b"
    r"|(?<!if )(?<!when )(?<!once )\b(?:he|she|they) (?:owns?|decides?|maintains?|approves?|signs?)\b(?! (?:it|that)"
    r" (?:yesterday|today)| (?:that|this) (?:one|time)\b)"
)
"""`nothing public without Tomasz`, `only after Ada has signed it off`."""
ASK_FIRST: Final = Pattern(
    r"\b(?:[Aa]sk|talk to|check with|ping|consult|tell|clear it with|run it by|get an? (?:ok|review|approval) from) "
    r"(?:him|her|them|me|us|the [\w ]+ team|[A-Z][\w-]+)\b(?! to\b).*\b(?:before|first)\b|\b[Bb]efore\b.*\b(?:ask"
    r"|talk to"
    r"|check with|ping"
    r"|consult|clear it with) (?:him|her|them|me|us|the [\w ]+ team|[A-Z][\w-]+)\b"
)
ASKS_THEMSELVES: Final = Pattern(
    r"\b(?:[Ii]|[Ww]e)(?: still| also| just)?(?:['’]ll| will|['’]ve got to| have to| need to| must| should"
    r"| want to|['’]d like to"
    r"|['’]m going to| am going to| are going to)(?: first| still| also| just)* (?:ask|talk to|check with|ping|consult"
    r"|clear it with|run it by)\b"
)
"""Somebody asks before the work goes on: nothing that the agent is to do."""
OF_STEP: Final = Pattern(
    r"^(?:(?:and|but|so|ok(?:ay)?|then|now)[\s,]+)*(?:after (?:that|this)|afterwards?|next(?: up| comes)?|later"
    r"|(?:when|once|as soon as) (?:that|this|it|those|they|everything)(?:['’]s| is| are|['’]re) (?:done|green"
    r"|through|in|merged"
    r"|finished|ready|over|committed))\b(?!.*\b(?:always|never|every|each|any)\b)"
)
"""A step of the work behind another one."""
OTHERS_WORK: Final = Pattern(
    rf"{_NAME} (?:is|are) (?:\w+ly |currently |still )?(?:rewriting|working|changing|refactoring|moving|replacing"
    rf"|editing"
    r"|migrating|reworking|on it|in there)|\b(?:belongs to|is owned by|owned by) (?:the )?(?:[\w-]+ )?(?:team\b|[A-Z])"
)
"""Somebody else is at it: a reason to leave it alone."""
RESERVED: Final = Pattern(
    rf"\b(?:[Rr]emains?|[Ss]tays?|[Ll]ies?|[Rr]ests?) with (?:me|us|the [\w-]+ team|{_NAME})\b"
    rf"|\b(?:is|are) (?:mine|my (?:job|call|business|decision|thing)"
    rf"|(?!It's){_NAME}'s(?: (?:job|call|business|decision|thing))?)(?=[.,;!]|$)"
)
"""`releases remain with me`, `the changelog is Ada's`."""
MYSELF: Final = Pattern(
    r"\bi(?:'ll| will| do| always)? (?:\w+ (?:and|or) )?(?:push|tag|merge|release|deploy|publish|commit|squash|rebase"
    r"|bump|cut)\w*\b"
    r"(?: [\w·./-]+){0,4}?(?: \([^()]{1,30}\))? myself\b"
)
"""`I push myself`."""
