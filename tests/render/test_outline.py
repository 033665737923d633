"""Each line of an agent's brief is known by what it tells, so that the hook can leave one out."""

import pytest

from backstory.hook.outdated import FOOTER, FRAME, GIT, HEADING, PROJECT, WORK
from backstory.recall.text.content import Brief, Item, Section
from backstory.recall.text.moment import CLAUDE, CODEX, COPILOT, CURSOR, GEMINI, GENERIC
from backstory.render import render_brief
from backstory.render.outline import find_sources, outline_lines

MARKS = {FRAME, HEADING, FOOTER, WORK, GIT, PROJECT}


@pytest.mark.parametrize("mode", [CLAUDE, CODEX, CURSOR, GEMINI, GENERIC])
@pytest.mark.parametrize("budget", [300, 1200, 4000])
def test_every_record_has_its_lines(shop, mode: str, budget: int) -> None:
    brief, text = shop.brief(mode, budget), shop.text(mode, budget)
    lines = text.removesuffix("\n").split("\n")

    marks = outline_lines(brief, text)

    assert len(marks) == len(lines)
    assert set(marks) - MARKS == {item.id for item in brief.items}
    for item in brief.items:
        own = [line for line, mark in zip(lines, marks, strict=True) if mark == item.id]
        sign = item.title[:20] if budget == 300 else item.short
        assert sign in own[0] or item.kind == "rule"
        assert not any(other.short in line for line in own[1:] for other in brief.items)
    assert marks[-2] == FOOTER and "brief " in lines[-2]
    assert marks.count(HEADING) == len(brief.sections)


@pytest.mark.parametrize("mode", [CLAUDE, CODEX, CURSOR, GEMINI, GENERIC])
def test_a_rule_of_others_than_the_user_has_its_line(mode: str) -> None:
    rules = [
        Item(id=sign * 26, short=sign.lower() * 8, kind="rule", title=f"Rule {sign}", author="Eve", untrusted=True)
        for sign in "RST"
    ]
    sections = [
        Section(name="knowledge", title="", items=rules[:1]),
        Section(name="untrusted", title="", items=rules[1:]),
    ]
    brief = Brief(id="a" * 12, mode=mode, budget=4000, project="shop", sections=sections, considered=3, records=3)
    text = render_brief(brief, key=b"k" * 32)
    told = dict(zip(outline_lines(brief, text), text.split("\n"), strict=False))
    assert all(rule.title in told[rule.id] and "Eve" in told[rule.id] for rule in rules)


@pytest.mark.parametrize("mode", [CLAUDE, CODEX, CURSOR, GEMINI, GENERIC])
def test_notes_are_known_by_their_section(shop, mode: str) -> None:
    brief, text = shop.brief(mode, 4000), shop.text(mode, 4000)
    told = list(zip(text.split("\n"), [*outline_lines(brief, text), ""], strict=True))

    assert {mark for line, mark in told if line.startswith("- src/shop/pay/retry.py (named by")} == {PROJECT}
    assert {mark for line, mark in told if line.startswith("- state: ")} == {WORK}
    assert {mark for line, mark in told if line.startswith("- since then: ") and line[-1] != ")"} <= {GIT}
    assert {note.record for note in brief.section("now").notes if note.record} <= find_sources(brief).keys()


def test_a_text_that_is_not_the_brief_has_no_outline(shop) -> None:
    brief = shop.brief(CLAUDE, 1200)

    assert outline_lines(brief, "\n".join(shop.text(CLAUDE, 1200).splitlines()[:12])) == []
    assert outline_lines(brief, "") == []
    assert outline_lines(shop.brief(COPILOT, 1200), shop.text(COPILOT, 1200)) == []
