"""Names that an agent proposed and that were replaced later."""

import pytest
from tests.base.overturns.marked_names import find


@pytest.mark.parametrize(
    ("talk", "marked"),
    [
        (
            (
                "limit the retries, choose a name",
                "Name: `retryCap`, an option. It is checked in `send`.",
                "go ahead",
                "Done. `new Client({retryCap: 9})` stops after that when there is no answer.",
                "Milan also says retryCap reads like headgear, he wants `attempts`. attempts it is",
                "The option is called `attempts` now.",
            ),
            {("Name: `retryCap", "attempts"), ("`new Client({retryCap", "attempts")},
        ),
        (
            ("schreib die Funktion", "`leseAlles` liest die Datei.", "leseAlles klingt komisch, nenn sie ladeZeilen",
             "Die Funktion heißt jetzt `ladeZeilen`."),
            {("`leseAlles", "ladeZeilen")},
        ),
        (
            ("cache the pages", "I added `CacheStore`.", "fine", "It works.", "rename CacheStore to PageCache",
             "Renamed `CacheStore` to `PageCache` everywhere."),
            {("I added `CacheStore", "PageCache")},
        ),
    ],
)  # fmt: skip
def test_a_name_that_an_agent_proposed_is_marked(talk: tuple[str, ...], marked: set[tuple[str, str]]) -> None:
    assert find(*talk) == marked


def test_names_built_from_a_former_one_go_with_it() -> None:
    marked = find(
        "Il faut un modifier `frozen` sur une option.",
        "Le message va dans `optFrozen`. Le modifier est `frozen`.",
        "Souci de naming : Aude trouve que FROZEN fait peur. Elle préfère `paused`.",
        "Le modifier s'appelle `paused` maintenant, le champ `optPaused`.",
        "Le nom, encore. `paused` fait penser à la musique. Le groupe a voté `idle`.",
        "Tout est adapté : le modifier est `idle`, le champ `optIdle`.",
    )
    assert {value for _, value in marked} == {"idle", "optIdle"}
    assert ("Le message va dans `optFrozen", "optIdle") in marked
    assert ("Le modifier s'appelle `paused", "idle") in marked


@pytest.mark.parametrize(
    "talk",
    [
        ("add a limit", "`maxSize` bounds the queue.", "what does maxSize do? and call the timeout option patience",
         "The timeout option is called `patience` now."),
        ("add a limit", "`maxSize` bounds the queue.", "should maxSize be called capacity?",
         "It could be called `capacity`, `maxSize` is fine too."),
        ("add a limit", "`maxSize` bounds the queue.", "would `capacity` be a nicer name than maxSize?",
         "`capacity` would be clearer, but `maxSize` pairs with `size`."),
        ("go", "`load` reads the file.", "call the writer `store`", "The writer is called `store` now."),
        ("go", "`fetchAll` reads pages.", "add an alias loadAll, fetchAll stays",
         "`loadAll` is called by `fetchAll`, both names stay."),
        ("go", "`maxSize` is the bound.", "rename maxSize to capacity",
         "I can't rename it: `capacity` is taken by the base class, `maxSize` stays."),
        ("go", "`Store.open` opens it, `open` in `Pool` as well.", "call Pool's method acquire",
         "The method of `Pool` is called `acquire` now."),
        ("go", "`parseLine` reads a line.", "the variable in parseLine has a silly name, call it token",
         "The variable in `parseLine` is called `token` now."),
        ("go", "`tokenCount` is set.", "rename the file to counts.ts",
         "Renamed `count.ts` to `counts.ts`, `tokenCount` is exported from there."),
        ("go", "`getUser` calls the API.", "name the new hook useUser, it wraps getUser",
         "The hook is called `useUser` now and wraps the call."),
        ("go", "`getUser` calls the API.", "I like the name getUser. Call the other one `getTeam`.",
         "The other one is called `getTeam` now."),
        ("go", "`size` counts what waits.", "maxSize sounds like a file size, call it `capacity`",
         "The option is called `capacity` now."),
        ("go", "`user_id` is in every table.", "rename it in orders", "Renamed `user_id` to `owner_id` in `orders`."),
        ("go", "`readLine` reads.", "rename readLine to nextLine", "Renamed `readLine` to `nextLine`.",
         "and Pool?", "There `readLine` reads from the socket."),
    ],
)  # fmt: skip
def test_names_of_other_things_and_names_that_stay_are_not_marked(talk: tuple[str, ...]) -> None:
    assert find(*talk) == set()
