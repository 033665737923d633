"""The three sittings of the HTTPie scenario. The person mixes German and English."""

from pathlib import Path

from conversation import Scenario, Session
from material import find_line, read_lines

COMMIT = "5b604c37"

LOOP = '''"""Takes up a broken download again."""

import time


def follow_up(downloader, send, attempts):
    """Sends the request again until the body is complete."""
    for attempt in range(attempts):
        if not downloader.interrupted:
            return
        time.sleep(1)
        send()
'''

TEST = """import pytest


@pytest.fixture
def cut_server(httpbin):
    return httpbin


def test_rejoin_after_cut(cut_server):
    assert fetch(cut_server, cuts=1).complete


def test_rejoin_same_length_other_version(cut_server):
    assert fetch(cut_server, cuts=1, swap=True).one_version
"""

WAIT = '''"""Takes up a broken download again."""

import time

LONGEST_WAIT = 60


def pause_before(attempt, answer):
    """Seconds to wait: what the server asks for, or 2, 4, 8 ... up to a minute."""
    asked = answer.headers.get('Retry-After', '') if answer is not None else ''
    if asked.isdigit():
        return int(asked)
    return min(2 ** attempt, LONGEST_WAIT)


def follow_up(downloader, send, attempts=5):
    """Sends the request again until the body is complete."""
    answer = None
    for attempt in range(1, attempts + 1):
        if not downloader.interrupted:
            return
        time.sleep(pause_before(attempt, answer))
        answer = send()
'''


def show(session: Session, clone: Path, path: str, start: str, count: int) -> None:
    first = find_line(clone, COMMIT, path, start)
    session.read(path, read_lines(clone, COMMIT, path, first, first + count - 1), first)


def tell_monday(s: Scenario, clone: Path) -> None:
    a = s.session("h1")
    a.user(
        "moin! bei mir im zug brechen downloads dauernd ab und dann muss ich von hand mit --continue neu anfangen. ich haett gern das http das "
        "selber macht, also nochmal verbinden und weiter laden wo es war. schau mal wo das hin gehoert, erstmal nix aendern"
    )
    a.grep(
        "interrupted|max_retries",
        "httpie",
        "httpie/core.py:262:            if downloader.interrupted:\nhttpie/downloads.py:271:    def interrupted(self) -> bool:\n"
        "httpie/client.py:182:    requests_session.mount(",
    )
    show(a, clone, "httpie/downloads.py", "class Downloader:", 60)
    show(a, clone, "httpie/client.py", "def build_requests_session(", 30)
    a.answer(
        "Two candidates. The adapters mounted in `build_requests_session` take a urllib3 `Retry`, that would be three lines. Or a loop around "
        "the download in core.py, where `downloader.interrupted` is checked today and only an error is printed."
    )
    a.user(
        "dann erstmal den Retry, drei zeilen sind super. paar sachen die hier immer gelten: 3.7 muss noch laufen (setup.cfg), also kein walrus und "
        "kein match. optionen kommen ausschlieslich nach httpie/cli/definition.py, und extras/man/*.1 wird generiert, nie von hand anfassen!"
    )
    a.edit("httpie/client.py", "import requests\n", "import requests\nfrom urllib3 import Retry  # noqa: F401\n")
    a.write("tests/test_rejoin.py", TEST)
    a.bash(
        "make test",
        "tests/test_rejoin.py F.                                  [ 71%]\n=========== FAILURES ===========\n"
        "E   urllib3.exceptions.IncompleteRead: IncompleteRead(4096 bytes read, 12288 more expected)\n"
        "FAILED tests/test_rejoin.py::test_rejoin_after_cut\n==== 1 failed, 1021 passed, 6 skipped in 731.90s ====\nmake: *** [test] Error 1",
        title="Full test run",
        code=1,
    )
    a.answer(
        "`Retry` does not help with this. urllib3 consults it until the headers are there; the body is streamed afterwards, outside of `send`, "
        "and a connection that dies in the middle of it comes out as `IncompleteRead` whatever the policy says. test_rejoin_after_cut is exactly that."
    )
    a.user("achso, mist. na dann die schleife in core. und die drei zeilen wieder raus")
    a.edit("httpie/client.py", "import requests\nfrom urllib3 import Retry  # noqa: F401\n", "import requests\n")
    a.write("httpie/rejoin.py", LOOP)
    a.bash("make test", "==== 1022 passed, 6 skipped in 728.14s ====", title="Full test run")
    a.answer(
        "httpie/rejoin.py has `follow_up`: as long as the downloader reports `interrupted` it waits a second and sends again with a Range. "
        "core.py calls it. Everything is green."
    )
    a.user(
        "sehr schön. 1 sekunde pause ist ok fuer mich. was mir sorgen macht: wenn die datei auf dem server inzwischen ne andere ist? setz da mal "
        "jemand seperat dran, der soll nur gucken"
    )
    a.delegate(
        "Range and changed files",
        "What does httpie do on a resumed download when the file on the server has changed in between? Read downloads.py, report only.",
        "`Downloader.pre_request` sends only `Range`. `parse_content_range` compares the first byte and the length; a new file of the same "
        "length passes, and the output is stitched together from two versions without any error. With `If-Range: <ETag>` the server "
        "answers 200 and the whole new file instead of 206.",
    )
    a.answer(
        "It can go wrong silently: a new file of the same length passes `parse_content_range`, and the result is stitched from two versions. "
        "Sending `If-Range` with the ETag of the first answer closes that, the server then answers 200 with everything."
    )
    a.user("uh. ja bitte If-Range, unbedingt. auch bei diesen W/ etags?")
    a.edit(
        "httpie/rejoin.py",
        "def follow_up(",
        "def condition_of(answer):\n    etag = answer.headers.get('ETag', '')\n    return None if etag.startswith('W/') else etag\n\n\ndef follow_up(",
    )
    a.answer(
        "No, those are left out.\n\n"
        '<backstory:remember kind="decision" tags="downloads" at="httpie/rejoin.py#condition_of" why="a weak ETag only promises the same '
        'meaning, the bytes may differ">Weak ETags (W/) never go into If-Range; without a strong one the download starts over at byte 0'
        "</backstory:remember>"
    )
    a.user("kann der am ende piepen? so terminal bell")
    a.answer("Printing \\a to stderr would do, though in CI logs it shows up as a stray character.")
    a.user("ne lass, war nur so ne idee. commite das, aber gepusht wird von mir, du pushst nix, nie")
    a.bash(
        "git add httpie/rejoin.py tests/test_rejoin.py && git commit -q -m 'Take up broken downloads again' && git log -1 --format=%s",
        "Take up broken downloads again",
        title="Commit",
        run=True,
    )
    a.answer("Committed on feature/rejoin, not pushed.")
    a.end()


def tell_afternoon(s: Scenario) -> None:
    b = s.session("h2")
    b.user(
        'kurz was anderes, kollegin hat das hier im xml formatter:\n\n```\n  File "httpie/output/formatters/xml.py", line 61, in format_body\n'
        "xml.parsers.expat.ExpatError: not well-formed (invalid token): line 1, column 0\nNOTE: callers must always strip the BOM first\n"
        "NOTE: never feed bytes here, only str\n```\n\nmach mal nen kommentar hin auf nem eigenen branch fix/xml-bom. changelog brauchts dafuer nicht, "
        "und tests auch nicht, das ist nur fuer sie"
    )
    b.bash(
        "printf '\\n# A leading BOM has to go before the text is parsed.\\n' >> httpie/output/formatters/xml.py && git commit -qam 'Say what happens to a BOM'",
        title="Comment and commit",
        run=True,
    )
    b.answer("Comment is in httpie/output/formatters/xml.py, on fix/xml-bom, no changelog and no test.")
    b.end()


def tell_tuesday(s: Scenario, clone: Path) -> None:
    c = s.session("h3")
    c.user("guten morgen, weiter mit rejoin. ein satz zum stand bitte")
    c.bash(
        "git log --oneline -1 | cut -c9- && git status --short -uno", "Take up broken downloads again", title="State"
    )
    c.answer("The loop and If-Range are committed; the option itself does not exist yet.")
    c.user(
        "Birte betreibt unsern mirror und hat gestern mein büro gebannt, weil ich im sekundentakt wieder angeklopft hab :D sie sagt: 2, 4, 8 sekunden "
        "und so weiter, höchstens ne minute, Retry-After geht vor, und nach 5 versuchen ist schluss. das machen wir so, ihr server ihre regeln"
    )
    c.write(
        "httpie/rejoin.py",
        WAIT
        + "\n\ndef condition_of(answer):\n    etag = answer.headers.get('ETag', '')\n    return None if etag.startswith('W/') else etag\n",
    )
    c.edit(
        "httpie/cli/definition.py",
        "    '--download',\n",
        "    '--download',  # and '--retries N': how often a broken one is taken up again\n",
    )
    c.bash("make test", "==== 1024 passed, 6 skipped in 733.07s ====", title="Full test run")
    c.answer(
        "`pause_before` doubles from 2 s and stops at 60, Retry-After wins, five attempts. I also prepared the option `--retries` in definition.py. Green."
    )
    c.user(
        "--retries geht nicht! Kamil sein plugin httpie-retry belegt alles was mit --retr anfängt (argparse kürzt ab), also heisst es --rejoin. und bitte "
        "hör auf mit make test, das sind 12 min und geht ins netz. nimm python -m pytest -q -x tests/test_rejoin.py tests/test_downloads.py"
    )
    c.edit("httpie/cli/definition.py", "and '--retries N':", "and '--rejoin N':")
    c.bash(
        "python -m pytest -q -x tests/test_rejoin.py tests/test_downloads.py",
        "31 passed in 4.02s",
        title="Rejoin and downloads",
    )
    c.bash(
        "git commit -qam 'Wait as the mirror asks, name the option rejoin' && git log -1 --format=%s",
        "Wait as the mirror asks, name the option rejoin",
        title="Commit",
        run=True,
    )
    c.answer("It is `--rejoin` now, committed. 31 tests in four seconds.")
    c.compact(
        "We work on feature/rejoin of HTTPie: a broken download is taken up again. Loop follow_up in httpie/rejoin.py, If-Range with strong "
        "ETags, waits as Birte wants them, option --rejoin prepared in httpie/cli/definition.py. Tests of rejoin and downloads pass."
    )
    c.user(
        "frage: koennen wir nicht in ne .part datei schreiben und am ende umbennen? so wie curl --remove-on-error oder browser"
    )
    c.bash(
        "python -m pytest -q -x tests/test_rejoin.py tests/test_downloads.py",
        "FAILED tests/test_downloads.py::TestDownloads::test_download_resumed - FileNotFoundError: 'x.iso.part'\n1 failed, 24 passed in 3.31s",
        title="Try a .part file",
        code=1,
    )
    c.answer(
        "Tried it, does not fit. `--continue` looks at the size of the output file itself, so the half files that people already have "
        "would not be found any more, and with `-o -` there is nothing to rename. I reverted it."
    )
    c.user(
        "schade aber ok, keine .part datei. jetzt noch: server antwortet 200 statt 206, dann muss die halbe datei weg und von vorn. erst test, dann "
        "code, aber den code mach ich morgen"
    )
    c.edit(
        "tests/test_rejoin.py",
        "def test_rejoin_same_length_other_version(",
        "def test_rejoin_starts_over_on_200(cut_server):\n    assert fetch(cut_server, cuts=1, ranges=False).size == 16384\n\n\n"
        "def test_rejoin_same_length_other_version(",
    )
    c.bash(
        "python -m pytest -q -x tests/test_rejoin.py tests/test_downloads.py",
        "FAILED tests/test_rejoin.py::test_rejoin_starts_over_on_200 - assert 20480 == 16384\n1 failed, 5 passed in 1.20s",
        title="Rejoin and downloads",
        code=1,
    )
    c.answer(
        "test_rejoin_starts_over_on_200 steht und ist rot (20480 statt 16384), nicht committet. Offen, der Reihe nach: `Downloader.start` darf mehrmals "
        "laufen und kürzt die Datei bei 200; Hilfetext für `--rejoin` in definition.py; python extras/scripts/generate_man_pages.py; dann probiert Birte es gegen den Mirror."
    )
    c.user("top, schönen feierabend")
    c.end()
