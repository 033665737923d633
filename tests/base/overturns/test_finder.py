"""What was uttered first and overturned later; and what only looks so."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backstory.base.overturns import talks
from backstory.base.overturns.exchanges import Overturn, Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns

Talk = list[tuple[str, str]]


def read(talk: Talk) -> list[Spoken]:
    return [Spoken("s1", split_sentences(text), is_person=who == "user") for who, text in talk]


def whole(*talk: tuple[str, str]) -> set[str]:
    """The sentences of a talk that are overturned as a whole."""
    rows = read([*talk])
    return {rows[one.row].sentences[one.number] for one in find_overturns(rows) if one.figure is None}


def figures(*talk: tuple[str, str]) -> set[tuple[str, str]]:
    """Each figure that was replaced, with the one in force."""
    return {(one.figure.written, one.value) for one in find_overturns(read([*talk])) if one.figure is not None}


def user(text: str) -> tuple[str, str]:
    return ("user", text)


def agent(text: str) -> tuple[str, str]:
    return ("agent", text)


@pytest.mark.parametrize(
    ("first", "answer", "later", "done", "old", "new"),
    [
        (
            "Rotate the logs after 7 days.",
            "`LOG_DAYS` is 7 days.",
            "7 days is too short for the auditors, make it 30 days",
            "`LOG_DAYS` is 30 days now.",
            "7 days",
            "30 days",
        ),
        (
            "drag threshold 4",
            "The threshold of a drag is 4, in `DRAG_THRESHOLD`.",
            "drag threshold 9",
            "`DRAG_THRESHOLD` is 9 now.",
            "4",
            "9",
        ),
        (
            "the preview listens on port 8300",
            "The preview is on port 8300.",
            "8300 collides with the mock server. take 8411",
            "`PREVIEW_PORT` is 8411.",
            "8300",
            "8411",
        ),
        (
            "Zeig 20 Einträge pro Seite.",
            "Es sind 20 Einträge pro Seite.",
            "20 Einträge sind zu viel fürs Handy, nimm 8",
            "Es sind jetzt 8 Einträge pro Seite.",
            "20",
            "8",
        ),
        (
            "Pon 15 resultados por página.",
            "Hay 15 resultados por página.",
            "15 es poco, pon 40",
            "Ahora hay 40 resultados por página.",
            "15",
            "40",
        ),
        (
            "Mets 12 photos par album.",
            "Il y a 12 photos par album.",
            "12 c'est trop, mets-en 5",
            "Il y a maintenant 5 photos par album.",
            "12",
            "5",
        ),
    ],
)
def test_a_figure_that_the_person_replaces(first: str, answer: str, later: str, done: str, old: str, new: str) -> None:
    found = figures(user(first), agent(answer), user(later), agent(done))
    assert (old, new) in found
    assert {value for _, value in found} == {new}


@pytest.mark.parametrize(
    "later",
    [
        "Should the read timeout be 90 seconds?",
        "In the test use a read timeout of 1 second.",
        "For the upload we need a write timeout of 90 seconds.",
        "What if the read timeout was 90 seconds?",
        "The log keeps 90 lines.",
        "E.g. a read timeout of 90 seconds would hide it.",
    ],
)
def test_a_figure_of_something_else_replaces_nothing(later: str) -> None:
    assert not figures(user("Read timeout 30 seconds, please."), user(later), agent("Understood."))


def test_a_figure_that_stays_is_not_replaced() -> None:
    assert not figures(user("5 attempts, then give up."), user("5 attempts stays, the pause is 9 seconds"))


@pytest.mark.parametrize(
    ("talk", "more"),
    [
        (("use 6 threads for the parser", "The parser runs with 6 threads."), "use 12 threads for the linker"),
        (("the tin box costs 4 euros", "Tin box: 4 euros."), "the wooden box costs 11 euros"),
        (("a dead link gives 410", "Dead links answer 410."), "a moved link gives 308"),
        (
            ("add a retry to the uploader, max 4 attempts", "The uploader does 4 attempts."),
            "and the pager, max 7 attempts",
        ),
        (("the cycle ends on 9 March", "The cycle ends on 9 March."), "the next cycle ends on 23 March"),
        (("limit notes to 30 KB", "Notes are limited to 30 KB."), "the font cache may take 700 KB"),
    ],
)
def test_a_second_thing_of_a_kind_has_a_figure_of_its_own(talk: tuple[str, str], more: str) -> None:
    assert not figures(user(talk[0]), agent(talk[1]), user(more), agent("Done."))


def test_the_same_thing_in_other_words_has_the_new_figure() -> None:
    later = "use 12 threads for the parser then"
    assert ("6", "12") in figures(
        user("use 6 threads for the parser"), agent("6 threads."), user(later), agent("Done.")
    )


def test_what_is_true_of_another_name_is_not_replaced() -> None:
    assert not figures(
        user("Paint `Part1` with colour 344."), agent("Done."), user("Paint `Part2` with colour 7."), agent("Done.")
    )


def test_a_figure_that_came_back_holds() -> None:
    talk = (
        user("Poll interval 100 ms."),
        user("100 ms is too short, poll interval 2 seconds"),
        user("2 seconds is too long, poll interval 100 ms"),
    )
    assert figures(*talk) == {("2 seconds", "100 ms")}


CAUSE = "The import is slow because of the index on `orders`."
REMEDY = "We should drop it before the import."


@pytest.mark.parametrize(
    "later",
    [
        agent("I was wrong about the index: the import opens a connection for each row."),
        agent("It wasn't the index: the import opens a connection for each row."),
        agent("The index had nothing to do with it, the import opens a connection for each row."),
        agent("What I said about the index was nonsense, the import opens a connection for each row."),
        user("I dropped it in a copy and the import takes as long, so it isn't the index"),
    ],
)
def test_an_explanation_that_was_refuted(later: tuple[str, str]) -> None:
    talk = (user("Why is the import slow?"), agent(f"{CAUSE} {REMEDY}"), user("look at the import again"), later)
    assert whole(*talk) == {CAUSE, REMEDY}


@pytest.mark.parametrize(
    ("cause", "later"),
    [
        (
            "Der Import ist langsam, weil der Index auf `orders` fehlt.",
            "Es lag nicht an dem Index, der Import öffnet je Zeile eine Verbindung.",
        ),
        (
            "L'import est lent parce que l'index manque sur `orders`.",
            "Je m'étais trompé, l'import ouvre une connexion par ligne.",
        ),
        (
            "El import va lento porque falta el índice en `orders`.",
            "Me equivoqué: el import va lento por otra cosa, abre una conexión por fila.",
        ),
    ],
)
def test_an_explanation_that_was_refuted_in_another_language(cause: str, later: str) -> None:
    assert whole(user("import lento? import langsam?"), agent(cause), user("import, otra vez"), agent(later)) == {cause}


@pytest.mark.parametrize(
    "later",
    [
        user("was it really the index?"),
        agent("It isn't committed."),
        agent("The import is not in the changelog."),
        agent("Yes, it is the index: without it the import takes 4 seconds."),
    ],
)
def test_a_doubt_and_another_denial_refute_nothing(later: tuple[str, str]) -> None:
    assert not whole(user("Why is the import slow?"), agent(CAUSE), user("hm"), later)


def test_another_explanation_of_the_same_replaces_the_first() -> None:
    first = "The bucket is replaced each time because the name has a timestamp."
    talk = (
        user("Why is the bucket replaced each time?"),
        agent(first),
        user("it is still replaced, and I see no timestamp"),
        agent("The bucket is replaced because the lock was switched on."),
    )
    assert whole(*talk) == {first}


@pytest.mark.parametrize(
    ("first", "answer", "later", "done"),
    [
        ("use leaflet for the map", "The map uses leaflet.", "no leaflet after all", "leaflet is removed."),
        (
            "Nimm Leaflet für die Karte.",
            "Die Karte nutzt Leaflet.",
            "Leaflet doch nicht, das ist zu groß",
            "Leaflet ist aus `package.json` entfernt.",
        ),
        (
            "Usa Leaflet para el mapa.",
            "El mapa usa Leaflet.",
            "Leaflet al final no, pesa mucho",
            "He quitado Leaflet.",
        ),
        (
            "Prends Leaflet pour la carte.",
            "La carte utilise Leaflet.",
            "Finalement pas de Leaflet",
            "Leaflet est désinstallé.",
        ),
    ],
)
def test_a_choice_that_was_taken_back(first: str, answer: str, later: str, done: str) -> None:
    assert whole(user(first), agent(answer), user(later), agent(done)) == {first, answer}


def test_what_came_back_holds_and_its_absence_does_not() -> None:
    gone = "no Leaflet after all"
    talk = (
        user("use Leaflet for the map"),
        user(gone),
        agent("Leaflet is removed."),
        user("bring Leaflet back, the map is ugly"),
        agent("Leaflet is back."),
    )
    assert "use Leaflet for the map" not in whole(*talk)
    assert gone in whole(*talk)


def test_what_was_taken_from_one_file_may_stand_in_another() -> None:
    kept = "`DEBUG_SQL` must be set on the server."
    talk = (user("what about DEBUG_SQL?"), agent(kept), user("not in the example, DEBUG_SQL is private"))
    assert not whole(*talk, agent("Removed `DEBUG_SQL` from the `.env.example` file."))


def test_a_change_that_was_undone() -> None:
    done = "Rows are memoised by their id."
    kept = "The box around the images has a ratio."
    talk = (
        user("also memoise the rows"),
        agent(f"{done} {kept}"),
        user("undo that, the names change all the time"),
        agent("Reverted, I kept the box with the ratio around the images."),
    )
    assert whole(*talk) == {"also memoise the rows", done}


@pytest.mark.parametrize(
    "later", ["Undo itself works fine now.", "we can undo those strokes, but redo does nothing", "write an undo.md"]
)
def test_who_speaks_of_undoing_undoes_nothing(later: str) -> None:
    assert not whole(user("paint the strokes twice"), agent("The strokes are painted twice."), user(later))


def test_a_red_test_that_passes_since() -> None:
    red = "One test is still red: `test_sum`."
    assert whole(user("the decoder please"), agent(red), user("go on"), agent("All tests pass now.")) == {red}


@given(st.lists(st.tuples(st.sampled_from(["user", "agent"]), st.text(max_size=80)), max_size=12))
def test_any_talk_is_read(talk: Talk) -> None:
    rows = read(talk)
    for one in find_overturns(rows):
        assert one.by_row >= one.row
        assert rows[one.row].sentences[one.number]


PIECES = [
    user("Rotate the logs after 7 days."),
    agent("`LOG_DAYS` is 7 days."),
    user("7 days is too short for the auditors, make it 30 days"),
    agent("`LOG_DAYS` is 30 days now."),
    user("hmm no, let's go with 45"),
    agent("The slow start is because of the font cache. So we should clear the font cache."),
    agent("I was wrong about the font cache: it was the proxy."),
    agent("What I said about the font cache is not true: the font cache is read once."),
    user("use redis for the queue"),
    agent("The queue uses Redis with one worker."),
    user("drop redis, a table is enough"),
    agent("Redis is removed."),
    user("undo that"),
    agent("`test_queue` is still red."),
    agent("All tests pass now."),
]


LOGS, SHORT = PIECES[0], PIECES[2]


@given(st.lists(st.sampled_from(PIECES), max_size=14), st.sets(st.integers(0, 13)))
@example([LOGS, SHORT, LOGS, LOGS, SHORT], {1})
@example([LOGS, *[PIECES[9]] * 12, SHORT], {0})  # a refusal names the old value, however long ago that was given
def test_what_overturns_some_rows_is_the_same_when_only_they_are_wanted(talk: Talk, chosen: set[int]) -> None:
    def list_overturned(only: frozenset[int] | None) -> list[tuple[int, int, str, int, str]]:
        overturned = find_overturns(read(talk), only)
        return [(one.row, one.number, one.by, one.by_row, one.value) for one in overturned if one.row in chosen]

    assert list_overturned(frozenset(chosen)) == list_overturned(None)


@pytest.mark.parametrize(
    "refusal",
    [
        "7 days is too short for the auditors, make it 30 days",
        "40 MB > the limit of the proxy, make it 20 MB",
        "12 retries are too many for the queue, make it 3",
    ],
)
def test_a_sentence_that_refuses_a_figure_does_not_state_it(refusal: str) -> None:
    talk = [user(refusal), agent("Understood."), user(refusal)]
    assert [one for one in find_overturns(read(talk)) if one.figure is not None] == []


@given(st.lists(st.sampled_from(PIECES), max_size=14), st.sets(st.integers(0, 13)), st.booleans())
def test_a_talk_that_was_searched_before_is_searched_with_the_same_result(
    talk: Talk, chosen: set[int], only_sure: bool
) -> None:
    def describe(found: list[Overturn]) -> list[list[object]]:
        return [[getattr(one, name) for name in Overturn.__slots__ if name != "figure"] for one in found]

    searched = talks.Talk(read(talk))
    find_overturns(searched, frozenset(chosen), only_sure=only_sure)
    assert describe(find_overturns(searched)) == describe(find_overturns(read(talk)))


def test_the_pieces_of_that_law_overturn_each_other() -> None:
    kinds = {one.figure is None for one in find_overturns(read(PIECES))}
    assert kinds == {True, False}


@pytest.mark.parametrize(
    ("claim", "reply", "later", "stands"),
    [
        (
            "As far as I can see nicknames can't be matched here, the tree has no node for a nickname.",
            "fine skip nicknames",
            (
                "I have to correct myself on nicknames. So what I said yesterday, that nicknames aren't in the tree "
                "and can't be matched, was wrong."
            ),
            "The tree is built when the program starts.",
        ),
        (
            "On Linux a move within one folder can't fail for lack of space, so the pause is pointless there.",
            "makes sense, a move is atomic on linux anyway.",
            "I was wrong about that, and I can reproduce it: a move on Linux can fail for lack of space.",
            "The pause takes 100 ms on Windows.",
        ),
        (
            "Diesen Aufruf gibt es aber erst ab .NET 6, für ältere Ziele bräuchten wir etwas Eigenes.",
            "hm ok, wenn der Aufruf da nicht existiert dann etwas Eigenes",
            "Korrektur zu vorhin: Meine Aussage, den Aufruf gebe es erst ab .NET 6, stimmt nicht.",
            "Der Zähler läuft alle zwei Sekunden.",
        ),
    ],
)
def test_a_statement_that_its_agent_takes_back(claim: str, reply: str, later: str, stands: str) -> None:
    talk = [user("what about it?"), agent(claim), user(reply), agent("Noted."), user("how far are we?"), agent(stands)]
    assert whole(*talk, user("and now?"), agent(later)) >= {claim, reply}
    assert stands not in whole(*talk, user("and now?"), agent(later))


@pytest.mark.parametrize("later", ["What I said about the tree still holds.", "Was I wrong about the tree?"])
def test_a_statement_that_its_agent_stands_by(later: str) -> None:
    claim = "The tree has no node for a nickname, so the tree stays small."
    assert whole(user("why?"), agent(claim), user("sure?"), agent(later)) == set()


def test_short_orders_replace_each_other() -> None:
    talk = [
        user("48 then, put it into the example"),
        agent("48 MB in `pump.cpp`."),
        user("make it 40, there is a dump as well"),
        agent("40 MB in `pump.cpp`."),
        user("hmm no, let's go with 44, the dump is packed"),
        agent("44 MB now."),
    ]
    assert figures(*talk) == {("48", "44"), ("48 MB", "44"), ("40", "44"), ("40 MB", "44")}
    later = user("Ilse called: the journal takes up to 12, so 44 is too much, she says 32")
    answer = agent("32 MB it is. With 12 for the journal that leaves 14 MB free.")
    assert {value for _, value in figures(*talk, later, answer)} == {"32"}


@pytest.mark.parametrize(
    ("order", "new"),
    [
        ("and the ten seconds make it thirty instead", "thirty"),
        ("doch nicht 10. Dann die Hälfte, 5, dabei bleibt es", "5"),
    ],
)
def test_an_order_names_the_figure_that_it_replaces(order: str, new: str) -> None:
    assert ("10 seconds", new) in figures(
        user("ten seconds for unknown files"), agent("It is 10 seconds."), user(order), agent("Done.")
    )


@pytest.mark.parametrize(
    "order", ["make the default one red", "instead use React 2.x", "take option 2", "make it 3 when a row was refused"]
)
def test_an_order_of_something_else_replaces_no_figure(order: str) -> None:
    assert figures(user("wait 40 seconds"), agent("It waits 40 seconds."), user(order), agent("Done.")) == set()


@pytest.mark.parametrize(
    ("first", "answer", "later", "old"),
    [
        (
            "The exit status is 2 with rejects.",
            "It is 2, and the two bad rows vanish.",
            "Make it 3 with rejects.",
            "two",
        ),
        ("Look after 10, 20, 40 and 80 runs.", "It looks after 10, 20, 40 and 80 runs.", "Take 40 runs only.", "10"),
    ],
)
def test_a_count_in_passing_and_a_list_of_values_are_not_replaced(
    first: str, answer: str, later: str, old: str
) -> None:
    assert old not in {one for one, _ in figures(user(first), agent(answer), user(later), agent("Done."))}


def test_a_time_of_another_scale_is_of_another_thing() -> None:
    talk = [
        user("show a date after six weeks"),
        agent("Anything older than six weeks comes out as a date."),
        user("six weeks is too long, make it ninety days"),
        agent("The date starts after 90 days."),
        user("now flickers because it refreshes every fifteen seconds, so make it thirty seconds instead"),
        agent("`now` is shown below thirty seconds."),
    ]
    assert {value for _, value in figures(*talk)} == {"ninety days"}


@pytest.mark.parametrize(
    ("talk", "former", "last"),
    [
        (
            ("cap the cart at 15 items", "It is capped at 15 items.", "make it 16", "Done, `MAX` is 16.", "no, 17"),
            ("15", "16"),
            "17",
        ),
        (
            ("retry the upload 3 times", "Retried 3 times now.", "5 tries is better", "Set to 5.", "hmm, too many. 4"),
            ("3", "5"),
            "4",
        ),
        (("lotes de 50", "Lotes de 50.", "50 es poco, pon 200", "`BATCH` es 200.", "mejor 120"), ("50", "200"), "120"),
        (
            (
                "keep notes for 30 days",
                "Kept for 30 days.",
                "30 is a bit short, so let's say 45",
                "45 now.",
                "make it 60",
            ),
            ("30 days", "45"),
            "60",
        ),
    ],
)
def test_of_a_chain_of_figures_the_last_holds(talk: tuple[str, ...], former: tuple[str, ...], last: str) -> None:
    spoken = [(user if place % 2 == 0 else agent)(text) for place, text in enumerate(talk)]
    marked = figures(*spoken, agent(f"It is {last} now."))
    assert {value for _, value in marked} == {last}
    assert {*former} <= {old for old, _ in marked}


@pytest.mark.parametrize(
    ("first", "order", "old"),
    [
        ("Start 4 workers, with a queue of 200 jobs, on port 8080.", "4 is too few, make it 8", {"4"}),
        ("The queue holds 200 jobs. Start 4 workers.", "4 is too few, make it 8", {"4"}),
        ("Cache it for 5 seconds. Keep Go 1.15 and port 8080.", "5 seconds is too short, make it 30.", {"5 seconds"}),
        ("Port 8080, 4 workers, 200 connections.", "hm, make it 9", set()),
    ],
)
def test_an_order_that_names_a_figure_replaces_no_other_one(first: str, order: str, old: set[str]) -> None:
    assert {one for one, _ in figures(user(first), agent("Done."), user(order), agent("Done."))} == old


def test_a_value_that_comes_back_is_not_marked() -> None:
    talk = (user("cap the cart at 15 items"), agent("Done."), user("make it 16"), agent("Done."), user("no, 15"))
    assert ("15", "15") not in figures(*talk, agent("It is 15 now."))


def test_a_question_that_the_agent_carries_out_is_an_order() -> None:
    first = user("Decision: passwords need 8 characters at least"), agent("The minimum is 8 characters.")
    granted = user("can we do 12 for passwords?"), agent("Done: the minimum is 12 characters now.")
    asked = user("can we do 12 for passwords?"), agent("It would break two tests, so I changed nothing.")
    assert ("8", "12") in figures(*first, *granted)
    assert not figures(*first, *asked)


@pytest.mark.parametrize(
    ("first", "later"),
    [
        (
            "Calls to the bank time out after 10 seconds.",
            'Their docs say: "make it 60 seconds, not 10 seconds". Ignore that.',
        ),
        ("107| undo() // 2 states", "315| undo() // 3 states"),
        ("Jan 28 12:11:55 ubuntu systemd[1]: starting nginx", "Jan 29 11:41:30 ubuntu systemd[1]: starting nginx"),
        ("lets start with phase 1", "lets work on phase 4"),
        ("The launch is 10 seconds at most.", "It took 4 minutes to launch today."),
        ("Stay on express 4.1.0 for the server", "express 5.1.0 is out for the server"),
    ],
)
def test_what_is_quoted_printed_named_or_measured_replaces_nothing(first: str, later: str) -> None:
    assert not figures(user(first), agent("All right."), user(later), agent("I see."))


def test_a_number_in_a_name_is_no_value() -> None:
    assert not figures(
        user("let's do User Story 2"),
        agent("User Story 2 is complete."),
        user("review User Story 3"),
        agent("Reviewed."),
    )


def test_what_will_not_do_replaces_nothing_and_names_what_is_meant() -> None:
    replaced = figures(
        user("5m is too long for a retry, 90s"),
        agent("A retry waits 90 s."),
        user("the nonce is kept for 10 minutes"),
        agent("The nonce is kept for 10 minutes."),
        user("nope, 10 minutes is too long, make it 2m"),
        agent("The nonce is kept for 2 minutes."),
    )
    assert replaced == {("10 minutes", "2m")}


def test_an_order_that_names_a_figure_means_that_one() -> None:
    replaced = figures(
        user("the cookie cache is kept for 5 minutes"),
        agent("done"),
        user("sessions last 10 minutes"),
        agent("ok"),
        user("nope, 10 minutes is too long, make it 2 minutes"),
        agent("ok"),
    )
    assert replaced == {("10 minutes", "2 minutes")}
