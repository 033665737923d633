"""Kinds of values that stand beside a name for a secret and are none: code, places, versions, public things."""

from typing import Final

from backstory.redact.patterns import Pattern

CODE: Final = Pattern(
    rb"(?s)[$@&*!%]?[A-Za-z_][\w]*(?:(?:\.|->|::|\?\.)[A-Za-z_]\w*|\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])+|"
    rb".*[\w\])][(\[{][^)\]}]*|[!~&*-]{1,2}[A-Za-z_(][A-Za-z_.(]*|[!{(]{0,2}[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+\(.*|![01][,})].*|"
    rb"[A-Za-z][\w.]*<[A-Za-z<>,. |]*|[&*]{0,2}\[[&*]?\w+(?:;[ ]?\w+)?\]?|"
    rb"[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+!\.[A-Za-z_].*|"
    rb"[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*\.(?:env\.\w+|\w*(?i:passw(?:or)?d|secret|token|key|pass|pwd))!|"
    rb"(?:static|self|parent)::\$\w+|.*(?:=>|==|&&|\|\||!=).*|"
    rb"[A-Za-z_][\w.]*\??[(\[].*|->.*|[A-Z][A-Za-z]+\?|[A-Za-z_$]{1,3}[,}].*"
)
"""An expression: names, calls and indexes joined, or one that a blank cut off."""
WORDS_AND_NUMBER: Final = Pattern(rb"[a-z]{4,}(?:\.[a-z]{4,}){1,3}[0-9]{2,6}")
"""Plain words and a number, as people choose passwords: `walnut.harbor95`. Names in code seldom end in two digits."""
PLACE: Final = Pattern(rb"(?i)(?:[a-z][a-z0-9+.-]*://|\.{0,2}/|~/|[A-Za-z]:\\|[\w.-]+/[\w./-]*$|@|#|\.\w+$)")
WHEN: Final = Pattern(
    rb"[\^~<>=]{0,2}v?[0-9]+(?:[.:/_T-][0-9]+)+(?:[.Z+-][\w.+:-]*)?|"
    rb"[a-z][a-z0-9_./-]*(?::v?[0-9]+(?:\.[0-9]+)+|@v?[0-9]+(?:\.[0-9]+){2,})(?:-[a-z][\w.-]*)?|"
    rb"[0-9]{1,3}|0x[0-9a-fA-F]{1,16}[uUlL]*|[0-9.]+[a-zA-Z%]{0,3}|\+?\.[0-9][efg%]|"
    rb"[0-9]+\.(?:second|minute|hour|day|week|month|year)s?"
)
"""A version, also of an image or a package (`redis:8.6.2`, `eslint@9.1.0`), a time, a measure."""
OTHER_THINGS: Final = Pattern(
    rb"(?s)[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z][\w-]+|\x1b\[.*|[A-Za-z_]+(?::[\w,.]+)?(?:\|[A-Za-z_]+(?::[\w,./]+)?)+|"
    rb".*\[[^\[\]]*\w-\w[^\[\]]*\](?:[+*]|\{[0-9,]+\}).*|.*(?:\(\?[:P<]|\[\^[\\/]|\]\{[0-9]|\\[sSwWd][\])*+]).*|"
    rb"unix:/.*|#/.*|[\w./-]+\.[a-z]{1,4}:[0-9]{1,5}|(?:rsa|dsa|ec|ed)[0-9]{0,5}:[0-9]{3,5}|env\([A-Z_][A-Z0-9_]*\)|[A-Za-z_]\w*=(?i:true|false|none|null)|"
    rb"(?:[a-z_]\w*\.){2,}(?:[A-Z][a-z0-9]+){2,}|00[0-9]{2}_[a-z][a-z0-9_]*|sha(?:256|384|512)-[A-Za-z0-9+/]{43,}={0,2}|ENC\[AES256_GCM,.*|[.\\+*?^$]{2,6}|\S*\.[+*]\$|"
    rb"(?i:(?:sha-?|md|hs|rs|es|ps)[0-9]{1,3}|pbkdf2(?::\w+)*|[sb]crypt|argon2(?:id|i|d)?|aes-[0-9]{3}(?:-[a-z]{3})?)|"
    rb"(?i:[0-9a-f]{8}-0000-1000-8000-00805f9b34fb)|"
    rb"(?:[A-Z][A-Z0-9_]*=[\w-]+:(?:latest|[0-9]+),?)+"
)
"""Addresses of people, escapes of a terminal, rules of validation, patterns of regular expressions, sockets, kinds of
keys, references to variables and to versions of secrets, migrations, classes in
modules, digests of files, what SOPS encrypted, names of algorithms, and numbers of Bluetooth."""
PUBLIC: Final = Pattern(
    rb"[ACNOUX][A-Z2-7]{55}\z|age1[02-9ac-hj-np-z]{58}\z|"
    rb"arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:[0-9]*:|-----BEGIN (?:RSA |"
    rb"EC )?(?:PUBLIC KEY|CERTIFICATE)-----|"
    rb"(?:ssh-[a-z0-9]+ |ecdsa-[\w-]+ )?AAAA(?:B3NzaC1|C3NzaC1|E2VjZHNh)"
)
"""What says of itself that everybody may read it: the name of a resource, the public half of a key, also as NATS writes
it."""
