"""What kind of answer a text asks for: where the work stands, what failed, how something is run, why, who.

The words of a question say what it is about; these phrases say what of it is wanted. No regular expressions: the hook
process does not load them.
"""

from backstory.base.tokenizer import split_words

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
wo haben wir aufgehört; stehen geblieben; stehengeblieben; wie geht es weiter; wie geht s weiter; weiter mit
weiter geht s; knüpf an; den faden wieder; mach den roten; bring den roten; test grün; tests grün; spec grün; specs grün
test gruen; tests gruen; mach es fertig; mach das fertig
où en étions; où on en est; où en est; où en suis je; on continue; continuons; reprends; reprenons; reprendre là où
fais passer le test; fais passer les tests; passer au vert; mets le test au vert
dónde estábamos; por dónde íbamos; por dónde iba; dónde quedamos; dónde me quedé; sigamos; continuemos; continúa; retoma
retomemos; haz que pase; pon en verde
""",
    "next": """
what is next; what s next; whats next; what is left; what s left; what is open; what s open; still open; still missing
what remains; what is missing; next step; next steps; what should i do next; what do i do next; left to do; to be done
remaining chores; remaining entries; what is still; do next; open points; come after it; todo list; what do we do next
was kommt als nächstes; als nächstes; was ist noch; was fehlt noch; was bleibt; noch offen; nächste schritte
qu est ce qui reste; que reste t il; prochaine étape; la suite
qué falta; qué queda; qué sigue; siguiente paso; próximo paso
""",
    "failed": """
is red; was red; are red; still red; test is failing; tests are failing; which test fails; which tests fail
what failed; what broke; what went wrong; what fails; failed last; which test is; red test; failing test
which failures; tried before; did we try; have we tried; already tried
was ist rot; welcher test; welche tests; welcher spec; roter test; rote tests; was schlug fehl; was schlägt fehl
was ging schief; was ist fehlgeschlagen; was ist kaputt; haben wir versucht; haben wir probiert; schon versucht
schon probiert; haben wir verworfen
quel test échoue; quels tests; test rouge; qu est ce qui a échoué; déjà essayé; avons nous essayé
qué falló; qué test falla; qué prueba falla; prueba roja; ya probamos; hemos probado; hemos intentado
""",
    "run": """
run the tests; run tests; run the test; run all tests; run the suite; run everything; how do i test; how to test
how do we test; how do i run; how do we run; test this package; test suite; the suite; which command; what command
what do i type; is the command; check that everything; everything is green; check that i; what to run; run the linter
how do i check; how do i make sure; how can i check; how do i lint; how do i build; ci is happy; ci happy
tests laufen; tests ausführen; teste ich; wie teste; welcher befehl; welchem befehl; wie baue ich; lancer les tests
lance les tests; comment tester; quelle commande; comment je teste
correr las pruebas; corre las pruebas; ejecutar las pruebas; ejecutar los tests; lanzar los tests; qué comando
cómo pruebo; cómo ejecuto
""",
    "why": """
why; how come; what for; reason; reasons; speaks against; explain; what is the point; warum; wieso; weshalb; pourquoi
por qué
""",
    "who": "who; whose; by whom; which person; somebody had an opinion; who asked; the name so; wer; qui; quién",
    "wish": """
who wanted; who decided; who asked for; who asked that; who asked us; who insisted; who requested; who approved
who objected; who proposed; who suggested; who agreed; who ordered; who told us; who ruled; whose idea; whose request
whose decision; whose wish; whose call; whose demand
wer wollte; wer hat entschieden; wer hat gesagt; wer hat verlangt; wer hat beschlossen; wer hat gewünscht; wessen wunsch
wessen idee; auf wessen; wer wollte das; wer bestand darauf; wer besteht darauf; wer hat das entschieden
wer hat darum gebeten; wer hat das bestimmt; qui voulait; qui tient à; qui a exigé; quién insistió; quién exigió
qui a voulu; qui a décidé; qui a demandé; à la demande de qui; quién quería
quién quiso; quién decidió; quién pidió
""",
    "decided": """
did we decide; what did we decide; was decided; have we decided; did we agree; agreed on; what do we do about
what happens; should we; do we; decided on; what did; haben wir entschieden; wurde entschieden; haben wir beschlossen
avons nous décidé; a t on décidé; on a décidé; hemos decidido; se decidió; decidimos
""",
}

_ORDERS = {
    "dependency": """
install; pull in; bring in; depend on; add a dependency; to the dependencies; as a dependency; new package; new library
new crate; new dependency; pip install; npm install; npm i; npm add; pnpm add; pnpm install; yarn add; bun add
uv add; poetry add; cargo add; go get; gem install; bundle add; composer require; dotnet add
the package; the library; the crate
installiere; installieren; ins projekt aufnehmen; neues paket; neue abhängigkeit; installe; instala
ajoute la dépendance
""",
    "publish": """
push; force push; publish; release; open a pr; open a pull request; create a pr; make a pr; tag it; ship it; merge it
merge into; pushe; veröffentliche; pousse; publie; sube; publica
""",
    "signature": """
overload; second parameter; another parameter; new parameter; extra argument; new argument; return type; instead of a
rename the; change the signature; make it public; public method; export it; remove the method; nullable
""",
}
"""Kind of order -> phrases."""
RULE_WORDS = {
    "dependency": """
dependency dependencies package packages library libraries crate crates module modules gem paket abhängigkeit
""",
    "publish": "push tag publish release merge",
    "signature": "public signature signatures api exported breaking compatible compatibility overload",
}
"""Kind of order -> words of the rules that may forbid it."""


def _read_phrases() -> "dict[str, tuple[str, ...]]":
    return {
        kind: tuple(
            [f" {phrase.strip()} " for line in text.splitlines() for phrase in line.split(";") if phrase.strip()]
        )
        for kind, text in (*_PHRASES.items(), *_ORDERS.items())
    }


PHRASES = _read_phrases()
"""Kind of answer -> phrases that ask for it, each between blanks."""
_RUNNABLE = frozenset(("test", "tests", "suite", "specs", "linter", "types", "benchmarks"))


def find_asked_kinds(text: str) -> "frozenset[str]":
    """The kinds of answers that a text asks for; often none."""
    words = split_words(text)
    line = f" {' '.join(words)} "
    kinds = {kind for kind, phrases in PHRASES.items() if any(phrase in line for phrase in phrases)}
    if words and words[0] in ("run", "rerun", "execute") and any(_is_runnable(word) for word in words):
        kinds.add("run")
    return frozenset(kinds)


def _is_runnable(word: str) -> bool:
    return word in _RUNNABLE or word.startswith("test")
