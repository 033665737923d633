"""Splits text into the words that the index stores and that a query asks for. Both sides call the same functions.

SQLite's full-text tokenizer splits at everything except letters and digits, and stems English. This module adds the
parts of `camelCase`, the joined form of `snake_case` and `kebab-case`, names such as `C++`, and pairs of characters
for scripts written without spaces. It uses no regular expressions, because the hook process must not import `re`.
"""

from backstory.base.marks import drop_marks
from backstory.base.small_words import is_small

_STOP = """
a about above after again against all also am an and any are aren as at be because been before being below
between both but by can cannot could couldn did didn do does doesn doing don down during each few for from
further had hadn has hasn have haven having he her here hers him his how i if in into is isn it its itself just
let me more most mustn my myself no nor not of off on once only or other our ours out over own same shall shan
she should shouldn so some such than that the their theirs them then there these they this those through to too
under until up us very was wasn we were weren what when where which while who whom whose why will with won would
wouldn you your yours
lets whats wheres whos hows whens whys thats theres isnt arent wasnt werent doesnt didnt dont cant wont shouldnt couldnt
wouldnt hasnt havent
"""
_STOP_OF_OTHERS = """
warum wieso weshalb wir sie ich nicht ist sind das dem ein eine einen einer einem und oder aber wenn dann noch nur auch
auf aus bei mit nach seit von vom zum zur über unter für durch ohne wie wo wer welche welcher welches welchen wurde wird
werden kann können muss müssen soll sollen haben hatte hat statt schon mal dass weil als denn doch diese dieser dieses
uns unser unsere mir mich ihr ihre sein seine ja nein bitte jetzt hier dort immer gibt im ins der die den des um
pourquoi dans avec pour les une aux nous vous ils elles cette ces qui que quoi quand comment où faut doit peut être
avoir fait été sans ne sont leur mais et donc de du le la au est ce je tu il elle nos vos notre votre
qué cómo cuándo dónde cuál quién el los las una unos unas del pero en con sin para por sobre se su sus es está hay fue
ser hemos tenemos nuestro nuestra porque lo al y
这个 那个 我们 你们 他们 什么 怎么 为什 可以 没有 一个 です ます した する して この その これ それ こと から まで
"""
STOP = frozenset(f"{_STOP} {_STOP_OF_OTHERS}".split())
"""Words that a question is better without."""
_ENGLISH = f" {_STOP} ".replace("\n", " ")

_WEAK = """
able absolutely actually add added adding adds agreed allow already alright always another anybody anything app
application around asked asking away awesome back bad basically best better big bigger bit bug bugs build built call
called calls case cases change changed changes changing check checked class clean clear code command commands commit
continue cool correct create created creates creating current currently data day days debug default definitely delete
different directory discuss discussed discussion doc docs documentation done early easier easy edit eight else end
enough error errors even ever every everybody everyone everything exactly example existing explain fail failed failing
fails fast faster feature fewer file files find fine first five fix fixed fixes fixing folder four full function
functions get gets getting give given go going good great guys half handle happen happened happens hard harder hear
heard hello help hey hi hmm hour hours idea implement implementation implemented improve include indeed instead issue
issues job keep kind know last late later less like line lines list little ll long look looking looks lot main make
makes making many maybe mean meeting mention mentioned method minute minutes module month months much name names need
needed needs never new next nice nine nobody nope now number object ok okay old one open option order output part
parts pass people perfect person place please possible print problem problems project put question quick quickly read
really refactor remove removed repo repository result results return returns review right run running runs said say
saying second see seem seems sense set sets setting setup seven show simple simply since six slow slower slowly small
smaller somebody someone something soon sorry source speak start started state step steps still stop string support
sure take talk talking task tell ten test tested testing tests text thank thanks thing things think third three time
today todo together told tool try trying turn twelve two type types understand update updated updates updating use
used useful user uses using value values variable version via wait want wants way week weeks well whole without work
working works write writes writing written wrong yeah year years yep yes yet py js ts tsx jsx md json toml yaml yml
txt html css src lib com www http https org
"""
WEAK = frozenset(_WEAK.split())
"""Common words of software: they affect the rank, but are not evidence that a record is meant."""

PAIRED = (
    (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF),
    (0xAC00, 0xD7AF), (0xF900, 0xFAFF), (0xFF66, 0xFF9D), (0x20000, 0x3FFFF),
)  # fmt: skip
"""Thai, Lao, Burmese, Khmer, Japanese, Chinese and Korean: written without spaces, or with particles attached."""

EDGES = "`'\"()[]{}<>,;:!?*~|=…“”‘’«»。，、！？；：（）「」『』【】"
"""Stripped from both ends of a token before it is looked at."""
_EXTENSIONS = """
bash c cc cfg cpp cs css go h hpp html ini java js json jsx kt lua md mjs php pl py pyi rb rs rst scala sh sql
swift toml ts tsx txt vue xml yaml yml
"""
EXTENSIONS = frozenset(_EXTENSIONS.split())
AFTER_APOSTROPHE = frozenset(("s", "t", "re", "ve", "ll", "d", "m"))
MOST_PAIRS = 64
"""Pairs of characters that are read of a run."""
LONGEST = 64
"""Longer runs of letters are data, not words."""

_CACHE: dict[str, tuple[str, ...]] = {}
_CACHE_SIZE = 50_000


class Term:
    """A word of a query.

    `form` is the spelling to look up: letters and digits in lower case, names joined (`getusername`). `ident` means
    that it looks like a name from code, `weak` that it proves little.
    """

    __slots__ = ("form", "ident", "joins", "weak")

    def __init__(self, form: str, ident: bool = False, weak: bool = False, joins: bool = False) -> None:
        self.form = form
        self.ident = ident
        self.weak = weak
        self.joins = joins
        """Whether it only holds a sentence together, of a script that is indexed by pairs."""

    @property
    def match(self) -> str:
        """The term as an expression of the full-text engine: quoted, and no character of it is syntax anyway."""
        if " " in self.form:
            return '("' + self.form.replace(" ", '" AND "') + '")'
        return f'"{self.form}"'

    @property
    def is_common(self) -> bool:
        """Whether it is a common word of software."""
        return self.weak and self.form not in STOP

    def __repr__(self) -> str:
        return f"Term({self.form!r}, ident={self.ident}, weak={self.weak})"


_BLANKED = "".join([chr(code) if chr(code).isalnum() else " " for code in range(128)])
"""For each ASCII character itself, or a blank in place of a sign."""


def split_words(text: str) -> list[str]:
    """Runs of letters and digits in lower case, as the full-text tokenizer sees them."""
    return [text.lower()] if text.isalnum() else _blank_signs(text.lower()).split()


def _blank_signs(text: str) -> str:
    """A text with a blank in place of everything but letters and digits."""
    if text.isascii():
        return text.translate(_BLANKED)
    for sign in [one for one in frozenset(text) if not one.isalnum()]:
        text = text.replace(sign, " ")
    return text


def count_foreign(words: list[str]) -> int:
    """The number of words that are small words of other languages than English."""
    return len([word for word in words if is_small(word) or (word in STOP and f" {word} " not in _ENGLISH)])


def split_camel_case(word: str) -> list[str]:
    """The parts of `camelCase`, `HTTPServer` and `psycopg3`, in lower case; the word itself when it has only one.

    Digits are split off only once per word: a word that alternates between letters and digits is a hash, not a name.
    """
    if word.isalpha() and (word.islower() or word.isupper()):
        return [word.lower()]
    parts: list[str] = []
    start = joints = 0
    for position in range(1, len(word)):
        before, current = word[position - 1], word[position]
        if current.isdigit() != before.isdigit():
            joints += 1
        elif not current.isupper() or (
            before.isupper() and not (position + 1 < len(word) and word[position + 1].islower())
        ):
            continue
        parts.append(word[start:position].lower())
        start = position
    parts.append(word[start:].lower())
    return parts if joints <= 2 else [word.lower()]


def is_paired(char: str) -> bool:
    """Whether the character belongs to a script that is indexed by pairs."""
    if char < "\u0e00":
        return False
    code = ord(char)
    return any(first <= code <= last for first, last in PAIRED)


def character_pairs(run: str) -> list[str]:
    """Each pair of neighbours in a run of such characters; a single character by itself."""
    return [run[start : start + 2] for start in range(len(run) - 1)] or [run]


def split_by_script(word: str) -> list[str]:
    """Splits a word where its script changes between paired and other characters."""
    if word.isascii():
        return [word]
    out: list[str] = []
    start = 0
    for position in range(1, len(word)):
        if is_paired(word[position]) != is_paired(word[position - 1]):
            out.append(word[start:position])
            start = position
    out.append(word[start:])
    return out


def special_name(token: str) -> str:
    """The spelled-out name of `C++`, `C#` and `.NET`, whose signs no tokenizer keeps; empty for other tokens."""
    low = token.lower().lstrip("(\"'`[{<").rstrip(")\"'`]}>,;:!?.")
    plus = low.find("++")
    if 0 < plus <= 3 and low[:plus].isalpha():
        return low[:plus] + "plusplus"
    return _special_ending(low)


def _special_ending(low: str) -> str:
    if len(low) == 2 and low[1] == "#" and low[0].isalpha():
        return low[0] + "sharp"
    return "dotnet" if low.endswith(".net") and len(low) <= 8 and "/" not in low and "@" not in low else ""


def _segments(token: str) -> list[str]:
    """Splits a path, an anchor or a dotted name into its names; drops everything after an apostrophe."""
    if "'" in token or "’" in token:
        head, _, tail = token.replace("’", "'").rpartition("'")
        token = head if tail.lower() in AFTER_APOSTROPHE else token
    for sign in "\\#@:":
        if sign in token:
            token = token.replace(sign, "/")
    return token.split("/")


def _names(segment: str) -> tuple[list[str], list[tuple[str, ...]]]:
    """The words of a segment in their own case, and the names they make when read as one (two to four words)."""
    cased = _blank_signs(segment).split()
    small = tuple(word.lower() for word in cased)
    if len(small) > 2 and small[-1] in EXTENSIONS:
        small = small[:-1]
    is_name = 2 <= len(small) <= 4 and 4 <= sum(map(len, small)) <= LONGEST and segment.isascii()
    return cased, [small] if is_name else []


def _pieces(token: str) -> tuple[str, ...]:
    """The entries of the `idents` column for one token of a text. One long loop: indexing calls it for every word."""
    out: dict[str, None] = {}
    name = special_name(token)
    if name:
        out[name] = None
    for segment in _segments(token.strip(EDGES)):
        cased, names = _names(segment)
        for parts in names:
            out["".join(parts)] = None
        for word in cased:
            if len(word) > LONGEST and word.isascii():
                continue
            for run in split_by_script(word):
                out.update(_pieces_of_run(run, word))
    return tuple(out)


def _pieces_of_run(run: str, word: str) -> "dict[str, None]":
    """The entries for a run of one script in a word."""
    if is_paired(run[0]):
        return dict.fromkeys(character_pairs(run))
    out: dict[str, None] = {} if run == word else {run.lower(): None}
    split = split_camel_case(run) if len(run) <= LONGEST else []
    if len(split) > 1:
        out.update(dict.fromkeys([part for part in split if len(part) > 1]))
    return out


_AROUND = "()[]{}<>\"'`,;:!?"
"""Signs around a word that do not belong to a name."""


def identifier_parts(text: str) -> str:
    """The text of the `idents` column: parts and joined forms of the names in `text`, each once, in order."""
    out: dict[str, None] = {}
    for token in dict.fromkeys(text.split()):
        if token.islower() and token.isalpha() and token.isascii():
            continue  # most words are plain, and a call for each would cost more than the rest
        pieces = _CACHE.get(token)
        if pieces is None:
            pieces = () if _is_plain(token) else _pieces(token[:4096])
            if len(_CACHE) < _CACHE_SIZE and len(token) <= LONGEST:
                _CACHE[token] = pieces
        for piece in pieces:
            out[piece] = None
    return " ".join(out)


def _is_plain(token: str) -> bool:
    """Whether a token is a word like those of a sentence, of which the other columns hold all there is."""
    word = token if token.isalpha() else token.strip(_AROUND).rstrip(".")
    return word.isalpha() and word.isascii() and (word.islower() or word[1:].islower() or len(word) == 1)


def keep_ends(text: str, span: int) -> str:
    """The text, or, if it is longer than `span` characters, its beginning and its end, half of `span` each."""
    return text if len(text) <= span else text[: span // 2] + " " + text[-(span // 2) :]


def query_terms(text: str, limit: int = 64, *, span: int = 20_000) -> list[Term]:
    """The words of a query, each once, in order, at most `limit` of them.

    Stop words are dropped unless there are no others. If there are too many, names from code are preferred and weak
    words are dropped first. Reads the first and the last half of `span` characters. Never fails.
    """
    significant: dict[str, Term] = {}
    rest: dict[str, Term] = {}
    marked = drop_marks(keep_ends(text, span)).replace("()", "\0")
    for token in marked.replace("(", " (").replace("\0", "()").split():  # `time.Sleep(50` asks for `time.Sleep`
        for term in _token_terms(token):
            into = rest if term.form in STOP or term.joins else significant
            earlier = into.get(term.form)
            if earlier is None or (term.ident and not earlier.ident):
                into[term.form] = term
    out = list(significant.values()) or list(rest.values())
    if len(out) > limit:
        order = sorted(range(len(out)), key=lambda place: (out[place].weak, not out[place].ident, place))[:limit]
        out = [out[place] for place in sorted(order)]
    return out


def _token_terms(token: str) -> list[Term]:
    """The terms that one token of a query asks for: its names, then its words."""
    out: list[Term] = []
    name = special_name(token)
    if name:
        out.append(Term(name, ident=True))
    code = "`" in token or "::" in token or "()" in token[-3:] or token[:1] in "<:@{$" or token[:2] == "--"
    token = _without_elision(token)
    number = "#" in token  # `#519`: an issue, a pull request
    for segment in _segments(token.strip(EDGES + ".")):
        cased, names = _names(segment)
        if name and len(cased) == 1 and len(cased[0]) <= 3:
            continue  # the `c` of `C++` would match every other c
        out += [_joined_term(parts) for parts in names if not all(part.isdigit() for part in parts)]
        for word in cased:
            if len(word) <= LONGEST or not word.isascii():
                out += _word_terms(word, code, number, alone=len(cased) == 1)
    return out


ELISIONS = frozenset(("l", "d", "n", "m", "t", "s", "c", "j", "qu", "jusqu", "lorsqu", "puisqu", "dell", "nell", "un"))


def _without_elision(token: str) -> str:
    """A token without an elided word before it, as in `l'index`."""
    head, sign, rest = token.replace("’", "'").partition("'")
    return rest if sign and len(rest) > 1 and head.strip(EDGES).lower() in ELISIONS else token


def _joined_term(parts: tuple[str, ...]) -> Term:
    """The term for a name of several words, joined."""
    weak = all(part in WEAK or part in STOP or len(part) < 2 for part in parts)
    return Term("".join(parts), ident=True, weak=weak)


def _word_terms(word: str, code: bool, number: bool, *, alone: bool) -> list[Term]:
    """The terms of a word, which may mix scripts. `alone` says that its name has no other word."""
    out: list[Term] = []
    for run in split_by_script(word):
        if is_paired(run[0]):
            out += _pair_terms(run)
        elif len(run) <= LONGEST:
            out += _run_terms(run, code or (number and run.isdigit()), alone)
    return out


def _pair_terms(run: str) -> list[Term]:
    """The terms of a run of a script that is indexed by pairs."""
    from backstory.base.unspaced_words import list_telling  # most prompts are in other scripts

    telling = list_telling(run[:MOST_PAIRS])
    terms = [Term(word, weak=len(word) < 2 or not telling[word]) for word in telling]
    parts = frozenset(" ".join(telling).split())
    return terms + [Term(pair, joins=True) for pair in character_pairs(run[:MOST_PAIRS]) if pair not in parts]


def _run_terms(run: str, code: bool, alone: bool) -> list[Term]:
    """The terms of a run of letters and digits: itself, and the parts of `camelCase`."""
    low = run.lower()
    if len(low) == 1 and not alone:
        return []
    parts = split_camel_case(run)
    if len(parts) == 1:
        return [_plain_term(low, code)]
    return [Term(low, ident=True)] + [Term(part, weak=True) for part in parts if len(part) > 1 and not part.isdigit()]


def _plain_term(low: str, code: bool) -> Term:
    """The term for a run that has no parts."""
    mixed = low.isalnum() and not low.isalpha() and not low.isdigit()
    weak = (low in WEAK and not code) or len(low) < 2 or (low.isdigit() and len(low) < 3 and not code)
    return Term(low, ident=mixed or code, weak=weak)


def inverse_frequency(count: int, total: int) -> float:
    """The weight of a word: the logarithm of BM25, for a memory of at least 100 records.

    In a memory of ten records every word is rare; the floor keeps chance words from counting as evidence.
    """
    total = max(total, 100)
    ratio = 1.0 + (total - min(count, total) + 0.5) / (count + 0.5)
    # the natural logarithm without the `math` module: 2 artanh((x - 1) / (x + 1)) on a mantissa, plus powers of two
    exponent = 0
    while ratio > 1.5:
        ratio /= 2.0
        exponent += 1
    quotient = (ratio - 1.0) / (ratio + 1.0)
    return exponent * 0.6931471805599453 + 2.0 * (quotient + quotient**3 / 3 + quotient**5 / 5 + quotient**7 / 7)
