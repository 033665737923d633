"""The words that announce a secret, and what stands in a secret's place without being one."""

from functools import lru_cache
from typing import Final

from backstory.redact.drawn_passwords import is_drawn_password
from backstory.redact.patterns import Pattern

STRONG: Final = (
    rb"pass[ _-]?(?:w(?:or|ro)?ds?|phrase|code|wort|ord)|passwd|pass?wr[dt]|pas{1,3}wor[dt]|paswd|psswd|"
    rb"pswd?|psw|pwd|pword|pass|pw|psk|"
    rb"secrets?|secert|sercet|credentials?|authtok|identified by|securestring|"
    rb"contrase(?:n|\xc3[\xb1\x91])a|kennwort|mot[ _-]?de[ _-]?passe|senha|has(?:l|\xc5[\x82\x81])o|wachtwoord|"
    rb"l(?:o|\xc3[\xb6\x96])senord|salasana|parola(?: d'ordine)?|"
    rb"(?:s|\xc5[\x9f\x9e])ifre(?:m|n|miz|niz|si)?|heslo|jelsz(?:o|\xc3[\xb3\x93])|"
    rb"(?:\xd0\xbf|\xd0\x9f)\xd0\xb0\xd1\x80\xd0\xbe\xd0\xbb\xd1\x8c|\xd0\x9f\xd0\x90\xd0\xa0\xd0\x9e\xd0\x9b\xd0\xac|"
    rb"\xe5\xaf\x86\xe7\xa0\x81|\xe5\xaf\x86\xe7\xa2\xbc|\xe3\x83\x91\xe3\x82\xb9\xe3\x83\xaf\xe3\x83\xbc\xe3\x83\x89|"
    rb"\xeb\xb9\x84(?:\xeb\xb0\x80\xeb\xb2\x88\xed\x98\xb8|\xeb\xb2\x88)"
    rb"|key content|(?:wlan|wi-?fi|netzwerk)[ -]?(?:schl\xc3\xbcssel|key)|"
    rb"mdp|clave|palavra[ -]passe|adgangskode|kodeord|kata sandi|m(?:a|\xe1\xba\xad)t kh(?:a|\xe1\xba\xa9)u"
    rb"|\xd0\xbf\xd0\xb0\xd1\x80\xd0\xbe\xd0\xbb(?:\xd0\xb5\xd0\xbc|\xd0\xb5\xd0\xb9|\xd1\x8f|\xd1\x8e|\xd0\xb5)"
    rb"|\xd0\xbb\xd0\xbe\xd0\xb7\xd0\xb8\xd0\xbd\xd0\xba\xd0\xb0"
    rb"|\xce\xba\xcf\x89\xce\xb4\xce\xb9\xce\xba\xcf\x8c\xcf\x82"
    rb"|\xd9\x83\xd9\x84\xd9\x85\xd8\xa9 \xd8\xa7\xd9\x84\xd9\x85\xd8\xb1\xd9\x88\xd8\xb1"
    rb"|\xd9\x83\xd9\x84\xd9\x85\xd8\xa9 \xd8\xa7\xd9\x84\xd8\xb3\xd8\xb1"
    rb"|\xd7\xa1\xd7\x99\xd7\xa1\xd7\x9e\xd7\x94"
    rb"|\xe0\xa4\xaa\xe0\xa4\xbe\xe0\xa4\xb8\xe0\xa4\xb5\xe0\xa4\xb0\xe0\xa5\x8d\xe0\xa4\xa1"
    rb"|\xe0\xb8\xa3\xe0\xb8\xab\xe0\xb8\xb1\xe0\xb8\xaa\xe0\xb8\x9c\xe0\xb9\x88\xe0\xb8\xb2\xe0\xb8\x99"
    rb"|\xe6\x9a\x97\xe8\xa8\xbc\xe7\x95\xaa\xe5\x8f\xb7|\xe5\x8f\xa3\xe4\xbb\xa4"
    rb"|\xed\x8c\xa8\xec\x8a\xa4\xec\x9b\x8c\xeb\x93\x9c|\xec\x95\x94\xed\x98\xb8"
)
"""Names of values that are secret whatever they look like, in the languages that programs are configured in."""

WEAK: Final = (
    rb"tokens?|api[_.-]?keys?|apikey|keys?|auth(?:entication|orization)?|access|private|creds?|bearer|signature|sig|"
    rb"salt|webhook|pat|licen[cs]e|client[_.-]?id|jwt|dsn|pin|otp|seed|mnemonic|api|cookie|sid|connection[ _.-]?string|"
    rb"apykey|tokn|pepper|(?:recovery|backup)[ _-]?codes?|"
    + "密钥|秘钥|密鑰|金鑰|令牌|トークン|(?:api|アクセス|シークレット)キー|토큰|api ?키|токен|jeton".encode()
    + rb"|(?:api|zugriffs|zugangs)[ _-]?schl(?:\xc3\xbc|ue)ssel"
)
"""Names of values that are secret when they also look drawn at random."""

_VOCABULARY: Final = frozenset(
    b"a abc abcdef account admin an and any api app auth authorization authtoken bar basic baz bearer bool boolean"
    b" bytes changeit changeme char client code config confirm confirmation credential credentials current data"
    b" database db default demo disabled dummy email empty enabled encrypted env environment example fake false"
    b" field file foo for from generated generic hash header here hidden id in incorrect inherit input insert int"
    b" invalid is it key label local localhost login manager me missing mock must my name new nil no none not null"
    b" number object of old omitempty on optional or param pass passcode passphrase passwd password passwords path"
    b" placeholder private prompt provider public put pwd qux random real redacted refresh repeat replace replaceme"
    b" required reset root sample secret secrets service session set some str string super temp test testing text"
    b" that the this to todo token tokens true try type undefined utf ascii unknown url use user username val valid"
    b" value var variable void with word wrong www x xx xxx xxxx y yes your yours z erforderlich notwendig"
    b" obligatoire requis requise obligatorio obligatoria requerido requerida obbligatorio obbligatoria richiesto"
    b" richiesta verplicht vereist wymagane".split()
)
"""Words of which placeholders are made; a value of nothing else says that a secret goes here."""

_ABROAD: Final = _VOCABULARY | frozenset(
    b"dein deine deinem ihr ihre euer mein meine passwort kennwort geheim geheimnis hier eintragen einsetzen eingeben"
    b" setzen ersetzen votre ton mon mot de passe ici mettre saisir remplacer tu su mi clave secreto aqui poner escribe"
    b" reemplazar cambiar cambia sua seu minha senha segredo trocar inserir substitua digite il tuo tua mio segreto qui"
    b" inserisci jouw uw mijn wachtwoord geheime twoje moje haslo tutaj wpisz zmien contrasena".split()
)
"""The same with words of six other languages, of which only values without a digit are made."""

SENTENCE: Final = frozenset(
    b"a about add again all an and are as at be but by can change choose click close confirm create do does done edit"
    b" enter error field fields for forgot from go has have here hide how if in incorrect input invalid is it its keep"
    b" least login match may minimum must new no not of off old on one only open or our please provide required reset"
    b" save see select set should show sign so than that the their them then there these this those to too two type"
    b" update use used user using value view was we what when where which will with wrong you your".split()
)
"""Words of sentences, which passphrases do without."""

_REFERENCE: Final = (
    rb"\$\{[A-Za-z_!#$][\w.]*(?:\[[^\[\]]*\])?(?:[}:?/#%|,^+*(\[ -]|\z)|\$\((?:[^()]*\)|[\w./ -]*\z|[\w./-]+[ ])|"
    rb"\{\{[^{}]*(?:\}\}|\{|\z)|#\{[^{}]*(?:\}|\{|\z)"
)
"""A reference to another value inside this one: what it opens it closes, or its end was cut off."""
_FRAME: Final = Pattern(
    rb"(?s)<[^<>]*>|\{+[^{}]*\}+>?|\[[^\[\]]*\]|\([^()]*\)|%[\w.-]+%|%\{[^{}]*\}|(?:%[a-z][/:@.,-]?)+|@\w+@|__\w+__|"
    rb"(?i:(?:tu|su|mi|la)[-_ ]contrase\xc3\xb1a(?:[-_ ]aqu(?:i|\xc3\xad))?|contrase\xc3\xb1a[-_ ]aqu(?:i|\xc3\xad)|"
    rb"(?:twoje|moje)[-_ ]has\xc5\x82o(?:[-_ ]tutaj)?|ditt[-_ ]l\xc3\xb6senord)|"
    rb"\$\{?[A-Z_][A-Z0-9_]*\}?|\$\{?[a-z_][a-z_]{0,30}\}?|\$[0-9]"
    rb"|(?i:(?:replace|change|insert|enter|put)[-_](?:with|this|your|the|in)(?:[-_][a-z]+)+|[a-z][\w-]*[-_]x{4,}|"
    rb"(?:[a-z_-]+[-_])?your[-_][a-z_-]+|changeme[-_][a-z_-]+)|\$[A-Za-z]+(?:_[A-Za-z]+)+"
    rb"|(?:\$\(|\$\{|\{\{).*|.*(?:"
    + _REFERENCE
    + rb"|<[\w .-]+>|%\([a-z]|\.\.\.|\xe2\x80\xa6|\*\*\*|\{[a-z_]{0,24}\}).*",
)
_FILLING: Final = b"xX*.#_-"


def split_words(value: bytes) -> list[bytes]:
    """The words of an identifier: parted at punctuation, at digits and where capitals begin."""
    out: list[bytes] = []
    start, kind = 0, 0
    for place, code in enumerate(value):
        now = _KINDS[code]
        if now == kind:
            continue
        if kind == _UPPER and now == _LOWER:
            if place - start > 1:
                # the last capital of a run belongs to the word that follows: `XMLParser`
                out.append(value[start : place - 1])
            start, kind = place - 1, now
            continue
        if kind:
            out.append(value[start:place])
        start, kind = place, now
    if kind:
        out.append(value[start:])
    return out


_UPPER: Final = 2
_LOWER: Final = 1
_KINDS: Final = bytes(
    _LOWER if 97 <= code <= 122 else _UPPER if 65 <= code <= 90 else 3 if 48 <= code <= 57 else 4 if code >= 128 else 0
    for code in range(256)
)


@lru_cache(maxsize=8192)
def is_placeholder(value: bytes) -> bool:
    """Whether a value only says that something goes here: `<token>`, `${VAR}`, `{{ x }}`, `your-key`, `****`."""
    return (
        _is_filling(value)
        or (_FRAME.whole(value) and not is_drawn_password(value))
        or _is_crossed_out(value)
        or (_has_vocabulary_only(value) and not is_chosen_word(value))
    )


def is_chosen_word(value: bytes) -> bool:
    """Whether words of placeholders are joined with a number as people choose a password.

    `SuperSecret9`, `Password1!`, `DbSecret#42`, `admin123`: words for a secret or an account, and behind them a number,
    with a sign where documentation writes the same number. `MyPassword123` is what documentation writes.
    """
    letters = value.rstrip(_NUMBER_AND_SIGNS)
    tail = value[len(letters) :]
    number = tail.strip(_CHOSEN_SIGNS)
    if not number.isdigit() or not letters.isalpha():
        return False
    parts = [part.lower() for part in split_words(letters)]
    if not _NEVER_CHOSEN.isdisjoint(parts):
        return False
    if len(parts) == 1 and parts[0] in _ACCOUNTS:
        return len(number) > 1 or len(tail) > len(number)
    if _PASSWORD_WORDS.isdisjoint(parts):
        return False
    if len(tail) > len(number):
        return True
    return number not in _EXAMPLE_NUMBERS and (len(number) > 1 or (len(parts) > 1 and letters[:1].isupper()))


_CHOSEN_SIGNS: Final = b"!?.#$%&*@^+~"
_NUMBER_AND_SIGNS: Final = _CHOSEN_SIGNS + b"0123456789"
_EXAMPLE_NUMBERS: Final = (b"0", b"1", b"2", b"01", b"12", b"123", b"1234", b"12345")
_PASSWORD_WORDS: Final = frozenset((b"secret", b"password", b"passwd", b"pass", b"pwd"))
_ACCOUNTS: Final = frozenset((b"admin", b"root", b"administrator"))
_NEVER_CHOSEN: Final = frozenset(
    b"your yours change changeme changeit replace replaceme insert here placeholder example sample fake dummy wrong"
    b" incorrect invalid redacted foo bar baz new old".split()
)


def _is_filling(value: bytes) -> bool:
    """Whether a value is one character over and over, or signs that fill a gap."""
    size = len(value)
    if size > 3 and value.count(value[:1]) == size:
        return True
    if value[:1] > b"\x7f":  # a sign of several bytes: `••••`
        return any(size >= 2 * width and value[:width] * (size // width) == value for width in (2, 3))
    return size > 2 and not value.strip(_FILLING)


def _is_crossed_out(value: bytes) -> bool:
    upper = value.upper()
    return b"XXXXXXXX" in upper and 2 * upper.count(b"X") >= len(value)


def _has_vocabulary_only(value: bytes) -> bool:
    """Whether a value has words of placeholders, short numbers and hardly anything else."""
    return len(value) <= 64 and _has_vocabulary(value)


@lru_cache(maxsize=8192)
def _has_vocabulary(value: bytes) -> bool:
    parts = split_words(value)
    words = _ABROAD if not any(map(bytes.isdigit, parts)) else _VOCABULARY
    others = sum(len(part) for part in parts if not _is_word_of(words, part) and not _is_short_number(part))
    telling = sum(len(part) for part in parts if _is_word_of(words, part))
    return telling > 0 and others <= min(2, telling // 2)


def _is_word_of(words: frozenset[bytes], part: bytes) -> bool:
    return part.lower() in words and len(part) > 1


def _is_short_number(part: bytes) -> bool:
    return part.isdigit() and len(part) <= 3


def means_password(word: bytes) -> bool:
    """Whether a word is one for a password, and not for any secret or for signing in."""
    return _FOR_PASSWORD.within(word)


_FOR_PASSWORD: Final = Pattern(
    rb"(?i)pass|pw|psk|creds?\b|credential|kennwort|parol|mdp|contrase|clave|senha|wachtwoord|has[l\xc5]|l\xc3\xb6senord|"
    rb"\xd0\xbf\xd0\xb0\xd1\x80"
)
