"""How a prompt rejects what the agent has just reported: `no, ...`, `undo that`, `still the same error`."""

from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import read_sentences

_LEAD: Final = r"^(?:(?:hm+|ok(?:ay)?|well|sorry|wait|hey|actually|but|and|nah|ach|bon|pero)[\s,.!…–-]+)*"
_OVERRULES: Final = Pattern(
    _LEAD + r"(?:(?:no|nope|nein|non)(?:[,.!;:]|$| (?:that|this|it|we|you|i|don't|not|it's|wait|das|ce|eso)\b)"
    r"(?! (?:problem|worries|need|rush|idea|more|questions?|changes)\b)"
    r"|(?:please )?(?:revert|undo|roll back|take back|put back|restore|remove|delete) (?:that|this|it|your|the last"
    r"|all (?:of )?(?:that"
    r"|this|your)|those|these|everything|what you)\b"
    r"|(?:that|this|it)(?:'s| is| was|s) (?:not (?:right|correct|true|it|what|how|the|working|fixed)|wrong|incorrect"
    r"|a bad idea|worse)\b"
    r"|you(?:'re| are) wrong\b|you (?:misunderstood|broke|forgot|missed|didn't|did not|removed|deleted)\b"
    r"|i (?:didn't|did not|never) (?:ask|want|say|tell|mean)\b|(?:not|isn't) what i (?:asked|wanted|meant|said)\b"
    r"|why (?:did|are|would) you (?!think\b)\w+|das (?:ist|war) (?:falsch|nicht)|so nicht\b|mach das rückgängig"
    r"|(?:c'est|ce n'est) (?:faux|pas)\b|eso no\b|está mal\b|não é isso\b|deshaz\b|revierte\b)"
    r"|^(?:.{0,60}[\s,.])?(?:still (?:the same|fail\w*|broken|not|doesn't|getting|get|see(?:ing)?|have|having"
    r"|an? \w* ?error|happen\w*|crash\w*"
    r"|\w+ing the same)\b|(?:the )?same (?:error|problem|issue|thing|result)\b|(?:it|that|this) (?:didn't|did not"
    r"|doesn't|does not|dont)"
    r" (?:work|help|fix|change|do)\b|not (?:fixed|working)\b|didn't (?:work|help|fix)\b|no change\b|immer noch\b"
    r"|geht (?:immer )?noch"
    r" nicht\b|toujours (?:pas|la même|le même)\b|(?:ne|n') ?\w+ (?:toujours )?pas\b|sigue\w* (?:sin|igual|fallando"
    r"|dando|el mismo)\b"
    r"|no funciona\b|todavía no\b|ainda não\b|não funciona\b)",
    wide=r"^(?:(?:嗯|啊|但|但是|可是|でも|うーん|근데|음)[，,、 ]*)*(?:不[对對行](?!劲|的话)|不是这[样个]"
    r"|不是我(?:要|想"
    r"|说)|[错錯]了|还是(?:不行|不对|一样|报错|没|有问题|不能)"
    r"|没(?:有)?(?:效果|生效|解决|变化|反应)|撤[销回]|回滚|还原|違(?:う|い)|ダメ|だめ|直(?:って|り)(?:い)?ない"
    r"|変わ(?:ら|って)(?:い)?ない"
    r"|まだ(?:エラー|同じ|出|動か|直)|戻して|元に戻|アカン|아니야?(?=[,. ]|$)|아냐|틀렸|(?:아직(?:도)?|여전히"
    r"|그대로) ?(?:안|똑같|같은|에러|오류)|안 ?(?:돼|되는|바뀌)"
    r"|되돌려|원래대로|롤백)",
)
_MAX_OPENING: Final = 200
"""Characters at the beginning of a prompt that tell what it makes of the answer."""


def overrules(prompt: str) -> bool:
    """Whether a prompt begins by rejecting the last answer, or says that its fix did not work."""
    sentences = read_sentences(prompt, person=True)[:2]
    return any(_OVERRULES.search(one.plain[:_MAX_OPENING]) is not None for one in sentences[:1]) or (
        len(sentences) > 1
        and len(sentences[0].plain.split()) <= _FEW
        and _OVERRULES.search(sentences[1].plain) is not None
    )


_FEW: Final = 4
"""Words of a first sentence that says nothing yet, such as `hm, ok.`"""
