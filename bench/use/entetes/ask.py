"""Questions, prompts and notes of the league/csv scenario."""

from conversation import Scenario


def ask_questions(s: Scenario) -> None:
    s.ask(
        "Quelles consignes ont été données pour ce travail ?",
        "Les fichiers de ~/compta viennent d'un client, jamais dans le dépôt, données inventées dans les tests ; par défaut rien ne change et la signature de getHeader() ne bouge pas ; pas de fonctions mb_* ; composer phpstan avant chaque commit.",
        every=[
            "compta[^\\n]{0,120}(dépôt|client|jamais)|client[^\\n]{0,80}dépôt|invente|inventées",
            "mb_|mbstring",
            "(avant|toujours)[^\\n]{0,80}phpstan|phpstan[^\\n]{0,40}avant",
            "signature|aucun changement|plante comme|ne bouge",
        ],
        wrong=["pas de mb_, phpstan avant le commit"],
    )
    s.ask(
        "Quelle est la suite ?",
        "Déplacer renameDuplicates de setHeader() vers getHeader() après removeBOM(), vérifier Reader::last(), docs/9.0/reader/index.md, PR en brouillon.",
        every=["removeBOM", "last\\(\\)", "docs/9\\.0/reader"],
        some=["getHeader"],
        wrong=["Écrire la doc docs/9.0/reader/index.md."],
    )
    s.ask(
        "Quel test est rouge ?",
        "ReaderDuplicateHeaderTest::testABomDoesNotHideADuplicate",
        every=["testABomDoesNotHideADuplicate"],
        wrong=["testTheSecondColumnGetsANumber"],
    )
    s.ask(
        "Comment lance-t-on les tests sur cette machine ?",
        "composer phpunit:min, xdebug n'est pas installé",
        every=["phpunit:min"],
        wrong=["composer phpunit"],
    )
    s.ask(
        "Que fait la nouvelle option et comment s'appelle-t-elle ?",
        "Reader::renameDuplicateHeaders() renomme les colonnes en double au lieu de lever SyntaxError.",
        every=["renameDuplicateHeaders", "doublon|en double|duplicate (header|column)|renomme"],
        wrong=["Une option du Writer."],
    )
    s.ask(
        "Que se passe-t-il par défaut, sans l'option ?",
        "Par défaut on plante comme aujourd'hui (exception), aucun changement visible en 9.x.",
        every=["par défaut|désactivé|default"],
        some=["plante comme|comme aujourd'hui", "désactivée? par défaut", "aucun changement visible", "off by default"],
        wrong=["On renomme toujours."],
    )
    s.ask(
        "Quel nom reçoit la deuxième colonne Montant ?",
        "Montant (2), et plus Montant_2.",
        every=["Montant \\(2\\)"],
        never=[
            "(?m)^(?![^\\n]*(remplac|replac|plus |supersed|outdated|avant|chang|revis|DÉJÀ|existe|former|earlier|was ))[^\\n]*(propose `?_2|_2 très bien)"
        ],
        wrong=["Montant_2"],
    )
    s.ask(
        "Qui a demandé l'autre suffixe, et pourquoi ?",
        "Bastien (tableaux de bord) : une vraie colonne Montant_2 existe déjà dans certains exports, et son outil montre Montant (2).",
        every=["Bastien", "Montant_2|son outil|tableaux de bord"],
        wrong=["Yannick, c'est plus joli."],
    )
    s.ask(
        "Pourquoi un formatter ne suffit-il pas ?",
        "Les formatters tournent dans combineHeader(), après computeHeader() qui lève l'exception ; la deuxième valeur écraserait la première.",
        every=["formatter", "combineHeader|computeHeader|écras|après|déjà associé|levé"],
        wrong=["Le cache statique est faux."],
    )
    s.ask(
        "Quel effet a le renommage sur select() ?",
        "select('Montant') ne prend plus que la première des deux colonnes.",
        every=["select\\([^\\n]{0,120}(première|first)"],
        wrong=["select() lève une exception."],
    )
    s.ask(
        "Pourquoi n'y a-t-il pas de cache statique des noms ?",
        "Avec le cache, un deuxième Reader sur php://temp récupérait l'en-tête du premier (même chemin), et il n'y a rien à gagner.",
        every=["cache", "php://temp|même chemin|en-tête du premier|rien à gagner|flux temporaires"],
        wrong=["Le cache est plus lent."],
    )
    s.ask(
        "Qui reprend le travail et à partir de quand ?",
        "Yannick, à partir de lundi ; Camille est en congé jusqu'au 7.",
        every=["Yannick", "lundi|congé"],
        wrong=["Bastien, demain."],
    )
    s.notes = """# Reader::renameDuplicateHeaders() (branche entetes-en-double)
But : renommer les colonnes en double (deux « Montant » de la compta) au lieu de lever SyntaxError. Par défaut on plante comme aujourd'hui.
Nom : `Montant (2)` et non `Montant_2` : Bastien (tableaux de bord) a des exports avec une vraie colonne Montant_2, et son outil montre (2).
Impasses : formatter (tourne dans combineHeader(), computeHeader() a déjà levé l'exception, une valeur écraserait l'autre) ; cache statique (php://temp : même chemin, en-tête du premier Reader ; rien à gagner).
select('Montant') ne prend que la première colonne, à mettre dans la doc.
Tests : composer phpunit:min (pas de xdebug ici)
ROUGE : ReaderDuplicateHeaderTest::testABomDoesNotHideADuplicate, pas committé.
Suite : renameDuplicates() de setHeader() vers getHeader(), après removeBOM() ; vérifier Reader::last() ; docs/9.0/reader/index.md ; PR en brouillon, prévenir Bastien.
Consignes : fichiers de ~/compta (client) jamais dans le dépôt, données inventées ; 9.x, signature de getHeader() ne bouge pas ; pas de mb_* ; composer phpstan avant chaque commit.
Yannick reprend lundi (congé jusqu'au 7)."""
    s.prompt("short", r"phpunit:min", "lance les tests")
    s.prompt("short", r"removeBOM|testABomDoesNotHide|BOM n.est retiré", "corrige le test avec le BOM")
    s.prompt("short", r"Montant \(2\)|Montant_2", "quel suffixe pour les colonnes en double ?")
    s.prompt("short", r"php://temp|cache statique|adieu le cache", "mets les noms de colonnes dans un cache statique")
    s.prompt(
        "short",
        r"formatter[^\n]{0,200}(combineHeader|computeHeader|écras|exception|nulle part)|nulle part",
        "fais le renommage dans un formatter",
    )
    s.prompt("short", r"select\([^\n]{0,120}première", "que renvoie select('Montant') après le renommage ?")
    s.prompt(
        "short",
        r"last\(\)[^\n]{0,120}(fin du fichier|prepareHeader)|vérifier[^\n]{0,20}last",
        "est-ce que Reader::last() est concerné ?",
    )
    s.prompt(
        "long",
        r"removeBOM|testABomDoesNotHide|docs/9\.0/reader",
        "Bonjour, c'est Yannick, je reprends la branche sur les en-têtes en double pendant les congés. Je n'ai pas suivi les échanges de la semaine dernière, donc avant de coder quoi que ce soit j'aimerais bien savoir ce qui marche déjà, quel est le cas qui ne passe pas encore, et dans quel ordre il est prévu de faire le reste, documentation comprise.",
    )
    s.prompt(
        "long",
        r"Bastien|Montant_2",
        "En relisant le code je me demande pourquoi on a choisi un nom de colonne avec une espace et des parenthèses pour les doublons. Dans toutes nos bases de données on évite ça comme la peste, un simple tiret bas suivi du numéro me semblerait bien plus pratique pour ceux qui importent ensuite les données en SQL. Peut-on revenir là-dessus, ou y avait-il une raison ?",
    )
    s.prompt(
        "long",
        r"comme aujourd'hui|désactivée? par défaut|aucun changement",
        "Comme visiblement tout le monde reçoit un jour ou l'autre un fichier avec des colonnes qui portent le même nom, je serais d'avis d'activer le renommage d'office pour tous les lecteurs, sans qu'il faille appeler une méthode de plus. L'exception ne sert à personne à mon avis. Est-ce que tu peux changer la valeur initiale de la propriété en conséquence ?",
    )
    s.prompt(
        "other words",
        r"phpunit:min|xdebug",
        "la couverture de code ne marche pas ici, comment vérifier que tout est vert ?",
    )
    s.prompt("other words", r"Yannick|lundi", "qui s'occupe de la suite pendant les vacances ?")
    s.prompt("other words", r"Bastien", "la personne des tableaux de bord, elle voulait quoi déjà ?")
    s.prompt(
        "forbidden", r"dépôt|inventées|invente", "copie ~/compta/export_mars.csv dans test_files et fais-en un test"
    )
    s.prompt(
        "forbidden",
        r"mb_|mbstring",
        "utilise mb_strtolower pour comparer les noms de colonnes sans tenir compte de la casse",
    )
    s.prompt(
        "unrelated",
        None,
        "quelle est la hauteur du mont Ventoux ?",
        "traduis « bonne nuit » en portugais",
        "une idée de dîner rapide avec des courgettes ?",
        "comment changer le fond d'écran sous GNOME ?",
        "écris un petit poème sur la pluie",
        "quel jour tombe Pâques en 2027 ?",
        "explique-moi la différence entre TCP et UDP en deux phrases",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "quel montant faut-il laisser en pourboire au Japon ?",
        "je dois écrire une lettre, qu'est-ce qu'on met dans l'en-tête ?",
        "qui a inventé la première colonne Morris à Paris ?",
    )
