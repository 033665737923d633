"""Which words lift which rule, in the language of the rule or in another one."""

import pytest

from backstory.patterns.joint_liftings import read_liftings
from backstory.patterns.lifting_match import NONE, SURE, UNSURE, measure_lifting
from backstory.patterns.liftings import read_lifting

LIFTS = [
    ("CHANGES.md tu n'y touches pas, Luc prépare la 2.4.0 dessus", "Luc a publié la 2.4.0"),
    ("CHANGES.md tu n'y touches pas, Luc prépare la 2.4.0 dessus", "CHANGES.md est de nouveau à nous"),
    ("don't touch CHANGES.md, Joe is preparing 2.4.0 on it", "2.4.0 is out"),
    ("don't touch CHANGES.md, Joe is preparing 2.4.0 on it", "CHANGES.md is ours again"),
    ("CHANGES.md nicht anfassen, Jo bereitet da die 2.4.0 vor", "Jo hat die 2.4.0 veröffentlicht"),
    ("CHANGES.md nicht anfassen, Jo bereitet da die 2.4.0 vor", "die CHANGES.md gehört wieder uns"),
    ("keep out of setup.cfg until Rav is done", "Rav is through, so setup.cfg is open for everybody again"),
    ("keep out of setup.cfg until Rav is done", "setup.cfg is open again, you'll need it for the tests I think"),
    ("don't touch api.py, Ian is rewriting it", "you can touch api.py again"),
    ("don't touch api.py, Ian is rewriting it", "Ian is done with it, go ahead"),
    ("docs/handbook frozen, 2.4.1 is being cut", "handbook: 2.4.1 is out."),
    (
        "the folder charts/ please leave as it is, Ewan has a branch of plots in flight",
        "charts/ is no longer out of bounds",
    ),
    ("skins/ is lenas, dont go in there", "lena is live with the rework, so skins/ is open again"),
    ("skins/ is lenas, dont go in there", "skins/ is open again, she even asks if you can put a badge into it"),
    ("GUIDE.md deixa quieto, a Rita tá revisando o capítulo", "A Rita terminou, então o GUIDE.md tá liberado."),
    ("README niet aanraken, Jeff is ermee bezig", "Jeff is klaar, je mag README weer aanpassen"),
    ("non toccare lo schema, Carla ci lavora", "Carla ha finito, puoi toccare di nuovo lo schema"),
    (
        "docs.md darfst du nicht anfassen, Franz baut da um",
        "docs.md darfst du also wieder anfassen, falls du da was brauchst (die Prüfung in _utils z.B.)",
    ),
    ("don't touch api.py, Ian is rewriting it", "you can touch it again"),
    ("Don't touch the parser, Nina is rewriting it", "Nina has merged her rewrite of the parser"),
    ("from now on use tabs in Makefiles", "back to spaces in Makefiles please"),
    ("always add a line to CHANGES.rst", "forget the rule about CHANGES.rst"),
    ("always add a line to CHANGES.rst", "we no longer need to add a line to CHANGES.rst"),
    ("no mocks in the tests", "mocks are fine again"),
    ("no mocks in the tests", "Mocks in den Tests sind wieder erlaubt"),
    ("never push to main", "you may push to main again"),
    ("never push to main", "tu peux de nouveau pousser sur main"),
    ("never push to main", "ya puedes volver a subir a main"),
    ("never push to main", "du darfst wieder auf main pushen"),
    ("Fass die Migrationen nicht an, die macht Jana", "Jana ist fertig mit den Migrationen, du kannst wieder ran"),
    ("Fass die Migrationen nicht an, die macht Jana", "you can edit the migrations again"),
    ("bitte ab jetzt keine Umlaute in Bezeichnern", "die Regel mit den Umlauten gilt nicht mehr"),
    ("ne touche jamais au dossier vendor", "tu peux toucher au dossier vendor maintenant"),
    ("désormais, lance les tests avant chaque commit", "plus besoin de lancer les tests avant chaque commit"),
    ("no toques la carpeta vendor sin avisar", "ya se puede tocar la carpeta vendor"),
    ("antes de borrar un archivo, pregúntame", "ya no hace falta que me preguntes antes de borrar"),
    ("ask me before you add a dependency", "you don't need to ask me about dependencies any more"),
    ("No new dependencies without asking me", "forget what I said about dependencies, add what you need"),
    ("keep your hands off src/timer, kim is porting it", "kim's port of src/timer is merged, it is all yours"),
    ("run the tests with -m fast", "the thing with -m fast is no longer necessary"),
    ("no refactoring on this branch", "refactoring is allowed again"),
    ("dont edit compose.yml pia is rewriting it", "pia merged her rewrite last nite so compose.yml is fair game"),
    (
        "NOTES.md is off limits until Ann has tagged 2.1, because she has an unpushed version of it",
        "Ann tagged 2.1 last night, so NOTES.md may be edited now; an entry in the style of the others please",
    ),
    ("no toques src/idiomas que está el sprint", "El sprint terminó ayer, ya puedes tocar src/idiomas si hace falta."),
    ("hands off Package.swift until Priya's bump is through", "the bump landed, Package.swift is fair game again"),
    ("hands off Package.swift until Priya's bump is through", "Package.swift is free again, edit it if you need it"),
    ("den Scheduler fasst du nicht an, Till baut ihn um", "der Scheduler ist damit wieder frei, falls du ihn brauchst"),
    ("leave dio_for_native.dart alone", "he has withdrawn his request, so dio_for_native.dart is free for us now"),
    ("nothing in docs/CHANGELOG.md until 1.14.1 is out", "1.14.1 is out, so the changelog is open again"),
    ("don't push anything until the CLA is signed", "the CLA is signed, so pushing is ok from now on"),
    ("always answer in German", "you can stop answering in German"),
    ("use pnpm, not npm", "we are back on npm"),
    ("commits in English only", "the rule that commits are in English is off"),
    ("nothing goes to main without a pull request", "I take back what I said about pull requests for main"),
    ("squash before merge", "squashing is no longer required"),
    ("stay out of billing, Rosa is on it", "Rosa is through with billing, you can go in"),
    ("stay out of billing, Rosa is on it", "billing is free again"),
    ("never rename public methods", "renaming public methods is ok again"),
    ("never rename public methods", "öffentliche Methoden darfst du jetzt wieder umbenennen"),
    ("every endpoint needs a test", "tests for every endpoint are no longer needed"),
    ("every endpoint needs a test", "drop the rule about endpoint tests"),
    ("use single quotes", "back to double quotes"),
    ("Variablennamen nur auf Deutsch", "Variablennamen wieder auf Englisch"),
    ("don't deploy, the freeze is on", "the freeze is over, deploy as you like"),
    ("demande-moi avant de supprimer un fichier", "tu n'as plus besoin de me demander avant de supprimer"),
    ("no toques el esquema, lo lleva Lucía", "Lucía ha terminado con el esquema"),
    ("no toques el esquema, lo lleva Lucía", "you're free to change the schema now, Lucía is finished"),
    ("show me the plan before you code", "no need to show me the plan any more"),
    ("show me the plan before you code", "du musst mir den Plan nicht mehr zeigen"),
    ("never amend commits", "amending commits is allowed now"),
    ("leave config/prod.yml alone", "config/prod.yml may be edited again"),
    ("no comments in the code", "oublie la règle sur les commentaires"),
    ("keep functions below 40 lines", "the 40 lines limit for functions no longer applies"),
    ("immer erst den Linter laufen lassen", "den Linter brauchst du nicht mehr laufen zu lassen"),
    ("leave `src/tokens.rs` alone, Ana is splitting it", "1.4 is out, so src/tokens.rs is free now, add a test"),
    ("no toques el esquema, lo lleva Lucía", "Ya está, así que el esquema vuelve a estar libre; añade un índice"),
    ("nada de dependencias nuevas", "las dependencias nuevas vuelven a estar permitidas"),
    ("Don't use print in library code, use logging", "print in library code is fine from now on"),
    ("Kommentare nur auf Deutsch", "Kommentare wieder in Englisch"),
    ("no mocks in the tests", "ab jetzt sind Mocks in den Tests wieder okay"),
]
KEEPS = [
    ("don't touch CHANGES.md, Joe is preparing 2.4.0 on it", "2.3.9 is out"),
    ("never write 2.4.0 into CHANGES.md", "2.4.0 is out"),
    ("don't touch api.py, Ian is rewriting it", "can I touch api.py again?"),
    ("don't touch api.py, Ian is rewriting it", "don't touch api.py again"),
    ("don't touch api.py, Ian is rewriting it", "after the release you can touch api.py again"),
    ("don't touch api.py, Ian is rewriting it", "Ian is out today"),
    ("don't touch api.py, Ian is rewriting it", "Ian is done with the docs"),
    ("don't touch api.py, Ian is rewriting it", "touch up the README again"),
    ("never push to main", "you can push to the feature branch again"),
    ("never push to main", "run the tests again"),
    ("never push to main", "did you push to main again?"),
    ("never push to main", "du darfst nicht wieder auf main pushen"),
    ("no mocks in the tests", "the mocks are broken again"),
    ("no mocks in the tests", "you used mocks again"),
    ("always add a line to CHANGES.rst", "we no longer need the old parser"),
    ("always add a line to CHANGES.rst", "forget it"),
    ("ask me before you add a dependency", "you can add the button now"),
    ("ask me before you add a dependency", "we no longer need the queue"),
    ("no toques la carpeta vendor sin avisar", "¿ya puedo tocar la carpeta vendor?"),
    ("Fass die Migrationen nicht an, die macht Jana", "sobald Jana fertig ist, kannst du wieder an die Migrationen"),
    ("squash before merge", "is squashing still required?"),
    ("always answer in German", "the german answer is fine"),
    ("never push to main", "when Tom is back you may push to main again"),
    ("never push to main", "just this once you can push to main"),
    ("stay out of billing, Rosa is on it", "is Rosa through with billing?"),
    ("stay out of billing, Rosa is on it", "stay out of billing again, please"),
    ("never rename public methods", "rename it back again"),
    ("never rename public methods", "you renamed public methods again, I said never"),
    ("every endpoint needs a test", "this endpoint no longer needs a body"),
    ("use single quotes", "the quotes are back in the output"),
    ("don't deploy, the freeze is on", "once the freeze is over you can deploy again"),
    ("show me the plan before you code", "the plan is fine, go ahead"),
    ("show me the plan before you code", "no need to show me the logs"),
    ("no comments in the code", "the comments in the code are gone again"),
    ("leave config/prod.yml alone", "config/prod.yml was edited again, revert that"),
    ("demande-moi avant de supprimer un fichier", "est-ce que je peux supprimer le fichier maintenant ?"),
    ("nada de dependencias nuevas", "las dependencias están rotas otra vez"),
    ("immer erst den Linter laufen lassen", "der Linter ist wieder rot"),
    ("No navigation inside hooks", "back to the basic version of navigation"),
    ("single letters get no hint", "back to the hints."),
    ("single letters get no hint", "Morning, back to the hints feature"),
    ("keine Emojis in den Meldungen", "Jetzt zurück zu den Meldungen."),
    ("no mocks in the tests of the store", "so, let's get back to our mocks"),
    ("Do not reset the list of tasks", "let's start working through the tasks"),
    ("never push to main", "Add a message: 'You can now push to main'"),
    ("never push to main", 'The page reads "you may push to main again" on a red ground'),
    ("Always run `make lint` before a commit", "Tell Bob we no longer need to run make lint before a commit"),
    ("run ruff before each commit", "ask Nina whether we no longer need to run ruff before each commit"),
    ("never push to main", "write to Tom that you can push to main again"),
    ("don't touch api.py, Ian is rewriting it", "Ian has finished the other part"),
    ("Don't use print in library code, use logging", "is print in library code fine from now on?"),
]
MARKS = [
    ("never push to main", "I think you can push to main again"),
    ("don't touch api.py, Ian is rewriting it", "Ian should be done with api.py by now"),
    ("no mocks in the tests", "maybe mocks are fine again"),
    ("never push to main", "Tom says you may push to main again"),
    ("never amend commits", "I guess amending is fine again"),
    ("stay out of billing, Rosa is on it", "Rosa is probably done with billing"),
    ("never rename public methods", "according to Tom renaming public methods is fine again"),
    ("never push to main", "in the fork you can push to main again"),
    ("don't touch api.py, Ian is rewriting it", "you can touch api.py again in the sandbox branch"),
    ("Don't use print in library code, use logging", "print in the CLI is fine from now on"),
    ("use tabs in Makefiles, not spaces", "back to spaces in YAML files please"),
]


def measure(rule: str, later: str) -> float:
    lifting = read_lifting(later)
    return measure_lifting(lifting, rule) if lifting else NONE


@pytest.mark.parametrize(("rule", "later"), LIFTS)
def test_a_rule_is_lifted(rule: str, later: str) -> None:
    assert measure(rule, later) == SURE


@pytest.mark.parametrize(("rule", "later"), KEEPS)
def test_a_rule_is_kept(rule: str, later: str) -> None:
    assert measure(rule, later) == NONE


@pytest.mark.parametrize(("rule", "later"), MARKS)
def test_what_is_supposed_or_passed_on_is_not_sure(rule: str, later: str) -> None:
    assert measure(rule, later) == UNSURE


def test_what_only_points_takes_its_name_from_the_sentence_before() -> None:
    lifting = read_lifting("you can touch it again", "db.py is in.")
    assert lifting is not None and not lifting.points
    assert measure_lifting(lifting, "don't touch db.py") == SURE
    assert measure_lifting(lifting, "don't touch api.py") == NONE


@pytest.mark.parametrize(
    ("rule", "lifting"),
    [
        ("why did you touch the lock file again?", "you can touch the lock file again"),
        ("warum hast du schon wieder die Lockdatei angefasst?", "du darfst die Lockdatei wieder anfassen"),
        ("I noticed you keep changing README.md", "You can edit the README again if you think it helps."),
        ("jamais de mocks dans les tests", "finalement les mocks sont de nouveau permis"),
    ],
)
def test_a_rule_that_was_a_complaint_is_lifted_too(rule: str, lifting: str) -> None:
    (one,) = read_liftings(lifting)

    assert measure_lifting(one, rule) == SURE


@pytest.mark.parametrize(
    ("rule", "leave"),
    [
        ("never commit secrets or .env files", "ok you can commit now"),
        ("never commit without running xo first", "ok you can run the benchmark now, I'm plugged in"),
        ("never push without running the e2e tests", "ok you can push now"),
        ("never deploy on Fridays", "ok you can deploy now"),
        ("never push without my review", "fine, you may push now"),
        ("nie pushen ohne die Tests", "ok, du darfst jetzt pushen"),
    ],
)
def test_leave_for_one_act_lifts_no_rule_for_good(rule: str, leave: str) -> None:
    assert [measure_lifting(one, rule) for one in read_liftings(leave, "")] in ([], [NONE])


@pytest.mark.parametrize(
    ("rule", "leave"),
    [
        ("don't commit yet, I want to look first", "ok you can commit now"),
        ("do not push until I have looked", "you can push now"),
        ("nothing gets committed today", "you can commit now"),
        ("never commit", "you can commit now"),
        ("never touch the lexer, Ana is in there", "you can touch it again"),
        ("never push before the release is out", "ok you can push now"),
    ],
)
def test_leave_lifts_a_rule_that_waits_for_it(rule: str, leave: str) -> None:
    assert [measure_lifting(one, rule) for one in read_liftings(leave, "")] == [SURE]


def test_what_takes_back_a_part_of_a_rule_does_not_lift_it() -> None:
    several = "commit messages: imperative mood, max 50 chars, no scope prefix"
    (lifting,) = read_liftings("forget the 50 chars rule, 72 is fine", "")
    assert measure_lifting(lifting, several) == UNSURE
    assert measure_lifting(lifting, "max 50 chars in the first line") == SURE


@pytest.mark.parametrize(
    "sentence",
    [
        "my boss gave in, we no longer need the sign-off",
        "we no longer need the sign-off, compliance changed their mind",
    ],
)
def test_a_clause_that_says_why_names_nothing_that_is_lifted(sentence: str) -> None:
    lifting = read_lifting(sentence)
    assert lifting is not None
    assert measure_lifting(lifting, "commits carry a sign-off: compliance wants one on every commit") == SURE
