"""Words by which a rule is read: deeds, what forbids, what narrows, what says nothing, in six languages."""

from typing import Final

_DEED_WORDS: Final = """
edit: edit edits editing change changes changing modify modifying update updating alter altering touch touching adjust
ändern ändere ändert verändern anfassen fass fasst bearbeiten editieren modifizieren modifier modifie modifiez toucher
touche touches touchez changer changez éditer édite éditez modificar modifiques modifique tocar toques toque cambiar
cambies editar edites edite alterar altere mexer mexa modificare toccare cambiare wijzigen wijzig aanpassen aanraken
bewerken ;
delete: delete deleting remove removing erase drop dropping löschen lösche entfernen entferne supprimer supprime
supprimez borrar borres eliminar elimines apagar remover cancellare rimuovere verwijderen ;
run: run running execute executing launch launching ausführen lancer lance exécuter ejecutar ejecutes correr executar
eseguire uitvoeren ;
add: add adding introduce introducing hinzufügen ajouter ajoute ajoutez añadir añadas agregar agregues adicionar
aggiungere toevoegen ;
create: create creating generate generating erstellen erzeugen créer crée crear crees criar creare aanmaken ;
use: use using utilize utilizing utilise utilising nutzen nutze benutzen benutze verwenden verwende utiliser utilise
utilisez usar uses utilizar usare gebruiken gebruik ;
write: write writing schreiben schreib écrire écris escribir escribe escrever scrivere schrijven ;
ask: ask asking fragen frag frage demander demande preguntar pregunta perguntar pergunte chiedere vragen ;
push: push pushing pushen pousser pousse ; commit: commit committing committen ; merge: merge merging mergen ;
test: test testing testen tester ; read: read reading lesen lies lire lis leer ; build: build building bauen ;
deploy: deploy deploying ; rename: rename renaming umbenennen renommer renombrar ; format: format formatting ;
mock: mock mocking mocken ; squash: squash squashing ; rebase: rebase rebasing ; amend: amend amending ;
install: install installing installieren installer instalar ; import: import importing ; call: call calling ;
keep: keep keeping behalten garder mantener ; follow: follow following ; check: check checking prüfen ;
plan: plan planning ; clarify: clarify clarifying ; explain: explain explaining ; verify: verify verifying ;
lint: lint linting
"""
DEEDS: Final = {
    word: deed.strip()
    for row in _DEED_WORDS.split(";")
    for deed, _, words in [row.partition(":")]
    for word in words.split()
}
"""Verb -> the deed that it means."""
ASIDE: Final = frozenset(("test", "build", "format", "plan", "check", "commit", "merge", "import", "call", "mock"))
"""Deeds whose verbs are nouns as well, so that another verb before them is the deed."""
SHORT_NAMES: Final = {
    "dep": "dependency", "deps": "dependency", "dependencies": "dependency", "doc": "documentation",
    "docs": "documentation", "db": "database", "databases": "database", "config": "configuration",
    "configs": "configuration", "repo": "repository", "repos": "repository", "repositories": "repository",
    "lib": "library", "libs": "library", "libraries": "library", "env": "environment", "prod": "production",
}  # fmt: skip
BANS: Final = frozenset(
    ("not", "never", "no", "don't", "dont", "doesn't", "mustn't", "shouldn't", "can't", "cannot", "avoid",
     "nothing", "nicht", "nie", "niemals", "kein", "keine", "keinen", "keiner", "keines", "keinem", "ne", "pas",
     "jamais", "nunca", "jamás", "não", "nao", "non", "mai", "niet", "nooit", "geen")
)  # fmt: skip
STOPS: Final = frozenset(("avoid", "no", "nothing"))
"""Of these, those that are what is done behind another one: `do not avoid mocks`."""
MARKERS: Final = {
    **{word: word for word in ("without", "except", "unless", "until", "from", "outside", "inside", "between",
                               "against", "under", "over", "after", "before", "only", "than", "like", "while",
                               "during")},
    "if": "if", "when": "if", "whenever": "if", "where": "if", "once": "after", "instead": "instead", "by": "by",
    "via": "by", "ohne": "without", "außer": "except", "bis": "until", "nur": "only", "vor": "before",
    "nach": "after", "wenn": "if", "statt": "instead", "sans": "without", "sauf": "except", "avant": "before",
    "après": "after", "si": "if", "seulement": "only", "sin": "without", "excepto": "except", "salvo": "except",
    "hasta": "until", "antes": "before", "después": "after", "solo": "only", "sólo": "only", "cuando": "if",
    "sem": "without", "só": "only", "apenas": "only", "senza": "without", "zonder": "without", "alleen": "only",
}  # fmt: skip
"""Words from which on a clause is narrowed -> how."""
OWN: Final = frozenset(("instead", "by", "only", "than", "like", "from", "to"))
"""What narrows just its clause. Anything else may narrow all clauses of its sentence."""
_FILLING_WORDS: Final = """
a an the my our your his her its any all every each ever please pls plz kindly also just really simply always again at
in on of to into onto for with us me you we i do does be is are must should shall have has need needs want wants let
make sure ensure remember so well too now then still even actually absolutely henceforth already more der die das den
dem des ein eine einen einem am im zu mit bitte auch immer mal je jemals überhaupt doch du ich wir und le la l les un
une du de au aux en à il te vous plaît stp svp el los las una unos al del por favor o os as um uma em na da lo gli het
een alsjeblieft siempre toujours sempre altijd
"""
FILLING: Final = frozenset(_FILLING_WORDS.split())
"""Words that make no other rule of one."""
NEW: Final = frozenset(("new", "neue", "neuen", "nouvelles", "nouveaux", "nuevas", "nuevos", "further", "additional"))
BRINGS: Final = frozenset(("add", "create", "install", "write"))
"""Deeds whose things are new anyway."""
HAVING: Final = frozenset(("add", "create", "use"))
"""Deeds that a ban without a deed may mean: `no semicolons`."""
PRONOUNS: Final = frozenset(("it", "them", "those", "these", "sie", "es", "ihn", "eux", "ello"))
JOINS: Final = frozenset(("and", "or", "nor", "und", "oder", "noch", "et", "ou", "ni", "y", ",", "/"))
EITHER: Final = frozenset(("or", "oder", "ou", "/"))
NEITHER: Final = EITHER | {"nor", "noch", "ni"}
"""Words behind which what was forbidden before is forbidden as well."""
AND: Final = frozenset(("and", "und", "et", "y"))
TOGETHER: Final = frozenset(("together", "both", "mix", "combine", "same", "once", "between", "zusammen", "ensemble"))
"""Words with which a row names one thing."""
