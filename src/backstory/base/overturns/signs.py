"""The signs of a reply that revises what was uttered just before, in English, German, French and Spanish.

`overturns.cues` says what overturns a statement for itself. These only count together: see `overturns.replies`.
"""

TOO = """
too/zu/trop/demasiado*; is/are/s a lot; overkill; not enough; at most; es poco; es mucho; reicht nicht; wird eng;
pas assez; useless; noisy; laggy; won t; broke; breaks; broken; no fix; is the whole point; matters more; is no
good; blöd; unreadable; collides/clashes; kills; drowning; dominated; drops
"""
"""A complaint about what is there."""
PREFERS = """
instead; rather; lieber; doch lieber/besser/nicht; besser; plutôt; mejor; en fait; en realidad; finalement;
finalmente; actually; on second thought/thoughts; thinking about it again; thinking again; changed my mind; scrap;
statt; stattdessen; au lieu; en vez; en lugar; never mind; nevermind; forget; vergiss; oublie; olvida; swap
it/that/them/this; swap out; switch to/back/over; throw that/it/this; get rid of; bueno; after all; then again
"""
"""Another choice than before."""
BACK = """
undo*; revert*; roll/rolled back; back to; put back; put it/them/the; out again; take/took it/that out; mach
rückgängig; annule*; deshaz*; revierte*; restore*; as before; wie vorher; wie früher; comme avant; como antes
"""
"""What was there before is to come back."""
MAKES = """
make it/that/them/this; make the; let s do/use/go/take/say/make/keep/stick/skip/drop/call; let it/them; use; take;
go with; nimm; nehmen wir; mach; machen wir; stell*; setz*; passe*; prends; mets; on part; utilise*; usa;
pon/ponla/ponlo; cambia*; change it/that/this/them; rename*; bump; raise; lower; double it/that; halve; cap; tie;
drop; skip; remove; unpin; stay on; stick with/to; do it
"""
"""An order that gives a thing another value."""
NOT = """
no; nope; nah; not; never; without; kein*; nicht; nie; ohne; ne; pas; sans; plus de; sin; nunca; ya no; nada; stop;
isn/aren/don/doesn/can t; nobody; nothing; non
"""
HESITATES = """
hm; hmm; hmmm; wait; ugh; oh; huh; moment; warte; hä; attends; espera; hé; well; ach; sorry; ouch; argh; thinking
about it
"""
ONLY = """
only; just; nur; seulement; uniquement; solo; sólo; solamente; for now; exempt; unless; except; außer; sauf; salvo;
una sola; une seule; suffit; suffisent; reicht; reichen; is enough; will do; are enough; genügt
"""
LIFTS = """
from now on; from here on; ab jetzt; ab sofort; désormais; dorénavant; à partir de maintenant; a partir de ahora;
ahora sí; no longer; any more; anymore; nicht mehr; ne/n plus; ya no; is fine; are fine; it s fine; it s ok; is ok;
are ok; ist ok; ok then; can/may commit/change/touch/edit/use/write; you can/may; kannst/darfst du; tu peux; puedes;
allowed; free again; again; ok without; is/are open again; is off; is out; postponed; cancelled; canceled; lifted;
aufgehoben; is over
"""
STILL = """
still; same error; unchanged; immer noch; toujours; sigue*; also gets it; did nothing; no difference; is not it; isn
t it; can t be; can not be; kann nicht sein; is there; it was; look again; are you sure; i doubt; stimmt nicht;
stimmt das; not true; wrong; falsch; faux; existe
"""
"""What disproves an explanation."""
FAILS = """
still; again; doesn/didn/don/isn/won t work; does/did/do not work; not working; not there; not been used; not
present; nothing happens/happened; didnt work; doesnt work; error*; exception*; failed; fails; same issue/problem;
does/did nothing; no funciona*; sigue*; siguen; no se; no hay; no lo; ne marche/fonctionne; n est pas; marche pas;
fonctionne pas; toujours; geht nicht; funktioniert nicht; immer noch; i don t see; don t see; can t see; no me; nada
"""
"""What a person says of an order that was not carried out. The order holds."""
APPROVES = """
yes; yep; yeah; ja; oui; sí; si; good; great; nice; perfect; perfekt; super; thanks; thx; danke; merci; gracias; go;
go ahead; fine; sounds good; exactly; genau; parfait; perfecto; right; that s right; vale; do it; do that; try it
"""
BEGINS = """
now; next; also; and; add; implement; can you; could you; please; write; build; create; new; what; why; how; where;
which; who; continue; another; nun; jetzt; als nächstes; kannst du; noch; et; peux tu; maintenant; ahora; y;
summarize; document; explain
"""
"""Words of another task."""
DID = """
switched; changed; replaced; reverted; undone; removed; dropped; renamed; restored; swapped; raised; lowered;
bumped; moved back; put back; put it/them back; set to; i put; i set; i removed; i restored; is/are gone; is/are/was
deleted; deleted; left out; taken out; geändert; umgestellt; entfernt; zurückgesetzt; zurückgenommen; ersetzt;
gelöscht; remplacé*; changé*; supprimé*; retiré*; annulé*; rétabli*; cambiado; cambié; quitado; eliminado;
revertido; sustituido; auf; steht jetzt; is/are back; again; once more; postponed; i leave; not any more; no longer;
any more; nothing moves; unchanged
"""
"""What an agent says that changed something."""
NOW = """
now; jetzt; nun; maintenant; désormais; ahora; instead; stattdessen
"""
CONCEDES = """
you re right; you are right; right; agreed; sorry; indeed; correct; my mistake; i was wrong; exact; exactement; tu
as raison; stimmt; du hast recht; richtig; tienes razón; cierto; good hint; good point; fair point; okay; then
it/the/sending/i; that is it; that s it; understood; de acuerdo
"""
DISPROVES = """
after all; isn t/not the cause/key/problem/reason/issue; so not; is/are/was/were not; isn t; wasn t; is innocent; it
s not; not it; nothing to do with; what fails is; what grows is; what really; the real; turns out; turned out; had
nothing; assumed; ignored; the estimate; the guess; the whole log; was right; were right; not a; never; already;
misread; overlooked; mistaken; ist es nicht; nicht an; ce n est pas; no es; no era; still missing; i profiled; i
measured; measured; i checked; i logged; i compared; reproduced; the dump shows; shows that
"""
"""What an agent says of an explanation that does not hold."""
PROPOSES = """
i d; i would; i suggest; i propose; i ll; my plan; my vote; we could; we should; should; would; the fix is; plan;
ich würde; ich schlage vor; je propose; je suggère; propongo; yo usaría; i recommend; ich könnte
"""
_CHANGED = """
reverted undone switched restored swapped back again undo sorry zurück wieder rétabli revertido remplacé replaced
cambiado geändert umgestellt renamed
"""
CHANGED = frozenset(_CHANGED.split())
"""Words with which an agent begins that tells of a change to what was there."""
_COMPARES = """
half double third quarter twice less fewer narrower wider shorter longer bigger smaller higher lower hälfte doppelt
doppelte kürzer länger moitié doble mitad plus menos largo
"""
COMPARES = frozenset(_COMPARES.split())
_DENIES = """
no not without kein keine nicht ohne pas sans sin never nobody drop forget skip scrap remove
"""
DENIES = frozenset(_DENIES.split())
_OTHERS = """
other others elsewhere everyone also auch otherwise though only must requires needs
"""
OTHERS = frozenset(_OTHERS.split())
"""Words of what stands beside the thing that is spoken of."""
_SCOPES = """
staging production prod dev development local branch release test tests ci windows linux mac macos example default
demo temporary later legacy eu us v1 v2 admin
"""
SCOPE_WORDS = _SCOPES.split()
"""Where or when something holds that does not hold elsewhere."""
REVISES = """
instead; rather; after all; on second/further thought/thoughts; on reflection; thinking about it; changed my/our mind;
would be better; better; back to; put back; undo*; revert*; not any more; no longer; never mind; make it/that/them;
let s/us do/use/go/take/settle/say; go with; switch; swap; rename*; doch; lieber; besser; stattdessen; statt; anstatt;
nehmen wir; machen wir; dann; plutôt; finalement; en fait; au lieu; mieux; mejor; al final; en realidad; en vez; en
lugar; finalmente; pasa a; too/zu/trop/demasiado; can t; cannot; complain*; sounds; confus*; unreadable; lost;
prefer*; préfère*; prefiere*; never; hate*; hates; breaks; blocks
"""
"""How a person says that something is to be otherwise than before, or that it will not do."""
_OPPOSITES = """
on off; on opt-in; off opt-out; opt-in opt-out; sync async; synchronous asynchronous; sync asynchronous; synchronous
async; enabled disabled; enable disable; visible hidden; shown hidden; show hide; allowed forbidden; allow forbid;
first last; top bottom; left right; above below; strict lenient; lazy eager; ascending descending; public private;
include exclude; included excluded; copied skipped; copy skip; kept deleted; keep delete; keep drop; kept dropped;
kept removed; keep remove; with without; always never; error ignored; error warning; an aus; mit ohne; sichtbar
versteckt; oben unten; links rechts; bleiben gelöscht; behalten löschen; duzen siezen; erlaubt verboten; immer nie;
ein aus; activé désactivé; activée désactivée; avec sans; gauche droite; haut bas; visible caché; premier dernier;
toujours jamais; arriba abajo; izquierda derecha; con sin; activado desactivado; siempre nunca; visible oculto;
primero último; error aviso
"""
OPPOSITES: "dict[str, frozenset[str]]" = {}
"""Word -> those that say the opposite."""
for _pair in _OPPOSITES.split(";"):
    _one, _other = _pair.split()
    OPPOSITES[_one] = OPPOSITES.get(_one, frozenset()) | {_other}
    OPPOSITES[_other] = OPPOSITES.get(_other, frozenset()) | {_one}
