"""What a sentence does in a conversation: whether a person says how something is to be, or only what is going on.

Cue words of English, German, French and Spanish. Where none of them stands, a sentence counts as a plain statement.
"""

import re
from typing import Final

from backstory.base.unspaced import count_words
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged

_CLAIM: Final = Pattern(
    r"^(?:(?:all )?(?:these|this|that|the|my|those)(?: \w+){0,3}? (?:changes?|updates?|fix(?:es)?|improvements?"
    r"|refactoring|implementation|approach|solution|code|tests?|feature|version)|this|these|that|it|everything"
    r"|all (?:tests?|checks))"
    r" (?:now |also |all )?(?:should|will|would|significantly|ensures?|makes?|improves?|provides?|allows?|enables?"
    r"|helps?|gives?|follows?|maintains?|is (?:now )?(?:complete|done|ready|working|fully|more|much|better|cleaner))\b",
    re.IGNORECASE,
)
"""How an agent praises or promises what it has just done."""
_PRAISE: Final = Pattern(
    r"\b(?:should now|now (?:properly|correctly|accurately|successfully|fully|seamlessly|cleanly|covers?|includes?"
    r"|supports?|provides?|builds?|pass(?:es)?|works?|shows?|displays?|contains?|reflects?|complete|cleaner|ready)"
    r"|successfully|seamless(?:ly)?|production[- ]ready|comprehensive|robust"
    r"|more (?:maintainable|readable|robust|organi[sz]ed)"
    r"|(?:is|are) (?:now )?(?:running|complete|up to date|clean(?:er)?) (?:and|in the|now)|ensures? (?:a|that|the)"
    r"|(?:best|better) (?:practices?|user experience)|great (?:question|catch|idea|work|news)"
    r"|work(?:s|ing)? perfectly|excellent|congratulations)\b"
    r"|^\W*(?:clear(?:er)?|better|enhanced|improved|eas(?:y|ier)|consisten\w+|maintain\w+|reusab\w+|readab\w+|flexib\w+"
    r"|scalab\w+|robust\w*|reliab\w*|separation of concerns|testab\w+|reduced|simpl\w+|faster|cleaner|benefits?"
    r"|future (?:expansion|proof\w*)|type safety|user experience)\b[^:.]{0,30}(?::| [-–—] )",
    re.IGNORECASE,
    wide=r"完美|太好了|太棒了|现在(?:应该)?(?:可以|能)|完璧|問題なく|これで.{0,24}(?:ます|です)|완벽|성공적"
    r"|이제 .{0,24}(?:됩니다|있습니다)",
)
"""Words with which an agent praises what it has done, wherever they stand."""
_REQUEST: Final = Pattern(
    r"\b(?:(?:can|could|would|will|should|shall|may) (?:you|we|i|it|there|the|this|that)\b"
    r"|(?:can|should|would|could|do|does|is|are)n['’]?t (?:we|you|it|this|that|there|be)\b|how about|what about"
    r"|what if|why not|any chance"
    r"|(?:kannst|könntest|können|sollten|sollen|wollen) (?:du|wir|sie)\b|wie wäre|warum nicht"
    r"|(?:peux|pourrais|pouvez|pourriez)[- ](?:tu|vous)|on (?:peut|pourrait|devrait)|pourquoi pas"
    r"|(?:puedes|podrías|podemos|podríamos|deberíamos))\b",
    re.IGNORECASE,
    wide=r"能不能|可不可以|能否|可否|要不要|可以.{1,24}[吗嗎]|能.{1,24}[吗嗎]|てもらえ|でき(?:ます|ない)か|できない？"
    r"|してくれ|해 ?줄(?:래| 수)|할 수 있(?:을까|나|어|니)",
)
"""How people ask for work: `can you make it so that ...`, `shouldn't we ...`."""
_WISH: Final = Pattern(
    r"\b(?:(?<!\bi )should(?:n['’]?t)?|must(?:n['’]?t)?|(?:i|we)(?:['’]?d| would)? (?:really )?(?:want|like|love|need"
    r"|prefer|rather|wish)"
    r"|(?:i )?(?:don['’]?t|do not|didn['’]?t|did not) (?:like|want|think|see (?:how|why)|agree|mean)|i dislike"
    r"|not (?:fully |really )?(?:on board|convinced|married|happy)|worried|i meant|why (?:do|did|are|would) you"
    r"|let['’]?s|let me know|please|instead|rather than|make sure|make it|supposed to|stick (?:to|with)"
    r"|ask (?:me )?(?:first|before)|out of bounds|hands off|needs? to|has to|have to|reject\w*|nope?|nah"
    r"|soll(?:te|en|ten)?|müss\w+|muss|möchte\w*|wollen|lieber|bitte|statt\w*|veux|voudrais|préf\w+|plutôt|faut"
    r"|doit|s['’]il (?:te|vous) plaît|quiero|queremos|quisiera|necesit(?:o|amos)|me gustaría|prefiero|mejor|debe\w*"
    r"|hay que|vamos a|por favor|quero|queremos|preciso|precisamos|gostaria|vorrei|voglio|dobbiamo)\b"
    r"|^(?:just |but |and |also |then )?(?:don['’]?t|do not|never|stop|no)\b",
    re.IGNORECASE,
    wide=r"不要|不用|不需要|(?<![类區区特级识个性分])别(?![的人名])|希望|想要|要求|应该|應該|必须|必須|改[成为為回]|换成"
    r"|換成|统一|統一"
    r"|只[要保能]|保持|我[要想]|能不能|可不可以|能否|麻烦|麻煩|请(?![求问])|請(?![求問])|最好"
    r"|[把将].{1,24}(?:[去删加放移设調调换]|改)|てください|ほしい|欲しい|したい|しないで|べき|いらな|いりません"
    r"|いらん|やめて|お願い|ように(?:して|し)|にして|にしよ|消して|外して"
    r"|(?:해|아|어|여|려|라|춰|꿔) ?(?:줘|주세요)|하고 ?싶|했으면|하지 ?[마말]|말아|없애|바꿔|좋겠|해야|되어야"
    r"|돼야",
)
"""Words with which a person says how something is to be, or how not."""
_FIRM: Final = Pattern(
    r"\b(?:always|never|only|every|don['’]?t|do not|instead|rather|not|immer|nie|niemals|nur|nicht|toujours|jamais"
    r"|siempre|nunca|solo)\b|n['’]t\b",
    re.IGNORECASE,
    wide=r"总是|總是|始终|始終|一律|永远|永遠|从不|只(?![有读讀])|仅|僅|不要|不用"
    r"|(?<![类區区特级识个性分])别(?![的人名])|禁止|必须|必須|不能"
    r"|不允许|不再|每次|都要|统一|統一|而不是|而非|常に|必ず|絶対|だけ|のみ|しないで|ではなく|じゃなく|毎回|一切"
    r"|항상|반드시|절대|매번|금지|하지 ?[마말]|말고|아니라|로만",
)
"""Words with which an errand is more than one."""
_ACCOUNT: Final = Pattern(
    r"^(?:(?:well|so|ah|oh|hmm+|huh|actually|also|but|and|ok(?:ay)?|yes|yeah|interesting|w8|wait|now|maybe|perhaps)[\s,.:!-]+)*"
    r"(?:i(?:['’]?(?:m|ve|d))?|we(?:['’]?(?:re|ve))?|ich|wir|j['’]ai|je|nous|yo|he|estoy"
    r"|there (?:was|were)|it (?:shows|says|works|looks|still \w+)|hat|ist)\b",
    re.IGNORECASE,
    wide=r"(?:我(?:已经|已經|刚|剛|看到|看見|发现|發現|试了|試了|这边)|刚才|刚刚|剛才|剛剛|さっき|先ほど|방금|아까)",
)
"""How an account of what somebody does or did begins."""
_CAUSE: Final = Pattern(
    r"\b(?:because|since|the (?:real |actual |root |main )?(?:issue|problem|cause|reason|catch|culprit|trick|key|bug)"
    r"(?: here)? (?:is|was)|this (?:explains|means)|that(?:['’]s| is) (?:why|because)|turn(?:s|ed) out|due to"
    r"|does(?: not|n['’]t) actually|so that|in order to|even (?:though|when)|only (?:if|when)|unless|root cause"
    r"|instead of|weil|damit|der grund|die ursache|liegt (?:daran|an)|deshalb|parce que|la cause|c['’]est pourquoi"
    r"|porque|la causa)\b",
    re.IGNORECASE,
    wide=r"因为|因為|由于|由於|原因|根因|所以|因此|导致|導致|以免|避免|否则|否則|为了|為了|而不是|而非|ため|ので"
    r"|からです|そのせい|理由|せいで|ではなく|때문|원인|그래서|므로|위해|않도록|이유",
)
"""Words with which a reason is given."""
_MEANING: Final = Pattern(
    r"^(?=[^:→]{0,40}(?:[\w)][_=./]\w|`|\w\(\)|\b[A-Z]{3,}|[a-z][A-Z]))[`$\w./=+(), -]{2,60}?"
    r"(?::|→|=>| means?| is| are| stands? for) \S+(?: \S+)",
)
"""A line that says what a name or a value means: `STATE=6: in the library, not downloaded`."""
_DEED: Final = Pattern(
    r"^(?:[✅✓✔☑]\s*)?(?:[\w`./-]+: )?(?:now )?(?:added|updated|removed|created|renamed|fixed|kept|wrote|implemented"
    r"|built|ran|introduced|pushed|broke|changed|moved|cleaned|verified|installed|committed|tested|documented|refactored|replaced|successfully|done|read"
    r"|hinzugefügt|entfernt|geändert|angelegt|ajouté|supprimé|créé|añadido|eliminado|creado)\b",
    re.IGNORECASE,
    wide=r"(?:[✅✓✔☑]\s*)?(?:已|完成[了！!。]|成功|新增|添加|增加|修改|更新|删除|刪除|创建|創建|修复|修復|移除|调整)"
    r"|.{0,40}(?:完了|対応|追加|修正|変更|削除|実装|更新|作成|調整|プッシュ|コミット)(?:しました|済み)。?$"
    r"|.{0,40}(?:추가|수정|변경|삭제|완료|생성|구현|업데이트|반영|적용|푸시|커밋)(?:했|됐|되었|하였)\S*\.?$",
)
"""How an item of a list of deeds begins. Git tells these."""


_DESCRIBES: Final = Pattern(
    r"^[`\w./:(), -]{2,100}?\b(?:handles?|manages?|draws?|contains?|provides?|defines?|wires?|holds|lives?|sits"
    r"|implements?|wraps?|exposes?|routes?|is responsible|consists? of|uses|cover[s]?|describes?|enthält|verwaltet"
    r"|stellt|gère|contient|gestiona|contiene)\b",
    re.IGNORECASE,
)
"""How a sentence begins that says what a part of the code does."""
_CODE_NAME: Final = Pattern(r"`|(?<!\S)\S*?(?:\w[._/]\w|\w\(\)|[a-z][A-Z])")
_ERRAND: Final = Pattern(
    r"(?:^|[,.;] |\b(?:can|could|would|will|please|let['’]?s|now|and|then|should)\b)(?: (?:you|we|i))?"
    r"(?: (?:please|also|just|now|maybe|try to|go and)){0,2} ?"
    r"\b(?:check|look|see|verify|validate|read|show|explain|search|tell|find|run|re-?run|install|commit|push|try again"
    r"|go|continue|proceed|start|open|list|print|take|grab|suggest|analy[sz]e|review|describe|remember|recall"
    r"|establish|propose|determine|investigate|examine|inspect|compare|peek"
    r"|prüf\w*|schau\w*|zeig\w*|erklär\w*|lies|such\w*|starte?"
    r"|vérifie\w*|regarde\w*|montre\w*|explique\w*"
    r"|lance|revisa\w*|mira|muestra|explica)\b",
    re.IGNORECASE,
    wide=r"(?:^|[，。,]\s*)(?:[请請你再先那去就]|[帮幫]我|然后|现在)*(?:查看|看[一看]?下?|检查|檢查|阅读|閱讀|读取"
    r"|分析|跑)"
    r"|(?:^|[，。,]\s*)(?:[请請你再先那去就]|[帮幫]我|然后|现在)*(?:运行|運行|执行|執行|重启|重啟|继续|繼續|搜索"
    r"|告诉)"
    r"|(?:^|[，。,]\s*)(?:[请請你再先那去就]|[帮幫]我|然后|现在)*(?:解释|說明|打开|提交|推送|列出|测试|確認|确认)"
    r"|(?:確認|実行|起動|説明|分析|検索|続行|調査|特定|実施|解決)して|排查|해결해|見て|教えて|続けて|進めて|調べて|読んで|試して"
    r"|(?:확인|실행|진행|설명|분석|검색|테스트)해|알려|보여|계속|읽어",
)
"""How somebody is sent to look, to run or to go on: it is done with the moment."""
_DELEGATES: Final = Pattern(
    r"\b(?:have|get|let|ask|send) (?:\w+ ){0,4}(?:somebody|someone|somebody else|helpers?|sub-?agents?|another agent)\b"
    r"|\bget (?:\S+ ){1,6}(?:looked (?:at|into)|checked|reviewed|verified|tested)\b"
    r"|\b(?:somebody|someone) (?:please )?(?:look|check|read|verify)\b"
    r"|\bshould be (?:examined|checked|looked (?:at|into))\b"
    r"|\blass\w* (?:\w+ ){0,3}(?:jemand\w*|einen helfer)\b|\bfass(?:e|t)? (?:mir|uns)\b",
    re.IGNORECASE,
)
"""How a person asks for a sub-agent to be sent."""
_NOW: Final = Pattern(
    r"\b(?:can|could|would|will) you (?:(?:please|kindly|now|then|also) ){0,2}(?:do|begin|start|connect|finish|go on"
    r"|carry on|have a (?:go|try|look|peek)|look|check|find out|see (?:if|whether|how|what)|write|add|implement|build"
    r"|measure|fix)\b"
    r"|\b(?:kannst|könntest|würdest) du (?:\w+ ){0,6}(?:machen|anfangen|beginnen|schreiben|einbauen|messen|bauen)\b",
    re.IGNORECASE,
)
"""How a person asks for a piece of work that is done next."""
_CURIOUS: Final = Pattern(
    r"\b(?:for my own (?:curiosity|education|understanding)|out of curiosity|just (?:curious|wondering)"
    r"|side q(?:uestion)?|i only ask|may i (?:also )?ask"
    r"|i (?:have )?(?:never|always) (?:quite |really )?(?:wondered|understood|got)\b"
    r"|while (?:you think|i make|i get|i['’]?m (?:at it|waiting)|we wait|it (?:runs|builds))"
    r"|(?:please )?(?:explain|erklär\w*) (?:to )?(?:me|us|mir|uns)"
    r"|nur (?:aus neugier|interessehalber)|neugierhalber|nebenfrage|par curiosité|por curiosidad)\b",
    re.IGNORECASE,
    wide=r"顺便问|順便問|好奇|什么是|什麼是|是什么意思|有什么区别|什么区别|讲讲|とは何|って何|の違いは|ちなみに"
    r"|무슨 뜻|뭐야|차이가",
)
"""How a person asks beside the work. The answer is what may be of use."""
_COMMITS: Final = Pattern(
    r"\b(?:commit messages?|conventional commits?|commit-nachricht|message de commit|mensaje de commit)\b"
    r"|^/?(?:ac|commit)\b"
    r"|^uses (?:the )?[`'\"]?(?:feat|fix|docs|refactor|chore|test|style|perf|build|ci)[`'\"]?:?[`'\"]? "
    r"|(?:^|\b(?:please|and|now|then|you|bitte) )(?:commit|push|merge|rebase|squash|stash)\b"
    r"|\b(?:open|create|make) (?:a |the )?(?:pr|pull request|merge request)\b"
    r"|\b(?:single|one|these|all) (?:git )?commits?\b",
    re.IGNORECASE,
    wide=r"提交(?:代码|代碼|到|一下|信息|并|吧|git)|推送|(?:git|github) ?(?:に|へ|で)|コミット|プッシュ|プルリク"
    r"|(?:push|pr|pull request) ?(?:して|を(?:作|送|出))|커밋|푸시",
)
"""How people speak of committing, which git tells."""
_WRITING: Final = Pattern(
    r"\b(?:add|update|write|improve|adjust|extend|refresh|re-?write|create|put|draw|explain|document)\b[^.;]{0,60}"
    r"\b(?:comments?|docs?|documentation|logs?|logging|readme(?:\.md)?|changelog|flowchart|diagram|summary|overview)\b",
    re.IGNORECASE,
    wide=r"(?:写|寫|更新|补充|添加|生成|整理|补)[^。；，]{0,20}(?:文档|文檔|文件檔|注释|註解|日志|readme|总结|md)"
    r"|(?:ドキュメント|コメント|readme|要件定義書)[^。]{0,12}(?:書|更新|追加|作成)"
    r"|(?:문서|주석|readme)[^.]{0,10}(?:작성|추가|업데이트|써|정리)",
)
"""How somebody is sent to write about the work: it is done with the moment as well."""
_ADDRESSES: Final = Pattern(
    r"\b(?:please|you(?:['’]?ll)? (?:can|may|might|should|could|need|want|will|have to)|if you(?:r)?\b|your (?:\w+ )?"
    r"(?:machine|system|path|sdk|terminal|shell|phone|device|browser|editor|screen|computer|ide)|bitte|veuillez)\b",
    re.IGNORECASE,
    wide=r"请(?:您|你)?(?:先)?(?:刷新|重启|运行|执行|检查|确认|告诉|打开|手动|重新|尝试|访问)|[你您](?:可以|需要)"
    r"|てください|ご確認|お知らせ|くださいね|주세요|하시면|하세요|보세요",
)
"""How an agent tells the person what to do."""
_OWN_PART: Final = Pattern(
    r"\b(?:i['’]?ll|i will|i want to|i['’]?m going to|let me|ich|je vais|yo|vou|eu)\b.*"
    r"\b(?:myself|my own|by hand|selbst|selber|moi-même|yo mismo|mesmo|sozinho)\b",
    re.IGNORECASE,
    wide=r"我(?:自己|来|來)(?:来|來|做|改|写|寫|审|弄|处理|測試|测试|跑)|自分で|私が(?:やり|対応|確認)"
    r"|(?:내가|제가|직접) ?(?:직접|할|만들|수정)",
)
"""How people say which part of the work they do themselves."""
_RELATION: Final = Pattern(r"->|→|=>|⇒|\(\S+ \S[^)]*\)|^[^:]{3,40}: \S|\d ?(?:%|[a-zµ]{1,3}\b)|[$€£] ?\d")
"""Signs that a list item relates two things: an arrow, a remark in brackets, a value."""
_LONG_ITEM: Final = 7
"""Words from which a list item is more than a name."""
_SUPPOSES: Final = Pattern(
    r"\b(?:suggests?|might|could be|seems?|appears?|looks? like|possibly|perhaps|maybe|probably|likely|presumably"
    r"|i (?:think|suspect|assume|guess)|my (?:guess|theory|suspicion)|odd|strange|puzzling|wonder|vermutlich"
    r"|wahrscheinlich|vielleicht|scheint|könnte|peut-être|sans doute|semble|quizás|tal vez|parece|probablemente)\b",
    re.IGNORECASE,
    wide=r"可能|也许|也許|或许|或許|应该是|大概|似乎|猜测|看起来|かもしれ|おそらく|多分|たぶん|はずです|と思われ"
    r"|ようです|아마|것 같|수도 있|듯",
)
"""How somebody supposes what he has not seen."""
_UNDOES: Final = Pattern(
    r"(?:(?:ok(?:ay)?|no|nah|hmm+|sorry|actually|wait|so|and|please)[\s,.!-]+){0,3}(?:never ?mind\b"
    r"|i(?:['’]ve| have)? (?:just )?(?:undid"
    r"|undone|reverted|rolled (?:it |that |this )?back)\b|(?:undo|revert|roll back|back out|discard)"
    r" (?:that|this|it|your|these|those|all)\b|forget (?:it|that|about (?:it|that|this))\b|scrap (?:it|that|this)\b"
    r"|vergiss (?:es|das)\b|(?:mach|nimm) (?:das|es) (?:\w+ )?(?:rückgängig|raus|zurück)\b|annule (?:ça|cela)\b"
    r"|laisse tomber\b|olv[ií]da(?:lo)?\b|deshaz)",
    re.IGNORECASE,
    wide=r"(?:算了|不对|不對|不行|请|請|帮我|幫我|还是|還是|先|全部|都)?[，, ]*(?:回滚|回滾|撤[销銷回]|还原|還原"
    r"|退回|改回)"
    r"|(?:やっぱ(?:り)?|いや|そこじゃない)?[、。 ]*(?:元に戻|戻して|取り消)"
    r"|(?:아니|그냥|다시)? ?(?:되돌려|원래대로|취소해|롤백)",
)
"""How a person begins who takes back what was just done."""
_DIGEST: Final = Pattern(
    r"\b(?:what (?:did )?(?:we|you|i)(?:['’]ve| have)? (?:\w+ )?(?:learn\w*|f(?:ind|ound)|discover\w*|kn(?:ow|ew) now)"
    r"|lessons|sum(?:mari[sz]e|mary| (?:it |this |that )?up)|recap|wrap[- ]?up"
    r"|(?:save|store|keep|persist) (?:the |this |all )?(?:context|notes?|knowledge|findings)"
    r"|(?:write|note) (?:it|this|that|them)(?: all)? down"
    r"|document (?:it|this|that|them|what|our|the (?:findings?|decisions?|results?))|hand[- ]?(?:over|off)"
    r"|zusammenfass\w*|fass(?:e)? .{0,30}zusammen|schreib\w* .{0,20}auf|résum\w+|resum\w+)\b",
    re.IGNORECASE,
    wide=r"总结|總結|汇总|記錄下来|记录下来|交接|まとめて|振り返|引き継|정리해|요약|인수인계",
)
"""How a person asks for what was learnt."""


_REPORTS: Final = Pattern(
    r"\b(?:committed|commits?|done|in place|is in|are in|both in|renamed|added|(?:is|are) (?:now )?there|works? now"
    r"|now works"
    r"|passes|pass|green|erledigt|fertig|committet|eingebaut|drin|grün|steht jetzt|fait|ajouté\w*|en place|hecho|listo"
    r"|añadid\w+|en verde|feito|pronto|adicionad\w+|fatto|aggiunt\w+|klaar|gedaan|toegevoegd|zrobione|gotowe)\b",
    re.IGNORECASE,
    wide=r"已(?:提交|完成|添加)|完成了|提交了|コミットしました|完了|追加しました|커밋했|완료|추가했",
)
"""Words with which an agent reports what it has done."""


@judged
def describes_code(sentence: str) -> bool:
    """Whether a sentence only says what a part of the code does, which the code says itself."""
    return (
        bool(_DESCRIBES.match(sentence))
        and gives_meaning(sentence.partition(" ")[0] + ": x x")
        and not gives_cause(sentence)
    )


@judged
def names_code(sentence: str) -> bool:
    """Whether a sentence holds a name from code, a path or a call."""
    return bool(_CODE_NAME.search(sentence))


@judged
def is_errand(sentence: str) -> bool:
    """Whether a sentence sends somebody to look, to run or to go on."""
    return bool(_ERRAND.search(sentence)) and not _FIRM.search(sentence)


@judged
def is_curious(sentence: str) -> bool:
    """Whether a person asks beside the work, to understand something."""
    return bool(_CURIOUS.search(sentence))


@judged
def is_passing(sentence: str) -> bool:
    """Whether a person's sentence is done with once it was answered: it asks for a piece of work, sends a helper, or
    asks beside the work, and lays nothing down."""
    return is_curious(sentence) or (
        bool(_NOW.search(sentence) or _DELEGATES.search(sentence)) and not _FIRM.search(sentence)
    )


@judged
def is_writing(sentence: str) -> bool:
    """Whether a sentence sends somebody to write about the work: comments, documents, logs."""
    return bool(_WRITING.search(sentence))


@judged
def speaks_of_commits(sentence: str) -> bool:
    """Whether a sentence is about committing and its message, and not about the work."""
    return bool(_COMMITS.search(sentence))


@judged
def sends(sentence: str) -> bool:
    """Whether a sentence sends somebody to look, to run or to go on, whatever else it says."""
    return bool(_ERRAND.search(sentence))


@judged
def settles(sentence: str) -> bool:
    """Whether a person's sentence says what is not to be, or why something is: one of two ways was chosen."""
    return bool(_FIRM.search(sentence)) or gives_cause(sentence)


@judged
def is_own_part(sentence: str) -> bool:
    """Whether people say which part of the work they do themselves."""
    return bool(_OWN_PART.search(sentence))


@judged
def supposes(sentence: str) -> bool:
    """Whether a sentence supposes something."""
    return bool(_SUPPOSES.search(sentence))


@judged
def addresses_person(sentence: str) -> bool:
    """Whether an agent's sentence tells the person what to do."""
    return bool(_ADDRESSES.search(sentence))


@judged
def takes_back(text: str) -> bool:
    """Whether a prompt begins by taking back what was done for the one before."""
    return bool(_UNDOES.match(text))


@judged
def asks_for_digest(text: str) -> bool:
    """Whether a prompt asks to sum up or to write down what was learnt."""
    return bool(_DIGEST.search(text))


@judged
def asks(sentence: str) -> bool:
    """Whether a person's sentence says in so many words that something is to be done, or not to be done."""
    return bool(_WISH.search(sentence)) or is_request(sentence)


@judged
def is_request(sentence: str) -> bool:
    """Whether a question asks for work and not for an answer."""
    return bool(_REQUEST.search(sentence))


@judged
def is_account(sentence: str) -> bool:
    """Whether a sentence tells what somebody does, did or sees, and nothing that is to be."""
    return bool(_ACCOUNT.match(sentence)) and not _WISH.search(sentence)


@judged
def gives_cause(sentence: str) -> bool:
    """Whether a sentence gives a reason."""
    return bool(_CAUSE.search(sentence))


@judged
def gives_meaning(sentence: str) -> bool:
    """Whether an item of a list says what a name or a value means."""
    return bool(_MEANING.match(sentence)) and not is_deed(sentence)


@judged
def relates(sentence: str) -> bool:
    """Whether a list item relates one thing to another: a state to its reason, an old value to a new one."""
    if _RELATION.search(sentence):
        return True
    return count_words(sentence) >= _LONG_ITEM and not is_deed(sentence)


@judged
def is_deed(sentence: str) -> bool:
    """Whether a sentence of an agent only says what was done, or what good that does."""
    return bool(_DEED.match(sentence) or _CLAIM.match(sentence) or _PRAISE.search(sentence))


@judged
def reports(sentence: str) -> bool:
    """Whether a sentence of an agent reports what it has done, and gives no reason."""
    return _REPORTS.search(sentence) is not None and not gives_cause(sentence)
