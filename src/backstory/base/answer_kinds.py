"""What kind of answer a text asks for: where the work stands, what failed, how something is run, why, who.

The words of a question say what it is about; these phrases say what of it is wanted. No regular expressions: the hook
process does not load them.
"""

from backstory.base.common_words import is_usual
from backstory.base.daily_orders import find_daily_kinds
from backstory.base.general_questions import MAX_WORDS, find_general_kinds, is_filler
from backstory.base.phrase_texts import PhraseTexts
from backstory.base.purposes import PURPOSES, find_purposes
from backstory.base.tokenizer import STOP, WEAK, split_words
from backstory.base.unspaced import is_unspaced

_PHRASES = {
    "resume": """
where were we; where was i; where did we stop; where are we; what was i doing; what were we doing; what did i do last
go on with; carry on; continue with; continue the; continue from; pick it up; pick up where; pick up from; take it up
take up the work; resume; left off; where i left; where we left; where you left; where it was left; take it from there
from there; at that point; lost the thread; what got lost; get going again; go on where; back to work; start again where
get it to pass; have the test pass; make the test pass; make it green; make the red; test green; finish the
finish that; finish this; finish it; sort that out; we stopped; had to leave; had to run; had to stop; broken off
pick up exactly; refresh my memory; with the remaining points; exactly there
broke off; running off; died in the middle; go on; finish what; continue where; continue our; continue my
wo waren wir; wo war ich; wo sind wir; mach weiter; machen wir weiter; weitermachen; wo stehen wir
wo haben wir aufgehört; wo wir waren; wo wir sind; wo wir stehen; wo wir aufgehört; stehen geblieben; stehengeblieben
wie geht es weiter; wie geht s weiter; weiter mit
weiter geht s; knüpf an; den faden wieder; mach den roten; bring den roten; test grün; tests grün; spec grün; specs grün
test gruen; tests gruen; mach es fertig; mach das fertig
où en étions; où on en est; où en est; où en suis je; on continue; continuons; reprends; reprenons; reprendre là où
où on en était; où nous en étions; où j en étais; où on s est arrêté; où nous nous sommes arrêtés; où je m étais arrêté
fais passer le test; fais passer les tests; passer au vert; mets le test au vert
dónde estábamos; por dónde íbamos; por dónde iba; dónde quedamos; dónde me quedé; sigamos; continuemos; continúa; retoma
retomemos; haz que pase; pon en verde; en qué quedamos; dónde lo dejamos; por dónde vamos; dónde nos quedamos
waar waren we; waar zijn we gebleven; waar was ik gebleven; waar we gebleven; waar we waren; waar we gestopt
ga verder met; ga door met; laten we verdergaan
dove eravamo; dove siamo rimasti; dove ero rimasto; riprendiamo; andiamo avanti; riprendi da; continua con; vai avanti
onde paramos; onde parei; onde estávamos; vamos continuar; continua com; continua de onde; continue de onde; retome
na czym skończyliśmy; gdzie skończyliśmy; na czym stanęliśmy; na czym stanęło; kontynuuj; kontynuujmy; wróćmy do
""",
    "next": """
what is next; what s next; whats next; what is left; what s left; what is open; what s open; still open; still missing
what is undecided; what s undecided; still undecided; not decided yet; what is unresolved; still to decide
what remains; what is missing; next step; next steps; what should i do next; what do i do next; left to do; to be done
remaining chores; remaining entries; what is still; do next; open points; come after it; todo list; what do we do next
was kommt als nächstes; was ist zu tun; was steht an; was steht noch an; steht noch aus; liegt noch an; als nächstes
was ist noch; was fehlt noch; was bleibt
noch offen; nächste schritte
qu est ce qui reste; que reste t il; prochaine étape; la suite
qué falta; qué queda; qué toca; qué hay que hacer; qué sigue; siguiente paso; próximo paso
wat is de volgende stap; volgende stappen; wat moet er nog; wat staat er nog open; wat blijft er over
prossimo passo; prossimi passi; cosa resta da; cosa manca; che cosa manca; cosa rimane
próximos passos; qual é o próximo passo; o que falta; o que resta; o que ainda falta
co dalej; następny krok; następne kroki; co zostało; co jeszcze zostało
""",
    "failed": """
is red; was red; are red; still red; anything red; something red; anything failing; anything broken; still failing
test is failing; tests are failing; which test fails; which tests fail
what failed; what is failing; what broke; what went wrong; what fails; failed last; which test is; red test
failing test
which failures; tried before; did we try; have we tried; already tried
was ist rot; welcher test; welche tests; welcher spec; roter test; rote tests; was schlug fehl; was schlägt fehl
was ging schief; was ist fehlgeschlagen; was ist kaputt; haben wir versucht; haben wir probiert; schon versucht
schon probiert; haben wir verworfen
quel test échoue; quels tests; test rouge; qu est ce qui a échoué; déjà essayé; avons nous essayé
qué falló; qué test falla; qué prueba falla; prueba roja; test rojo; ya probamos; hemos probado
hemos intentado
welke test faalt; welke tests falen; welke test is rood; rode test; wat ging er mis; wat ging er stuk; wat is er stuk
hebben we geprobeerd; al geprobeerd; quale test fallisce; quali test falliscono; test rosso; test rossi; cosa è fallito
cosa è andato storto; abbiamo già provato; abbiamo provato; già provato; qual teste falhou; quais testes falharam
o que falhou; o que deu errado; já tentamos; já tentou; który test; które testy; czerwony test; co się zepsuło
co poszło nie tak; już próbowaliśmy
""",
    "task": """
what are we working on; what am i working on; what were we working on; what was i working on; working on here
what is being built; what are we building; what do we build; what is the task; what was the task; what is the goal
what is this about; how far is it; how far are we; how far along; how far did we get; state of the work
what is the state; what is the status; status of the work
woran arbeiten wir; woran haben wir; woran arbeite ich; worum geht es; wie weit sind wir; wie weit ist
was ist der stand
sur quoi travaillons; sur quoi on travaille; de quoi s agit; quel est l état; à quoi on travaille
en qué estábamos; en qué estamos; en qué estoy trabajando; en qué trabajamos; qué estamos haciendo; de qué va; cómo va
waar werken we aan; waar werkten we aan; waar gaat dit over; hoe ver zijn we; a cosa stiamo lavorando; di cosa si tratta
a che punto siamo; em que estamos trabalhando; no que estamos trabalhando; do que se trata; em que pé
nad czym pracujemy
nad czym pracowaliśmy
""",
    "rules": """
which rules did; which rules do; which rules are; which rules apply; which rules hold; what rules did; what rules do
what rules are; what rules apply; what are the rules; what are our rules; what are my rules; are there any rules
any rules
list the rules; our rules; which conventions; what are the conventions; rules of the user; rules did the; rules did i
what must i not; what may i not; what should i never; what must not be; what may not be
welche regeln; was sind die regeln; unsere regeln; was darf ich nicht; quelles règles; quelles sont les règles
qué reglas; cuáles son las reglas; nuestras reglas
""",
    "tried": """
what was tried; what did we try; what have we tried; what has been tried; what did you try; which ways; was tried and
which attempts; dead ends; dead end; what was given up; what was rejected
was haben wir versucht; was wurde versucht; was haben wir probiert; was hat nicht; sackgassen; qu a t on essayé
qu est ce qui n a pas; qu avons nous essayé; qué se probó; qué hemos probado; qué probamos; qué se intentó
no funcionó; did not work
didn t work; nicht funktioniert; n a pas marché
""",
    "green": """
is it green; is everything green; are we green; all green; did everything pass; did it pass; did they pass; did all pass
did the tests pass; did all tests pass; do the tests pass; do all tests pass; was the last run; how did the last run
how many tests passed; how many passed; how many failed; result of the last run; last test run; last run green
how do the tests stand; how did the tests; state of the tests; were the tests green; are the tests green
is the suite green; did the build pass; did the build work
ist alles grün; war alles grün; laufen alle tests; sind die tests grün; war der letzte lauf; alle tests grün
tout est vert; tous les tests passent; les tests passent; dernière exécution
está todo en verde; pasan todos los tests; pasaron los tests; pasaron las pruebas; última ejecución; todo en verde
""",
    "again": """
run it again; run that again; run this again; run them again; try it again; once more; rerun it; rerun that; rerun them
same command again; repeat the last command; the last command; lass es nochmal laufen; nochmal laufen lassen
relance le; relance la; ejecútalo otra vez; córrelo otra vez; ejecútalo de nuevo
""",
    "deploy": """
deploy it; deploy this; deploy that; deploy the; deploy to; deploy now; how do i deploy; how do we deploy; redeploy
install it on; put it on the phone; put it on the device; put it on my; put it on staging; put it on production
put it live; roll it out; ship it; push it to staging; push it to production; publish it; how do we publish
how do i publish; how do we release; how do i release; install the app; install the apk; install the build
on the phone; onto the phone; on the device; onto the device; auf das gerät; aufs handy; auf dem gerät installieren
wie deploye; déploie; déployer; despliega; desplegar
instálalo en
""",
    "run": """
run the tests; run tests; run the test; run all tests; run the suite; run everything; how do i test; how to test
how do we test; how are the tests run; how are tests run; how do tests run; how do i run; how do we run
test this package; test suite; the suite; which command; what command
what do i type; is the command; check that everything; everything is green; check that i; what to run; run the linter
how do i check; how do i make sure; how can i check; how do i lint; how do i build; ci is happy; ci happy
tests laufen; tests ausführen; teste ich; wie teste; welcher befehl; welchem befehl; wie baue ich; lancer les tests
lance les tests; comment tester; quelle commande; comment je teste
correr las pruebas; corre las pruebas; ejecutar las pruebas; ejecutar los tests; lanzar los tests; qué comando
cómo pruebo; cómo ejecuto
tests draaien; draai de tests; draai ik de tests; draaien we de tests; lancia i test; lanciare i test; esegui i test
eseguire i test; lancio i test; eseguo i test; si lanciano i test; roda os testes; rode os testes; rodar os testes
rodo os testes; executar os testes; uruchom testy; uruchomić testy; odpal testy
""",
    "why": """
why; how come; what for; reason; reasons; speaks against; explain; what is the point; warum; wieso; weshalb; pourquoi
por qué
waarom; hoezo; perché; come mai; por que; porquê; dlaczego; czemu
""",
    "who": """
who; whose; by whom; which person; somebody had an opinion; who asked; the name so; wer; qui; quién; van wie; chi; quem
kto; czyj
""",
    "wish": """
who wanted; who decided; who asked for; who asked that; who asked us; who insisted; who requested; who approved
who objected; who proposed; who suggested; who agreed; who ordered; who told us; who ruled; whose idea; whose request
whose decision; whose wish; whose call; whose demand
wer wollte; wer hat entschieden; wer hat gesagt; wer hat verlangt; wer hat beschlossen; wer hat gewünscht; wessen wunsch
wessen idee; auf wessen; wer wollte das; wer bestand darauf; wer besteht darauf; wer hat das entschieden
wer hat darum gebeten; wer hat das bestimmt; qui voulait; qui tient à; qui a exigé; quién insistió; quién exigió
qui a voulu; qui a décidé; qui a demandé; à la demande de qui; quién quería
quién quiso; quién decidió; quién pidió
wie wilde; wie heeft besloten; wie heeft dat besloten; wie heeft gevraagd; wie vroeg om; chi voleva; chi ha deciso
chi ha chiesto; chi ha voluto; quem decidiu; quem pediu; quem quis; quem queria; kto zdecydował; kto chciał; kto prosił
""",
    "decided": """
did we decide; what did we decide; was decided; have we decided; did we agree; agreed on; what do we do about
what happens; should we; do we; decided on; what did; haben wir entschieden; wurde entschieden; haben wir beschlossen
avons nous décidé; a t on décidé; on a décidé; hemos decidido; se decidió; decidimos
hebben we besloten; hebben we afgesproken; is er besloten; abbiamo deciso; è stato deciso; o que decidimos; foi decidido
ustaliliśmy; zdecydowaliśmy
""",
}

_ORDERS = {
    "dependency": """
install; pull in; bring in; depend on; add a dependency; to the dependencies; as a dependency; new package; new library
new crate; new dependency; pip install; npm install; npm i; npm add; pnpm add; pnpm install; yarn add; bun add
uv add; poetry add; cargo add; go get; gem install; bundle add; composer require; dotnet add
the package; the library; the crate
from nuget; from npm; from pypi; from crates io; from cargo; from maven; from packagist; from rubygems; from hex
from hackage; from cran; from conda; from pub dev; a library; this library; a package; this package; use the package
die bibliothek; eine bibliothek; das paket; la bibliothèque; une bibliothèque; le paquet; la biblioteca; una biblioteca
una librería; la librería; el paquete; a biblioteca; uma biblioteca; o pacote; um pacote; la libreria; una libreria
il pacchetto; de bibliotheek; een bibliotheek; het pakket; biblioteki; bibliotekę; pakiet
rockspec; gemspec; gemfile; go mod; cargo toml; requirements txt; composer json; build gradle; pom xml; csproj
installiere; installieren; ins projekt aufnehmen; neues paket; neue abhängigkeit; installe; instala
ajoute la dépendance
""",
    "publish": """
push; force push; publish; release; open a pr; open a pull request; create a pr; make a pr; tag it; ship it; merge it
merge into; pushe; veröffentliche; pousse; publie; sube; publica
""",
    "signature": """
overload; second parameter; another parameter; new parameter; extra argument; new argument; return type; instead of a
a parameter to; an argument to; another argument; parameter hinzufügen; un paramètre; un parámetro; um parâmetro
rename the; change the signature; make it public; public method; export it; remove the method; nullable
""",
    "commit": """
commit this; commit it; commit that; commit the; commit all; commit with; commit as; commit everything; commit and
and commit; git commit; commit message; committe das; committe es; committe; commite; mach einen commit; commit machen
fais un commit; commite; faire un commit; haz commit; haz un commit; hacer commit; fai il commit; record my changes
""",
    "docs": """
the docs; the readme; the documentation; readme md; docs page; the manual; the wiki; document the; document it
document this; document that; die doku; die dokumentation; das readme; die readme; der readme; dokumentiere
la documentation; la doc; le readme; au readme; du readme; documente; la documentación; el readme; documenta
""",
    "version": """
bump; raise the version; the version to; version number; minimum version; minimum node; minimum python; node version
python version; go version; rust version; the engines; requires python; msrv; cut a release; die version; versionsnummer
augmente la version; la version à; sube la versión; la versión a
""",
    "changelog": """
the changelog; changelog entry; a changelog; release notes; changelog md; news rst; the news; das changelog
ins changelog; le changelog; au changelog; el changelog; al changelog
""",
    "format": """
reformat; format the; format all; format everything; run prettier; run black; ruff format; mix format; gofmt; cargo fmt
dart format; eslint fix; biome check; with write; with fix; formatiere; reformate; formatea; tidy up the style
""",
}
"""Kind of order -> phrases."""
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


PHRASES = PhraseTexts(_PHRASES | _ORDERS)
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
    if words and words[0] in _STARTS and any(_is_runnable(word) for word in words[1 : 1 + BEFORE_TESTS]):
        kinds.add("run")
    if 1 < len(words) <= MAX_START and words[0] in _STARTS:
        kinds.add("start")
    if words and words[0] in _BRINGS and "in" in words[2 : 2 + BEFORE_IN]:
        kinds.add("dependency")
    if 2 < len(words) <= MAX_DEMAND and words[0] in _WHAT and not _DEMANDS.isdisjoint(words[2:]):
        kinds.add("wish")
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
    return frozenset(kinds) | find_general_kinds(words)


def find_whole_kinds(text: str, words: list[str]) -> "frozenset[str]":
    """The kinds of answers that a text in these words asks for about the work as a whole; often none."""
    if not is_unspaced(text):
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
