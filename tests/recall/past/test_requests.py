"""What a brief takes for the task, and where a session stopped: the wish and the work, not small talk around it."""

import msgspec
import pytest

from backstory.model.session import Answer, CommandRun, Prompt, Session
from backstory.recall.past.asides import drop_asides
from backstory.recall.past.endings import last_telling
from backstory.recall.past.requests import Request, find_request, first_request
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.idle_sentences import is_idle
from backstory.recall.text.moment import BriefRequest
from backstory.recall.text.substance import choose_substance, split_sentences
from backstory.recall.work.now_section import now_statements

RUN = CommandRun("pytest -q", "test", "2026-11-19T10:02:00Z", 0, False, (), "5 passed")


def session(*rows: tuple[str, str], commands: tuple[CommandRun, ...] = (RUN,), branch: str = "feat/x") -> Session:
    return Session(
        id="s1",
        agent="claude-code",
        branch=branch,
        started="2026-11-19T10:00:00Z",
        ended="2026-11-19T11:00:00Z",
        prompts=tuple(Prompt(text, f"2026-11-19T10:{4 * number:02}:00Z") for number, (text, _) in enumerate(rows)),
        answers=tuple(Answer(text, f"2026-11-19T10:{4 * number + 3:02}:00Z") for number, (_, text) in enumerate(rows)),
        commands=commands,
    )


def now_notes(past: PastWork) -> dict[str, str]:
    return {one.note.label: one.note.text for one in now_statements(BriefRequest(), [], past=past)}


@pytest.mark.parametrize(
    ("prompt", "task"),
    [
        (
            (
                "Good morning! Our pager goes off forty times a night because `check()` flips. "
                "I would like checks to be damped while they flip. Please look where they are judged, and do not code."
            ),
            "I would like checks to be damped while they flip.",
        ),
        (
            (
                "Moin. In `print_row` sind die Spalten schief, sobald Kanji in einer Zelle stehen. "
                "Das soll nach der Breite ausgerichtet werden. Zeig mir zuerst, wo gemessen wird."
            ),
            "Das soll nach der Breite ausgerichtet werden.",
        ),
    ],
)
def test_the_task_is_what_is_wanted_not_the_complaint_or_the_errand(prompt: str, task: str) -> None:
    told = first_request(PastWork((session((prompt, "They are judged in `check()`.")),)), 24)
    assert task in told
    assert "Please look" not in told
    assert "Zeig mir" not in told


def test_a_farewell_does_not_say_where_the_work_stands() -> None:
    last = session(
        ("make the limit an option", "`--limit` is wired, the test for zero is red."),
        ("great, off to the match now", "Enjoy the match!"),
    )
    assert last_telling(last).text == "`--limit` is wired, the test for zero is red."
    kept = drop_asides([last])
    assert kept is not None
    assert len(kept.prompts) == 1


def test_a_turn_without_commands_that_names_code_is_work() -> None:
    last = session(
        ("make the limit an option", "`--limit` is wired."),
        ("next is `Receipt.paper`, one line an article", "`Receipt.paper` prints a line an article."),
    )
    kept = drop_asides([last])
    assert kept is not None
    assert len(kept.prompts) == 2


def test_a_list_within_a_line_keeps_its_items() -> None:
    assert split_sentences("I see two tasks: 1. fix the parser, 2. add docs for it. Then rest.") == [
        "I see two tasks:",
        "fix the parser",
        "add docs for it.",
        "Then rest.",
    ]
    assert split_sentences("The lexer is frozen. 2. Pages: free. 3. The log: kept.") == [
        "The lexer is frozen.",
        "Pages: free.",
        "The log: kept.",
    ]
    assert split_sentences("It broke in version 2. It works now.") == ["It broke in version 2.", "It works now."]
    assert split_sentences("An old column: `ALTER TABLE ... RENAME COLUMN`. Then rest.") == [
        "An old column: `ALTER TABLE ... RENAME COLUMN`.", "Then rest.",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["Enjoy the pierogi!", "Viel Spaß im Kino!", "Bonne soirée à toi !", "Safe travels!"])
def test_a_wish_for_the_evening_says_nothing(text: str) -> None:
    assert is_idle(text)


def test_what_was_cut_at_a_gap_says_nothing() -> None:
    text = "The dialog is fixed. Now the list of guests of the bo\n…\ner of the list too. The order shows its name."
    assert split_sentences(text) == ["The dialog is fixed.", "The order shows its name."]
    end = "The dialog is fixed.\n…\n, as it gave up after 0.5 seconds.\n\nThe order shows its name."
    assert split_sentences(end) == ["The dialog is fixed.", "The order shows its name."]


def test_what_is_left_of_a_redacted_secret_and_invitations_say_nothing() -> None:
    assert is_idle("The key of the staging host is [REDACTED:assigned-secret:0a1b2c3d].")
    assert choose_substance(["`run()` is green.", "Let me know if you want more tests."], 60, offers=True) == (
        "`run()` is green."
    )


def test_the_task_is_none_of_what_is_mentioned_beside_it() -> None:
    prompt = (
        "Good morning! What I'd love is a value source that reads the `.env` file itself. "
        "Oh, and one thing while I remember it: the `.api` files are generated, and Tomasz wants to run `apiDump`."
    )
    told = first_request(PastWork((session((prompt, "`EnvSource` reads `.env`, the `.api` files wait.")),)), 24)
    assert told.startswith("What I'd love is a value source")
    assert "Tomasz" not in told


def test_the_task_of_a_dictated_sentence_is_the_clause_that_wants_something() -> None:
    prompt = (
        "okay so good morning um I'm dictating this because my wrist is in a splint so bear with me, so the thing is "
        "we have these ticket validators, the boxes on the platforms, and their clocks run behind, and then `loads` "
        "says that the signature is from the future, so what I'd like is some kind of tolerance in the serializer"
    )
    told = first_request(PastWork((session((prompt, "`loads` takes a tolerance.")),)), 30)
    assert "what I'd like is some kind of tolerance in the serializer" in told
    assert "splint" not in told


@pytest.mark.parametrize(
    ("prompt", "task"),
    [
        ("I'd like a digest line, 'disk full: repeated 214 times'. Look where repeats get lost.",
         "a digest line, 'disk full: repeated 214 times'."),
        ("What I'd love is that the bad rows land in a file beside it. See `load`.", "the bad rows land in a file"),
        ("I would be very grateful if you could help me with dio: the `progress` callback is called for every chunk.",
         "the `progress` callback is called for every chunk"),
    ],
)  # fmt: skip
def test_a_small_brief_tells_what_is_wanted_without_the_asking(prompt: str, task: str) -> None:
    told = first_request(PastWork((session((prompt, "`progress` is called by the sink.")),)), 12)
    assert told.startswith(task)


def test_small_talk_does_not_stand_before_the_task() -> None:
    prompt = "We won 2 to 1. Today: delete by pointer, `removeFrom(document)`, which returns what was there."
    told = first_request(PastWork((session((prompt, "`removeFrom` returns it but does not delete it yet.")),)))
    assert told.startswith("Today: delete by pointer")


def test_an_answer_that_returns_a_goodbye_does_not_say_where_the_work_stands() -> None:
    last = session(
        ("make the limit an option", "`--limit` is wired, the test for zero is red."),
        ("super. must go now. the key for ci is in the vault. bye", "Bye! I don't need a key, and I have stored none."),
    )
    assert last_telling(last).text == "`--limit` is wired, the test for zero is red."


def test_an_acknowledgement_does_not_say_where_the_work_stands() -> None:
    last = session(
        ("make the limit an option", "`--limit` is wired, the test for zero is red."),
        ("`gem push` is only mine job, remember", "I will: `gem push` is yours alone."),
    )
    kept = drop_asides([last])
    assert kept is not None
    assert kept.answers[-1].text == "`--limit` is wired, the test for zero is red."
    alone = session(("`gem push` is only mine job, remember", "I will: `gem push` is yours alone."), commands=())
    assert drop_asides([alone]) == alone


def test_an_answer_of_directives_alone_is_one() -> None:
    directives = '<backstory:remember kind="fact">one two three four five six seven eight nine ten</backstory:remember>'
    assert last_telling(session(("make the limit an option", directives))).text == directives


def test_the_task_is_that_of_the_piece_of_work_at_the_end() -> None:
    rows = [
        ("Add a `--limit` option to the export of invoices.", "`--limit` is wired."),
        ("now fix the typo in the footer of the letters", "The footer is mended."),
        ("Rename `Foo` to `Bar` in the store of parcels.", "It is `Bar` everywhere."),
        ("document the cache of thumbnails in `docs/cache.md`", "`docs/cache.md` describes the cache of thumbnails."),
    ]
    past = PastWork((session(*rows, branch="main"),))
    assert find_request(past) == Request("document the cache of thumbnails in `docs/cache.md`", is_first=False)
    rows[-1] = ("the option `--limit` should take zero for all invoices", "`--limit 0` exports all invoices.")
    assert find_request(PastWork((session(*rows, branch="main"),))).is_first
    assert not now_notes(past).get("task"), "what was asked last says it"


@pytest.mark.parametrize(
    "line",
    [
        "8.2.0 is out",
        "2026-11-19 10:11:12 ERROR worker crashed in pool 3",
        "[error] worker crashed in pool 3 of the queue",
        "src/pool/worker.py",
        "Current git status: On branch main, your branch is up to date with 'origin/main'.",
        "okkey pokračujme",
        "@agent Try Again",
        "thanks, looks good",
    ],
)
def test_a_line_that_nobody_wrote_is_no_task(line: str) -> None:
    rows = [(line, "I see."), ("the worker should wait when the pool is empty", "It waits.")]
    assert first_request(PastWork((session(*rows),))) == "the worker should wait when the pool is empty"


def test_a_list_is_told_with_what_opens_it() -> None:
    prompt = "Create hooks:\n- useHome\n- useSearch\n\nEach must:\n- return data and error\n\nNO UI logic inside hooks."
    assert (
        first_request(
            PastWork(
                (
                    session(
                        (prompt, "The hooks are there."),
                    ),
                )
            )
        )
        == "Create hooks: useHome; useSearch"
    )


def test_a_short_answer_after_an_edit_is_the_last_one() -> None:
    last = session(
        ("wire `--limit`", "`--limit` is wired in `export.py` and counts invoices, because the file grew too long."),
        ("fix the typo in the footer", "Fixed the typo."),
    )
    prompts = (last.prompts[0], msgspec.structs.replace(last.prompts[1], edited=("footer.txt",)))
    assert last_telling(msgspec.structs.replace(last, prompts=prompts)).text == "Fixed the typo."


@pytest.mark.parametrize(
    "sentence",
    ["Let me make these changes.", "Now I have enough information.", "Cost: $0.05 message, $0.19 session."],
)
def test_an_announcement_does_not_say_where_the_work_stands(sentence: str) -> None:
    assert choose_substance(split_sentences(f"The limit is 50 in `export.py`. \n{sentence}"), 60, offers=True) == (
        "The limit is 50 in `export.py`."
    )


STORY = (
    "Completion is slow because `ValidArgs` is called on every TAB. Cache its results in a file for 5 seconds. "
    "Don't add a dependency. Put the cache code into cache.go."
)


def small(text: str, tokens: int, **given: object) -> str:
    session = Session(
        id="s1", agent="claude-code", branch="feat/cache", started="2026-11-18T09:00:00Z",
        ended="2026-11-18T10:00:00Z", prompts=(Prompt(text),), answered=True, edited=("cache.go",),
        answers=(Answer("`ValidArgs` is called once; the cache is on disk.", "2026-11-18T10:00:00Z"),), **given,
    )  # fmt: skip
    return first_request(PastWork((session,)), tokens)


@pytest.mark.parametrize("tokens", [7, 10, 16])
def test_a_small_brief_tells_the_order_and_not_only_what_is_wrong(tokens: int) -> None:
    assert "Cache its results in a file" in small(STORY, tokens)


def test_a_large_brief_tells_what_is_wrong_and_the_order() -> None:
    text = small(STORY, 36)
    assert text.startswith("Completion is slow")
    assert "Cache its results in a file" in text


@pytest.mark.parametrize("tokens", [7, 10, 16, 36])
def test_the_order_to_find_out_why_stands_behind_what_is_wrong(tokens: int) -> None:
    text = small("The tests hang on Linux since yesterday. Find out why, and don't touch rainbow.swift.", tokens)
    assert text.startswith("The tests hang on Linux since yesterday. Find out why")


@pytest.mark.parametrize("tokens", [10, 13, 16])
def test_a_number_after_and_tears_no_request(tokens: int) -> None:
    text = small("I want retries on 429 and 503 that honour the Retry-After header in the transports.", tokens)
    assert text.removeprefix("I want ").startswith("retries on 429 and 503")


def test_work_that_was_talked_over_first_keeps_the_first_request() -> None:
    talk = Session(
        id="s0", agent="claude-code", branch="feat/cache", started="2026-11-17T09:00:00Z",
        ended="2026-11-17T10:00:00Z", answered=True,
        prompts=(Prompt("hey, i type the same options all night. want the options read from a file per show instead. "
                        "the parser has something for that right?"),),
        answers=(Answer("Yes, it has a source of values for options.", "2026-11-17T10:00:00Z"),),
    )  # fmt: skip
    work = Session(
        id="s1", agent="claude-code", branch="feat/cache", started="2026-11-18T09:00:00Z",
        ended="2026-11-18T10:00:00Z", answered=True, edited=("options/file_source.kt",),
        prompts=(Prompt("one, the technician edits the file on his phone. two, the wizard rewrites it."),),
        answers=(Answer("The options are read from the file of the show.", "2026-11-18T10:00:00Z"),),
    )  # fmt: skip
    assert "read from a file per show" in first_request(PastWork((work, talk)))


WORK = [
    "`Invoice.rows` is read in `export.py`; the CSV writer would go beside it.",
    "Done, `write_csv` writes a row an invoice of the export, tests pass.",
    "The delimiter is a semicolon now, test added.",
    "The test of the delimiter covers quotes.",
]
MANAGER = (
    "hi! so yesterday my manager asked me if we could give the accountants the invoices as a spreadsheet, because they"
    " type them off the screen every month. I said I'd look into it."
)


def work_on(*prompts: str, branch: str = "feat/x") -> PastWork:
    return PastWork((session(*zip(prompts, WORK, strict=False), branch=branch),))


@pytest.mark.parametrize(
    ("opening", "asked"),
    [
        (MANAGER, "could you add a CSV export for invoices to the CLI?"),
        ("hi!", "add a CSV export for invoices to the CLI"),
        (
            "Hey there, hope you had a good weekend. Mine was long: two days at my in-laws, and the train broke down.",
            "We need invoices as CSV for the accountants.",
        ),
        (
            "hello, i'm new here, Ben told me you know this code",
            "the ticket says: export invoices as CSV, one row each",
        ),
        (
            "Guten Morgen! Gestern hat mich meine Chefin gefragt, ob die Buchhaltung eine Tabelle haben kann.",
            "Bau bitte einen CSV-Export für Rechnungen in die CLI ein.",
        ),
        (
            "Bonjour ! Hier ma cheffe m'a demandé si la compta pouvait avoir un tableau.",
            "Ajoute un export CSV des factures à la CLI.",
        ),
    ],
)
def test_a_greeting_or_a_story_gives_way_to_what_was_really_asked(opening: str, asked: str) -> None:
    told = find_request(work_on(opening, asked, "use semicolons, Excel here is German", "make the test cover quotes"))
    assert asked in told.text and told.is_first


def test_a_story_alone_is_the_task_and_no_later_detail() -> None:
    told = find_request(work_on(MANAGER, "where are they read?", "put the writer there", "rename it to --delimiter"))
    assert "as a spreadsheet" in told.text and told.is_first


@pytest.mark.parametrize(
    "report",
    [
        "Since Tuesday our nightly job fails when an invoice has no rows.",
        "I get a `KeyError` when I run the export.",
        "The export of invoices loses its last row.",
        "we want our accountants to get invoices as CSV",
    ],
)
def test_a_report_or_a_wish_is_no_story(report: str) -> None:
    told = find_request(work_on(report, "add a test for an invoice that has no row, please", "now mend it"))
    assert report.rstrip(".") in told.text


@pytest.mark.parametrize(
    "opening",
    [
        "Back to the flags. Give me the state in one line.", "guten morgen, weiter mit rejoin. ein satz zum stand",
        "ok let's carry on with the importer", "dedup digest again. Where are we?", "on continue avec l'export",
        "seguimos con la exportación", "继续做导出", "go on",
    ],
)  # fmt: skip
def test_work_that_is_resumed_on_its_branch_keeps_its_first_request(opening: str) -> None:
    first = session(("I want a spelling hint for long options.", "It would go into `usage`."), branch="feat/x")
    later = session(
        (opening, "Distance and `closest` are in, tests pass."),
        ("four letters or less allow one edit only, Lin says", "`closest` allows one edit up to four letters."),
        ("rename `closest` to `nearest` and keep it private", "It is `nearest`."),
        ("One more: a quiet program wants no suggestion. Write the test first.", "The test is red."),
        branch="feat/x",
    )
    later = msgspec.structs.replace(later, id="s2", started="2026-11-20T10:00:00Z", ended="2026-11-20T11:00:00Z")
    told = find_request(PastWork((later, first)))
    assert "spelling hint" in told.text and told.is_first


def test_another_piece_on_a_branch_is_the_task_once_somebody_turns_to_it() -> None:
    first = session(("I want a spelling hint for long options.", "It would go into `usage`."), branch="feat/x")
    later = session(
        ("ok let's carry on with the hint", "Distance and `closest` are in, tests pass."),
        ("commit it", "Committed."),
        (
            "Next thing: I want you to document the cache of thumbnails in `docs/cache.md`",
            "`docs/cache.md` describes the cache.",
        ),
        branch="feat/x",
    )
    later = msgspec.structs.replace(later, id="s2", started="2026-11-20T10:00:00Z", ended="2026-11-20T11:00:00Z")
    assert "document the cache of thumbnails" in find_request(PastWork((later, first))).text


def test_a_branch_named_after_its_work_keeps_the_first_request() -> None:
    prompts = (
        "I'd like a digest line of repeated errors.", "own file next to the store then",
        "the whole suite takes four minutes", "Write the test for two workers first, then stop.",
    )  # fmt: skip
    assert "digest line" in find_request(work_on(*prompts, branch="feature/dedup-digest")).text


@pytest.mark.parametrize(
    ("first", "second", "task"),
    [
        (
            "Moin! Unser Server braucht ein sauberes 405: wenn nur das Verb nicht passt, antwortet er 404. Schau mal.",
            "1: opt-in. 2: `OPTIONS` auch. Und ein paar Spielregeln: keine neuen Gems, Ruby 3.3 muss laufen.",
            "braucht ein sauberes 405",
        ),
        (
            "Our server needs a clean 405 where only the verb is wrong. Clients drop their cache after a 404.",
            "1: opt-in. 2: yes. And a few ground rules: no new gems, Ruby 3.3 must run, the server stays as it is.",
            "needs a clean 405",
        ),
    ],
)
def test_the_task_is_no_rule_that_is_laid_down_with_the_next_prompt(first: str, second: str, task: str) -> None:
    talk = session((first, "The server looks at one set of paths. Off by default?"), (second, "405 works."))
    assert task in find_request(PastWork((talk,))).text


def test_a_bare_value_stays_with_the_sentence_before_it() -> None:
    assert split_sentences("0.2 is too much, make it 0.1. And a reserve of 10 is for a mesh sidecar. 3.") == [
        "0.2 is too much, make it 0.1.",
        "And a reserve of 10 is for a mesh sidecar. 3.",
    ]
    assert split_sentences("Ten seconds are too short! 30.") == ["Ten seconds are too short! 30."]
    assert split_sentences("The lexer is frozen. 3. The log: kept.") == ["The lexer is frozen.", "The log: kept."]


def test_a_sentence_that_goes_on_behind_code_has_a_gap_there() -> None:
    text = "Yes, in milliseconds. See `source/options.ts`:\n```ts\ninterval: number\n```\nor the readme."
    assert split_sentences(text) == ["Yes, in milliseconds.", "See `source/options.ts`: … or the readme."]
    assert split_sentences("Run this:\n```\nnpm test\n```\nThen commit.") == ["Run this:", "Then commit."]
    assert split_sentences('Write `<backstory:note kind="rule">tabs</backstory:note>` in the text.') == [
        "Write `…` in the text."
    ]
