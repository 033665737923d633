"""From whom the work was taken over, also where a prompt only says so in passing."""

import pytest

from backstory.capture.decisions.handovers import HANDOVER, find_handover


@pytest.mark.parametrize(
    ("prompt", "name"),
    [
        (
            "taking this over from Jonas, he is on parental leave please read the branch",
            "Jonas",
        ),
        (
            "Priya started this before her leave, so look at worker.go first",
            "Priya",
        ),
        ("I inherited this branch from Tom; the migration still fails on Postgres 12. Can you look at why?", "Tom"),
        ("Mira handed me the exporter yesterday. Add a `--since` option.", "Mira"),
        ("This was Ben's, I continue it. First make the red test pass.", "Ben"),
        ("Ich übernehme das von Katrin, sie ist im Urlaub. Bitte zuerst den roten Test ansehen.", "Katrin"),
        ("Das hat Oliver angefangen, ich mache weiter: die Option fehlt noch in der CLI.", "Oliver"),
        ("Je reprends le travail de Camille, elle a changé d'équipe. Il manque la pagination.", "Camille"),
        ("Retomo el trabajo de Lucía: falta la validación del formulario.", "Lucía"),
        (
            "so, Anneke was working on this until last week and moved to the payments team.",
            "Anneke",
        ),
        ("I'm taking over from Sofia here. Where does the work stand?", "Sofia"),
        ("Picking up where Daniel left off: the cache still is not invalidated on logout.", "Daniel"),
        ("Hey! Karim began the refactoring of the scheduler in May, it's mine now. What is left?", "Karim"),
        ("This branch is by Ingrid, who left the company. We need to land it.", "Ingrid"),
        ("Yuki passed this on to me: the importer drops rows with a BOM.", "Yuki"),
        ("Katja hat mir das übergeben, weil sie ins andere Team wechselt. Der Export ist halb fertig.", "Katja"),
        ("Ich mache da weiter, wo Stefan aufgehört hat. Es fehlen die Tests.", "Stefan"),
        ("J'ai récupéré cette branche de Hugo. Peux-tu regarder pourquoi le test échoue ?", "Hugo"),
        ("Heredé esto de Marcos, que está de baja. Termina la exportación.", "Marcos"),
        ("Originally Dana's work, handed to me this morning: make the retry limit configurable.", "Dana"),
    ],
)
def test_who_had_the_work_before_is_kept(prompt: str, name: str) -> None:
    one = find_handover(prompt)
    assert one is not None
    assert (one.role, one.tags) == ("user", (HANDOVER,))
    assert name in one.text and one.text in prompt


@pytest.mark.parametrize(
    "prompt",
    [
        "take over the constants from config.py and use them here",
        "Tom asked whether the port is configurable. Is it?",
        "start from the example of Knuth and add sorting",
        "Continue with Redis instead of SQLite",
        "the parser takes over from Lexer once a token is read",
        "take the value over from Settings.timeout",
        "Linus started Linux in 1991, write that in the history section",
        "Use the approach from Anna Karenina for the quotes test",
        "Postgres took over from MySQL as our default, update the docs",
        "After Friday we continue with the API",
    ],
)
def test_what_only_sounds_like_it_is_none(prompt: str) -> None:
    assert find_handover(prompt) is None


def test_what_is_said_of_the_person_stays_with_it() -> None:
    one = find_handover("I inherited this from Tom. He is at the payments team now. The migration fails.")
    assert one is not None and one.why == "He is at the payments team now."
