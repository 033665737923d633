"""Header names that occur twice in thephpleague/csv: PHP, Claude Code; person and agent write French.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1])]

from ask import ask_questions
from conversation import Scenario
from material import Clone

clone = Clone(Path(sys.argv[1]), "e6de76c0a3")

s = Scenario("entetes", "thephpleague/csv", "main", "Fr2")
s.fill()
s.at(1, 8)
s.switch("entetes-en-double", create=True)
a = s.session("f1")
a.user(
    "Salut ! Voilà le souci : la compta nous envoie des exports avec deux colonnes « Montant » (une HT, une TTC, va savoir pourquoi elles ont le même nom) et le Reader plante avec le SyntaxError sur les noms de colonnes non uniques. J'aimerais qu'on puisse lui dire de renommer les doublons au lieu de planter. Tu peux regarder comment l'en-tête est calculé et me faire une proposition ? on ne touche à rien pour l'instant"
)
a.grep(
    "dueToDuplicateHeaderColumnNames|array_unique",
    "src",
    "src/Reader.php:600:            $header !== array_unique($header) => throw SyntaxError::dueToDuplicateHeaderColumnNames($header),\nsrc/ResultSet.php:86:            $header !== array_unique($header) => throw SyntaxError::dueToDuplicateHeaderColumnNames($header),\nsrc/SyntaxError.php:38:    public static function dueToDuplicateHeaderColumnNames(array $header): self",
)
a.read("src/Reader.php", *clone.lines("src/Reader.php", "    protected function setHeader(", 20))
a.read("src/Reader.php", *clone.lines("src/Reader.php", "    protected function computeHeader(", 34))
a.answer("""`getHeader()` lit la ligne d'en-tête via `setHeader($offset)` (avec le BOM retiré), et c'est `computeHeader()` qui vérifie l'unicité juste avant l'itération, donc l'exception n'arrive qu'au premier `getRecords()`.

Pistes possibles :

- **un formatter** (`addFormatter`) qui répartit les valeurs sur de nouvelles clés : aucune modification du Reader
- **un en-tête explicite** passé à `getRecords(['Date', 'Montant HT', ...])` : existe déjà, mais il faut connaître l'ordre des colonnes à l'avance
- **une option du Reader**, disons `renameDuplicateHeaders()`, appliquée dans `setHeader()`

Je commencerais par vérifier la première, c'est la moins intrusive.""")
a.user(
    "ok essaie le formatter. Par contre les fichiers d'exemple que j'ai mis dans ~/compta viennent d'un client, ils ne doivent pas finir dans le dépôt, même anonymisés. Invente des données pour les tests."
)
a.bash(
    'php -r \'require "autoload.php"; $r = League\\Csv\\Reader::fromString("Date,Montant,Montant\\n1,2,3"); $r->setHeaderOffset(0); $r->addFormatter(fn($x) => var_dump($x) ?? $x); foreach ($r as $row) {}\'',
    "PHP Fatal error:  Uncaught League\\Csv\\SyntaxError: The header record contains non unique column names: Montant in src/SyntaxError.php:40",
    title="Le formatter sur un en-tête en double",
    code=255,
)
a.answer(
    "Ça ne mène nulle part : les formatters tournent dans `combineHeader()`, une fois l'enregistrement déjà associé à l'en-tête. À ce moment-là `computeHeader()` a levé l'exception depuis longtemps, et même sans elle la deuxième valeur aurait écrasé la première, puisque les deux portent la même clé. Il reste l'option du Reader.\n\nPour le suffixe, je propose `_2`, `_3`… : `Montant`, `Montant_2`. Ça te va ? Et qu'est-ce qu'on fait par défaut ?"
)
a.user(
    "_2 très bien. Par défaut on plante comme aujourd'hui, c'est une 9.x, aucun changement visible pour qui n'a rien demandé, et la signature de getHeader() ne bouge pas d'un poil. Ah et pas de fonctions mb_*, mbstring n'est qu'une suggestion dans composer.json, des gens tournent sans."
)
a.edit(
    "src/Reader.php",
    """    protected bool $is_empty_records_included = false;
    /** @var array<string> header record. */""",
    """    protected bool $is_empty_records_included = false;
    protected bool $rename_duplicate_headers = false;
    /** @var array<string> header record. */""",
)
a.edit(
    "src/Reader.php",
    """    /**
     * Enables skipping empty records.
     */""",
    """    /**
     * Renames columns that have the name of an earlier one instead of throwing.
     */
    public function renameDuplicateHeaders(bool $rename = true): static
    {
        $this->rename_duplicate_headers = $rename;
        $this->resetProperties();

        return $this;
    }

    /**
     * Enables skipping empty records.
     */""",
)
a.bash(
    "composer phpunit -- --filter Reader",
    "> XDEBUG_MODE=coverage phpunit --coverage-text '--filter' 'Reader'\nWarning: No code coverage driver available\nScript XDEBUG_MODE=coverage phpunit --coverage-text handling the phpunit event returned with error code 1",
    title="Tests du Reader",
    code=1,
)
a.user(
    "xdebug n'est pas installé sur cette machine, prends `composer phpunit:min`, celui-là ne calcule pas la couverture"
)
a.bash(
    "composer phpunit:min -- --filter Reader",
    "> phpunit --no-coverage '--filter' 'Reader'\nOK (118 tests, 241 assertions)",
    title="Sans couverture",
)
a.text("Je fais vérifier en parallèle qui d'autre contrôle l'unicité.")
a.delegate(
    "Unicité des en-têtes",
    "Trouve dans src/ tous les endroits qui contrôlent l'unicité des noms de colonnes ou qui recalculent l'en-tête d'un Reader, et dis lesquels verraient les noms renommés.",
    "Deux contrôles : `Reader::computeHeader()` et `ResultSet::validateHeader()`. Un `ResultSet` issu d'un `Statement` reçoit l'en-tête du Reader, donc les noms renommés. Attention à `Reader::last()` : `getLastRecord(array $header)` repasse par `prepareHeader($header)` mais lit la ligne directement depuis la fin du fichier. Enfin `select()` et `selectAllExcept()` acceptent des noms : après renommage, `select('Montant')` ne désigne plus que la première colonne, sans avertissement.",
)
a.answer("""L'option est en place (désactivée par défaut), le renommage lui-même pas encore.

Ce que l'exploration a donné : il y a un second contrôle d'unicité dans `ResultSet::validateHeader()`, mais il reçoit déjà les noms renommés, donc rien à faire de ce côté. En revanche `select('Montant')` ne prendra plus que la première des deux colonnes, il faudra le dire dans la doc.""")
a.user(
    "bien vu. avant de committer tu lances toujours phpstan hein, `composer phpstan`, le CI de Nyamsprod est impitoyable. À demain"
)
a.bash(
    "composer phpstan && git commit -qam 'Reader::renameDuplicateHeaders, option only'",
    " [OK] No errors",
    title="phpstan puis commit",
)
s.shell("git commit -qam 'Reader::renameDuplicateHeaders, option only'")
a.answer("phpstan est propre, c'est committé. À demain !")
a.end()

s.at(2, 8)
b = s.session("f2")
b.user(
    "Bonjour. Changement : j'ai montré ça à Bastien (il fait les tableaux de bord) et il me dit qu'il y a des exports où il existe DÉJÀ une vraie colonne Montant_2, ce qui ferait un nouveau doublon. Lui dans son outil il voit « Montant (2) », il préférerait la même chose pour ne rien avoir à renommer chez lui. Donc on passe à l'espace et au numéro entre parenthèses"
)
b.edit(
    "src/Reader.php",
    """        return match (true) {
            [] === $header,
            [null] === $header,""",
    """        if ($this->rename_duplicate_headers) {
            $header = $this->renameDuplicates($header);
        }

        return match (true) {
            [] === $header,
            [null] === $header,""",
)
b.edit(
    "src/Reader.php",
    """    /**
     * @throws Exception
     *
     * @return CallbackFilterIterator<int, array, SeekableIterator<int, array>>
     */""",
    """    /**
     * @param array<string> $header
     *
     * @return array<string>
     */
    private function renameDuplicates(array $header): array
    {
        $names = [];
        foreach ($header as $name) {
            $candidate = $name;
            for ($n = 2; in_array($candidate, $names, true); ++$n) {
                $candidate = "$name ($n)";
            }
            $names[] = $candidate;
        }

        return $names;
    }

    /**
     * @throws Exception
     *
     * @return CallbackFilterIterator<int, array, SeekableIterator<int, array>>
     */""",
)
b.write(
    "src/ReaderDuplicateHeaderTest.php",
    """<?php

declare(strict_types=1);

namespace League\\Csv;

use PHPUnit\\Framework\\TestCase;

final class ReaderDuplicateHeaderTest extends TestCase
{
    public function testTheSecondColumnGetsANumber(): void
    {
        $csv = Reader::fromString("Date,Montant,Montant\\n2026-01-04,10,12\\n");
        $csv->setHeaderOffset(0)->renameDuplicateHeaders();

        self::assertSame(['Date', 'Montant', 'Montant (2)'], $csv->getHeader());
    }
}
""",
)
b.bash("composer phpunit:min -- --filter DuplicateHeader", "OK (3 tests, 5 assertions)", title="Nouveaux tests")
b.answer(
    "C'est fait, les doublons deviennent `Montant (2)`, `Montant (3)`, et le numéro saute ce qui existe déjà. 3 tests verts."
)
b.user(
    "super. Question : est-ce qu'on ne devrait pas mettre ça aussi dans le Writer, pour qu'il refuse les doublons à l'écriture ?"
)
b.answer(
    "Je ne le ferais pas ici : le Writer ne connaît pas d'en-tête, c'est une ligne comme une autre pour lui. Un validator ferait l'affaire côté appelant."
)
b.user(
    "oui laisse tomber. Par contre Bastien a 340 000 lignes par mois et il a peur que ce soit lent. Tu peux mesurer ? J'avais pensé à garder un cache des noms par fichier dans une propriété statique"
)
b.bash(
    "php /tmp/bench.php",
    "sans option   1.88 s\navec option   1.89 s\navec cache statique   1.88 s (2e Reader: en-tête du 1er fichier)",
    title="340 000 lignes",
)
b.answer("""| | 340 000 lignes |
|---|---|
| sans l'option | 1,88 s |
| avec | 1,89 s |
| avec cache statique | 1,88 s |

L'en-tête n'est calculé qu'une fois par Reader, il n'y a donc rien à gagner. Et le cache statique est même faux : un deuxième Reader sur `php://temp` a récupéré l'en-tête du premier, parce que tous les flux temporaires ont le même chemin. Je l'ai retiré.""")
b.user("parfait, adieu le cache. Commit, et je reviens après manger")
b.bash(
    "composer phpstan && git add -A && git commit -qm 'Rename duplicate headers: Montant (2)'",
    " [OK] No errors",
    title="Commit",
)
s.shell("git add -A && git commit -qm 'Rename duplicate headers: Montant (2)'")
b.answer("C'est committé.")
b.end()

s.at(2, 14)
c = s.session("f3")
c.user(
    "re. Bastien m'a renvoyé un fichier qui plante quand même. En-tête : Montant;Date;Montant, UTF-8 avec BOM, et guillemets autour du premier. Tu peux en faire un test (données inventées, comme d'hab) ?"
)
c.edit(
    "src/ReaderDuplicateHeaderTest.php",
    """        self::assertSame(['Date', 'Montant', 'Montant (2)'], $csv->getHeader());
    }
""",
    """        self::assertSame(['Date', 'Montant', 'Montant (2)'], $csv->getHeader());
    }

    public function testABomDoesNotHideADuplicate(): void
    {
        $csv = Reader::fromString(Bom::Utf8->value."\\"Montant\\";Date;Montant\\n10;2026-01-04;12\\n");
        $csv->setDelimiter(';')->setHeaderOffset(0)->renameDuplicateHeaders();

        self::assertSame(['Montant', 'Date', 'Montant (2)'], $csv->getHeader());
    }
""",
)
c.bash(
    "composer phpunit:min -- --filter DuplicateHeader",
    """There was 1 failure:

1) League\\Csv\\ReaderDuplicateHeaderTest::testABomDoesNotHideADuplicate
Failed asserting that two arrays are identical.
--- Expected
+++ Actual
@@ @@
-    2 => 'Montant (2)'
+    2 => 'Montant'

FAILURES!
Tests: 4, Assertions: 6, Failures: 1.""",
    title="Avec BOM",
    code=1,
)
c.answer(
    "Reproduit. Au moment de `renameDuplicates()` la première colonne s'appelle encore BOM + `\"Montant\"`, le BOM n'est retiré qu'ensuite dans `getHeader()`, et les deux noms redeviennent identiques. Il faut renommer après `removeBOM()`, donc dans `getHeader()` plutôt que dans `setHeader()`."
)
c.user(
    "d'accord mais pas ce soir, je dois filer chercher les enfants. C'est Yannick qui reprend à partir de lundi, je suis en congé jusqu'au 7. Fais-lui un état des lieux"
)
c.answer("""## État des lieux pour Yannick

`Reader::renameDuplicateHeaders()` renomme les colonnes en double (`Montant`, `Montant (2)`) au lieu de lever `SyntaxError`. Désactivé par défaut. Branche `entetes-en-double`, deux commits.

**Rouge :** `ReaderDuplicateHeaderTest::testABomDoesNotHideADuplicate` (pas committé)

**Reste à faire**
1. déplacer l'appel de `renameDuplicates()` de `setHeader()` vers `getHeader()`, après `removeBOM()`
2. vérifier `Reader::last()`, qui lit la fin du fichier sans passer par là
3. `docs/9.0/reader/index.md` : l'option, et le fait que `select('Montant')` ne prend que la première colonne
4. ouvrir la PR en brouillon et la signaler à Bastien""")
c.end()

ask_questions(s)
clone.save(
    s,
    Path(sys.argv[2]),
    changelog="CHANGELOG.md",
    paths=("src", "CHANGELOG.md", "README.md", "composer.json", "phpunit.xml"),
)
