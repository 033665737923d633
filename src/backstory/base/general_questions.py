"""Questions about the work as a whole, whatever their form: where it stands, what is left, which rules hold, how the
tests are run and what came out of them.

A question is general when it has a word of each group of its kind, in any order, and no word of a subject.
"""

from backstory.base.small_words import is_small
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_WORDS = 16
"""Words of a general question. A longer text tells something."""
MAX_TELLING = 4
"""Words of it that say what is asked for."""
_TESTS = """
test tests suite suites spec specs unittests ci build builds testlauf testläufe pruebas prueba compilation compilación
testsuite check checks pipeline testes testy testów
"""
_FORMS = {
    "rules": (
        """
rule rules guideline guidelines convention conventions constraint constraints restriction restrictions policy policies
regel regeln vorgabe vorgaben richtlinie richtlinien konvention konventionen spielregeln règle règles consigne consignes
contrainte contraintes regla reglas norma normas pautas convención convenciones restricción restricciones
condition conditions requirement requirements instruction instructions customs bedingung bedingungen auflagen
anweisung anweisungen instrucciones condición condiciones requisitos exigences condizione condizioni istruzioni
condição condições instruções voorwaarden huisregels warunki hausregeln
regels afspraken richtlijnen voorschriften conventies regola regole vincoli convenzioni regra regras diretrizes
convenções restrições zasady zasad reguły reguł wytyczne konwencje ograniczenia
""",
        """
respect observe heed mind denken pay attention careful avoid forbid forbade forbidden prohibited allowed taboo
beachten achten
verboten verbietet tabu vermeiden erlaubt dürfen interdit interdits respecter éviter prohibido evitar respetar
cuidado permitido
verboden toegestaan vietato proibito rispettare evitare proibido respeitar zabronione unikać przestrzegać
& what which anything was woran worauf welche que quoi quelles qué cuáles wat waar cosa che quali co czego
""",
        "laid lay lays & down & what which anything",
    ),
    "next": (
        """
left remaining remains remain bleibt missing outstanding pending todo todos undone unfinished offen offene offenen
offenes
fehlt fehlen übrig uebrig aussteht ausstehend ansteht anstehend reste restent manque manquent restant restante falta
faltan
queda quedan pendiente pendientes restantes
ontbreekt resteert resterend resterende openstaand openstaande manca mancano resta restano rimane rimangono sospeso
faltam faltando restam pendente pendentes zostało pozostało pozostaje brakuje zaległe
""",
        "steht stehen liegt liegen & aus an",
        "abierta abiertas abierto abiertos ouvert ouverts ouverte ouvertes & tareas puntos cosas qué points tâches",
        "plan & today now heute jetzt aujourd hoy ahora what",
        "open & what which anything is are points tasks items things issues questions steps",
        "nog & wat & doen gebeuren open",
        "cosa che & fare & ancora adesso ora oggi",
        "fazer & que & ainda agora hoje falta",
        "zrobić robić robimy & co & jeszcze teraz dziś dzisiaj",
        "tun machen erledigen faire hacer done & zu reste hay que left be still",
        "still noch encore todavía aún & do tun machen faire hacer & what was quoi que qué",
        """
next first now nächstes nächste nächsten nächster naechstes naechste naechster zuerst ensuite prochain prochaine
prochaines siguiente siguientes
próximo próximos primero ahora
premier première erste ersten erstem primera
volgende eerstvolgende eerst eerste prossimo prossima prossimi primo adesso próxima próximas primeiro
następny następne kolejny kolejne najpierw
& stap stappen doen passo passi fare passos fazer krok kroki zrobić robić
do step steps thing task start begin tackle work machen tun anfangen beginnen schritt schritte faire étape étapes
commencer commence commençons fange beginne hacer paso pasos empezar empieza empecemos tarea tareas
begin beginnen punt comincia cominciare começa começar
""",
        """
start begin tackle anfangen fange beginne commencer commence empezar empiezo
& what where womit wo quoi où dónde with mit
""",
        "now jetzt maintenant ahora & what was quoi qué & do machen fait faisons hacemos",
        "next nächstes naechstes ensuite siguiente & what was quoi qué & comes kommt vient viene",
        "dalej & co",
        "hierna verder & wat & komt doen gebeuren",
    ),
    "task": (
        """
state status progress situation overview standing summary recap stand überblick zusammenfassung fortschritt
zwischenstand lage état avancement résumé bilan estado resumen avance situación panorama
voortgang overzicht samenvatting situazione avanzamento riepilogo riassunto situação andamento resumo stan postęp
postępy podsumowanie
""",
        """
bring get catch fill brief update bringe mets ponme
& speed up in me date laufenden stand courant día
""",
        "going happening los passe pasa pasando & what was que qu qué on",
        "où dónde point & en & est sommes suis étions",
        "cómo comment & vamos va",
        "far weit loin & how wie & is are am sind ist bin on along",
        "gearbeitet passiert passé pasado happened & zuletzt bisher was dernièrement últimamente what lately last",
        "arrêté arrêtés aufgehört parado stopped interrupted & où wo dónde where which",
        "working worked gearbeitet & what on woran",
        "gebleven gestopt opgehouden gestrand & waar",
        "rimasti rimasto fermati arrivati & dove",
        "paramos parei ficamos estávamos & onde",
        "skończyliśmy skończyłem skończyłam stanęliśmy stanęło przerwaliśmy & czym gdzie",
        "punto & che & siamo eravamo",
        "ponto pé & que & estamos está",
        "ver & hoe & zijn ben is staat",
        "werken werkten werkte gewerkt & waar waaraan",
        "lavorando lavoravamo lavorato & cosa",
        "trabalhando trabalhamos trabalhávamos & que",
        "pracujemy pracowaliśmy pracowałem pracowałam & czym",
        """
gedaan fatto fizemos feito zrobiliśmy & wat cosa que co & laatst gisteren vorige ieri ultimo ultima scorsa ontem última
ostatnio wczoraj
""",
        "work worked doing done & what & last lately recently yesterday",
        "missed verpasst manqué perdido & what was qué quoi",
        "about geht s agit trata & branch project feature work projekt projet proyecto rama branche",
    ),
    "green": (
        f"""
{_TESTS} run runs lauf läufe ejecución exécution esecuzione execução
& result results end ended outcome went go pass passed passing succeed green ok okay last latest recent ergebnis
ausgegangen gelaufen ausgang letzte letzten letzter lief liefen grün gruen dernier dernière derniers dernières résultat
résultats passé passés passent passe última último últimos resultado resultados salió salieron fue pasaron pasan
pasando verde
status state stand état estado
uitslag resultaat resultaten geslaagd geslaagde slagen groen laatste risultato risultati andati andata passano passati
verdi ultima ultimi passaram passou passam últimos wynik wyniki przeszły przechodzą ostatni ostatnie zielone
""",
        f"""
{_TESTS} & how wie cómo comment hoe come como jak
& look doing going stehen steht sehen sieht van va vont staan gaan stanno vanno estão vão stoją idą
""",
    ),
    "failed": (
        f"""
red fail fails failed failing failure failures broken broke rot rote roten rotes kaputt fehlgeschlagen fehlschlägt
rouge rouges échoue échouent échoué cassé rojo roja rojos falla fallan falló fallaron fallando roto
rood rode faalt falen faalde gefaald mislukt mislukte stuk rosso rossi fallito falliti fallisce falliscono rotto
vermelho vermelhos falhou falharam falha falham falhando quebrado quebrou czerwony czerwone padł padły padają zepsute
& {_TESTS} anything something what which was welcher welche quel quels quelle quoi qué cuál cuáles algo etwas
wat welke iets cosa quale quali qualcosa qual quais który które coś
""",
        "schlägt schlagen & fehl",
        f"""
red failing broken rote roten rotes rouge rouges rojo roja rosso rossa vermelho rood rode czerwony
& one ones thing {_TESTS} eine einen der den le la el lo uno una
& do fix make solve repair tackle finish turn get now then reparier repariere jetzt fais répare corrige
maintenant arregla arreglá repara haz hacé ahora sistema ripara adesso conserta agora maak fix nu napraw teraz
mach bring pon deja get turn green pass passing grün vert verts verde verdes groen zielony
""",
    ),
    "run": (
        f"""
how wie comment cómo womit which what quelle quel qué command befehl commande comando
hoe waarmee welke opdracht come quale como qual jak jakim polecenie poleceniem
& draai draaien draaide start starten uitvoeren voer lancio lancia lanciano lanciare eseguo esegue eseguono eseguire
avvio avviare rodo roda rodam rodar executo executam executar uruchomić uruchamiam uruchamia uruchamiać odpalić odpalam
puścić run start started execute launch invoke machine computer box rechner maschine laufen lasse ausführen führe
starten
starte lance lancer lancent exécute exécuter ejecutar ejecuto ejecutan correr corro corren lanzar lanzo lanzan pasar
paso probar
& {_TESTS} lint linter alles tutto tudo wszystko typecheck types benchmarks everything all
""",
        "how wie comment cómo womit & teste testen test tester pruebo probar",
        f"""
command commands cmd cmds invocation befehl kommando commande commandes comando comandos commando opdracht polecenie
& {_TESTS} lint linter build formatter typecheck
mvn maven gradle npm yarn pnpm bun deno cargo pytest tox nox cmake ctest rake rspec phpunit composer
dotnet jest vitest mocha mix sbt swift zig
""",
        "testbefehl testkommando testcommando testopdracht testcmd",
        f"""
run start execute launch rerun starte lass führe führ lance lancez exécute corre corré corran corran ejecuta ejecutá
lanza lanzá lancia avvia esegui roda rode executa draai uruchom odpal & {_TESTS}
""",
    ),
    "tried": (
        """
tried attempted rejected abandoned discarded versucht probiert ausprobiert verworfen aufgegeben sackgasse sackgassen
essayé tenté abandonné écarté impasse impasses probado intentado descartado
geprobeerd uitgeprobeerd verworpen opgegeven provato tentato scartato abbandonato tentamos tentado tentou descartamos
abandonado próbowaliśmy próbowano spróbowano odrzucono odrzucone odrzuciliśmy porzucone porzucono
""",
        "work worked funktioniert marché funcionó funcionado & not t didn nicht pas no",
        "werkte gewerkt funzionato funzionava funcionou certo zadziałało działało & niet non não nie & wat cosa que co",
    ),
}
"""Kind -> the forms that ask for it: groups of words, one of each of which a question has."""
_FILLING = """
aus
give gave show tell list lists name remind know see say said let need needed want should must have has had got get make
sure look anything something everything nothing thing things point points item items else current currently exactly
latest newest exact exactement exacto esatto exato genaue recent recently today tonight morning tomorrow yesterday week
now so far still yet first before
next again quick quickly short shortly brief briefly please thanks ok okay hi hello hey good morning well overall whole
work works working project projects branch branches feature task tasks ticket story job session sessions merge merged
review pr repo
repository codebase code team lead owner user users maintainer maintainers boss person people agent step steps part
parts apply applies hold holds follow obey keep observe stand stands ready done finish finished complete completed
start started end open one two way ways approach approaches attempt attempts question questions set given put kind sort
just single only alone particular certain
limits off full house fork maison huis haus casa hause
use used able possible think sum continue go going happening happened
come comes came already along order idea may might shall us rest remember memory past ground grounds case each reason
reasons why because sequence laid down last time times lately here there

weshalb warum jeweils reihenfolge wege weg kannst kann könntest du mal kurz bitte sagen sag zeig zeige gib nenn nenne
mir einen alles etwas gerade aktuell aktuelle
aktuellen derzeit momentan heute noch nun eigentlich projekt projekts branch zweig aufgabe aufgaben arbeit
arbeiten punkt punkte schritt schritte gelten gilt halten einhalten befolgen gibt geben wissen weiß tun zu machen mache
gemacht arbeit steht stehen sieht sitzung person nutzer genau denn so weiter lage auf dem den es er hat haben hast habe
davon dabei dafür woran worum welchem zuletzt bisher bislang schon heißt gekommen kommen gerade fertig müssen muss
musste soll sollte sind waren
dinge quel

données donné donnée demandé ordre raison raisons pourquoi dis moi fais petit petite déjà jusqu donne donner montre
rappelle rappeler encore actuellement maintenant aujourd hui
projet branche tâche tâches
travail session points point étape étapes choses chose liste lignes s il te plaît plait vous suivre dois doit devons
faut appliquer appliquent appliquées valent vaut ici tout tous toutes a n y en l d m t qu c est ce sont été fait faire
on
reste à faire un pas peux pourrais pouvez quel quelle quels quelles

dado dadas orden razón motivo motivos dime dame dinos hazme haz ya están está estamos muéstrame recuérdame todavía
aún ahora hoy actualmente momento
proyecto rama tarea tareas trabajo sesión
puntos punto paso pasos pequeño cosas cosa favor seguir debo debemos tengo tenemos hacer hecho todo todos todas aquí
este esta
vertel vertellen kun kunt paar lijst
geef toon laat zien zeg noem som eens even graag alsjeblieft alstublieft gebeuren doen gedaan nu vandaag morgen gisteren
project taak taken werk stap stappen punten dingen gelden geldt volgen houden moeten hebben waren staat staan hele
sessie
keer tot toe ervoor nog steeds hoort bij branch per dan os nas precies hierna laatste laatst vorige
dammi dimmi mostra mostrami elenca elencami ricordami fare fatto oggi ieri domani progetto lavoro ramo compito compiti
passo passi punto punti cose valgono vale seguire seguito rispettare devo dobbiamo eravamo sessione scorsa scorso ultimo
ultima volta favore finora adesso ora ancora gli le una è fosse esattamente
diga mostre mostra liste lista lembre fazer feito hoje ontem amanhã projeto trabalho tarefa tarefas passo passos ponto
pontos coisas coisa valem vale aplicam seguir devemos sessão última último vez favor momento até o e é à estamos certo
gente exatamente deu dos das
com cos dov qual powiedz pokaż wymień przypomnij podaj zrobić robić zrobione zrobienia czego dziś dzisiaj wczoraj jutro
projekt projekcie projektu praca
pracy zadanie zadania krok kroki punkt punkty rzeczy obowiązują obowiązuje przestrzegać trzeba muszę musimy sesja sesji
ostatnia ostatniej ostatnio proszę dotąd gałąź gałęzi w z u dokładnie jeszcze działa
esto estamos va cumplir aplican aplica rigen valen puedo puedes podrías me nos te de la el
"""
_FILLERS = f" {_FILLING} ".replace("\n", " ")
_TELLING = " ".join([form for forms in _FORMS.values() for form in forms]).replace("\n", " ") + " "
_NONE: "frozenset[str]" = frozenset()


def find_general_kinds(words: "Sequence[str]", others: int = 0) -> "frozenset[str]":
    """The kinds of answers that a text in these words asks for about the work as a whole; often none.

    The words are looked up in the texts above as they stand, which costs the hook process less than sets of them.
    `others`: how many words it may have that could be a subject, such as a name.
    """
    if len(words) > MAX_WORDS:
        return _NONE
    telling = [word for word in words if not is_filler(word)]
    asking = [word for word in telling if f" {word} " in _TELLING]
    if len(asking) > MAX_TELLING or len(telling) - len(asking) > others:
        return _NONE
    return _find_kinds(words, asking)


def is_filler(word: str) -> bool:
    """Whether a word of a question about the work as a whole says nothing of what is asked for."""
    return _is_small(word) or f" {word} " in _FILLERS


def _is_small(word: str) -> bool:
    return word in STOP or is_small(word)


def _find_kinds(words: "Sequence[str]", telling: "Sequence[str]") -> "frozenset[str]":
    """The kinds that have a form which the words fill. The telling words must belong to these forms."""
    kinds: dict[str, None] = {}
    covered: set[str] = set()
    for kind, forms in _FORMS.items():
        for form in forms:
            groups = [frozenset(group.split()) for group in form.split("&")]
            if not any(group.isdisjoint(words) for group in groups):
                kinds[kind] = None
    for kind in kinds:
        covered.update(" ".join(_FORMS[kind]).split())
    if not covered.issuperset(telling):
        return _NONE
    if "green" in kinds:
        kinds.pop("run", None)  # the run is the one that ended
    return frozenset(kinds)
