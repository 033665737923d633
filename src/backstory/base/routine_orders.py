"""Orders that the repository or the agent itself fulfils, and no memory: to show commits or lines of a file, to sort
imports, to mend what a linter complains about, to shorten the last answer.

They name files and things of the work, and so share words with much that was recorded.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_WORDS = 16
"""Words of such an order. A longer one says more."""
_OPENING = """
please pls now then ok okay and so also can could would you just first quickly me us mir uns moi nous me nos bitte
kannst du peux tu puedes
"""
_OPENERS = frozenset(_OPENING.split())
_VIEWING = """
show print list display cat zeig zeige liste montre affiche muestra lista
"""
_VIEWS = frozenset(_VIEWING.split())
_VIEWED = """
commits lines folders directories subfolders subdirectories branches tags stash stashes remotes contents
diff blame
ordner zeilen verzeichnisse branches lignes dossiers branches líneas carpetas ramas
"""
_SEEN = frozenset(_VIEWED.split())
"""What git or the file system shows."""
_OF_WORK = """
we our us session sessions yesterday earlier decided discussed agreed rule rules allowed must may should not never don t
failed failing red green why because still left missing open touch changed next
wir gestern regel regeln nicht warum noch fehlt nous hier règle règles pas pourquoi encore nosotros ayer regla reglas no
por falta
"""
_WORK = frozenset(_OF_WORK.split())
"""Words with which more is meant than what stands there."""
_TIDIED = {
    "sort": "imports includes",
    "organize": "imports includes",
    "organise": "imports includes",
    "tidy": "imports whitespace",
    "sortiere": "imports importe",
    "trie": "imports",
    "ordena": "imports importaciones",
    "rename": "variable local",
    "fix": "typo typos spelling indentation whitespace",
    "correct": "typo typos spelling indentation",
    "remove": "whitespace",
    "strip": "whitespace",
    "trim": "whitespace",
    "run": "gofmt goimports prettier black rustfmt isort clang",
}
"""Verb -> what it tidies."""
_CHECKING = """
mypy pyright clippy rubocop eslint ruff flake8 pylint isort black prettier gofmt golangci tsc phpstan shellcheck linter
"""
_CHECKERS = frozenset(_CHECKING.split())
_COMPLAINING = """
complains says reports warns finds meckert sagt meldet warnt beschwert râle dit signale se queja dice avisa
"""
_COMPLAINS = frozenset(_COMPLAINING.split())
NEAR = 4
"""Words behind the name of a checker among which it complains."""
_OWN = """
answer answers reply response explanation wording antwort réponse respuesta
"""
_ANSWERS = frozenset(_OWN.split())
_BEHIND = frozenset(
    ("", "in", "at", "of", "on", "from", "above", "below", "and", "again", "as", "to", "for", "shorter", "half", "with",
     "without", "im", "auf", "dans", "à", "en")
)  # fmt: skip
"""Words behind what is tidied or reworded. Another noun makes it something else: `fix the typo handling`."""
_FREE = ("rename", "run")
"""Verbs whose object has a name or options behind it."""
_DEEDS = frozenset(
    ("commit", "push", "merge", "release", "deploy", "publish", "apply", "run", "write", "test", "ship", "tag")
)
"""What is done with something that was said: rules are often about that."""
_SAID = frozenset(("wrote", "said", "showed", "explained", "answered", "listed", "printed"))
"""What an agent has just done with words."""
_YOURS = frozenset(("your", "deine", "deiner", "ta", "votre", "tu", "su"))
_REWORKING = """
make explain shorten repeat rephrase reword translate put say give cut kürze wiederhole raccourcis répète acorta
repite mach fais haz
"""
_REWORKS = frozenset(_REWORKING.split())


def is_routine(words: "Sequence[str]") -> bool:
    """Whether a prompt in these words, in lower case, is such an order."""
    start = 0
    while start < len(words) and words[start] in _OPENERS:
        start += 1
    rest = words[start:]
    if not rest or len(words) > MAX_WORDS:
        return False
    verb, objects = rest[0], rest[1:]
    behind = [*objects[1:], ""] if objects else []
    line = zip(words, words[1:], words[2:], strict=False)
    if verb not in _DEEDS and any(one == "you" and two == "just" and three in _SAID for one, two, three in line):
        return True
    reworks = verb in _REWORKS or verb in _VIEWS
    if reworks and any(word in _ANSWERS and after in _BEHIND for word, after in zip(objects, behind, strict=True)):
        return not _YOURS.isdisjoint(objects)
    if not _WORK.isdisjoint(rest):
        return False
    if verb in _VIEWS:
        return not _SEEN.isdisjoint(objects)
    if verb in _CHECKERS and not _COMPLAINS.isdisjoint(objects[:NEAR]):
        return True  # the checker says what is wrong
    tidied = _TIDIED.get(verb, "").split()
    return any(
        word in tidied and (verb in _FREE or after in _BEHIND) for word, after in zip(objects, behind, strict=True)
    )
