"""Real coding agents as the model of `ask` and `extract`: a command line, with a stub for the model behind it."""

import json
from pathlib import Path

import pytest
from runners import Machine
from stub import Say, Stub

CODEX = (
    'model = "stub-model"\nmodel_provider = "stub"\n\n[model_providers.stub]\nname = "stub"\nbase_url = "{}/v1"\n'
    'env_key = "STUB_KEY"\nwire_api = "responses"\n'
)
COMMANDS = {
    "claude": "claude -p",
    "codex": "codex exec --skip-git-repo-check -",
    "gemini": "gemini -m gemini-2.5-flash -p {prompt}",
}
"""As docs/models.md prints them; for Gemini CLI with a model, because it would ask another one which to take."""


@pytest.fixture
def environ(machine: Machine) -> dict[str, str]:
    """The agents' settings for the stub."""
    for name, text in (
        (".codex/config.toml", CODEX.format(machine.url)),
        (".gemini/settings.json", '{"security": {"auth": {"selectedType": "gemini-api-key"}}}'),
    ):
        path = machine.home / name
        path.parent.mkdir()
        path.write_text(text)
    return {
        "ANTHROPIC_BASE_URL": machine.url, "ANTHROPIC_API_KEY": "dummy", "DISABLE_AUTOUPDATER": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "STUB_KEY": "dummy", "GEMINI_API_KEY": "dummy",
        "GOOGLE_GEMINI_BASE_URL": machine.url, "GEMINI_CLI_TRUST_WORKSPACE": "true",
    }  # fmt: skip


def statement(text: str, source: str, quote: str, **more: str) -> dict[str, object]:
    return {"text": text, "evidence": [{"source": source, "quote": quote}], **more}


@pytest.mark.parametrize("program", COMMANDS)
def test_an_agent_words_an_answer_that_is_checked(
    machine: Machine, stub: Stub, environ: dict[str, str], program: str, tmp_path: Path
) -> None:
    machine.backstory("init", "--yes", "--agents", program)
    short = json.loads(
        machine.backstory("remember", "decision", "Use psycopg 3 for the pool", "--why", "typed rows", "--json").stdout
    )["short"]
    machine.backstory("model", "use", COMMANDS[program], **environ)
    quote = "Use psycopg 3 for the pool"
    true = statement("The pool uses psycopg 3.", short, quote)
    lie = statement("The pool uses asyncpg 9.", short, quote)
    stub.script = [Say(json.dumps({"title": "", "statements": [true, lie]}))]
    ran = machine.backstory("ask", "what does the pool use?", check=False, **environ)
    assert ran.returncode == 3, ran.stdout + ran.stderr
    assert "The pool uses psycopg 3." in ran.stdout
    assert "asyncpg" not in ran.stdout
    assert stub.main[-1].seen(quote)
    assert "backstory-context" not in stub.main[-1].text
    assert not [path for path in tmp_path.rglob("*.jsonl") if "journal" in path.parts and program in path.read_text()]


@pytest.mark.parametrize("program", COMMANDS)
def test_an_agent_reads_a_text_and_what_it_invents_is_left_out(
    machine: Machine, stub: Stub, environ: dict[str, str], program: str
) -> None:
    machine.backstory("init", "--yes", "--agents", program)
    notes = machine.repo / "meeting.md"
    words = "We chose psycopg 3 for the pool because its rows are typed."
    notes.write_text(f"# Meeting\n\n{words}\n\nThe weather was fine.\n")
    machine.backstory("model", "use", COMMANDS[program], **environ)
    true = statement("Use psycopg 3 for the pool", "T2", words, kind="decision")
    lie = statement("Use asyncpg 9", "T2", "We chose asyncpg 9.", kind="decision")
    stub.script = [Say(json.dumps({"title": "", "statements": [true, lie]}))]
    ran = machine.backstory("extract", str(notes), "--with-model", check=False, **environ)
    listed = json.loads(machine.backstory("list", "--all", "--json").stdout)["items"]
    assert "Use psycopg 3 for the pool" in [one["title"] for one in listed], ran.stdout + ran.stderr
    assert not [one for one in listed if "asyncpg" in json.dumps(one)]
