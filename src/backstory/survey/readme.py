"""Finds the purpose of a project: a sentence or two from the body of its README, never its first heading.

Works on paragraphs of plain text: headings, badges, pictures, HTML, lists, tables, code and admonitions are passed
over, markup is taken off. Not a Markdown renderer: what is wanted is the first thing that reads like a statement.
"""

import re
from collections.abc import Iterator
from typing import Final

from backstory.model.text import one_line

LIMIT: Final = 300
"""Longest purpose, in characters."""
_READ: Final = 1 << 16
"""Characters of a README that are read."""
_PARAGRAPH: Final = 3000
_CANDIDATES: Final = 8

_HTML_DROPPED: Final = frozenset((
    "h1", "h2", "h3", "h4", "h5", "h6", "style", "script", "pre", "svg", "table", "details", "summary", "picture",
    "video", "ul", "ol", "nav", "select", "title", "head",
))  # fmt: skip
_HTML_INLINE: Final = frozenset((
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "kbd", "mark", "q", "s", "samp", "small", "span",
    "strong", "sub", "sup", "u", "var", "wbr",
))  # fmt: skip
_IMAGE: Final = re.compile(r"!\[[^\]]{0,300}\](?:\([^()]{0,600}(?:\([^()]{0,200}\)[^()]{0,200})?\)|\[[^\]]{0,200}\])?")
_LINK: Final = re.compile(r"\[([^\[\]]{0,400})\](?:\([^()]{0,600}(?:\([^()]{0,200}\)[^()]{0,200})?\)|\[[^\]]{0,200}\])")
_LABEL: Final = re.compile(r"^ {0,3}\[([^\[\]\n]{1,200})\]:[ \t]*\S", re.MULTILINE)
_SHORTCUT: Final = re.compile(r"(?<!\])\[([^\[\]^][^\[\]]{0,200})\](?:\[\])?(?![(\[])")
_FOOTNOTE: Final = re.compile(r"\[\^[^\]]{1,60}\]")
_CODE: Final = re.compile(r"(`+)([^`]{1,300})\1")
_STRONG: Final = re.compile(r"(?<!\w)(\*{1,3}|_{1,3}|~~)(?=\S)([^*_~]{1,500}?)(?<=\S)\1(?!\w)")
_EMOJI: Final = re.compile(r"(?<!\S):[a-z0-9_+-]{2,40}:(?!\S)")
_FENCE: Final = re.compile(r"[ >]{0,12}(`{3,}|~{3,})")
_UNDERLINE: Final = re.compile(r"\s{0,3}(=+|-+)\s*$")
_RULE: Final = re.compile(r"\s{0,3}([-*_=~#+^\"'`.:])(?:\s*\1){2,}\s*$")
_LIST: Final = re.compile(r"\s{0,3}(?:[-*+•]|\d{1,3}[.)])\s+\S")
_DEFINITION: Final = re.compile(r"\s{0,3}\[[^\]]{1,200}\]:\s")
_ADMONITION: Final = re.compile(r"\s*(?:>\s*)?(?:\[!\w+\]|!!!|:::|\?\?\?)")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])[\"')\]”’]*\s+(?=[A-Z0-9\"'(“‘À-ÞА-Я])|(?<=[。！？])")
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|etc|cf|approx|Mr|Mrs|Dr|No|St|Inc|Ltd|resp|incl|a\.k\.a)\.|\b[A-Z]\.)$"
)
_WIDE: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_URL: Final = re.compile(r"\b(?:https?|ftp)://\S+")
_NO_STATEMENT: Final = re.compile(
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


def find_purpose(text: str, file: str, names: tuple[str, ...] = ()) -> str:
    """One or two sentences that say what the project is; empty when the README has none.

    `file` is the README's name (its ending tells the markup), `names` are the project's names: a paragraph that says
    "NAME is ..." is preferred among the first few.
    """
    text = text[:_READ].replace("\r\n", "\n").replace("\r", "\n")
    ending = file.rpartition(".")[2].lower() if "." in file else ""
    if ending in ("md", "markdown", "mdx", "mkd"):
        blocks = _markdown(text)
    elif ending == "rst":
        blocks = _restructured(text)
    elif ending in ("adoc", "asciidoc", "org", "rdoc", "textile"):
        blocks = _other(text)
    else:
        blocks = _restructured(text) if "\n.. " in text or "`_" in text else _markdown(text)
    found: list[str] = []
    for block in blocks:
        plain = _complete(one_line(block))
        if _is_statement(plain):
            found.append(plain)
            if len(found) >= _CANDIDATES:
                break
    return _sentences(_best(found, names)) if found else ""


def shorten_description(text: str) -> str:
    """A description from package metadata in the same form: plain, one line, bounded; empty when it says nothing."""
    plain = one_line(_inline(text[:_PARAGRAPH]))
    return _sentences(plain) if len(plain) > 3 else ""


def _complete(text: str) -> str:
    """Leaves a last sentence out that only leads up to a list: `... of a web site. Its parts are:`."""
    if not text.endswith((":", "：")):
        return text
    ends = [m for m in _SENTENCE_END.finditer(text) if not _ABBREVIATION.search(text[: m.start()])]
    return text[: ends[-1].start()].strip() if ends else text


def _best(found: list[str], names: tuple[str, ...]) -> str:
    for name in names:
        if len(name) > 1:
            states = re.compile(rf"(?:^|\W){re.escape(name)}{_STATES}", re.IGNORECASE)
            for text in found[:3]:
                if states.search(text[:200]):
                    return text
    return found[0]


def _is_statement(text: str) -> bool:
    if text.endswith((":", "：")) or _NO_STATEMENT.match(text):
        return False
    bare = _URL.sub(" ", text)
    if len(_WIDE.findall(bare)) >= 8:
        return True
    words = re.findall(r"[^\W\d_][\w'’-]*", bare)
    # A row of links, names or badges has few words in lower case; prose has mostly those.
    return len(words) >= 4 and sum(w[0].islower() for w in words) * 2 >= len(words)


def _sentences(text: str) -> str:
    pieces: list[str] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        piece = text[start : match.start()]
        if _ABBREVIATION.search(piece):
            continue
        pieces.append(text[start : match.end()].strip())
        start = match.end()
        if len(pieces) == 2:
            break
    else:
        pieces.append(text[start:].strip())
    out = pieces[0]
    if len(pieces) > 1 and pieces[1] and len(out) < 80 and len(out) + len(pieces[1]) < LIMIT:
        out += ("" if _WIDE.search(out[-2:]) else " ") + pieces[1]
    return one_line(out, LIMIT)


# Markup


def _markdown(text: str) -> Iterator[str]:
    """The paragraphs of a Markdown text, without lists, code, tables, headings and admonitions."""
    text = _without_html(_without_front_matter(text))
    labels = frozenset(m[1].strip().lower() for m in _LABEL.finditer(text))
    lines = text.split("\n")
    block: list[str] = []
    fence = ""
    skipping = quoted = False
    for at, line in enumerate(lines):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line.strip(" >`~"):
                fence = ""
            continue
        bare = line.strip()
        ends = _ends_paragraph(line, bare)
        following = lines[at + 1] if at + 1 < len(lines) else ""
        heading = bool(bare) and not block and bool(_UNDERLINE.match(following))
        definition = bool(_DEFINITION.match(line))
        if ends or heading or definition or (_LIST.match(line) and not block):
            # A line of dashes below a single line makes that line a heading.
            underlined = at > 0 and len(block) == 1 and bool(_UNDERLINE.match(line))
            if block and not underlined:
                yield _inline(" ".join(block), labels)
            block, quoted = [], False
            skipping = bool(bare) and not ends and not heading and not definition
            if mark:
                fence = mark[1]
        elif _ADMONITION.match(line):
            skipping = True
        elif not skipping and (block or not line.startswith(("    ", "\t"))):
            quoted = quoted or bare.startswith(">")
            block.append(bare.lstrip("> ") if quoted else bare)
    if block:
        yield _inline(" ".join(block), labels)


def _ends_paragraph(line: str, bare: str) -> bool:
    """Whether a line of Markdown cannot continue a paragraph: blank, a fence, a heading, a table, a rule."""
    return not bare or bool(_FENCE.match(line)) or bare.startswith(("#", "|")) or bool(_RULE.match(line))


def _restructured(text: str) -> Iterator[str]:
    block: list[str] = []
    skipping = False  # inside what belongs to a directive, a list or a literal block
    lines = text.split("\n")
    for at, line in enumerate(lines):
        bare = line.strip()
        if not bare:
            if block:
                yield _rst_inline(" ".join(block))
                skipping = block[-1].endswith("::")
            block = []
            continue
        if line[0].isspace() and (skipping or not block):
            continue
        skipping = False
        below = lines[at + 1] if at + 1 < len(lines) else ""
        is_rule = len(bare) >= 2 and not bare[0].isalnum() and bare == bare[0] * len(bare)
        is_title = not block and len(below) >= 2 and bool(_RULE.match(below)) and not below[0].isspace()
        if is_rule or is_title:
            block = []
        elif (
            bare.startswith((".. ", "__ "))
            or bare == ".."
            or (bare[0] == ":" and ":" in bare[1:40])
            or _LIST.match(line)
        ):
            if block:
                yield _rst_inline(" ".join(block))
            block, skipping = [], True
        elif bare[0] not in "+|=" or _rst_inline(bare).strip():
            block.append(bare)
    if block:
        yield _rst_inline(" ".join(block))


def _other(text: str) -> Iterator[str]:
    """AsciiDoc, Org, RDoc, Textile: in all of them prose is in plain paragraphs."""
    block: list[str] = []
    closing = ""
    for line in text.split("\n"):
        bare = line.strip()
        if closing:
            closing = "" if bare.lower() == closing else closing
            continue
        if re.fullmatch(r"(-{4,}|={4,}|\.{4,}|\+{4,}|/{4,}|\|===)", bare):
            closing = bare
        elif bare.lower().startswith(("#+begin_src", "#+begin_example")):
            closing = "#+end" + bare.lower()[7:].split()[0]
        elif bare and not re.match(
            r"(?:={1,6}|\*{1,6}|#\+|//|:[\w!-]+:|image:|\[|h\d\.|bc\.|\.\w|ifdef|endif|include::|\|)", bare
        ):
            if block or not _LIST.match(line):
                block.append(bare)
            continue
        if block:
            yield _other_inline(" ".join(block))
        block = []
    if block:
        yield _other_inline(" ".join(block))


def _inline(text: str, labels: frozenset[str] = frozenset()) -> str:
    """A Markdown paragraph without its markup; a row of links and pictures becomes nothing."""
    text = text[:_PARAGRAPH]
    bare = _IMAGE.sub(" ", text)
    if labels:
        bare = _SHORTCUT.sub(lambda m: f"[{m[1]}](.)" if m[1].strip().lower() in labels else m[0], bare)
    without = _LINK.sub(" ", bare)
    if without != text and len(re.findall(r"\w{2,}", without)) < 3 and len(_WIDE.findall(without)) < 6:
        # Only a link that carries the sentence itself is kept, such as `[a long statement](url)`.
        texts = [m[1] for m in _LINK.finditer(bare)]
        if len(texts) != 1 or len(texts[0].split()) < 5:
            return ""
    bare = _LINK.sub(r"\1", _LINK.sub(r"\1", bare))
    bare = _FOOTNOTE.sub("", bare)
    bare = _CODE.sub(r"\2", bare)
    for _ in range(2):
        bare = _STRONG.sub(r"\2", bare)
    bare = _EMOJI.sub(" ", bare)
    bare = re.sub(r"\\([\\`*_{}\[\]()#+.!<>-])", r"\1", bare)
    return _entities(bare)


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


def _without_html(text: str) -> str:
    """Takes tags and comments out, with the content of elements that hold no prose; block elements part paragraphs."""
    out: list[str] = []
    at = 0
    no_comment = False
    no_close: set[str] = set()
    while True:
        start = text.find("<", at)
        if start < 0:
            out.append(text[at:])
            return "".join(out)
        out.append(text[at:start])
        if text.startswith("<!--", start):
            end = -1 if no_comment else text.find("-->", start + 4)
            no_comment = end < 0
            at = start + 4 if end < 0 else end + 3
            continue
        tag = re.compile(r"</?([a-zA-Z][\w-]{0,30})(?=[\s/>])").match(text, start)
        if not tag:
            # `<https://...>` is a link; anything else is a character.
            auto = re.compile(r"<(?:https?://|mailto:)[^\s<>]{1,500}>").match(text, start)
            out.append("" if auto else "<")
            at = auto.end() if auto else start + 1
            continue
        name = tag[1].lower()
        end = _tag_end(text, tag.end())
        if end < 0:
            out.append("<")
            at = start + 1
            continue
        at = end
        inline = name in _HTML_INLINE
        out.append("" if inline else " " if name in ("img", "br") else "\n\n")
        if name in _HTML_DROPPED and text[start + 1] != "/" and text[end - 2] != "/" and name not in no_close:
            close = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(text, end)
            if close:
                at = close.end()
            else:
                no_close.add(name)


def _tag_end(text: str, at: int) -> int:
    """Where the tag ends whose name ends at `at`; -1 when it does not within reason. Quotes may hold `>`."""
    end = text.find(">", at, at + 4000)
    if end < 0:
        return -1
    quote = re.compile(r"[^>\"']*(?:\"[^\"]{0,2000}\"[^>\"']*|'[^']{0,2000}'[^>\"']*){0,40}>").match(
        text, at, at + 4000
    )
    return quote.end() if quote else end + 1
