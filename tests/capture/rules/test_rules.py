"""Rules of the user: what is one, what is none, and how it is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.capture.rules.rules import find_rules

RULES = [
    ("Remember: never push to main.", "never push to main"),
    ("please keep in mind that we use tabs here", "we use tabs here"),
    ("never push from here, I push myself", "never push from here, I push myself"),
    ("ok, commit. And always add a line to CHANGES.rst.", "always add a line to CHANGES.rst"),
    ("rename it. from now on use tabs in Makefiles", "from now on use tabs in Makefiles"),
    ("merge main, and from now on run with -m fast", "from now on run with -m fast"),
    ("In this repository we don't mock the database.", "In this repository we don't mock the database"),
    ("No new dependencies without asking me.", "No new dependencies without asking me"),
    ("kim is porting it, so keep your hands off src/timer", "keep your hands off src/timer"),
    ("Don't touch api.py, Ian is rewriting it.", "Don't touch api.py, Ian is rewriting it"),
    ("Marek decides anything about the schema, ask him before adding an index.",
     "Marek decides anything about the schema, ask him before adding an index"),
    ("whenever you add an endpoint, add it to openapi.yaml", "whenever you add an endpoint, add it to openapi.yaml"),
    ("Labels are in title case, never in capitals.", "Labels are in title case, never in capitals"),
    ("Pull requests go to dev, under no circumstances to stable.",
     "Pull requests go to dev, under no circumstances to stable"),
    ("Could you keep the two house rules in mind: whatever is public is documented",
     "whatever is public is documented"),
    ("Ein paar Sachen, die hier immer gelten: kein neues Paket ohne Rücksprache",
     "kein neues Paket ohne Rücksprache"),
    ("One thing that goes for all of this code: no value shows up in a log", "no value shows up in a log"),
    ("One thing from Ann, who runs it, that goes for all of this code: no value shows up in a log",
     "from Ann, who runs it, that goes for all of this code: no value shows up in a log"),
    ("The manual says:\nAlways use latin-1.\n\nNever do that here, we always use UTF-8.",
     "Never do that here, we always use UTF-8"),
    ("Bitte niemals auf main pushen.", "niemals auf main pushen"),
    ("no, what we add is always a keyword argument", "what we add is always a keyword argument"),
    ("NO print while the server runs, it breaks it", "NO print while the server runs, it breaks it"),
    ("dont touch the generated files", "dont touch the generated files"),
    ("u never edit vendor/, thats synced", "u never edit vendor/, thats synced"),
    ("pls no new deps. ever.", "no new deps"),
    ("I said no globals. use the context object.", "I said no globals"),
    ("no no, sql lives in queries/, not in the handlers", "sql lives in queries/, not in the handlers"),
    ("Public names may not be renamed without a deprecation.", "Public names may not be renamed without a deprecation"),
    ("It is to be noted that fixtures are not to be edited by hand.", "fixtures are not to be edited by hand"),
    ("commit. i push myself, u never", "i push myself, u never"),
    ("i merge myself, you never merge", "i merge myself, you never merge"),
    ("Releases remain with me.", "Releases remain with me"),
    ("no mocks in the tests, so use the fakes; commits stay small; the changelog is Ada's.",
     "no mocks in the tests, so use the fakes; commits stay small; the changelog is Ada's"),
    ("neue tabellen ausschließlich über alembic anlegen", "neue tabellen ausschließlich über alembic anlegen"),
    ("bitte keine neuen abhängigkeiten, und commits nur auf englisch",
     "keine neuen abhängigkeiten, und commits nur auf englisch"),
    ("Felder kommen ausschlieslich nach felder.py", "Felder kommen ausschlieslich nach felder.py"),
    ("docs/api.md wird erzeugt, nie von hand anfassen!", "docs/api.md wird erzeugt, nie von hand anfassen!"),
    ("veröffentlicht wird von mir, du lädst nix hoch, nie", "veröffentlicht wird von mir, du lädst nix hoch, nie"),
    ("bitte hör auf mit tox, das dauert eine Stunde", "hör auf mit tox, das dauert eine Stunde"),
    ("以后不要改 generated/ 下的文件。", "以后不要改 generated/ 下的文件。"),
    ("The CI config belongs to Ines.", "The CI config belongs to Ines"),
    ("I never want to see a print in the library", "I never want to see a print in the library"),
    ("ok. use --no-build for every test run", "use --no-build for every test run"),
    ("Marta wants every public type documented.", "Marta wants every public type documented"),
    ("don't use any mocking framework", "don't use any mocking framework"),
    ("I remind you that tasks live in TASKS.md", "I remind you that tasks live in TASKS.md"),
    ("only touch files under src/, the rest is generated", "only touch files under src/, the rest is generated"),
    ("Keep the public API as it is, we release on Friday.", "Keep the public API as it is, we release on Friday"),
    ("commit messages: short, imperative", "commit messages: short, imperative"),
    ("we are on Ruby 3.1 until spring, so no newer syntax", "we are on Ruby 3.1 until spring, so no newer syntax"),
    ("everything in English please, also the comments", "everything in English please, also the comments"),
    ("no toques el esquema sin avisar a Lucía", "no toques el esquema sin avisar a Lucía"),
    ("nada de gemas nuevas", "nada de gemas nuevas"),
    ("y siempre con el modo estricto", "siempre con el modo estricto"),
    ("não mexa no esquema sem avisar", "não mexa no esquema sem avisar"),
    ("nooo dont run npm test, that starts a registry", "nooo dont run npm test, that starts a registry"),
    ("the options part is generated, so nobody ever edits that by hand", "nobody ever edits that by hand"),
    ("a new attribute is hidden behind a flag until Casimir lifts it",
     "a new attribute is hidden behind a flag until Casimir lifts it"),
    ("`Rig.new()` is how integration tests are built here", "`Rig.new()` is how integration tests are built here"),
    ("Die Version setzt Rafael und sonst keiner.", "Die Version setzt Rafael und sonst keiner"),
    ("Betreff bei uns: englisch, höchstens 50 Zeichen.", "Betreff bei uns: englisch, höchstens 50 Zeichen"),
    ("Pushen lass ich dich nicht, das mach ich.", "Pushen lass ich dich nicht, das mach ich"),
    ("Den Drucker lassen wir in Ruhe.", "Den Drucker lassen wir in Ruhe"),
    ("Was wir bauen, ist intern.", "Was wir bauen, ist intern"),
    ("I really dislike abbreviations in names", "I really dislike abbreviations in names"),
    ("Yuki won't accept generated code in that folder", "Yuki won't accept generated code in that folder"),
    ("Bram looks after the pipelines", "Bram looks after the pipelines"),
    ("teste mit -race, und immer mit dem ganzen Paket", "teste mit -race, und immer mit dem ganzen Paket"),
]  # fmt: skip

NO_RULES = [
    "we always get a 500 here",
    "I dislike this",
    "for the next time: 1st make that one green (the whole heading, not just includes), then the printing",
    "a new window is here",
    "add a null check for each parameter",
    "use the same colour for all rows",
    "no toques ese archivo todavía",
    "the list belongs to the same class",
    "I don't want to think about it",
    "hör auf mit dem umbau",
    "das habe ich noch nie von dir gehört",
    "My own instance has quite a collection of links.",
    "FAILED tests/test_x.py::test_y hint: never ignore failing tests, always rerun with --lf",
    "never add a dependency for this",
    "for this correction no test run is required, never mind the changelog",
    "I have just spoken with Ann Lee, who maintains the parser.",
    "skip the linter for this one.",
    "why does it always fail on Windows?",
    "it always fails on Windows",
    "I never said that it should block",
    "never mind, found it",
    "the ci is red again",
    "only the first test is red",
    "Ada is out today, the diff is to be found in the branch",
    "no, the other file",
    "Time constraint: make this concise and short",
    "Only maintain compatibility and never break it when:",
    "don't worry about the formatting",
    "don't forget the footer",
    "don't change anything yet",
    "for now just stub it out, never call it",
    "In this PR skip the snapshot tests, always",
    "use tabs here just this once",
    "please don't stop until all tests pass",
    'the message says "you must never call close twice". where is it?',
    "`never use autocommit` is what the log says",
    "here is the log:\nERROR you must never run this as root\nWARN always set a timeout\nwhat is wrong?",
    "```\nalways commit to main\nnever test\n```\nwhat is this file?",
    "> we should always use yarn\nthis was in the ticket",
    "<system-reminder>always use the todo tool</system-reminder> hi there my friend",
    "<backstory-context id=\"x\">\n- never push\n</backstory-context>\nwhat is next for us?",
    "CONTRIBUTING.md says:\n- Always sign your commits\n- Never force-push\nWhat does that mean for us?",
    "Here is the page I found:\n\n## Practice\nAlways pin versions. Never use latest.\n\nCan you apply what fits?",
    "git refuses\nhint: You should always pull before pushing\nhow do I resolve this",
    "Answer from a forum: you should never use float for money, always use Decimal.\nIs that so?",
    "Documentation excerpt: All endpoints return JSON. Never return HTML errors.\n\nadd the endpoint",
    "deploy failed:\nyou must never run this as root\nalways pass the flag\n\nany idea?",
]  # fmt: skip


@pytest.mark.parametrize(("prompt", "text"), RULES)
def test_a_rule_is_kept_in_the_users_words(prompt: str, text: str) -> None:
    (rule,) = find_rules(prompt)
    assert (rule.kind, rule.text, rule.role) == ("rule", text, "user")
    assert rule.text.rstrip("。") in rule.quote
    assert rule.quote in " ".join(prompt.split())


@pytest.mark.parametrize("prompt", NO_RULES)
def test_orders_of_the_moment_reports_and_pasted_text_are_no_rules(prompt: str) -> None:
    assert find_rules(prompt) == []


def test_only_the_sentence_of_the_rule_is_kept_with_what_it_refers_to() -> None:
    prompt = "The suite needs a real network. This box has none. Always run it with the marker off. Now fix the typo."
    (rule,) = find_rules(prompt)
    assert rule.text == "Always run it with the marker off"
    assert rule.why == "This box has none."


@pytest.mark.parametrize(
    "rule",
    ["never change a migration that has been released", "never delete a branch that we have not merged"],
)
def test_a_rule_about_things_that_it_describes_needs_no_words_before_it(rule: str) -> None:
    (one,) = find_rules(f"The suite takes nine minutes on my laptop. And {rule}. Now fix the typo.")
    assert (one.text, one.why) == (rule, "")


def test_what_is_announced_as_a_rule_is_one_until_the_work_goes_on() -> None:
    rules = find_rules(
        "Let me say what applies to every change here, so that I need not repeat it. Only the source is written; the"
        " tables are generated from it. Whatever is public has a page. When that is clear, rename the parser."
    )
    assert [rule.text for rule in rules] == [
        "Only the source is written; the tables are generated from it",
        "Whatever is public has a page",
    ]


def test_the_reason_in_the_next_sentence_comes_along() -> None:
    (rule,) = find_rules("Never print from internal/. Otherwise the JSON output breaks.")
    assert rule.why == "Otherwise the JSON output breaks."


def test_a_rule_for_a_branch_is_bound_to_it() -> None:
    (rule,) = find_rules("Don't touch adapters.py on this branch, Ian is rewriting send() there.")
    assert rule.tier == "working"


def test_a_rule_for_all_projects_says_so() -> None:
    (rule,) = find_rules("Always answer in German, everywhere.")
    assert rule.tags == ("everywhere",)


def test_a_rule_that_replaces_another_says_so() -> None:
    (rule,) = find_rules("scratch what I said about black, we use ruff here now")
    assert rule.revises


@given(st.text(max_size=600))
def test_no_text_makes_it_fail_and_every_quote_is_in_the_text(text: str) -> None:
    for rule in find_rules(text):
        assert rule.quote in " ".join(text.replace("**", "").split()) or "\r" in text or "<" in text


@pytest.mark.parametrize("prompt", [
    "in the future may support richer values",
    "in the future we might want a second backend",
    "think about how you can update the docs so that you always do this going forward",
])  # fmt: skip
def test_what_may_be_and_what_is_to_be_thought_over_is_no_rule(prompt: str) -> None:
    assert find_rules(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        ("You may read all of it, but Ask me first before you write!", "You may read all of it, but Ask me first"),
        (
            "Committed - but please recall that you should not open `dumps` without my permission.",
            "you should not open",
        ),
        ("note that as a rule, we keep the wording of the customer", "as a rule, we keep the wording"),
        ("we never squash merges of the release branch", "we never squash merges"),
        ("the state must be set with `ticket close`, not by hand", "the state must be set"),
        ("no, plan.md should always use that form", "no, plan.md should always use that form"),
        ("one migration at a time please", "one migration at a time"),
        ("Nichts wird ohne meine Zustimmung veröffentlicht.", "Nichts wird ohne meine Zustimmung"),
    ],
)
def test_leave_and_customs_are_rules(prompt: str, rule: str) -> None:
    assert [one.text[: len(rule)] for one in find_rules(prompt)] == [rule]


@pytest.mark.parametrize(
    "prompt",
    [
        "The build never finishes without asking me for the password",
        "I could not do it without asking Anna",
        "It should always fail",
        "we never had that problem",
        "we never got an answer from them",
    ],
)
def test_reports_with_the_same_words_are_none(prompt: str) -> None:
    assert find_rules(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "texts"),
    [
        (
            (
                "Yes, that reads well. A few conventions, since you are new to this code. Checks go through the"
                " assert_*() functions. The manual is generated with doxygen 1.9 and nothing else. And parse_date()"
                " itself is frozen: no changes to it. Please begin with the parser."
            ),
            [
                "Checks go through the assert_*() functions",
                "The manual is generated with doxygen 1.9 and nothing else",
                "parse_date() itself is frozen: no changes to it",
            ],
        ),
        (
            (
                "fine, go. oh and house rules before i forget: no new crates, and nothing that breaks the abi."
                " so dont change the exported structs, only add new ones."
            ),
            ["no new crates, and nothing that breaks the abi", "dont change the exported structs, only add new ones"],
        ),
        (
            "one more rule, it has to build with gcc 9 so no modules, and hands off vendor/ for now, lin works on it",
            ["it has to build with gcc 9 so no modules, and hands off vendor/ for now, lin works on it"],
        ),
        (
            (
                "Parfait. Quelques règles de la maison : on reste compatible PHP 7.4, donc pas d'enums ; aucune"
                " dépendance ; et surtout on ne touche pas à src/Legacy."
            ),
            [
                "on reste compatible PHP 7.4, donc pas d'enums",
                "aucune dépendance",
                "surtout on ne touche pas à src/Legacy",
            ],
        ),
        (
            (
                "Genau. Spielregeln noch: Docstrings englisch wie überall, nichts printen (ruff T201), keine neue"
                " Abhängigkeit, und auf keinen Fall echte Kundendaten ins Repo, auch nicht gekürzt."
            ),
            [
                "Docstrings englisch wie überall",
                "nichts printen (ruff T201)",
                "keine neue Abhängigkeit",
                "auf keinen Fall echte Kundendaten ins Repo, auch nicht gekürzt",
            ],
        ),
        (
            (
                "Vale. Condiciones: ninguna tabla nueva, el XML no cambia (lo leen dos clientes), y los commits en"
                " inglés. Y no toques docs/, que lo lleva Olga."
            ),
            [
                "ninguna tabla nueva",
                "el XML no cambia (lo leen dos clientes)",
                "los commits en inglés",
                "no toques docs/, que lo lleva Olga",
            ],
        ),
        (
            (
                "Let me tell you also the customs of this repository which I learned slowly: with the flag not set,"
                " nothing is sent. The table in README.md is made by a script, never write it by hand."
            ),
            [
                "with the flag not set, nothing is sent",
                "The table in README.md is made by a script, never write it by hand",
            ],
        ),
        (
            (
                "Ok. Nog een paar regels van het huis: alles moet op Ruby 2.7 draaien; geen nieuwe gems; de README"
                " blijft zoals hij is."
            ),
            ["alles moet op Ruby 2.7 draaien", "geen nieuwe gems", "de README blijft zoals hij is"],
        ),
        (
            "ok. rules: php8. the wire format stays, two clients read it. CHANGES frozen, 2.4.1 is being cut.",
            ["php8", "the wire format stays, two clients read it", "CHANGES frozen, 2.4.1 is being cut"],
        ),
        (
            (
                "rules, hmm, let me think what hurt us. the ledger format stays. no new exit codes either. oh and"
                " docs/guide.rst: leave it, Rita is rewording that chapter right now"
            ),
            [
                "the ledger format stays",
                "no new exit codes either",
                "docs/guide.rst: leave it, Rita is rewording that chapter right now",
            ],
        ),
        (
            (
                "Good question, and I have a list, since Ewan made me write one down. It still targets Java 8, so"
                " nothing newer. Tabs and LF everywhere. And the folder charts/ please leave as it is."
            ),
            [
                "It still targets Java 8, so nothing newer",
                "Tabs and LF everywhere",
                "the folder charts/ please leave as it is",
            ],
        ),
        (
            (
                "stuff the club told us:\nno new tables obviously\nthe texts folder: french only, the rest is"
                " translated elsewhere\nthe linter and the type check have to pass before anything is committed"
                "\nnothing in assets, they build them themselves"
            ),
            [
                "no new tables obviously",
                "the texts folder: french only, the rest is translated elsewhere",
                "the linter and the type check have to pass before anything is committed",
                "nothing in assets, they build them themselves",
            ],
        ),
        (
            "stuff the bank told us:\nnothing leaves our net\nevery change is read by two people\nnever log an IBAN",
            ["nothing leaves our net", "every change is read by two people", "never log an IBAN"],
        ),
        (
            (
                "Prazo: 14 dias, igual ao resto. Regras, deixa eu lembrar:\n- o formato do arquivo não pode mudar\n"
                "- nenhuma dependência nova\n- e o README deixa quieto, a Rita tá revisando"
            ),
            [
                "o formato do arquivo não pode mudar",
                "nenhuma dependência nova",
                "o README deixa quieto, a Rita tá revisando",
            ],
        ),
    ],
)
def test_each_of_the_rules_that_a_sentence_announces_is_one(prompt: str, texts: list[str]) -> None:
    assert [rule.text for rule in find_rules(prompt) if rule.kind == "rule"] == texts


def test_an_announced_rule_is_no_reason_for_the_next_one() -> None:
    prompt = "Rules: no new tables. CHANGES.md frozen, 2.4 is being cut. And api.py: leave it, Rita reworks it now."
    rules = find_rules(prompt)
    assert len(rules) == 3 and all(not rule.why for rule in rules)


@pytest.mark.parametrize(
    "prompt",
    [
        "Compare these rules to our specs, the todo file and the manual.",
        "If the table also has a constraint, keep its name. The loader reads it. Then export the view.",
        "The validation rules of the form: the name is short, the mail has an at sign.",
        "Conditions: the user is logged in and the cart is not empty. Then show the button.",
        "Some conditions of the query: the date is set, the region is known, and the price is below 10.",
        "Add a few rules to the linter. They catch the empty blocks.",
        "Is there another rule, or do we show the default page?",
        "Here is what the customer told us:\nthe page is blank\nthe button is grey\nthe total is wrong",
        "I have a list of orders and a list of customers. Join them by number. Print the total.",
        "Sort the entries.\n\nRules for this task:\nshort names first\nthen by date",
        "stuff the client told us:\nthe checkout page is slow\nthey cannot log in since Monday\nthe totals are wrong",
        "I have a list, since QA sent it. The login page is blank on Safari. The export button does nothing.",
        "I've got a list because the release is tomorrow:\n- fix the changelog\n- bump the version\n- tag it",
        "list of things the customer wants:\nsearch by name\nsort by date\ndelete with confirmation",
        "stuff the boss wants:\na chart on the start page\nfaster search in the archive\nthe logo in the footer",
        "I have a list. Rename the module, move the readers into core, delete the old tests.",
        "I have a list:\n- the spinner flickers\n- nothing is logged on a timeout\n- the prompt never returns",
        "I have a list:\n1. the export always writes UTF-16\n2. only the first row is read\n3. every click is lost",
    ],
)
def test_rules_that_the_work_is_about_announce_none(prompt: str) -> None:
    assert not find_rules(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "skip bad lines. always some garbage from the modems",
        "never any problems with it",
        "always enough disk, no worry",
    ],
)
def test_what_is_always_there_is_no_rule(prompt: str) -> None:
    assert not find_rules(prompt)


def test_an_order_that_asks_for_assent_is_a_rule() -> None:
    order = "I want you to confirm going forward that you have run the tests after each edit"
    assert [one.text for one in find_rules(f"{order}, OK?")] == [order]
    assert find_rules("Do you always run the tests after each edit, ok?") == []


@pytest.mark.parametrize(
    "text",
    [
        "I edited that file myself and the changes never appear after a reload.",
        "They don't seem to exist or be implemented anymore.",
    ],
)
def test_what_somebody_did_or_misses_is_no_rule(text: str) -> None:
    assert find_rules(text) == []


def test_the_end_of_a_thought_is_no_rule() -> None:
    thought = "the hint should look there too, and if it's off then it would not work anyway, so only with fallthrough."
    assert [one.text for one in find_rules(thought) if one.text.startswith("only")] == []


def test_a_list_of_house_rules_is_kept_whole_and_may_go_on_the_next_day() -> None:
    first = """House rules for our fork:
1. Source level is Java 11. No records, no text blocks.
2. No new threads. PLAT-1988 put a cap on threads per pod.
3. ConcurrentBag is off limits without a sign-off from Odhrán.

Start by showing me what eviction does today."""
    assert [one.text for one in find_rules(first)] == [
        "Source level is Java 11",
        "No records, no text blocks",
        "No new threads",
        "ConcurrentBag is off limits without a sign-off from Odhrán",
    ]
    further = (
        "Further rules that I forgot yesterday:\n5. A setting without an MXBean does not get merged.\n6. No sleeps."
    )
    assert [one.text for one in find_rules(further)] == ["A setting without an MXBean does not get merged", "No sleeps"]
