"""Directives: what is said is heard, what is shown, quoted or broken is not, and no text takes for ever."""

# ruff: noqa: E501 (one case of a table, one line)

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.agents.directives import (
    MAX_BYTES,
    MAX_DIRECTIVES,
    VERBS,
    Directive,
    drop_directives,
    find_unread,
    parse_with_refusals,
    to_draft,
)
from backstory.model.kinds import KINDS
from backstory.model.record import Anchor, Draft, Link

T = "<ctx:status/>"
R = '<ctx:remember type="fact">Body</ctx:remember>'


def verbs(text: str) -> list[str]:
    return [d.verb for d in parse_with_refusals(text).directives]


def only(text: str) -> Directive:
    (found,) = parse_with_refusals(text).directives
    return found


class TestRead:
    def test_the_documented_commands(self) -> None:
        text = """
Done. I will note this.

<ctx:remember type="decision" tags="project:auth,tier:reference">
Chose JWT over sessions for stateless API authentication.
</ctx:remember>
<ctx:recall query="type:decision AND tag:project:auth"/>
<ctx:status/>
<ctx:task name="implement-auth" action="start"/>
<ctx:summarize nodes="01HQ1234,01HQ5678" archive="true">
Summary of authentication decisions.
</ctx:summarize>
<ctx:link from="01HQ1234" to="01HQ5678" type="DEPENDS_ON"/>
<ctx:supersede old="01HQ1234" new="01HQ5678"/>
<ctx:expand node="01HQ1234"/>
"""
        for spelled in (
            text,
            text.replace("ctx:", "backstory:"),
            text.replace("\n", "\r\n"),
            text.replace("ctx:", "CTX:"),
        ):
            found = parse_with_refusals(spelled).directives
            assert [d.verb for d in found] == [
                "remember",
                "recall",
                "status",
                "task",
                "summarize",
                "link",
                "supersede",
                "expand",
            ]
            assert found[0].body == "Chose JWT over sessions for stateless API authentication."
            assert found[0].attrs == {"type": "decision", "tags": "project:auth,tier:reference"}
            assert found[4].attrs == {"nodes": "01HQ1234,01HQ5678", "archive": "true"}
            for directive in found:
                whole = spelled[directive.offset : directive.end].lower()
                assert whole.startswith(("<ctx:", "<backstory:"))
                assert whole.endswith(">")

    @pytest.mark.parametrize("verb", VERBS)
    def test_every_verb_in_both_forms(self, verb: str) -> None:
        assert verbs(f"<backstory:{verb} a='1' />") == [verb]
        assert verbs(f"<backstory:{verb} a='1'>x</backstory:{verb}>") == [verb]

    @pytest.mark.parametrize(
        ("tag", "attrs"),
        [
            ("<ctx:task a=\"1\" b='2'/>", {"a": "1", "b": "2"}),
            ("<ctx:task\n  a = \"x\"\n\tb='y'\n/>", {"a": "x", "b": "y"}),
            ("<ctx:task a=1 b=two/>", {"a": "1", "b": "two"}),
            ('<ctx:task a=\'say "hi"\' b="it\'s"/>', {"a": 'say "hi"', "b": "it's"}),
            ('<ctx:task a="x > y / z" />', {"a": "x > y / z"}),
            ('<ctx:task a="&lt;b&gt; &amp;amp; &quot;c&quot; &#65;&#x42; &apos;"/>', {"a": '<b> &amp; "c" AB \''}),
            ('<ctx:task Instead_Of="x" ARCHIVE/>', {"instead-of": "x", "archive": "true"}),
            ('<ctx:task at="a" at="b"/>', {"at": "a;;b"}),
            ('<ctx:task a="1"b="2"/>', {"a": "1", "b": "2"}),
            ('<ctx:task a=""/>', {"a": ""}),
            ('<ctx:task a="multi\nline"/>', {"a": "multi\nline"}),
            ('<ctx:task a="`tick`"/>', {"a": "`tick`"}),
            ('<ctx:task a="<ctx:status/>"/>', {"a": "<ctx:status/>"}),
            ("<ctx:task a=“smart”/>", {"a": "smart"}),
            ("<ctx:task a=“two words” b=”more than two”/>", {"a": "two words", "b": "more than two"}),
            (
                "<ctx:task a=„zwei Wörter“ b=«deux mots» c=»zwei Wörter« d=「二つ の」/>",
                {"a": "zwei Wörter", "b": "deux mots", "c": "zwei Wörter", "d": "二つ の"},
            ),
            ("<ctx:task a=‘it’s the users’ wish’ b=‚so‘/>", {"a": "it’s the users’ wish", "b": "so"}),
            ('<ctx:task a=“one two" b="three four” c="5"/>', {"a": "one two", "b": "three four", "c": "5"}),
            ('<ctx:task a=“say "no" to it” b="a “quoted” word"/>', {"a": 'say "no" to it', "b": "a “quoted” word"}),
            ('<ctx:task a="5” disks" b="5”"/>', {"a": "5” disks", "b": "5”"}),
            ("<ctx:task a=&quot;two words&quot; b=＂two words＂/>", {"a": "two words", "b": "two words"}),
            ("<ctx:task naïve='x'/>", {"naïve": "x"}),
            ("<ctx:task/>", {}),
            ("<ctx:task   />", {}),
        ],
    )
    def test_attributes(self, tag: str, attrs: dict[str, str]) -> None:
        assert only(tag) == Directive("task", attrs, "", 0, len(tag))

    @pytest.mark.parametrize(
        ("inside", "body"),
        [
            ("plain", "plain"), ("\n  two\n  lines\n", "two\nlines"), ("\n  a\n    b\n", "a\n  b"), ("a\r\nb", "a\nb"), ("", ""), ("   ", ""),
            ("a &amp; b &lt;c&gt;", "a & b <c>"), ("a && b & c; &unknown; &#x110000; &#xD800; &#0; &#1;", "a && b & c; &unknown; &#x110000; &#xD800; &#0; &#1;"),
            ("&amp;lt;", "&lt;"), ("&lt;ctx:status/&gt;", "<ctx:status/>"), ("<![CDATA[a < b &amp; c]]>", "a < b &amp; c"),
            ("a <b>bold</b> x < y", "a <b>bold</b> x < y"), ("`code <x>` and ```a```", "`code <x>` and ```a```"),
            ("text\n```\n</ctx:remember>\n```\nmore", "text\n```\n</ctx:remember>\n```\nmore"), ("say `</ctx:remember>` now", "say `</ctx:remember>` now"),
            ("<ctx:link from='a' to='b'/> kept", "<ctx:link from='a' to='b'/> kept"), ("\n\n- a\n- b\n\n## Impact\nx\n", "- a\n- b\n\n## Impact\nx"),
            ("</ctx:status></ctx:unknown></x>", "</ctx:status></ctx:unknown></x>"), ("ü 日本 😀", "ü 日本 😀"),
        ],
    )  # fmt: skip
    def test_bodies(self, inside: str, body: str) -> None:
        assert only(f"<ctx:remember>{inside}</ctx:remember>").body == body

    @pytest.mark.parametrize(
        "text",
        [
            T, f"text {T} text", f"- item {T}", f"1. {T}", f"- a\n  - b {T}", f"- a\n    - b {T}", f"# Heading {T}", f"**{T}**", f"| {T} | x |", f"   {T}",
            f"para\n    {T}", f"para\n\t{T}", f"```\ncode\n```\n{T}", f"~~~\n```\n~~~\n{T}", f"`code` {T} `code`", f"a ` b {T}", f"a `` b ` {T}", f"a ` b\n\nc ` {T}",
            f"# a ` b\n{T} ` c", f"- a ` b\n- c ` {T}", f"| a ` b |\n| {T} ` |", f"\\` {T} \\`", f"\\\\{T}", f"<!-- note --> {T}", f"<!-- open {T}", f"<!-- a --> b --> {T}",
            f"<pre>x</pre>{T}", f"<pre>open {T}", f"<prefix>{T}</prefix>", f"> quoted\n\n{T}", f"> quoted\n{T}", f"```\n<!-- \n```\n{T}", f"```\n<pre>\n```\n{T}", f"`<!--` {T}",
            f"`<pre>` {T}", f"\ufeff{T}", f"\r\n{T}\r\n", f"a\u2028{T}", f"```not a fence``` {T}", f"``` a `b`\n{T}", f"``\n{T}\n", f"<details>\n{T}\n</details>", f"x<{T}", f"<<{T}",
            f"--- \n{T}", f"    code\n\n{T}", f"    code\n{T}", f"text\n```py\nx\n```   \n{T}", f"````\n```\n````\n{T}", f"```\nx\n`````\n{T}", f"(see: {T})", f'"x" {T} "y"', f"<files>{T}</files>", f"<![CDATA[open {T}", f"<query>{T}</query>",
            f"```\r\ncode\r\n```\r\n{T}", f"<ctx:unknown>{T}</ctx:unknown>", f"<ctx:remember {T}", f"<backstory-context>x</backstory-context>{T}", f"a\\\n{T}", f"`\\`{T}`",
        ],
    )  # fmt: skip
    def test_said(self, text: str) -> None:
        assert verbs(text) == ["status"]

    def test_order_and_offsets(self) -> None:
        text = f"a {R} b {T}\n\n{R}"
        assert [(d.verb, d.offset) for d in parse_with_refusals(text).directives] == [
            ("remember", 2),
            ("status", text.index(T)),
            ("remember", text.rindex("<ctx:remember")),
        ]


IMMUNE = [
    f"```\n{T}\n```", f"```xml\n{T}\n```\nafter", f"~~~\n{T}\n~~~", f"````\n```\n{T}\n```\n````", f"```\n{T}", f"text\n```\n{T}\n", f"```\nx\n~~~\n{T}\n```",
    f"~~~\nx\n```\n{T}\n~~~", f"- ```\n  {T}\n  ```", f"1. x\n   ```\n   {T}\n   ```", f"- a\n  - ```\n    {T}\n    ```", f"  ```\n  {T}\n  ```", f"```\n``\n{T}\n```",
    f"```\n``` x\n{T}\n```", f"~~~ a`b\n{T}\n~~~", f"```\r\n{T}\r\n```", f"text\n  ~~~\n{T}\n  ~~~", f"*  ```\n   {T}\n   ```", f"10) ~~~\n    {T}\n    ~~~", f"``` {{.xml}}\n{T}\n```",
    f"    {T}", f"\t{T}", f"text\n\n    {T}", f"text\n\n\t{T}", f"text\n\n  \t{T}", f"    code\n    {T}", f"    code\n\n    {T}", f"# head\n    {T}", f"```\nx\n```\n    {T}", f"\n    {T}",
    f"text\n\n     {T}\n", f"text\r\n\r\n    {T}", f"    code\n  \n    {T}", f"text\n \t \n    {T}",
    f"`{T}`", f"``{T}``", f"`` a ` {T} ``", f"a `b\nc {T} d` e", f"`a {T}\nb`", f"x ```{T}``` y", f"` {T} `", f"\\\\`{T}`", f"**`{T}`**", f"- `{T}`", f"# `{T}`",
    f"| `{T}` |", f"`a``{T}``b`",
    f"<!-- {T} -->", f"<!--\n{T}\n-->", f"text <!-- a\n\n{T}\n\n--> b", f"<!-- ``` {T} -->", f"<!--{T}-->", f"- <!-- {T} -->", f"<!-- a\n```\n--> <!-- {T} -->",
    f"<pre>{T}</pre>", f"<pre class='x'>\n\n{T}\n</pre>", f"<code>{T}</code>", f"<PRE>{T}</Pre>", f"<script>{T}</script>", f"<style>{T}</style >", f"<textarea>{T}</textarea>",
    f"<kbd>{T}</kbd>", f"<backstory-context>\n{T}\n</backstory-context>", f"<backstory-context a='b'>\n\n{T}</backstory-context>",
    f"<![CDATA[{T}]]>", f"<blockquote>\n\n{T}\n</blockquote>", f"<q>{T}</q>", f"<tool_result>\n\n{T}\n</tool_result>", f"<function_results>{T}</function_results>",
    f"<system-reminder>\n{T}\n</system-reminder>", f"<bash-stdout>{T}</bash-stdout>",
    f"<local-command-stderr>{T}</local-command-stderr>",
    f"<file path='a.md'>\n{T}\n</file>", f"<document>{T}</document>", f"<stdout>{T}</stdout>", f'you wrote "{T}"', f"“{T}”", f"„{T}“", f"«{T}»", f"'{R}'",
    f"> {T}", f">{T}", f"> a\n> {T}", f">> {T}", f"- > {T}", f"  > {T}", f"> ```\n> {T}\n> ```", f"text\n> {T}", f"1. > {T}",
    f"\\{T}", f"x \\{T}", f"\\\\\\{T}",
    "<ctx:unknown/>", "<ctx:>", "<ctx:/>", "<ctx: status/>", "< ctx:status/>", "<ctx :status/>", "<ctx:status", "<ctx:status /", "<ctx:status", "<ctx:statuses/>", "<ctx:status-x/>",
    "<ctx:status.x/>", "<ctx:status:x/>", "<ctx:stat\u0443s/>", "<\u0441tx:status/>", "＜ctx:status/＞", "&lt;ctx:status/&gt;", "<xctx:status/>", "<ctx:status\0/>", "<ctx:status a=/>",
    '<ctx:status a="/>', "<ctx:status a='/>", '<ctx:status a="1/>', '<ctx:status "a"/>', "<ctx:status =a/>", "<ctx:status a==b/>", "<ctx:status a=<b/>", "<ctx:status <b/>", "<ctx:status a b=`/>",
    "<ctx:status/", "<ctx:status / >", "</ctx:status/>", "</ctx:status a='b'>", "<ctx:remember/x>", "[ctx:status/]", "{ctx:status/}", "ctx:status", "<ctx:status>", "</ctx:status>",
    "<ctx:remember>", "<ctx:remember>text", "text</ctx:remember>", "<ctx:remember>a</backstory:remember>", "<ctx:remember>a</ctx:recall>", "<ctx:remember>a</ctx:remember", "<ctx:remember>a<ctx:remember>",
    "<ctx:remember>a\n```\n</ctx:remember>", "<ctx:remember>a\n\n    </ctx:remember>", "<ctx:remember>`a</ctx:remember>`", "<ctx:remember>a\n> </ctx:remember>", "<ctx:remember><!-- </ctx:remember> -->",
    '<ctx:status a="' + "x" * MAX_BYTES + '"/>', "<ctx:status " + "a " * 100 + "/>", "<ctx:status" + " " * MAX_BYTES + "/>",
    "", "<", "<<<", "\0", "`", "```", "<!--", "<![CDATA[<ctx:status", "\ud800<ctx:", "<ctx:\ud800/>",
]  # fmt: skip


@pytest.mark.parametrize("at", range(len(IMMUNE)))
def test_not_said(at: int) -> None:
    assert verbs(IMMUNE[at]) == []


@pytest.mark.parametrize("text", ("<backstory:forget id='x'/>", "<ctx:forget>x</ctx:forget>"))
def test_an_unknown_verb_is_answered(text: str) -> None:
    parsed = parse_with_refusals(text)
    assert (parsed.directives, [one.reason for one in parsed.refused]) == ([], ["`forget` is no directive"])


@pytest.mark.parametrize("mark", "\"'“„‘‚«‹「＂")
def test_a_quotation_mark_without_its_other_is_named(mark: str) -> None:
    parsed = parse_with_refusals(f"<ctx:remember kind='fact' why={mark}it is so>x</ctx:remember>")
    assert (parsed.directives, [one.reason for one in parsed.refused]) == ([], ["an unclosed quote after why="])


@pytest.mark.parametrize(
    ("attributes", "unread"),
    [
        ("kind='idea'", ["`idea` is no kind: kept as a note"]),
        ("type='desicion'", ["`desicion` is no kind: kept as a decision"]),
        ("kind='fact' reason='x' because='y'", ["left out: reason=, because="]),
        ("kind=fact why=it is simple", ["left out: is=, simple="]),
        ("a b c d kind=fact", ["left out: a=, b=, c= and others"]),
        ("", []),
        ("kind='Decisions' why='x' instead-of='y' at='a.py' tags='a,b' tier='pinned' depends-on='01HQ1234'", []),
    ],
)
def test_what_is_read_otherwise_or_left_out_is_named(attributes: str, unread: list[str]) -> None:
    assert find_unread(only(f"<ctx:remember {attributes}>x y</ctx:remember>")) == unread


def test_every_attribute_of_every_kind_has_a_meaning() -> None:
    for kind in KINDS.values():
        names = [name for one in (*kind.parts, *kind.fields) for name in (one.name, *one.flags) if name]
        attributes = " ".join(f"{name.lstrip('-')}='x'" for name in names)
        assert find_unread(only(f"<ctx:remember kind='{kind.name}' {attributes}>x</ctx:remember>")) == []


def test_there_are_many_hostile_cases() -> None:
    assert len(set(IMMUNE)) >= 130


class TestNesting:
    @pytest.mark.parametrize(
        ("text", "bodies"),
        [
            ("<ctx:remember>a<ctx:remember>b</ctx:remember>c</ctx:remember>", ["a<ctx:remember>b</ctx:remember>c"]),
            ("<ctx:remember>lost <ctx:remember>b</ctx:remember>", ["b"]),
            ("<ctx:remember>a</ctx:remember></ctx:remember>", ["a"]),
            ("</ctx:remember><ctx:remember>a</ctx:remember>", ["a"]),
            ("<ctx:remember>a <ctx:summarize>b</ctx:remember>", ["a <ctx:summarize>b"]),
            ("<ctx:remember>a <ctx:summarize>b</ctx:remember></ctx:summarize>", ["a <ctx:summarize>b"]),
            ("<ctx:remember>a</ctx:remember><ctx:remember>b</ctx:remember>", ["a", "b"]),
            ("I use <ctx:remember> for this: <ctx:remember>b</ctx:remember>", ["b"]),
            (
                "<ctx:remember>a<backstory:remember>b</backstory:remember>c</ctx:remember>",
                ["a<backstory:remember>b</backstory:remember>c"],
            ),
            ("<ctx:remember>a\n```\nopen\n", []),
            ("`<ctx:remember>`a</ctx:remember><ctx:remember>b</ctx:remember>", ["b"]),
        ],
    )
    def test_pairs(self, text: str, bodies: list[str]) -> None:
        assert [d.body for d in parse_with_refusals(text).directives] == bodies

    def test_what_is_refused_says_why(self) -> None:
        found = parse_with_refusals(
            f"<ctx:remember>open {T} " + "<ctx:summarize>" + "x" * MAX_BYTES + "</ctx:summarize>"
        )
        assert [d.verb for d in found.directives] == ["status"]
        assert [(r.verb, r.reason) for r in found.refused] == [
            ("remember", "it is not closed"),
            ("summarize", "larger than 8 KB"),
        ]

    def test_number(self) -> None:
        found = parse_with_refusals(R * (MAX_DIRECTIVES + 3))
        assert len(found.directives) == MAX_DIRECTIVES
        assert [r.reason for r in found.refused] == ["more than 20 in one text"] * 3

    def test_size_counts_bytes(self) -> None:
        text = "<ctx:remember>" + "é" * (MAX_BYTES // 2) + "</ctx:remember>"
        assert verbs(text) == []
        assert verbs(text.replace("é", "e")) == ["remember"]

    def test_an_unclosed_fence_hides_its_own_text_only(self) -> None:
        assert [verbs(t) for t in (f"{T}\n```\n{T}", T)] == [["status"], ["status"]]


PIECES = st.sampled_from(
    [
        "word",
        "two words",
        "",
        "",
        "```",
        "~~~",
        "````",
        "``` x",
        "    in",
        "  in",
        "\tin",
        "`",
        "``",
        "`a`",
        "\\`",
        "# h",
        "a ` b",
        "``` a ` b",
        "   ```",
        "~~~~ y",
    ]
)


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.one_of(PIECES, st.just("@"), st.tuples(PIECES, PIECES).map(lambda p: f"{p[0]} @ {p[1]}")), max_size=9)
)
@example(["    in", "", "word", "    @"])
@example(["`", "@", "`", "", "@ `"])
def test_agrees_with_a_commonmark_parser(lines: list[str]) -> None:
    """A tag is live exactly where a real Markdown parser sees text and not code (documents without lists and quotes)."""
    from markdown_it import MarkdownIt

    document = "\n".join(lines)
    parts = document.split("@")
    text = parts[0] + "".join(f'<ctx:status n="{i}"/>{part}' for i, part in enumerate(parts[1:]))
    live: list[str] = []
    for token in MarkdownIt("commonmark", {"html": False}).parse(text):
        for child in token.children or []:
            if child.type == "text":
                live += [piece.split('"')[0] for piece in child.content.split('<ctx:status n="')[1:]]
    if any(line.startswith(("    ```", "    ~~~", "\t```", "\t~~~")) for line in text.split("\n")):
        return  # a fence may be indented as far as a list wants it: more is hidden than by the letter
    assert [d.attrs["n"] for d in parse_with_refusals(text).directives][:MAX_DIRECTIVES] == live


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(["<ctx:remember>", "</ctx:remember>", "<ctx:status/>", "`", "```", "\n", "    ", "> ", "- ", "<!--", "-->", "<pre>", "</pre>", "\\", '<ctx:task a="', '"', "x", "&lt;", "\r\n", "~~~", "<"]),
        max_size=40,
    ).map("".join)
)  # fmt: skip
def test_any_text_gives_well_formed_directives(text: str) -> None:
    found = parse_with_refusals(text)
    last = 0
    for directive in found.directives:
        assert last <= directive.offset < directive.end <= len(text)
        assert text[directive.offset] == "<"
        assert text[directive.end - 1] == ">"
        assert directive.verb in VERBS
        last = directive.end
        to_draft(directive)


@given(st.text())
def test_any_text(text: str) -> None:
    parse_with_refusals(text)
    parse_with_refusals(f"<ctx:remember>{text}</ctx:remember>")
    parse_with_refusals(f'<ctx:remember a="{text}"/>')


@given(st.text(alphabet=st.characters(blacklist_categories=("Cs",)), max_size=80))
def test_what_is_encoded_comes_back(text: str) -> None:
    encoded = "".join(f"&#{ord(c)};" if not (c.isalnum() and c.isascii()) else c for c in text)
    found = only(f'<ctx:remember why="{encoded}"/>').attrs["why"]
    # No control character comes in by the back door: its entity stays as it is written.
    expected = "".join(c if ord(c) >= 32 or c in "\t\n\r" else f"&#{ord(c)};" for c in text)
    assert found == expected


HOSTILE = [
    "<ctx:remember>", "</ctx:remember>", "<ctx:remember", "<ctx:", "<ctx:status/>", '<ctx:task a="', "<ctx:task a='", '<ctx:task a="b" ', "<ctx:task a=b ", "`", "``", "`a``b", "\n", "\n\n", "a\n",
    "```\n", "~~~\n", "```x\n~~~\n", "    ", "\t", "    a\n", "> ", "> a\n", "- ", "- a\n", "- `\n", "1. <\n", "# <\n", "| < |\n", "<!--", "-->", "<!-- -->", "<pre>", "</pre>", "<pre></pre>", "<code>", "\\",
    "\\`", "\\<", "<", "<<", "&", "&amp;", "&#", "\r\n", " ", "<ctx:remember>`", "<ctx:remember>\n\n    ", "`<ctx:remember>", "<ctx:unknown/>", "<ctx:task a=\"<ctx:task a='\" b='\"", "a", "ab ", "*", "- - - - ",
    "<ctx:task a=“", "<ctx:task a=‘b’ ", "<ctx:task a=‘b ’", "“b” ", "‘b’ ", "’ ", "<ctx:task a=«", "<ctx:task a=&quot;", "&quot;", "<ctx:task a=＂",
    "`\n", "~", "~~~", "\n    \n", "<ctx:status\n", "<ctx:remember type='fact'>x</ctx:remember>",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_takes_time_in_proportion(piece: str) -> None:
    assert_linear(parse_with_refusals, piece, end="\n\n" + R)


def draft(text: str) -> Draft:
    found = to_draft(only(text))
    assert found is not None
    return found


class TestDraft:
    def test_the_documented_command(self) -> None:
        found = draft(
            '<ctx:remember type="decision" tags="project:auth,tier:pinned">\nChose JWT over sessions.\n</ctx:remember>'
        )
        assert (found.kind, found.title, found.body, found.tier, found.tags) == (
            "decision",
            "Chose JWT over sessions.",
            "",
            "pinned",
            ["project:auth"],
        )

    def test_parts_of_a_decision(self) -> None:
        found = draft(
            '<backstory:remember kind="decision" why="Better typing." instead-of="asyncpg;;aiopg" impact="Pool changes" at="src/db/pool.py#Pool, src/app.py">Use psycopg 3</backstory:remember>'
        )
        assert found.title == "Use psycopg 3"
        assert found.body == "Better typing.\n\n## Alternatives\n- asyncpg\n- aiopg\n\n## Impact\n- Pool changes"
        assert found.anchors == [Anchor("src/db/pool.py", "Pool"), Anchor("src/app.py")]

    def test_a_long_body(self) -> None:
        first = "The pool is opened once per worker and never shared between threads."
        rest = "It was shared before, which broke the tests on every second run and took three days to find out about."
        found = draft(f"<ctx:remember type='fact'>{first} {rest}</ctx:remember>")
        assert (found.title, found.body) == (first, rest)
        found = draft(f"<ctx:remember type='fact'># Pools\n\n{first}\n{rest}</ctx:remember>")
        assert (found.title, found.body) == ("Pools", f"{first}\n{rest}")
        unbroken = "word " * 100
        found = draft(f"<ctx:remember type='fact'>{unbroken}</ctx:remember>")
        assert len(found.title) <= 120
        assert found.body == unbroken.strip()

    def test_the_reason_of_a_long_text_is_marked(self) -> None:
        text = "A former name that is the current name of another property is refused with IllegalArgumentException when the adapter is created"
        for kind in ("decision", "fact", "pattern"):
            found = draft(f'<ctx:remember kind="{kind}" why="One key would feed two.">{text}</ctx:remember>')
            assert found.title.endswith("…") and found.body == f"{text}\n\nWhy: One key would feed two."

    def test_a_title_of_its_own(self) -> None:
        found = draft("<ctx:remember type='note' title='The title'>The body. More.</ctx:remember>")
        assert (found.title, found.body) == ("The title", "The body. More.")

    def test_self_closing(self) -> None:
        assert draft("<ctx:remember type='fact' text='It is so'/>").title == "It is so"
        found = draft("<ctx:remember type='note' title='So' body='It is so'/>")
        assert (found.title, found.body) == ("So", "It is so")

    def test_sections_in_the_body_are_parts(self) -> None:
        found = draft(
            "<ctx:remember type='decision' impact='two'>Use it\n\nBecause.\n\n## Impact\n- one\n</ctx:remember>"
        )
        assert found.body == "Because.\n\n## Impact\n- one\n- two"

    def test_what_the_kind_lacks_is_kept_in_its_text(self) -> None:
        found = draft("<ctx:remember type='fact' why='seen' impact='a;;b'>It is so</ctx:remember>")
        assert found.body == "seen\n\nImpact: a; b"

    def test_fields_and_status(self) -> None:
        found = draft("<ctx:remember type='attempt' outcome='FAILED' status='open'>Tried it</ctx:remember>")
        assert (found.fields, found.status) == ({"outcome": "failed"}, "")
        assert draft("<ctx:remember type='hypothesis' status='confirmed'>x is y</ctx:remember>").status == "confirmed"
        assert draft("<ctx:remember type='attempt' outcome='sideways'>Tried it</ctx:remember>").fields == {}

    @pytest.mark.parametrize(
        ("said", "kind", "tags"),
        [
            ("facts", "fact", []),
            ("Open-Question", "question", []),
            ("open_question", "question", []),
            ("decison", "decision", []),
            ("constraint", "note", ["constraint"]),
            ("bug", "note", ["bug"]),
            ("", "note", []),
            ("a\nb", "note", ["a b"]),
        ],
    )
    def test_kinds(self, said: str, kind: str, tags: list[str]) -> None:
        found = draft(f"<ctx:remember type='{said}'>x is y</ctx:remember>")
        assert (found.kind, found.tags) == (kind, tags)

    @pytest.mark.parametrize(
        ("attrs", "tags", "tier"),
        [
            ("tags='a, b ,a,,c'", ["a", "b", "c"], ""), ("tags='tier:off_context'", [], "off-context"), ("tags='tier:nonsense'", ["tier:nonsense"], ""), ("tier='pinned'", [], "pinned"),
            ("tier='huge'", ["tier:huge"], ""), ("project='auth' tags='x'", ["x", "project:auth"], ""), ("tag='a' tag='b'", ["a", "b"], ""), ("tags='[\"a\", \"b\"]'", ["a", "b"], ""),
            ("tags='" + ",".join(f"t{i}" for i in range(50)) + "'", [f"t{i}" for i in range(32)], ""),
        ],
    )  # fmt: skip
    def test_tags(self, attrs: str, tags: list[str], tier: str) -> None:
        found = draft(f"<ctx:remember type='fact' {attrs}>x is y</ctx:remember>")
        assert (found.tags, found.tier) == (tags, tier)

    def test_links(self) -> None:
        found = draft(
            "<ctx:remember supersedes='01HQ1234, 01HQ5678' depends-on='01HQ9' relates_to='../x'>x is y</ctx:remember>"
        )
        assert found.links == [
            Link("supersedes", "01HQ1234"),
            Link("supersedes", "01HQ5678"),
            Link("depends_on", "01HQ9"),
        ]

    def test_control_and_invisible_characters_are_gone(self) -> None:
        found = draft("<ctx:remember why='a&#8203;b' tags='x&#8238;y'>he\u200bl\x1b[31mlo\x07</ctx:remember>")
        assert (found.title, found.body, found.tags) == ("hello", "ab", ["xy"])

    @pytest.mark.parametrize(
        "text",
        [
            "<ctx:remember/>",
            "<ctx:remember></ctx:remember>",
            "<ctx:remember>\n \n</ctx:remember>",
            "<ctx:remember>\u200b</ctx:remember>",
            "<ctx:status/>",
            "<ctx:recall query='x'/>",
        ],
    )
    def test_nothing_said(self, text: str) -> None:
        assert to_draft(only(text)) is None

    @given(
        st.sampled_from([*KINDS]),
        st.text(max_size=300),
        st.dictionaries(
            st.sampled_from(
                ["why", "impact", "fix", "next-step", "goal", "status", "tags", "at", "title", "supersedes", "body"]
            ),
            st.text(max_size=40),
        ),
    )
    def test_any_directive(self, kind: str, body: str, attrs: dict[str, str]) -> None:
        found = to_draft(Directive("remember", {"type": kind, **attrs}, body, 0))
        if found:
            assert found.kind == kind
            assert found.title
            assert len(found.title) <= 300
            assert "\n" not in found.title


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Done.\n<backstory:remember kind='fact'>A</backstory:remember>\nNext: b", "Done.\n\nNext: b"),
        ("Done. <ctx:status/>", "Done. "),
        ('Done.\n<backstory:remember why="open>broken</backstory:remember>\nNext: b', "Done.\n\nNext: b"),
        ("```\n<backstory:status/>\n```", "```\n<backstory:status/>\n```"),
        ("> <backstory:status/>", "> <backstory:status/>"),
        ("<backstory:checkpoint task='t'>CI is done</backstory:checkpoint>", ""),
        ("no tag < here", "no tag < here"),
    ],
)
def test_a_text_without_its_directives(text: str, kept: str) -> None:
    assert drop_directives(text) == kept
