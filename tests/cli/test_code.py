"""`files`, `map` and `bench relevance` at the command line; goals in snapshots and briefs."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

WEBHOOKS = '''\
"""Sends webhooks to subscribers."""


class Webhook:
    """A subscriber's address and its secret."""

    def deliver(self, event):
        """Sends one event; tries again when the subscriber does not answer."""
        for delay in backoff(5):
            if send(event, delay):
                return True
        return False


def backoff(times):
    """Waiting times that double."""
    wait = 1
    for _ in range(times):
        yield wait
        wait *= 2


def send(event, delay):
    return bool(event)
'''
INVOICE = '''\
"""Invoices and their taxes."""


def total(lines, rate):
    """The sum with tax."""
    return sum(lines) * (1 + rate)
'''


@pytest.fixture
def shop(project: Path) -> Path:
    """A project with a history that tells which files belong to what."""
    (project / "src" / "hooks").mkdir()
    (project / "tests").mkdir()
    (project / "src" / "hooks" / "webhooks.py").write_text(WEBHOOKS)
    (project / "src" / "invoice.py").write_text(INVOICE)
    (project / "tests" / "test_webhooks.py").write_text(
        "from hooks.webhooks import Webhook, backoff\n\n\ndef test_deliver():\n    assert Webhook().deliver('e')\n"
        "    assert list(backoff(2)) == [1, 2]\n"
    )
    git(project, "add", "-A")
    git(project, "commit", "-qm", "webhooks and invoices")
    return project


class TestFiles:
    def test_the_file_that_a_goal_speaks_of_comes_first_with_its_test(self, shop: Path, run: Run) -> None:
        first = run("files", "--for", "retry a webhook delivery with longer backoff").out.splitlines()[0]
        assert first.startswith("src/hooks/webhooks.py")
        assert "tests/test_webhooks.py" in first
        assert run("files", "tax on invoices").out.startswith("src/invoice.py")

    def test_json_and_explain(self, shop: Path, run: Run) -> None:
        found = run("files", "--for", "total of an invoice", "--limit", "2", "--json").json
        assert found["schema"] == "backstory.files/1"
        best = found["items"][0]
        assert (best["symbol"], best["line"], best["certainty"]) == ("total", 4, "likely")
        assert best["reason"]
        assert found["goal"] == "total of an invoice"
        assert found["items"][0]["path"] == "src/invoice.py"
        assert len(found["items"]) <= 2
        assert abs(sum(found["items"][0]["why"].values()) - found["items"][0]["score"]) < 0.5
        lines = run("files", "--for", "total of an invoice", "--explain").out.splitlines()
        assert lines[1].startswith("    ")
        assert float(lines[1].split(":")[0]) > 0

    def test_a_traceback_names_its_file(self, shop: Path, run: Run) -> None:
        trace = 'Traceback (most recent call last):\n  File "src/invoice.py", line 6, in total\nTypeError: no rate'
        assert run("files", "--for", trace).out.startswith("src/invoice.py")

    def test_what_is_remembered_and_edited_is_lifted(self, shop: Path, run: Run) -> None:
        before = run("files", "--for", "bicycles", "--json").json["items"]
        run("remember", "decision", "bicycles are sold without helmets", "--at", "src/invoice.py")
        (shop / "src" / "db" / "pool.py").write_text("class Pool:\n    pass\n")
        after = {i["path"]: i["why"] for i in run("files", "--for", "bicycles", "--json").json["items"]}
        assert "anchor" in after["src/invoice.py"]
        assert "edited" in after["src/db/pool.py"]
        assert all("anchor" not in i["why"] for i in before)

    def test_the_record_that_a_file_is_lifted_for_is_named(self, shop: Path, run: Run) -> None:
        ident = run("remember", "decision", "bicycles are sold without helmets", "--at", "src/invoice.py", "--json")
        short = ident.json["id"][-8:].lower()
        items = {i["path"]: i for i in run("files", "--for", "bicycles", "--json").json["items"]}
        assert items["src/invoice.py"]["reason"].startswith(f"decision {short} is about it")

    def test_the_definition_around_a_line_that_the_goal_names(self, shop: Path, run: Run) -> None:
        trace = "panic: index out of range\n\t/go/src/shop/src/invoice.py:5 +0x1d\n"
        assert run("files", "--for", trace).out.startswith("src/invoice.py:4  total")

    @pytest.mark.parametrize("typed", [("--for", ""), ("--for", "  "), ("",)])
    def test_an_empty_goal_is_refused(self, shop: Path, run: Run, typed: tuple[str, ...]) -> None:
        done = run("files", *typed, ok=False)
        assert (done.code, "the goal is empty" in done.err) == (2, True)
        assert run("files").out

    def test_nothing_is_listed_for_words_that_are_nowhere(self, shop: Path, run: Run) -> None:
        assert run("files", "--for", "zzzzqqqq", "--json").json["items"] == []
        assert run("map", "--for", "zzzzqqqq").out == run("map").out

    @pytest.mark.parametrize("goal", ["zzzzqqqq", "\x1b[31m\0 ' OR 1=1 -- \" * ^ : NEAR("])
    def test_any_goal_is_answered(self, shop: Path, run: Run, goal: str) -> None:
        done = run("files", "--for", goal, "--json")
        assert isinstance(done.json["items"], list)

    def test_words_of_the_code_are_asked_for_where_nothing_stands_out(self, shop: Path, run: Run) -> None:
        for name in ("spool", "inbox", "mirror", "cabinet"):
            (shop / "src" / f"{name}.py").write_text("def stop(limit):\n    return limit\n")
        (shop / "src" / "quota.py").write_text("def exceeds_quota(size):\n    return size\n")
        goal = "it should stop when there is too much"

        vague, named, commit = (
            run("files", "--for", goal),
            run("files", "--for", f"{goal}, exceeds quota size"),
            run("files", "pool"),
        )
        assert vague.out
        assert "add words to the goal that the code may use" in vague.err
        assert named.out.startswith("src/quota.py")
        assert "add words" not in named.err + commit.err
        assert "add words" not in run("files", "--for", goal, "--quiet").err

    def test_new_changed_and_deleted_files_at_once(self, shop: Path, run: Run) -> None:
        (shop / "src" / "refund.py").write_text("def refund(order):\n    '''Gives money back.'''\n")
        assert run("files", "--for", "refund an order").out.startswith("src/refund.py")
        (shop / "src" / "refund.py").unlink()
        assert "refund.py" not in run("files", "--for", "refund an order").out


class TestMap:
    def test_of_the_repository_and_of_a_folder(self, shop: Path, run: Run) -> None:
        whole = run("map").out
        assert "src/hooks/webhooks.py" in whole
        assert "class Webhook" in whole
        part = run("map", "src/hooks").out
        assert "def backoff(times)" in part
        assert "invoice" not in part
        assert run("map", "src/hooks", "--json").json["files_total"] == 1

    def test_a_goal_decides_what_comes_first(self, shop: Path, run: Run) -> None:
        paths = [f["path"] for f in run("map", "--for", "tax of an invoice", "--json").json["files"]]
        assert paths[0] == "src/invoice.py"

    @pytest.mark.parametrize("budget", [100, 160, 400])
    def test_the_budget_is_hard(self, shop: Path, run: Run, budget: int) -> None:
        from backstory.base.token_estimate import estimate_tokens

        done = run("map", "--budget", str(budget))
        assert estimate_tokens(done.out) <= budget

    def test_one_symbol_with_its_surroundings(self, shop: Path, run: Run) -> None:
        run("remember", "decision", "five tries are enough", "--at", "src/hooks/webhooks.py#Webhook")
        text = run("map", "src/hooks/webhooks.py#backoff").out
        assert "src/hooks/webhooks.py:15 function backoff" in text
        assert "called by:\n  src/hooks/webhooks.py:9  Webhook.deliver" in text
        assert "tests:\n  tests/test_webhooks.py:6" in text
        assert "webhooks and invoices" in text
        about = run("map", "src/hooks/webhooks.py#Webhook").out
        assert "records about it:" in about
        assert "five tries are enough" in about

    def test_a_body_keeps_its_steps_below_its_definition(self, shop: Path, run: Run) -> None:
        text = run("map", "src/hooks/webhooks.py#Webhook.deliver").out
        assert '\ndef deliver(self, event):\n    """Sends one event' in text
        assert "\n    for delay in backoff(5):\n        if send(event, delay):\n            return True\n" in text
        (shop / "src" / "Deep.java").write_text(
            "class Deep {\n    static class In {\n        int one() {\n            return 1;\n        }\n    }\n}\n"
        )
        assert "\nint one() {\n    return 1;\n}\n" in run("map", "src/Deep.java#Deep.In.one").out

    def test_from_a_folder_below(self, shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(shop / "src" / "hooks")
        assert "function backoff" in run("map", str(shop / "src" / "hooks" / "webhooks.py") + "#backoff").out

    def test_what_is_not_there(self, shop: Path, run: Run) -> None:
        for target, hint in (
            ("src/hooks/webhooks.py#Nothing", "`backstory map src/hooks/webhooks.py`"),
            ("src/nothing.py", "`backstory map`"),
            ("src/invoice.py#", "`backstory map src/invoice.py`"),
        ):
            done = run("map", target, ok=False)
            assert done.code != 0
            assert hint in done.err


class TestGoals:
    def test_a_snapshot_names_the_files_of_its_goal_and_why(self, shop: Path, run: Run) -> None:
        taken = run("snapshot", "--goal", "longer backoff between webhook deliveries", "--json").json
        assert taken["relevant_files"][0]["path"] == "src/hooks/webhooks.py"
        assert taken["relevant_files"][0]["why"]
        assert taken["key_files"][0] == "src/hooks/webhooks.py"
        assert "README.md" in taken["key_files"]
        text = run("show", "latest").out
        assert "\nrelevant for the goal\n  src/hooks/webhooks.py" in text
        assert f"about {taken['tokens']:,} tokens" in text

    def test_so_does_a_brief(self, shop: Path, run: Run) -> None:
        run("remember", "decision", "five tries are enough")
        run("snapshot", "--goal", "longer backoff between webhook deliveries")
        text = run("brief").out
        assert "src/hooks/webhooks.py" in text
        assert text.index("src/hooks/webhooks.py") < text.index("src/invoice.py") if "src/invoice.py" in text else True

    def test_compare_and_show_by_their_other_names(self, shop: Path, run: Run) -> None:
        old = run("snapshot", "--goal", "one", "--json").json["snapshot_id"]
        (shop / "new.py").write_text("n = 1\n")
        new = run("snapshot", "--goal", "two", "--json").json["snapshot_id"]
        found = run("compare-snapshots", "--from-snapshot", old, "--to-snapshot", new, "--json").json
        assert [d["path"] for d in found["added"]] == ["new.py"]
        assert found["goals"] == ["one", "two"]
        assert run("diff", old, new).out == run("compare", old[:-2], f"snap-{new[-8:].lower()}").out
        assert run("compare", "--summary").out.count("\n") == 5
        assert run("show-snapshot", "--snapshot-id", old, "--json").json["goal"] == "one"
        assert run("compare", old, new, old, ok=False).code == 2
        assert run("restore", "--snapshot-id", old, "--json").json["counts"]["new"] == 1

    def test_cleanup(self, shop: Path, run: Run) -> None:
        for _ in range(4):
            run("snapshot")
        assert "Would delete 3 snapshots" in run("cleanup", "--keep", "2", "--dry-run").err
        assert run("cleanup", "--keep", "2", "--yes", "--json").json["done"]
        assert run("snapshots", "--json").json["total"] == 2
        run("snapshot")
        run("doctor", "--fix", "--keep", "1", "--yes", ok=False)
        assert run("snapshots", "--json").json["total"] == 1
        assert run("doctor", "--keep", "1", ok=False).code == 2


class TestBench:
    def test_the_own_history_is_measured(self, shop: Path, run: Run) -> None:
        for i in range(8):
            name = ("webhooks", "invoice", "pool")[i % 3]
            path = next(shop.glob(f"src/**/{name}.py"))
            path.write_text(path.read_text() + f"\n\ndef {name}_step_{i}():\n    return {i}\n")
            git(shop, "commit", "-qam", f"Add another {name} step number {i} to the {name} module")
        before = git(shop, "status", "--porcelain")

        found = run("bench", "relevance", "--tasks", "8", "--json").json

        assert 5 <= found["tasks"] <= 8
        assert set(found["methods"]) == {"backstory", "plain text search", "recency"}
        ours = found["methods"]["backstory"]
        assert set(ours) == {"hit@1", "hit@5", "hit@10", "MRR", "recall@10"}
        assert ours["hit@1"] >= 0.75
        assert git(shop, "status", "--porcelain") == before
        table = run("bench", "relevance", "--tasks", "8").out
        assert "hit@10" in table
        assert "plain text search" in table

    def test_recall_is_measured_too(self, shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("webhooks", "invoice", "pool", "mail", "login", "export"):
            (shop / f"{name}.py").write_text("step = 0\n")
        git(shop, "add", "-A")
        git(shop, "commit", "-qm", "Begin")
        for name in ("webhooks", "invoice", "pool", "mail", "login", "export"):
            run("remember", "decision", f"The {name} is written twice", "--at", f"{name}.py")
        for role in ("AUTHOR", "COMMITTER"):
            monkeypatch.setenv(f"GIT_{role}_DATE", "2099-01-01T00:00:00Z")
        git(shop, "commit", "-qm", "Something else", "--allow-empty")
        for name in ("webhooks", "invoice", "pool", "mail", "login", "export"):
            (shop / f"{name}.py").write_text("step = 1\n")
            git(shop, "commit", "-qam", f"Let every step of the {name} wait for the one before")

        figures = run("bench", "recall", "--json").json
        table = run("bench", "recall", "--misses")

        assert (figures["questions"], figures["records"]) == (6, 6)
        assert figures["methods"]["recall"]["hit@1"] == 1.0
        assert run("bench", "recall", "--limit", "5", "--json").json["questions"] == 5
        assert "6 past questions (6 commits, 0 prompts), 6 records" in table.out
        assert "plain text search" in table.out and "MRR, 95 %" in table.out
        assert "recall against newest first: MRR +" in table.out

    def test_a_missed_question_is_shown_with_its_records_and_their_places(
        self, shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        names = ("webhooks", "invoice", "pool", "mail", "login")
        for name in names:
            (shop / f"{name}.py").write_text("step = 0\n")
        git(shop, "add", "-A")
        git(shop, "commit", "-qm", "Begin")
        for name in names:
            run("remember", "decision", f"Zebra number {names.index(name)}", "--at", f"{name}.py")
        for role in ("AUTHOR", "COMMITTER"):
            monkeypatch.setenv(f"GIT_{role}_DATE", "2099-01-01T00:00:00Z")
        git(shop, "commit", "-qm", "Something else", "--allow-empty")
        for name in names:
            (shop / f"{name}.py").write_text("step = 1\n")
            git(shop, "commit", "-qam", f"Let each step wait politely until {name[:3]}s are done with it")

        out = run("bench", "recall", "--misses").out

        assert "commit: Let each step wait politely until poos are done with it" in out
        assert "Zebra number 2 (not listed)" in out
        assert "first     nothing" in out

    def test_without_records_recall_is_not_measured(self, project: Path, run: Run) -> None:
        done = run("bench", "recall", ok=False)
        assert done.code == 1
        assert "at least 5" in done.err

    def test_without_a_history(self, project: Path, run: Run) -> None:
        done = run("bench", "relevance", ok=False)
        assert done.code == 1
        assert "at least 5" in done.err


def test_a_part_tells_its_routes_as_the_whole_does(project: Path, run: Run) -> None:
    (project / "app" / "api").mkdir(parents=True)
    (project / "app" / "main.py").write_text(
        "from fastapi import FastAPI\nfrom app.api import items\napp = FastAPI()\n"
        "app.include_router(items.router, prefix='/api')\n"
    )
    (project / "app" / "api" / "items.py").write_text(
        "from fastapi import APIRouter\nrouter = APIRouter(prefix='/items')\n\n"
        "@router.get('/{item}')\ndef one(item): ...\n"
    )
    for target in ((), ("app/api",), ("app/api/items.py",)):
        assert "GET /api/items/{item} (app/api/items.py:4)" in run("map", "--surface", *target).out, target
