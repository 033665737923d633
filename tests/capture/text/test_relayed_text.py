"""Words for others and of others are no rules: texts to write, messages, opinions, demands on the product."""

import pytest

from backstory.capture.rules.rules import find_rules
from backstory.capture.selection import select_prompt

RELAYED = [
    "write in docs/setup.md: never run the seed by hand",
    "put this into the readme: always set LANG before the build",
    "please write a paragraph for the handbook that says that nobody must ever share a key",
    "tell Karl: never merge on fridays",
    "tell Rosa that she must never restart the queue",
    "Ask Nina whether we still need ruff any more, she may say that we no longer have to run ruff before committing",
    "please ask Rosa if we must always squash",
    "translate: always close the gate",
    "error says: never call open() twice",
    "Karl thinks we should always use mocks",
    "my colleague is of the opinion that we should never use inheritance here",
    "According to Martin, one should never write to the replica.",
    "Please create a file HOWTO.md with the following content:\n\nNever push to main.\nAlways open a pull request.",
    "schreib Anna, dass sie nie wieder direkt auf main pushen soll",
    "übersetze: Bitte immer leise sein",
    "Karl meint, wir sollten immer Mocks nehmen",
    "dis à Paul : toujours relire avant d'envoyer",
    "selon Marie, il ne faut jamais utiliser d'héritage",
    "dile a Karl: nunca desplegar los viernes",
    "según María nunca hay que usar herencia",
]
ONLY_NOW = [
    "nur für diesen Task: immer alles loggen",
    "für jetzt bitte immer den alten Endpunkt",
    "pour cette fois seulement, pousse toujours sur main",
    "juste ici, utilise toujours la version longue",
    "solo por esta vez, sube siempre a main",
    "de momento usa siempre la caché",
    "only in this file never use the new style",
]
OF_THE_PRODUCT = [
    "the parser must never accept a trailing comma",
    "The requirements of the export:\n- Empty rows must never be written.",
    "When the basket is empty, the button must always be disabled.",
    "der Parser darf nie eine leere Liste liefern",
    "le champ doit toujours être rempli",
    "el campo siempre tiene que estar lleno",
    "always exit 0 if nothing matches, never 2",
    "We want a --limit flag: the tool should stop reading a file once it has seen that many rows. Look around first.",
    "I need another index: lookups by e-mail must never scan the table. Tell me which tables that touches.",
    "We need an export button: the dialog should close once the file has been written. Where would that live?",
]
OF_THE_WORK = [
    "commit messages must always name the ticket",
    "generated files must never be edited by hand",
    "every public function must have a docstring",
    "you must never push to main",
    "We need a convention: commit messages must start with the ticket.",
    "always ask Nina whether the schema may change before you touch it",
    "Ask Nina whether it is fine before you touch the schema, never after.",
    "In this repository a handler must never touch the database.",
]


@pytest.mark.parametrize("prompt", [*RELAYED, *ONLY_NOW])
def test_what_is_passed_on_or_holds_for_now_is_no_rule(prompt: str) -> None:
    assert not [one for one in find_rules(prompt) if one.kind == "rule"]
    assert not [one for one in select_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize("prompt", OF_THE_PRODUCT)
def test_a_demand_on_the_product_is_no_rule(prompt: str) -> None:
    assert "rule" not in [one.kind for one in (*find_rules(prompt), *select_prompt(prompt))]


def test_a_demand_on_the_product_with_words_of_a_rule_is_a_decision() -> None:
    assert [one.kind for one in find_rules("the parser must never accept a trailing comma")] == ["decision"]


@pytest.mark.parametrize("prompt", OF_THE_WORK)
def test_a_demand_on_the_work_is_a_rule(prompt: str) -> None:
    assert [one.kind for one in find_rules(prompt)] == ["rule"]
