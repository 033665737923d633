"""What a person reports: what they did, what they see, what a program does at the moment. It lays nothing down.

Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern

_LEAD: Final = r"^(?:(?:and|but|so|ok(?:ay)?|nice|great|good|now|well|hm+)[\s,.]+)*"
_WISH: Final = (
    r"(?!.*\b(?:so (?:use|keep|don't|do not|make)|please|don't|do not|never|should|must|want|use|keep|instead)\b)"
)
_REPORTS: Final = Pattern(
    rf"{_LEAD}no (?:the|this|that|it|visual|apparent|visible|effect|change)\b"
    rf"|{_LEAD}no (?:[\w-]+ ){{1,4}}at all\W*$"
    r"|\bwe (?:have )?never (?:really )?(?:dealt|had|saw|seen|got|did|\w+ed)\b(?!.*\b(?:so|don't|keep)\b)"
    rf"|{_LEAD}always (?:\d+|one|two) (?:less|more|fewer|too)\b"
    rf"|{_LEAD}i(?: have|'ve)? (?:just |also |already |now )*(?:modified|saved|downloaded|updated|recovered|installed"
    rf"|moved|renamed|tested|tried|pushed|committed|restarted|refreshed|ran)\b{_WISH}"
    rf"|{_LEAD}i can (?:use|see|open|drag|click|select|delete)\b.*\bbut not\b"
    rf"|{_LEAD}i think (?:we|you|i) (?:already |had |have )*(?:discussed|talked|agreed|spoke)\b"
    rf"|{_LEAD}(?:not accurate|inaccurate|confusing|it'?s confusing|error in|let us know)\b"
    r"|\bno se (?:est[áa]n?|cargan?|muestran?|borran?|guardan?)\b(?!.*\b(?:debe|quiero|haz)\w*\b)"
    r"|^si te fijas\b(?!.*\b(?:debe|quiero)\w*\b)"
    r"|\bya no (?:carga|funciona|aparece|abre|guarda)\b"
)
_BOUND: Final = Pattern(
    r"\b(?:to|for|while|when|by) (?:fix|fixing|do|doing|make|making|correct|correcting|change|changing)"
    r" (?:this|that|it)\b"
    r"|\bpara (?:corregir|arreglar|hacer|cambiar) (?:esto|eso|lo)\b|\bpour (?:corriger|faire|changer) (?:ça|cela)\b"
    r"|\b(?:um|dabei,?) (?:das|dies) zu (?:beheben|ändern|machen)\b"
)
"""`no rompas nada para corregir esto`: bounds of the work at hand."""
_FRAGMENT: Final = Pattern(r"^\(|^(?:e\.g\.|for example|ejemplo|ej|example|z\.b\.|beispiel|exemple|par ex)\s?[.:(]")


def reports_state(plain: str) -> bool:
    """Whether a sentence only reports, or is a part of a list or an example without what it belongs to."""
    return bool(_REPORTS.search(plain) or _FRAGMENT.match(plain))


def is_bound(plain: str) -> bool:
    """Whether a sentence says what holds for a change at hand."""
    return _BOUND.search(plain) is not None
