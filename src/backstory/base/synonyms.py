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
docs documentation dokumentation doku documentación ; migration migrate migrieren migrationen migración ; retry
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
""".replace("\n", " ")
ENDINGS = ("s", "es", "ed", "d", "ing")
FOREIGN_ENDINGS = ("e", "n", "en", "er", "em", "es", "t", "te", "s", "a", "o", "as", "os", "amos", "ons", "ez", "r")
MIN_FOREIGN = 5
"""Letters from which a word may have one of those."""
MAX_OTHERS = 12
"""Other words for one word."""


def find_synonyms(word: str, *, is_foreign: bool = False) -> "list[str]":
    """Other words for a word in lower case, whatever its English ending; often none.

    `is_foreign`: it may also have an ending of another language.
    """
    out: dict[str, None] = {}
    for form in _forms(word):
        out.update(dict.fromkeys(_find_group(form)))
    if is_foreign and not out and len(word) > MIN_FOREIGN:
        for ending in FOREIGN_ENDINGS:
            if word.endswith(ending):
                out.update(dict.fromkeys(_find_group(word[: -len(ending)])))
    return [other for other in out if other != word][:MAX_OTHERS]


def is_listed(word: str) -> bool:
    """Whether there are other words for a word as it is spelled."""
    return f" {word} " in _GROUPS


def _forms(word: str) -> "list[str]":
    """A word, and what it may be an inflection of."""
    out = [word]
    if word.endswith("ies"):
        out.append(word[:-3] + "y")
    endings = [ending for ending in ENDINGS if word.endswith(ending) and len(word) > len(ending) + 2]
    out += [word[: -len(ending)] for ending in endings]
    if word.endswith("ing"):
        out.append(word[:-3] + "e")
    return out


def _find_group(word: str) -> "list[str]":
    """The other words of all groups that hold a word."""
    out: dict[str, None] = {}
    place = _GROUPS.find(f" {word} ")
    while place >= 0:
        start, end = _GROUPS.rfind(";", 0, place + 1), _GROUPS.find(";", place)
        out.update(dict.fromkeys([other for other in _GROUPS[start + 1 : end].split() if other != word]))
        place = _GROUPS.find(f" {word} ", end)
    return list(out)
