"""Records and passages that a prompt may be about, each with the evidence for it."""

from backstory.base.marks import drop_marks
from backstory.base.permission_questions import list_subjects
from backstory.base.question_forms import is_order
from backstory.base.search import NAMED, Hit
from backstory.base.tokenizer import STOP, identifier_parts, split_words
from backstory.base.unspaced import is_unspaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from backstory.base.passages import PassageHit
    from backstory.base.question import Question
    from backstory.base.tokenizer import Term

EXACT = 0.9
"""Share from which a word counts as met, and not only another word for it."""
MOST_OF_FIELD = 0.8
"""The largest share of a word that another one of its field has."""
MAX_BODY = 1_000
"""Characters of the body of a record that are looked at."""
SHORT = 4
"""Words up to which a prompt is so short that common words in a title count as well."""
OPENING = 4
"""First words of a rule, without stop words, among which its subject is: `never push`, `no new dependency`."""
ROLES = {"user": 1.1, "assistant": 1.0, "subagent": 0.95, "command": 0.8, "next": 1.0}
"""What the words of a role weigh: what the person said counts before what was answered."""
RULE_FOR_ORDER = 1.4
"""Factor of a rule for a prompt that asks to do something: it may forbid it."""
DIRECTIVES = (
    " never ", " don t ", " do not ", " dont ", " must ", " always ", " from now on ", " no new ", " stays ",
    " belongs ", " hands off ", " only after ", " under no ", " not allowed ", " keep ", " please no ", " may not ",
    " stay ", " stay as ", " only from ", " kein ", " keine ", " keinen ", " nie ", " niemals ", " immer ",
    " ab jetzt ", " darf nicht ", " bitte nicht ", " jamais ", " toujours ", " ne pas ", " désormais ", " nunca ",
    " siempre ", " no debe ", " no toques ", " no cambies ", " no me ", " sin avisar ", " tiene que ", " tienen que ",
    " is mine ", " are mine ", " s mine ", " do myself ", " write myself ", " belong to ", " nothing new ",
    " lives in ", " lives on ", " live in ", " live on ", " drop that ", " mache ich selbst ", " selber ",
    " je m en occupe ", " lo hago yo ", " solo si ", " sólo si ", " fass ", " finger weg ",
    " bleibt ", " bleiben ", " ohne ", " touche pas ", " sans ",
)  # fmt: skip
"""What a person says when something holds from then on."""
UNSPACED_DIRECTIVES = (
    "不要", "禁止", "必须", "必須", "一律", "以后", "以後", "今后", "始终", "永远", "只能", "每次都", "统一", "統一",
    "必ず", "しないで", "絶対", "常に", "今後", "だけに", "のみに", "항상", "반드시", "절대", "앞으로", "금지",
    "하지 마", "하지마",
)  # fmt: skip
"""The same in Chinese, Japanese and Korean."""
UNSPACED_VERDICTS = (
    "行不通", "不可行", "走不通", "放弃", "回滚", "撤回", "没有效果", "不生效", "根因", "根本原因", "うまくいか",
    "断念", "元に戻",
    "原因は", "되돌렸", "포기", "롤백", "철회", "원인은",
)  # fmt: skip
"""What an agent says in these when a way has been tried."""
VERDICTS = (
    " dead end ", " reverted ", " threw it away ", " took it back ", " took it out ", " is out ", " not the way ",
    " doesn t hold ", " does not work ", " doesn t work ", " is no good ", " doesn t carry ", " would not go on ",
    " rule that out ", " ruled out ", " gave it up ", " instead ", " turned out ", " turns out ", " fails ",
    " tried ", " undid ", " rolled back ", " backed out ", " lo deshice ", " no encaja ", " no funciona ",
    " no sirve ",
    " descarté ", " verworfen ", " zurückgenommen ", " scheidet aus ", " geht nicht ", " funktioniert nicht ",
    " rausgeworfen ", " ne marche pas ", " abandonné ", " annulé ",
)  # fmt: skip
"""What an agent says when a way has been tried."""
ONLY_ASKS = 0.85
"""Factor of what a person only asked: the answer says more."""
ASKED = ("?", "？")
TOLD = 0.5
"""Part of the weight of its words that a passage has outside of what it asks, or it is asked for and not told there."""
BRIEF = 90
"""Characters of a short remark."""
SAYS_LITTLE = 0.5
"""Factor of one that tells little."""
FOR_VERDICT = 1.25
"""Factor of an answer that tells how a way ended."""
FOR_PERMISSION = 6.0
"""What is added to a rule, or to what lifted one, where the prompt asks whether something may be done."""
LIFTED = "No longer holds: "
"""How the reason of a record begins that lifted a rule."""
FORBIDDEN = 3.0
"""What a rule is worth that is about the kind of thing that the prompt asks to do."""
RUNS = frozenset(("run", "again", "green", "deploy"))
"""Kinds of prompts whose answer is a command and how it ended, not that somebody asked for it before."""
ASKED_BEFORE = 0.5
"""Share of the words of a prompt and of an earlier request that both have if it is the same request."""
MARKS = (".", "!", "?", ":", ";", "。", "！", "？")
"""Signs that end a sentence, or a part of one that stands by itself."""
REASONS = (" because ", " since ", " reason", " otherwise ", " so that ")
FOR_WHY = 1.15
"""Factor of what gives a reason, for a prompt that asks for one."""
FOR_FOLDER = 1.3
FOLDER = 3.0
"""What is added where the folder of a path that the prompt names is spelled out."""
FOR_SPELLED = 1.3
"""Factor of what has a name with signs of code as the prompt writes it."""
FOR_NAMED = 1.3
"""Factor of a record whose code or id the prompt names."""
IMPLIED = 0.5
"""What a word of a question counts that the value implies for which it asks: `1.18` is a version."""
BESIDE = 0.4
"""Part of the weight of a passage's own words that the search score gets instead, which counts what stands beside it:
a short prompt has few words, and the passage that answers it may have none of them."""
DECIDED = 0.7
"""Least share of a prompt that a decision about it has ..."""
TOGETHER = 2
"""... and the fewest of its words."""
WORDY = 12
"""Significant words from which a prompt itself says enough, and nothing is moved."""
_REFERRING = """
he she his him her they their them it its this that these those er sie sein seine seinen ihm ihn ihr ihre es das dies il
elle son sa ses lui ça cela leur él ella su sus eso esto lo
"""
REFERRING = frozenset(_REFERRING.split())
"""Words that refer to the sentence before."""
REFERS = 6
"""First words of a sentence among which they stand."""
MAX_REFERRED = 120
"""Characters by which that sentence may exceed the room."""
MAX_SHORT = 24
"""Characters up to which the sentence before a quote is not worth leaving out: `c++11. no if constexpr`."""
MAX_QUOTE = 180
"""Characters quoted from a passage of which not all is shown. A single sentence may be longer."""


class Candidate:
    """A record or a passage, and how it meets a prompt."""

    def __init__(self, question: "Question", hit: "Hit | PassageHit") -> None:
        self.hit = hit
        self.question = question
        self.is_record = isinstance(hit, Hit)
        self.is_run = not isinstance(hit, Hit) and hit.role == "command"
        self.is_step = not isinstance(hit, Hit) and hit.role == "next"
        self.text = f"{hit.title} {hit.body[:MAX_BODY]} {hit.tags} {hit.paths}" if isinstance(hit, Hit) else hit.text
        self.stems = question.stems_of_document(self.text)
        self.matched = question.matches(self.stems)
        self.gives_value = question.value is not None and question.value.is_given_in(self.text)
        """Whether it gives a value such as the question asks for."""
        if question.value is not None and self.gives_value:
            self.matched = dict.fromkeys(question.value.implied, IMPLIED) | self.matched
        self.covered = question.covered(self.matched)
        self.weight = question.weight_of(self.matched)
        exact = [place for place, share in self.matched.items() if share >= EXACT]
        self.exact = exact
        """The words of the prompt that it has, and not only other words for them."""
        self.distinct = sum([place in question.weights for place in exact])
        self.has_name = any(question.rare.get(place, False) for place in exact)
        self.exact_weight, self.numbered = question.weigh_exact(exact)
        small = self.text.lower() if question.spelled else ""
        self.spelled = sum([name in small for name in question.spelled])
        """Names with signs of code that stand in it as the prompt writes them."""
        folders = [folder for folder in question.folders if self.distinct or "/" in folder]
        self.has_folder = any(folder in self.text for folder in folders)
        """Whether the folder of a path that the prompt names is spelled out in it. A single name, as `docs`, is a word
        like others, and counts where it has another word of the prompt."""
        self.titled = 0.0
        self.touch = 0.0
        self.is_named = False
        self.score = 0.0
        self.context = 0.0
        """The evidence beside it."""
        self.priors: dict[str, float] = {}
        """What a record weighs whatever its words: signal -> factor."""
        self.is_beside = False
        """Whether it has no word of the prompt, and nothing but what stands beside it speaks for it."""
        self.is_permission = False
        """Whether it is about what the prompt asks permission for: a rule, or what lifted one."""
        self.is_idle = False
        """Whether it is a request that says no more than the prompt, and was not answered."""
        self.answers = ""
        """The id of a request like the prompt to which it was the answer."""
        self.is_directive = False
        self.is_verdict = False
        self.only_asks = False
        self.says_little = False
        """Whether it is a short remark that only asks, or has no word of the prompt: the answer beside it says more."""
        self.describes_person = False
        """Whether it stands here since it tells of somebody else."""
        if isinstance(hit, Hit):
            self._read_record(question, hit)
        else:
            self._read_passage(question, hit)

    def _read_passage(self, question: "Question", hit: "PassageHit") -> None:
        line = f" {' '.join(split_words(hit.text))} "
        is_wide = is_unspaced(hit.text)
        directives, verdicts = (UNSPACED_DIRECTIVES, UNSPACED_VERDICTS) if is_wide else (DIRECTIVES, VERDICTS)
        self.is_directive = hit.role == "user" and any(cue in line for cue in directives)
        asks = "?" in hit.text or (is_wide and "？" in hit.text)
        hit.asks = hit.role == "user" and asks and self._asks_alone(question, hit.text)
        self.only_asks = hit.asks or (hit.role == "user" and not self.is_directive and asks)
        is_bare = hit.text.rstrip().endswith(ASKED) or not self.matched
        is_remark = hit.role == "user" and not self.is_directive and is_bare and len(hit.text) < BRIEF
        self.says_little = hit.asks or is_remark
        self.is_verdict = hit.role == "assistant" and any(cue in line for cue in verdicts)
        if self.is_directive:
            forbids = _forbids(question, self.stems)
            self.touch = min(1.0, 0.5 * self._touch(question, hit.text)) + FORBIDDEN * forbids

    def _asks_alone(self, question: "Question", text: str) -> bool:
        """Whether a text meets the prompt with what it asks, and not with what it tells beside that."""
        statements = " ".join([each for each in _split_sentences(text) if not each.endswith(ASKED)])
        return question.weight_of(question.matches(question.stems_of_document(statements))) < TOLD * self.weight

    def _read_record(self, question: "Question", hit: Hit) -> None:
        marks = question.stems(f"{hit.title} {hit.tags} {hit.paths} {identifier_parts(drop_marks(hit.title))}")
        words = frozenset(question.forms.values())
        held = sum([form <= marks for form in words])
        self.titled = held / len(words) if held > 1 and len(words) <= SHORT else 0.0
        self.is_named = hit.named >= NAMED["suffix"]
        if question.asks_permission and (hit.kind == "rule" or LIFTED in hit.body):
            subjects = list_subjects(question.asked, question.everyday)
            self.is_permission = any(self.matched.get(place) == 1.0 for place in subjects)
        if is_heard(hit):
            self.touch = self._touch(question, hit.title) + bool(self.spelled)
            if hit.kind == "rule":
                self.touch += FORBIDDEN * _forbids(question, marks)

    def _touch(self, question: "Question", title: str) -> float:
        """How much of what a rule is about, or a way that failed, the prompt has; more where it is its subject."""
        exact = [place for place, share in self.matched.items() if share == 1.0]
        total = sum([_weigh_term(question.asked[place]) * question.rarity(place) for place in exact])
        if not total or not question.is_order:
            return total
        opening = question.stems(" ".join([word for word in split_words(title) if word not in STOP][:OPENING]))
        subjects = [question.rarity(place) for place in self.matched if question.forms[place] <= opening]
        return total + max(subjects, default=0.0)

    def add_fields(self, question: "Question", weights: "Mapping[int, float]") -> None:
        """Counts words of the same fields as words of the prompt: the place of each, and what it weighs."""
        for place, weight in weights.items():
            self.matched.setdefault(place, min(MOST_OF_FIELD, weight / (question.weigh(place) or 1.0)))
        self.covered = question.covered(self.matched)
        self.weight = question.weight_of(self.matched)
        self.says_little = self.says_little and self.text.rstrip().endswith(ASKED)

    def rate(self, question: "Question", context: float, factor: float) -> None:
        """Sets the score: the weight of the words that are met, what stands beside, and what the candidate is.

        `context` is the evidence beside a passage, `factor` what a record weighs whatever its words.
        """
        self.context = context
        moved = self.moved
        score = ((1.0 - moved) * self.weight + (1.0 + moved) * context) * factor * self._fit(question)
        if self.has_folder:
            score = max(score * FOR_FOLDER, score + FOLDER)
        self.score = score + (FOR_PERMISSION if self.is_permission else 0.0)

    @property
    def moved(self) -> float:
        """The part of the weight of its words that the evidence beside it gets instead."""
        return 0.0 if self.is_record or len(self.question.significant) >= WORDY else BESIDE

    @property
    def decides(self) -> bool:
        """Whether it is a decision or a rule that has most of the prompt, be it in other words."""
        is_decision = isinstance(self.hit, Hit) and self.hit.kind in ("decision", "rule")
        met = sum([place in self.question.weights for place in self.matched])
        return is_decision and self.covered >= DECIDED and met >= TOGETHER

    @property
    def statement(self) -> "frozenset[str]":
        """The stems of what it says as it is shown, without its tags and paths."""
        hit = self.hit
        if isinstance(hit, Hit):
            return self.question.stems(f"{hit.title} {hit.body[:MAX_BODY]}")
        shown = hit.quote if hit.is_minor else hit.excerpt
        return self.question.stems(shown) if shown else self.stems

    @property
    def repeats_prompt(self) -> bool:
        """Whether a person asked the same before: what was answered then says more than the request."""
        if isinstance(self.hit, Hit) or self.is_directive or self.hit.role != "user":
            return False
        if not RUNS.isdisjoint(self.question.kinds) and is_order(self.text):
            return True
        return self.covered >= ASKED_BEFORE and self._share_of_prompt >= ASKED_BEFORE

    @property
    def says_no_more(self) -> bool:
        """Whether all of its words are in the prompt."""
        return self.covered >= ASKED_BEFORE and self._share_of_prompt == 1.0

    @property
    def _share_of_prompt(self) -> float:
        """Share of its words that are in the prompt."""
        own = self.question.stems(" ".join([word for word in split_words(self.text) if word not in STOP]))
        prompt_stems = frozenset().union(*self.question.forms.values())
        return len(own & prompt_stems) / (len(own) or 1)

    def quote(self, limit: int = MAX_QUOTE) -> str:
        """The sentence that meets most of the prompt, and those beside it, in about `limit` characters."""
        sentences = _split_sentences(self.text)
        stems = [self.question.stems(each) for each in sentences]
        weights = [self.question.weight_of(self.question.matches(each)) for each in stems]
        if self.is_directive and self.touch >= FORBIDDEN:
            weights = [
                weight + FORBIDDEN * _forbids(self.question, each) for weight, each in zip(weights, stems, strict=True)
            ]
        if self.describes_person and not any(weights):
            from backstory.base.person_cues import count_cues  # few prompts ask for a person

            weights = [float(count_cues(each)) for each in sentences]
        start = max(range(len(weights)), key=weights.__getitem__)
        end = start + 1
        while end - start < len(sentences):
            later = end < len(sentences) and (not start or weights[end] >= weights[start - 1])
            if not later and not weights[start - 1]:
                break
            wider = (start, end + 1) if later else (start - 1, end)
            if len(" ".join(sentences[wider[0] : wider[1]])) > limit:
                break
            start, end = wider
        if limit > MAX_QUOTE:
            start = _find_antecedent(sentences, start, MAX_REFERRED + limit - len(" ".join(sentences[start:end])))
        while start and len(sentences[start - 1]) <= MAX_SHORT:
            start -= 1
        return " ".join(["…"] * (start > 0) + sentences[start:end] + ["…"] * (end < len(sentences)))

    def _fit(self, question: "Question") -> float:
        """The factor for being of the kind that the prompt needs."""
        out = FOR_NAMED if self.is_named else 1.0
        out *= FOR_SPELLED if self.spelled else 1.0
        out *= SAYS_LITTLE if self.says_little else ONLY_ASKS if self.only_asks else 1.0
        if question.is_order and (is_heard(self.hit) or self.is_directive):
            out *= RULE_FOR_ORDER
        if self.is_verdict:
            out *= FOR_VERDICT
        if "why" in question.kinds and any(reason in self.text for reason in REASONS):
            out *= FOR_WHY
        return out


def _forbids(question: "Question", stems: "frozenset[str]") -> bool:
    """Whether a rule that has these stems is about what a prompt asks to do."""
    return question.is_order and any(not each.isdisjoint(stems) for each in question.rule_stems)


def _split_sentences(text: str) -> "list[str]":
    """The sentences of a text, each with its mark, and with what takes it back."""
    from backstory.base.second_thoughts import join_second_thoughts  # few passages are quoted

    sentences: list[list[str]] = [[]]
    for word in text.split(" "):
        sentences[-1].append(word)
        if word.endswith(MARKS):
            sentences.append([])
    return join_second_thoughts([" ".join(words) for words in sentences if words])


def _find_antecedent(sentences: "list[str]", start: int, room: int) -> int:
    """The place from which sentences are shown so that the first does not refer to one that is left out: `her file`."""
    while start:
        before = sentences[start - 1]
        is_open = before.endswith(":") or not REFERRING.isdisjoint(split_words(sentences[start])[:REFERS])
        room -= len(before) + 1
        if not is_open or room < 0:
            break
        start -= 1
    return start


def _weigh_term(term: "Term") -> float:
    """What a word in common with a rule weighs: a common word of software half, a name or path double."""
    if term.form in STOP:
        return 0.0
    return 0.5 if term.weak else 2.0 if term.ident else 1.0


def is_heard(hit: "Hit | PassageHit") -> bool:
    """Whether it is meant to be heard before somebody does it again: a rule, or a way that failed."""
    return isinstance(hit, Hit) and (hit.kind == "rule" or hit.outcome == "failed")
