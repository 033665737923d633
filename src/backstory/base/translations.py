"""Words of German, French and Spanish prompts and what they are called in English, beyond those of `base.synonyms`.

Groups are separated by `;`. A prompt in English does not read them.
"""

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
""".replace("\n", " ")


def find_translations(word: str) -> "list[str]":
    """What a word in lower case is called elsewhere; often nothing."""
    out: dict[str, None] = {}
    place = _GROUPS.find(f" {word} ")
    while place >= 0:
        start, end = _GROUPS.rfind(";", 0, place + 1), _GROUPS.find(";", place)
        out.update(dict.fromkeys([other for other in _GROUPS[start + 1 : end].split() if other != word]))
        place = _GROUPS.find(f" {word} ", end)
    return list(out)
