"""Words with which something that was uttered before is overturned, in English, German, French and Spanish."""

_NOW = """
now again back instead jetzt nun wieder künftig inzwischen maintenant désormais dorénavant ahora vuelve →
"""
NOW = frozenset(_NOW.split())
"""How a statement says that it was otherwise before."""
CHANGES = """
i/we raised/lowered/changed/increased/reduced/bumped/moved/set/replaced/doubled/halved;
raised/lowered/changed/bumped to; ich habe/hab; habe ich; steht auf; ist auf; j ai passé/changé/augmenté/réduit/mis;
he/hemos cambiado/subido/bajado/puesto
"""
FOR_ONCE = """
just/only/this once; this time; for this one; for today/now/once; only/just today; one last time; for this/the
commit/run/test/measurement/push/release; diesmal; ausnahmsweise; nur heute; dieses ~/eine mal; für diese*/den
commit/lauf/test/messung; cette fois; exceptionnellement; pour ce/cet/cette commit/essai/mesure; esta vez; solo hoy;
por hoy; para este/esta commit/prueba/medición
"""
"""How a person says that something holds on one occasion."""
FROM_NOW = """
from here/now on; ab jetzt; ab sofort; von nun an; à partir de maintenant; a partir de ahora; desde ahora
"""
"""How an agent says that something holds from then on."""
TOO = """
too/zu/trop; bit tight/much/low/high/short/long/small; not enough; not allowed; collides/clashes; times out; is eol;
es poco; es mucho; reicht nicht; ist blöd; is taken; at most; höchstens; au plus; como máximo; pas assez; instead
of; statt; au lieu; en vez; en lugar; rather than; c est trop; demasiado*; make/makes it/that/them; raise/lower/bump
to/it/that
"""
"""How a person says that a value will not do."""
REORDERS = """
make it/that/this; let s/us go with; go with; let s/us take; take; let s/us say; rather; instead; doch nicht; doch
lieber; lieber; mach/macht/mache aus; mach daraus; machen wir; dann doch; nimm doch; nehmen wir doch; plutôt; mets en;
mieux vaut; finalmente; mejor; pon mejor; que sean
"""
"""How a person gives another figure than before."""
KEEPS = """
stays; stay; keep; keeps; kept; remain*; unchanged; bleibt; bleiben; reste; restent; queda; quedan; sigue; siguen;
as it was; as before; wie bisher; is fine; are fine; leave it; still
"""
IMAGINES = """
would; could; might; if; what if; suppose; should we/i/it; e g; for example; for instance; imagine; maybe; perhaps;
würde*; könnte*; falls; wenn; z b; zum beispiel; angenommen; serait; seraient; pourrait; si; par exemple; peut être;
sería; serían; podría*; por ejemplo; quizá*; tal vez; habría
"""
"""How a sentence imagines, supposes or gives an example."""
REFUTES = """
i/we was/were wrong about; wrong about; lag/liegt/liegen nicht an/am; lag es nicht an/am; not because of; what i
said/wrote/claimed about; no tenía/tiene nada que ver con; rien à voir avec
"""
"""Words behind which stands what was believed wrongly."""
ISNT = """
it/this was/is/s not ~/really; ce n était/est pas; no era/es/fue; es war/ist nicht; das war/ist nicht
"""
"""The same, where a name or a single word follows."""
_ARTICLES = """
the der die das dem den le la les el los las l
"""
ARTICLES = frozenset(_ARTICLES.split())
DENIES = """
was/is/were/are not the main/real/actual/~ cause/problem/reason/issue/culprit; was/were/is nonsense; was/were/is not
it; war/waren/ist/sind es nicht; had/has/have nothing to do with; no tenía/tiene/tenían/tienen nada que ver; n
avait/a/avaient/ont rien à voir; hat/hatte/haben nichts mit; is not to blame; turned out to be wrong; was/were/is
wrong; no es/era/eran la causa; war/ist unsinn; not the reason
"""
"""Words before which it stands."""
OWNS_UP = """
i/we was/were wrong; my mistake; i have to correct; i must correct; i stand corrected; i misread; it was something
else; es war etwas anderes; ich lag falsch; hab/habe mich geirrt; me equivoqué; estaba equivocad*; era otra cosa; la
causa es otra; je m étais trompé*; je me suis trompé*; c était autre chose; was/were nonsense
"""
"""How somebody says that an earlier explanation was wrong."""
CORRECTS = """
i/we have/need/must ~/to correct myself/that/this/it; correction to; i/we was/were wrong/mistaken; i/we got
that/this/it wrong; i stand corrected; contrary to what i; korrektur zu; ich muss mich/das korrigieren; ich lag
falsch; habe/hab mich geirrt; ich habe mich geirrt; je dois me corriger; je me suis trompé*; j avais tort; me
equivoqué; tengo que corregirme; estaba equivocad*
"""
"""How an agent says that it stated something wrong."""
RECALLS = """
what i/we said/wrote/claimed/confirmed/stated/told; my ~/earlier/previous/first statement/claim/assertion/assumption;
my ~/earlier/previous/first answer; meine ~/frühere aussage/behauptung/annahme/antwort; was ich ~/gestern/vorhin
gesagt/geschrieben/behauptet; ce que j ai dit/écrit/affirmé; mon affirmation; ma réponse; lo que dije/escribí/afirmé;
mi afirmación/respuesta
"""
"""How it speaks of a statement of its own."""
IS_WRONG = """
wrong; not true/right/correct; isn/wasn t true/right/correct; untrue; incorrect; doesn/does/didn t hold; does not
hold; mistaken; nonsense; falsch; stimmt/stimmte/stimmen nicht; stimmt so nicht; nicht richtig; ist nicht wahr; faux;
fausse; n est/était pas vrai/juste/exact; falso; falsa; no es/era cierto/verdad/correcto; incorrecto
"""
"""What it says of it."""
EXPLAINS = """
because; the cause/reason/problem/issue/culprit; comes/come from; due to; since; i believe/think/guess/suspect;
weil; die ursache; liegt an/am/daran; kommt von/daher; parce que; vient/viennent de/du/donc/des; la cause; à cause;
porque; la causa; debido; es que; so the; must be; my guess; first guess
"""
"""How something is explained."""
_FOLLOWS = """
so thus therefore hence then donc also deshalb daher folglich entonces
"""
FOLLOWS = frozenset(_FOLLOWS.split())
"""How a sentence begins that draws a conclusion."""
PROPOSES = """
would; should; could; i d; müsste*; würde*; könnte*; sollte*; habría; debería*; convendría; podría*; faudrait;
suffirait; règlerait; réglerait; devrait; das heißt; il s agit; por tanto
"""
"""How what follows from an explanation is proposed."""
GONE = """
is/are/was/were/s/re ~/now/all gone/removed/deleted/dropped/uninstalled/reverted/undone/withdrawn;
is/are/was/were/s/re ~/now/all out of; has/have been removed/deleted/dropped/uninstalled/reverted; no longer
used/needed/required/supported/there/exists/called/imported/loaded; does not exist/occur any more;
ist/sind/wurde/wurden ~/wieder entfernt/gelöscht/raus/weg/verworfen; nicht mehr
da/drin/nötig/gebraucht/verwendet/vor; est/sont/a/ont ~/été retiré*; est/sont désinstallé*; est/sont supprimé*; n
est/sont plus utilisé*; n est/sont plus produit*; n est/sont plus nécessaire*; ya no se importa/usa/necesita; ya no
existe; ya no hace; está/están fuera; se ha quitado
"""
"""What an agent says of what it took away, behind its name."""
TAKES_OUT = """
i/we ~/have/ve removed/deleted/dropped/reverted/uninstalled; removed; deleted; dropped; uninstalled; ich habe; j ai
retiré/supprimé/enlevé/désinstallé; he/hemos quitado/eliminado/borrado/retirado; quitado; eliminado
"""
"""The same before its name."""
TURNS_DOWN = """
no; drop; scrap; forget; stop; ditch; kein*; ohne; pas de/d; plus de/d; nada de; fuera; kill; lose; statt; au lieu
de/d; en vez de; en lugar de; instead of; rather than; get rid of; take/rip/throw out; remove; lass*; vergiss;
oublie; olvida; forget about; withdraw; i d/ll withdraw; abandon; do without; we can/could/ll do without;
skip the/that; let s/us skip;
let go of; give up on; away with; discard; leave out; no longer want/need; verzichte* auf; weg mit; renonce*;
abandonne*; abandona; renuncia* a; prescind*; rolled back the/my; i rolled back; i reverted the; i undid the; olvídate
de
"""
"""How a person turns something down, before its name."""
IS_DOWN = """
doch nicht; al final no; finalmente no; ya no; is out; are out; is off; lieber nicht; non; c est nul; chokes; is no
good; can go; has/have to go; must go; may go; should go; can be dropped/removed/deleted; is/are overkill; isn
t/aren t needed; is/are not needed; is/are unnecessary; isn t worth it; kann/können weg; brauchen wir nicht; brauch ich
nicht; ist unnötig; ist raus; fällt weg; fliegt raus; mejor no; n est pas bon; take it out; out again; geht
weg; goes away; geht nicht; is/are/was/were/got ~/already reverted; has/have been reverted; is/was rolled back;
ist/wurde zurückgenommen/zurückgerollt/rückgängig; a été annulé*; est annulé*; fue/está revertid*; se revirtió
"""
"""The same behind its name."""
RESTORES = """
is/are supported/back/allowed/there/in/wanted again; is/are/s back; ist/sind wieder da/drin/dabei/erlaubt; est/sont
de retour; vuelve/vuelven a
"""
UNDOES = """
undo/revert/undid/reverted that/this/it/these/those/the/your/my/last/all/everything/recent; roll/rolled back
~/the/your/my/that/it; roll/rolled it/that back; take/took that back out; back it/that out; mach das rückgängig;
annule ça/cela/le/la/tes/ton; deshaz eso/esto/lo/el/la/los/las; deshazlo; revierte eso/esto/lo/el/la/los
"""
_LEADS = """
ok okay no nah nope hm hmm so and but then well please actually sorry wait i ll ve have just lets let s us can could you
d yes yeah yep on second thought thoughts also right fine
bitte bon oui non vale bueno
"""
LEADS = frozenset(_LEADS.split())
"""Words that may stand before it."""
_PREPOSITIONS = """
from of by with to as through via aus von vom mit durch de du des d par avec del con por y since after before
"""
PREPOSITIONS = frozenset(_PREPOSITIONS.split())
_PRONOUNS = """
it they es sie il elle ils elles
"""
PRONOUNS = frozenset(_PRONOUNS.split())
"""How a sentence begins that goes on from the one before."""
_SCOPES = """
for in on at inside within für im bei auf pour dans sur para en
"""
SCOPES = frozenset(_SCOPES.split())
"""Words behind which stands where something holds."""
_COPULAS = """
is are was were be been has have had s re ist sind war waren wurde wurden wird hat haben est sont était étaient ne n
es son era eran fue ha han no ya kommt stays stay will can does do did
"""
COPULAS = frozenset(_COPULAS.split())
_RED = """
red failing fails rot rouge rouges rojo rojas roja
"""
RED = frozenset(_RED.split())
_COLOURS = """
red rot rouge rouges rojo rojas roja
"""
COLOURS = frozenset(_COLOURS.split())
_GREEN = """
pass passes passing green grün vert verts verte verde verdes pasan passent
"""
GREEN = frozenset(_GREEN.split())
OUTCOMES = RED | GREEN | frozenset(("fail", "failed", "failure", "passed", "took", "measured", "gemessen", "mesuré"))
"""Words with which somebody tells what came out of a run."""
_ALL = """
all every everything whole alle alles ganze tous toutes todas todos
"""
ALL = frozenset(_ALL.split())
_STATES = """
is are still leave noch ist sind est sont encore toujours sigue siguen está están
"""
STATES = frozenset(_STATES.split())
_PARTICIPLES = """
removed deleted dropped uninstalled gone entfernt gelöscht verworfen gestrichen retiré retirée supprimé supprimée
désinstallé quitado quitada eliminado eliminada borrado borrada
"""
PARTICIPLES = frozenset(_PARTICIPLES.split())
PREFERS = """
instead of; rather than; statt; anstatt; au lieu de/d; plutôt que; en vez/lugar de; doch nicht; al final no;
finalement pas; rolled back; i reverted; i undid; get rid of; is out; are out; ist raus; chokes
"""
"""What turns something down beyond doubt, so that a single word names it."""
_ORDERS = """
use add take put let lets make keep build try switch set write create go we want need should nimm nehmt mach baue
setz prends prend mets ajoute utilise fais usa pon añade haz ziel for with shall
"""
ORDERS = frozenset(_ORDERS.split())
"""What a person says of something that is to be."""
_TESTS = """
test tests fixture fixtures example examples demo benchmark beispiel prueba ejemplo exemple
"""
TESTS = frozenset(_TESTS.split())
"""Where another value holds than elsewhere."""
_MANIFESTS = """
pyproject packag gemfil pom cargo go requir compos build mix pubspe podfil
"""
MANIFESTS = frozenset(_MANIFESTS.split())
"""Stems of the files that list what a project uses: what is not in them is gone."""
