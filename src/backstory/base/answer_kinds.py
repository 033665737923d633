"""What kind of answer a text asks for: where the work stands, what failed, how something is run, why, who.

The words of a question say what it is about; these phrases say what of it is wanted. No regular expressions: the hook
process does not load them.
"""

from backstory.base.common_words import is_usual
from backstory.base.daily_orders import find_daily_kinds
from backstory.base.general_questions import MAX_WORDS, find_general_kinds, is_filler
from backstory.base.kind_phrases import ANSWERS, ORDERS
from backstory.base.phrase_texts import PhraseTexts
from backstory.base.purposes import PURPOSES, find_purposes
from backstory.base.tokenizer import STOP, WEAK, split_words
from backstory.base.unspaced import is_unspaced

RULE_WORDS = {
    "dependency": """
dependency dependencies deps package packages library libraries crate crates module modules gem gems nuget paket pakete
abhängigkeit abhängigkeiten bibliothek bibliotheken dépendance dépendances paquet paquets bibliothèque dependencia
dependencias paquete paquetes librería dependência dependências pacote pacotes biblioteca dipendenza dipendenze
pacchetto pacchetti libreria afhankelijkheid afhankelijkheden pakket pakketten zależność zależności pakiet pakiety
""",
    "publish": "push tag publish release merge",
    "signature": "public signature signatures api abi exported breaking compatible compatibility overload",
    "commit": "commit commits committing committe committen commite commiten commitear committa",
    "docs": "docs readme documentation dokumentation doku documentación",
    "version": "version engines bump release versión",
    "changelog": "changelog towncrier changeset newsfragment newsfragments",
    "format": "format formatting prettier reformat drive",
}
"""Kind of order -> words of the rules that may forbid it."""


PHRASES = PhraseTexts(ANSWERS | ORDERS)
"""Kind of answer -> phrases that ask for it."""
_THINGS = """
test tests suite specs spec linter lint types benchmarks pruebas prueba unittests testes testy
"""
_RUNNABLE = frozenset(_THINGS.split())
_STARTING = """
run rerun execute start launch pasa corre ejecuta lanza pasar correr ejecutar lanzar starte führe lass lance exécute
relance draai lancia esegui roda rode execute uruchom odpal
"""
_STARTS = frozenset(_STARTING.split())
_HIDDEN = """
variable variables local locals temporary counter label loop test tests testcase fixture file files folder folders
directory branch tab heading section chapter script column image screenshot commit
"""
_INSIDE = frozenset(_HIDDEN.split())
"""What is renamed without a change of what others call."""
BEFORE_INSIDE = 4
"""Words behind `rename` among which it stands."""
_WHOLE = """
continue; please continue; continue please; ok continue; go on; ok go on; proceed; keep going; carry on; resume; next
next please; what now; and now; weiter; bitte weiter; mach weiter; ok weiter; continúa; sigue; sigamos; adelante
continue s il te plaît; on continue; continuons; vas y; ga verder; ga door; verder; vai avanti; continua; continuiamo
avanti; continue por favor; pode continuar; pode seguir; dalej; kontynuuj
继续; 请继续; 继续吧; 继续执行; 好的 继续; 可以 继续吧; 继续做; 接着做; 繼續; 請繼續; 繼續吧
続けて; 続けてください; 続きをお願いします; 進めて; 進めてください; 次に進んで
계속; 계속해; 계속해줘; 계속 해줘; 계속 진행해줘; 진행해줘; 이어서 해줘
"""
_WHOLE_PROMPTS = frozenset(each.strip() for line in _WHOLE.splitlines() for each in line.split(";"))
"""Prompts that say nothing but that the work goes on."""
MAX_START = 6
"""Words of a prompt that says no more than what is to be run."""
_BRINGS = frozenset(("pull", "bring", "drag"))
"""Verbs that order a dependency with `in` behind its name: `pull memchr in for the scan`."""
BEFORE_IN = 2
"""Words among which that `in` stands."""
_HOW = frozenset(("how", "wie", "comment", "cómo", "como", "hoe", "come", "jak"))
BEFORE_VERB = 5
"""First words of a question among which that verb stands."""
BEFORE_TESTS = 4
"""Words after one that starts something among which the tests are named."""


_WORDS_FOR_WHAT = "what was que qué qu quoi cosa wat co o"
_WHAT = frozenset(_WORDS_FOR_WHAT.split())
_DEMANDED = """
insist insists insisted demand demands demanded veto vetoed object objected objects
verlangt verlangte gefordert fordert forderte gewünscht wünscht wollte gewollt bestand besteht exigé exige exigeait
voulait exigió exigía quería pidió insistió pretende preteso voleva chiesto exigiu queria pediu geëist eist wilde
gevraagd zażądał chciał chciała
"""
_DEMANDS = frozenset(_DEMANDED.split())
"""What somebody else did who is asked for: `what does legal insist on`, `was hat die Sicherheit verlangt`."""
GOES_ON = frozenset(("cont", "ctd"))
"""Words of a prompt that only say that it goes on."""
_STANDS = ("stand", "stands", "standing")
MAX_DEMAND = 9
"""Words of such a question."""
_WORDS_THAT_ASK = """
how what which where when why who does do did is are was has have
wie was welche welcher wo wann warum wer comment que quel où quand pourquoi qui cómo qué cuál dónde cuándo
hoe wat waar wanneer waarom welke cosa quale quali dove quando perché onde qual quais quem jak gdzie kiedy dlaczego
który
"""
_ASKING = frozenset(_WORDS_THAT_ASK.split())
_OF_CLAUSES = frozenset(("next", "task", "failed"))
"""Kinds that one clause of a long prompt asks for, whatever the others are about."""
_CLAUSE_ENDS = (". ", "! ", ", ", "; ", ": ", "\n", " and ", " und ", " et ", " en ", " y ", " e ")
FEWEST = 2
"""Words of a clause that asks for something."""
_GOING = (" go on ", " goes on ", " carry on ", " resume ", " continue the ", " continue with ", " finish the ")


_BEFORE_NOUNS = ("the", "a", "this", "that", "our", "in", "of", "for", "with", "from", "on")
"""Words after which `resume` is the name of something, and no order to go on."""


def _without_going(line: str) -> str:
    """A question without what would be an order to go on with the work: `where does the file go on a mismatch`."""
    for phrase in _GOING:
        line = line.replace(phrase, "  ")
    return line


def find_asked_kinds(text: str) -> "frozenset[str]":
    """The kinds of answers that a text asks for; often none."""
    words = split_words(text)
    line = f" {' '.join(words)} "
    if words and words[0] in _ASKING:
        line = _without_going(line)
    for before in _BEFORE_NOUNS:
        line = line.replace(f" {before} resume ", f" {before}  ")
    kinds = set(PHRASES.find(line))
    if "signature" in kinds and _renames_inside(words):
        kinds.discard("signature")
    at = _find_start(words)
    if at >= 0 and any(_is_runnable(word) for word in words[at + 1 : at + 1 + BEFORE_TESTS]):
        kinds.add("run")
    if 1 < len(words) <= MAX_START and words[0] in _STARTS:
        kinds.add("start")
    if words and words[0] in _BRINGS and "in" in words[2 : 2 + BEFORE_IN]:
        kinds.add("dependency")
    if 2 < len(words) <= MAX_DEMAND and words[0] in _WHAT and not _DEMANDS.isdisjoint(words[2:]):
        kinds.add("wish")
    if 3 < len(words) <= MAX_DEMAND and words[0] == "where" and words[1] in ("do", "does") and words[-1] in _STANDS:
        kinds.add("task")  # `where does the vary header stand?`
    purposes = find_purposes(words) | find_daily_kinds(words)
    if not PURPOSES.isdisjoint(purposes):
        kinds.add("run")
    kinds |= purposes
    if is_unspaced(text):
        from backstory.base.question_forms_unspaced import find_kinds  # most prompts are in other languages

        kinds |= find_kinds(text)
    if line.strip() in _WHOLE_PROMPTS:
        kinds.add("resume")
    if len(words) > MAX_WORDS:
        return frozenset(kinds) | _find_kinds_of_clauses(text)
    return frozenset(kinds) | (find_general_kinds(words) if is_unspaced(text) else find_whole_kinds(text, words))


def _find_start(words: list[str]) -> int:
    """The place of the verb that asks for something to be run, or how: `run the specs`, `how do I start the paging
    tests`. -1 for none."""
    if words and words[0] in _HOW:
        return next((at for at, word in enumerate(words[1:BEFORE_VERB], 1) if word in _STARTS), -1)
    return 0 if words and words[0] in _STARTS else -1


def list_rule_words(kinds: "frozenset[str]", *, is_order: bool) -> "list[list[str]]":
    """The words of the rules that may forbid what is asked, by its kinds; only orders have those of files."""
    of_kinds = RULE_WORDS
    if is_order:
        from backstory.base.file_kinds import FILE_WORDS  # half of the prompts are no orders

        of_kinds = RULE_WORDS | FILE_WORDS
    return [of_kinds[kind].split() for kind in sorted(kinds) if kind in of_kinds]


def _renames_inside(words: list[str]) -> bool:
    """Whether an order renames something that no caller sees: `rename the variable x`."""
    places = [at for at, word in enumerate(words) if word == "rename"]
    return bool(places) and all(not _INSIDE.isdisjoint(words[at + 1 : at + 1 + BEFORE_INSIDE]) for at in places)


def find_whole_kinds(text: str, words: list[str]) -> "frozenset[str]":
    """The kinds of answers that a text in these words asks for about the work as a whole; often none."""
    if not is_unspaced(text):
        topic = text.split(maxsplit=1)[0] if text.strip() else ""
        if topic.endswith(":") and len(words) > 2 and "red" not in words:  # `css: make the red one green`
            words = words[len(split_words(topic)) :]  # `parser: make the failing one green`
        return find_general_kinds(words)
    from backstory.base.question_forms_unspaced import find_general  # most prompts are in other languages

    return find_general(text)


def _find_kinds_of_clauses(text: str) -> "frozenset[str]":
    """The kinds that clauses of a long prompt ask for: `..., list what is left, and start with the first`."""
    for end in _CLAUSE_ENDS:
        text = text.replace(end, "? ")
    clauses = [split_words(clause) for clause in text.split("? ")]
    kinds = [find_general_kinds(clause) for clause in clauses if len(clause) >= FEWEST]
    return _OF_CLAUSES & frozenset().union(*kinds)


_PERSONS = """
user users person people maintainer maintainers owner team agent agents session sessions project work nutzer benutzer
nutzerin utilisateur utilisatrice usuario usuaria given gave give far stand stands dado da projekt projet proyecto
"""
_WHOEVER = frozenset(_PERSONS.split())


def is_general(text: str, kinds: "frozenset[str]") -> bool:
    """Whether a text asks for nothing but these kinds of answers: no other word of it says what it is about."""
    words = split_words(text)
    if not find_whole_kinds(text, words).isdisjoint(kinds):
        return True
    return all(is_usual(word) for word in _list_other_words(words, kinds))


def list_subject(text: str, kinds: "frozenset[str]") -> "list[str]":
    """The words of a text that say what it is about, beside those that ask for these kinds of answers."""
    return [word for word in _list_other_words(split_words(text), kinds) if not is_filler(word)]


def list_all_subject(text: str, kinds: "frozenset[str]") -> "list[str]":
    """The same with the common words of software, which a question may be about."""
    rest = _drop_phrases(split_words(text), kinds)
    return [word for word in rest if not (word in STOP or word in _WHOEVER or is_filler(word))]


def _list_other_words(words: "list[str]", kinds: "frozenset[str]") -> "list[str]":
    return [word for word in _drop_phrases(words, kinds) if not (word in STOP or word in WEAK or word in _WHOEVER)]


def _drop_phrases(words: "list[str]", kinds: "frozenset[str]") -> "list[str]":
    """The words without the phrases that ask for these kinds of answers."""
    line = f" {' '.join(words)} "
    for kind in sorted(kinds):  # phrases of two kinds overlap
        for phrase in PHRASES.list_all(kind):
            line = line.replace(f" {phrase} ", "  ")
    return line.split()


def _is_runnable(word: str) -> bool:
    return word in _RUNNABLE or word.startswith("test")
