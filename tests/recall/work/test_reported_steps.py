"""Steps that a person tells of as done or as over."""

import pytest
from msgspec.structs import replace

from backstory.model.session import Answer, Prompt, Session
from backstory.recall.work.reported_steps import find_reported
from backstory.recall.work.taken_steps import drop_taken


def say(text: str) -> Session:
    return Session(id="s2", agent="claude-code", prompts=(Prompt(text, "2026-11-19T09:00:00Z"),))


# No table of deeds: the verb of the step itself comes back in its past form, in four languages.
@pytest.mark.parametrize(
    ("steps", "text", "over"),
    [
        (("renew the certificate", "document the renewal"), "certificate is renewed", "renew the certificate"),
        (("split the parser", "cache the tokens"), "I split the parser this morning, see main", "split the parser"),
        (("verify the sender", "port the mails"), "on the train i ported the mails", "port the mails"),
        (("convert the users", "convert the orders"), "the users are converted", "convert the users"),
        (("Ausdruck prüfen", "Import einbauen"), "den ausdruck habe ich geprüft, passt", "Ausdruck prüfen"),
        (("Ausdruck prüfen", "Import einbauen"), "der import ist eingebaut", "Import einbauen"),
        (("traduire la page", "tester sur Firefox"), "Firefox est testé, tout va bien", "tester sur Firefox"),
        (("revisar los permisos", "copiar los datos"), "ya copié los datos", "copiar los datos"),
        (("Import testen", "Archiv löschen"), "das löschen vom archiv lassen wir, die prüfer brauchen es",
         "Archiv löschen"),
        (("port the mails", "record the demo"), "the demo is cancelled", "record the demo"),
        (("port the mails", "record the demo"), "marketing records the demo themselves", "record the demo"),
        (("Import testen", "Archiv löschen"), "Das Archiv streichen wir", "Archiv löschen"),
        (("rerun the load test", "compare the graphs"), "load test ran at night, all even", "rerun the load test"),
        (("limits per team", "charts for the backlog"), "ops built the charts themselves", "charts for the backlog"),
        (("write the release mail", "freeze the schema"), "Jo froze the schema yesterday", "freeze the schema"),
    ],
)  # fmt: skip
def test_a_step_is_told_as_done_or_over(steps: tuple[str, ...], text: str, over: str) -> None:
    assert list(find_reported(steps, (say(text),))) == [over]


@pytest.mark.parametrize(
    "text",
    [
        "renew the certificate please",
        "the certificate is not renewed yet",
        "is the certificate renewed?",
        "we will have renewed the certificate by Friday once the bank answers",
        "i renewed my passport",
        "please document the renewal",
        "don't forget the list",
    ],
)
def test_a_step_stays_open(text: str) -> None:
    assert not find_reported(("renew the certificate", "document the renewal"), (say(text),))


# Each tells of the verb of the step in a form that looks past: what keeps it open stands in tense, doubt, part, place,
# or in what follows.
@pytest.mark.parametrize(
    ("step", "text"),
    [
        ("replace the disks", "I replaced the spare disks, the array not yet."),
        ("replace the disks", "Kim pretends the disks are replaced. Verify that please."),
        ("replace the disks", "the disks are replaced. I don't trust it."),
        ("replace the disks", "I replaced two of the disks, four to go."),
        ("replace the disks", "some of the disks are replaced"),
        ("replace the disks", "I replaced the disks and rolled it back an hour later."),
        ("replace the disks", "the disks are replaced. We reverted it at noon."),
        ("replace the disks", "the disks get replaced next Tuesday"),
        ("run the import", "the import ran into a timeout"),
        ("write the mail", "I never wrote the mail"),
        ("charts for the backlog", "ops built the charts of the disks"),
        ("charts for the backlog", "ops will have built the charts by May"),
        ("replace the disks", "if the disks are replaced tell me"),
        ("replace the disks", "the replaced disks make a noise"),
        ("renew the licence of the editor", "the licence of the compiler is renewed"),
        ("renew the licence in Berlin", "licences in Oslo are renewed"),
        ("check the upload with umlauts", "Mo checked the download with umlauts, all good"),
        ("Platten wechseln", "Die Platten sollen am Freitag gewechselt werden."),
        ("écrire les exemples", "On est toujours sans rien, il n'y a pas d'exemples."),
        ("añadir los ejemplos", "Seguimos sin ejemplos, una pena."),
        ("Beispiele schreiben", "Wir haben immer noch keine Beispiele."),
    ],
)
def test_what_is_ahead_in_part_in_doubt_or_undone_stays_open(step: str, text: str) -> None:
    steps = (step, "send the bill")
    assert not find_reported(steps, (say(text),))
    session = Session(id="s1", agent="claude-code", answers=(Answer("Left.", "2026-11-18T10:00:00Z", next=steps),))
    assert drop_taken(steps, replace(session, prompts=say(text).prompts)) == list(steps)


def test_what_follows_on_a_deed_may_be_about_another_step() -> None:
    steps = ("replace the disks", "send the bill")
    assert list(find_reported(steps, (say("the disks are replaced, the bill not yet"),))) == ["replace the disks"]


@pytest.mark.parametrize(
    "text",
    [
        "new plan: first we freeze the writes, then we copy all",
        "forget the list from yesterday",
        "Neuer Plan: erst einfrieren, dann kopieren.",
        "oublie la liste d'hier",
    ],
)
def test_another_plan_ends_all_steps(text: str) -> None:
    steps = ("copy the users", "copy the orders")
    assert set(find_reported(steps, (say(text),))) == set(steps)


def test_a_step_that_a_later_session_gives_up_is_not_next() -> None:
    steps = ["translate the mails", "update the pictures in the manual"]
    assert drop_taken(steps, say("We can forget about the pictures. All else stays.")) == steps[:1]


def test_a_step_that_is_told_as_done_in_its_session_is_not_next() -> None:
    steps = ("renew the certificate", "document the renewal")
    session = Session(
        id="s1",
        agent="claude-code",
        prompts=(
            Prompt("what is left?", "2026-11-18T09:00:00Z"),
            Prompt("certificate is renewed", "2026-11-18T11:00:00Z"),
        ),
        answers=(Answer("Left: two steps.", "2026-11-18T10:00:00Z", next=steps),),
        next=steps,
    )
    assert drop_taken(steps, session) == ["document the renewal"]
