"""Rules in other languages than English; German, French and Spanish have their plain forms as well.

Patterns of `Sentence.plain` behind its first words.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern

TONGUES: Final = (
    r"(?:englisch|deutsch|französisch|spanisch|anglais|français|allemand|espagnol|inglés|español|francés|alemán"
    r"|inglês|português|inglese|italiano|english|german|french|spanish|portuguese|italian|chinese|japanese|polish"
    r"|russian|dutch|turkish|ukrainian|czech|korean|british english|american english)"
)
_WRITTEN: Final = (
    r"(?:commits?|commit[- ](?:messages?|nachrichten)|comments?|code(?: comments?)?|names?|identifiers?|variables?"
    r"|variable names?|docs?|documentation|docstrings?|logs?|log messages?|messages?|branch(?:es| names?)?"
    r"|pr (?:titles?|descriptions?)|prs|changelog|titles?|subjects?|labels?|mensajes?(?: de commit)?|comentarios?"
    r"|nombres?|documentación|kommentare?|bezeichner|variablennamen|doku\w*|nachrichten|meldungen|betreffs?"
    r"|logausgaben?|fehlermeldungen|oberfläche|interface|mensajes de error"
    r"|commentaires?|messages (?:de commit|d'erreur|de log)|noms?|documentation|titres?|código|texts?|strings"
    r"|everything|alles|tout|todo)"
)
IN_LANGUAGE: Final = Pattern(
    rf"^(?!(?:again|once more|schon wieder|wieder|encore|otra vez|de nuevo)\b)(?:[\w']+ ){{0,3}}?(?:the |los |las |el"
    rf" |la |les |die |der |das |all |all the |our )?{_WRITTEN}"
    rf"(?:(?:,| and| or| und| y| et| e)(?: the| los| las| les| die)? {_WRITTEN})*"
    r"(?: (?:is|are|go|goes|stay|stays|must be|should be|has to be|have to be|written|always|only|please|bitte|nur"
    r"|immer"
    r"|sind|bleiben|werden|va|van|son|deben ir|tienen que ir|siempre|est|sont|restent|toujours|uniquement|solo|sólo"
    rf"|en|all|both|in plain|auch|everywhere|here|s'il te plaît|stp)){{0,4}} (?:in|auf|en|em) {TONGUES}\b"
    rf"|^(?:please |pls |always |only |bitte |por favor,? |siempre |immer )*(?:answer|reply|respond|speak|talk|antworte"
    rf"|antwort|schreib|sprich|responde|contesta|contéstame|háblame|réponds(?:-moi)?|parle(?:-moi)?|écris)\b"
    rf"(?: (?:to me|me|always|only|mir|immer|nur|bitte|siempre|sólo|solo|toujours|back))* (?:in|auf|en) {TONGUES}\b"
)
"""`comments and commit messages are in English`, `answer in German`: what is written in which language."""

IN_MY_LANGUAGE: Final = Pattern(
    rf"\b(?:keep|continue|have|hold) (?:our |the |this |all )?(?:chats?|conversations?|discussions?|answers?|responses?"
    rf"|communication|talk)(?: \w+)? in {TONGUES}\b"
    rf"|^(?:please |always |only |let'?s |let us |sempre |por favor,? )*(?:answer|reply|respond|speak|talk|communicate"
    rf"|chat|write(?: to)?|explain|responda|responde|fale|fala|rispondi\w*|parla\w*|scrivi\w*|odpowiadaj|antworte"
    r"|schreibe?)(?: (?:me|us|to me|with me|comigo|mir|everything|alles|always|only|back|sempre|sempre em))* "
    rf"(?:in|em|auf|po|en) (?:{TONGUES}|polsku)(?: (?:please|only|from now on|always|bitte|por favor|sempre))*[.!]*$"
    r"|(?:用|使用|以|说|讲)(?:简体|繁体)?(?:中文|英文|英语|日语)(?:来)?(?:回答|回复|交流|沟通|对话)"
    r"|(?:回答|回复|交流|沟通|对话)[^。，,]{0,8}(?:用|使用|说)(?:简体|繁体)?(?:中文|英文|英语|日语)"
    r"|日本語で(?:答え|回答|返答|返事|応答|お願い|話し|やりとり)"
    r"|(?:한글|한국어|영어)로 (?:답변|대답|말|설명|응답|얘기)"
    r"|\b(?:отвеча\w+|общай\w+|говори\w*|работа\w+|разговарива\w+|пиши\w*)\b[^.?!]{0,30}\b(?:на русском|по-русски"
    r"|на английском)\b"
    r"|\btürkçe (?:cevap|yanıt|konuş|anlat)|\btrả lời (?:bằng )?tiếng việt|ตอบเป็นภาษาไทย|\bbahasa indonesia\b.{0,20}"
    r"\bjawab|\bjawab\w*\b.{0,20}\bbahasa indonesia\b"
)
"""`keep our chat in English`, `한글로 답변해줘`: the language in which the person wants to be answered."""

_STEP_DE: Final = (
    r"(?:commit|push|merge|pr|änderung|release|test\w*|migration|build|lauf|feature|funktion|methode|modul|datei|klasse"
    r"|endpunkt|abhängigkeit|neue[mnrs]? \w+|öffentliche[mnrs]? \w+)"
)
_STEP_FR: Final = (
    r"(?:commit|push|merge|pr|changement|modification|version|test|migration|build|fonction|méthode|module|fichier"
    r"|classe|dépendance|nouve\w+ \w+|lancement|exécution)"
)
_STEP_ES: Final = (
    r"(?:commit|push|merge|pr|cambio|versión|test|prueba|migración|build|función|método|módulo|archivo|fichero|clase"
    r"|dependencia|endpoint|nuev[oa] \w+|vez que \w+)"
)
_SHIP_DE: Final = r"(?:push|commit|merg|deploy|releas|veröffentlich|rebas|tagg?)\w*"
_SHIP_FR: Final = r"(?:pousse|commite|committe|merge|fusionne|déploie|publie|rebase|supprime|lance)\w*"
_SHIP_ES: Final = (
    r"(?:(?:haz|hagas|hagáis) (?:el )?(?:push|commit|merge|deploy)|pushe\w+|comm?ite\w+|merge\w+|fusiona|fusiones"
    r"|sub[ea]s?|despliegu?[ae]s?|publi[cq]u?[ae]s?)"
)
FOREIGN: Final = (
    Pattern(  # what has to be before something is given away
        rf"^(?:bitte )?{_SHIP_DE}\b(?:,? (?!nicht\b)[\w-]+){{0,3}}?,? (?:erst|nur)(?: dann)?,?"
        r" (?:(?:wenn|sobald|nachdem) (?!du (?:fertig|soweit|durch)\b)|nach (?:mein|unser|de[mrn]|eine[mr])|mit mein)"
        rf"|^(?:bitte )?{_SHIP_DE}\b[^?;,]{{0,30}} (?:nicht|nichts|nie),? (?:bevor|bis|solange|ehe)\b"
        r"|^(?:ge(?:pusht|merged|mergt|taggt)|(?:com+it+et|deploy(?:e?d|t)|released|veröffentlicht)) wird (?:hier )?"
        r"(?:erst|nur),? \w"
        rf"|(?:^|[,;:] )ne {_SHIP_FR} (?:(?!pas\b)\w+ ){{0,3}}?qu(?:'après|'une fois|'avec|e (?:quand|si|lorsque"
        r"|sur mon|avec))\b"
        rf"|^(?:s'il te plaît,? )?{_SHIP_FR}(?: [\w-]+){{0,3}}? (?:seulement|uniquement) (?:quand|après|si|une fois"
        r"|lorsque)\b"
        rf"|(?:^|[,;:] )ne {_SHIP_FR} (?:pas|rien)\b[^?;]{{0,40}}\b(?:avant|sans|tant que)\b"
        rf"|^(?:por favor,? )?{_SHIP_ES}(?: [\w-]+){{0,3}}? (?:solo|sólo|solamente) (?:cuando|después|si|tras|con)\b"
        rf"|^(?:por favor,? )?no {_SHIP_ES}\b[^?;]{{0,40}}\b(?:hasta que|antes de|sin)\b"
    ),
    Pattern(  # German: each, ban, dislike, habit
        rf"^(?:bei|für|nach|vor|mit|in|zu) jede[mnrs] (?:\w+e[nrm] )?{_STEP_DE}\b[^?]{{4,}}"
        rf"|^jede[rs]? (?:neue[rs]? |öffentliche[rs]? )?{_STEP_DE}\b[^?]{{0,60}}\b(?:braucht|bekommt|muss|kriegt|hat zu"
        r"|gehört|kommt|soll)\b"
        rf"|\b(?:ein\w*|eine?[nr]?) [\w-]+ pro {_STEP_DE}\b"
    ),
    Pattern(
        r"^(?!(?:ich|es|das|er|sie|man)\b)[^?;]{3,70}? (?:darf|dürfen) [^?;]{0,40}\b(?:nie|niemals|nicht|nur|kein\w*)\b"
        r"|\b(?:ist|sind) (?:hier |bei uns )?(?:tabu|verboten|untersagt|nicht erlaubt)\b"
        r"|\bich (?:hasse|verabscheue|kann .{2,40} nicht (?:leiden|ausstehen|ab))\b"
        r"|\bich (?:will|möchte) (?:hier |da |bitte )?(?:nie|niemals|keine?[nrs]?) [^?]{2,60}\b(?:sehen|haben|finden)\b"
    ),
    Pattern(
        r"^(?:bitte )?(?:(?!(?:ist|sind|war|waren|wird|werden|wurden?|hat|haben|hatten?|bleib\w*|läuft|laufen|geht"
        r"|gehen|kommt|kommen|steht|stehen|zeigt|zeigen|lädt|laden|liegt|liegen|hängt|hängen|macht|gibt|bekomm\w*"
        r"|krieg\w*|seh\w*|warum|wieso|weshalb|ich|du|er|es|man|wir|ihr)\b)[^\s?;,]+ ){1,8}(?:bitte )?"
        r"(?:immer|grundsätzlich|stets) (?!(?:noch|wieder|mehr)\b)(?:[^\s?;,]+ ){1,8}"
        r"\w+(?:en|ern|eln)(?: bitte)?(?:[.!]*$|, (?:sonst|weil|da|damit|denn|ansonsten|und|auch|aber) )"
        r"|^(?:nimm|nutze?|verwende|schreib|mach|lass|führe?|starte|prüfe?|teste?|halte?|leg|setz|formatiere?"
        r"|commite?)\b"
        r"[^?;]{0,50}?\b(?:immer|stets|grundsätzlich)\b(?! (?:noch|wieder|mehr))"
        r"|^(?:hier|bei uns|in diesem (?:repo|projekt)) (?:gilt|wird|werden|nehmen wir|schreiben wir|verwenden wir"
        r"|benutzen wir|heißen|kommt|kommen)\b"
    ),
    Pattern(  # Spanish orders
        r"^(?:por favor,? |y |pero )?(?:usa|utiliza|corre|ejecuta|pon|haz|escribe|lanza|pasa|ten|deja|formatea|prueba"
        r"|llama|nombra|comprueba|revisa|añade|crea|guarda|usad|usemos|instala|importa|documenta|pregunta|haced)"
        r" siempre (?![^?;]*\b(?:aquí|ahí|est[ea] (?:bot[oó]n|página|pantalla|vista|campo|formulario|tabla|ventana)))"
        r"[^?;]{2,}"
    ),
    Pattern(  # without a verb
        r"^(?:bitte |por favor,? )?(?:(?:die|los|las|el|la|les|unsere|nuestr[oa]s|nos) )?(?:tests?|specs?|commits?"
        r"|pruebas|mensajes|nombres|ramas|branch(?:es|s)?|prs?|logs?|imports?|namen|kommentare|migrationen|migraciones"
        r"|migrations?|docs?|doku|errores|erreurs|noms|messages?|commentaires|comentarios|builds?|releases?|fechas"
        r"|dates?)"
        r" (?:bitte )?(?:immer|siempre|toujours) (?:nur |solo |sólo |seulement )?(?:mit|ohne|auf|in|con|sin|en"
        r"|avec|sans"
        r"|dans) [^?;]{2,60}$"
    ),
    Pattern(
        r"\bgehör(?:t|en) (?:mir|uns|dem|der) ?\w+|\bda(?:s|für|rum)? (?:macht|kümmert sich|entscheidet) (?!das\b|es\b"
        r"|die\b|der\b)\w+[.!]*$|\bfrag\w* (?:mich|uns|erst|vorher|immer)\b[^?]{0,40}\b(?:vorher|zuerst|erst|bevor)\b"
        r"|\bbevor du\b[^?]{3,60}\bfrag\w*\b|\bnicht ohne (?:mein\w*|unser\w*|rücksprache|absprache|freigabe"
        r"|zustimmung)\b"
        r"|\bfass\w* [^?]{2,50} nicht an\b|\bnicht anfassen\b"
    ),
    Pattern(  # French
        rf"^(?:à|pour|avec|après|avant|dans) chaque (?:nouve\w+ )?{_STEP_FR}\b[^?]{{4,}}"
        rf"|^chaque (?:nouve\w+ )?{_STEP_FR}\b[^?]{{0,60}}\b(?:doit|a|porte|contient|reste|passe|va)\b"
        rf"|\b(?:un|une) (?:seule? )?[\w-]+ par {_STEP_FR}\b"
    ),
    Pattern(
        r"(?:^|[,;:] )(?:et |mais )?(?:on |nous |tu |vous |surtout )?(?:ne|n')\s?[^?;.,]{2,40}\bjamais\b(?! (?:vu"
        r"|eu|compris|pensé|fait|su)\b)"
        r"|^(?:lance|utilise|mets|garde|écris|fais|ajoute|passe|teste|vérifie|exécute|formate|nomme|préfixe"
        r"|documente|demande"
        r"|commite|range|place)\w*\b[^?;]{0,40}? toujours\b"
        r"|\bon (?:ne|n')\s?\w+ (?:pas|plus|que)\b[^?;]{0,60}\b(?:ici|dans ce|sans|à la main)\b"
        r"|^(?:pas de|aucune?|jamais de) [^?;]{2,50}\b(?:ici|dans ce|sans|jamais|dans les?|dans la)\b"
        r"|\b(?:est|sont) (?:interdit\w*|proscrit\w*|à éviter|hors de question)\b"
    ),
    Pattern(
        r"\bje (?:déteste|ne supporte pas|ne veux (?:pas|plus|jamais) (?:de|d'|voir|que|un|une)\b)"
        r"|\bappartient à (?!la\b|l'|un|une|cette)\w+|\bc'est \w+ qui (?:décide|s'occupe|s'en occupe|gère|valide"
        r"|tranche)\b"
        r"|\b(?:demande|préviens|consulte)(?:-moi|-lui| à \w+| \w+)? (?:avant|d'abord)\b|\bsans (?:me |nous"
        r" )?(?:demander"
        r"|prévenir|consulter|mon accord|notre accord)\b|\bne touche\w* jamais\b"
    ),
    Pattern(  # Spanish
        rf"^(?:en|para|con|a|tras|después de|antes de) cada {_STEP_ES}\b[^?]{{4,}}"
        rf"|^cada {_STEP_ES}\b[^?]{{0,60}}\b(?:lleva|tiene|va|necesita|debe|ha de|hay que|sale)\b"
        rf"|\b(?:un|una) (?:sol[oa] )?[\w-]+ por {_STEP_ES}\b"
    ),
    Pattern(
        r"^(?!(?:me|se me|yo|he|ha|no sé)\b)[^?]{3,80}\b(?:tienen? que|deben?|hay que|se \w+|van?|va a) [^?]{0,50}"
        r"\b(?:siempre|nunca|jamás)\b"
        r"|^(?:aquí|en este (?:repo|repositorio|proyecto)) (?:siempre|nunca|no se|no usamos|usamos|se \w+n?|todo|nadie"
        r"|solo|sólo)\b"
        r"|\baquí (?:siempre )?(?:tienen? que|deben?|han de) [^?]{3,}|\b(?:tienen? que|deben?) [^?;]{3,50} aquí\b"
        r"|\b(?:está|están|queda|quedan) (?:terminantemente )?prohibid[oa]s?\b|\bno se toca\w*\b"
        r"|\bno se puede\w* [^?;]{3,50}\bsin\b|^ningún\w* [^?;]{3,60}\b(?:sin|nunca|puede|debe)\b"
    ),
    Pattern(
        r"\b(?:odio|detesto|no soporto|aborrezco) (?:que|los|las|ver|cuando)\b|\bno quiero (?:ver|ni|más|nunca|jamás"
        r"|ning[uú]n\w*|que \w+s nunca)\b|\b(?:lo|la|los|las|eso) (?:lleva|decide|gestiona|mantiene)n? (?!a\b|en\b"
        r"|un)\w+"
        r"|\bde eso se (?:encarga|ocupa)\b|\b(?:pregúntame|avísame|consúltame|pregunta|avisa"
        r"|consulta)\b[^?;]{0,30}\bantes\b"
        r"|\bsin (?:avisar|preguntar|consultar)(?:me|nos|le)?\b|\b(?:es|son) cosa (?:mía|nuestra|de (?!la\b|el\b"
        r"|los\b|las\b|un)\w+)\b"
    ),
)
"""`bei jedem Commit ...`, `chaque migration doit ...`, `aquí no se ... sin ...`."""
FOREIGN_REPORTS: Final = Pattern(
    r"^(?:ich (?!hasse|will|möchte|kann)|es (?:ist|hat|war|gibt|geht|läuft)|ça |il (?:y a|est)|me |mi |creo|parece"
    r"|je (?!déteste|ne)|j'ai|no sé|no entiendo|todavía|aún|sigue)\b"
    r"|\b(?:fehler|error|erreur|falla|fallo|warum|wieso|pourquoi|por qué|wurde nie|ist nie|hat nie|n'a jamais|nunca"
    r" (?:he|ha|había|hubo|llega|funciona|entra)|hoy|heute|aujourd'hui|ahora mismo|gerade|de momento|ayer|gestern"
    r"|hier soir"
    r"|todavía)\b"
)
"""Reports, and what is of the day."""

OTHER_TONGUES: Final[tuple[Pattern, ...]] = (
    Pattern(  # German
        r"(?:ab (?:jetzt|sofort|heute)|von (?:nun|jetzt) an|künftig|in zukunft|merk dir"
        r"|denk (?:bitte )?(?:immer )?da?ran)\b"
        r"|(?:^|[,;:] (?:und |aber |also )?)(?:bitte )?(?:immer|nie|niemals)\b(?! (?:noch|wieder|mehr|wenn (?!du\b"
        r"|ihr\b)))"
        r"|\bbitte\b.*\b(?:immer|niemals"
        r"|nie)\b(?! (?:noch|wieder))"
        r"|^(?:bitte )?(?:keine?[nrs]?)\b.* ohne (?:rücksprache|absprache|zu fragen|freigabe)"
        r"|in diesem (?:repo|projekt|repository)\b.*\b(?:wir|keine?|nie|immer|nur)\b"
        r"|\b(?:ausschlie(?:ß|ss?)lich|niemals|nie wieder|nie(?: mehr)? von hand"
        r"|grundsätzlich (?:nur|nie|immer|keine?)|du \w+ (?:hier )?(?:nie|nix|nichts)\b.*\bnie)\b"
        r"|^(?:bitte )?hör auf mit .{2,60}[,:] (?:das|die|der|es|weil|nimm|nutze?|statt\w*)\b"
        r"|^(?:bitte )?keine?[nrsm]? (?:neuen?|weiteren?|zusätzlichen?) \w+"
        r"|\b(?:commits?|kommentare|doku\w*|namen|meldungen|nachrichten|tests?)\b.{0,20}"
        r"\bnur (?:auf|in|mit|über|per) \w+"
    ),
    Pattern(  # French
        r"(?:désormais|dorénavant(?! tu peux)|à partir de maintenant|à l'avenir|souviens-toi que|rappelle-toi que"
        r"|n'oublie jamais)"
        r"|^(?:toujours|(?:ne )?jamais)\b|\bne \w+ jamais\b|^dans ce (?:dépôt|projet|repo)\b.*\b(?:on|nous|jamais"
        r"|toujours)\b"
    ),
    Pattern(  # Spanish, Portuguese, Italian
        r"(?:a partir de (?:ahora|agora)|de ahora en adelante|en adelante|daqui (?:em diante|para a frente)"
        r"|d'ora in (?:poi|avanti)"
        r"|recuerda que|lembre-se (?:de )?que|ricorda(?:ti)? che)\b"
        r"|(?:^|[,;:] |\b(?:y|e|pero|mas|ma|pues|además) )(?:siempre|nunca|jamás|sempre|jamais|mai) (?!(?:he|ha"
        r"|hemos|foi|era|me|se me|cuando|lo he|la he|te|vi|supe|entend\w+|funcion\w+)\b)\w"
        r"|^nada de \w|^(?:no|não|non) (?:toques|uses|hagas|metas|pongas|cambies|subas|agregues|añadas|borres"
        r"|modifiques"
        r"|instales|crees|edites|use|mexa|altere|faça|adicione|toccare|usare)\b(?![^?]*, (?:y )?(?:solo|sólo)"
        r" agrega)[^?]*\b(?:sin|sem|senza|nunca"
        r"|ning[uú]n\w*"
        r"|nenhum\w*|en este|neste|más|nunca más|a mano|salvo|excepto|nuev[oa]s?|nov[oa]s?)\b"
        r"|\b(?:es|son) (?:sólo|solo) (?:para|de) (?:mí|mi|nosotros)\b|\beso (?:lo|la) (?:hago|decido|subo) yo\b"
        r"|^(?:en este (?:repo|proyecto)|neste (?:repo|projeto)|in questo (?:repo|progetto))\b"
    ),
    Pattern(  # Chinese
        r"(?:^|[，,。！!；;]\s*)(?:以后|今后|往后|从现在(?:起|开始))(?!可能|还|会|再说|想|准备)[^。？?]{0,30}"
        r"(?:不要|不用|不需要|别|必须|都[不要用得先]|也不|一律|请|只[用做在]|先[问跑看把给写]|不许|禁止|默认|统一|记得|不能|不得|不再"
        r"|[要得]先)"
        r"|(?:^|[，,。])下次[^。？?]{0,20}(?:先问|不要|别|记得|必须)"
        r"|(?:^|[，,。；;：:]|请)(?:(?:始终|总是)(?:要|用|使用|保持|以|遵|把|不要)|一律|永远不要|绝不要?|切勿)"
        r"|^(?:请|你要)?(?:记住|牢记)[，,：:]?\s*(?![^。]{0,2}(?:你|您|这|那))[^。]{2,60}"
        r"(?:不要|必须|只|都|用|别|不能|禁止|每次)"
        r"|(?:每次|每个|所有|任何|一切)[^。；;，,]{0,16}(?:必须|一律|务必|禁止|不得|不要)"
        r"|(?:^|[，,]|你)每次(?!调用|请求|用户|点击)[^。；;，,]{0,10}(?:都[要给先用]|先)"
        r"|^(?:绝对|坚决|一律|全程|项目中?|代码中?)?(?:禁止|严禁|不得|不允许)(?![^。]*(?:这|此))"
    ),
    Pattern(  # Japanese
        r"(?:今後|これから)は?[^。]{0,40}(?:ないで|してください|して下さい|しましょう|すること|禁止|でお願い|にして)(?!ほしい|欲しい)"
        r"|(?:必ず|毎回|(?<![正非通])常に|絶対に|(?<!解)決して)[^。]{0,30}(?:コミット|プッシュ|テスト|ハードコ|日本語|英語"
        r"|コメント|コード|ブランチ|マージ|依存|ライブラリ|ファイル名|型)"
        r"|(?:コミット|プッシュ|テスト|ハードコ|日本語|コメント|コード|ブランチ|マージ|依存|ライブラリ|型)[^。]{0,24}"
        r"(?:必ず|毎回|(?<![正非通])常に|絶対に|(?<!解)決して)"
        r"|禁止(?:です|とし|します)|覚えておいて"
    ),
    Pattern(r"앞으로|항상|절대|반드시|기억해|금지"),  # Korean
    Pattern(
        r"^(?:всегда|никогда|отныне|впредь|запомни|нельзя|больше не)|с этого момента|впредь"
        r"|\bчтобы ты (?:всегда|никогда)\b|\bя (?:же )?(?:тебя |уже )+просил"
    ),  # Russian
    Pattern(  # Portuguese
        r"^tod[ao]s [ao]s [\w ]{3,40}? (?:devem|têm que|tem que|precisam|deve)\b"
        r"|^(?:sempre|nunca|jamais) (?!(?:me|se|te|lo|la|le|nos|he|ha|había|fue|foi|vi|tive|funcionou)\b)\w|\bde"
        r" agora em diante\b|\ba partir de agora\b"
    ),
)
"""Rules in other languages."""
OTHER_REPORTS: Final = Pattern(
    r"^(?:ich|es|das|je|j'|ça|il|me|mi|yo|eu|io|я|у меня)\b|(?:エラー|错误|报错|오류|吗|呢|か)[。.!！]*$|出错|失败"
    r"|\bsiempre (?:me )?(?:sale|da\b|falla|aparece|pasa|ocurre|se (?:cae|cuelga))|\btoujours (?:la même|le même"
    r"|pareil)"
    r"|\bimmer (?:derselbe|dieselbe|dasselbe|der gleiche|die gleiche|das gleiche)\b|\bnunca (?:funcion|sal|lleg"
    r"|termin)\w+"
)
"""Reports and questions in other languages."""
_OTHER_LETTERS: Final = Pattern("[ąćęłńśźżěščřžůğışă]")
"""Letters of languages in which `nie` and the like mean something else."""


_AT_HAND: Final = Pattern(r"^(?:[你请]?先|下面|现在?|接下来|本次|这[个次段]|那[个段]|思考|/)|[，,]先(?:给|写|不|列)")
"""How an order for the moment begins in Chinese."""
_FROM_NOW: Final = Pattern(r"(?:以后|今后|往后|从现在(?:起|开始))")


def measure_foreign(rest: str) -> float:
    """How certain it is that a sentence is a rule in another language than English; 0 if nothing says so."""
    if IN_MY_LANGUAGE.search(rest):
        return 0.84
    if _OTHER_LETTERS.search(rest) or (_AT_HAND.search(rest) and not _FROM_NOW.search(rest)):
        return 0.0
    if not OTHER_REPORTS.search(rest) and any(pattern.search(rest) for pattern in OTHER_TONGUES):
        return 0.85
    if FOREIGN_REPORTS.search(rest):
        return 0.0
    return 0.83 if any(form.search(rest) for form in FOREIGN) else 0.0
