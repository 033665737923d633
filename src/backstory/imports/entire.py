"""Reads the checkpoints of entire: JSON on a branch of their own, a folder for each session of a checkpoint."""

import os
import re
from collections.abc import Iterator
from typing import Any, Final

from backstory.git.objects import read_objects
from backstory.git.repository import Git
from backstory.imports.files import list_of, objects_of, parse_json, text_of
from backstory.imports.item import Item, Omissions, Place, make_draft, read_time
from backstory.model.record import Anchor

REFS: Final = ("refs/heads/entire/checkpoints/v1", "refs/remotes/origin/entire/checkpoints/v1")
MAX_SESSIONS: Final = 3_000
MAX_BYTES: Final = 1 << 20
"""Of a file of metadata."""
_SESSION: Final = re.compile(r"([0-9a-f]{2})/([0-9a-f]{6,62})/(\d{1,4})/metadata\.json")


def recognizes(path: str) -> bool:
    """Checkpoints are recognised by the name of entire's folder alone."""
    return False


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a summary for each session of each checkpoint, and what was learnt in it as facts with their code."""
    root = os.path.dirname(path) if os.path.basename(path) == ".entire" else path
    git = Git(root if os.path.isdir(root) else place.root, place.environ)
    for ref in REFS:
        listed = git.attempt("ls-tree", "-r", "--name-only", ref)
        if not listed.code:
            yield from _read_branch(git, ref, listed.out.decode("utf-8", "replace").split("\n"), omitted)
            return
    omitted.add(path, f"the repository has no branch `{REFS[0].removeprefix('refs/heads/')}`")


def _read_branch(git: Git, ref: str, files: list[str], omitted: Omissions) -> Iterator[Item]:
    sessions = [match for match in map(_SESSION.fullmatch, files) if match]
    if len(sessions) > MAX_SESSIONS:
        omitted.add(ref, f"only the last {MAX_SESSIONS:,} sessions are read")
        sessions = sessions[-MAX_SESSIONS:]
    names = [f"{ref}:{match[0]}" for match in sessions]
    prompts = [name.replace("metadata.json", "prompt.txt") for name in names]
    contents = read_objects(git, [*names, *prompts], MAX_BYTES)
    for match, name, prompt in zip(sessions, names, prompts, strict=True):
        meta = parse_json(contents.get(name, b"").decode("utf-8", "replace"))
        if isinstance(meta, dict):
            prompt_text = contents.get(prompt, b"").decode("utf-8", "replace")
            yield from _read_session(meta, prompt_text, f"{match[1]}{match[2]}/{match[3]}")
        else:
            omitted.add(f"{match[1]}{match[2]}/{match[3]}", "its metadata cannot be read")


def _read_session(meta: dict[str, Any], prompt_text: str, key: str) -> Iterator[Item]:
    value = meta.get("summary")
    summary = value if isinstance(value, dict) else {}
    created, agent = read_time(meta.get("created_at")), text_of(meta.get("agent"))
    parts = [text_of(summary.get("outcome"))]
    for heading, name in (("Friction", "friction"), ("Open items", "open_items")):
        lines = [f"- {one}" for one in list_of(summary.get(name))]
        parts += ["\n".join([f"## {heading}", *lines])] if lines else []
    title = text_of(summary.get("intent")) or prompt_text.strip().split("\n")[0]
    if title:
        anchors = [Anchor(path) for path in list_of(meta.get("files_touched"))[:20]]
        body = "\n\n".join(filter(None, parts))
        yield Item(
            make_draft("summary", title[:300], body, tags=["entire"], anchors=anchors),
            key=key,
            made=created,
            agent=agent,
            is_whole=True,
        )
    value = summary.get("learnings")
    learnings = value if isinstance(value, dict) else {}
    for kind, name in (("fact", "repo"), ("pattern", "workflow")):
        for text in list_of(learnings.get(name)):
            yield Item(make_draft(kind, "", text=text, tags=["entire"]), key=key, made=created, agent=agent)
    for one in objects_of(learnings.get("code")):
        text, path = text_of(one.get("finding")), text_of(one.get("path"))
        if text:
            anchors = [Anchor(path)] if path else []
            yield Item(
                make_draft("fact", "", text=text, tags=["entire"], anchors=anchors), key=key, made=created, agent=agent
            )
