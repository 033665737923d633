"""Words by which the parts of a report are recognised: what was wrong, what was changed, what held before.

Patterns of `Sentence.plain` and of headings: lower case, code and quotations blotted out.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern

_CAUSES: Final = (
    r"(?:(?:root|actual|real|main|underlying|original|likely|first|second|third|key) )*"
    r"(?:causes?|problems?|issues?|bugs?|reasons?|errors?|symptoms?|faults?|culprits?|mistakes?|diagnosis|ursachen?"
    r"|problème|cause|raison|erreur|causa|problema|motivo|razón|razão|erro|причина|проблема|ошибка)"
    r"|(?:root |根本)?(?:原因|問題|问题)"
)
_CHANGES: Final = (
    r"(?:(?:actual|real|final|applied|simple|main|key|proper|our|my|first|second|third) )*"
    r"(?:fix(?:es|ed)?|solutions?|resolution|resolved|changes?|changed|remedy|workaround|lösung|behebung"
    r"|änderung(?:en)?"
    r"|correctif|correction|modification|solución|corrección|arreglo|cambios?|solução|correção|mudança|решение"
    r"|исправление)|解决(?:方案)?|修复|修正|対応|解決|変更"
)
LABEL: Final = Pattern(
    r"^\W*(?:(?:the|das|die|le|la|el|o) )?"
    rf"(?:(?P<cause>{_CAUSES})|(?P<change>{_CHANGES}))"
    r"(?: (?:was|here|\d+|#\d+|applied|identified|found|made|implemented|ist|war))*(?: ?\([^)]{1,40}\))? ?"
    r"(?:[:：]|\s[–—-])\s*(?P<body>\S.*)$"
)
"""A label with what it names behind a colon: `Problem: ...`, `Fix 2: ...`."""
CAUSE_HEADING: Final = Pattern(
    rf"(?:^|\W)(?:{_CAUSES})(?: (?:identified|found|discovered|explained|analysis|was|were|is|here|i|we|#?\d+))*\W*$"
    r"|\bwhat (?:was|went|is|were) (?:the )?(?:wrong|problem|issue|happening|broken)|\bwhat i found\b|\bdiagnos"
    r"|\bwhy (?:\w+ ){1,5}?(?:happen\w*|fail\w*|br(?:oke|eaks?|oken)|missed|was|were|occur\w*|not|did|didn't|doesn't"
    r"|isn't)\b"
    r"|\bgrund\b|\bwarum\b|\bpourquoi\b|\bpor qué\b|причин|原因"
)
CHANGE_HEADING: Final = Pattern(
    r"\b(?:fix(?:e[sd]|ing)?|solutions?|solved|resolved|resolution|changes?|changed|modifi\w+|updated?|updates"
    r"|corrected|implemented|refactored|lösung|geändert|änderung\w*|behoben|correcti\w+|cambi\w+|corregid\w+"
    r"|soluci\w+|solução|alteraç\w+)\b|what i did|what was done|(?:решени|изменени|исправлен)|修正|修复|変更|更改|解决"
)
PLANNED_HEADING: Final = Pattern(
    r"\b(?:to (?:fix|do|change|resolve)|next|remaining|to ?do|todos?|plan(?:ned|s)?|proposal|propos\w+|options?"
    r"|recommend\w+|suggest\w+|could|should"
    r"|future|benefits?|advantages?|usage|how to|try|testing?|test it|verify|example|troubleshoot\w*|if it|nächste\w*"
    r"|prochaine\w*|próxim\w*|pasos|vorschl\w+|vorteile)\b|下一步|次の"
)
"""Headings of plans, proposals and advice: nothing under them was done."""
CHANGE: Final = Pattern(
    r"^\W*(?:(?:i|we)(?:'ve| have)? |(?:now|so|also|then|therefore|instead|finally|additionally|successfully)[ ,]+)*"
    r"(?:fixed|changed|replaced|moved|switched|swapped|renamed|removed|dropped|raised|increased|lowered|reduced|bumped"
    r"|downgraded|upgraded|pinned|split|merged|converted|rewrote|kept|left|reverted|restored|disabled|enabled|added"
    r"|updated|refactored|simplified|stopped|corrected|wrapped|guarded|extended|adjusted|migrated|set|made|used"
    r"|configured|resolved|solved|implemented|integrated|created|introduced|built|installed|uninstalled|enhanced"
    r"|improved|cleaned"
    r"|deleted|commented|hardened|tightened|consolidated|centrali[sz]ed|deployed|wired|registered|reworked|expanded"
    r"|documented)\b"
    r"|^\W*(?:ich habe|habe|j'ai|nous avons|he|hemos|eu|j’ai)\b"
)
"""How a sentence begins that says what was changed."""
NOW: Final = Pattern(
    r"\bnow\b.{2,160}\b(?:instead of|rather than|no longer|and not|, not)\b"
    r"|\b(?:instead of|rather than|no longer)\b.{2,160}\bnow\b"
)
"""`X now does this instead of that`."""
PURPOSE: Final = Pattern(
    r"\b(?:because|since|so that|so (?:the|it|that|we|they|no|a)\b|due to|otherwise|to (?:avoid|prevent|stop|keep|match"
    r"|work around|satisfy|comply|ensure that)\b|which (?:caused?|broke|made|led|was causing)|weil|denn|damit"
    r"|um .{2,40} zu"
    r"|parce que|car|pour (?:éviter|que)|porque|ya que|para (?:evitar|que)|чтобы|потому что)\b|因为|避免|ため|ので"
)
"""What introduces the reason of a change."""
_VALUE: Final = r"[^,;:|()→]{1,70}?"
FROM_TO: Final = Pattern(
    r"\b(?:chang\w+|switch\w*|mov\w+|migrat\w+|went|go(?:es)?|rais\w+|increas\w+|lower\w*|reduc\w+|bump\w*|renam\w+"
    r"|downgrad\w+|upgrad\w+|convert\w*|updat\w+|cut|drop\w*|adjust\w*|set)\b[^.;]{0,80}?"
    rf"\b(?:from|von|de|desde) (?P<old>{_VALUE}) (?:to|into|auf|zu|à|a|para) (?P<new>[^\s,;]{{1,70}})"
)
REPLACED: Final = Pattern(
    rf"\b(?:replac\w+|swapp?\w*(?: out)?|ersetzt|remplac\w+|reemplaz\w+|substitu\w+) (?:the |all |die |le "
    rf"|el )?(?P<old>{_VALUE})"
    r" (?:with|by|for|durch|par|por) (?P<new>[^\s,;]{1,70})"
)
ARROW: Final = Pattern(
    r"(?P<old>[^\s,;:|()→][^,;:|()→\n]{0,50}?)\s*(?:→|⇒|->|=>)\s*(?P<new>[^\s,;|()→][^,;|()→]{0,60})"
)
OTHER: Final = Pattern(
    r"\b(?:instead of|rather than|in place of|statt|anstelle von|anstatt|au lieu de?|en lugar de|en vez de|em vez de)"
    r" (?P<old>[^,.;:()]{2,70})"
)
VALUE: Final = Pattern(r"\d|·|`|\b(?:true|false|none|null|on|off|auto|sync|async)\b")
"""What the two sides of an arrow have where they are values and not steps."""
BEFORE_COLUMN: Final = Pattern(
    r"^\W*(?:before|old|was|previous(?:ly)?|former|original|then|vorher|alt|bisher|avant|ancien|antes|anterior|было"
    r"|до)\b"
    r"|之前|旧|変更前"
)
AFTER_COLUMN: Final = Pattern(
    r"^\W*(?:after|new|now|current|changed to|nachher|neu|jetzt|après|nouveau|después|ahora|nuevo|depois|novo|стало"
    r"|после)\b"
    r"|之后|新|変更後"
)
CAUSE_COLUMN: Final = Pattern(
    rf"^\W*(?:(?:{_CAUSES})(?:\W|$)|why\b|warum\b|pourquoi\b|por qué\b|what (?:was|went) wrong)"
)
CHANGE_COLUMN: Final = Pattern(rf"^\W*(?:(?:{_CHANGES})(?:\W|$)|what (?:changed|i did)\b|action\b|how\b|resolved by\b)")
