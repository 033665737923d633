r"""Passwords of plain words that a sentence tells: `the password is walnut`, `log in as ada with password walnut`.

Nothing in a plain word tells that it is a secret. So the sentence has to say it of a password and end there, and the
word must not be one with which something is said of a password: `required`, `hashed`, `the same`.
"""

from typing import Final

from backstory.redact.chance import DIGITS
from backstory.redact.looks import is_slight_password
from backstory.redact.patterns import Pattern
from backstory.redact.readable_values import is_written_word
from backstory.redact.sentences import is_of_code
from backstory.redact.spans import Span
from backstory.redact.words import SENTENCE, is_placeholder

_WORD: Final = rb"[A-Za-z\x80-\xff](?:[\w\x80-\xff]|['-][\w\x80-\xff])+"
_VALUE: Final = (
    rb"(?:[\"'`*_]{1,2}|\xe2\x80[\x98-\x9f]|\xc2\xab[ ]?)?(" + _WORD + rb"(?:[ ](?:" + _WORD + rb"|[A-Za-z])){0,6}?)"
    rb"(?:[\"'`*_]{1,2}|\xe2\x80[\x98-\x9f]|[ ]?\xc2\xbb)?"
)
_END: Final = (
    rb"(?:[.!?,;)]*(?:[ \t]*\r?(?:\n|\\n|$)|[\"'][,}\]\s]|[\"']$)|[.!?,;)](?:[ ]|$)|"
    rb"[ ]by the way|"
    rb"[ ](?:and|but|or|und|aber|et|mais|y|pero|ma|please|bitte|now|for now|btw|yesterday|today|so|if|when|"
    rb"on|for|without|with|\xe2\x80\x94|-|\xd0\xb8|ge\xc3\xa4ndert|gesetzt)[ \t\n.,]|"
    rb"[ ](?:now|yesterday|today|please|bitte|ge\xc3\xa4ndert|gesetzt)(?:\r?\n|$))"
)
_WHOSE: Final = (
    rb"(?:[ ](?:for|of|to|on|in|at|f\xc3\xbcrs?|von|vom|van|voor|pour|de|du|del|di|della|dello|para|do|da|"
    rb"\xd0\xbe\xd1\x82|\xd0\xb4\xd0\xbb\xd1\x8f)"
    rb"[ ][\w\x80-\xff'.@/~-]+(?:[ ][\w\x80-\xff'.@/~-]+){0,3}?)?"
)
_CHANGED: Final = (
    rb"[ ](?:(?:is|was|got|has been|gets)[ ](?:now )?(?:changed|reset|set|updated|switched)(?: back)?[ ]to|"
    rb"(?:wurde|hab(?:e|en)?[ ](?:ich|wir)|ist)(?:[ ](?:jetzt|gerade|gestern|heute|neu))?[ ]"
    rb"(?:ge\xc3\xa4ndert|gesetzt|zur\xc3\xbcckgesetzt)[ ]auf|wurde(?:[ ](?:jetzt|gerade|gestern|heute))?[ ]auf|"
    rb"a[ ]\xc3\xa9t\xc3\xa9[ ](?:chang|remplac|modifi)\xc3\xa9e?[ ](?:en|par|pour)|"
    rb"(?:se[ ]cambi\xc3\xb3|ha[ ]cambiado|fue[ ]cambiada|se[ ]ha[ ]cambiado)[ ](?:a|por)|"
    rb"\xc3\xa8[ ]stata[ ](?:cambiata|impostata|reimpostata)[ ](?:in|a|su)|"
    rb"foi[ ](?:alterada|mudada|trocada|redefinida)[ ]para|is[ ](?:gewijzigd|veranderd)[ ](?:naar|in))"
)
"""What says to what a password was changed."""
_FILLER: Final = rb"(?:(?:uh|um|like|just|called|literally|simply|actually|einfach|bitte|please)[, ]{1,2})?"
STATED: Final = Pattern(
    rb"(?i)(?:[\"'*_`]{0,2})"
    + _WHOSE
    + rb"("
    + _CHANGED
    + rb"|[ ]?:(?:</[a-z]+>)?|[ ](?:->|=>|\xe2\x86\x92)|'s|[ ]colon|"
    rb"[ ](?:is|was|becomes|should be|must be|ist|war|lautet|"
    rb"est|\xc3\xa9tait|es|era|jest|"
    rb"\xc3\xa8|\xc3\xa9|er|\xc3\xa4r)(?:[ ](?:now|still|again|jetzt|noch|currently set to|currently|set to))?:?)"
    + rb"[*_]{0,2}[ ]+"
    + _FILLER
    + _VALUE
    + _END
)
"""What follows a word for a password up to the end of what it is said to be. Groups: what says so, the value."""
STATED_POLISH: Final = Pattern(
    rb"(?i)(?:[ ](?:do|dla|od|na|w)(?:[ ][\w\x80-\xff'.@/~-]+){1,4}?)?[ ](?:to|brzmi|jest)(?:[ ](?:teraz|nadal))?:?[ ]"
    + _VALUE
    + _END
)
"""The same in Polish, where `to` says what something is. Group: the value."""
_POLISH: Final = (b"has\xc5\x82o", b"haslo")
_ARROWS: Final = (b" ->", b" =>", b" \xe2\x86\x92")
"""Signs behind which a value has digits: words may be another step of something."""
BESIDE: Final = Pattern(rb"(?i)(?:[ ](still|to|auf|\xc3\xa0|a|por)|)[ ]" + _FILLER + _VALUE + _END)
"""A value right behind the word. Groups: what leads to it, the value."""
TYPED: Final = Pattern(rb"(?i)[^.\n]{0,60}?\b(?:i|we|you|then|and)[ ](?:typed?|entered|enter)[ ]" + _VALUE + _END)
"""What was typed when it was asked for. Group: the value."""
_ASKED_BEFORE: Final = Pattern(rb"(?i)\b(?:prompted|asked|asks|prompts)[ ]for[ ](?:(?:the|a|your|my|its)[ ])?\z")
ENTERED: Final = Pattern(rb"(?i),?[ ](?:please[ ])?(?:type|enter)[ ]" + _VALUE + _END)
"""What is to be entered when it is asked for. Group: the value."""
_LOGIN_BEFORE: Final = Pattern(
    rb"(?i)(?:\b(?:user(?:name)?|login|log[ ]?in|logged[ ]in|sign[ ]?in|signed[ ]in|"
    rb"account|benutzer(?:name)?|identifiant|utilisateur|usuario|gebruiker(?:snaam)?|"
    rb"utente|usu\xc3\xa1rio)"
    rb"(?:[ ]?[:=]|[ ](?:as|is|user|with|ist|est|es))?[ ][\"'`]?([\w.@-]+)[\"'`]?|\b(?:ssh[ ])?[\w.-]+@[\w.-]+)"
    rb"[ ,;(]{1,3}(?:(?:and|with|mit|und|et|y|e|the|its|con|avec)[ ]){0,2}\z"
)
_NO_ACCOUNT: Final = frozenset(
    b"and or with without name names is as a the and/or und oder et ou y o e by has can must"
    b" user username email mail account login your my their id".split()
)
_TRIED_BEFORE: Final = Pattern(
    rb"(?i)(?:\b(?:try|use|used|tried|typed?|entered|with|nimm|benutze|verwende|utilise|usa|mit|avec|con|com|met|med)|"
    rb"[ ]\xd1\x81)[ ]"
    rb"(?:(?:the|this|that|my|our|das|dem|le|la|el|il|a|het)[ ])?(?:[\w-]+[ ])?(?:als[ ])?\z"
)
OWNED_BEFORE: Final = Pattern(rb"(?i)\b(?:my|our|his|her|admin|root|db|sudo|wifi|user)[ ]\z")
_FORGOTTEN: Final = Pattern(
    rb"(?i)\b(?:forg[eo]t\w*|esquec\w+|olvid\w+|oubli\w*|vergess\w+|dimentic\w+|zapomnia\w+|vergeten|recuper\w+|redefin\w+)"
    rb"(?:[ ](?:my|the|your|a|o|minha|sua|la|mi|tu|mon|ma|le|votre|mein|dein|das|il|mia|het|de)){0,2}[ ]\z"
)
"""What is said of a password before a colon behind which stands what else there is to say."""
_CHANGED_BEFORE: Final = Pattern(rb"(?i)\b(?:old|new|former|previous)[ ]\z")
_SET_BEFORE: Final = Pattern(
    rb"(?i)\b(?:chang|set|sett|reset|updat|rotat|habe|mis\b|setze|\xc3\xa4nder|cambi|puse|puesto)[\w\x80-\xff]{0,4}[ ]"
    rb"(?:the |my |our |das |le |la )?"
    rb"(?:[\w\x80-\xff-]+[ ]){0,3}\z"
)
SERVES: Final = Pattern(
    rb"(?i)\b(?:use|using|used|try|take|set|nimm|benutze|verwende|utilisez?|usa|usar)[ ]"
    + _VALUE
    + rb"[ ](?:as|als|comme|como|come)[ ](?:(?:the|a|my|your|our|das|le|la)[ ])?(?:[\w-]+[ ]){0,2}\z"
)
"""A value and, after it, that it serves as what the word at the end is. Group: the value."""
_ENDS_CLAUSE: Final = Pattern(rb"(?:[\"'`*_]{0,2})(?:[.!?,;)]|\s*(?:\n|\\n|$)|[ ](?:and|for|on|please|now|then)\b)")
FOR_PASSWORDS: Final = frozenset(
    word.encode()
    for word in (
        "password", "passwords", "pass word", "passwrod", "passphrase", "pass phrase", "pass-phrase", "passwd",
        "pwd", "pw", "pass", "passwort",
        "kennwort", "mot de passe", "mot-de-passe", "mdp", "contraseña", "contrasena", "senha",
        "wachtwoord", "parola", "hasło", "haslo", "heslo", "пароль", "паролем",
        "lösenord", "losenord", "adgangskode", "salasana",
        "şifre", "sifre",
    )
)  # fmt: skip
"""Words that mean a password and nothing else, unlike `secret`."""
_SAYS: Final = Pattern(
    rb"(?i)[a-z]+(?:ed|ing|ly|able|ible|ive|ful|less|ous|tion|ment|ness)|[\w\x80-\xff]*(?:\xc3\xa9e?s?|aire|ide|ible|"
    rb"ado|ada|ido|ida|ata|ato|uta|ita|etta|rrecta|rrecto|cta|cto|toria|torio|t\xc3\xb3ria|rata|bile|vel|nte|lida|lido|"
    rb"falsch|richtig)"
)
"""Words that say how something is or what was done to it, by their endings."""
_THINGS: Final = frozenset(
    b"mermelada marmelada marmolada marmellata limonada lemoniada limonata ensalada cascada armada espada fachada"
    b" granada helado pescado soldado mercado tornado avocado aguacate goiabada feijoada jangada madrugada estrada"
    b" escada salada empada empanada almohada cebada morada parada tostada naranjada posada balada ballada autostrada"
    b" czekolada rolada szarada brygada insalata frittata cioccolata serenata sonata patata corrente ponte monte"
    b" torrente puente fuente diente serpente elefante diamante gigante levante horizonte restaurante estudante".split()
)
"""Words for things that end like words that say what was done."""
SPOKEN_THINGS: Final = frozenset(
    b"dans sur sous chez avec sans par les des aux los las una con sin por para gli nel nella sul sulla com sem"
    b" que qui moins caract\xc3\xa8res zeichen mindestens caracteres caratteri almeno menos ask check contact ping"
    b" read look talk get find call run go see tba tbd immer anders nie noch ganz policy policies rule rules length"
    b" strength hash hashes hashing format expiry lifetime timeout rotation field fields input inputs prompt reset"
    b" resets requirement requirements limit limits history age complexity validator regex manager managers screen"
    b" page form dialog modal checks again twice once first here there below above box column table change changes"
    b" update updates generator leak leaks storage store file files protection only login logins auth recovery"
    b" handling logic flow endpoint test tests bug bugs issue error errors step steps dump dumps spray sprays"
    b" string strings text hint hints mask toggle visibility sync label link links email mail attempt attempts"
    b" grant flag option options argument parameter variable variables guess guesses part parts entry entries line"
    b" lines alone itself instead too also either anyway though yet ever then than else about after before during"
    b" until nothing something anything everything nobody whatever wherever elsewhere somewhere everywhere"
    b" different identical important alphanumeric numeric static dynamic symmetric specific unique weak strong safe"
    b" secure short long wrong right fine good great bad okay done gone lost known given shown sent kept set made"
    b" built written plaintext cleartext base bcrypt argon scrypt sha md random broken stale old new same other"
    b" such much more most less many few several some any all both each every none no not never always often"
    b" already still just even perhaps maybe probably really very quite rather case user users root admin name"
    b" names mandatory compulsory confidential crucial essential critical trivial obvious visible invisible public"
    b" private common easy hard simple complex correct incorrect invalid valid unknown fixed leaked stored saved"
    b" free full king key keys stuff thing things fun legacy standard default mine yours ours theirs his hers today"
    b" tomorrow yesterday soon later early late back obligatoire faux fausse juste court vide requis inconnu"
    b" identique falso falsa vacia vazia vac\xc3\xada errada errado corta curta larga longa incorrecta incorreta"
    b" inv\xc3\xa1lida sbagliata scaduta scritta leer weg kurz lang gleich neu alt verlopen fout onjuist leeg"
    b" verplicht kort wymagane puste nieprawid\xc5\x82owe".split()
)
"""What a password has, is and does: what follows tells of it and is not the password."""


_SAYS_GERMAN: Final = Pattern(
    rb"(?:ge|be|ver|zer|ent|er|ab|an|auf|aus|ein|zu|hinter|\xc3\xbcber|unter|vor|nach|mit|zur\xc3\xbcck|un)[\w\x80-\xff]+"
    rb"(?:t|en|es|er)|[\w\x80-\xff]+(?:lich|ig|isch|bar|sam|haft|los|iert|end|reich|voll|wert|frei|lang|ert|elt|ach|"
    rb"alls|falls|weise|ung|en|em|er|es)|.*(?:falsch|richtig|stark|sicher|geheim|bekannt|korrekt|privat|komplex|"
    rb"gut|kaputt|egal|klar|fertig|gleich|alt|neu|leer|kurz|echt|\xc3\xb6ffentlich|gro\xc3\x9f|klein|weg|dran|drin)"
)
"""Words in small letters that say in German how a password is or what was done to it."""
_GERMAN: Final = ([b"ist"], [b"war"], [b"auf"])
"""What leads to a value in German, whose nouns begin with capitals."""


def find_stated_word(text: bytes, start: int, last: int, end: int) -> Span | None:
    """The word, or the few, that a sentence tells as the password whose word stands at `start` to `last`."""
    name = text[start:last]
    if text[start - 1 : start].isalnum() or text[last : last + 1].isalnum():
        return None
    if name.lower() not in FOR_PASSWORDS:
        return _find_behind_key(text, start, last, end) if name.lower() == b"clave" else None
    limit = min(end, last + LONGEST)
    is_verb = name.lower() in (b"pass", b"pwd") and not OWNED_BEFORE.within(text[max(0, start - 24) : start])
    groups = None if is_verb else STATED.at(text, last, limit)
    if groups and _FORGOTTEN.within(text[max(text.rfind(b"\n", 0, start) + 1, start - 48, 0) : start]):
        return None
    if groups and not _is_of_code(text, start, last, groups[1]):
        if text[slice(*groups[1])] in _ARROWS and not _is_mixed(text[slice(*groups[2])]):
            return None
        return _judge(text, groups[2], text[slice(*groups[1])])
    if name.lower() in _POLISH and (groups := STATED_POLISH.at(text, last, limit)):
        return _judge(text, groups[1], b":")
    groups = BESIDE.at(text, last, limit)
    if groups and _leads_to(
        text[max(text.rfind(b"\n", 0, start) + 1, start - 80) : start], text[slice(*groups[1])], is_verb=is_verb
    ):
        return _judge(text, groups[2], text[slice(*groups[1])]) or _judge_first_word(text, groups[2])
    typed = not is_verb and (b"type" in text[last:limit] or b"enter" in text[last:limit])
    groups = TYPED.at(text, last, limit) if typed else None
    if typed and not groups and _ASKED_BEFORE.within(text[max(0, start - 32) : start]):
        groups = ENTERED.at(text, last, limit)
    return _judge(text, groups[1], b" ") if groups else None


def _find_behind_key(text: bytes, start: int, last: int, end: int) -> Span | None:
    """A word with digits behind a word for a key of any kind, where the sentence says what was entered."""
    groups = BESIDE.at(text, last, min(end, last + LONGEST))
    before = text[max(text.rfind(b"\n", 0, start) + 1, start - 80) : start]
    if not groups or not _leads_to(before, text[slice(*groups[1])], is_verb=False):
        return None
    first, stop = groups[2]
    blank = text.find(b" ", first, stop)
    stop = stop if blank < 0 else blank
    return Span(first, stop, "prose-password") if _is_mixed(text[first:stop]) else None


def _judge_first_word(text: bytes, place: tuple[int, int]) -> Span | None:
    """The first of several words, where it has digits: `mit dem Passwort Torrente-9 ging es`."""
    first = place[0]
    last = text.find(b" ", first, place[1])
    return Span(first, last, "prose-password") if last > first and _is_mixed(text[first:last]) else None


def _is_mixed(value: bytes) -> bool:
    """Whether a word has digits among its letters, and is no standard, version, measure or placeholder."""
    if len(value) < 6 or b" " in value or not value[:1].isalpha() or not any(char in DIGITS for char in value):
        return False
    return is_slight_password(value) or (not is_of_code(value) and not is_placeholder(value))


def find_printed_word(text: bytes, start: int, last: int, end: int) -> Span | None:
    """What a shell prints of the variable whose telling word stands at `start` to `last`: the line below."""
    if not text[start:last].isupper() or not _PRINTS.within(text[max(0, start - 48) : start]):
        return None
    groups = _PRINTED.at(text, last, min(end, last + LONGEST))
    if not groups or is_placeholder(text[slice(*groups[1])]):
        return None
    return Span(*groups[1], "password")


_PRINTS: Final = Pattern(rb"(?:\becho[ ]+[\"']?\$\{?|\bprintenv[ ]+|\$env:)[A-Z0-9_]*\z")
_PRINTED: Final = Pattern(rb"\}?[\"']?[ ]*\r?\n([^\s$#<>(){}][^\s]{4,127})[ ]*\r?(?:\n|$)")


def find_serving_word(text: bytes, start: int, last: int, end: int) -> Span | None:
    """The word before that serves as what the word at `start` to `last` says: `use walnut as the password`."""
    head = max(text.rfind(b"\n", 0, start) + 1, start - 96)
    if text[start:last].lower() not in FOR_PASSWORDS or _ENDS_CLAUSE.begin(text, last, min(end, last + 8)) < 0:
        return None
    before = text[head:start]
    if not any(link in before for link in _LINKS):
        return None
    groups = SERVES.find(before, 0, len(before))
    return _judge(text, (head + groups[1][0], head + groups[1][1]), b" ") if groups else None


_LINKS: Final = (b" as ", b" als ", b" com", b" As ")
LONGEST: Final = 160
"""Bytes behind the word for a password that are read."""


def _is_of_code(text: bytes, start: int, last: int, sign: tuple[int, int]) -> bool:
    """Whether a colon belongs to code: it stands behind a quote, or a name that no sentence has."""
    if text[last : last + 1] in (b'"', b"'", b"`") and text[slice(*sign)].strip() == b":":
        return True
    return text[start - 1 : start] in (b".", b"-", b"_", b"$", b"@", b"<", b"/") and text[slice(*sign)].strip() == b":"


def _leads_to(before: bytes, link: bytes, *, is_verb: bool) -> bool:
    """Whether what stands before the word makes of what stands behind it a value."""
    if link in (b"to", b"auf", b"\xc3\xa0", b"a", b"por"):
        return _SET_BEFORE.within(before)
    if link:
        return True
    if _CHANGED_BEFORE.within(before) or _TRIED_BEFORE.within(before):
        return not is_verb
    login = _LOGIN_BEFORE.find(before, 0, len(before))
    return login is not None and before[slice(*login[1])].lower() not in _NO_ACCOUNT


def is_stated_word(value: bytes, *, in_sentence: bool = False) -> bool:
    """Whether a word by itself can be a password, and is none with which something is said of one.

    `in_sentence`: a word may also tell by its ending that it says how something is or what was done.
    """
    words = value.replace(b"-", b" ").lower().split()
    if len(value) < 5 or not is_written_word(value) or SPOKEN_THINGS.intersection(words):
        return False
    if in_sentence and any(_SAYS.whole(word) for word in words):
        return False
    return not SENTENCE.intersection(words[:1])


def _judge(text: bytes, place: tuple[int, int], sign: bytes) -> Span | None:
    first, last = place
    value = text[first:last]
    if _is_mixed(value):
        return Span(first, last, "prose-password")
    words = value.replace(b"-", b" ").lower().split()
    quoted = text[first - 1 : first] in (b'"', b"'", b"`", b"*", b"_", b"\xbb")
    if len(value) < 5 or not is_written_word(value) or SPOKEN_THINGS.intersection(words):
        return None
    is_noun = quoted or any(word[:1].isupper() for word in value.split())
    if sign.split()[:1] in _GERMAN and not is_noun and (len(words) > 1 or _SAYS_GERMAN.whole(value)):
        return None
    if not quoted and (
        any(_SAYS.whole(word) for word in words if word not in _THINGS) or SENTENCE.intersection(words[:1])
    ):
        return None
    if len(words) > 1 and not quoted:
        most = 3 if sign.strip() in (b"to", b"auf") else 1 if not sign.strip() else 7
        if len(words) > most or (SENTENCE.intersection(words) and sign.strip() not in (b":", b"colon")):
            return None
    return Span(first, last, "prose-password")
