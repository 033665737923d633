"""The phrases by which a prompt asks for a kind of answer, or orders something that rules are about.

In a text `;` and the end of a line stand between two phrases. `base.phrase_texts` searches the texts as they stand.
"""

ANSWERS = {
    "resume": """
where were we; where was i; where did we stop; where are we; what was i doing; what were we doing; what did i do last
cont w; cont with; cont the; ctd w; ctd with
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
seguimos com; sigo com; bora continuar
onde paramos; onde parei; onde estávamos; vamos continuar; continua com; continua de onde; continue de onde; retome
na czym skończyliśmy; gdzie skończyliśmy; na czym stanęliśmy; na czym stanęło; kontynuuj; kontynuujmy; wróćmy do
""",
    "next": """
whats left; whats next; whats open; whats missing; what else is on; what else is left; what comes next; what comes now
what do we have left; have we got left; anything left to do; left to be done
what is next; what s next; whats next; what is left; what s left; what is open; what s open; still open; still missing
what is undecided; what s undecided; still undecided; not decided yet; what is unresolved; still to decide
waiting for somebody; waiting for someone; are we blocked; what are we waiting for; who are we waiting for
open question; open questions
what remains; what is missing; next step; next steps; what should i do next; what do i do next; left to do; to be done
remaining chores; remaining entries; what is still; do next; open points; come after it; todo list; what do we do next
was kommt als nächstes; was ist zu tun; was steht an; was steht noch an; steht noch aus; liegt noch an; als nächstes
was ist noch; was fehlt noch; was bleibt
was kommt jetzt; was kommt danach; fehlt uns noch; was liegt noch
noch offen; nächste schritte
qu est ce qui vient; il reste quoi; que nous reste; reste à faire
qu est ce qui reste; que reste t il; prochaine étape; la suite
qué viene ahora; qué viene después; qué más queda; qué nos queda; queda pendiente; quedan pendientes; queda por hacer
qué falta; qué queda; qué toca; qué hay que hacer; qué sigue; siguiente paso; próximo paso
wat is de volgende stap; volgende stappen; wat moet er nog; wat staat er nog open; wat blijft er over
cosa viene adesso; cosa viene dopo; cosa ci resta; che altro manca; resta da fare
prossimo passo; prossimi passi; cosa resta da; cosa manca; che cosa manca; cosa rimane
o que vem agora; o que vem a seguir; o que vem depois; o que sobrou; que mais falta; e agora o que; falta fazer
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

ORDERS = {
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
