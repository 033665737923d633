"""Tombstones keep rejected values and forgotten records from coming back. They never hold the words themselves.

`<private>/rejected.jsonl` holds a keyed hash of the folded words of every rejected value (`store.confusables`), made
with the machine's key, and its length, so that it is found inside a longer text as well. Forgotten records are listed
by id there, and those of the team also in `.backstory/memory/forgotten.txt`, an id a line. The keyed hash of their text
is in the private file only: no digest in a repository can be guessed. A forgotten session is there as a keyed hash of
its agent and id. Forgotten records of the user scope, which every project shows, and the ids of private ones are also
listed in the user folder, so that a later project cannot import them from an old archive.
"""

import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec

from backstory.base.digests import blake2b
from backstory.model.errors import BackstoryError
from backstory.model.ids import is_ulid
from backstory.model.record import Record
from backstory.store.confusables import FoldedWords, fold_words
from backstory.store.files import SHARED_FILE, make_folder, read_file, write_all, write_atomic
from backstory.store.lock import Lock
from backstory.store.tombstone_files import FILE, SHARED

VALUE: Final = "value"
GONE: Final = "gone"
LIFTED: Final = "lifted"
SESSION: Final = "session"
FEWEST: Final = 3
"""Words that a value needs to be looked for inside longer texts; a shorter one is refused only as a whole statement."""
FORGOTTEN: Final = "forgotten"
RETRACTED: Final = "retracted"
LONG: Final = 8
"""Words from which a forgotten text is known under another title, too."""
_LIMIT: Final = 64 << 20
_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|\n+|\s[–—-]\s|:\s")


class Tombstone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the file. `k`: `value` (rejected), `gone` (forgotten), `lifted` (a rejection taken back), `session` (a
    forgotten session)."""

    k: str
    of: str
    """Id of the record that it was taken from."""
    h: str = ""
    """Keyed hash of the folded value."""
    n: int = 0
    """Characters of the folded value."""
    w: int = 0
    """Its words."""
    made: str = ""
    by: str = ""
    exact: bool = False
    """Entries that refuse only whole records, and only in automatic writes: forgotten or retracted text."""
    why: str = ""
    """Of an exact one: `forgotten` or `retracted`."""


class Tombstones:
    """The tombstones of one project, read once.

    `team` is the team's `memory` folder, `user` the folder of the user scope, which lists those of every project.
    """

    def __init__(
        self, private: str, key: bytes, *, team: str = "", user: str = "", me: Callable[[], str] = str
    ) -> None:
        """`me` returns this person as `Name <mail>`; it is called only if the team's list names a record."""
        self.path = os.path.join(private, FILE)
        self.user = os.path.join(user, FILE) if user else ""
        self.private = private
        self.key = key
        self._me = me
        self.shared = os.path.join(team, SHARED) if team else ""
        self._load()

    def _load(self) -> None:
        stones = [*(_read(self.user) if self.user else ()), *_read(self.path)]
        self.values = _in_force(stones)
        self.own: frozenset[str] = frozenset(stone.of for stone in stones if stone.k == GONE)
        self.gone: frozenset[str] = self.own | _shared(self.shared)
        self._sessions = {stone.h: stone for stone in stones if stone.k == SESSION}
        by_weight = sorted(self.values, key=lambda stone: not stone.exact)  # a rejection counts for more
        self._by_hash = {stone.h: stone for stone in by_weight}
        self._lengths = {stone.n for stone in self.values if stone.w >= FEWEST and not stone.exact}
        self._all_lengths = {stone.n for stone in self.values}
        self._whole = any(stone.exact or stone.w < FEWEST for stone in self.values)

    def __bool__(self) -> bool:
        return bool(self.values or self.gone or self._sessions)

    @property
    def state(self) -> str:
        """A text that changes with every change of the rejected values."""
        return self._hash(" ".join(sorted(f"{stone.of}{stone.h}{stone.exact}" for stone in self.values)))

    @property
    def hides(self) -> bool:
        """Whether a file that comes along could have to be hidden."""
        return bool(self.gone) or any(not stone.exact for stone in self.values)

    def forgot(self, record: Record) -> bool:
        """Whether a record was forgotten.

        The team's list applies to the team's records and to copies of others' words: a repository cannot hide records
        that this person has written.
        """
        if record.id in self.own:
            return True
        return record.id in self.gone and (record.scope == "team" or self._is_anothers(record))

    def _is_anothers(self, record: Record) -> bool:
        author, me = _mail(record.origin.author), _mail(self._me())
        return bool(author and me) and author != me

    def forgot_text(self, record: Record) -> bool:
        """Whether a record has the text of a forgotten one, whatever its id."""
        stone = self.match((record.title, record.body)) if self.values else None
        return stone is not None and stone.exact and stone.why == FORGOTTEN

    def rejects(self, record: Record, *, person: bool = False) -> Tombstone | None:
        """The rejection that a record violates.

        A person's record violates one only if it states the value itself; any other also if it contains the value.
        """
        return self.match((record.title, record.body, *record.fields.values()), person=person) if self.values else None

    def match(self, texts: Sequence[str], *, person: bool = False) -> Tombstone | None:
        """The rejected value that these texts state or, if they are not a person's, contain."""
        if not self.values:
            return None
        if person:
            return self._stated(texts, person=True)
        stone = self._inside(fold_words("\n".join(texts))) if self._lengths else None
        if stone is not None or not self._whole:
            return stone  # without whole values, every one was looked for inside the texts already
        return self._stated(texts, person=False)

    def _stated(self, texts: Sequence[str], *, person: bool) -> Tombstone | None:
        """The rejected value that the texts, one of them or a sentence of it state."""
        whole = "\n".join(text for text in texts[:2] if text)
        for text in (whole, *texts):
            for part in (text, *_SENTENCE.split(text)):
                stone = self._find_value(part)
                if stone is None:
                    continue
                if not stone.exact:
                    return stone
                if not person and (part is whole or (part is texts[1] and stone.why == FORGOTTEN)):
                    return stone
        return None

    def _find_value(self, text: str) -> Tombstone | None:
        """The entry of a value that folds to the same words as this text."""
        folded = fold_words(text).text
        return self._by_hash.get(self._hash(folded)) if len(folded) in self._all_lengths else None

    def _inside(self, words: FoldedWords) -> Tombstone | None:
        ends, text = words.ends, words.text
        for length in self._lengths:
            for start in words.starts:
                if start + length in ends:
                    stone = self._by_hash.get(self._hash(text[start : start + length]))
                    if stone is not None and not stone.exact and stone.w >= FEWEST:
                        return stone
        return None

    def reject(self, record: Record, *, made: str, by: str) -> list[Tombstone]:
        """Adds tombstones for the claims of a record; returns them. They do not hold the words."""
        by_hash: dict[str, Tombstone] = {}
        for text in claims_of(record):
            words = fold_words(text)
            if words.text:
                stone = self._value_of(record, words, made, by)
                by_hash.setdefault(stone.h, stone)
        self._append(by_hash.values())
        return list(by_hash.values())

    def _value_of(self, record: Record, words: FoldedWords, made: str, by: str) -> Tombstone:
        return Tombstone(VALUE, record.id, self._hash(words.text), len(words.text), len(words.words), made, by)

    def take_back(self, record: Record, *, made: str, by: str) -> None:
        """Records that a person retracted a record, so that no automatic write adds the same text again."""
        words = fold_words(_whole_text(record))
        if words.text:
            stone = self._value_of(record, words, made, by)
            self._append([msgspec.structs.replace(stone, exact=True, why=RETRACTED)])

    def lift(self, record: str, *, made: str, by: str, exact: bool = False) -> bool:
        """Lifts the rejection of a record's value, or with `exact` the effect of a retraction.

        Returns whether there was one.
        """
        if not any(stone.of == record and stone.exact == exact for stone in self.values):
            return False
        self._append([Tombstone(LIFTED, record, made=made, by=by, exact=exact)])
        return True

    def bury(self, records: Iterable[Record], *, made: str, by: str) -> None:
        """Adds tombstones for forgotten records: ids, and hashes of the whole text, a long body and the quote.

        The hashes keep the same text out under another id.
        """
        stones: list[Tombstone] = []
        everywhere: list[Tombstone] = []
        team: list[str] = []
        for record in records:
            buried = [Tombstone(GONE, record.id, made=made, by=by), *self._hashes_of(record, made, by)]
            stones += buried
            if record.scope == "team":
                team.append(record.id)
            else:
                everywhere += buried if record.scope == "user" else buried[:1]
        if self.user:
            self._append(everywhere, self.user)
        self._append(stones)
        if team and self.shared:
            self._share(team)

    def bury_session(self, agent: str, session: str, *, made: str, by: str) -> None:
        """Adds the tombstone of a forgotten session."""
        self._append([Tombstone(SESSION, "", self._hash_session(agent, session), made=made, by=by)])

    def find_session(self, agent: str, session: str) -> Tombstone | None:
        """The tombstone of a session, if it was forgotten."""
        return self._sessions.get(self._hash_session(agent, session)) if self._sessions else None

    def _hash_session(self, agent: str, session: str) -> str:
        return self._hash(f"{agent}\n{session}")

    def _hashes_of(self, record: Record, made: str, by: str) -> list[Tombstone]:
        """The entries for the text of a forgotten record: whole, without its title if it is long enough, and the words
        that it was taken from, by which a conversation that is read again is known."""
        body, quote = fold_words(record.body), fold_words(record.origin.quote)
        texts = [fold_words(_whole_text(record)), *([body] if len(body.words) >= LONG else [])]
        texts += [quote] if len(quote.words) >= FEWEST and quote.text != texts[0].text else []
        values = [self._value_of(record, words, made, by) for words in texts if words.text]
        return [msgspec.structs.replace(stone, exact=True, why=FORGOTTEN) for stone in values]

    def _share(self, team: Iterable[str]) -> None:
        """Adds ids to the team's list."""
        ids = sorted({*_shared(self.shared), *team})
        data = "".join(f"{ident}\n" for ident in ids).encode()
        root = os.path.dirname(os.path.dirname(os.path.dirname(self.shared)))
        write_atomic(self.shared, data, mode=SHARED_FILE, base=root)

    def _append(self, stones: Iterable[Tombstone], path: str = "") -> None:
        path = path or self.path
        data = b"".join(msgspec.json.encode(stone) + b"\n" for stone in stones)
        if not data:
            return
        folder = os.path.dirname(path)
        make_folder(folder)
        with Lock(os.path.join(folder, "lock")):
            flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
            fd = os.open(path, flags, 0o600)
            try:
                size = os.fstat(fd).st_size
                if size and os.pread(fd, 1, size - 1) != b"\n":
                    data = b"\n" + data  # a line that was torn by a crash
                write_all(fd, data)
                os.fsync(fd)
            finally:
                os.close(fd)
        self._load()

    def _hash(self, text: str) -> str:
        data = text.encode("utf-8", "replace")
        return blake2b(data, key=self.key[:64], digest_size=16, person=b"backstory tomb").hexdigest()


def claims_of(record: Record) -> list[str]:
    """The claims of a record: its title, or its first statement if the title is a heading of a word or two."""
    title = record.title
    if len(fold_words(title).words) >= FEWEST or not record.body:
        return [title]
    first = next((line for line in record.body.splitlines() if line.strip() and not line.startswith("#")), "")
    return [
        f"{title}\n{record.body}",
        f"{title}\n{first}",
        *([first] if len(fold_words(first).words) >= FEWEST else []),
    ]


def _in_force(stones: Sequence[Tombstone]) -> list[Tombstone]:
    """The values whose rejection was not lifted afterwards, latest first."""
    lifted: set[tuple[str, bool]] = set()
    values: list[Tombstone] = []
    for stone in reversed(stones):
        if stone.k == LIFTED:
            lifted.add((stone.of, stone.exact))
        elif stone.k == VALUE and stone.h and (stone.of, stone.exact) not in lifted:
            values.append(stone)
    return values


def _whole_text(record: Record) -> str:
    return f"{record.title}\n{record.body}" if record.body else record.title


def _read(path: str) -> list[Tombstone]:
    try:
        data = read_file(path, limit=_LIMIT)
    except BackstoryError:
        return []
    out: list[Tombstone] = []
    for line in data.splitlines():
        try:
            out.append(msgspec.json.decode(line, type=Tombstone))
        except (msgspec.MsgspecError, RecursionError, ValueError):
            continue
    return out


def _shared(path: str) -> frozenset[str]:
    if not path or not os.path.exists(path):
        return frozenset()
    try:
        data = read_file(path, limit=1 << 22).decode("ascii", "replace")
    except BackstoryError:
        return frozenset()
    return frozenset(line.strip() for line in data.splitlines() if is_ulid(line.strip()))


def _mail(person: str) -> str:
    return person.partition("<")[2].partition(">")[0].strip().lower()
