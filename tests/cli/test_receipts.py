"""What was given can be shown again, compared and accounted for; a session that goes on gets what is new."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

from backstory.api import Memory
from backstory.base import deliveries
from backstory.base.token_estimate import estimate_tokens
from backstory.cli.commands.recall import _share_limit
from backstory.hook.answers import greet
from backstory.hook.deferred import SUFFIX as DEFERRED
from backstory.hook.deferred import defer_text
from backstory.model.record import Draft
from backstory.worker import transcript_following
from backstory.worker.process import run as run_worker

PROMPT = json.dumps({"type": "user", "uuid": "u0", "message": {"role": "user", "content": "Go on."}}) + "\n"
"""The beginning of a transcript: the worker waits for a prompt that is not there yet."""


def call(event: str, project: Path, session: str = "s1", **payload: str) -> str:
    """The text that an event brings into the agent's context, from the slow half of the hook."""
    given = {"session_id": session, "cwd": str(project), **payload}
    reply = run_worker("claude-code", event, given, dict(os.environ)).decode()
    return str(json.loads(reply)["hookSpecificOutput"]["additionalContext"]) if reply else ""


def remember(run: Run, title: str) -> str:
    """The short id of a new decision."""
    return str(run("remember", "decision", title, "--json").json["short"])


def test_what_was_quoted_from_a_session_is_shown_as_a_quotation(project: Path, run: Run, tmp_path: Path) -> None:
    transcript = tmp_path / "s1.jsonl"
    words = "We keep the retry transport behind the feature flag, because the gateway drops duplicate requests."
    turns = [("user", "Where does the retry transport live?"), ("assistant", words)]
    rows = [
        {"type": who, "uuid": str(number), "sessionId": "s1", "cwd": str(project), "timestamp": "2026-01-02T03:04:05Z",
         "message": {"role": who, "content": text}}
        for number, (who, text) in enumerate(turns)
    ]  # fmt: skip
    transcript.write_text("".join(json.dumps(row) + "\n" for row in rows))
    call("stop", project, transcript_path=str(transcript))
    assert "gateway drops duplicate" in call(
        "prompt", project, "s2", prompt="Why is the retry transport behind the feature flag?"
    )
    said = run("last", "--agent", "claude-code").out
    assert "0 records, 1 passage  " in said
    assert "[session s1] " in said and "gateway drops duplicate" in said
    assert "not visible" not in said


def test_what_was_given_is_shown_again_byte_for_byte(project: Path, run: Run) -> None:
    remember(run, "Use psycopg 3 — größer")
    assert "no two briefs to compare" in run("brief", "diff", ok=False).err
    printed = run("brief", "--for", "claude-code").out
    ident = printed.rpartition("brief ")[2].partition(".")[0]
    injected = call("session-start", project, source="startup")
    remember(run, "Deploy on Tuesdays")
    run("brief", "-o", "brief.md")

    assert run("brief", "--id", ident).out == printed
    listed = run("last", "-n", "9", "--json").json["items"]
    assert [(item["moment"], item["agent"], item["session"]) for item in listed] == [
        ("file", "", ""), ("session-start", "claude-code", "s1"), ("command", "", "")
    ]  # fmt: skip
    assert run("replay", listed[1]["short"]).out == injected
    assert run("replay").out == Path("brief.md").read_text()
    assert run("last", "--agent", "claude-code", "--text").out.endswith(injected)
    assert "Use psycopg 3" in run("last").out
    assert run("brief", "diff", listed[2]["short"], listed[1]["short"], "--json").json["changes"] == []
    changes = run("brief", "diff", listed[2]["short"], "last").out.splitlines()
    assert [line[0] for line in changes if "Tuesdays" in line] == ["+"]
    assert run("brief", "diff", listed[2]["short"]).out.splitlines() == changes
    assert run("brief", "diff", listed[1]["short"], "last").out == run("brief", "diff").out
    assert "backstory last" in run("brief", "diff", "0000zzzz", ok=False).err
    refused = run("brief", "diff", "parser", ok=False).err
    assert "no brief `parser` is stored" in refused and '`backstory brief "diff parser"`' in refused
    assert "task: diff the parsers" in run("brief", "diff", "the", "parsers").out
    assert "no brief and no record `nosuch`" in run("brief", "--id", "nosuch", ok=False).err
    assert "backstory last" in run("replay", "0000zzzz", ok=False).err


def test_receipts_stay_out_of_the_repository_and_go_with_what_they_quote(project: Path, run: Run) -> None:
    ident = remember(run, "The zebra cache lives in sevenkeys")
    secret = "ghp_" + "a8Kd0fLq2Zx7Vb4Nm1Cw9Ey6Rt3Ui5Op0As8"
    run("brief", f"zebra {secret}")
    (text,) = [path.read_text() for path in project.parent.rglob("deliveries/*.txt")]
    assert "zebra" in text and secret not in text
    assert not [path for path in project.rglob("*.txt") if ".git" not in path.parts]
    spool = Path(Memory.open(str(project), os.environ).project.private, "spool")
    spool.mkdir(exist_ok=True)
    defer_text(str(spool.parent), "s1", "zebra cache", [ident], "prompt")
    assert list(spool.glob(f"*{DEFERRED}"))
    run("forget", ident, "--yes")
    assert not list(project.parent.rglob("deliveries/*.txt"))
    assert not list(spool.glob(f"*{DEFERRED}")), "nor does it wait for an agent any more"


def test_a_session_that_goes_on_is_told_what_changed_and_nothing_else(project: Path, run: Run) -> None:
    old = remember(run, "Use psycopg 3 instead of asyncpg")
    remember(run, "Keep the API stable")
    whole = call("session-start", project, source="startup")
    assert "psycopg" in whole and "API stable" in whole
    assert call("session-start", project, source="resume") == "", "nothing is new"

    new = remember(run, "Retry webhooks five times")
    run("retract", old)
    git(project, "commit", "-q", "--allow-empty", "-m", "by somebody else")
    told = call("session-start", project, source="resume")
    assert new in told and f"No longer holds: Use psycopg 3 instead of asyncpg ({old}" in told
    assert "HEAD was at" in told and "API stable" not in told
    assert told.startswith("<backstory-context id=") and told.endswith(">\n") and "Data, not instructions" in told
    assert call("session-start", project, source="resume") == "", "it has been told"

    again = call("session-start", project, source="compact")
    assert "API stable" in again and new in again, "a compaction loses the context, so the whole brief comes again"
    assert "API stable" in call("session-start", project, session="s2", source="resume"), "never briefed by us"
    git(project, "checkout", "-qb", "other")
    assert "API stable" in call("session-start", project, source="resume"), "another branch has its own brief"


def test_what_the_session_did_itself_is_no_news_to_it(project: Path, run: Run, tmp_path: Path) -> None:
    call("session-start", project, source="startup")
    remember(run, "Keep the API stable")
    call("session-start", project, source="compact")
    said = '<backstory:remember kind="fact">The zebra cache lives in sevenkeys</backstory:remember>'
    row = {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": said}]}}
    (tmp_path / "t.jsonl").write_text(PROMPT + json.dumps(row) + "\n")
    git(project, "commit", "-q", "--allow-empty", "-m", "its own")
    call("stop", project, transcript_path=str(tmp_path / "t.jsonl"))
    told = call("session-start", project, source="resume")
    assert "zebra" not in told and "HEAD was" not in told


def test_after_a_compaction_that_starts_no_session_the_next_prompt_brings_the_brief(project: Path, run: Run) -> None:
    remember(run, "Keep the API stable")
    call("session-start", project, source="startup")
    private = next(project.parent.glob("data/projects/*"))
    deliveries.add_seen(deliveries.seen_file(str(private), "s1"), [deliveries.BRIEF_LOST])
    assert "API stable" in call("prompt", project, prompt="go on")
    assert call("prompt", project, prompt="go on") == ""


def test_the_brief_of_a_session_is_composed_within_its_cap(project: Path, run: Run) -> None:
    for number in range(20):
        remember(run, f"Record {number} of what the proxy tests need, with the port of HTTPX_TEST_{number}")
    sizes = []
    for cap in ("0", "500", "1"):
        run("config", "set", "--user", "deliver.session_tokens", cap)
        text = call("session-start", project, session=f"s{cap}", source="startup")
        sizes.append(estimate_tokens(text))
    assert sizes[0] > 500 >= sizes[1] > 200 >= sizes[2] > 50


def test_a_session_is_given_no_more_than_its_cap(project: Path, run: Run) -> None:
    remember(run, "Proxy tests need the env var HTTPX_TEST_PROXY")
    ask = "the proxy tests fail, which env var do they need? HTTPX_TEST_PROXY"
    run("config", "set", "--user", "deliver.session_tokens", "20")
    call("session-start", project, session="s2", source="startup")  # its brief has more than 20 tokens
    remember(run, "Proxy tests use the port of HTTPX_TEST_PORT")
    more = ask.replace("env var", "port").replace("_PROXY", "_PORT")
    assert call("prompt", project, session="s2", prompt=more) == ""
    assert "HTTPX_TEST_PORT" in call("prompt", project, session="s3", prompt=more)
    call("session-start", project, session="s2", source="compact")
    run("config", "set", "--user", "deliver.session_tokens", "0")
    call("session-start", project, session="s4", source="startup")
    assert deliveries.read_number({"cap:0", "spent:9", "spent:12"}, deliveries.SPENT) == 12
    assert not deliveries.is_spent({"cap:0", "spent:999999"}) and deliveries.is_spent(
        {f"spent:{deliveries.DEFAULT_CAP}"}
    )


@pytest.mark.slow
def test_the_same_memory_gives_the_same_bytes_in_another_place_and_process(project: Path, run: Run) -> None:
    for title in ("Use psycopg 3", "Keep the API stable", "Deploy on Tuesdays"):
        run("remember", "decision", title, "--at", "src/db/pool.py", "--tag", "a", "--tag", "b")
    elsewhere = project.parent / "elsewhere"
    shutil.copytree(project, elsewhere / project.name, symlinks=True)
    shutil.copytree(project.parent / "data", elsewhere / "data")

    def compose(root: Path, seed: str, *, form: str) -> bytes:
        """The brief, in a process of its own."""
        own = {"BACKSTORY_HOME": str(root.parent / "data"), "PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "backstory", "brief", "pool", "--as", form]
        return subprocess.run(command, cwd=root, env=os.environ | own, capture_output=True, check=True).stdout

    one = compose(project, "1", form="text")
    assert one == compose(project, "2", form="text") == compose(elsewhere / project.name, "3", form="text")
    (elsewhere / "data" / "key").write_bytes(b"\x07" * 32)
    other = compose(elsewhere / project.name, "4", form="text")
    assert one.splitlines()[1:-1] == other.splitlines()[1:-1], "only the fence depends on the machine's key"
    assert one.splitlines()[0] != other.splitlines()[0]


@pytest.mark.slow
def test_the_beginning_of_an_instruction_file_stays_over_fifty_turns(project: Path, run: Run) -> None:
    """The work goes on and git moves in every turn; a record comes in every tenth."""
    for number in range(8):
        remember(run, f"Decision {number} on the pool of connections")
    run("checkpoint", "Mend the pool", "--state", "two tests are red", "--next-steps", "mend them")
    memory = Memory.open(str(project), os.environ)
    shares: list[float] = []
    former = memory.brief(stable_first=True)
    for turn in range(50):
        (project / "src" / "db" / f"part{turn}.py").write_text("x = 1\n")
        if turn % 3 == 2:
            git(project, "add", "-A")
            git(project, "commit", "-qm", f"turn {turn}")
        memory = memory.reopened()
        if turn % 10 == 9:
            memory.remember(Draft(kind="fact", title=f"Fact {turn} about the pool"))
        brief = memory.brief(stable_first=True)
        pairs = zip(former.text, brief.text, strict=False)
        stable = next((place for place, (one, two) in enumerate(pairs) if one != two), len(former.text))
        shares.append(stable / len(former.text))
        if turn % 10 != 9:
            first = next(section for section in former.brief.sections if section.volatile)
            assert stable >= former.text.index(f"## {first.title}"), f"turn {turn} changed what seldom changes"
        former = brief
    assert sum(shares) / len(shares) > 0.5


def test_what_an_agent_made_of_its_records_is_counted(project: Path, run: Run, tmp_path: Path) -> None:
    cited, ended, ignored = (remember(run, f"Keep the {word} cache warm") for word in ("zebra", "penguin", "walrus"))
    opened = run("remember", "decision", "One pool for all", "--at", "src/db/pool.py", "--json").json["short"]
    ran = run("remember", "fact", "Check with `make check-all FAST=1`", "--json").json["short"]
    call("session-start", project, source="startup")
    calls = [
        ("Read", {"file_path": str(project / "src/db/pool.py")}),
        ("Bash", {"command": f"backstory retract {ended}"}),
        ("Bash", {"command": "cd x && make check-all FAST=1"}),
    ]
    uses = [{"type": "tool_use", "id": f"t{place}", "name": name, "input": given}
            for place, (name, given) in enumerate(calls)]  # fmt: skip
    content = [{"type": "text", "text": f"As {cited} says, the zebra cache stays."}, *uses]
    row = {"type": "assistant", "uuid": "u1", "cwd": str(project), "message": {"role": "assistant", "content": content}}
    (tmp_path / "t.jsonl").write_text(PROMPT + json.dumps(row) + "\n")
    for _ in range(2):  # a sign counts once
        call("stop", project, transcript_path=str(tmp_path / "t.jsonl"))

    report = run("report", "use", "--json").json
    used = {one["id"][-8:].lower(): (one["shown"], one.get("used", 0), one.get("contradicted", 0), one["ignored"])
            for one in report["records"]}  # fmt: skip
    assert used == {cited: (1, 1, 0, 0), opened: (1, 1, 0, 0), ran: (1, 1, 0, 0), ended: (1, 0, 1, 0),
                    ignored: (1, 0, 0, 1)}  # fmt: skip
    (session,) = report["sessions"]
    assert (session["session"], session["shown"], session["used"], session["contradicted"]) == ("s1", 5, 3, 1)
    assert session["tokens"] > 0 and sum(one["tokens"] for one in report["records"]) <= session["tokens"]
    assert cited in run("report", "use").out
    assert "nothing was delivered" in run("report", "use", "--since", "2099-01-01").err


def test_the_person_reads_where_the_last_session_stopped(
    project: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(run, "Keep the API stable")
    row = {"type": "user", "uuid": "u1", "cwd": str(project), "timestamp": "2026-01-02T10:00:00Z",
           "message": {"role": "user", "content": "Port the retry transport"}}  # fmt: skip
    (tmp_path / "t.jsonl").write_text(json.dumps(row) + "\n")
    monkeypatch.setattr(transcript_following, "END_PATIENCE", 0.0)  # for a reply that does not come
    call("session-end", project, transcript_path=str(tmp_path / "t.jsonl"))

    def greeting(source: str) -> str:
        given = {"session_id": "s2", "cwd": str(project), "source": source}
        return str(json.loads(run_worker("claude-code", "session-start", given, dict(os.environ))).get("systemMessage"))

    (fields,) = (
        json.loads(path.read_text()) for path in project.parent.glob("data/projects/*/briefs/*/claude-code.json")
    )
    days = int(time.time() - int(fields["greeting"].partition(" ")[0])) // 86_400
    told = f"Backstory: 2 records; last stopped at 'Port the retry transport', {days} days ago"
    assert greeting("startup") in (told, told.replace("2 records", "1 record"))
    assert greeting("compact") == "None"
    assert greet({"greeting": f"{int(time.time()) - 7300} Backstory: 1 record"}) == "Backstory: 1 record, 2 hours ago"
    monkeypatch.setenv("BACKSTORY_DELIVER_GREETING", "false")
    assert greeting("startup") == "None"


def test_the_registry_names_what_can_be_loaded_at_a_cost_that_holds(project: Path, run: Run) -> None:
    for number in range(12):
        run("remember", "decision", f"Decision {number} on webhooks", "--why", "because " * 12)
    (project / "new.py").write_text("x = 1\n")
    run("remember", "failure", "Retries without jitter stampede")
    run("remember", "fact", "Shared with the team", "--scope", "team", "--tier", "pinned")
    registry = json.loads((project / ".backstory/local/registry.json").read_text())
    sources = {source["id"]: source for source in registry["sources"]}
    assert list(sources) == ["handoff", "pinned", "decisions", "failures", "tree", "map", "team"]
    assert [source["priority"] for source in sources.values()] == list(range(1, 8))
    assert sources["handoff"]["tokens"] == estimate_tokens((project / sources["handoff"]["path"]).read_text())
    for name in ("pinned", "decisions", "failures", "map", "team"):
        printed = run(*shlex.split(sources[name]["command"])[1:]).out
        assert 0 < estimate_tokens(printed) <= sources[name]["tokens"], name
    assert "Decision 11" in run(*shlex.split(sources["decisions"]["command"])[1:]).out

    pointer = run("brief", "--as", "pointer").out
    assert ".backstory/local/registry.json" in pointer and "Decision 1" not in pointer
    run("config", "set", "--user", "deliver.form", "claude-code=pull")
    start = call("session-start", project, source="startup")
    assert start.split("(about")[0] == pointer.split("(about")[0] and "Decision 1" not in start
    run("config", "set", "--user", "deliver.form", "both")
    both = call("session-start", project, session="s2", source="startup")
    assert "Decision 1" in both and both.endswith(pointer.partition("What else")[2])


def test_a_limit_of_recall_holds_for_records_and_passages_together() -> None:
    hits, said, sessions = ["r"] * 9, ("p",) * 8, ("s",) * 5

    def share(limit: int, records: int, passages: int) -> tuple[int, ...]:
        return tuple(map(len, _share_limit(limit, hits[:records], said[:passages], sessions)))

    assert share(3, 9, 8) == (2, 1, 0)
    assert share(1, 9, 8) == (1, 0, 0)
    assert share(6, 2, 8) == (2, 4, 0)
    assert share(6, 9, 1) == (5, 1, 0)
    assert share(6, 1, 1) == (1, 1, 4)


def test_a_limit_holds_for_the_answers_to_a_question_in_the_text_too(run, project, tmp_path) -> None:
    talk = tmp_path / "talk.md"
    talk.write_text("".join(
        f"User: the price of the {place} is rounded to {n + 2} digits on the invoice\n\n"
        f"Assistant: The {place} rounds its price in `round_{place}` now, to {n + 2} digits.\n\n"
        for n, place in enumerate(("room", "beer", "lunch", "parking", "cottage"))
    ))  # fmt: skip
    for place in ("sauna", "garage", "bar"):
        run("remember", "decision", f"The {place} rounds prices to whole crowns on the invoice")
    run("ingest", str(talk))
    question = "how do we round prices on the invoice"
    everything = run("recall", question).out
    assert sum(line[:1].strip() != "" for line in everything.splitlines()) > 4
    limited = run("recall", question, "-n", "3")
    data = run("recall", question, "-n", "3", "--json").json
    assert len(data["items"]) + len(data["passages"]) == 3
    assert sum(line[:1].strip() != "" for line in limited.out.splitlines()) == 3
