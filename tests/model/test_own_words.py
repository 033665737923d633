"""A prompt without what was pasted into it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.model.own_words import drop_pasted

WORDS = "the build broke after the upgrade, keep the old flag until Rosa has agreed"

PASTED = {
    "a log": "[13:37:51.815] Running build\n[13:37:52.060] Previous build caches not available\nVercel CLI 44.4.3\n"
    "[13:37:56.554] Installing dependencies...",
    "a trace": 'Traceback (most recent call last):\n  File "app.py", line 3, in <module>\n    run(1)\n'
    "ValueError: no name",
    "a trace of JavaScript": "TypeError: x.y is not a function\n    at Editor.check (http://localhost/a.js:78:13)\n"
    "    at Editor (http://localhost/a.js:76:13)",
    "a compiler": "src/index.ts:64:21 - error TS6133: 'req' is never read.\n\n64 app.get('/x', (req) => {\n"
    "                       ~~~",
    "a linter of several packages": "api:lint: cache miss, executing 88f0\napi:lint: > eslint src\n"
    "api:lint: You can ask for help in the chat\ndocs:lint: 3:31 Warning: unused",
    "a shell": "➜  apps git:(main) ✗ npm run lint\n\n> lint\n> turbo run lint\n\nturbo 2.5.5",
    "a server": "[nodemon] 3.1.10\n[nodemon] to restart at any time, enter `rs`\n[nodemon] watching path(s): src/**/*",
    "the same line again and again": "Failed to update machines: no reply\nFailed to update machines: no reply\n"
    "Failed to update machines: no reply",
    "data": '{\n  "id": 2478114,\n  "path": "a/b.md"\n}',
    "fenced code": "```\nwe always write this in code\n```",
    "code": "const x = f(1);\nreturn x.map((one) => {\n  one + 1;\n});",
    "files that were attached": "@README.md @docs/Plan.md @src/app.ts",
    "a key": "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEF\nAAOCAQ8AMIIBCgKCAQEAr5NZ\n-----END PUBLIC KEY-----",
    "a shell with its folder": "box:~/stacks/dev> make setup\nsudo apt-get update -qq\n[sudo] password for ada:\n"
    "Reading package lists... Done\n/etc/paths already exists, not overwriting",
    "a shell without colours": "Desktop:~# claude\n-sh: claude: not found\nDesktop:~# whoami\nroot",
    "a push": "git push -u origin main\nEnumerating objects: 1177, done.\nDelta compression using up to 4 threads\n"
    "remote: warning: See https://example.com/lfs for more information.",
    "a command and its errors": "go run ./cmd/main.go\n# example.com/wallet/utils\nutils/check.go:12:3: undefined: x",
    "a script": "# start the server\ncd backend\nuvicorn src.main:app --reload --port 8004\n# look at it\n"
    "curl http://localhost:8004/api/stats",
    "settings": "QUANT_TARGET=nnp400\nRT_LIB=/workspace/rt/lib\n[info] Preparing config at work/config.yaml",
    "a listing": "total 8\ndrwxr-xr-x   8 ada  staff  256 10 21 12:25 .\n-rw-r--r--   1 ada  staff  56 10 21 12:25 a",
    "columns": "Hotkeys          - see below\nScroll Lock + F   - Toggle fullscreen\nScroll Lock + Q   - Quit",
    "an answer of a resolver": "; <<>> DiG 9.10 <<>> example.com\n;; Got answer:\n;; QUESTION SECTION:\n"
    "example.com.    300    IN    A    192.0.2.1",
    "a browser": "page.js:1 Uncaught SyntaxError: bad token\nUnchecked runtime.lastError: The port closed",
    "a call": 'parser.add_argument(\n        "--provider",\n        type=str,\n        help="one (or more)",\n    )',
    "what an agent put there": "<system-reminder>be brief\nand kind</system-reminder>",
}


@pytest.mark.parametrize("pasted", PASTED.values(), ids=PASTED)
@pytest.mark.parametrize("form", ["{words}\n{pasted}", "{words}\n\n{pasted}\n", "{pasted}\n\n{words}"])
def test_what_was_pasted_goes_and_the_persons_words_stay(pasted: str, form: str) -> None:
    text = form.format(words=WORDS, pasted=pasted)

    assert " ".join(drop_pasted(text).split()) == WORDS


@pytest.mark.parametrize(
    "text",
    [
        "keep it simple",
        "fix main.go:42, it should use the pool",
        "app.py:12 is wrong, use the other name",
        "[WIP] make the login page faster",
        "at the moment the tests take too long (10 minutes), please look",
        "from now on: no new dependencies",
        "<Button> does not render in the dialog any more",
        "2 errors remain, please mend them",
        "note: Rosa decided that the limit is 20",
        "- never touch api.py\n- always run `make check` first\n- one commit for each step",
        "1. rename the option\n2. write the tests\n3. update the docs",
        "Bitte nimm den Cache wieder raus.\nEr verfälscht die Zahlen.",
        "请用中文写提交信息\n不要改 api.py",
        "use `git push --force-with-lease`, never `git push --force`",
        "see https://example.com/a/b and @docs/plan.md first",
        "- app/ routes (/, /places, /places/[slug])\n- components/ui (the buttons)\n- lib/ (filter/sort)",
        "make sure that the port is 8080, go for the simple way",
        "git push fails for me, why?",
        "npm install is all we need, please",
        "curl works, the browser does not",
        "-   Use the tools that are there\n-   Ask before you install one",
        "Hi Claude,\nplease rename the flag",
        "a coupon of ada@example.com should give 20% off",
        "# Goal\nthe page loads in a second",
        "- lvl1 is light blue;\n- lvl2 is dark blue;",
    ],
)
def test_what_a_person_wrote_stays(text: str) -> None:
    assert drop_pasted(text) == text


def test_a_letter_goes_up_to_the_name_below_it() -> None:
    text = "Rosa answered:\nHi Leo,\n\nthanks for it.\nWe never order more than 5.\n\nBest,\nRosa\n\nwhat now"

    assert drop_pasted(text).split() == ["Rosa", "answered:", "what", "now"]


def test_a_person_speaks_again_below_what_a_shell_printed() -> None:
    text = "$ make deploy\nuploading 3 files\nall good so far\n\nplease keep it that way\n"

    assert drop_pasted(text) == "please keep it that way"


def test_words_between_two_pastes_stay() -> None:
    text = 'before:\n\n{\n  "a": 1\n}\n\nnow the name is gone, why is that so?\n\n{\n  "b": 1\n}'

    assert drop_pasted(text).split("\n\n")[-1].strip() == "now the name is gone, why is that so?"


@given(st.text())
def test_nothing_is_invented(text: str) -> None:
    rest = drop_pasted(text)

    assert all(line in text for line in rest.split("\n"))
    assert len(rest) <= len(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "x",
        "`",
        "[a] b\n",
        "a:b:",
        "<a ",
        "\n",
        "a@b ",
        "-----BEGIN A-----",
        "make a/b\n",
        "$ a\nb c d e\n",
        "f(\n",
        "hi,\n",
    ],
)
def test_long_prompts_take_their_length(piece: str) -> None:
    assert_linear(drop_pasted, piece)


@pytest.mark.parametrize(
    "prompt",
    [
        "5m too long w/ those scanners, 90s. also 503 not 429",
        "v2: x=3 y=4 z=5 ok?",
        "3 -> 5, 7 -> 9, k?",
        "thx.\n20 is 2 much for 3 pods w/o a queue, 12",
    ],
)
def test_a_terse_prompt_with_many_figures_is_a_persons(prompt: str) -> None:
    assert drop_pasted(prompt) == prompt


def test_what_a_program_prints_beside_a_label_is_printed() -> None:
    prompt = """is this the right goal?

➜  shop git:(main) plan start --goal goal.md
goal        : # Goal: stop merging of baskets

              ## Required change

              Two baskets may be merged only when they share two items, never a single one.

              Keep the flags and the order of the columns as they are.
mode        : review

the second paragraph should not be in there, please take it out"""
    kept = drop_pasted(prompt)
    assert kept.splitlines()[0] == "is this the right goal?"
    assert "baskets" not in kept and "flags" not in kept
    assert kept.endswith("the second paragraph should not be in there, please take it out")
