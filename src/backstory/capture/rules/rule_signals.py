"""Signals that a sentence of the person outlives its task, each too weak to decide alone: `weights.tsv` weighs them.

They are words of how long something holds, of whose consent is needed, of what an agent works with and of what a
product is made of, in several languages, and where in which prompt the sentence stands.
`rule_probability` adds the signals and the words that all sentences have.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from sys import maxsize
from typing import Final

from backstory.capture.text.patterns import Pattern, PatternSet
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.signals import Place

_PATTERNS: Final[dict[str, str]] = {
    # how long it holds
    "future": r"\b(?:from (?:now|here|today|this point) (?:on|onwards?)|from now onwards?|going forward"
    r"|in (?:the )?future|henceforth|next time|(?:any)?more|again|until further notice|ab jetzt|ab sofort|künftig"
    r"|in zukunft|zukünftig|dorénavant|désormais|à partir de maintenant|à l'avenir|de ahora en adelante"
    r"|a partir de ahora|en adelante|a partir de agora|daqui pra frente|d'ora in poi|впредь|отныне|с этого момента"
    r"|в будущем|od teraz|bundan sonra|vanaf nu|voortaan)\b"
    r"|以后|今后|从现在|往后|下次|今後|これから|次から|앞으로|이제부터|다음부터|จากนี้",
    "always": r"\b(?:always|every ?time|each time|whenever|every single|at all times|in all cases|consistently"
    r"|immer(?! (?:noch|wieder|mehr)\b)|jedes ?mal|grundsätzlich|toujours|à chaque fois|systématiquement"
    r"|siempre|cada vez|sempre|ogni volta|toda vez"
    r"|всегда|каждый раз|zawsze|her zaman|altijd|alltid)\b|每次|总是|一直|始终|永远|所有|必ず|毎回|常に|항상|매번",
    "each": r"\b(?:for|on|in|with|after|before|at|during|upon|of) (?:every|each|any|all)\b|^(?:every|each|all|any)\b"
    r"|\b(?:every|each) (?:commit|change|edit|session|task|step|phase|response|answer|reply|update|feature|fix|file"
    r"|component|test|time|build|deploy\w*|prompt|message)\b|\bthroughout\b",
    "never": r"\b(?:never|under no circumstances|no more|don'?t ever|do not ever|stop \w+ing|quit \w+ing|nie(?:mals)?"
    r"|jamais|ne \w+ plus|nunca|jamás|mai più|никогда|nigdy|asla|nooit|aldrig)\b"
    r"|禁止|绝对|千万|严禁|从不|绝不|不得|絶対|決して|절대",
    "bans": r"(?:^|[,;:.!] ?|\b(?:and|but|so|please|also|pls|just|you|should|must) )(?:do not|don'?t|dont"
    r"|never|no|avoid"
    r"|stop|not to|without|refrain|shouldn'?t|should not|must not|mustn'?t|can'?t|cannot)\b"
    r"|\b(?:pas de|ne \w+ pas|kein\w*|nicht|no \w+[aeo]s?\b|sin|senza|non)\b"
    r"|不要|不用|别|勿|不能|不可|しないで|ないで|하지 ?마|말고|말아|не (?:надо|нужно|использ\w+|делай)",
    "now": r"\b(?:now|for now|right now|yet|this time|today|currently|first|just|at the moment|let'?s|lets|then|next"
    r"|still|already|finally|once|in this (?:pr|commit|change|task|phase|step)|jetzt|maintenant|ahora|adesso|сейчас)\b"
    r"|现在|这次|先|暂时|今回|지금|일단",
    # that it is a rule
    "memory": r"\b(?:remember(?: that| to|,|:)|memory|memories|memori[sz]e|keep (?:that |this |it )?in mind"
    r"|bear in mind"
    r"|note(?: that|:| this| to self)|take note|make (?:a )?note|don'?t forget|reminder|remind|merk\w*|denk daran"
    r"|n'oublie|souviens|rappelle|recuerda|ricorda\w*|lembre\w*|не забывай|запомни|pamiętaj)\b"
    r"|记住|记得|記住|覚えて|기억",
    "rule word": r"\b(?:claude|agents|gemini|rules?|conventions|contributing|memory)\.mdc?\b|\.?cursor ?rules?\b"
    r"|\bcopilot-instructions|\b(?:rules?|conventions?|guidelines?|standards?|policy|policies|principles?|directive"
    r"|instructions?|best practices?|regeln?|leitlinie|règles?|reglas?|regole?|regras?|правил\w+|zasad\w+|kural\w*)\b"
    r"|规则|规范|约定|ルール|規約|규칙",
    "labelled": r"^\W*(?:#\s*)?(?:rule|standing rule|reminder|important|note|regel|règle|regla|kural|rule \d+)\s*[:：]",
    "prefers": r"\b(?:prefer\w*|i (?:really )?(?:hate|dislike|love|like|don'?t like|do not like|don'?t love)|fan of"
    r"|rather than|i always|i never|ich mag|bevorzug\w*|präferier\w*|je préfère|prefiero|preferisco|prefiro"
    r"|предпочита\w+)\b",
    "custom": r"\b(?:we|our (?:team|project|codebase|repo|company)) (?:always|never|only|don'?t|do not|use|prefer|want"
    r"|follow|keep|should (?:always|never|only)|must|are (?:not )?using|have a)\b"
    r"|\bin (?:this|our) (?:repo\w*|project|code ?base|team|company|workspace|app)\b"
    r"|\b(?:usamos|utilisons|verwenden wir|wir (?:verwenden|nutzen|benutzen)|usiamo)\b|我们(?:都|只|用|不)",
    "consent": r"\bask (?:me|us|my|for|first|before|questions?)\b|\bcheck(?:ing)? with me\b|\bwithout (?:my|me|asking"
    r"|checking|confirm\w*|approval|permission|explicit\w*)\b|\b(?:until|unless|before) (?:i|you (?:ask|have my|get my"
    r"|confirm))\b|\b(?:my|explicit|for|get) (?:approval|permission|confirmation|consent|ok|go-?ahead)\b|\blet me\b"
    r"|\bi(?:'ll| will| can| am going to)? (?:do|handle|run|commit|push|manage|test) (?:it|that|this|them|git|myself)\b"
    r"|\bconfirm\b|\bapprov\w+\b|\bclarif\w+\b|\b(?:frag mich|demande(?:r|z)?-moi|pregúnta\w*|chiedi)\b"
    r"|先问|问我|询问|同意|告诉我|告知|確認|聞いて|물어|спрашивай",
    # what an agent works with
    "git": r"\b(?:commit\w*|push\w*|branch\w*|merg\w+|pull requests?|prs?|git|rebase|stash|co-?author\w*|signature"
    r"|attribution|changelog|main|worktrees?)\b|提交|コミット|커밋|коммит\w*",
    "language": r"\b(?:in|auf|en|em|in het|po|на) (?:english|german|deutsch|french|français|spanish|español|castellano"
    r"|portuguese|português|italian\w*|russian|русском|chinese|japanese|korean|thai|turkish|polish|polsku|dutch"
    r"|vietnamese|arabic)\b|\b(?:english|german|french|spanish|chinese|japanese|korean|thai|russian) only\b"
    r"|по-русски|русск\w+|中文|英文|英语|汉语|日本語|英語|한글|한국어|영어|ภาษาไทย",
    "reply": r"\b(?:repl(?:y|ies)|answers?|respond\w*|responses?|speak|talk|explain\w*|summar\w+|output|chat"
    r"|report back"
    r"|tell me|antwort\w*|schreib\w*|répon\w+|parle\w*|responde|contesta|parla\w*|отвеча\w+|говор\w+|пиш\w+)\b"
    r"|回答|回复|回應|对话|答え|返答|답변|대답|ตอบ",
    "papers": r"\b(?:docs?|documentation|markdown|md files?|readme|comments?|docstrings?|emoji\w*|em[- ]?dash\w*|jsdoc"
    r"|summary|summaries|logs?)\b|\.md\b|文档|注释|ドキュメント|문서|表情",
    "testing": r"\b(?:tests?|testing|tdd|e2e|unit|lint\w*|builds?|compile|type ?check\w*|coverage|mocks?"
    r"|mock data|stubs?"
    r"|fixtures?|verify|validate|pytest|jest|vitest|playwright)\b|测试|テスト|테스트",
    "tools": r"\b(?:mcp|tools?|skills?|sub-?agents?|agents?|cli|uv|pip|npm|pnpm|yarn|bun|docker|conda|pixi|poetry"
    r"|python3?|powershell|bash|terminal|shell|context7|library|libraries|packages?|dependenc\w+|frameworks?"
    r"|components?|tailwind|shadcn|typescript|utils?)\b|工具|ツール",
    "style": r"\b(?:hard-?cod\w*|typed|types?|any|const|functional|camelcase|snake_case|kebab|naming|names|indent\w*"
    r"|line endings?|newline|console\.?log|print|global|inline|readable|clean|modular|reusable|generic\w*|robust|simple"
    r"|minimal|small|concise|short|brief|as (?:little|few|short|simple) \w+ as|fallbacks?|workarounds?"
    r"|over-?engineer\w*|assum\w+|guess\w*|hallucinat\w*|verbose|backward\w*|legacy|migrations?|placeholder\w*|dummy"
    r"|fake|real data)\b|硬编码|命名|ハードコ|하드코딩",
    # mood
    "instead": r"\b(?:instead of|rather than|in place of|not with|over the|statt|anstatt|au lieu de|en vez de"
    r"|en lugar de|invece di|вместо)\b|, not\b|代替|而不是|ではなく",
    "only": r"\b(?:only|solely|exclusively|nur|seulement|uniquement|solo|só|apenas|soltanto|только)\b|只能"
    r"|只用|仅|だけ|のみ|만 ",
    "must": r"\b(?:must|should|shall|have to|has to|need to|needs to|required|mandatory|make sure|ensure|be sure|muss"
    r"|müssen|soll\w*|doit|dois|il faut|debes?|debe\w*|tienes que|hay que|deve|devi|нужно|надо|должен|должны)\b"
    r"|必须|务必|一定要|要求|需要|してください|해줘|해야",
    "you": r"\byou(?:'ll| will| should| must| need| have| can| shall| always| never| are)\b"
    r"|\bi (?:want|need|would like|'d like|expect) (?:you|claude)\b|\byou to\b|你(?:要|应该|必须|的|需要|给"
    r"|在)|请你|ты\b|тебя",
    "order": r"^(?:(?:please|pls|plz|also|and|so|ok(?:ay)?|now|then|just|again|always|never|yes|no|but|bitte|por favor"
    r"|s'il te plaît|dorénavant)[\s,:]+)*(?:use|write|keep|add|put|make|ask|do|don'?t|follow|run|commit|push|create"
    r"|update|avoid|stop|ensure|be|respond|answer|reply|speak|test|check|verify|prefer|stick|document|store|save|place"
    r"|name|format|treat|consult|delegate|remember|note|let|leave|give|show|tell|list|include|set|assume|never|always"
    r"|no|only|without|limit|work|talk|think|plan|read|remove|delete|fix|implement|build|change|move|rename|install"
    r"|refactor|review|look|find|go|start|continue)\b|^请|^不要|^以后|^所有",
    "wish": r"\bi (?:want|need|would like|'d like|do ?n[o']t want|dont want)\b|\b(?:quiero|voglio|quero|хочу)\b"
    r"|\bje (?:veux|voudrais)\b|\bich (?:will|möchte)\b|我(?:希望|想|要)|ほしい|하고 싶",
    "asking": r"[?？]\s*$|^(?:can|could|would|will) (?:you|we|i)\b"
    r"|^(?:what|why|how|where|when|is|are|do|does|did|should|which)\b",
    "report": r"\b(?:was|were|did|didn'?t|does ?n'?t|doesnt|isn'?t|not working|works?|working|fails?|failed|error|bug"
    r"|issue|i (?:see|saw|get|got|think|don'?t (?:see|know|think|understand|want|need)|dont|can'?t|have|had|am|tried"
    r"|noticed)|you (?:did|didn'?t|have|are|were|said|just|still|keep|broke|forgot)|it(?:'s| is| was)"
    r"|there (?:is|are|was|were)|still|toujours pas|sigue|immer noch)\b|仍|还是|まだ|아직",
    "grounds": r"\b(?:because|since|so that|otherwise|weil|parce que|porque|perché|потому)\b|因为|ので|から",
    # how a team states its customs
    "passive": r"\b(?:is|are|be|gets?|must|shall|should|may|will)(?: \w+)? (?:not |never |only |always )?(?:to be "
    r"|to get )?"
    r"(?:allowed|permitted|forbidden|prohibited|accepted|tolerated|used|written|named|called|kept|stored|placed|avoided"
    r"|touched|changed|edited|modified|committed|merged|pushed|tested|documented|updated|reviewed|approved|generated"
    r"|frozen|required|mandatory|obligatory|welcome|banned|off limits|taboo)\b"
    r"|\b(?:wird|werden|ist|sind|darf|dürfen) (?:\w+ ){0,4}(?:ge\w+t|ge\w+en|verboten|erlaubt|tabu)\b|\bse (?:usa\w*"
    r"|hace\w*"
    r"|escribe\w*|prohíbe\w*)\b|\b(?:est|sont) (?:interdit\w*|obligatoire\w*)\b",
    "lives": r"\b(?:goes?|go|lives?|belongs?|stays?|sits?|lies?|lands?|comes?|resides?|gehör\w+|komm[te]n?|lieg\w+|va"
    r"|vont"
    r"|vai|vão|van) (?:\w+ )?(?:in|into|to|under|on|at|next to|beside|below|behind|through|via|with|into|from|out|nach"
    r"|unter|auf|dans|sous|en|no|na)\b",
    "owner": r"\b(?:owned|owns?|owners?|ownership|responsib\w+|in charge|maintain\w*|(?:is|are) (?:mine|ours|theirs"
    r"|yours|not"
    r" yours|not ours)|not (?:for|yours) (?:you|to)|(?:by|from|of|with) (?:[a-z]+ )?team|(?:signs? off|approv\w+"
    r"|sign-?off)"
    r"|(?:is|are) for \w+ only|hands off|out of bounds|read-?only|leave (?:it|that|them|this) (?:alone|to))\b"
    r"|\b(?:belongs?|gehör\w+|appartient|pertenece\w*) (?:to|dem|der|den|à|al?)\b",
    "team": r"\b(?:our|this|the) (?:team|house|shop|company|code ?base|repo\w*|project|group|lab|office|department"
    r"|agency)\b"
    r"|\b(?:at|with|in|among|for|by) us\b|\bhere we\b|\bwe here\b|\b(?:bei uns|chez nous|con nosotros|da noi"
    r"|aqui a gente"
    r"|у нас|u nas)\b|\bin (?:this|our) (?:place|house|team)\b",
    "we do": r"\bwe (?!(?:need|have to|got|had|were|did|should|could|can|will|are|see|saw|want|just|also|now|still"
    r"|get|lose"
    r"|tried|found|forgot|missed|noticed|discussed|talked)\b)(?:\w+ly )?(?:do not |don'?t |never |always "
    r"|only )?[a-z]+\b",
    "agreed": r"\b(?:agreed|agreement|standards?|conventions?|custom(?:ary)?|polic(?:y|ies)|norms?|usual(?:ly)?"
    r"|habit\w*|tradition"
    r"|decided (?:as a team|in the team|together)|guideline\w*|etiquette|style ?guide|house style|unwritten|by contract"
    r"|vereinbar\w+|abgemacht|convenu|acordado|договорились|kural\w*)\b",
    "condition": r"(?:^|[,;:] ?|\b(?:and|but|so|also|please) )(?:if|when|whenever|once|as soon as|who(?:ever)?"
    r"|whatever|anything"
    r"|any time|anyone|wenn|falls|sobald|si|quand|cuando|se|quando|если|когда|eğer)\b.{4,90}(?:[,:]|\bthen\b|\balso\b"
    r"|\bask\b|\btell\b|\bplease\b|\bmust\b|\bshould\b|\bneeds?\b)",
    "bounded": r"\b(?:max(?:imum)?|at most|no more than|not more than|at least|minimum|under|below|over|longer than"
    r"|bigger than"
    r"|up to|limit\w*|tops|upper|höchstens|mindestens|maximal|au plus|au moins|máximo|mínimo|no máximo)\b.{0,20}"
    r"(?:\d|\bone\b|\btwo\b|\bthree\b)|\b\d+ ?(?:lines?|chars?|characters|columns?|words?|files?)\b",
    "you may": r"\byou (?:do not|don'?t|may|can(?:not|'?t)?|must|shall|never|only|always|should(?:n'?t)?|have to"
    r"|are (?:not )?"
    r"(?:allowed|supposed|free))\b|\b(?:du (?:darfst|sollst|musst)|tu (?:dois|peux)|puedes|debes)\b",
    "artefact": r"\b(?:names?|naming|titles?|messages?|descriptions?|prefix\w*|suffix\w*|headers?|branch\w*|commits?"
    r"|prs?|tickets?"
    r"|pull requests?|identifiers|variables|constants|functions|classes|methods|interfaces|modules|folders?|director\w+"
    r"|scripts?|comments?|logs?|secrets?|passwords|tokens|migrations?|queries|types|exceptions|errors|dependenc\w+"
    r"|librar\w+|packages)\b",
    "each time": r"\b(?:before|after|with|on|for|in) (?:each|every|any|a|you|the) ?(?:new )?(?:commit\w*|push\w*"
    r"|merge\w*|change\w*"
    r"|edit\w*|prs?|release\w*|build|feature|fix|bugfix|task|step|deploy\w*|finish\w*|you)\b"
    r"|\b(?:vor|nach|bei) jede\w+\b|\b(?:avant|après) chaque\b|\b(?:antes|después|depois) de cada\b",
    "again": r"\b(?:again you|you again|once more|last time|already (?:once|twice|told|said|bitten)|(?:second"
    r"|third) time|bitten"
    r"|as (?:i|we) (?:said|told)|how (?:often|many times)|keep \w+ing|schon wieder|encore une fois|otra vez)\b",
    "one time": r"\b(?:this (?:time|once|week|morning|sprint|ticket|branch|pr|change)|for (?:this|the) (?:ticket|task"
    r"|pr|branch|demo"
    r"|release|moment|sprint)|today|tomorrow|tonight|until (?:monday|tuesday|wednesday|thursday|friday|next|the"
    r"|tomorrow)"
    r"|just (?:this|for)|temporar\w+|for the demo|diesmal|heute|cette fois|aujourd'hui|esta vez|hoy)\b",
    "plural": r"^(?:(?:please|also|and|so|but|btw|fyi|note|ps)[\s,:]+)*(?:the |our |all |every |each |any |no |new "
    r"|old )?"
    r"[a-z-]+s (?:are|have|go|live|belong|stay|must|should|may|need|get|do|don'?t|use|follow|come|start|end|carry"
    r"|always"
    r"|never|only)\b",
    "no verb": r"^(?!.*\b(?:is|are|was|were|am|be|been|do|does|did|have|has|had|can|could|will|would|should|must|may"
    r"|might"
    r"|get|gets|got|need|needs|want|wants)\b)",
    # what it is about
    "product": r"\b(?:users?|players?|customers?|clients?|admin|buttons?|pages?|screens?|columns?|rows?|cards?|tables?"
    r"|fields?|modals?|text|images?|colou?rs?|fonts?|menus?|endpoints?|apis?|widgets?|headers?|sidebars?|icons?"
    r"|layouts?|forms?|inputs?|dropdowns?|tabs?|links?|sections?|dashboard|login|app|game|site|website|map|chart|graph"
    r"|animation|mobile|desktop|view|list|values?|data|database|server|request|response|orders?|invoices?|bookings?"
    r"|emails?|notifications?|products?|items?|teams?|points?|events?|dates?|width|height|size|padding|margin|px)\b"
    r"|用户|按钮|页面|图标|数据|显示|ボタン|画面|버튼|화면|кнопк\w+|страниц\w+",
    "pointing": r"\b(?:this|that|these|those|it|them|here|above|below|following|cette|ces|dies\w*|este|esta"
    r"|estos|questo"
    r"|questa|этот|эта|это)\b|这个|那个|この|その|이거|이 ",
    "definite": r"\bthe \w+",
    "place": rf"[\w-]+/[\w./-]+|@[\w/]+|\b[\w-]+\.(?:py|tsx?|jsx?|go|rs|toml|json|cpp|html|css|ya?ml|sql|swift"
    rf"|kt|java)\b"
    rf"|{MASK}{MASK}+|#\w+:",
    "figure": r"\d",
}
_SET: Final = PatternSet({name: Pattern(pattern) for name, pattern in _PATTERNS.items()}, MASK)
_UNSPACED: Final = "\u0e00"
_HEADED: Final = Pattern(r"rule|constraint|guideline|convention|always|remember|important|regel|règle|regla|规则|约定")
_LASTING: Final = ("future", "always", "never")
_NEAR: Final = 2
_MANY_ITEMS: Final = 6
_MANY_ARTICLES: Final = 3
_WORDS: Final = ((5, "up to 4 words"), (9, "up to 8 words"), (15, "up to 14 words"), (25, "up to 24 words"),
                 (maxsize, "more words"))  # fmt: skip
_SENTENCES: Final = ((2, "1 sentence"), (4, "up to 3 sentences"), (9, "up to 8 sentences"), (21, "up to 20 sentences"),
                     (maxsize, "more sentences"))  # fmt: skip
_LENGTHS: Final = ((80, "up to 80 characters"), (250, "up to 250 characters"), (800, "up to 800 characters"),
                   (2500, "up to 2500 characters"), (maxsize, "more characters"))  # fmt: skip

_PLACES: Final[dict[str, Callable[[Place], bool]]] = {
    "opens": lambda at: len(at.sentences) > 1 and at.place == 0,
    "ends": lambda at: len(at.sentences) > 1 and at.place == len(at.sentences) - 1,
    "within": lambda at: 0 < at.place < len(at.sentences) - 1,
    "item": lambda at: at.sentence.item,
    "very definite": lambda at: at.sentence.plain.count("the ") >= _MANY_ARTICLES,
    "headed": lambda at: bool(at.sentence.heading),
    "headed as a rule": lambda at: bool(at.sentence.heading) and _HEADED.search(at.sentence.heading) is not None,
    "of a list": lambda at: sum(one.item for one in at.sentences) >= _MANY_ITEMS,
    "of a document": lambda at: any(one.heading and not one.item for one in at.sentences),
    "among lasting": lambda at: any(_lasts(one) for one in _list_near(at)),
}


def find_rule_signals(at: Place) -> Iterator[str]:
    """The names of the signals that a sentence of a prompt has."""
    sentence = at.sentence
    yield from _search(sentence.plain)
    yield from _describe_script(sentence)
    yield _measure(_count_words(sentence.plain), _WORDS)
    yield _measure(len(at.sentences), _SENTENCES)
    yield _measure(sum(len(one.plain) + 1 for one in at.sentences), _LENGTHS)
    yield from (name for name, test in _PLACES.items() if test(at))


@lru_cache(maxsize=256)
def _search(plain: str) -> tuple[str, ...]:
    """The words that a sentence has, which is read for itself and for its neighbours."""
    return tuple(_SET.search(plain))


def _lasts(sentence: Sentence) -> bool:
    return any(name in _LASTING for name in _search(sentence.plain))


def _list_near(at: Place) -> list[Sentence]:
    start = max(0, at.place - _NEAR)
    near = at.sentences[start : at.place + _NEAR + 1]
    return [one for place, one in enumerate(near, start) if place != at.place]


def _describe_script(sentence: Sentence) -> Iterator[str]:
    letters = [char for char in sentence.text if char.isalpha()]
    if len(letters) > _FEW_LETTERS and sum(char.isupper() for char in letters) > _CAPITALS * len(letters):
        yield "capitals"
    if any(char > _UNSPACED for char in letters):
        yield "no spaces"
    elif not all(char.isascii() for char in letters):
        yield "other letters"


_FEW_LETTERS: Final = 8
_CAPITALS: Final = 0.6


def _count_words(plain: str) -> int:
    """The words of a sentence; two characters of a script without spaces count as one."""
    return len(plain.split()) + sum(char > "\u2e80" for char in plain) // 2


def _measure(count: int, names: tuple[tuple[int, str], ...]) -> str:
    return next(name for most, name in names if count < most)
