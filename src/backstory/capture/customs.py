"""Words by which a person says how things are done here, and what needs leave: `as a rule, we ...`, `without my ok`."""

from typing import Final

from backstory.capture.patterns import Pattern

LEAVE: Final = Pattern(
    r"\b(?:not|n't|never|no|nothing|nicht|nichts|nie|niemals|kein\w*|pas|rien|jamais|no|nunca|nada)\b[^.;?]{2,90}"
    r"\b(?:without (?:my|our|anybody's|explicit|prior)\b(?: \w+)?(?: (?:permissions?|consent|ok|okay"
    r"|approval|go(?:-ahead)?|say-so|knowledge))?|unless (?:i|we) (?:say|ask|tell|agree|approve|explicitly)"
    r"|ohne (?:meine?|unsere?) \w+|ohne (?:mich |uns )?(?:vorher )?zu fragen|sans (?:mon|notre) accord"
    r"|sans (?:me |nous )?demander|sin (?:mi|nuestro) (?:permiso|visto bueno)|sin (?:pregunt\w+|consult\w+))"
    r"|^(?:please |and |but )*(?:don't|do not|dont|never|nothing|no|you)\b[^.;?]{2,90}\bwithout (?:asking|checking)\b"
)
"""`nothing of that folder without my permission`."""
TURN: Final = Pattern(r"(?:--?|[;:–—]|, but|\. ) (?:but )?(?:please )?(?:recall|remember|note)?(?: that)? ?")
"""Where a sentence turns to an order after a report."""
BY_RULE: Final = Pattern(
    r"\b(?:as a (?:general )?(?:rule|principle)(?! of thumb)|as a matter of (?:principle|policy)|by convention"
    r"|by policy|(?:our|the) (?:convention|policy|house rule) (?:is|here)|grundsätzlich|prinzipiell"
    r"|en règle générale|por norma"
    r"|we (?:never|don't ever|do not ever) (?!mind|had|saw|got|tried|did|were|have)\w+"
    r"|we (?:don't|do not|dont) (?:want|use|do|commit|write|add)\b[^.;]{2,80}\bever)\b"
)
"""`as a rule, we ...`, `we never ...`."""
WHICH_WAY: Final = Pattern(
    r"^(?:(?:no|please|and|also|remember|note)[,:]? )*(?:the |each |every |all |our )?[\w·./-]+(?: [\w·./-]+){0,5}?"
    r" (?:should always|should never|(?:must|should|has to|have to) be [\w ]{3,40}?"
    r" (?:using|with|by|through|via) [^,;]{2,60}, (?:not|never))\b"
)
"""`the status must be set with A, not B`, `X should always ...`."""
AT_A_TIME: Final = Pattern(r"^(?:only |just |please )*one [\w-]+(?: [\w-]+)? at a time(?:,? please)?[.!]*$")
SINGLE: Final = Pattern(r"^(?:i|it|this|that|there|he|she|they|these|those|which|who)\b")
"""Beginnings of what is said of one thing that was named before."""
OWN_ACCOUNT: Final = Pattern(r"^i (?:could|couldn't|can|can't|cannot|did|didn't|was|had|have|haven't|am|was)\b")
"""How a person begins to tell what happened."""
