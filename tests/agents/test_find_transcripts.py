"""Where agents keep the sessions of a project, and those of their sub-agents."""

import json
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from backstory.agents.cline.transcript import find_sessions as find_cline
from backstory.agents.cline.transcript import read_turns as read_cline
from backstory.agents.copilot.transcript import find_sessions as find_copilot
from backstory.agents.copilot.transcript import read_turns as read_copilot
from backstory.agents.gemini.transcript import find_sessions as find_gemini
from backstory.agents.gemini.transcript import read_turns as read_gemini
from backstory.agents.grok.transcript import find_sessions as find_grok
from backstory.agents.grok.transcript import read_turns as read_grok
from backstory.agents.kimi.transcript import find_sessions as find_kimi
from backstory.agents.qwen.transcript import find_sessions as find_qwen

SHOP = "/home/ada/shop"


def keep(path: Path, *rows: object) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_gemini_names_a_project_by_its_digest_its_list_or_a_file(tmp_path: Path) -> None:
    base = tmp_path / ".gemini"
    keep(base / "projects.json", {"projects": {SHOP: "shop", "/home/ada/blog": "blog"}})
    row = {"id": "m1", "timestamp": "t", "type": "user", "content": "hi"}
    for folder, name in (("shop", "s1"), ("blog", "s2"), (sha256(SHOP.encode()).hexdigest(), "s3"), ("api", "s4")):
        header = {"sessionId": name, "projectHash": "x", "kind": "main"}
        path = keep(base / "tmp" / folder / "chats" / f"session-{name}.jsonl", header, row)
    (base / "tmp/api/.project_root").write_text(f"{SHOP}/api\n")
    keep(base / "tmp/shop/chats/s1/sub.jsonl", {"sessionId": "s5", "projectHash": "x", "kind": "subagent"}, row)
    found = {file.session: (file.cwd, file.parent) for file in find_gemini({}, str(tmp_path), [SHOP])}
    assert found == {"s1": (SHOP, ""), "s3": (SHOP, ""), "s4": (f"{SHOP}/api", ""), "s5": (SHOP, "s1")}
    assert len(list(find_gemini({"GEMINI_CLI_HOME": str(tmp_path)}, "/nowhere", [SHOP]))) == 4
    assert [turn.cwd for turn in read_gemini(path)] == [f"{SHOP}/api"]
    sub = read_gemini(str(base / "tmp/shop/chats/s1/sub.jsonl"))
    assert [(turn.sidechain, turn.subagent) for turn in sub] == [(True, "s5")]


def test_qwen_names_a_project_by_its_folder(tmp_path: Path) -> None:
    def row(session: str, cwd: str) -> dict[str, object]:
        return {"uuid": "u", "sessionId": session, "type": "user", "cwd": cwd, "message": {"parts": [{"text": "hi"}]}}

    base = tmp_path / ".qwen/projects"
    keep(base / "-home-ada-shop/chats/s1.jsonl", row("s1", SHOP))
    keep(base / "-home-ada-shop-api/chats/s2.jsonl", row("s2", f"{SHOP}-api"))
    keep(base / "-home-ada-shop/subagents/s1/agent-x.jsonl", row("s1", SHOP) | {"isSidechain": True, "agentId": "x"})
    assert [(file.session, file.parent) for file in find_qwen({}, str(tmp_path), [SHOP])] == [
        ("s1", ""), ("agent-x", "s1"),
    ]  # fmt: skip
    assert len(list(find_qwen({"QWEN_HOME": str(tmp_path / ".qwen")}, "/nowhere", [SHOP]))) == 2


def test_copilot_is_found_in_its_home_and_in_editors(tmp_path: Path) -> None:
    start = {"type": "session.start", "data": {"sessionId": "s1", "context": {"cwd": SHOP, "branch": "main"}}}
    ask = {"type": "user.message", "id": "e2", "data": {"content": "hi"}}
    state = tmp_path / ".copilot/session-state"
    keep(state / "s1/events.jsonl", start, ask)
    old = keep(state / "s2/events.jsonl", {"type": "session.start", "data": {"sessionId": "s2"}}, ask)
    (state / "s2/workspace.yaml").write_text(f"id: s2\ncwd: {SHOP}/api\n")
    keep(state / "s3.jsonl", start)
    keep(state / "s4/events.jsonl", {"type": "session.start", "data": {"context": {"cwd": "/other"}}})
    storage = tmp_path / ".config/Code/User/workspaceStorage"
    keep(storage / "a1/workspace.json", {"folder": "file://" + quote(f"{SHOP}/my app")})
    chat = {"version": 3, "sessionId": "v1", "requests": [{"requestId": "r1", "message": {"text": "hi"}}]}
    path = keep(storage / "a1/chatSessions/v1.json", chat)
    keep(storage / "a2/workspace.json", {"folder": "file:///other"})
    keep(storage / "a2/chatSessions/v2.json", chat)
    found = {file.session: file.cwd for file in find_copilot({}, str(tmp_path), [SHOP])}
    assert found == {"s1": SHOP, "s2": f"{SHOP}/api", "s3": SHOP, "v1": f"{SHOP}/my app"}
    environ = {"COPILOT_HOME": str(tmp_path / ".copilot"), "XDG_CONFIG_HOME": str(tmp_path / ".config")}
    assert len(list(find_copilot(environ, "/nowhere", [SHOP]))) == 4
    assert [turn.cwd for turn in read_copilot(old)] == [f"{SHOP}/api"]
    assert [(turn.cwd, turn.text) for turn in read_copilot(path)] == [(f"{SHOP}/my app", "hi")]


def test_what_copilot_took_back_and_what_programs_wrote(tmp_path: Path) -> None:
    def event(kind: str, ident: str, **data: object) -> dict[str, object]:
        return {"type": kind, "id": ident, "timestamp": "t", "data": data}

    rows = [
        event("user.message", "e1", content="one"),
        event("user.message", "e2", content="<skill>…</skill>", source="skill-pdf"),
        event("user.message", "e3", content="two"),
        event("assistant.message", "e4", content="2"),
        event("session.snapshot_rewind", "e5", upToEventId="e3"),
        event("user.message", "e6", content="three"),
        event("from_the_future", "e7"),
    ]
    path = keep(tmp_path / "events.jsonl", *rows)
    reading = read_copilot(path)
    assert [(turn.text, turn.abandoned) for turn in reading] == [
        ("one", False), ("two", True), ("2", True), ("three", False),
    ]  # fmt: skip
    assert reading.unknown == {"from_the_future": 1}


def test_cline_keeps_the_sessions_of_its_command_line_in_folders(tmp_path: Path) -> None:
    """A sub-agent has a file in the folder of the session that started it."""

    def said(text: str) -> dict[str, object]:
        return {"id": "m1", "role": "user", "content": [{"type": "text", "text": text}], "ts": 1795479957000}

    for session, cwd in (("s1", SHOP), ("s2", f"{SHOP}-api")):
        folder = tmp_path / ".cline/data/sessions" / session
        keep(folder / f"{session}.json", {"session_id": session, "cwd": cwd})
        asked = said('<user_input mode="plan">rename it</user_input>')
        lead = keep(folder / f"{session}.messages.json", {"sessionId": session, "messages": [asked]})
        origin = {"subagent": "agent_7", "parentThreadId": session}
        sub = {"sessionId": f"{session}__agent_7", "origin": origin, "messages": [said("look")]}
        keep(folder / "agent_7.messages.json", sub)
    found = list(find_cline({}, str(tmp_path), [SHOP]))
    assert [(file.session, file.cwd, file.parent) for file in found] == [("s1", SHOP, "s1"), ("s1", SHOP, "")]
    assert [(turn.session, turn.text, turn.cwd) for turn in read_cline(lead)] == [("s2", "rename it", f"{SHOP}-api")]
    (turn,) = read_cline(found[0].path)
    assert (turn.session, turn.subagent, turn.sidechain, turn.text) == ("s1", "agent_7", True, "look")


def test_grok_lists_the_sub_agents_of_a_session_in_its_folder(tmp_path: Path) -> None:
    """A sub-agent has a session beside that of its parent, which alone says whose it is."""
    base = tmp_path / ".grok/sessions/%2Fhome%2Fada%2Fshop"
    asked = {"type": "user", "content": [{"type": "text", "text": "look around"}], "prompt_index": 0}
    for name, kind in (("s1", "headless"), ("a1", "subagent")):
        keep(base / name / "summary.json", {"info": {"id": name, "cwd": SHOP}, "session_kind": kind})
        keep(base / name / "chat_history.jsonl", asked)
    keep(base / "s1/subagents/a1/meta.json", {"subagent_id": "a1"})
    found = {file.session: (file.parent, file.path) for file in find_grok({}, str(tmp_path), [SHOP])}
    assert {name: parent for name, (parent, _) in found.items()} == {"s1": "", "a1": "s1"}
    kinds = {name: [(turn.sidechain, turn.subagent) for turn in read_grok(path)] for name, (_, path) in found.items()}
    assert kinds == {"s1": [(False, "")], "a1": [(True, "a1")]}


def test_a_session_of_kimi_is_not_taken_for_that_of_its_sub_agent(tmp_path: Path) -> None:
    """Both files have the session's name. The main agent's comes last by its folder."""
    folder = tmp_path / ".kimi-code/sessions/wd_shop/session_1"
    head = {"type": "metadata", "protocol_version": "1"}
    for agent in ("agent-0", "main"):
        keep(folder / "agents" / agent / "wire.jsonl", head, {"type": "session.start", "cwd": SHOP})
    found = [(file.session, file.parent, Path(file.path).parent.name) for file in find_kimi({}, str(tmp_path), [SHOP])]
    assert sorted(found) == [("session_1", "", "main"), ("session_1", "session_1", "agent-0")]
