"""Phrases that name a number and replace or remove it. `0` is the old number, `1` the new one."""

SWAPS = """
0 is/are/gets/get/was/were replaced by/with ~/the 1; 0 is/are now 1; 0 becomes/become ~/a 1; 0 turns into 1;
replace/replaces/swap ~/the 0 by/with/for ~/a 1; change/raise/lower/reduce/increase/bump ~/the 0 to 1;
change/raise/lower/reduce/increase/bump it from 0 to 1; 1 instead of/of ~/the 0; 1 and not 0;
use/take/make ~/it 1 instead of ~/the 0; instead of ~/the 0 ~/please take/use/make/set/put ~/it 1;
0 ~/jetzt durch ~/die/den 1 ersetzt/ersetzen;
0 wird/werden/ist/sind ~/jetzt durch ~/die/den 1 ersetzt;
ersetze/ersetzt/ersetzen ~/wir ~/die/den/das 0 durch 1;
statt/anstatt ~/der/den/die 0 ~/bitte/lieber nimm/nehmen/nehmt/setz/setze/mach ~/wir/doch/lieber/bitte 1;
anstelle von/der 0 nimm/nehmen/setze ~/wir 1; 1 statt/anstatt ~/der/den/die 0; aus ~/den/der 0 wird/werden 1;
0 est/sont ~/maintenant remplacé/remplacée/remplacés/remplacées par ~/le/les/la 1;
remplace/remplacez/remplacer/remplaçons ~/le/les/la 0 par 1; 1 au lieu de/des/du ~/la/les 0; 1 plutôt que ~/les 0;
au lieu de/des/du 0 mets/mettez/prends/prenez/utilise/mettons/prenons 1; à la place de/des/du 0 mets/prends/utilise 1;
0 se sustituye/reemplaza/cambia/sustituyen/reemplazan/cambian por ~/el/los/las 1;
0 queda/es/quedan/está sustituido/sustituida/reemplazado/reemplazada/sustituidos/reemplazados por 1;
sustituye/reemplaza/cambia/sustituir/reemplazar/cambiar/cambiamos/sustituimos/reemplazamos ~/el/los/las 0 por 1;
1 en vez/lugar de/del ~/los/las 0; en vez/lugar de/del ~/los/las 0 pon/usa/toma/ponemos/usamos 1
"""
"""The former number and the one in force."""
TAKES_OFF = """
0 is/are taken/struck/crossed off/out; 0 is/are off ~/the list; 0 is/are dropped/removed/scrapped/out/gone;
0 comes/goes/come/go off/out; forget/drop/scrap/remove/ditch/strike ~/the/about 0; forget about the 0;
take/takes ~/the 0 off/out; 0 is/are not to be; 0 isn't valid any; not 0 any more/longer; not 0 anymore; no longer 0;
0 no longer/not ~/holds/counts/applies ~/any more; no more 0;
0 ~/ist/sind raus/weg/gestrichen; 0 fliegt/fällt/kommt/fliegen/fallen/kommen raus/weg/heraus;
0 muss/soll ~/ganz raus/weg;
vergiss/vergesst/vergessen ~/wir/sie ~/die/den/das 0; streich/streiche/streicht/streichen ~/wir ~/die/den/das 0;
0 wird/werden gestrichen/entfernt; 0 entfällt/entfallen; nimm/nehmt ~/die/den/das 0 raus/weg/heraus;
raus mit ~/der/den 0;
0 gilt/gelten/zählt/zählen nicht mehr; nicht mehr 0; 0 kannst/könnt/können du/ihr/wir ~/auch vergessen/streichen;
oublie/oubliez/oublions/enlève/enlevez/retire/retirez/supprime/supprimez ~/le/les/la 0;
0 est/sont retiré/enlevé/supprimé/retirée/supprimée/retirés/supprimés; 0 disparaît/saute/dégage/disparaissent;
0 sort/sortent de; 0 ne compte/vaut plus; plus de 0;
olvida/olvidad/olvidemos/quita/quitad/quitamos/elimina/eliminad/borra ~/el/los/las/lo 0; olvídate de/del ~/los/las 0;
0 se quita/elimina/va/quitan/eliminan; 0 queda/quedan fuera; 0 fuera; fuera ~/el/los/con 0; 0 ya no cuenta/vale/cuentan
"""
"""A number that is taken off."""
KEEPS_NUMBER = """
keep/leave ~/the 0; 0 stays/stay/remains/remain/bleibt/bleiben/reste/restent/queda/quedan ~/in/drin; 0 is/are back;
0 back ~/in/on; 0 after all; 0 doch/wieder; 0 again; behalte/behaltet/lass ~/die/den/das 0; garde/gardez ~/le/les 0;
remets/remettez ~/le/les 0; deja/dejad/mantén ~/el/los 0; put/bring ~/the 0 back; add ~/the 0 again
"""
"""A number that stays, or comes back."""
