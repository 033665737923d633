"""Recognises orders of daily work that name no subject.

`make the parser test pass` asks for the last red run, which names the test. `commit what is there so far` asks for the
rules on commits.
"""

from itertools import pairwise

from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_NOUNS = """
test tests spec specs suite testcase unittest unittests prueba pruebas teste testes testy
"""
TESTS = frozenset(_NOUNS.split())
_MENDING = """
fix mend repair unbreak
repariere reparier fixe behebe behebt répare corrige arregla repara corregir herstel sistema
aggiusta correggi conserta corrija arruma napraw
"""
_MAKING = """
make get turn bring let have
mach mache bringe kriege krieg sorge fais faites mets haz pon maak laat krijg zorg fai metti
faça deixa zrób
"""
_PASSING = """
pass passes passing green succeed succeeds work works again grün gruen durchlaufen durchläuft laufen läuft vert verte
passer passe passent pase pasen pasar verde verdes slagen slaagt groen passi passare passino passar passem
przechodził zielony
"""
MENDING, MAKING, PASSING = (frozenset(text.split()) for text in (_MENDING, _MAKING, _PASSING))
_AFTER = """
for of in that which where on with from now first please and again then so before next today properly für der die das
von in mit bitte jetzt zuerst pour de du dans qui maintenant para del en que ahora primero voor van per di
"""
BEHIND = frozenset(_AFTER.split())
"""Words behind the name of a test. Another noun makes it something else: `fix the test runner`."""
_COMMIT = "commit committe committ commite commitea committa commita comitta"
_COMMITTING = "committen commiten committer commitear committare commitar comitear"
COMMIT, COMMITTING = frozenset(_COMMIT.split()), frozenset(_COMMITTING.split())
BEFORE = BEHIND | {"", "ok", "let", "lets", "s", "us"}
"""Words that may stand before the verb."""
LET_US = (("let", "s"), ("let", "us"))
ASKING = frozenset(("how", "what", "which", "why", "where", "when", "who", "do", "does", "did"))
OPENING = 5
"""First words of an order, among which its verb stands: `ok now please fix ...`."""
REACH = 8
"""Words from the verb to the test."""


def mends_test(words: "Sequence[str]") -> bool:
    """Whether a prompt in these words orders that a test passes."""
    opening = ["" if pair in LET_US else pair[0] for pair in pairwise([*words[: OPENING + 1], ""])]
    verb = next((at for at, word in enumerate(opening) if word in MENDING or word in MAKING), -1)
    if verb < 0 or not all(word in STOP or word in BEFORE for word in opening[:verb]) or words[0] in ASKING:
        return False
    places = [at for at in range(verb + 1, min(len(words), verb + 1 + REACH)) if words[at] in TESTS]
    if words[verb] in MAKING:
        return bool(places) and any(word in PASSING for word in words[verb + 1 : places[-1] + REACH])
    return any(at + 1 == len(words) or words[at + 1] in BEHIND for at in places)


def orders_commit(words: "Sequence[str]") -> bool:
    """Whether a prompt in these words orders a commit."""
    verb = next((word for word in words if word not in STOP and word not in BEFORE), "")
    if not verb or words[0] in ASKING:
        return False
    return verb in COMMIT or not COMMITTING.isdisjoint(words[:OPENING])


def find_daily_kinds(words: "Sequence[str]") -> "set[str]":
    """The kinds of answers for such an order: what failed last, the rules on commits; often none."""
    return {kind for kind, is_so in (("failed", mends_test(words)), ("commit", orders_commit(words))) if is_so}
