"""What comes next, by the last words of an answer."""

import pytest
from tests.growth import assert_linear

from backstory.capture.selection import judge_answer
from backstory.capture.steps.step_tables import list_tabled_steps
from backstory.capture.steps.work_state import find_next_steps, find_work_state

OPENINGS = ["Left:", "Tomorrow:", "Rest:", "Not yet:", "Up next:", "Still open:", "Für morgen:"]


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_list_that_opens_behind_another_sentence_is_what_is_next(opening: str) -> None:
    steps = ["wire the option", "docs", "ask Mira for a build"]
    listed = "\n".join(f"- {step}" for step in steps)
    assert find_next_steps(f"The test is red, and not committed. {opening}\n\n{listed}") == steps
    assert find_next_steps(f"{opening} nothing") == []


def test_a_list_for_the_next_session_ends_where_a_paragraph_follows() -> None:
    opening = "Written down.\n\nFor the next session, we should:\n\n"
    answer = f"{opening}1. Port the row\n2. Write the docs\n\nThe key is the lock."
    assert find_next_steps(answer) == ["Port the row", "Write the docs"]
    assert find_next_steps("Für die nächste Sitzung:\n- Zeile umziehen\n- Doku schreiben") == [
        "Zeile umziehen",
        "Doku schreiben",
    ]
    assert find_next_steps("Next time you see this, restart the server.") == []


@pytest.mark.parametrize(
    ("answer", "steps"),
    [
        ("Done.\n\n## What comes next\n- wire the flag\n- release notes", ["wire the flag", "release notes"]),
        ("Listo.\n\nLo que queda, por orden:\n1. El test rojo\n2. Avisar a Marta", ["El test rojo", "Avisar a Marta"]),
        ("Ce qui reste à faire :\n- le test rouge\n- la doc", ["le test rouge", "la doc"]),
        ("Here is what's left:\n\n1. Fix the flaky test\n2. Merge", ["Fix the flaky test", "Merge"]),
        (
            "Next steps to finish this: rename the option, add a migration, and/or drop the old table.",
            ["rename the option", "add a migration", "drop the old table"],
        ),
        ("There are two tasks left: 1. make it green 2. write the docs", ["make it green", "write the docs"]),
        (
            "I stop here. First we make the red test pass, then we port the writer, and finally the docs.",
            ["make the red test pass", "we port the writer", "the docs"],
        ),
        (
            "For tomorrow I would first make `test_x` green, then write the docs.",
            ["make `test_x` green", "write the docs"],
        ),
        ("Up next is the printing in logging.ts, then HISTORY.md.", ["the printing in logging.ts", "HISTORY.md"]),
        ("De volgende stap is de mail; daarna het scherm.", ["de mail", "het scherm"]),
        ("Nog te doen: de mail, daarna de time-out.", ["de mail", "de time-out"]),
        ("Il prossimo passo è il rimborso; poi la pagina.", ["il rimborso", "la pagina"]),
        ("Da fare: il calendario; il rimborso.", ["il calendario", "il rimborso"]),
        ("O próximo passo é a tela do depósito; depois, medir o desvio.", ["a tela do depósito", "medir o desvio"]),
        ("Próximos passos:\n- a tela\n- o desvio", ["a tela", "o desvio"]),
        ("Następny krok to raport; potem sumy kontrolne.", ["raport", "sumy kontrolne"]),
        ("Do zrobienia:\n- raport\n- sumy", ["raport", "sumy"]),
        (
            "Open: the timeout test; the docs; asking Ines for the quota.",
            ["the timeout test", "the docs", "asking Ines for the quota"],
        ),
        (
            (
                "Red, as wanted. First the parser has to accept the word. Then the README gets a table of suffixes. "
                "Once that is in, Farid tries the branch for a night."
            ),
            [
                "the parser has to accept the word",
                "the README gets a table of suffixes",
                "Once that is in, Farid tries the branch for a night",
            ],
        ),
        (
            (
                "What's left: to begin with, `load` takes `leeway` and puts it into its arguments. And at the very end "
                "Deniz lets the gates run with 60 for a day."
            ),
            [
                "`load` takes `leeway` and puts it into its arguments",
                "Deniz lets the gates run with 60 for a day",
            ],
        ),
        (
            "Lo primero es que `removeFrom` baje hasta el token. Y por último Lucía pasa sus muestras.",
            ["`removeFrom` baje hasta el token", "Lucía pasa sus muestras"],
        ),
        (
            (
                "What remains, in this order. First a scanner in place of `strip_quotes`. Then the docs. "
                "When all that is in, Ines reviews it."
            ),
            ["a scanner in place of `strip_quotes`", "the docs", "When all that is in, Ines reviews it"],
        ),
        (
            "Red as wanted.\n\nThe next thing is that `Entry.take` tells of a skip, I'd give `None`, and `run` counts.",
            ["`Entry.take` tells of a skip, I'd give `None`, and `run` counts"],
        ),
        (
            "For Jonas:\n1. 206: feed the old part through the hash\n2. 416: check it in `main.rs`\n3. line in NEWS.md",
            ["206: feed the old part through the hash", "416: check it in `main.rs`", "line in NEWS.md"],
        ),
        ("For Jonas:\n- the red lamp is the quota\n- the blue one is the disk", []),
        ("First the test had to be red. Then I wrote the fix.", []),
        ("First the lock has to be taken, that is how it works. Then it was released too early.", []),
        ("| # | task | status |\n|---|---|---|\n| 1 | reader | done |\n| 2 | writer | open |", ["writer"]),
        ("Plan:\n- [x] test it\n- [ ] write the docs", ["write the docs"]),
        ("Open questions: who owns the quota?", []),
        ("| name | value |\n|---|---|\n| open | 3 |", []),
    ],
)
def test_steps_are_read_in_the_forms_that_answers_have(answer: str, steps: list[str]) -> None:
    assert find_next_steps(answer) == steps


@pytest.mark.parametrize(
    ("prompt", "steps"),
    [
        ("so for the next time: 1st make that one green, then the printing", ["make that one green", "the printing"]),
        ("thank you. For tomorrow, then: the heap of `TLRUCache`.", ["the heap of `TLRUCache`"]),
        ("tomorrow we continue with the cache and then the docs. bye", ["the cache", "the docs"]),
        ("mañana seguimos con el test rojo y luego la documentación", ["el test rojo", "la documentación"]),
        ("next time please start with the flaky test", ["the flaky test"]),
    ],
)
def test_a_person_names_what_comes_next(prompt: str, steps: list[str]) -> None:
    assert find_next_steps(prompt, person=True) == steps


@pytest.mark.parametrize(
    "step",
    [
        "keep the whitespace of `<pre>` and `<textarea>`",
        "a doctest with `<code-block>`",
        "handle <script> as a tag without text",
        "read `Vec<source>` and the `<style>` element",
    ],
)
def test_a_tag_that_a_step_speaks_of_ends_no_text(step: str) -> None:
    assert find_next_steps(f"Next steps:\n1. {step}\n2. the changelog\n") == [step, "the changelog"]


def test_a_pasted_document_is_left_out() -> None:
    text = "Next steps:\n1. the changelog\n\n<document>\nNext steps:\n- the sale\n</document>\n"
    assert find_next_steps(text) == ["the changelog"]


@pytest.mark.parametrize(
    ("answer", "steps"),
    [
        (
            "The parser is in. First I'd make `test_empty` green, then wire the flag; after that the docs.",
            ["make `test_empty` green", "wire the flag", "the docs"],
        ),
        (
            "Stopping here. I would first rename the option, then add the migration. After that comes the changelog.",
            ["rename the option", "add the migration", "the changelog"],
        ),
        (
            "Done for today.\n\nFor Jonas:\n- check the quota on staging\n- merge PR 41",
            ["check the quota on staging", "merge PR 41"],
        ),
        (
            "All green.\n\nFollow-ups\n\n1. Drop the old table\n2. Update the docs",
            ["Drop the old table", "Update the docs"],
        ),
        (
            "Remaining:\n- Replace <Link href> by <NavLink>\n- Remove the `<Suspense>` wrapper\n- Update the snapshot",
            ["Replace <Link href> by <NavLink>", "Remove the `<Suspense>` wrapper", "Update the snapshot"],
        ),
        ("Noch offen:\n- Test für leere Eingabe\n- Doku ergänzen\n", ["Test für leere Eingabe", "Doku ergänzen"]),
        (
            "C'est committé. Reste à faire : le test du timeout, la doc et le changelog.",
            ["le test du timeout", "la doc", "le changelog"],
        ),
        (
            (
                "Next:\n- handle `<details open>` in the sanitizer\n- add a case for `<script>`"
                "\n- run the fuzzer for an hour"
            ),
            ["handle `<details open>` in the sanitizer", "add a case for `<script>`", "run the fuzzer for an hour"],
        ),
        (
            "The red test is TestCap. The next thing is to cap the delay in `worker.go`. Then the README.",
            ["cap the delay in `worker.go`", "the README"],
        ),
        (
            "Open:\n\n* the retry test\n* <code>Retry-After</code> header\n* ask Priya about the limit",
            ["the retry test", "<code>Retry-After</code> header", "ask Priya about the limit"],
        ),
        (
            (
                "I have fixed the loader. "
                "Before the release we still have to bump the version, and the docs need the new flag."
            ),
            ["bump the version, and the docs need the new flag"],
        ),
        (
            "To finish: port the writer, delete the shim, and tell Ana.",
            ["port the writer", "delete the shim", "tell Ana"],
        ),
        ("Hecho. Falta: probar en Windows; documentar la opción.", ["probar en Windows", "documentar la opción"]),
        ("First we look at why it fails: the cache is stale, then it is rebuilt twice.", []),
        ("It first reads the header, then the body; after that it closes the file.", []),
        ("I first tried the index and then dropped it.", []),
        ("Shall I go on with the docs next?", []),
        ("For Windows:\n- paths use backslashes\n- the test is skipped", []),
        (
            (
                "The lexer is done. I'd start with the failing `TestNested`, then move the options into a struct, "
                "and last update `CHANGELOG.md`."
            ),
            ["the failing `TestNested`", "move the options into a struct", "update `CHANGELOG.md`"],
        ),
        (
            "Work for Mira:\n1. review the lock order\n2. measure with 8 workers",
            ["review the lock order", "measure with 8 workers"],
        ),
        (
            "**Follow-ups:**\n- Type `Map<String, List<T>>` in `cache.ts`\n- Drop `<T extends object>`\n- Release 2.1",
            ["Type `Map<String, List<T>>` in `cache.ts`", "Drop `<T extends object>`", "Release 2.1"],
        ),
        (
            "Erledigt. Als Erstes würde ich den roten Test beheben, dann die Option dokumentieren, danach das Release.",
            ["den roten Test beheben", "die Option dokumentieren", "das Release"],
        ),
        (
            "## Remaining work\n\n- Emit <br/> instead of <br>\n- Close <p> before <ul>",
            ["Emit <br/> instead of <br>", "Close <p> before <ul>"],
        ),
        ("What is missing now: a test for `--json`; the man page.", ["a test for `--json`", "the man page"]),
        (
            "Handover for Tom: the branch is pushed. Left to do: rebase on main and squash.",
            ["rebase on main and squash"],
        ),
        (
            "The next steps are clear: split the module, move the tests, and delete the shim.",
            ["split the module", "move the tests", "delete the shim"],
        ),
        ("Todo before merge:\n- [ ] rename `Foo<Bar>`\n- [x] tests\n- [ ] docs", ["rename `Foo<Bar>`", "docs"]),
        ("The function first sorts the rows, then merges them.", []),
        ("For Linux users:\n- install libfoo", []),
        ("I ran the tests first, then the linter; both pass.", []),
        ("If you want, I can first add a test and then refactor.", []),
    ],
)
def test_steps_are_read_in_prose_and_under_names(answer: str, steps: list[str]) -> None:
    assert find_next_steps(answer) == steps


@pytest.mark.parametrize(
    ("answer", "steps"),
    [
        ("已完成。\n\n## 下一步建议\n1. 补测试\n2. 部署", ["补测试", "部署"]),
        ("下一步：接上导出，再写文档", ["接上导出", "写文档"]),
        ("以下是剩余工作：\n- 登录页", ["登录页"]),
        ("完了しました。\n\n## 残タスク\n- 検索のテスト", ["検索のテスト"]),
        ("次のステップ: CIの設定、その後リリース", ["CIの設定", "リリース"]),
        ("### 남은 작업\n1. 결제\n2. 배포", ["결제", "배포"]),
        ("接下来我会检查配置。", []),
        ("次の変更を行いました：\n- 検索を修正", []),
        ("다음 변경을 적용했습니다:\n- 검색 수정", []),
    ],
)
def test_next_steps_of_languages_without_blanks(answer: str, steps: list[str]) -> None:
    assert find_next_steps(answer) == steps


@pytest.mark.parametrize(
    ("prompt", "steps"),
    [
        ("明天先把权限表建好", ["把权限表建好"]),
        ("还剩两件事：压测和文档", ["压测和文档"]),
        ("残りは検索だけ", ["検索だけ"]),
        ("明日は検索から続ける", ["検索から続ける"]),
        ("남은 건 배포뿐이야", ["배포뿐이야"]),
        ("내일은 검색부터 시작하자", ["검색부터 시작하자"]),
        ("明天见", []), ("还剩10%", []), ("下次别忘了", []), ("残りの機能も実装して", []), ("다음 결제가 안 돼", []),
    ],
)  # fmt: skip
def test_a_person_names_what_comes_next_in_them(prompt: str, steps: list[str]) -> None:
    assert find_next_steps(prompt, person=True) == steps


def test_an_answer_is_read_once_for_its_steps_and_for_the_labels_of_its_sentences() -> None:
    answer = "The retry is in place. Next: port the row, then write the docs."
    find_work_state.cache_clear()
    find_next_steps(answer)
    judge_answer.cache_clear()
    judge_answer(answer, True)
    assert find_work_state.cache_info().misses == 1


def test_a_question_of_a_step_stays_with_what_is_said_of_it() -> None:
    text = "Remaining:\n- [ ] anchor the expression\n- [ ] squash before the merge? Mira decides\n- [ ] a doctest"
    assert find_next_steps(text) == ["anchor the expression", "squash before the merge? Mira decides", "a doctest"]


@pytest.mark.parametrize(("line", "question"), [
    ("Still open: whether times, sizes and exit_codes stay in the lines (Ola).",
     "whether times, sizes and exit_codes stay in the lines (Ola)"),
    ("**Open**: who owns the totals, the rates and the exports.", "who owns the totals, the rates and the exports"),
    ("offen: ob wir die Tests, Docs und das Changelog behalten", "ob wir die Tests, Docs und das Changelog behalten"),
])  # fmt: skip
def test_what_is_left_open_as_a_question_is_no_list_of_steps(line: str, question: str) -> None:
    assert find_next_steps(f"Next: the docs of the retry\n\n{line}") == ["the docs of the retry", question]
    assert find_next_steps("Still open: docs, changelog and the release") == ["docs", "changelog", "the release"]
    until = "Left as it is until Thursday: whether the cost of a refused request is counted."
    assert find_work_state(until).questions == (until,)


@pytest.mark.parametrize(
    ("opening", "steps"),
    [
        ("Staging is now fully configured and ready for the first deployment. You need to:", []),
        ("The parser is done.", []),
        ("Die Umgebung ist jetzt eingerichtet.", []),
        ("The parser has to be done first.", ["The parser has to be done first"]),
        ("The build is red on Windows.", ["The build is red on Windows"]),
        ("Tag it once the docs are ready.", ["Tag it once the docs are ready"]),
    ],
)
def test_prose_that_tells_what_is_done_already_is_no_step(opening: str, steps: list[str]) -> None:
    assert find_next_steps(f"## Next steps\n\n{opening}\n\n1. Create the bucket\n") == [*steps, "Create the bucket"]


def test_ways_to_choose_from_are_no_steps() -> None:
    text = "## Next Steps\n\n**What would you like to do?**\n\n1. Upload to the test index first\n2. Upload right away"
    text += "\n\nPlease let me know which option you prefer."
    assert find_next_steps(text) == []
    assert find_next_steps("## Next steps\n\n1. Upload to the test index first") == ["Upload to the test index first"]


def test_what_is_typed_while_a_program_waits_is_no_step() -> None:
    text = "You need to:\n1. Type your personal access token\n2. Press Enter\n3. Type the responses of `fetch_orders`"
    assert find_next_steps(text) == ["Type the responses of `fetch_orders`"]


@pytest.mark.parametrize("piece", ["\n", " \n", "\t\n", " "])
def test_blank_lines_of_an_answer_are_read_once(piece: str) -> None:
    assert_linear(list_tabled_steps, piece)


def test_what_a_step_comes_to_is_no_step() -> None:
    answer = "Next steps:\n\n1. Let `send` return its failures. That makes the spec green.\n2. Ids have to be unique."
    assert find_next_steps(answer) == ["Let `send` return its failures", "Ids have to be unique"]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Open: the name (`sliding` or `touch`), Ines decides.", ["the name (`sliding` or `touch`), Ines decides"]),
        ("Offen: 5 oder 10 Versuche, das entscheidet Lena.", ["5 oder 10 Versuche, das entscheidet Lena"]),
        ("Still open: the docs, the release note, the tag.", ["the docs", "the release note", "the tag"]),
    ],
)
def test_what_somebody_decides_is_one_point_with_the_one_who_decides(text: str, steps: list[str]) -> None:
    assert find_next_steps(f"All tests pass. {text}") == steps
