"""What a person sees, pastes or asks decides nothing; what they want done about it does."""

import pytest

from backstory.capture.selection import select_prompt
from backstory.capture.text.observations import observes

SEEN = (
    "docker compose pull is doing this instead of fetching the image",
    "What is the right way to sign requests so that we pass a token instead of the id",
    "This could allow unauthenticated users to call it because nothing checks the flag",
    "At line 576, the manager is created but never used since the refactoring",
    "Consider using a table of cases that covers more, since each one is short",
    "currently the names in the tooltip are in the order of the legend, not of the table",
    "ah, so when i deselect the week, the team button also gets deselected",
    "the compact flag does not have any influence anymore, only the width",
    "there are two teams with 74 points, the one with more pins should be first, which is not the case",
    "our build isn't editing the file in the mods folder when we build it, only the copy",
)
DONE = (
    "When I sent the second form, the first one was gone",
    "after I add a note I can only go back to the list",
    "When in dark mode, colors are kept perfectly",
    "you are still making the same mistake as before",
    "We weren't quite sure what it would be good for",
    "I wasn't clear enough about the export",
    "after restarting the service and sending another message, I don't get a response",
    "the agent answers and I'm no longer seeing the same line twice",
    "the mail server has now started and is running",
)
"""What somebody did and saw, where the work stands, a complaint, a doubt."""
ABROAD = (
    "no veo la condición de pago en la factura",
    "actualmente no es así en la app",
    "ich sehe nur 19 davon",
    "si la abro desde el escritorio ya no carga nada, solo la lista",
    "en la pantalla nueva se los ve alineados a la izquierda",
    "la lista todavía no se actualiza cuando borro una fila",
    "je n'arrive toujours pas à redimensionner les colonnes, leur largeur est fixe",
    "la colonne n'apparaît toujours pas à droite de la carte",
    "j'ai ouvert un fichier et voilà l'affichage",
    "der Export funktioniert immer noch nicht auf meinem Rechner",
)
APPRAISED = (
    "It looks good and it will be easier to read",
    "That should be enough for me",
    "pretty good.",
    "Especially useful for when a group wants separate bills",
    "I like it, but not as part of this plan",
)
REVIEWED = (
    "Line 98 contradicts D1: it means a stale sentence, the decided path never reads the raw data",
    "The filters are declared but only the project is forwarded (graphql.ts:249-250), the others never",
    "One cosmetic nit, take or leave: the answer is made from before the update, so its size is null",
)
PASSING = (
    "this is a bigger change, so please take your time and be careful",
    "I switched the mode, so please implement what you just proposed",
    "I have included the files and notes on layers, and an external file that is simpler",
    "the plan for the end-to-end viewer looks good enough",
    "I don't really have hosting preferences, people say some are good",
)
WANTED = (
    "si la factura está cancelada ya no debe aparecer en la lista",
    "la liste ne doit plus s'afficher quand elle est vide",
    "der Export soll nicht mehr starten, wenn die Liste leer ist",
    "no se guarda nada en el navegador, todo va al servidor",
    "after restarting the service, always run the checks",
    "When I sent the second form, the first one must stay",
    "it is enough to keep them as a note",
    "It would be nice to have the dates in the list",
    "that's fine: we only ship on Linux",
    "Only when all of them have paid I will close the order",
    "no veo el total, debe estar debajo de la lista",
    "You are always allowed to skip the slow tests",
    "when a user deselects the week, the team button must stay selected",
    "currently we log to a file, let's log to stderr instead because of the container",
    "what we want: the token goes in the header instead of the query",
    "This should never allow unauthenticated users, because the flag is public",
    "the build takes thumb.png from the assets folder instead of the root, please keep it so",
)


@pytest.mark.parametrize("sentence", [*SEEN, *DONE, *ABROAD, *REVIEWED, *APPRAISED, *PASSING])
def test_what_somebody_observes_is_no_decision(sentence: str) -> None:
    assert observes(sentence.lower())
    assert [one for one in select_prompt(sentence) if one.kind == "decision"] == []


@pytest.mark.parametrize("sentence", WANTED)
def test_a_wish_is_no_observation(sentence: str) -> None:
    assert not observes(sentence.lower())


def test_praise_is_no_part_of_the_decision_behind_it() -> None:
    texts = [
        one.text for one in select_prompt("Pretty good. Let's keep the list on the left, because most people read so.")
    ]
    assert texts == ["Let's keep the list on the left"]


def test_a_review_that_somebody_brings_decides_nothing() -> None:
    prompt = (
        "Another agent reviewed your work:\n\n"
        "1. The stream has no cap. Only signed-in users reach it, but a cap should land before the release.\n\n"
        "Let's use a cap of 64 MB, because an isolate has 128 MB."
    )
    assert [one.text for one in select_prompt(prompt)] == ["Let's use a cap of 64 MB"]
