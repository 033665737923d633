"""Finds the purpose of a project: a sentence or two from the body of its README, never its first heading.

Works on paragraphs of plain text: headings, badges, pictures, HTML, lists, tables, code and admonitions are passed
over, markup is taken off. Not a Markdown renderer: what is wanted is the first thing that reads like a statement.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.model.text import one_line
from backstory.survey.html_text import strip_html

LIMIT: Final = 300
"""Longest purpose, in characters."""
_READ: Final = 1 << 16
"""Characters of a README that are read."""
_PARAGRAPH: Final = 3000
_CANDIDATES: Final = 8

_IMAGE: Final = late_pattern(
    r"!\[[^\]]{0,300}\](?:\([^()]{0,600}(?:\([^()]{0,200}\)[^()]{0,200})?\)|\[[^\]]{0,200}\])?"
)
_LINK: Final = late_pattern(
    r"\[([^\[\]]{0,400})\](?:\([^()]{0,600}(?:\([^()]{0,200}\)[^()]{0,200})?\)|\[[^\]]{0,200}\])"
)
_LABEL: Final = late_pattern(r"^ {0,3}\[([^\[\]\n]{1,200})\]:[ \t]*\S", re.MULTILINE)
_SHORTCUT: Final = late_pattern(r"(?<!\])\[([^\[\]^][^\[\]]{0,200})\](?:\[\])?(?![(\[])")
_FOOTNOTE: Final = late_pattern(r"\[\^[^\]]{1,60}\]")
_CODE: Final = late_pattern(r"(`+)([^`]{1,300})\1")
_STRONG: Final = late_pattern(r"(?<!\w)(\*{1,3}|_{1,3}|~~)(?=\S)([^*_~]{1,500}?)(?<=\S)\1(?!\w)")
_EMOJI: Final = late_pattern(r"(?<!\S):[a-z0-9_+-]{2,40}:(?!\S)")
_FENCE: Final = late_pattern(r"[ >]{0,12}(`{3,}|~{3,})")
_UNDERLINE: Final = late_pattern(r"\s{0,3}(=+|-+)\s*$")
_RULE: Final = late_pattern(r"\s{0,3}([-*_=~#+^\"'`.:])(?:\s*\1){2,}\s*$")
_LIST: Final = late_pattern(r"\s{0,3}(?:[-*+•]|\d{1,3}[.)])\s+\S")
_DEFINITION: Final = late_pattern(r"\s{0,3}\[[^\]]{1,200}\]:\s")
_ADMONITION: Final = late_pattern(r"\s*(?:>\s*)?(?:\[!\w+\]|!!!|:::|\?\?\?)")
_SENTENCE_END: Final = late_pattern(r"(?<=[.!?])[\"')\]”’]*\s+(?=[A-Z0-9\"'(“‘À-ÞА-Я])|(?<=[。！？])")
_ABBREVIATION: Final = late_pattern(
    r"(?:\b(?:e\.g|i\.e|vs|etc|cf|approx|Mr|Mrs|Dr|No|St|Inc|Ltd|resp|incl|a\.k\.a)\.|\b[A-Z]\.)$"
)
_WIDE: Final = (("\u3040", "\u30ff"), ("\u3400", "\u9fff"), ("\uac00", "\ud7af"))
"""Characters of scripts without blanks between words, first and last. As a pattern they take 3 ms to compile."""
_URL: Final = late_pattern(r"\b(?:https?|ftp)://\S+")
_NO_STATEMENT: Final = late_pattern(
    r"(?:copyright|\(c\)|©|licen[sc]ed? |note\b|warning\b|important\b|tip\b|build status|table of contents|sponsor|"
    r"see (?:the|also|our)\b|read (?:the|this|more)\b|documentation (?:is|can|at)\b|full documentation|"
    r"for (?:more|full|further)\b|please (?:see|read|note|refer|visit|report|review)|download|install|"
    r"to (?:install|build|run|get started|use|see)\b|usage|version \d|(?:supported|maintained) by|maintainers?:|author|"
    r"join (?:us|the|our)|follow (?:us|@)|check out|translations?|read in|english\b|this readme|looking for|"
    r"if you (?:like|find|want|are looking|use)\b|we(?:'re| are) hiring|the documentation|"
    r"you can (?:find|read|install)|visit |click |thank|make sure\b|first, )"
    r"|.{0,80}\b(?:is|are) (?:open[- ]sourced? software )?(?:licen[sc]ed|released|distributed|available) under\b",
    re.IGNORECASE,
)
_STATES: Final = (
    r"\W.{0,60}?\b(?:(?:is|are|was) (?:an?|the|one)|provides?|lets?|helps?|allows?|implements?|contains?|"
    r"enables?|makes?|offers?|gives?|aims?|combines?|turns?|brings?|supports?|consists?|holds?|has)\b"
)
_OTHER_BLOCK: Final = late_pattern(r"(-{4,}|={4,}|\.{4,}|\+{4,}|/{4,}|\|===)")
_OTHER_MARKUP: Final = late_pattern(
    r"(?:={1,6}|\*{1,6}|#\+|//|:[\w!-]+:|image:|\[|h\d\.|bc\.|\.\w|ifdef|endif|include::|\|)"
)


def find_purpose(text: str, file: str, names: tuple[str, ...] = ()) -> str:
    """One or two sentences that say what the project is; empty when the README has none.

    `file` is the README's name (its ending tells the markup), `names` are the project's names: a paragraph that says
    "NAME is ..." is preferred among the first few.
    """
    text = text[:_READ].replace("\r\n", "\n").replace("\r", "\n")
    ending = file.rpartition(".")[2].lower() if "." in file else ""
    plain = (_complete(one_line(block)) for block in _paragraphs(text, ending))
    statements = list(islice(filter(_is_statement, plain), _CANDIDATES))
    return _sentences(_best(statements, names)) if statements else ""


def _paragraphs(text: str, ending: str) -> Iterator[str]:
    """The paragraphs of a README by the markup that the ending of its name tells, else by what it looks like."""
    read = _READERS.get(ending)
    if read is None:
        read = _restructured if "\n.. " in text or "`_" in text else _markdown
    return read(text)


def shorten_description(text: str) -> str:
    """A description from package metadata in the same form: plain, one line, bounded; empty when it says nothing."""
    plain = one_line(_inline(text[:_PARAGRAPH]))
    return _sentences(plain) if len(plain) > 3 else ""


def _complete(text: str) -> str:
    """Leaves a last sentence out that only leads up to a list: `... of a web site. Its parts are:`."""
    if not text.endswith((":", "：")):
        return text
    ends = [end for end in _SENTENCE_END.finditer(text) if not _ABBREVIATION.search(text[: end.start()])]
    return text[: ends[-1].start()].strip() if ends else text


def _best(statements: list[str], names: tuple[str, ...]) -> str:
    """The first statement about one of the names among the first three, else the first."""
    for name in names:
        if len(name) > 1:
            states = re.compile(rf"(?:^|\W){re.escape(name)}{_STATES}", re.IGNORECASE)
            for text in statements[:3]:
                if states.search(text[:200]):
                    return text
    return statements[0]


def _is_statement(text: str) -> bool:
    if text.endswith((":", "：")) or _NO_STATEMENT.match(text):
        return False
    bare = _URL.sub(" ", text)
    if _count_wide(bare) >= 8:
        return True
    words = re.findall(r"[^\W\d_][\w'’-]*", bare)
    # A row of links, names or badges has few words in lower case; prose has mostly those.
    return len(words) >= 4 and sum(word[0].islower() for word in words) * 2 >= len(words)


def _count_wide(text: str) -> int:
    if text.isascii():
        return 0
    return sum(any(first <= char <= last for first, last in _WIDE) for char in text)


def _sentences(text: str) -> str:
    """The first sentence, and the second where the first is short."""
    first, *others = _split_sentences(text)
    second = others[0] if others else ""
    if second and len(first) < 80 and len(first) + len(second) < LIMIT:
        first += ("" if _count_wide(first[-2:]) else " ") + second
    return one_line(first, LIMIT)


def _split_sentences(text: str) -> list[str]:
    """The first two sentences, or all where there are fewer."""
    pieces: list[str] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if _ABBREVIATION.search(text[start : match.start()]):
            continue
        pieces.append(text[start : match.end()].strip())
        start = match.end()
        if len(pieces) == 2:
            return pieces
    return [*pieces, text[start:].strip()]


# Markup


class _MarkdownReader:
    """Gathers the paragraphs of a Markdown text, line by line."""

    def __init__(self, labels: frozenset[str]) -> None:
        self.labels = labels
        self.block: list[str] = []
        self.fence = ""
        """How the code block opened that is being passed over."""
        self.skipping = False
        """Whether the lines belong to a list or an admonition."""
        self.quoted = False

    def read_line(self, line: str, following: str) -> str:
        """Takes the next line; returns the paragraph that ends before it, empty where none does."""
        mark = _FENCE.match(line)
        if self.fence:
            if mark and mark[1].startswith(self.fence) and not line.strip(" >`~"):
                self.fence = ""
            return ""
        bare = line.strip()
        ends = _ends_paragraph(line, bare)
        begins = self._begins_other(line, bare, following)
        if ends or begins or (_LIST.match(line) and not self.block):
            paragraph = "" if self._is_underlined(line) else self.close()
            self.block, self.quoted = [], False
            self.skipping = bool(bare) and not ends and not begins
            self.fence = mark[1] if mark else ""
            return paragraph
        self._add_line(line, bare)
        return ""

    def close(self) -> str:
        """The paragraph as it stands, empty where there is none."""
        return _inline(" ".join(self.block), self.labels) if self.block else ""

    def _begins_other(self, line: str, bare: str, following: str) -> bool:
        """Whether a line is a heading that the next one underlines, or the definition of a link."""
        heading = bool(bare) and not self.block and bool(_UNDERLINE.match(following))
        return heading or bool(_DEFINITION.match(line))

    def _is_underlined(self, line: str) -> bool:
        """Whether the line makes a heading of the one before: a line of dashes below a single line."""
        return len(self.block) == 1 and bool(_UNDERLINE.match(line))

    def _add_line(self, line: str, bare: str) -> None:
        if _ADMONITION.match(line):
            self.skipping = True
        elif not self.skipping and (self.block or not line.startswith(("    ", "\t"))):
            self.quoted = self.quoted or bare.startswith(">")
            self.block.append(bare.lstrip("> ") if self.quoted else bare)


def _markdown(text: str) -> Iterator[str]:
    """The paragraphs of a Markdown text, without lists, code, tables, headings and admonitions."""
    text = strip_html(_without_front_matter(text))
    reader = _MarkdownReader(frozenset(match[1].strip().lower() for match in _LABEL.finditer(text)))
    lines = text.split("\n")
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        paragraph = reader.read_line(line, following)
        if paragraph:
            yield paragraph
    yield reader.close()


def _ends_paragraph(line: str, bare: str) -> bool:
    """Whether a line of Markdown cannot continue a paragraph: blank, a fence, a heading, a table, a rule."""
    return not bare or bool(_FENCE.match(line)) or bare.startswith(("#", "|")) or bool(_RULE.match(line))


class _RestructuredReader:
    """Gathers the paragraphs of a reStructuredText, line by line."""

    def __init__(self) -> None:
        self.block: list[str] = []
        self.skipping = False
        """Whether the lines belong to a directive, a list or a literal block."""

    def read_line(self, line: str, below: str) -> str:
        """Takes the next line; returns the paragraph that ends before it, empty where none does."""
        bare = line.strip()
        if not bare:
            return self._end_block()
        if line[0].isspace() and (self.skipping or not self.block):
            return ""
        self.skipping = False
        if _is_ruled(bare) or (not self.block and _is_rule_below(below)):
            self.block = []
        elif _begins_directive(line, bare):
            paragraph = self.close()
            self.block, self.skipping = [], True
            return paragraph
        elif bare[0] not in "+|=" or _rst_inline(bare).strip():
            self.block.append(bare)
        return ""

    def close(self) -> str:
        """The paragraph as it stands, empty where there is none."""
        return _rst_inline(" ".join(self.block)) if self.block else ""

    def _end_block(self) -> str:
        paragraph = self.close()
        if self.block:
            self.skipping = self.block[-1].endswith("::")
        self.block = []
        return paragraph


def _restructured(text: str) -> Iterator[str]:
    """The paragraphs of a reStructuredText, without titles, directives, lists and literal blocks."""
    reader = _RestructuredReader()
    lines = text.split("\n")
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        paragraph = reader.read_line(line, below)
        if paragraph:
            yield paragraph
    yield reader.close()


def _is_ruled(bare: str) -> bool:
    return len(bare) >= 2 and not bare[0].isalnum() and bare == bare[0] * len(bare)


def _is_rule_below(below: str) -> bool:
    return len(below) >= 2 and bool(_RULE.match(below)) and not below[0].isspace()


def _begins_directive(line: str, bare: str) -> bool:
    """Whether a line begins a directive, a field or a list."""
    if bare.startswith((".. ", "__ ")) or bare == "..":
        return True
    return (bare[0] == ":" and ":" in bare[1:40]) or bool(_LIST.match(line))


def _other(text: str) -> Iterator[str]:
    """AsciiDoc, Org, RDoc, Textile: in all of them prose is in plain paragraphs."""
    block: list[str] = []
    closing = ""
    for line in text.split("\n"):
        bare = line.strip()
        if closing:
            closing = "" if bare.lower() == closing else closing
            continue
        closing = _closing_line(bare)
        if not closing and bare and not _OTHER_MARKUP.match(bare):
            if block or not _LIST.match(line):
                block.append(bare)
            continue
        if block:
            yield _other_inline(" ".join(block))
        block = []
    if block:
        yield _other_inline(" ".join(block))


def _closing_line(bare: str) -> str:
    """The line that ends the block of code which this line begins; empty where it begins none."""
    if _OTHER_BLOCK.fullmatch(bare):
        return bare
    low = bare.lower()
    return "#+end" + low[7:].split()[0] if low.startswith(("#+begin_src", "#+begin_example")) else ""


_READERS: Final[Mapping[str, Callable[[str], Iterator[str]]]] = {
    **dict.fromkeys(("md", "markdown", "mdx", "mkd"), _markdown),
    "rst": _restructured,
    **dict.fromkeys(("adoc", "asciidoc", "org", "rdoc", "textile"), _other),
}
"""Ending of a file's name -> reader of its paragraphs."""


def _inline(text: str, labels: frozenset[str] = frozenset()) -> str:
    """A Markdown paragraph without its markup; a row of links and pictures becomes nothing."""
    text = text[:_PARAGRAPH]
    bare = _IMAGE.sub(" ", text)
    if labels:
        bare = _SHORTCUT.sub(lambda m: f"[{m[1]}](.)" if m[1].strip().lower() in labels else m[0], bare)
    if _is_row_of_links(text, bare):
        return ""
    bare = _LINK.sub(r"\1", _LINK.sub(r"\1", bare))
    bare = _FOOTNOTE.sub("", bare)
    bare = _CODE.sub(r"\2", bare)
    for _ in range(2):
        bare = _STRONG.sub(r"\2", bare)
    bare = _EMOJI.sub(" ", bare)
    bare = re.sub(r"\\([\\`*_{}\[\]()#+.!<>-])", r"\1", bare)
    return _entities(bare)


def _is_row_of_links(text: str, bare: str) -> bool:
    """Whether a paragraph has next to no words outside links. `bare` is the text without pictures.

    One link that carries the sentence itself, such as `[a long statement](url)`, is no such row.
    """
    without = _LINK.sub(" ", bare)
    if without == text or len(re.findall(r"\w{2,}", without)) >= 3 or _count_wide(without) >= 6:
        return False
    texts = [link[1] for link in _LINK.finditer(bare)]
    return len(texts) != 1 or len(texts[0].split()) < 5


def _rst_inline(text: str) -> str:
    text = text[:_PARAGRAPH]
    text = re.sub(r"\|[^|\n]{1,80}\|_{0,2}", " ", text)
    text = re.sub(r":[\w:.-]{1,40}:`([^`<]{1,200}?)\s*(?:<[^`>]{0,300}>)?`", r"\1", text)
    text = re.sub(r"``([^`]{1,300})``", r"\1", text)
    text = re.sub(r"`([^`<]{1,300}?)\s*(?:<[^`>]{0,400}>)?`_{0,2}", r"\1", text)
    text = re.sub(r"\[[\w#*]{1,20}\]_", "", text)
    text = re.sub(r"(?<!\w)(\*{1,2})(?=\S)([^*]{1,300}?)(?<=\S)\1(?!\w)", r"\2", text)
    text = re.sub(r"\b([A-Za-z][\w.-]{0,60}[A-Za-z0-9])_{1,2}(?=[\s.,;:)]|$)", r"\1", text)
    return text.removesuffix("::").rstrip() + (":" if text.endswith("::") else "")


def _other_inline(text: str) -> str:
    text = text[:_PARAGRAPH]
    text = re.sub(r"image:[^\s\[]{1,300}\[[^\]]{0,300}\]", " ", text)
    text = re.sub(
        r"(?:link:|xref:|<<)?(?:https?://[^\s\[\]]{1,300}|link:[^\s\[\]]{1,300})\[([^\]]{0,300}?)\^?\]", r"\1", text
    )
    text = re.sub(r"\[\[[^\]]{1,300}\]\[([^\]]{1,300})\]\]", r"\1", text)
    text = re.sub(r"\"([^\"]{1,200})\":https?://\S+", r"\1", text)
    return _inline(text)


def _entities(text: str) -> str:
    if "&" not in text:
        return text
    from html import unescape

    return unescape(text)


def _without_front_matter(text: str) -> str:
    text = text.lstrip("\ufeff")
    for fence in ("---\n", "+++\n"):
        if text.startswith(fence):
            end = text.find("\n" + fence, 3)
            if end > 0:
                return text[end + 5 :]
    return text
