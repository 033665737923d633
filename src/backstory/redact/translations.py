"""Tells the texts of a program in the languages of its users from secrets: `"new-password": "Neues Passwort"`.

A text names what goes into a field, and a secret does not. What a service issues has no letters of other scripts, and
is no sentence; a passphrase may have both, and is told from a text by a word for a password in it.
"""

from functools import lru_cache
from typing import Final

from backstory.redact.chance import DIGITS
from backstory.redact.patterns import Pattern

LONGEST: Final = 160
"""Bytes of a text that is looked at."""
_TEXT: Final = Pattern(
    rb"[A-Za-z\x80-\xff(][A-Za-z\x80-\xff'-]*"
    rb"(?:[ .,:;!?()/'\"-]{1,3}[A-Za-z\x80-\xff][A-Za-z\x80-\xff'-]*)*[ .!?:)]{0,3}"
)
_COMPOUND: Final = Pattern(rb"[A-Z]{2,8}-[A-Z]?[a-z]+")
"""An abbreviation and a word: `SMTP-Passwort`."""
_STEMS: Final = Pattern(
    (
        r"\b(?:pass?word|passwort|kennwort|passord|passcode|passphrase|palavra-passe|senha|contrase[nñ]|contrasinal|"
        r"mot de passe|parola|parol|parool|lozink|gesl|hes[lo]|hasł|jelsz|salasan|lösenord|adgangskod|wachtwoord|"
        r"slaptažod|şifre|sifre|kata sandi|mật khẩu|pasahitz|lykilorð|"
        r"schlüssel|geheim|klucz|sekret|secret|ključ|klíč|kľúč|kulcs|cheie|segredo|chave|clave|clau\b|clé\b|chiave|"
        r"sleutel|nyckel|nøk|nøgl|avain|atslēg|võti|anahtar|gizli|kunci|rahasia|khóa|jeton|token|access|tajn|api\b|id\b)"
        r"|парол|лозинк|κωδικ|συνθηματ|סיסמ|گذرواژه|رمز|عبور|مرور|ключ|секрет|кључ|тајн|таен|тайн|κλειδ|μυστικ|"
        r"סוד|مفتاح|कुंजी|密|パスワード|キー|シークレット|비밀|키|รหัส|პაროლ|გასაღებ|საიდუმლო|गुप्त|पासवर्ड"
    ).encode()
)
"""Words for a password, a key and a secret in the languages that programs are translated into, by their stems."""


@lru_cache(maxsize=2048)
def is_translation(value: bytes, *, is_password: bool) -> bool:
    """Whether a value is a text that names or describes a secret. `is_password`: its name is one for a password."""
    if len(value) > LONGEST or value != value.translate(None, DIGITS) or not _TEXT.whole(value):
        return False
    words = value.split()
    if len(words) < 2 and value.isascii() and not _COMPOUND.whole(value):
        return False
    if _STEMS.within(value.decode("utf-8", "replace").lower().encode("utf-8")):
        return True
    if is_password:
        return False
    return not value.isascii() or (len(words) >= _FEWEST_WORDS and value[:1].isupper())


_FEWEST_WORDS: Final = 3
"""Words of a sentence: a recovery phrase has more, all in small letters."""
