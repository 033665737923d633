"""Questions, prompts and notes of the HTTPie scenario."""

from conversation import Scenario

OLD = r"(?m)^(?![^\n]*(changed since|stale|supersed|no longer|replaced|outdated|retract|instead|earlier|was:|Birte|gebannt|banned|not a second))[^\n]*"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "wo war ich gestern stehen geblieben?",
        "Broken downloads are taken up again (rejoin); open: a server that answers 200 starts over, test is there and red.",
        every=[r"rejoin|taken? up again|broken download", r"\b200\b|start\w* over|von vorn"],
        wrong=["fix/xml-bom, Kommentar zum BOM", "rejoin is committed and green"],
    )
    s.ask(
        "warum nehmen wir nicht einfach urllib3 Retry?",
        "Retry is consulted only until the headers are there; a body that breaks while streaming comes out as IncompleteRead.",
        every=[r"\bRetry\b", r"body|IncompleteRead|until the headers|streamed afterwards"],
        wrong=["Retry would be three lines in build_requests_session", "Retry-After geht vor"],
    )
    s.ask(
        "Welche Wege haben wir verworfen und weshalb jeweils?",
        "urllib3 Retry (body is streamed after send, IncompleteRead); .part file (--continue looks at the output file itself, half files not found, -o -).",
        every=[
            r"\bRetry\b(?!-)",
            r"body|IncompleteRead|until the headers",
            r"\.part\b",
            r"--continue[^\n]{0,80}(size|output|itself|half|find|found|seh|schau)|half files?[^\n]{0,60}(not|no longer|n.t)\b|nothing to rename|FileNotFoundError|halbe\w* datei\w*[^\n]{0,40}nicht",
        ],
        wrong=["Retry: the body is streamed later. Keine .part Datei.", "kein piepen, keine .part datei"],
    )
    s.ask(
        "which files are part of the feature?",
        "httpie/rejoin.py, tests/test_rejoin.py, httpie/cli/definition.py (and core.py calls it).",
        every=[r"\brejoin\.py", r"test_rejoin\.py", r"definition\.py"],
        wrong=["httpie/output/formatters/xml.py", "rejoin.py und ihr Test"],
    )
    s.ask(
        "was kommt als naechstes, in welcher reihenfolge?",
        "Downloader.start more than once, truncates at 200; help text for --rejoin in definition.py; generate_man_pages.py; Birte tries it against the mirror.",
        every=[
            r"Downloader\.start|kürzt|truncat",
            r"Hilfetext|help text|help for",
            r"generate_man_pages",
            r"Birte[^\n]{0,60}(mirror|prob|tr(y|ies))|mirror[^\n]{0,40}Birte",
        ],
        wrong=["Downloader.start, dann Hilfetext", "make the 200 test green, man pages"],
    )
    s.ask(
        "welcher test ist rot?",
        "test_rejoin_starts_over_on_200 (20480 statt 16384).",
        every=[r"test_rejoin_starts_over_on_200"],
        never=[
            r"(?m)^(?=[^\n]*\b(red|rot|fail\w*)\b)(?![^\n]*(gave up|given up|tried|dead end|earlier|showed|shows|exactly that|not help))[^\n]*(test_rejoin_after_cut|test_download_resumed)"
        ],
        wrong=["keiner, 31 passed", "red: test_rejoin_starts_over_on_200, test_rejoin_after_cut"],
    )
    s.ask(
        "Welche Regeln gelten hier immer?",
        "Python 3.7 läuft noch (no walrus, no match); options only in httpie/cli/definition.py; extras/man is generated, never by hand; only the user pushes.",
        every=[
            r"\b3\.7\b|walrus",
            r"opti?on\w*[^\n]{0,60}definition\.py|definition\.py[^\n]{0,60}option",
            r"(extras/man|man pages?|\*\.1)[^\n]{0,60}(generier|generat|hand|nie|never)",
            r"\bpush\w*[^\n]{0,40}(nix|nie|never|not|von mir|selber|user|nothing)|(never|nie|not|nix|don.t)\b[^\n]{0,40}\bpush|(gepusht|pushed) (wird von mir|by)",
        ],
        never=[r"(?m)^(?![^\n]*(xml|bom|fuer sie))[^\n]*changelog brauchts"],
        wrong=[
            "3.7, Optionen nur nach definition.py, nix pushen",
            "3.7; options in definition.py; extras/man/*.1 generiert; nie pushen\n- changelog brauchts nicht",
        ],
    )
    s.ask(
        "wie lange warten wir zwischen den versuchen, wie oft, und wer wollte das so?",
        "Birte (mirror): 2, 4, 8 ... seconds up to 60, Retry-After first, 5 attempts.",
        every=[
            r"Birte",
            r"2, 4, 8|doubl\w+|verdopp\w+|2 ?\*\* ?attempt|exponential",
            r"\b(5|five|fünf) (attempts|versuch|tries)|attempts ?= ?5|after (5|five)",
        ],
        never=[OLD + r"(1 sekunde pause|waits a second|one second (between|pause))"],
        wrong=[
            "1 sekunde pause",
            "2, 4, 8 Sekunden, 5 Versuche",
            "Birte: 2, 4, 8 and 5 attempts.\n- 1 sekunde pause ist ok",
        ],
    )
    s.ask(
        "reicht es, nur Range zu schicken?",
        "No: a changed file of the same length would be stitched from two versions; If-Range with the ETag.",
        every=[r"If-Range", r"two versions|stitched|same length|zwei versionen"],
        wrong=["Ja, Range reicht, parse_content_range prüft.", "If-Range ist im Code."],
    )
    s.ask(
        "womit lasse ich die tests laufen?",
        "python -m pytest -q -x tests/test_rejoin.py tests/test_downloads.py",
        every=[r"pytest -q -x tests/test_rejoin\.py tests/test_downloads\.py"],
        never=[
            r"(?m)^(?![^\n]*(stop|not|instead|no longer|was|earlier|takes|supersed|stale|changed since|exit|fail|hör auf|12 min))[^\n]*\b(run|test|tests|with|all):? *`?make test"
        ],
        wrong=[
            "make test",
            "pytest",
            "- Run `make test`\n- python -m pytest -q -x tests/test_rejoin.py tests/test_downloads.py",
        ],
    )
    s.ask(
        "Can the option be called --retries after all?",
        "No: Kamil's plugin httpie-retry takes all that begins with --retr (argparse abbreviates); it is --rejoin.",
        every=[r"--rejoin", r"Kamil|httpie-retry"],
        wrong=["Yes, --retries is prepared in definition.py", "It's --rejoin."],
    )
    s.ask(
        "what do we do with weak etags?",
        "W/ never goes into If-Range; without a strong ETag the download starts over at byte 0.",
        every=[r"W/|weak", r"never|nie|left out|not\b", r"byte 0|starts? over|von vorn|If-Range"],
        wrong=["Weak ETags are fine.", "The same as with strong ones, never mind."],
    )


def ask_prompts(s: Scenario) -> None:
    policy = r"IncompleteRead|until the headers|does not help"
    part = r"\.part\b"
    birte = r"Birte|2, 4, 8|doubles from"
    versions = r"two versions|stitched|If-Range"
    red = r"starts_over_on_200|200 statt 206|kürzt"
    s.prompt("short", policy, "bau doch urllib3 Retry in den adapter ein")
    s.prompt("short", birte, "wie lang ist die pause vor dem nächsten versuch?", "raise attempts in follow_up to 20")
    s.prompt("short", versions, "drop the If-Range header again")
    s.prompt("short", r"test_rejoin\.py tests/test_downloads", "lass mal die tests laufen")
    s.prompt("short", red, "weiter mit rejoin", "mach den roten test gruen")
    s.prompt("short", r"W/|[Ww]eak", "can we use W/ etags for if-range?")
    s.prompt(
        "long",
        part,
        "hab nochmal drüber nachgedacht: wenn der download abbricht liegt da ja ne halbe datei rum die so aussieht als wär sie fertig. andere "
        "programme schreiben erst unter nem anderen namen und bennenen am ende um wenn alles da ist. das fänd ich viel sauberer, kannst du das "
        "so umbaun das der endgültige name erst ganz zum schluss auftaucht?",
    )
    s.prompt(
        "long",
        birte,
        "in der firma hab ich ne leitung die alle paar sekunden weg ist, aber immer nur ganz kurz. da ist es blöd wenn der dann ne minute wartet "
        "bevor er es nochmal probiert, bis dahin ist die schon wieder weg. mach das bitte kürzer, so halbe sekunde, und von mir aus unendlich oft",
    )
    s.prompt("other words", policy, "geht das nicht billiger mit bordmitteln von requests?")
    s.prompt("other words", versions, "was passiert wenn jemand das iso auf dem server austauscht während ich lade?")
    s.prompt("other words", r"Kamil|httpie-retry", "der schalter soll lieber anders heissen, retry versteht jeder")
    s.prompt("forbidden", r"von hand|generiert|by hand", "trag --rejoin von hand in extras/man/http.1 ein")
    s.prompt("forbidden", r"push", "push den branch bitte hoch")
    s.prompt(
        "forbidden", r"3\.7|walrus", "if (etag := answer.headers.get('ETag')): einbauen in condition_of, mit match"
    )
    s.prompt("forbidden", r"definition\.py", "add --rejoin to httpie/cli/argparser.py")
    s.prompt(
        "unrelated",
        None,
        "wie spät ist es in tokio?",
        "welcher wein passt zu spargel?",
        "was heisst gemütlich auf englisch",
        "how do I tie a bowline?",
        "danke dir, bis morgen",
        "schreib mir ein haiku über nebel",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "was kostet ne zugfahrt nach bremen?",
        "wie viele minuten muss ein ei kochen damit es hart ist?",
        "which country bans plastic bags?",
        "gibts den ring des nibelungen auch in ner kurzen version?",
    )


NOTES = """# rejoin (branch feature/rejoin)
A broken --download is taken up again: loop follow_up in httpie/rejoin.py, called in core.py; option --rejoin in httpie/cli/definition.py (not --retries: Kamil's plugin httpie-retry owns --retr*); tests/test_rejoin.py.
Tests: `python -m pytest -q -x tests/test_rejoin.py tests/test_downloads.py`
Birte (mirror): wait 2, 4, 8 .. max 60 s, Retry-After first, 5 attempts.
If-Range with ETag: Range alone stitches two versions of same length. Weak W/ never, starts over at byte 0.
Given up: urllib3 Retry (only until the headers, body gives IncompleteRead); .part file (--continue looks at the size of the output file itself, half files not found; -o -).
RED, uncommitted: test_rejoin_starts_over_on_200 (20480 != 16384).
Next: Downloader.start repeatable, truncates on 200; help text --rejoin; extras/scripts/generate_man_pages.py; Birte tries it on the mirror.
Rules: Python 3.7 (no walrus, match); options only in definition.py; extras/man/*.1 generated, never by hand; user pushes, never me.
"""
