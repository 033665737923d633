import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.statements.diagnoses import explains


@pytest.mark.parametrize(
    ("diagnosis", "change"),
    [
        (
            "The root cause is that the export holds the lock while it waits.",
            "Moved the write out of the locked section",
        ),
        ("Both services try to bind port 3001.", "Set the ports in `package.json`"),
        ("The issue is that we never call `completeRun` here.", "Added a `completeRun()` to the route"),
        ("The issue is that PDFKit reads its fonts from a fixed path.", "Migrated to pdf-lib from PDFKit"),
        ("The root cause is that the cache key leaves out the tenant.", "I've fixed the issue"),
        ("El problema es que la lista no se inicializa nunca.", "He corregido los dos problemas"),
        ("Le problème est que les onglets ne sont pas synchronisés.", "J'ai corrigé la synchronisation des onglets"),
        ("Das Problem ist, dass der Zwischenspeicher nie geleert wird.", "Der Zwischenspeicher wird jetzt geleert"),
        ("問題はキャッシュが消えないことです。", "保存の順番を変更しました"),
    ],
)
def test_a_cause_explains_a_change_of_the_same_thing(diagnosis: str, change: str) -> None:
    assert explains(diagnosis, change)


@pytest.mark.parametrize(
    ("diagnosis", "change"),
    [
        ("The issue is that the command prints no help.", "Installed Playwright 1.55.0 in the virtual environment"),
        (
            "The issue is that the type allows undefined values.",
            "I've successfully added the danger variant to the button",
        ),
        ("The problem is that both of them wait for the lock.", "Created a test suite with all of the main cases"),
        ("El problema es que estamos duplicando el estado.", "He agregado la definición faltante de `prices`"),
        ("Le problème est que la carte reste vide.", "J'ai ajouté les deux crochets manquants"),
        ("Das Problem ist, dass der Zwischenspeicher nie geleert wird.", "Ich habe die Anmeldung umgebaut"),
        ("The issue is that the parser drops the last row.", "Updated the two files as requested"),
    ],
)
def test_a_cause_of_something_else_does_not(diagnosis: str, change: str) -> None:
    assert not explains(diagnosis, change)


REST = "The colours come from one table. The page was looked at in both themes. All checks are green."


def _tell(change: str) -> list[tuple[str, str]]:
    turns = [
        Turn("user", "The import stops half way, why?", line=1),
        Turn("assistant", "The root cause is that the parser drops the last row of each file.", line=2),
        Turn("user", "Go on with the page then", line=3),
        Turn("tool", "", action="edit", line=4),
        Turn("assistant", change, line=5),
    ]
    return [(one.text, one.why) for one in find_candidates(turns, known_paths=lambda path: False) if one.line == 5]


def test_a_report_of_something_else_keeps_its_own_reason() -> None:
    assert _tell(f"Added a dark theme to the settings page. {REST}") == []
    ((text, why),) = _tell(f"Raised the timeout of the page from 5 to 30 seconds. {REST}")
    assert text == "Raised the timeout of the page from 5 to 30 seconds"
    assert "last row" not in why


def test_a_report_that_only_says_it_is_mended_stands_behind_the_cause() -> None:
    ((text, why),) = _tell("I've fixed the issue.")
    assert (text, why) == ("The root cause is that the parser drops the last row of each file", "I've fixed the issue")
