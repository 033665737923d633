"""What a person forbids in Spanish, Italian, French, German, Portuguese or Dutch, and a sign that it holds for longer:
`la versión de package.json no la subas, publica él`, `n'y touche pas, c'est Léa qui publie`.

Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK

_LEAD: Final = (
    r"(?:^|[,;:.–—] )(?:(?:y|e|et|und|en|pero|mais|aber|ma|mas|oye|oh|ah|ok|vale|no|non|nein|nee|não|tú|tu|du|por favor"
    r"|bitte|per favore|s'il te plaît|surtout|también|anche|auch|aussi)[\s,]+){0,3}"
)
_OBJECT: Final = rf"(?:[\w{MASK}./'-]+ ){{1,8}}?"
_BANS: Final = Pattern(
    # Spanish
    rf"{_LEAD}(?:{_OBJECT})?no (?:me |lo |la |los |las |le |se )?(?:toques|uses|utilices|cambies|edites"
    rf"|modifiques|borres"
    r"|metas|pongas|pases|subas|hagas|añadas|agregues|lances|ejecutes|corras|renombres|quites|mezcles|importes|instales"
    r"|crees|escribas|refactorices|formatees|dejes|copies|subáis|toquéis|uséis|hagáis|pongáis|commitees|pushees)\b"
    rf"|{_LEAD}(?:tú|vos) no (?:haces|subes|tocas|editas|cambias|publicas|lanzas|ejecutas|borras"
    rf"|metes|escribes|mezclas"
    r"|pusheas|commiteas|mergeas)\b(?=[^.]*, [^.]*\byo\b)"
    # Italian
    rf"|{_LEAD}(?:{_OBJECT})?non (?:toccar|usar|modificar|cambiar|metter|aggiunger|lanciar|eseguir|rinominar|cancellar"
    r"|installar|crear|scriver|far|committar|pushar|lasciar|copiar)(?:e|l[oaie]|mi)\b"
    # French
    rf"|{_LEAD}(?:{_OBJECT},? ?)?(?:ne |n')(?:me |le |la |les |l'|y |en )?(?:touche|lance|utilise|change|modifie|mets"
    r"|ajoute|pousse|commite|renomme|supprime|installe|crée|écris|fais|laisse|copie|bouge|formate)[sz]? (?:pas|plus)\b"
    # German
    rf"|{_LEAD}(?:fasst?|lasst?|nimm|nehmt|nutze?|verwende|ändere?|schreib|pack|mach|leg|füge?|commite|pushe?|starte"
    rf"|führe?|rühre?|benenne?|lösche?|installiere?|bau)\b (?:{_OBJECT})?(?:nicht|nichts|kein\w*)\b"
    rf"|{_LEAD}{_OBJECT}(?:fasst|änderst|nimmst|rührst|löschst|benutzt|verwendest|schreibst"
    rf"|pushst) du (?:bitte )?(?:mir"
    r" )?(?:nicht|nie)\b"
    # Portuguese
    rf"|{_LEAD}(?:{_OBJECT})?não (?:mex[ea]|us[ea]|toque|toca|altere|altera|mude|muda|rode|roda|coloque|coloca"
    rf"|crie|cria"
    r"|adicione|adiciona|instale|instala|faça|faz|apague|apaga|suba|sobe|renomeie|escreva|escreve)\b"
    # Dutch
    rf"|{_LEAD}(?:raak|gebruik|verander|wijzig|zet|draai|voeg|hernoem|verwijder|installeer|maak|push|laat)\b"
    rf" (?:{_OBJECT})?(?:niet|geen)\b"
    # nothing of a kind
    rf"|{_LEAD}(?:(?:[\w{MASK}./-]+ ){{0,12}}?, )?(?:nada de|niente|nessun\w*|pas de|aucune?|plus de|keine?n?"
    rf"|geen|nenhum"
    rf"a?|sem|sin|senza|sans|zonder|ohne) (?=[\w{MASK}?.'-]+)"
)
_OFTEN: Final = Pattern(
    r"\b(?:cada vez|siempre|nunca|jedes ?mal|immer|ständig|à chaque fois|chaque fois|toujours|ogni volta"
    r"|sempre|toda vez"
    r"|toda hora|elke keer|telkens|steeds|mientras|solange|tant que|finché|enquanto|zolang|en ningún|mai|jamais"
    r"|nemmeno|neanche|ni siquiera|même (?:pas|dans|en)|auch nicht|nem (?:mesmo|nos?|nas?|em)|ook niet)\b"
    r"|\b(?:tú no|tu non|você não)\b"
)
_REASONS: Final = Pattern(
    r", (?:que|porque|pues|ya que|si no|sino|car|parce que|puisque|sinon|perché|altrimenti|se no|senão|pois"
    r"|weil|da|denn"
    r"|sonst|want|omdat|anders|o si no|o se no|ou (?:bien )?sinon) \w"
    r"|,? (?:weil|sonst|porque|parce que|perché|sinon|altrimenti|senão|omdat) \w"
)
_KEPT_BY_OTHERS: Final = Pattern(
    r"[,;:–—] (?:eso |esto |esa |de eso |das |die |den |ça |quello |isso |dat )?(?:(?:lo|la|los|las|le"
    r"|l') ?)?(?:publica"
    r"|lleva|hace|mantiene|gestiona|decide|reescribe|está \w+ndo|sta \w+ndo|está reescrevendo|gestisce|segue|fa|decide"
    r"|cuida|faz|scrive|riscrive|escribe|escreve|pubblica|cambia|ändert|veröffentlicht|schrijft|wijzigt|macht"
    r"|pflegt|schreibt|baut|entscheidet|betreut|doet|beheert) (?:[a-zà-ÿ]+|él|ella)\b"
    r"|[,;:–—] (?:c'est|ce sont) [\w'à-ÿ]+ qui\b|[,;:–—] (?:es|son|é|è|is|ist) (?:de|di|do|da|von|van) [\w'à-ÿ]+[.!]*$"
)
_OF_MOMENT: Final = Pattern(
    r"\b(?:todavía|aún|para esto|por esta|ancora|per questo|oggi|noch nicht|jetzt|dafür|hierfür|pour ça|encore|agora"
    r"|hoje|ainda|nog niet|vandaag|hiervoor|te preocupes|ti preoccupare|t'inquiète|mach dir)\b"
)
"""What holds for this task or moment where nothing says otherwise, beside `duration_cues`."""
FORBIDDEN: Final = 0.82
"""How sure a ban is that says why, how often, or who does it instead."""


def measure_ban(plain: str) -> float:
    """How sure it is that a sentence forbids something for longer than once; 0 if nothing says so."""
    ban = _BANS.search(plain)
    if ban is None or _OF_MOMENT.search(plain) or is_passing(plain) or plain.rstrip().endswith("?"):
        return 0.0
    signs = (_OFTEN, _REASONS, _KEPT_BY_OTHERS)
    return FORBIDDEN if any(sign.search(plain, ban.start()) for sign in signs) else 0.0
