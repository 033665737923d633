"""Tells whether a later statement or commit reports a step as done."""

from collections.abc import Iterable
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.patterns.pattern import Pattern

DONE: Final = Pattern(
    r"\b(?:(?:is|are) now (?!red\b|broken|failing|missing|blocked|unused|wrong|stuck)"
    r"|(?:wird|werden|ist|sind) (?:jetzt|nun|inzwischen) (?!rot\b|kaputt|blockiert|falsch)"
    r"|(?:wurden?|habe|haben) (?:[^\s,;]+ ){0,6}(?:\w*ge\w{3,}(?:t|en)|\w{3,}iert|(?:über|ver|ent|er|be)\w{3,}(?:t|en))"
    r"|(?:ist|sind) (?:[^\s,;]+ ){0,3}(?:ab|an|auf|aus|ein|um)?ge(?!plant|dacht|wünscht|meint|sperrt|stört|blieben"
    r"|brochen|wesen)\w{2,}(?:t|en)"
    r"|grün|eingebaut|umgesetzt|skipped|created|logged|cached|converted|migrated|extracted|enabled|disabled"
    r"|done|added|fixed|implemented|written|wrote|renamed|removed|dropped|deleted|moved|updated|documented|merged"
    r"|committed|pushed|released|squashed|rebased|tagged|published|deployed"
    r"|amended|wired|ported|split|replaced|finished|completed|passes|pass|green|in place|now (?:has"
    r"|handles|uses)|is in|are in|erledigt|fertig|ergänzt|behoben|umbenannt|entfernt|geschrieben|fait|faite|ajouté\w*"
    r"|corrigé\w*|écrit\w*|terminé\w*|hecho|hecha|añadid\w+|arreglad\w+|escrit\w+|listo|lista)\b"
)
OPEN: Final = Pattern(
    r"\b(?:not|never|still|yet|left|remain\w*|missing|open|to ?do|later|next|tomorrow|should|would|could|will|i'll|i'd"
    r"|need|needs|must|if|once|when|before|nicht|noch|offen|fehlt|später|pas|encore|reste\w*|falta\w*|todavía|aún)\b"
    r"|n't\b"
)
SMALL: Final = frozenset(
    (
        *("the", "a", "an", "and", "or", "of", "to", "in", "for", "on", "with", "from", "by", "at", "as", "is", "are"),
        *("it", "its", "then", "that", "this", "be", "der", "die", "das", "den", "und", "oder", "für", "mit", "von"),
        *("beim", "bei", "im", "am", "ins", "vom", "zum", "zur", "auf", "aus", "als", "auch", "dem", "ein", "eine"),
        *("einen", "einem", "einer", "wird", "werden", "jetzt", "nun", "now", "into", "al", "del", "au", "aux", "dans"),
        *("zu", "le", "la", "les", "du", "des", "et", "de", "un", "une", "el", "los", "las", "y", "con", "para", "por"),
    )
)
"""Words that name nothing."""
_COMMON: Final = SMALL | frozenset(("add", "make", "write", "do", "update", "fix", "run", "test", "tests"))
"""Words that do not tell one step from another."""
_SHARE: Final = 0.6
"""Least share of the words of a step in a sentence that reports it as done."""
_STEM: Final = 4


_OWN: Final = Pattern(
    r"\b(?:i|we)(?:['’]ve| have|['’]d)?(?: (?:\w+ly|just|already|also|now|both|all|myself|ourselves|meanwhile"
    r"|finally))*"
    r" (?:did|done|wrote|written|added|fixed|mended|implemented|renamed|removed|deleted|moved|updated|documented|merged"
    r"|committed|pushed|released|published|deployed|finished|completed|made|created|closed|handled|sent|ported|rewrote"
    r"|bumped|tagged|tested|checked|reviewed|translated|took care of|taken care of|sorted out|cleaned up|set up)\b"
    r"|\b(?:is|are|was|were|has been|have been|['’]s) (?:already |all |now |just |both )*(?:done|written"
    r"|merged|fixed|added"
    r"|finished|released|published|deployed|implemented|renamed|removed|taken care of|in place|in already)\b"
    r"|\bhab(?:e|en)? (?:[^\s,;]+ ){0,7}(?:\w*ge\w{2,}(?:t|en)|\w{3,}iert|(?:über|ver|ent|er"
    r"|be)\w{3,}(?:t|en)|fertig)\b"
    r"|\b(?:ist|sind|wurden?) (?:[^\s,;]+ ){0,3}(?:erledigt|fertig|geschrieben|gemerged|drin|eingebaut|behoben)\b"
    r"|\b(?:j['’]ai|on a|c['’]est|est|sont) (?:déjà |moi-même |aussi )*(?:fait|faite|écrit|ajouté|corrigé"
    r"|terminé|renommé)\w*"
    r"|\b(?:hice|escribí|añadí|agregué|arreglé|terminé|(?:he|hemos|está|están) (?:ya )?"
    r"(?:hech|escrit|añadid|agregad|arreglad|terminad)[oa]s?)\b"
)
"""How a person says that they have done something, or that it is done."""
_PIECES: Final = frozenset(("entr", "item", "note", "part", "piec", "sect", "step", "stuf", "task", "thin"))
"""Stems of words for a piece of something, which is done with it: `the changelog entry`."""


def reports_own_deed(plain: str) -> bool:
    """Whether a sentence of a person, in lower case, tells that something is done, and asks or orders nothing."""
    return _OWN.search(plain) is not None and not plain.endswith(("?", "？")) and not reports_open(plain)


def reports_deed(plain: str) -> bool:
    """Whether a sentence, in lower case, reports something as done and not as open."""
    return DONE.search(plain) is not None and not reports_open(plain)


def reports_open(plain: str) -> bool:
    """Whether a sentence, in lower case, reports something as open."""
    return OPEN.search(plain) is not None


def is_done(step: frozenset[str], deeds: Iterable[frozenset[str]]) -> bool:
    """Whether one of the sentences about deeds has most words of a step, and all of its names. The file in which it is
    to be done need not be named where all else is, and no other file."""
    step = step - _PIECES or step
    names = {word for word in step if _NAME.search(word)}
    files = {word for word in names if _FILE.search(word)}
    few = len(step) < _FEW
    return bool(step) and any(
        (names <= words and len(step & words) >= (len(step) if few else _SHARE * len(step)))
        or (len(step - files) > 1 and step - files <= words and not any(map(_FILE.search, words)))
        for words in deeds
    )


def list_deed_stems(text: str) -> frozenset[str]:
    """The words of a report of something done, as `list_stems` gives them, those of German participles as the verbs of
    steps have them as well: `geprüft` for `prüfen`."""
    words = (match["before"] + match["stem"] for match in _PARTICIPLE.finditer(text.lower()))
    return list_stems(text) | frozenset(word[:_STEM] for word in words)


_PARTICIPLE: Final = late_pattern(
    r"\b(?P<before>(?:ab|an|auf|aus|ein|um|vor|zu|weg|nach|her|hin|los|mit|durch)?)ge(?P<stem>\w{3,}(?:t|en))\b"
)


def list_stems(text: str, common: frozenset[str] = _COMMON) -> frozenset[str]:
    """The words of a text that name its subject, without endings and `common` words. Names from code stay as they
    are."""
    words = (word.strip(".-/") for word in _WORD.findall(text.lower()))
    return frozenset(word if _NAME.search(word) else word[:_STEM] for word in words if word and word not in common)


_WORD: Final = late_pattern(r"[^\W\d_][\w./-]*")
_NAME: Final = late_pattern(r"[\w](?:[_./]\w|\d)")
_FILE: Final = late_pattern(r"/|\.[a-z]{1,5}$")
_FEW: Final = 3
"""Number of words of a step below which the report needs all of them."""
