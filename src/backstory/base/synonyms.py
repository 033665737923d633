"""Words that developers use for the same thing, in English, German, French and Spanish, by group.

A group holds few words, and none that has another common meaning in software: a wrong record costs more than a missed
one. The text is searched as it stands, because a table in memory would cost the hook process more than the few look-ups
of a prompt.
"""

_GROUPS = """
; library dependency package paket bibliothek abhängigkeit abhängigkeiten dépendance dépendances bibliothèque paquet
dependencia dependencias biblioteca librería paquete ; config configuration settings konfiguration einstellung
einstellungen réglage réglages configuración ajustes ; database db postgres postgresql datenbank bdd base-de-données
; authentication authorization login credentials anmeldung zugangsdaten identifiants autenticación credenciales ;
delete remove drop löschen löscht entfernen entfernt entferne supprimer supprime enlever borrar eliminar quitar ;
slow slowly latency performance langsam langsamer lent lente lenteur lento ; latency latenz ; crash panic segfault
absturz abstürzen plante planter plantage ; flaky unstable intermittent ; changelog history changes
änderungsprotokoll ; timezone utc zeitzone ; ci pipeline ; memory ram heap speicher mémoire memoria ; router routing
; string str zeichenkette chaîne cadena ; mutex lock sperre ; directory folder ordner verzeichnis dossier répertoire
carpeta directorio ; argument parameter parametro parámetro paramètre ; float float64 double decimal ; integer int
int64 ganzzahl entier ; push publish ; rename umbenennen umbenannt renommer renombrar ; reword wording formulierung ;
docs documentation dokumentation doku documentación ; docs doc guide manual
anleitung handbuch ; migration migrate migrieren migrationen migración ; retry
retries resend redeliver wiederholen wiederholung réessayer reintentar reintentos ; websocket socket ; localization
i18n translation übersetzung übersetzungen traduction traducción ; cache caching memoize zwischenspeicher ; test
tests prueba pruebas ; error errors fehler erreur erreurs ; error failure exception ausnahme excepción ; outage
downtime unavailable störung ausfall panne caída ; default defaults standardmäßig voreinstellung voreingestellt
défaut predeterminado ; header headers kopfzeile kopfzeilen entête entêtes cabecera cabeceras encabezado ; page pages
seite seiten página páginas ; link links lien liens enlace enlaces ; bookmark bookmarks lesezeichen signet marcador
marcadores ; file files datei dateien fichier fichiers archivo archivos ; line lines zeile zeilen ligne lignes línea
líneas ; branch branches zweig rama ramas branche ; table tables tabelle tabellen tableau tabla tablas ; column
columns spalte spalten colonne colonnes columna columnas ; row rows reihe ; key keys schlüssel clé clés clave claves
; value values wert werte valeur valeurs valor valores ; user users benutzer nutzer anwender utilisateur utilisateurs
usuario usuarios ; password passwort kennwort contraseña ; request requests anfrage anfragen requête requêtes
petición peticiones solicitud ; response responses antwort antworten réponse réponses respuesta respuestas ; name
names namen nom noms nombre nombres ; size größe grösse taille tamaño ; limit grenze limite límite obergrenze cap
ceiling maximum ; time zeit temps tiempo ; duration dauer durée duración ; count anzahl zähler ; number nummer numéro
número zahl ; image images bild bilder imagen imágenes ; button schaltfläche knopf bouton botón ; window fenster
fenêtre ventana ; version versionen versión ; release veröffentlichung veröffentlichen publier publicar ; publish
veröffentlichen ; server servers serveur serveurs servidor servidores ; network netzwerk netz réseau red ; timeout
zeitüberschreitung délai ; wait warten wartet attendre esperar ; queue warteschlange cola ; thread threads hilo hilos
; process prozess prozesse processus proceso procesos ; security sicherheit sécurité seguridad appsec ; privacy
private datenschutz confidentialité privacidad ; permission permissions berechtigung berechtigungen droits permiso
permisos ; rule rules regel regeln règle règles regla reglas ; order reihenfolge ordre orden ; sort sorting sortieren
sortierung trier ordenar ; search suche suchen recherche chercher búsqueda buscar ; filter filtern filtre filtrer
filtro filtrar ; load loading laden lädt geladen charger cargar ; save store stored speichern gespeichert enregistrer
sauvegarder guardar ; write schreiben schreibt écrire escribir ; read lesen liest lire leer ; send senden schicken
schickt envoyer envoie enviar ; check prüfen prüft prüfung überprüfen vérifier vérifie verificar comprobar ; change
ändern ändert geändert änderung changer changement cambiar cambio ; add hinzufügen ajouter ajoute añadir agregar ;
install installieren installer instalar ; update aktualisieren aktualisierung actualizar ; build bauen gebaut
construire compilar ; run ausführen läuft lancer exécuter ejecutar ; start starten gestartet démarrer iniciar ; stop
stoppen anhalten arrêter detener ; open öffnen ouvrir abrir ; close schließen fermer cerrar ; measure measured
gemessen messen messung mesurer mesure medir ; feature funktion fonctionnalité función ; function funktion fonction
función ; method methode méthode método ; class klasse classe clase ; field fields feld felder champ champs campo
campos ; list liste lista ; tree baum arbre árbol ; node knoten noeud nodo ; interface schnittstelle ; variable
variablen ; code quelltext ; bug bugs panne fehler ; customer customers kunde kunden client clients cliente clientes
; broken kaputt cassé roto ; dead tot tote toten mort ; empty leer vide vacío ; missing fehlt fehlend fehlende
manquant falta ; wrong falsch faux incorrecto ; old alt alte veraltet ancien vieux antiguo ; new neu neue neuer neues
nouveau nouvelle nuevo nueva ; open offen offene ouvert abierto ; decided entschieden entscheidung décidé décision
decidido decisión ; decision entscheidung décision decisión ; deprecated veraltet obsolète obsoleto ; unreachable
unerreichbar ; unsafe insecure unsicher ; backup sicherung sauvegarde respaldo ; parse parser parsing ; compile
compiler übersetzen ; upload uploads hochladen téléverser subir ; download downloads herunterladen télécharger
descargar ; async asynchronous asynchron ; concurrency concurrent parallel nebenläufig ; duplicate duplicates doppelt
dupliziert doublon duplicado ; environment umgebung environnement entorno ; script skript ; template vorlage modèle
plantilla ; comment comments kommentar kommentare commentaire comentario ; message messages nachricht nachrichten
meldung mensaje mensajes ; warning warnings warnung warnungen avertissement advertencia ; hostname host hosts ;
boundary edge ; encode encoding kodierung encodage codificación ; whitespace blank blanks leerzeichen ; abort cancel
cancelled abbrechen abgebrochen annuler cancelar ; signature signatures signatur overload ; immutable frozen readonly
; ascending asc ; descending desc ; lint linter ; format formatter formatierung ; benchmark benchmarks ; stack trace
traceback stacktrace ; env environment ; repo repository ; auth authentication ; auth authorization ; admin
administrator ; param parameter ; arg argument ; doc documentation ; deps dependencies dependency ; util utility ;
conn connection ; perf performance ; impl implementation ; spec specification ; attr attribute attributes ; kill
terminate abort ; suggest suggestion propose proposal offer recommend ; dash hyphen minus ; typo mistyped misspelled
misspelt ; flag option switch ; windows microsoft win32 ; macos darwin apple ; execution run ; verify validate ensure
; worry worried concern concerned afraid ; display show print ; hide suppress silence ; unused obsolete ; launch
start boot begin ; block blocking wait ; poll polling loop ; length size ; huge large big ; threshold limit bound
maximum cap ; amount count number ; color colour ; erase purge clear wipe ; copy clone ; split separate divide ; join
combine concat concatenate merge ; sequence order ordering ; inner nested ; outer enclosing parent ; blank empty ;
null nil none ; incorrect wrong invalid ; secret credential token password ; leak expose disclose reveal ; exported
public api ; internal private ; redirect forward hop ; proxy gateway ; job task ; scheduled periodic cron interval ;
shell bash terminal console ; completion autocomplete expansion ; picture image icon ; website site page ; compatible
compatibility breaking ; licence license copyright ; spike prototype experiment ; revert undo rollback ; approve
approval agreed signed ; owner maintainer maintains ; ticket issue ; speed fast faster performance ; allocate
allocation memory ; distance similar similarity far ; letter letters characters chars ; word words text ; subclass
inherit inheritance subclassing ; override overwrite ; alias synonym ; attribute property field ; constructor init ;
pickle serialize serialise dump marshal ; json serialization ; timestamp datetime date ; clock time ; path file
filename ; symlink shortcut ; permission access rights allowed ; forbidden refused denied rejected ; throw raise ;
catch handle ; log logging logfile ; trace tracing ; metric metrics statistics stats ; average mean median ;
deviation stddev variance ; measure benchmark timing ; sample samples ; random shuffle ; mail email smtp ; upload
attachment ; quota limit allowance ; tenant customer account ; plural singular ; screen display ; keyboard shortcut
hotkey ; click press ; mouse pointer ; dialog modal popup ; menu dropdown ; layout css style ; theme dark ;
responsive mobile phone ; accessibility a11y screenreader ; container docker image ; deploy deployment rollout ship ;
staging production ; env variable ; rate throttle throttling limit ; retry backoff ; idempotent duplicate twice ;
atomic transaction ; race concurrent simultaneous parallel ; thread threads worker ; deadlock hang hanging stuck
freeze ; leak retained retains ; gc garbage ; index lookup ; query sql select ; join relation ; schema model ; column
field ; rounding round precision ; overflow truncate truncated cut ; trim strip ; escape quote quoting ; unicode utf
; locale language ; newline linebreak ; whitespace indentation tabs ; comma separator delimiter ; regex pattern
regexp ; glob wildcard ; parser grammar tokenizer lexer ; ast syntax ; interrupt sigint signal ctrl ; child
subprocess children ; dependency dependencies crate crates package packages gem gems module modules
library libraries ; version upgrade bump ; java jdk jre ; javascript js node ; typescript ts ; python py ; golang go
; rust cargo ;  hint warning notice ; marker badge label ;
offline unreachable ; broken dead ; expired outdated stale ; visible shown ; invisible hidden ;
admin administrator sysadmin operator ops ; boss manager lead supervisor ; colleague coworker teammate ; customer
client buyer shopper ; visitor visitors guest guests ; visitors traffic analytics ; anonymous anonymously guest
unauthenticated ; contributor author committer ; tester qa ; company firm business organization organisation vendor ;
supplier vendor provider ; subscriber member ; deadline due ; schedule roadmap milestone ; complain complained
complaint annoyed unhappy ; wish want wanted request ; consent permission approval ; refuse reject decline deny ;
object objection veto ; demand insist require ; forbid forbidden ban banned prohibited ; allow allowed permit
permitted ; throw discard dump trash ; discard drop delete throwaway ; finish finished complete completed ; begin
start commence ; continue resume proceed ; repeat retry rerun ; repetition retry repeat attempt ; replay repeat
resend ; pause wait delay sleep ; postpone defer deferred later ; abandon abandoned drop dropped ; restore rollback
revert undo ; repair fix correct patch ; damage damaged corrupt broken ; improve enhance optimize optimise ; modify
alter edit adjust change ; replace swap substitute exchange ; rewrite refactor rework ; relocate move migrate
transfer ; choose pick select ; chosen picked selected ; decide settle choose ; combine merge unify join ; gather
collect aggregate accumulate ; tally count ; calculate compute derive ; compute calculate ; estimate guess
approximate ; inspect examine review ; examine inspect analyse analyze ; locate find search ; conceal mask hide ;
forget lose lost ; vanish vanished disappear disappeared gone missing lost ; retain keep preserve ; persist save
store survive ; survive persist persisted kept ; reboot restart reload ; reload refresh ; launch open start ; quit
exit close leave ; submit send post ; deliver send delivery ; obtain receive get ; retrieve fetch download ; fetch
download pull ; publish release ship deploy ; published deployed released shipped ; hosting host hosted deploy ;
freeze freezes hang hangs stuck ; sluggish slow lag ; rapid quick fast ; dies died crash crashes ; alert notify
notification warn ; reply answer respond ; describe explain ; label title caption ; arrange order sort ; shuffle
random randomize ; reverse invert backwards ; rotate spin turn ; grow increase expand extend ; shrink reduce decrease
; restrict limit cap throttle ; attempt attempts try tries ; omit skip exclude ignore ; exclude skip ignore leaveout
; contain include hold ; surround wrap enclose ; scramble hash encrypt ; encrypt encryption cipher ; compress zip
pack ; unpack extract unzip ; archive zip tarball ; preference preferences settings options ; outline outlines border
borders ; picture pictures image photo icon ; photo image picture ; figure character avatar ; heart like favourite ;
favourite favorite star bookmark ; hue tint shade colour color ; tint shade color ; typeface font ; heading headline
title ; navigation nav navbar menu ; navbar menu nav ; sidebar drawer panel ; popup modal dialog overlay ; tooltip
hint ; checkbox tick untick uncheck ; untick uncheck deselect unselect ; scroll scrollbar scrolling swipe ; swipe
gesture scroll ; drag pull ; corner edge ; tap press click ; homepage landing home ; responsive mobile phone ; gap
spacing margin padding ; centre center centered middle ; animation transition motion ; flicker blink flash ; symbol
glyph icon ; chart plot graph ; diagram graph chart ; card tile ; catalogue catalog gallery ; paging pagination pages
; login signin authentication ; signin login authenticate ; signup register registration ; register registration
signup ; logout signout ; account profile ; cookie session ; superuser root admin ; newsletter mailing subscription ;
analytics tracking statistics metrics telemetry ; payment billing checkout ; price pricing cost fee ; premium pro
paid ; backend server api ; frontend ui client ; framework library ; storage store ; storage database ; record entry
row ; structure schema ; upgrade migration update ; nightly daily midnight cron ; periodic recurring cron scheduled ;
worker background job ; daemon service ; machine machines computer host box ; box boxes machine machines ; laptop
computer machine ; device hardware machine ; domain dns hostname ; certificate tls ssl ; firewall port ; outage
downtime incident ; incident outage ; oncall pager alarm alert ; monitoring metrics alerts ; journal log ; snapshot
backup ; recover recovery restore ; processor cpu cores ; simultaneous simultaneously parallel concurrent concurrency
; serial sequential ; expiry expire expires ttl lifetime ; stale outdated expired ; routine function procedure ;
constant variable ; switch flag option ; contract interface protocol ; derived inherit subclass ; package module
library ; wheel package distribution ; requirement requirements spec ; lockfile pinned pin ; toolchain compiler ;
compile compiled build bundle ; bundle bundled build ; artifact artifacts output dist ; binary executable program ;
program application app ; console terminal shell ; cli commandline ; notebook jupyter ipython ; editor ide vscode ;
plugin extension addon ; prettier formatter ; linter eslint lint ; mock stub fake ; fake faked mock ; sporadic flaky
intermittent ; failing red broken ; passing passes green ; demo example sample ; snippet example ; prototype mockup
demo poc ; manual guide readme documentation ; history changelog ; integrate merge land ; squash fold fixup ; wip
unfinished ; feedback review ; codebase repository project ; upstream remote origin ; tracked versioned ; credential
credentials secret key ; dotenv env environment ; virtualenv venv ; virtual venv virtualenv ; pyproject manifest ;
location path place ; base root top ; suffix extension ending ; prefix beginning ; charset encoding ; apostrophe
quote quotes ; backslash escape ; ansi escape color ; grammar syntax ; iterate loop iteration ; nesting nested depth
; hierarchy tree levels ; fallback default ; optional nullable ; fraction decimal ; currency money amount ; calendar
date ; interval period ; least minimum smallest ; lowest minimum smallest ; highest maximum largest ; largest maximum
biggest ; average mean ; total sum ; percent percentage ; ratio proportion share ; unique distinct ; twice double
duplicate ; identical same equal ; differ different distinct ; similar alike close ; earliest oldest first ; latest
newest last ; former previous prior earlier ; previous former earlier last ; following next ; legacy old former ;
recent latest new ; temporary tmp interim ; endless infinite forever ; frequent often frequently ; seldom rare rarely
; entire whole complete ; portion part piece section ; tiny small little ; lengthy long ; brief short ; broad wide
width ; costly expensive ; cheap cheaper inexpensive ; secure safe ; risky unsafe dangerous ; danger risk hazard ;
culprit cause ; cause reason ; consequence effect impact ; purpose goal aim ; target goal objective ; trouble problem
issue ; difficulty complexity ; complicated complex difficult ; workaround hack trick ; remedy fix solution ;
approach strategy method ; alternative option variant ; drawback downside disadvantage tradeoff ; benefit advantage ;
impasse deadend ; proposal suggestion pitch ; guideline rule convention policy ; criteria condition ; phase stage
step ; category kind type ; collection set group ; element item ; payload body ; overview summary digest ; regulation
legal compliance ; legal terms ; wording text phrase ; sentence phrase ; translate translation localization ;
spelling typo ; chat conversation message ; talk conversation discuss ; mailbox inbox mail ; mail email ; postal
address ; guess assumption assume ; assumption assume believed ; mistake error wrong ; mistaken wrong ; blame fault ;
proof evidence ; evidence proof ; confirm verify confirmation ; dispute disagree ; measurement benchmark ; bottleneck
slow hotspot ; speedup faster ; memory ram ; space room ; swap exchange ; reject refused ; merge merged ; freeze
frozen ; hash digest checksum ; checksum digest hash ; fingerprint hash ; credits points balance ; reward bonus
points ; shop store marketplace ; cart basket ; purchase buy order ; buy purchase ; sell sale ; ranking leaderboard
rank ; vote voting votes poll ; quiz game ; player user ; score points ; winner win ; avatar profile ; upload attach
; attachment file ; print printed output ; printer print ; paper sheet ; article post ; blog article post ; posts
articles ; author writer ; citation cite citations reference ; reference cite ; peer review ; publisher publish ;
journal publication ; summary summaries abstract ; vendor provider supplier ; local offline machine ; hosted cloud ;
model llm ; llm model ai ; prompt instruction ; chapter section ; series title ; title name ; volume book ; reader
viewer ; viewer reader ; cover thumbnail image ; thumbnail preview image ; preview thumbnail ; folder directory ;
subfolder subdirectory ; rename renamed ; import imported ; export exported ; restore import ; appointment event
meeting ; meeting event ; calendar schedule ; reminder notification ; holiday vacation ; weekday day ; midnight night
; morning day ; visible shown displayed ; invisible hidden ; overlap overlapping cover ; crop cropped clip clipped
cut ; clip clipped cropped ; zoom scale ; scale resize zoom ; resize size scale ; stretch resize ; full maximize ;
minimize shrink ;
setup configure installation ; throwaway discard delete remove ; leaveout skip exclude omit ; turnoff disable ;
switchoff disable ; turnon enable ; switchon enable ; shutdown stop terminate exit ; lookup search find query ;
rollback revert undo ; takeback revert undo ; takeout remove ; cleanup remove tidy ; putoff defer postpone ; giveup
abandon drop ; handover handoff ; splitup split ; breakup split ; slowdown slow ; carryon continue ; goon continue ;
pickup resume ; checkin commit ; getin login ; letin admit allow ; lockout locked blocked ; fillin form enter ; gooff
crash fail ; falldown crash fail ; runout exhausted limit ; countdown timer ;
""".replace("\n", " ")
ENDINGS = ("s", "es", "ed", "d", "ing")
FOREIGN_ENDINGS = ("e", "n", "en", "er", "em", "es", "t", "te", "s", "a", "o", "as", "os", "amos", "ons", "ez", "r")
MIN_FOREIGN = 5
"""Letters from which a word may have one of those."""
MAX_OTHERS = 12
"""Other words for one word."""
PARTICLES = frozenset(("in", "on", "up", "out", "off", "down", "away", "over", "back"))
"""What makes another word of a verb before it. The groups have both as one word: `signin`, `throwaway`."""


def find_synonyms(word: str, *, is_foreign: bool = False) -> "list[str]":
    """Other words for a word in lower case, whatever its English ending; often none.

    `is_foreign`: it may also have an ending of another language.
    """
    out: dict[str, None] = {}
    for form in list_forms(word):
        out.update(dict.fromkeys(find_others(_GROUPS, form)))
    if is_foreign and not out and len(word) > MIN_FOREIGN:
        for ending in FOREIGN_ENDINGS:
            if word.endswith(ending):
                out.update(dict.fromkeys(find_others(_GROUPS, word[: -len(ending)])))
    return [other for other in out if other != word][:MAX_OTHERS]


def find_phrasal(verb: str, particle: str) -> "list[str]":
    """Other words for a verb with one of the particles behind it, both in lower case; often none."""
    out: dict[str, None] = {}
    for form in list_forms(verb):
        out.update(dict.fromkeys(find_others(_GROUPS, form + particle)))
    return list(out)[:MAX_OTHERS]


def is_listed(word: str) -> bool:
    """Whether there are other words for a word as it is spelled."""
    return f" {word} " in _GROUPS


def list_forms(word: str) -> "list[str]":
    """A word, and what it may be an inflection of."""
    out = [word]
    if word.endswith("ies"):
        out.append(word[:-3] + "y")
    endings = [ending for ending in ENDINGS if word.endswith(ending) and len(word) > len(ending) + 2]
    out += [word[: -len(ending)] for ending in endings]
    if word.endswith("ing"):
        out.append(word[:-3] + "e")
    return out


def find_others(groups: str, word: str) -> "list[str]":
    """The other words of all groups that hold a word, in a text of groups parted by `;`."""
    out: dict[str, None] = {}
    place = groups.find(f" {word} ")
    while place >= 0:
        start, end = groups.rfind(";", 0, place + 1), groups.find(";", place)
        out.update(dict.fromkeys([other for other in groups[start + 1 : end].split() if other != word]))
        place = groups.find(f" {word} ", end)
    return list(out)
