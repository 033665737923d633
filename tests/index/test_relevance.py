"""Which records bear on a prompt: with evidence, in few words or many, rules before they are broken, else silence."""

from typing import Any

import pytest

from backstory.base.answer_kinds import find_asked_kinds
from backstory.base.evidence import WEIGHTS, add_up
from backstory.base.path_codec import encode_path
from backstory.base.put_questions import is_question, may_answer
from backstory.base.question import TRANSLATION, Question
from backstory.base.question_forms import Asking, is_order
from backstory.base.relevance import DOUBTFUL, FEW, explain_relevant, find_relevant
from backstory.base.search import Hit
from backstory.base.visibility import View

RECORDS = (
    ("rule", "Never log request bodies, they hold card data", {}),
    ("rule", "Run the tests with -race and -count=1", {}),
    ("rule", "We use pnpm, not npm or yarn", {}),
    ("rule", "The short list of crates stays as it is", {}),
    ("rule", "No default exports in src/components", {"at": "src/components"}),
    ("decision", "Idempotency keys live in Postgres, not Redis", {"tags": ("payments",)}),
    ("decision", "Webhook deliveries retry at most 24 hours, then go to the dead letter table", {}),
    ("attempt", "A worker pool per tenant for webhooks", {"fields": {"outcome": "failed"}}),
    ("attempt", "Sharded counters", {"fields": {"outcome": "worked"}}),
    ("failure", "vitest hangs when msw is not closed in afterAll", {}),
    ("fact", "The print stylesheet is used by the label printers, 58 mm wide", {}),
)


@pytest.fixture
def ask(world: Any) -> Any:
    for kind, title, more in RECORDS:
        world.add(title, kind=kind, made="2026-11-01T00:00:00Z", **{k: v for k, v in more.items() if k != "at"})
    for number in range(60):
        world.add(f"Bump the {number}th dependency of the build", kind="fact", made="2025-01-01T00:00:00Z")
    index = world.fresh()

    def ask(text: str, **more: Any) -> list[str]:
        return [hit.title for hit in find_relevant(index._db.con, View(encode_path(index.tree)), text, **more)]

    return ask


@pytest.mark.parametrize(
    ("prompt", "start"),
    [
        ("move the idempotency keys to redis", "Idempotency"),
        ("give every tenant its own worker pool", "A worker pool"),
        ("vitest hangs at the end", "vitest"),
        ("change the print stylesheet", "The print"),
        ("how do I run the tests?", "Run the tests"),
    ],
)
def test_a_short_prompt_finds_its_record(ask: Any, prompt: str, start: str) -> None:
    assert any(title.startswith(start) for title in ask(prompt))


def test_a_long_prompt_finds_it_too(ask: Any) -> None:
    prompt = (
        "Good morning. The customers in Brazil complain again that a payment was charged twice when our cache node "
        "went down at night. I was thinking we could keep the keys that make a charge idempotent in the Redis cluster "
        "that we have anyway instead of Postgres, it would be much faster. Please draft the change for me today."
    )
    assert "Idempotency keys live in Postgres, not Redis" in ask(prompt)


@pytest.mark.parametrize(
    ("prompt", "start"),
    [
        ("print each request body in the access log", "Never log"),
        ("please install dayjs with npm", "We use pnpm"),
        ("build it with a worker pool", "A worker pool"),
        ("pull in rayon for the loop", "The short list of crates"),
    ],
)
def test_rules_and_failed_ways_are_heard_before_they_are_broken(ask: Any, prompt: str, start: str) -> None:
    assert ask(prompt)[0].startswith(start)


@pytest.mark.parametrize(
    ("prompt", "start"),
    [
        ("warum haben wir die idempotency Schlüssel in der Datenbank?", "Idempotency"),
        ("combien de temps attendons nous avec nos webhook, quelle est la limite de réessayer?", "Webhook"),
        ("¿por qué guardamos nuestras claves idempotency en postgres?", "Idempotency"),
    ],
)
def test_words_of_other_languages_find_english_records(ask: Any, prompt: str, start: str) -> None:
    assert any(title.startswith(start) for title in ask(prompt))


def test_a_word_of_everyday_life_counts_as_work_beside_other_words_of_the_prompt(ask: Any, world: Any) -> None:
    world.add("The calendar events of the wife stay out of the widget", kind="fact")
    world.fresh()

    assert ask("my wife's calendar events show up in the widget") != []
    assert ask("a present for my wife") == []


def test_the_number_of_an_issue_is_no_evidence_by_itself(ask: Any, world: Any) -> None:
    world.add("Close the pool when the tenant is removed (#4711)", kind="fact")
    world.fresh()

    assert ask("fix the grammar in the colophon of the handbook, see #4711") == []
    assert "Close the pool when the tenant is removed (#4711)" in ask("why did we close the pool in #4711?")


def test_a_way_that_worked_needs_as_much_as_any_record(ask: Any) -> None:
    assert ask("add counters") == []


@pytest.mark.parametrize(
    "prompt",
    [
        "write a limerick about gophers", "thanks, great work today", "how do I undo my last commit?",
        "set the table for six people, what goes where?", "write a polite refund request to the airline",
        "is it a good decision to buy a tablet for my mother?", "what is npm?", "continue", "", "???",
        ("My landlord wants to change the windows and says that I have to keep out of the living room for a week. In "
        "the meantime he offers me a flat on the same floor. May I reduce the rent, and how long before does he have "
        "to tell me? And who pays for the hours that I lose at work?"),
    ],
)  # fmt: skip
def test_silence_where_nothing_bears_on_it(ask: Any, prompt: str) -> None:
    assert ask(prompt) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "how do I undo the last commit in git?",
        "git: how do I change the author of the last commit",
        "what is a worker pool in Java?",
        "what's the difference between a tenant and a customer?",
        "is python faster than ruby with a worker pool",
        "write a poem about keys and a pool",
        "thanks, that worked, see you tomorrow",
        "explica qué es un webhook",
        "which key is used for a webhook of too many requests",
        "how long should I rest between two sets of push-ups?",
        "what's the best worker pool for a garden?",
        "¿a qué hora cierra el pool?",
        "welche Schlüssel brauche ich für einen Kuchen?",
    ],
)
def test_what_is_asked_of_anybody_gets_nothing(ask: Any, prompt: str) -> None:
    assert ask(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "start"),
    [
        ("how do we undo a webhook delivery that went to the dead letter table?", "Webhook"),
        ("write the migration for idempotency keys in postgres", "Idempotency"),
        ("is the worker pool per tenant still in?", "A worker pool"),
    ],
)
def test_what_is_asked_about_the_work_is_answered(ask: Any, prompt: str, start: str) -> None:
    assert any(title.startswith(start) for title in ask(prompt))


def test_a_verb_with_a_particle_is_another_word(world: Any) -> None:
    world.add("Registration asks for the language", kind="fact")
    con = world.fresh()._db.con
    view = View(encode_path(world.fresh().tree))
    held = Question(con, view, "x").stems_of_document("Registration asks for the language")
    assert Question(con, view, "what do people sign up with?").matches(held)
    assert not Question(con, view, "what do people sign with?").matches(held)


def test_little_is_told_where_it_may_be_about_something_else(world: Any) -> None:
    for number, thing in enumerate(("kettle", "ladder", "mirror", "basket", "anchor", "lantern")):
        world.add(f"The {thing} ledger {number} is read by the importer", kind="fact", made="2026-01-01T00:00:00Z")
    index = world.fresh()
    con, view = index._db.con, View(encode_path(index.tree))
    doubtful, sure = (explain_relevant(con, view, text) for text in ("ledger", "why is the ledger read?"))
    assert add_up(doubtful.signals) < DOUBTFUL <= add_up(sure.signals)
    assert len(doubtful.hits) == FEW < len(sure.hits)


def test_a_small_memory_needs_less_evidence_than_a_larger_one(world: Any) -> None:
    def weigh() -> float:
        index = world.fresh()
        return add_up(explain_relevant(index._db.con, View(encode_path(index.tree)), "what about the ledger?").signals)

    world.add("The ledger is read by the importer", kind="fact", made="2026-01-01T00:00:00Z")
    of_few = weigh()
    for number in range(40):
        world.add(f"Sheet {number} of the almanac is printed by hand", kind="fact", made="2026-01-02T00:00:00Z")
    assert weigh() < of_few


def test_a_usual_word_is_less_evidence_than_a_rare_one(world: Any) -> None:
    world.add("The evening import reads ledgers", kind="fact", made="2026-01-01T00:00:00Z")
    index = world.fresh()
    question = Question(index._db.con, View(encode_path(index.tree)), "evening ledgers")
    evening, ledgers = (question.weights[place] for place in question.significant)
    assert evening < ledgers


def test_words_of_everyday_life_are_no_evidence_unless_a_record_has_them(ask: Any, world: Any) -> None:
    prompt = "which cheese goes with a worker pool of grapes?"
    assert ask(prompt) == []
    world.add("Cheese and grapes are one category of the shop", kind="fact", made="2026-11-01T00:00:00Z")
    view = View(encode_path(world.fresh().tree))
    titles = [hit.title for hit in find_relevant(world.fresh()._db.con, view, prompt)]
    assert "Cheese and grapes are one category of the shop" in titles


@pytest.mark.parametrize(("prompt", "is_answered"), [("whats 2350 % of 58?", False), ("and 2350 and 58?", True)])
def test_a_sum_gets_nothing_and_numbers_of_issues_do(world: Any, prompt: str, is_answered: bool) -> None:
    world.add("Issues 2350 and 58 are one bug", kind="fact", made="2026-11-01T00:00:00Z")
    index = world.fresh()
    assert bool(find_relevant(index._db.con, View(encode_path(index.tree)), prompt)) is is_answered


@pytest.mark.parametrize("prompt", ["who wanted the label printers that narrow?", "auf wessen wunsch label printers?"])
def test_a_question_for_the_person_behind_a_wish_is_about_the_work(ask: Any, prompt: str) -> None:
    assert "wish" in find_asked_kinds(prompt)
    assert ask(prompt)[0].startswith("The print stylesheet")


@pytest.mark.parametrize(
    "prompt", ["whats the body of a request?", "wie lang ist der body?", "où est le body?", "¿quién toca request body?"]
)
def test_a_question_is_no_order(world: Any, prompt: str) -> None:
    world.add("Never log request bodies", kind="rule")
    index = world.fresh()
    view = View(encode_path(index.tree))
    assert explain_relevant(index._db.con, view, prompt).signals["order"] == 0.0
    assert explain_relevant(index._db.con, view, "log the request body").signals["order"] == 1.0


def test_what_scores_far_below_the_best_is_dropped_on_demand(ask: Any) -> None:
    prompt = "vitest hangs when msw is not closed, and the label printers too"
    every = ask(prompt)
    assert len(every) > 1 and every[0].startswith("vitest")
    assert ask(prompt, least=0.99) == every[:1]


def test_every_signal_has_a_weight_and_every_weight_a_signal(world: Any) -> None:
    world.add("Webhook deliveries retry at most 24 hours")
    index = world.fresh()
    findings = explain_relevant(index._db.con, View(encode_path(index.tree)), "how long do webhooks retry?")
    assert findings.signals.keys() == WEIGHTS.keys()


def test_a_checkpoint_that_repeats_everything_comes_after_what_says_it(world: Any) -> None:
    for kind, title in (("checkpoint", "The ledgers are exported at night"), ("fact", "Ledgers are exported at night")):
        world.add(title, kind=kind, made="2026-11-01T00:00:00Z")
    index = world.fresh()
    hits = find_relevant(index._db.con, View(encode_path(index.tree)), "when are the ledgers exported at night?")
    assert [hit.kind for hit in hits if isinstance(hit, Hit)] == ["fact", "checkpoint"]


def test_inflections_of_one_word_are_one_word(ask: Any) -> None:
    assert ask("hang hanging hangs hung up") == []


def test_what_was_given_does_not_come_again(ask: Any, world: Any) -> None:
    known = {hit.id for hit in find_relevant(
        world.fresh()._db.con, View(encode_path(world.fresh().tree)), "vitest hangs at the end")}  # fmt: skip
    assert known
    assert ask("vitest hangs at the end", skip=known) == []


def test_the_subject_of_the_whole_project_brings_up_no_rule(world: Any) -> None:
    world.add("A snooze belongs to the account", kind="rule", made="2026-11-01T00:00:00Z")
    for number in range(80):
        world.add(f"Snooze step {number}: the menu entry of the tray", kind="fact", made="2025-01-01T00:00:00Z")
    index = world.fresh()

    hits = find_relevant(index._db.con, View(encode_path(index.tree)), "label the menu entry of the snooze")

    assert [hit.title for hit in hits if isinstance(hit, Hit) and hit.kind == "rule"] == []


@pytest.mark.parametrize("prompt", ["pnpm add dayjs", "uv add httpx", "composer require monolog", "yarn add zod"])
def test_a_command_that_adds_a_package_asks_for_a_dependency(prompt: str) -> None:
    assert "dependency" in find_asked_kinds(prompt)


def test_a_question_on_which_nothing_bears_has_no_answer(ask: Any, world: Any) -> None:
    index = world.fresh()

    def answers(text: str) -> bool:
        return may_answer(index._db.con, View(encode_path(index.tree)), text)

    assert answers("why are the idempotency keys in Postgres?")
    assert answers("what happened to the sharded counters?")
    assert answers("how many hours do webhook deliveries retry?")
    assert not answers("which colour does the toolbar of the editor have, and who chose the icons?")
    assert not answers("why did we reject the GraphQL gateway that failed in the audit?")
    assert answers("what is it?"), "there is no word to judge by"


def test_words_to_look_for_are_no_question() -> None:
    for text in ("why do we pin it", "is it pinned or not?", "warum ist das so", "¿cómo se hace"):
        assert is_question(text), text
    for text in ("connection pool", "MSRV?", "is a directory", "why", "when the pool is full", ""):
        assert not is_question(text), text


def test_rules_are_listed_to_who_asks_for_them(ask: Any) -> None:
    told = ask("welche Regeln gelten hier?", least=0.0)
    assert told and set(told) <= {title for kind, title, _ in RECORDS if kind == "rule"}
    assert ask("welche Regeln gelten beim Handball?") == []


def test_a_name_spelled_as_in_code_is_evidence(ask: Any, world: Any) -> None:
    world.add("`Reader::last()` reads from the end", kind="fact", made="2026-11-01T00:00:00Z")
    world.add("Render a node as `<PRE>`", kind="fact", made="2026-11-01T00:00:00Z")
    index = world.fresh()
    view = View(encode_path(index.tree))

    def signal(text: str) -> float:
        return explain_relevant(index._db.con, view, text).signals["spelled"]

    assert signal("what about Reader::last()?") == signal("and (`<pre>`)?") == 1.0
    assert signal("what about the last reader?") == signal("what about Reader::first()?") == 0.0


def test_the_language_of_a_prompt_is_told_by_its_small_words(world: Any) -> None:
    con = world.fresh()._db.con
    view = View(encode_path(world.fresh().tree))
    for text in ("warum ist das so?", "pourquoi est-ce que l'index est vide ?", "¿por qué está vacío el índice?"):
        assert Question(con, view, text).is_foreign, text
    for text in ("why is the index empty?", "set the locale de in the index"):
        assert not Question(con, view, text).is_foreign, text


def test_words_of_another_language_are_what_they_are_called_in_english(world: Any) -> None:
    world.add("Wrap the loop in a scope", kind="fact")
    con = world.fresh()._db.con
    view = View(encode_path(world.fresh().tree))
    question = Question(con, view, "warum ist die Schleife nicht hier?")
    (place,) = [place for place, term in enumerate(question.asked) if term.form == "schleife"]
    assert question.matches(question.stems_of_document("the loop")) == {place: TRANSLATION}
    question = Question(con, view, "why is the schleife here?")
    assert question.matches(question.stems_of_document("the loop")) == {}


@pytest.mark.parametrize(("text", "says"), [("¿qué usamos?", True), ("¿dónde lo ponemos?", True), ("50 gramos", False)])
def test_a_spanish_verb_says_we(text: str, says: bool) -> None:
    assert Asking(text, frozenset(), has_name=False).says_we is says


def test_a_name_weighs_less_in_a_long_prompt_that_tells_of_somebody(world: Any) -> None:
    world.add("Ingrid asked for the export of ledgers", kind="fact")
    con = world.fresh()._db.con
    view = View(encode_path(world.fresh().tree))

    def weigh(text: str) -> float:
        question = Question(con, view, text)
        weights = {question.asked[place].form: weight for place, weight in question.weights.items()}
        return weights["ingrid"] / weights["ledgers"]

    assert weigh("does Ingrid need the ledgers?") == 1.0
    assert weigh("Ingrid wrote to me this morning that on her machine in the office the ledgers never came out") < 1.0


def test_an_elided_article_is_no_part_of_a_name(world: Any) -> None:
    con = world.fresh()._db.con
    terms = Question(con, View(encode_path(world.fresh().tree)), "pourquoi l'annotation n'est pas là ?").asked
    assert [term.form for term in terms if term.ident] == []
    assert "annotation" in [term.form for term in terms]


@pytest.mark.parametrize(
    "prompt",
    ["where does the file go on a mismatch?", "how does resume treat a full disk?", "why does the loop go on?"],
)
def test_a_question_that_mentions_going_on_is_no_order_to_go_on(prompt: str) -> None:
    assert "resume" not in find_asked_kinds(prompt)
    assert "resume" in find_asked_kinds("go on with the mismatch")


@pytest.mark.parametrize(
    ("prompt", "kind"),
    [
        (
            (
                "Morning! I was ill for two days and one test failed because something happened too early. Tell me"
                " what is left, in order, and start with the first point."
            ),
            "next",
        ),
        (
            (
                "Salut, j'étais absent deux jours et un test ne passait pas à cause du cache. Fais la liste"
                " de ce qui reste dans l'ordre, et corrige ensuite le cache du serveur."
            ),
            "next",
        ),
        (
            (
                "goedemorgen, ik moet het overnemen en snap dat er een controle is die niet slaagt omdat iets maar half"
                " wordt samengevoegd. Kun je vertellen wat de stand is, en welke bestanden nog niet gecommit zijn?"
            ),
            "task",
        ),
        (
            (
                "Hola, he estado dos días fuera y había una prueba que no pasaba porque la caché se llenaba demasiado"
                " pronto. Dime qué falta por hacer, y luego arregla la caché."
            ),
            "next",
        ),
    ],
)
def test_a_clause_of_a_long_prompt_may_ask_where_the_work_stands(prompt: str, kind: str) -> None:
    assert kind in find_asked_kinds(prompt)


def test_a_long_prompt_that_only_mentions_a_state_asks_for_none() -> None:
    prompt = (
        "The importer keeps a status column for every row that it has read so far, and what is done next in the"
        " pipeline reads this column again, so please store the state of a row as a number."
    )
    assert find_asked_kinds(prompt).isdisjoint({"next", "task", "failed", "resume"})


@pytest.mark.parametrize(
    ("title", "everyday", "asked"),
    [
        ("De sleutel van een factuur is het nummer", "mijn fiets heeft geen slot", "waarom is het nummer de sleutel?"),
        ("Il test delle fasce è rosso", "il gatto ha un test per la tosse", "perché il test delle fasce è rosso?"),
        ("A rota muda com um desvio de 500 metros", "que rota tem a melhor praia?", "quando a rota muda com desvio?"),
        ("Klucz archiwum jest w sejfie firmy", "jak zrobić klucz z ciasta na urodziny", "gdzie jest klucz archiwum?"),
        ("La clé du cache est le nom du fichier", "j'ai perdu la clé de la cave", "quelle est la clé du cache ?"),
    ],
)  # fmt: skip
def test_words_of_everyday_life_in_other_languages_are_no_evidence(
    world: Any, title: str, everyday: str, asked: str
) -> None:
    world.add(title, kind="fact", made="2026-11-01T00:00:00Z")
    index = world.fresh()
    view = View(encode_path(index.tree))
    assert Question(index._db.con, view, everyday).everyday
    assert find_relevant(index._db.con, view, everyday) == []
    assert not Question(index._db.con, view, asked).everyday
    assert [hit.title for hit in find_relevant(index._db.con, view, asked)] == [title]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("quanto costa un biglietto?", "is_trivia"),
        ("ile kosztuje bilet?", "is_trivia"),
        ("hoe kan ik soep maken?", "is_how_to"),
        ("como faço um bolo?", "is_how_to"),
        ("wat betekent inflatie?", "is_general"),
        ("scrivi un biglietto di auguri", "is_for_anybody"),
        ("grazie mille, buongiorno", "is_courtesy"),
        ("gracias, mañana más", "is_courtesy"),
        ("danke, morgen geht's weiter", "is_courtesy"),
        ("wat hebben wij besloten?", "says_we"),
        ("quem assume o trabalho?", "asks_for_person"),
    ],
)
def test_how_a_prompt_in_other_languages_asks(text: str, form: str) -> None:
    asking = Asking(text, frozenset(), has_name=False)
    forms = ("is_trivia", "is_how_to", "is_general", "is_for_anybody", "is_courtesy", "says_we", "asks_for_person")
    assert [name for name in forms if getattr(asking, name)] == [form]


@pytest.mark.parametrize(
    "text", ["waarom duurt de import lang?", "perché è lento?", "quando sai?", "dlaczego trwa długo?"]
)
def test_a_question_in_other_languages_is_no_order(text: str) -> None:
    assert not is_order(text)
    assert is_order("pushe den Zweig")


def test_words_of_time_alone_are_no_question_about_the_work(world: Any) -> None:
    world.add("The export runs at night now, one time only", kind="decision", made="2026-11-01T00:00:00Z")
    index = world.fresh()
    view = View(encode_path(index.tree))
    assert find_relevant(index._db.con, view, "what time is it in Wellington right now") == []
    assert find_relevant(index._db.con, view, "what time does the export run now") != []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("who is the king of Norway?", True),
        ("remind me, how many ounces are in a pound?", True),
        ("who is in charge of the changelog?", False),
        ("who is responsible for the deploy?", False),
    ],
)
def test_who_has_something_in_hand_is_no_question_about_the_world(text: str, expected: bool) -> None:
    assert Asking(text, frozenset(), has_name=False).is_trivia is expected
