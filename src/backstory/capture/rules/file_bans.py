"""Bans on a file or a folder that a person names: `don't touch docs/changelog.rst`.

A ban reads a sentence with its text, since code is blotted out in `Sentence.plain`.
"""

import re
from collections.abc import Sequence
from itertools import chain
from typing import Final

from backstory.capture.text.decision_cues import REQUEST
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.model.late_pattern import late_pattern

_FOLDER: Final = (
    r"(?:folders?|director(?:y|ies)|subfolders?|ordners?|verzeichnis(?:se)?|dossiers?|répertoires?|carpetas?"
    r"|directorios?|pastas?|diretórios?|cartell[ae]|mapp?e?n?|mappe)"
)
_FILE_WORD: Final = (
    r"(?:files?|dateien?|fichiers?|archivos?|ficheros?|arquivos?|ficheiros?|bestand(?:en)?|script|skript)"
)
_DETERMINER: Final = (
    r"(?:(?:the|our|my|any|anything in|anything under|whatever is in|in|inside|under|at|to"
    r"|der|die|das|den|dem|am|im|an|unser\w*|etwas in|nichts in"
    r"|à|au|aux|le|la|les|dans|notre|el|los|las|nada en|en|nuestr[ao]|o|a|os|as|em|no|na|nos|nas|nada em"
    r"|il|lo|gli|i|nel|nella|nulla in|de|het|van|aan|in de|in het) |l'|nell'|all')*"
)
_PATH: Final = (
    r"(?:(?:[\w.@*-]+/)+[\w.*@-]*|(?<!\w)\.[a-z][\w.-]+|[\w@*-]+(?:\.[\w-]+)*\.(?!g\b|e\b)[a-z][a-z0-9]{0,7}\b"
    r"|makefile|dockerfile|jenkinsfile|procfile|gemfile|rakefile)"
)
_NAME: Final = r"[\w@.-]+"
_OBJECT: Final = (
    rf"(?P<what>`?{_PATH}`?|{_FILE_WORD} `?{_PATH}`?|{_FOLDER} `?{_NAME}(?:/[\w./-]*)?`?"
    rf"|`?[\w@./-]+`?[ -]{_FOLDER}|`?{_PATH}`? {_FILE_WORD})"
)
_MORE: Final = rf"(?:(?:,| or| and| nor| und| oder| et| ou| y| o| e| of| en) {_DETERMINER}`?(?:{_PATH}|{_NAME}/)`?)*"
_FILES: Final = rf"{_DETERMINER}{_OBJECT}{_MORE}"
_LEAD: Final = (
    r"(?:(?:and|but|so|also|please|pls|no|ok(?:ay)?|oh|you must|you should|und|aber|also|bitte|et|mais|surtout"
    r"|s'il te plaît|y|pero|por favor|e|mas|ma|per favore|en|maar|graag|alsjeblieft)[\s,]+)*"
)
_HARM: Final = (
    r"(?:touch|edit|change|modify|alter|rename|move|delete|remove|overwrite|reformat|rewrite|regenerate|mess with"
    r"|write to|commit|check in|stage)"
)
_END: Final = (
    r"(?P<end>(?: (?:by hand|manually|directly|at all|ever|please|here|yourself|von hand|direkt|manuell"
    r"|à la main|directement|a mano|directamente|nunca|à mão|direttamente|mai|con la mano|met de hand"
    r"|(?:on|in|for|during) (?:this|the whole|the entire|our) (?:branch|pr|pull request|mr|ticket|feature|work|series)"
    r"|(?:on|for|in) (?:all|any) of (?:this|it)|auf diesem (?:branch|zweig)|in diesem (?:branch|pr|ticket)"
    r"|sur cette branche|dans cette pr|en esta rama|en este pr))*"
    r"\s*(?:[.!;,:(–—]|- |\b(?:because|since|as (?:it|that|they|we)|weil|denn|da|car|parce|puisque|porque|pois|perché"
    r"|poiché|want|omdat)\b|$))"
)


def _compile(*bans: str) -> tuple[re.Pattern[str], ...]:
    return tuple(late_pattern(rf"{_LEAD}{ban}(?! ?\w*\()(?={_END})", re.IGNORECASE) for ban in bans)


_BANS: Final = (
    (
        Pattern(r"\b(?:don't|dont|not|never|keep|stay|leave|let)\b"),
        _compile(
            rf"(?:do not|don't|dont|never|must not|should not) (?:ever )?{_HARM} {_FILES}",
            rf"(?:keep|stay|stay well) (?:out of|away from|off) {_FILES}",
            (
                rf"(?:leave|let|keep) {_FILES} (?:alone|untouched|unchanged|intact|as (?:it|they|is)(?: is| are)?"
                r"|in peace)"
            ),
        ),
    ),
    (
        Pattern(r"\b(?:stays?|remains?|left)\b"),
        _compile(
            (
                rf"{_FILES} (?:(?:stays?|remains?|is to stay|has to stay|must stay) (?:exactly |just |completely )?"
                r"(?:as (?:it|they) (?:is|are)|as[ -]is|the way (?:it|they) (?:is|are)|like (?:this|that|it is"
                r"|they are)"
                r"|untouched|unchanged|intact)|(?:is|are) left (?:alone|untouched|as (?:it|they) (?:is|are)|as is))"
            ),
        ),
    ),
    (
        Pattern(r"\b(?:nicht|nie|niemals|nichts|lass\w*)\b"),
        _compile(
            rf"(?:fass\w*|rühr\w*) {_FILES} (?:bitte )?(?:nicht|nie|niemals) an",
            rf"lass\w* {_FILES} (?:bitte )?in ruhe",
            (
                rf"(?:bearbeite|ändere?|lösche?|verschiebe?|überschreibe?|formatiere?|committe?) {_FILES}"
                r" (?:bitte )?(?:nicht|nie|niemals)"
            ),
            (
                rf"{_FILES} (?:bitte )?(?:nicht|nie|niemals) (?:anfassen|anrühren|bearbeiten|ändern"
                r"|löschen|umbenennen|verschieben|überschreiben|committen)"
            ),
            rf"(?:an|am) {_DETERMINER}{_OBJECT} (?:wird|werden) (?:nichts|nie|niemals) \w*(?:ändert|angefasst|gemacht)",
        ),
    ),
    (
        Pattern(r"\b(?:pas|jamais|plus)\b"),
        _compile(
            (
                r"(?:(?:ne |n')?(?:touche|modifie|change|édite|renomme|supprime|déplace|écrase|reformate|commite)[rsz]?"
                rf" (?:pas|jamais|plus)|pas touche) {_FILES}"
            ),
        ),
    ),
    (
        Pattern(r"\b(?:no|nunca)\b"),
        _compile(
            (
                r"(?:no|nunca) (?:toques|edites|cambies|modifiques|borres|renombres|muevas|elimines|sobrescribas"
                rf"|reformatees|toquéis|toque|modifique|edite) {_FILES}"
            ),
        ),
    ),
    (
        Pattern(r"\b(?:não|nunca)\b"),
        _compile(
            (
                r"(?:não|nunca) (?:mexas?|mexe|toques?|toca|edites?|alteres?|modifiques?|apagues?|mudes?|movas?"
                rf"|renomeies?|removas?|sobrescrevas?|excluas?|delete) {_FILES}"
            ),
        ),
    ),
    (
        Pattern(r"\bnon\b"),
        _compile(
            (
                r"non (?:toccare|modificare|cambiare|rinominare|cancellare|eliminare|spostare|sovrascrivere|toccate"
                rf"|modificate) (?:mai )?{_FILES}"
            ),
        ),
    ),
    (
        Pattern(r"\b(?:niet|nooit|blijf)\b"),
        _compile(
            (
                rf"(?:raak|wijzig|verander|verwijder|bewerk|hernoem|verplaats|overschrijf) {_FILES}"
                r" (?:niet|nooit)(?: aan)?"
            ),
            rf"(?:kom (?:niet|nooit) aan|blijf(?: weg)? (?:van|uit)|blijf af van) {_FILES}(?: af| weg)?",
        ),
    ),
)
"""By language: the words that forbid, and the forms of a ban."""
_PASSES: Final = Pattern(
    r"\b(?:i'm|i am|i've|we're|we are|ich bin|je suis|estoy|estou|sto|ik ben) (?:still |just |currently |noch |gerade"
    r" |encore |todavía |ainda |ancora |nog )*\w+"
    r"|\b(?:yet|until|till|while|before|again|now|when|if|unless|today|bis|bevor|solange|noch|jetzt|heute|jusqu\w*"
    r"|avant|pendant|encore|tant que|maintenant|hasta|antes|mientras|todavía|ahora|hoy|até|enquanto|ainda|agora|hoje"
    r"|fino|finché|prima|mentre|ancora|adesso|oggi|tot|totdat|voordat|terwijl|nog|nu|vandaag)\b"
)
"""What bounds a ban by an event, or gives what somebody is at as its reason."""
_STAYS: Final = late_pattern(
    rf"(?:^|[,;] )(?:and |but |so )?{_FILES} (?:is|are|gets?|has|have)\b[^,.;?]{{3,70}}? and (?:it "
    rf"|they )?(?:therefore |so |must"
    r" |has to |have to |should )?(?:stays?|remains?) (?:exactly |just )?(?:as (?:it|they) (?:is|are)|the way (?:it"
    r"|they)"
    r" (?:is|are)|untouched|unchanged|intact|as is)\b",
    re.IGNORECASE,
)
"""`tests/base.py gets imported by other packages and stays the way it is`"""
_PROGRAM: Final = Pattern(
    r"\.(?:py|pyi|[cm]?[jt]sx?|vue|svelte|rs|go|java|kt|kts|scala|rb|php|cs|fs|swift|mm?|c|cc|cpp|cxx|h|hh|hpp|hs|ml|ex"
    r"|exs|erl|clj|dart|lua|jl|r|zig|nim)`?$"
)
"""A file of the program, which a ban beside an order keeps out of the task at hand."""


def find_ban(sentences: Sequence[Sentence], place: int, *, beside: bool = False) -> bool:
    """Whether a sentence bans to change a file or a folder that it names.

    Beside an order, a ban on a file of the program says what the order leaves out, unless it gives a reason. `beside`:
    whether the sentence is what is left of one with an order.
    """
    sentence = sentences[place]
    if sentence.is_question:
        return False
    text = sentence.text.replace("’", "'")
    if " stays" in text and _STAYS.search(text) and not _PASSES.search(text.lower()):
        return True
    bans = chain.from_iterable(bans for signs, bans in _BANS if signs.search(sentence.plain))
    match = next(filter(None, (ban.match(text) for ban in bans)), None)
    if match is None or _PASSES.search(text.lower(), match.end()):
        return False
    gives_reason = len(text[match.end("end") :].split()) >= _REASON or bool(find_reliance(sentences, place))
    return gives_reason or not _PROGRAM.search(match["what"].lower()) or not (beside or _has_order(sentences, place))


def find_reliance(sentences: Sequence[Sentence], place: int) -> str:
    """The sentence behind a statement that a file stays as it is, if it says who relies on that; else empty."""
    following = sentences[place + 1] if place + 1 < len(sentences) else None
    if following is None or following.is_question or following.paragraph != sentences[place].paragraph:
        return ""
    is_order = _BANS_OUTRIGHT.match(sentences[place].plain) is not None
    return following.text if not is_order and _RELIES.search(following.plain) else ""


_BANS_OUTRIGHT: Final = Pattern(r"(?:please |and |but |so )*(?:don't|do not|dont|never|leave|let|keep|stay)\b")
"""How a ban begins that orders; the sentence behind it often speaks of the task."""
_RELIES: Final = Pattern(
    r"\b(?:subclass\w*|imports?|imported|mirrors?|mirrored|rel(?:y|ies)|relied|depends?|reads?|parses?|uses?|used"
    r"|speaks?"
    r"|calls?|called|built (?:on|against|with)|generated|vendored|shared|copied|copies|diffs?|proof|contract|everybody"
    r"|everyone|(?:two|three|four|five|six|several|many|other|half|all|dozens|hundreds) (?:of )?(?:\w+ ){0,2}?(?:teams?"
    r"|services?|people|users?|apps?|clients?|customers?|devices?|projects?|repos?|scripts?))\b"
)


def _has_order(sentences: Sequence[Sentence], place: int) -> bool:
    return any(REQUEST.match(one.plain) for at, one in enumerate(sentences) if at != place)


_REASON: Final = 2
"""Words of a reason."""
BANNED: Final = 0.93
"""How sure a ban on a file is as a rule: weights have seen few of them."""
