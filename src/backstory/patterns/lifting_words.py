"""Words of liftings, in English, German, French and Spanish: deeds, other words for the same, what says nothing."""

_DEEDS = """
touch: touch edit change modify alter anfassen fass fasst angefasst ran ändern ändere bearbeiten toucher touche
mexer mexe mexes mexam alterar altera editam toccare tocchi modificare cambiare aanraken aanpassen wijzigen bewerken
touches modifier modifie changer tocar toques toca tocarla cambiar cambies modificar editar edites go look ;
push: push pushen pushst pousser pousse pousses subir subas sube ;
merge: merge mergen gemergt fusionner fusionar ;
squash: squash squashen ;
rebase: rebase rebasen ;
amend: amend amenden ;
commit: commit committen committest commiten committer commitear ;
deploy: deploy release publish tag deployen veröffentlichen déployer déploie publier desplegar despliegues publicar ;
ask: ask fragen frag frage fragst demander demande demandes preguntar pregunta pregúntame preguntes consult avisar
avisarla ;
delete: delete remove löschen entfernen supprimer supprime borrar eliminar borres ;
rename: rename umbenennen umbenenne renommer renomme renombrar ;
mock: mock mocken mocker ;
format: format reformat formatieren formater formatear ;
add: add introduce install create hinzufügen ajouter ajoute añadir agregar añadas ;
refactor: refactor refactoring refaktorieren refactorisieren
"""
DEEDS = {
    word: deed.strip() for row in _DEEDS.split(";") for deed, _, words in [row.partition(":")] for word in words.split()
}
"""Verb -> the deed that it means, as its first form in English."""
_SAME = """
esquema schema ; schéma schema ; bezeichner identifier ; identificador identifier ; öffentliche public ; öffentlichen
public ; publique public ; pública public ; englisch english ; anglais english ; inglés english ; deutsch german ;
allemand german ; alemán german ; französisch french ; français french ; francés french ; spanisch spanish ; espagnol
spanish ; español spanish ; leerzeichen space ; espaces space ; espacios space ; emojis emoji ; klassen class ; clases
class ; classes class ; abkürzungen abbreviation ; abréviations abbreviation ; abreviaturas abbreviation ; freitags
friday ; vendredi friday ; viernes friday
"""
SAME = {pair.split()[0]: pair.split()[1] for pair in _SAME.split(";")}
"""Noun -> the English word for it, where `synonyms` has none."""
_INSTEAD = """
tab space ; single double ; npm yarn pnpm bun ; english german french spanish italian portuguese ; merge squash rebase
; snake camel kebab pascal ; pip poetry uv pipenv conda ; jest vitest mocha ; pytest unittest nose ; black ruff yapf ;
eslint biome prettier ; sync async ; json yaml toml xml ; sqlite postgres mysql ; upper lower ; maven gradle ; make
just ; class function ; requests httpx aiohttp ; long short ; 2 4 8 ; 80 88 100 120
"""
INSTEAD = [group.split() for group in _INSTEAD.split(";")]
"""Things of which one is used in the place of another."""
_IDLE = """
stay stays stayed remain remains bleibt bleiben reste restent queda quedan
about actually eigentlich finalement übrigens ailleurs seulement uniquement solo
acabado again ahead alles allowed also always any anymore anything are back ban be been besoin branch brauche
brauchen brauchst cada can chaque convention could damit darf darfst dit done drop each erlaubt erst estar et every
everything fair falta feel fertig finally fine fini finished first forget free freely frei game gilt go gone good
great hace he's history ignore immer is it's jamais jede jeden jedes jetzt just kannst landed lassen laufen legal
libre libres lifted like limit lista listo longer maintenant make making may mehr merged more musst müssen nada
necessary need needed needs never nichts nie nouveau now nunca nötig off ok okay olvida one open oublie out over
part parts permis permitida permitidas permitido permitted peux please plus policy port puede puedes really regel
regeln regla required requirement restriction rewrite rien right rule rules règle sache safe said scrap she's show
showing siempre something somit sous stop stopped stuff take también terminado terminé that's thing thing's things
through todo told toujours tout und use used using verbot vergiss volver vorgabe vuelve vuelven want way well what
whatever wieder wish with work working works y ya yes you're yours zeigen zu zurück
tá está ficou foi fica liberado liberada liberados liberadas livre livres agora novo novamente pode podem podemos já
terminou acabou concluiu puoi possiamo ora adesso di nuovo libero libera finito terminato ha weer vrij mag mogen kan
kunnen klaar je niet meer bounds closed reserved live
"""
IDLE = frozenset(_IDLE.split())
"""Words that name nothing where something is lifted."""
_HINTS = """
again; now; free; fair game; up for grabs; rule; ban; limit; freeze; forget; drop; scrap; take back; any more; anymore
no longer; any longer;
no need; stop; back ; done; finished; through; merged; landed; all yours; wieder; jetzt; vergiss; regel; mehr; zurück;
fertig; nouveau; maintenant; plus ; oubli; règle; revien; fini; terminé; retour; ya ; volver; vuelve; volvemos; olvid;
regla; termin; acab; libre; live; out of bounds; is out; been out; released; tagged; shipped; gone in; reserved; closed
published; cut; gone out; went out; came out; come out; pushed out; put out; draußen; raus; erschienen; sortie; publié
salió; salido; fuera; veröffentlich; freigegeben; ours again; publicó; publicado; lanzó; lanzado; livré; sorti
liberad; livre; de novo; novamente; agora; di nuovo; adesso; liber; finito; weer; klaar; niet meer
"""
HINTS = [hint.strip(" ") for row in _HINTS.split("\n") for hint in row.split("; ") if hint.strip()]
"""Words one of which each lifting has."""
