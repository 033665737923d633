"""Questions about the work as a whole are told by their words, whatever their form and order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.base.general_questions import MAX_WORDS, find_general_kinds
from backstory.base.tokenizer import split_words


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("was steht noch aus?", {"next"}),
        ("¿qué falta?", {"next"}),
        ("que reste-t-il à faire ?", {"next"}),
        ("what should I do first today?", {"next"}),
        ("¿por dónde empiezo hoy?", {"next"}),
        ("give me an overview of what remains before we can merge", {"next", "task"}),
        ("welche Regeln gelten hier?", {"rules"}),
        ("quelles règles dois-je respecter ici ?", {"rules"}),
        ("¿qué normas hay que seguir?", {"rules"}),
        ("which guidelines did the lead give me?", {"rules"}),
        ("wie ist der Stand?", {"task"}),
        ("où en est le projet ?", {"task"}),
        ("bring me up to speed", {"task"}),
        ("what did we work on last?", {"task"}),
        ("was kommt als Nächstes?", {"next"}),
        ("how did the most recent test run end?", {"green"}),
        ("¿cómo van las pruebas?", {"green"}),
        ("is there anything red?", {"failed"}),
        ("comment est-ce que je lance les tests ?", {"run"}),
        ("womit lasse ich die Tests laufen?", {"run"}),
        ("make the failing one green", {"failed"}),
        ("make the green button red", set()),
        ("test command?", {"run"}),
        ("what's the exact test cmd", {"run"}),
        ("Testbefehl?", {"run"}),
        ("commande de test ?", {"run"}),
        ("qual o comando dos testes?", {"run"}),
        ("Exact Maven invocation for this ticket?", {"run"}),
        ("add a command for the tests of the wiki", set()),
        ("list all commands", set()),
        ("make a command", set()),
        ("where is the test command defined?", set()),
        ("which ways were tried and abandoned?", {"tried"}),
        ("wat is de volgende stap?", {"next"}),
        ("wat moet er nog gebeuren?", {"next"}),
        ("waar zijn we gebleven?", {"task"}),
        ("welke regels gelden hier?", {"rules"}),
        ("hoe draai ik de tests?", {"run"}),
        ("welke tests zijn rood?", {"failed"}),
        ("wat hebben we al geprobeerd en verworpen?", {"tried"}),
        ("qual è il prossimo passo?", {"next"}),
        ("cosa resta da fare?", {"next"}),
        ("dove eravamo rimasti?", {"task"}),
        ("a che punto siamo?", {"task"}),
        ("quali regole valgono qui?", {"rules"}),
        ("come si lanciano i test?", {"run"}),
        ("com'è andata l'ultima esecuzione dei test?", {"green"}),
        ("cosa abbiamo già provato?", {"tried"}),
        ("qual é o próximo passo?", {"next"}),
        ("o que falta fazer?", {"next"}),
        ("onde paramos?", {"task"}),
        ("quais regras valem aqui?", {"rules"}),
        ("como rodo os testes?", {"run"}),
        ("quais testes falharam?", {"failed"}),
        ("o que já tentamos e não deu certo?", {"tried"}),
        ("co dalej?", {"next"}),
        ("co zostało do zrobienia?", {"next"}),
        ("na czym skończyliśmy?", {"task"}),
        ("jakie zasady obowiązują w projekcie?", {"rules"}),
        ("jak uruchomić testy?", {"run"}),
        ("czego już próbowaliśmy?", {"tried"}),
    ],
)
def test_a_general_question_in_any_form(text: str, kinds: set[str]) -> None:
    assert find_general_kinds(split_words(text)) == kinds


@pytest.mark.parametrize(
    "text",
    [
        "what is left on my plate for dinner?", "which rules does chess have?", "what is a state machine?",
        "what is the status of the parcel?", "left or right?", "how do tests work?", "which HTTP status is used?",
        "welche Regeln gelten beim Handball?", "¿qué falta en la tortilla?", "what is missing in this sentence?",
        "show the next page of the invoice", "the red button is broken", "what time is it?", "", "?",
        "welke regels gelden er bij schaken?", "wat eten we vandaag?", "qual è la regola del fuorigioco?", "come va?",
        "cosa resta da mangiare?", "o que falta na mala de viagem?", "jakie zasady mają szachy?", "co jest na obiad?",
    ],
)  # fmt: skip
def test_a_question_with_a_subject_is_not_general(text: str) -> None:
    assert find_general_kinds(split_words(text)) == frozenset()


WORDS = ("what", "is", "left", "to", "do", "next", "which", "rules", "tests", "red", "run", "the", "how", "in", "on")


@given(st.lists(st.sampled_from(WORDS), min_size=1))
def test_the_order_of_the_words_makes_no_difference(words: list[str]) -> None:
    assert find_general_kinds(words) == find_general_kinds(words[::-1])


def test_a_text_of_many_words_tells_something() -> None:
    words = ["what", "is", "left"] * MAX_WORDS
    assert find_general_kinds(words[:3]) == {"next"}
    assert find_general_kinds(words) == frozenset()
