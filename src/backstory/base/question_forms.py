"""How a prompt asks, whatever it is about: as one asks a colleague about the work, or anybody about the world.

Its opening tells most. No regular expressions: the hook process does not load them.
"""

from itertools import pairwise

from backstory.base.courtesies import is_courtesy
from backstory.base.phrase_texts import opens_with
from backstory.base.tokenizer import STOP, split_words
from backstory.base.unspaced import begins_unspaced, is_asking, is_unspaced
from backstory.base.writing_orders import writes_docs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_OPENERS = """
please now then ok okay and so also can could would you just let's lets go ahead next first kindly hey hi hello
"""
LONGEST_NOUN = 5
_NOUNS = frozenset(
    ("gramos", "kilogramos", "máximos", "mínimos", "últimos", "próximos", "extremos", "mismos", "dynamos")
)
"""Words that end like such verbs."""
_POLITE = frozenset(_OPENERS.split())
_ASKING = """
in on at for to from by with whether how what which why who whom whose when where is are was were do does did has have
will i my me our the a an this that it thanks thank hello hi good tell explain translate write draft compose book plan
whats wheres whos hows whens whys isnt arent doesnt didnt should may shall am had
wie wo wer wen wem wann warum wieso weshalb welche welcher welches welchen ist sind war waren hat haben gibt
qui que quoi où quand pourquoi comment combien quel quelle quels quelles est sont qué quién quiénes cuándo dónde cómo
cuánto cuántos cuál cuáles por es son
hoe wat waar wanneer welke welk waarom hoeveel mag quando che chi cosa come quanto quanta quanti quante quale quali dove
perché posso que como quem onde qual quais quantos quantas jak co kto gdzie kiedy ile który która które jaki jaka jakie
czy dlaczego czemu czyj
"""
QUESTION = frozenset(_ASKING.split())
_ARITHMETIC = ("%", "*", "+", "/", "=", "^", "×", "÷")
"""Words with which no request to do something begins."""
_PLURAL = """
we our ours us wir uns unser unsere unserem unseren unserer unseres nous notre nos nosotros nuestro nuestra nuestros
nuestras hemos
wij onze abbiamo siamo nostro nostra nostri nostre nós nosso nossa nossos nossas nasz nasza nasze
"""
_WE = frozenset(_PLURAL.split())
_PLACES = frozenset(("machine", "laptop", "box", "vm", "host", "server", "runner", "container", "repo", "project"))
"""Where the work is done: `why does the build fail on this laptop?`"""
_ABOUT_THE_WORLD = """
how many; how much is; how much does; how far; how tall; how old; how high; how deep; how long should i
how long does it take; who was; who is; who were; who invented; who wrote; who discovered; where is; where was; where do
where does; where can i
who painted; who founded; who composed; who directed; who sang; who sings; who plays
what s the history of; what is the history of; what was the history of; what s the origin of; what is the origin of
how do you pronounce; how is it pronounced; do you pronounce; which country; which city; which bank holidays
when was; when is the next; what time; at what time; how do you spell; do you spell
wie viele; wie viel; wie breit; wie hoch; wie weit; wie alt; wie groß; wie spät; wie lange dauert; wer war; wer ist
wo ist; wo liegt; wo kann ich; um wie viel; wann fährt; was kostet; was kosten
combien de; combien coûte; combien coûtent; qui était; qui est; où est; où se trouve; quelle heure; à quelle heure
hoe oud; wie was; wat kost; wat kosten; waar ligt; quanto costa; quanto costano; quanto dista; chi era; chi ha vinto
dove si trova; che ora è; quanto custa; quanto custam; quem foi; quem ganhou; onde fica; que horas são; ile kosztuje
kto wygrał; kim był; gdzie leży; która godzina
cuántos; cuántas; cuánto cuesta; cuánto cuestan; quién fue; quién es; quién ganó; dónde está; qué hora; a qué hora
"""
_HOW_ONE_DOES = """
how do i; how do you; how does one; how can i; how can one; how should i; how to; what is the best way to
wie kann ich; wie mache ich; wie mach ich; wie bekomme ich; wie macht man; wie kann man
comment faire; comment puis je; comment je peux; comment peut on; cómo puedo; cómo hago; cómo se hace; cómo se puede
hoe kan ik; hoe maak ik; hoe kun je; hoe krijg ik; come posso; come si fa; come faccio a; como posso; como faço
como se faz; como fazer; jak zrobić; jak mogę; jak można
"""
_ABOUT_A_TERM = """
what is a; what is an; what s a; what s an; what are; what does; what is the difference; what s the difference
what is difference; explain the difference; is there a good; is there a shortcut; is there a tool; is there a website
is there a nice; is there an easy; is there a trick; is there a pythonic; which is better
gibt es ein gutes; gibt es eine gute; y a t il un bon; hay un buen
explain what; explain how; explain to; what is the plural; what is the best
what s the best; which is the best; what are the best; what is a good; what s a good; difference between; meaning of
how does; is it; is a; is an; which is correct; define
was ist der unterschied; was ist ein; was ist eine; was bedeutet; erklär mir; erkläre; wie funktioniert
quelle est la différence; qu est ce qu un; qu est ce qu une; que signifie; que veut dire; explique
cuál es la diferencia; qué es; qué es un; qué es una; qué significa; explícame; explica
wat is een; wat betekent; wat is het verschil; cos è un; cos è una; cosa significa; qual è la differenza; spiegami
o que é um; o que é uma; o que significa; qual é a diferença; qual a diferença; co to jest; co oznacza; wyjaśnij
"""
_FOR_ANYBODY = """
write a; write an; write me; write some; give me a; give me an; give me some; show me a; show me an; show me how
draft a; draft an; create a; create an; make me a; tell me a; tell me something; suggest a; recommend; translate
convert; summarize; summarise; spell; draw me; draw a; compose a; plan a; name three; can you suggest; can you recommend
rename all; sort these; shorten this; correct this; sing; play
schreib mir; schreibe mir; schreib eine; schreib einen; schreib ein; übersetze; erzähl; empfiehl; gib mir ein
écris un; écris une; écris moi; traduis; raconte; donne moi un; donne moi une
escribe un; escribe una; escríbeme; traduce; tradúceme; cuenta un; cuéntame; dame un; dame una; recomienda
schrijf een; vertaal; vertel; geef me een; scrivi un; scrivi una; scrivimi; traduci; raccontami; consigliami; dammi un
dammi una; escreve um; escreve uma; escreva um; escreva uma; traduz; traduza; conta uma; me conta; me indica; me dá um
napisz; przetłumacz; opowiedz; podaj przepis
"""

_ABOUT_CODE = """
explain; describe how; what does; what do; what means; what is the purpose; what s the purpose; what is the meaning
what s the meaning; what is the order; what s the order; what is the difference; what s the difference; how does; how do
how is; how are; how to; how can i; how i make; how i can; where is; where s; where are; where does; where do
which class; which file; which function; which method; which module; which table; in which file; in which class
show me how; show me an example; give me an example; write me an example; write an example
was macht; was liefert; was passiert; was bedeutet; was tut; wie funktioniert; wie wird; wie werden; wo wird; wo werden
wo ist; wo steht; wofür ist; wozu dient; erklär; erkläre; schreib ein beispiel; schreib mir ein beispiel
schreib mir ein kleines beispiel; zeig mir ein beispiel
comment fonctionne; comment est; comment sont; que fait; que renvoie; que se passe; à quoi sert; où est; où sont
où se trouve; explique; écris moi un exemple; montre moi un exemple
qué hace; qué devuelve; cómo funciona; cómo se; dónde está; dónde se; para qué sirve; explica; explícame
dame un ejemplo
o que faz; como funciona; onde fica; onde está; para que serve; explica; explique; me explica
wat doet; hoe werkt; waar staat; leg uit; cosa fa; come funziona; dove si; dov è; spiega; spiegami
co robi; jak działa; gdzie jest; wyjaśnij
"""

_BEFORE = """
please pls kindly can could you hi hey and so ok bitte kannst du und peux tu por favor puedes
"""
_REQUESTING = frozenset(_BEFORE.split())
"""Words before such an opening that only make it polite."""
_POINTING = """
this that these those it test tests branch commit file files record config build dieser diese dieses ce cette este esta
deze dit questo questa esse essa isso charge responsible maintainer zuständig verantwortlich responsable responsabile
"""
_POINTS = frozenset(_POINTING.split())
"""Words that point to the work."""
_POINTERS = """
this these those dieser diese dieses ce cette ces este esta estos estas deze questo questa questi queste esse essa isso
"""
DEMONSTRATIVE = frozenset(_POINTERS.split())
_BETWEEN_US = """
it das ça esto eso
"""
_OF_NOW = """
it my still now again yet noch jetzt encore todavía ainda ancora
"""
_AT_HAND = DEMONSTRATIVE | frozenset(_OF_NOW.split())
"""Words that point to the work at hand."""
_SHARED = DEMONSTRATIVE | frozenset(_BETWEEN_US.split())
_ARTICLES = """
the that it its there still again now yet my i us him her he she they them their
der die das den dem des ihr er sie es mein meine noch jetzt ich mich mir
le la les l il elle ils elles mon ma mes encore je j
el los las lo mi mis todavía aún ahora yo
de het il gli mijn mio mia meu minha mój moja nog ancora ainda jeszcze
"""
_DEFINITE = DEMONSTRATIVE | _WE | frozenset(_ARTICLES.split())
"""Words that take for granted that the reader knows what is meant."""
_WHO = frozenset(
    ("who", "whose", "whom", "wer", "wessen", "wem", "wen", "qui", "quién", "quiénes", "chi", "quem", "kto")
)
_OF_WORK = frozenset(("run", "deploy", "resume", "next", "task", "decided", "rules", "tried"))
"""Kinds of answers that the work gives, and not the code."""
NEAR_START = 3
"""Words at the beginning of a prompt among which such a word asks."""
ASKING = 6
"""Words at the beginning of a prompt that say how it asks."""
MAX_HISTORY = 16
"""Words of a prompt in which a word of the past makes it a question for what was. A longer one tells a story."""
MAX_TERM = 3
"""Words of a term that is asked for."""
_INTO = frozenset(("in", "into", "to"))
_WHICH = (["which"], ["what"], ["welcher"], ["welche"], ["welches"], ["quel"], ["quelle"], ["qué"], ["cuál"])
_MEANS = (["command"], ["shortcut"], ["key"], ["program"], ["app"], ["option"], ["befehl"], ["commande"], ["comando"])
"""What people ask for by which one does something on a platform: `which command shows the free space on a Mac`."""
_SMALL_OF_WORK = frozenset(("our", "my", "this", "the", "that"))
_TASTES = (
    " do you like ", " you recommend ", " you prefer ", " is good for ", " are good for ", " is best for ",
    " is nice for ", " is the best ", " are the best ",
)  # fmt: skip
"""Phrases of a question for what somebody likes, or what is good."""
_USAGE = frozenset(
    ("used", "called", "verwendet", "benutzt", "genannt", "utilise", "utilisé", "appelle", "usa", "llama")
)
_AUXILIARIES = frozenset(("is", "are", "does", "do", "can", "has", "ist", "kann", "est", "puede"))
_TOOLS = """
git github vim emacs nano bash zsh fish ssh scp rsync curl wget tmux cron crontab regex sed awk grep xargs tar zip
docker dockerfile kubernetes kubectl ubuntu debian linux unix windows mac macos powershell terminal excel word google
chrome firefox safari python javascript typescript java rust golang ruby php perl kotlin swift haskell html css
markdown yaml json xml csv sql postgres postgresql mysql sqlite mongodb redis nginx apache tcp udp dns http https ftp
smtp elasticsearch opensearch kafka rabbitmq grafana prometheus jruby xcode webpack vscode intellij pycharm slack jira
pdf docx xlsx pptx jpeg jpg png gif mp3 mp4 gmail whatsapp iphone ipad spotify
confluence outlook jq goland react vue angular django flask rails numpy pandas latex brew apt wifi bluetooth usb
"""
_PLATFORMS = frozenset(("windows", "unix", "linux", "mac", "macos", "ubuntu", "debian"))
"""Tools of this list that work on a project is often about."""
TOOLS = frozenset(_TOOLS.split())
"""Tools, languages and formats that people ask about in general."""


_BEFORE_NOW = """
were did had wasn weren didn hadn wasnt werent didnt wurde wurden war waren hatten était étaient fue fueron era eran
estaba estaban
"""
_WAS = frozenset(_BEFORE_NOW.split())
"""Words of a question for what was."""
_BY_NOW = """
now currently presently atm nowadays anymore derzeit aktuell momentan jetzt inzwischen mittlerweile actuellement
désormais maintenant ahora actualmente
"""
_NOW = frozenset(_BY_NOW.split())
"""Words of a question for what holds by now, and may have been otherwise."""
_SUBJECTS = frozenset(("the", "it", "this", "that", "there", "a", "an", "our", "any"))
"""Words behind the English `was`, which asks for something else in German."""
_QUESTIONING = """
why what which who whose how where is are was were do does did has have had should isnt arent didnt wasnt
warum wieso weshalb was wie welche welcher welches wo ist sind wurde wurden war waren
pourquoi comment quel quelle quels quelles que est sont était qué cómo cuál cuáles es son fue era
"""
_INTERROGATIVE = frozenset(_QUESTIONING.split())
_NEGATING = """
isn isnt aren arent don dont doesn doesnt can cant cannot not no nicht kein keine keinen pas ne non ningún ninguna
"""
_NEGATIONS = frozenset(_NEGATING.split())
NEAR_WHY = 4
"""First words of a question among which such a word asks why something is not done."""
_AT_PRESENT = (("at", "present"), ("at", "the", "moment"), ("by", "now"), ("so", "far"), ("im", "moment"))


class Asking:
    """The form of a prompt, by its words."""

    def __init__(self, text: str, kinds: "frozenset[str]", *, has_name: bool) -> None:
        self.words: Sequence[str] = split_words(text)
        self._kinds = kinds
        self._has_mark = "?" in text
        self._has_name = has_name
        """Whether something in it looks like a name from code."""
        self._forms: frozenset[str] = frozenset()
        """The forms of a prompt in Chinese, Japanese or Korean."""
        if is_unspaced(text):
            from backstory.base.question_forms_unspaced import find_forms  # most prompts are in other languages

            self._forms = find_forms(text)

    @property
    def is_courtesy(self) -> bool:
        """Whether it only greets, thanks, praises or says good-bye."""
        return "courtesy" in self._forms or is_courtesy(self.words, asks=bool(self._kinds))

    @property
    def says_we(self) -> bool:
        """Whether it speaks of work that is done together."""
        pairs = list(pairwise(self.words))
        lets = ("let", "s") in pairs or ("let", "us") in pairs or any(("this", one) in pairs for one in _PLACES)
        return lets or "we" in self._forms or not _WE.isdisjoint(self.words) or any(map(_is_plural_verb, self.words))

    @property
    def asks_for_person(self) -> bool:
        """Whether it asks for a person: `who` near its beginning asks, and later refers to somebody."""
        asks_after = any(before == "and" and word in _WHO for before, word in pairwise(self.words))
        return "wish" in self._kinds or asks_after or not _WHO.isdisjoint(self.words[:NEAR_START])

    @property
    def is_shared(self) -> bool:
        """Whether it takes for granted that both know the work: `we`, `this`, `it`."""
        return self.says_we or "points" in self._forms or not _SHARED.isdisjoint(self.words)

    @property
    def is_trivia(self) -> bool:
        """Whether it asks as people ask about the world: `how many ...`, `who was ...`, without a word of the work."""
        asks = "trivia" in self._forms or self._opens(_ABOUT_THE_WORLD, 2 * (self.words[:2] == ["remind", "me"]))
        return asks and self._is_apart and _POINTS.isdisjoint(self.words) and "task" not in self._kinds

    @property
    def is_how_to(self) -> bool:
        """Whether it asks how one does something, which people ask about anything, and not how this is run."""
        asks = "how_to" in self._forms or self._opens(_HOW_ONE_DOES)
        return "run" not in self._kinds and asks and (self._is_apart or self.names_tool)

    @property
    def is_general(self) -> bool:
        """Whether it asks what a word means or how two things differ, whatever the project."""
        asks = "general" in self._forms or self._opens(_ABOUT_A_TERM) or self._asks_for_term or self._asks_for_usage
        asks = asks or (self._asks_for_taste and _DEFINITE.isdisjoint(self.words))
        return self._is_apart and asks

    @property
    def is_for_anybody(self) -> bool:
        """Whether it asks for a text or a piece of code as such: `write a ...`, `give me a ...`."""
        return self._is_apart and ("piece" in self._forms or self._opens(_FOR_ANYBODY))

    @property
    def asks_for_history(self) -> bool:
        """Whether a question asks for what was, or for what holds by now. The talk tells it, and the code does not."""
        words = self.words[:MAX_HISTORY]
        is_question = self._has_mark or not _INTERROGATIVE.isdisjoint(words[:1])
        if self.is_trivia or self.is_of_anybody or not is_question:
            return False
        line = tuple(words)
        was = "was" in words[1:] or (words[:1] == ["was"] and not _SUBJECTS.isdisjoint(words[1:2]))
        at_present = any(line[at : at + len(each)] == each for each in _AT_PRESENT for at in range(len(line)))
        if "why" in self._kinds and not _NEGATIONS.isdisjoint(words[1:NEAR_WHY]):
            return True
        return was or at_present or not _WAS.isdisjoint(words) or not _NOW.isdisjoint(words)

    @property
    def asks_about_code(self) -> bool:
        """Whether it asks how existing code does something, which the code answers: `explain ...`, `what does ... do`.

        A question about the work at hand, or about how something is run, is none.
        """
        if (
            self.says_we
            or writes_docs(self.words)
            or not _AT_HAND.isdisjoint(self.words)
            or not _OF_WORK.isdisjoint(self._kinds)
        ):
            return False
        start = 0
        while self.words[start : start + 1] and self.words[start] in _REQUESTING:
            start += 1
        return self._opens(_ABOUT_CODE, start)

    @property
    def _asks_for_term(self) -> bool:
        """Whether it asks what something is that needs no article: `what is dependency injection`, `is python ...`."""
        words = self.words[2:] if self.words[:1] == ["what"] else []
        is_bare = self.words[1:2] in (["is"], ["s"], ["are"]) and 0 < len(words) <= MAX_TERM and not self._kinds
        is_of_tool = len(self.words) > 2 and self.words[0] in _AUXILIARIES and self.words[1] in TOOLS
        return is_of_tool or (is_bare and _DEFINITE.isdisjoint(words))

    @property
    def _asks_for_taste(self) -> bool:
        """Whether it asks what somebody likes or what is good: `which board game is good for two players`."""
        line = f" {' '.join(self.words)} "
        return self.words[:1] in _WHICH and any(phrase in line for phrase in _TASTES)

    @property
    def _asks_for_usage(self) -> bool:
        """Whether it asks what is used for something, or what something is called, in general: `which ... is used`."""
        of_platform = self.words[1:2] in _MEANS and self.words[-1] in TOOLS and self.words[-2] not in _SMALL_OF_WORK
        is_apart = not self.is_definite or of_platform
        return self.words[:1] in _WHICH and is_apart and (of_platform or not _USAGE.isdisjoint(self.words))

    @property
    def is_of_anybody(self) -> bool:
        """Whether it is put as one asks anybody, in one of these ways."""
        return self.is_how_to or self.is_general or self.is_for_anybody

    @property
    def is_definite(self) -> bool:
        """Whether it takes for granted that the reader knows what is meant: `the`, `it`, `we`, a name from code."""
        return self._has_name or "definite" in self._forms or not _DEFINITE.isdisjoint(self.words)

    @property
    def names_tool(self) -> bool:
        """Whether it names a tool, a language or a format that people ask about in general."""
        return not TOOLS.isdisjoint(self.words)

    @property
    def asks_about_tool(self) -> bool:
        """Whether it is a question that names a tool other than a platform."""
        asks = self._has_mark or not _INTERROGATIVE.isdisjoint(self.words[:ASKING]) or asks_of_tool(self.words)
        return asks and any(word in TOOLS and word not in _PLATFORMS for word in self.words)

    @property
    def _is_apart(self) -> bool:
        """Whether it names and points to nothing of the work."""
        points = "points" in self._forms or not DEMONSTRATIVE.isdisjoint(self.words)
        return not self._has_name and not self.says_we and not points

    def _opens(self, openings: str, start: int = 0) -> bool:
        """Whether it begins with one of the openings, after the name of a tool or the first `start` words."""
        if not start and self.words:
            start = 2 if self.words[0] in _INTO and self.words[1:2] and self.words[1] in TOOLS else 0
            start = start or (1 if self.words[0] in TOOLS else 0)  # `css: how ...`, `in css, how ...`
        return opens_with(self.words[start : start + ASKING], openings)


def asks_of_tool(words: "Sequence[str]") -> bool:
    """Whether words ask if one can do something in a tool, and order nothing: `can you pin a message in Slack`."""
    opens = len(words) > 4 and words[0] in ("can", "could") and words[1] in ("you", "one", "i")
    return opens and words[-2] in ("in", "on", "with") and words[-1] in TOOLS and _DEFINITE.isdisjoint(words[2:])


def _is_plural_verb(word: str) -> bool:
    """Whether a word looks like a verb of `we` in Spanish or Portuguese: `usamos`."""
    return word.endswith(("amos", "emos", "imos")) and len(word) > LONGEST_NOUN and word not in _NOUNS


def is_order(text: str) -> bool:
    """Whether a prompt begins like a request to do something, and not like a question or an account."""
    if begins_unspaced(text[:200]):
        from backstory.base.question_forms_unspaced import asks_something  # most prompts are in other languages

        return not (is_asking(text.rstrip()) or asks_something(text[:200]))
    for word in text[:200].lower().split():
        word = word.strip(",.:;!?\"'`")
        if word and word not in _POLITE:
            return word not in QUESTION and word.isalpha()
    return False


def is_sum(words: "Sequence[str]", text: str) -> bool:
    """Whether a text is a sum: numbers and a sign of arithmetic, and no other words than those that ask."""
    terms = [word for word in words if word not in STOP and word not in QUESTION]
    return len(terms) > 1 and all(map(str.isdigit, terms)) and any(sign in text for sign in _ARITHMETIC)
