"""Small words of many languages, which a question is better without, and what compares statements is not.

Those of English, German, French and Spanish are in `base.tokenizer`. To search the short text of an initial costs the
hook process less than to load a set.
"""

_SMALL = {
    "a": (
        " aan abbiamo aby af agli agora ai ainda ale alla alle allo allora anche ancora ao aos aquela aquele aqui att"
        " até av "
    ),
    "b": " ben bene bent bez bij bir biz bizim bo bu być był była było były ",
    "c": " che chi ciebie cię co como cosa così coś cui czemu czy ",
    "d": (
        " da daar daha dal dall dalla dalle dat dei dela dele della depois det deve devemos devo deze değil di dit dla"
        " dlaczego dobbiamo dopo dov dove dus "
    ),
    "e": " ecco een ela elas ele eles eller em entre então er era essa esse essere esta estava este estão ett eu ",
    "f": " fa faz fazer foi fra för ",
    "g": " gdy gdzie geen gibi già gli ",
    "h": (
        " ha haar hadden hai han hanno har heb hebben heeft het hij ho hoe hon hun hur hvad hvem hvilke hvor hvordan"
        " hvorfor "
    ),
    "i": " iemand iets ik ikke ile inte io isso isto için ",
    "j": " jag jak jaka jaki jakie jakiej jakim jako jeg jego jej jest jeszcze jij jullie już já ",
    "k": " kan kiedy kim kto ktoś która które który których którym kunnen ",
    "l": " lhe loro lub lui ",
    "m": (
        " ma maar mai mam mamy mas masz med meer mesmo meu mi mia mij mijn minha mio mnie moet moeten moja moje może"
        " mu muito mój mü mı "
    ),
    "n": (
        " na naar nad nam nasz nasza nasze nasıl neden nee negli nei nel nella nem nerede nic nie niet niets niçin nog"
        " non nossa nossas nosso nossos nostra nostri nostro nu num numa não när nós "
    ),
    "o": " och od og om omdat onde onlar ons onze ook op oppure oraz ou ",
    "p": (
        " pas pela pelas pelo pelos perché più po pod pode podemos poi porquê possiamo posso potem prima przez przy"
        " può på "
    ),
    "q": (
        " quais qual quale quali quando quanta quantas quante quanti quanto quantos quell quella quelli quello quem"
        " questa questo quindi "
    ),
    "s": (
        " sei sem sen senza seu seus si siamo siz się ska solo som sono stata stati stato sua suas sul sull sulla"
        " sulle são så sì só są "
    ),
    "t": (
        " ta tak tam também te tego tej tem ten ter teraz też ti til toch tot tra tutaj tutto tych tylko tym tymi têm "
    ),
    "u": " uit uma un uno ",
    "v": " va vad vai van vanno varför ve veel vi vilka vilken vilket você vocês voor vores vão vår våra ",
    "w": " waar waarom wam wanneer waren wat weer wel welk welke werd wij wil willen więc worden wordt ",
    "y": " yok ",
    "z": " za zal ze zelf zich zij zijn zit zo zonder zou ",
    "à": " à às ",
    "ä": " är ",
    "ç": " çok ",
    "ş": " şu ",
    "ż": " że żeby ",
    "б": " без будет бы был была было быть ",
    "в": " вам вас ведь во вот все вы ",
    "г": " где ",
    "д": " да даже для до ",
    "е": " его ее ей ему если есть еще ",
    "ж": " же ",
    "з": " за ",
    "и": " из или их ",
    "к": " как какая какие какой когда кто ",
    "л": " ли ",
    "м": " меня мне может мой мы ",
    "н": " на надо наш наша наши не него ней нет ни ничего но ну ",
    "о": " он она они опять от ",
    "п": " по под потом почему ",
    "р": " раз ",
    "с": " сам себе себя со ",
    "т": " так там тебя теперь то тоже только тут ты ",
    "у": " уже ",
    "ч": " чего чем что чтоб ",
    "э": " эта эти это этот ",
}
"""Initial -> words, each between blanks: Dutch, Italian, Portuguese, Polish, Swedish, Danish, Turkish and Russian."""
_SMALL_THERE = " come dan die dos door men met nas os per till want "
"""Words that are small in a text of such a language, and mean something in an English one."""


def is_small(word: str, *, is_foreign: bool = False) -> bool:
    """Whether a word in lower case is one of them.

    `is_foreign` says that its text is in another language than English.
    """
    return f" {word} " in _SMALL.get(word[:1], "") or (is_foreign and f" {word} " in _SMALL_THERE)
