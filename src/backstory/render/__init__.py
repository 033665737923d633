"""Form: a brief as text. Chooses nothing and drops nothing; the same brief and key give the same bytes."""

from typing import TYPE_CHECKING, Final

import msgspec

from backstory.model.errors import Invalid
from backstory.model.text import escape_json
from backstory.recall.text.moment import CLAUDE, CODEX, COPILOT, CURSOR, GEMINI, GENERIC, HUMAN, MODES, TELEGRAPHIC

if TYPE_CHECKING:
    from backstory.recall.text.content import Brief

FORMS: Final[tuple[str, ...]] = (*MODES, "pointer", "data", "xml", "json")
"""Of these `data` is JSON that fits the budget, and `json` is everything that a brief holds."""


def render_brief(brief: "Brief", mode: str = "", *, key: bytes = b"", path: str = "") -> str:
    """The brief as text, ending with a newline.

    `mode`: one of `FORMS`, the brief's own when empty. `key`: secret of the machine, from which the fence of the agent
    modes is derived. `path`: where the whole can be read; for `pointer`.
    """
    mode = mode or brief.mode
    if mode in MODES and mode != HUMAN and brief.silent and not (brief.sections or brief.elsewhere):
        from backstory.render import words

        return f"{words.silence(brief)}\n"
    if brief.is_small and mode in TELEGRAPHIC:
        from backstory.render.telegraphic import render_telegraphic

        return render_telegraphic(brief, key)
    if mode == GENERIC:
        from backstory.render.generic import render_generic

        return render_generic(brief, key)
    if mode == CLAUDE:
        from backstory.render.claude import render_claude

        return render_claude(brief, key)
    if mode == CODEX:
        from backstory.render.codex import render_codex

        return render_codex(brief, key)
    if mode == CURSOR:
        from backstory.render.cursor import render_cursor

        return render_cursor(brief, key)
    if mode == GEMINI:
        from backstory.render.gemini import render_gemini

        return render_gemini(brief, key)
    if mode == COPILOT:
        from backstory.render.copilot import render_copilot

        return render_copilot(brief, key)
    if mode == HUMAN:
        from backstory.render.human import render_human

        return render_human(brief)
    if mode == "pointer":
        from backstory.render.pointer import render_pointer

        return render_pointer(brief, path)
    if mode == "data":
        from backstory.render.data import render_data

        return render_data(brief)
    if mode == "xml":
        from backstory.render.xml import render_xml

        return render_xml(brief)
    if mode == "json":
        fields = msgspec.json.encode(brief, order="deterministic")[1:]
        text = msgspec.json.format(b'{"schema":"backstory.brief/1",' + fields, indent=2).decode()
        return escape_json(text) + "\n"
    raise Invalid(f"no form `{mode}`", hint=f"forms are {', '.join(FORMS)}")
