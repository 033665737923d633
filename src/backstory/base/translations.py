"""Words of German, French and Spanish prompts and what they are called in English, beyond those of `base.synonyms`.

Groups are separated by `;`. A prompt in English does not read them.
"""

from backstory.base.synonyms import find_others, find_synonyms

MIN_HEAD = 5
MIN_TAIL = 4
"""Letters of the parts of a compound."""
_GROUPS = """
; gateway passerelle enlace ; zone zonen zona zonas ; group groups gruppe gruppen groupe groupes grupo grupos ; retry
attempt attempts versuch versuche tentative tentatives essai essais intento intentos ; pause wait pausa warten ; loop
schleife schleifen boucle boucles bucle bucles ; checksum digest hash prüfsumme ; broken corrupt kaputt beschädigt abîmé
abîmée corrompu dañado corrupto ; partial teilweise partiel partielle parcial ; mirror spiegel miroir espejo ; option
flag schalter opción opciones ; refuse reject rejected ablehnen abgelehnt refuser refusé rechazar rechazado ; accept
annehmen akzeptieren accepter accepté aceptar aceptado ; compare vergleichen verglichen comparer comparar ; count zählen
zählt gezählt compter compte contar cuenta ; width wide breite breit largeur large ancho anchura ; height high höhe hoch
hauteur alto altura ; color colour farbe farben couleur couleurs ; character characters zeichen caractère caractères
carácter caracteres ; cell cells zelle zellen cellule cellules celda celdas ; truncate cut kürzen gekürzt abschneiden
tronquer couper cortar truncar ; wrap umbrechen umbruch ; example beispiel beispiele exemple exemples ejemplo ejemplos ;
tag tags étiquette etiqueta etiquetas ; event events ereignis ereignisse événement événements evento eventos ; date
datum
fecha ; language sprache langue idioma ; text texte texto ; word words wort wörter mot mots palabra palabras ; space
leerzeichen platz espace espacio ; disk festplatte disque disco ; device gerät appareil dispositivo ; phone handy
telefon téléphone teléfono ; screen bildschirm écran pantalla ; reader leser lecteur lector ; dependency dependencies
abhängigkeit abhängigkeiten dépendance dépendances dependencia dependencias ; license lizenz licence licencia ; author
autor auteur ; owner besitzer eigentümer propriétaire dueño ; review durchsicht relecture revisión ; merge
zusammenführen fusionner fusionar ; conflict konflikt konflikte conflit conflits conflicto conflictos ; signal señal
señales ; interrupt interrupted unterbrechen unterbrochen unterbrechung interrompre interrompu interruption interrumpir
interrupción ; kill beenden beendet tuer matar ; keep behalten bleibt garder conserver mantener conservar ; ignore
ignorieren ignoriert ignorer ignorar ; skip überspringen auslassen sauter saltar omitir ; show print anzeigen angezeigt
zeigt afficher affiche montrer mostrar muestra ; hide verstecken ausblenden cacher ocultar ; move verschieben verschoben
déplacer mover ; replace ersetzen ersetzt remplacer reemplazar sustituir ; split trennen getrennt diviser séparer
separar dividir ; join verbinden verknüpfen joindre unir ; choose select wählen auswählen auswahl choisir sélection
elegir escoger selección ; copy clone kopieren kopiert klonen copier cloner copiar clonar ; share shared teilen
gemeinsam partager partagé compartir compartida ; call aufruf aufrufe aufrufen appel appels appeler llamada llamadas
llamar ; return zurückgeben rückgabe renvoyer renvoie retourner devolver devuelve ; body rumpf corps cuerpo ; expire
expired ablaufen abgelaufen verfallen expirer expiré caducar expirar ; unique eindeutig único única ; compatible
kompatibel kompatibilität compatibilité compatibilidad ; public öffentlich público pública publique ; internal intern
interne interno interna ; hand manual manuell manuellement mano ; generate generated erzeugen erzeugt generieren
generiert générer généré generar generado ; convert umwandeln konvertieren convertir ; position stelle emplacement
posición ; holiday vacation urlaub ferien vacances congés vacaciones ; colleague kollege kollegin kollegen collègue
collègues compañero compañera ; meeting besprechung réunion reunión ; deadline frist termin échéance plazo ; payment
zahlung zahlungen paiement paiements pago pagos ; account konto konten compte comptes cuenta cuentas ; invoice rechnung
rechnungen facture factures factura facturas ; freeze hang einfrieren hängt hängen geler bloque congelar cuelga ; path
pfad pfade chemin chemins ruta rutas ; root wurzel racine raíz ; leaf leaves blatt blätter feuille feuilles hoja hojas ;
depth tiefe profondeur profundidad ; parent eltern padre ; child children kinder enfant enfants hijo hijos ; download
herunterladen heruntergeladen télécharger téléchargement descargar descarga ; size größe taille tamaño ; command befehl
befehle commande commandes comando comandos orden ; setting settings einstellung einstellungen réglage réglages
paramètre configuración ajuste ajustes ; number nummer numéro anzahl nombre número ; close schließen fermer cerrar ;
open öffnen ouvrir abrir ; quiet silent still leise silencieux silencio ; allow allowed erlauben erlaubt autoriser
autorisé permettre permitir permitido ; annotation anmerkung anotación ; library bibliothek bibliothèque biblioteca
librería ; need required nötig notwendig benötigt nécessaire necesario ; print drucken imprimer imprimir ; spelling
schreibweise orthographe ortografía ; upper uppercase großbuchstaben majuscule majuscules mayúscula mayúsculas ; lower
lowercase kleinbuchstaben minuscule minuscules minúscula minúsculas ; nested verschachtelt imbriqué anidado ; array
feld tableau arreglo ; comment kommentare commentaires comentarios ; sign unterschreiben signer firmar ; encrypted
verschlüsselt chiffré cifrado ; keyboard tastatur clavier teclado ; mouse maus souris ratón ; window fenster fenêtre
ventana ; border rand bord borde ; line zeile zeilen ligne lignes línea líneas ; attach anhängen joindre adjuntar ;
preview vorschau aperçu previsualización ; background hintergrund arrière fondo ; foreground vordergrund ; unknown
unbekannt inconnu desconocido ; known bekannt connu conocido ; remember merken gemerkt retenir recordar ; forget
vergessen oublier olvidar ; measure messen misst mesurer medir ; round runden gerundet arrondir arrondi redondear ;
drag ziehen ziehe gezogen glisser tirer arrastrar arrastro arrastra ; drop fallen ablegen déposer soltar ; release
loslassen relâcher soltar ; corner ecke ecken coin esquina esquinas ; edge kante rand bord borde ; spring jump
springen springt zurückspringen sauter saltar salta ; workspace arbeitsbereich arbeitsplatz ; subtask teilaufgabe
teilaufgaben unteraufgabe subtarea subtareas ; task aufgabe aufgaben tâche tâches tarea tareas ; finding findings
befund befunde constat constats hallazgo hallazgos ; interface ui oberfläche oberflächen ; chart diagram diagramm
diagramme diagrama diagramas schaubild ; photo foto fotos photos cámara ; booth kabine ; host hosting hébergement
héberger hospedar alojar alojamiento ; deploy deployment bereitstellen ausrollen déployer déploiement desplegar
despliegue ; landing startseite portada accueil ; sign label letrero letreros schild ; launch levantar hochfahren ;
percent prozent pourcent porcentaje ; manager verwalter gestionnaire gerente ; fee gebühr gebühren frais comisión ;
read lesbar legible leserlich lisible ; header kopf encabezado cabecera entête ; greeting gruß begrüßung saludo ;
learn lernen gelernt apprendre aprender ; word vokabel vokabeln ; game spiel spiele jeu jeux juego juegos ; player
spieler joueur jugador ; score points punkte punktzahl puntos puntuación ; picture bild image imagen ; resize
vergrößern verkleinern redimensionner redimensionar ; stretch dehnen étirer estirar ; align ausrichten aligner
alinear ; center zentrieren mitte centrer centro ; margin spacing abstand abstände marge espacement margen espaciado
; font schrift schriftart police fuente ; theme thema thème ; dark dunkel sombre oscuro ; light hell clair claro ;
menu menü menús ; navigation navigieren naviguer navegar navegación ; scroll rollen scrollen défiler desplazar ;
swipe wischen balayer deslizar ; tap click tippen klicken klickt cliquer clic pulsar pulsa ; form formular formulaire
formulario ; register registration registrieren anmelden inscription inscrire registrarse registro ; login anmelden
einloggen connexion connecter ; logout abmelden ausloggen déconnexion ; guest gast gäste invité invités invitado ;
visitor besucher visiteur visiteurs visitante visitantes ; profile profil perfil ; setting preference preferences
einstellungen préférences preferencias ; save speichern sauvegarde guarda ; restore wiederherstellen restaurer
restaurar ; undo rückgängig annuler deshacer deshice ; redo wiederherstellen rétablir rehacer ; repeat wiederholt
répéter repetir ; retry erneut reintento ; skip übersprungen sauté omitido ; fail scheitern scheitert échouer fallar
fallaba falló ; crash stürzt abgestürzt ; compile kompilieren compilation compilación compilaba ; build bauen build
bâtir construir construcción ; test teste getestet testé testés probado probada ; pass bestanden passent pasan ;
assert behauptung ; mock attrappe bouchon simulado ; branch zweige branches ramas ; merge zusammenführung fusionné
fusionada fusión ; commit festschreiben ; push schieben pousser subir ; pull holen tirer traer ; revert zurücksetzen
zurücknehmen revenir revertir ; conflict konflikte ; issue ticket vorgang incidencia incidencias ; review durchsehen
begutachten relire revisar ; reviewer prüfer relecteur revisor ; contributor mitwirkende contributeur colaborador ;
team mannschaft équipe equipo ; customer kunde kundin client cliente ; boss chef chefin patron jefe jefa ; week woche
wochen semaine semanas ; release ausgabe sortie lanzamiento lanzar ; publish veröffentlicht publié publicado publicar
; version fassung versión ; upgrade hochstufen actualización ; install installiert installé instalado ; package
pakete paquets ; simultaneous parallel gleichzeitig simultanément simultáneo simultáneamente vez ; single einzeln
einzige seul único ; many viele nombreux muchos ; few wenige peu pocos ; limit begrenzen begrenzt begrenzung limiter
limitar ; minimum mindest mindestens minimal mindestbreite mínimo ; maximum höchstens höchst maximal máximo ; width
breite ; shorten truncate kürzen kürzung raccourcir acortar ; length länge longueur longitud ; line zeilenlänge
renglón ; indent indentation einrückung einrücken sangría ; blank leerzeile ; comment kommentieren commenter comentar
; name bezeichnung benennen nommer nombrar ; convention namensgebung ; option einstellung schalter ; argument
argumente arguments argumentos ; return rückgabewert retour retorno ; loop schleifen ; condition bedingung
bedingungen condición condiciones ; exception ausnahmen exceptions excepciones ; null nichts nul nulo ; empty leerer
leeres vacía ; memory arbeitsspeicher ram ; leak leck fuite fuga ; disk platte ; processor prozessor procesador ;
thread faden ; lock gesperrt sperren verrouiller bloquear bloqueo bloqueado ; wait gewartet ; timeout zeitlimit
expiration ; schedule zeitplan planifier planificar programar ; nightly nächtlich nachts nocturne nocturno ; daily
täglich quotidien diario ; hour stunde stunden heure heures horas ; minute minuten minutes minutos ; second sekunde
sekunden seconde secondes segundos ; date datum daten dates fechas ; database datenbanken données datos base ; table
tabellen ; record datensatz datensätze enregistrement registro registros ; entry eintrag einträge entrée entradas ;
field eingabefeld ; query abfrage abfragen consulta consultas ; index verzeichnis ; store lager almacén almacenar ;
secret geheimnis geheimnisse secreto secretos ; token marke jeton ; encrypt verschlüsseln chiffrer cifrar ; security
sicher sûr seguro seguridad ; access zugriff accès acceso ; allow zulassen darf ; forbid verbieten verboten interdire
interdit prohibir prohibido ; rule vorschrift ; reason grund gründe raison raisons razón razones motivo ; cause
ursache ursachen causas ; error irrtum irrtümer fallo fallos ; mistake irrtum wrong equivocado equivocada equivocó
trompé ; fix beheben behoben reparieren repariert corriger corrigé arreglar arreglado arreglamos ; solve gelöst lösen
lösung résoudre solution resolver solución ; workaround umweg contournement rodeo ; idea vorschlag proposition
propuesta ; decide entscheiden beschlossen beschließen décider decidir ; choose gewählt choisi elegido elegimos ;
compare verglichen ; difference unterschied unterschiede différences diferencia ; measure messwert ; slow langsamkeit
ralentir ; fast schnell schneller rapide rápido ; cheap billig billiger barato ; expensive teuer teurer cher caro ;
big groß gros grande ; small klein petit pequeño ; temporary vorübergehend temporaire temporal ; permanent dauerhaft
permanente ; local lokal localement ; remote entfernt distant remoto ; server rechner ; machine maschine maschinen
ordinateur ordenador máquina ; device geräte appareils dispositivos ; network netzwerke ; offline getrennt ; download
lade descarga ; upload hochladen ; attachment anhang anhänge adjunto ; mail nachrichten courriel correo ;
notification benachrichtigung benachrichtigungen aviso avisos ; warning warnt ; message nachrichtentext ; translation
übersetzungen ; spelling rechtschreibung ; documentation dokumentiert dokumentieren documenté documenter documentado
documentar ; example beispielhaft ; section abschnitt abschnitte rubrique sección ; chapter kapitel chapitre capítulo
; title titel titre título ; author verfasser ; article artikel articles artículo ; reader leserin lectores ; backup
sicherungskopie ; archive archiv archivo ; copy kopie kopien copie copia ; unpack entpacken décompresser descomprimir
; compress komprimieren compresser comprimir ; window fensters ventanas ; screen bildschirme ; mobile handys móvil ;
resolution auflösung résolution resolución ; pixel bildpunkt ; animation bewegung movimiento ; rotate drehen dreht
tourner girar ; turn wenden ; character figur figuren personnage personnages personaje personajes ; avatar spielfigur
;
""".replace("\n", " ")


def find_translations(word: str) -> "list[str]":
    """What a word in lower case is called elsewhere; often nothing."""
    return find_others(_GROUPS, word)


def find_translations_of_head(word: str) -> "list[str]":
    """What the longest word is called elsewhere with which a compound in lower case begins: `sicherheitsprüfung`."""
    for end in range(len(word) - MIN_TAIL, MIN_HEAD - 1, -1):
        head = word[:end]
        for form in (head, head.removesuffix("s")):
            if others := [*find_others(_GROUPS, form), *find_synonyms(form)]:
                return others
    return []
