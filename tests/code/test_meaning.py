"""Looking for files by what a sentence means, over a small real repository."""

import os
import subprocess
from pathlib import Path

import pytest
from testing.repositories import Repo

from backstory.code.index.file_table import FileTable
from backstory.code.index.goal import is_plain, parse_goal, stop_share
from backstory.code.index.meaning import Meaning, find_meaning
from backstory.code.index.related_words import find_concepts
from backstory.code.index.store import CodeIndex
from backstory.code.reason_words import has_own_words
from backstory.code.relevance import rank_files
from backstory.git.repository import Git

ENVIRON = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
FILES = {
    "player/sleep_timer.py": "class SleepTimer:\n    def stop(self):\n        self.player.pause()\n",
    "player/player.py": "class Player:\n    def pause(self):\n        '''Stop, stop.'''\n    def play(self): ...\n",
    "store/prune.py": "def prune(episodes):\n    for episode in episodes:\n        episode.delete()\n",
    "store/thumbnails.py": "def scale(image, width):\n    return image.resize(width)\n",
    "store/episode.py": "class Episode:\n    def delete(self): ...\n    def title(self): ...\n",
    "net/guard.py": "def admit(caller):\n    return caller.count < 10\n",
    "net/line.py": "class Line:\n    def cut(self): ...\n",
    "tests/test_line.py": "def test_nobody_gets_through_at_midnight():\n    assert Line().cut()\n",
    "tests/test_sleep_timer.py": "def test_sleep_timer_stops():\n    assert SleepTimer().stop()\n",
}
MESSAGES = {"net/guard.py": "throttle callers that ask too frequently"}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> CodeIndex:
    root = tmp_path_factory.mktemp("player")
    subprocess.run(["git", "init", "-q", "-b", "main", root], env=ENVIRON, check=True)
    git = Git(str(root), ENVIRON)
    for key, value in (("user.name", "Ada"), ("user.email", "ada@example.org"), ("commit.gpgsign", "false")):
        git.run("config", key, value)
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
        git.run("add", "-A")
        git.run("commit", "-q", "--no-verify", "-m", MESSAGES.get(name, "add a file"))
    opened = CodeIndex.open(str(root / ".git" / "code.db"))
    opened.refresh(str(root), git)
    return opened


def meaning_of(index: CodeIndex, sentence: str) -> tuple[FileTable, Meaning]:
    table = FileTable(index)
    return table, find_meaning(table, sentence, parse_goal(sentence).terms)


@pytest.mark.parametrize(
    ("goal", "first"),
    [
        ("it should stop when I fall asleep", "player/sleep_timer.py"),
        ("throw away what is no longer needed", "store/prune.py"),
        ("make the pictures smaller", "store/thumbnails.py"),
        ("why does it ask us too often", "net/guard.py"),
    ],
)
def test_a_sentence_is_found_by_what_code_calls_the_things_it_names(index: CodeIndex, goal: str, first: str) -> None:
    ranked = rank_files(index, goal, symbols=1).files

    assert ranked[0].path == first
    assert any(name.startswith("meant") for name in ranked[0].why)
    assert abs(sum(ranked[0].why.values()) - ranked[0].score) < 0.01


def test_a_few_plain_words_are_found_by_what_they_mean_where_that_is_surer(index: CodeIndex) -> None:
    assert rank_files(index, "smaller pictures").files[0].path == "store/thumbnails.py"
    assert "meant text" in rank_files(index, "smaller pictures").files[0].why
    for goal in ("fix: smaller pictures", "Smaller Pictures", "smaller pictures (#12)", "smaller `pictures`"):
        assert not is_plain(parse_goal(goal))
        assert not any(name.startswith("meant") for each in rank_files(index, goal).files for name in each.why)


def test_a_few_plain_words_are_found_where_they_stand_and_by_what_they_mean(index: CodeIndex) -> None:
    ranked = rank_files(index, "scale pictures").files
    shares = {each.path: each.why for each in ranked}

    assert ranked[0].path == "store/thumbnails.py"
    assert all(abs(sum(each.why.values()) - each.score) < 0.01 for each in ranked)
    assert all("both rankings" in why for why in shares.values())


def test_a_sentence_with_the_projects_own_terms_is_found_by_them_as_well(repo: Repo, tmp_path: Path) -> None:
    named = "def close_it(export_window):\n    # Leave the export window where it is.\n    return export_window\n"
    meant = "def delete_image(image):\n    return prune(image)\n"
    others = {f"src/m{number}.py": f"def call_{number}():\n    pass\n" for number in range(9)}
    repo.commit("first", **{"src/frames.py": named, "src/delete.py": meant, **others})
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(repo.root), Git(str(repo.root), ENVIRON))

    def ranked_by(goal: str) -> tuple[str, bool]:
        first = rank_files(index, goal).files[0]
        return first.path, "both rankings" in first.why

    assert ranked_by("it should not throw away my export window") == ("src/frames.py", True)
    assert ranked_by("it should not throw away my pictures") == ("src/delete.py", False)


def test_a_long_sentence_is_found_by_its_own_words_as_well(index: CodeIndex) -> None:
    short = "why does it ask us too often"
    long = f"{short} whenever callers reach midnight before episode titles arrive"

    assert "both rankings" not in rank_files(index, short).files[0].why
    assert "both rankings" in rank_files(index, long).files[0].why


def test_of_files_with_the_same_words_one_with_them_in_one_definition_comes_first(repo: Repo, tmp_path: Path) -> None:
    apart = "def first(window):\n    return window.bird\n\n\ndef second(tree):\n    return tree.cat\n"
    together = "def first(window):\n    return window.cat\n\n\ndef second(tree):\n    return tree.bird\n"
    others = {f"src/m{number}.py": f"def call_{number}():\n    pass\n" for number in range(9)}
    repo.commit("first", **{"src/apart.py": apart, "src/together.py": together, **others})
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(repo.root), Git(str(repo.root), ENVIRON))
    first, second = rank_files(index, "why is there a cat at my window").files[:2]

    assert (first.path, second.path) == ("src/together.py", "src/apart.py")
    assert first.why["meant definition"] > second.why["meant definition"] > 0


def test_related_words_do_not_displace_the_goals_own(repo: Repo, tmp_path: Path) -> None:
    codes = "class Status:\n    def status_of(self, status):\n        return status\n" * 9
    download = "def download(url):\n    progress = show(url)\n    progress.bar(0)\n"
    others = {f"src/m{number}.py": f"def call_{number}():\n    return bar\n" for number in range(9)}
    repo.commit("first", **{"src/status.py": codes, "src/client.py": download, **others})
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(repo.root), Git(str(repo.root), ENVIRON))
    ranked = rank_files(index, "progress bar").files

    assert {each.path for each in ranked[:2]} == {"src/client.py", "src/status.py"}
    assert all(each.certainty != "likely" for each in ranked)


def test_a_file_with_related_words_alone_must_stand_out_most(repo: Repo, tmp_path: Path) -> None:
    prune = "def prune(tree):\n    return prune(tree)\n"
    near = {f"src/m{number}.py": "def call(tree):\n    return delete(tree)\n" for number in range(4)}
    repo.commit("first", **{"src/prune.py": prune, **near})
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(repo.root), Git(str(repo.root), ENVIRON))

    def judge(goal: str) -> tuple[str, str]:
        first = rank_files(index, goal).files[0]
        return first.path, first.certainty

    assert judge("how do I throw away what is there") == ("src/prune.py", "possible")
    assert judge("how do I throw away what is in the tree so I can prune it") == ("src/prune.py", "likely")


def test_a_concept_counts_by_the_best_of_its_words(index: CodeIndex) -> None:
    alone, _ = find_meaning(FileTable(index), "", ["prune"]), None
    table, meaning = meaning_of(index, "throw away")
    (phrase,) = (concept for concept in meaning.concepts if concept.written == "throw away")
    pruning = next(id_ for id_, file in table.files.items() if file.path == "store/prune.py")

    assert {"prune", "delete"} <= phrase.words.keys()
    assert max(alone.signals["meant symbols"].values()) > meaning.signals["meant symbols"][pruning] / 2 > 0


def test_only_the_name_of_a_file_counts_not_its_folders(index: CodeIndex) -> None:
    table, meaning = meaning_of(index, "the player")

    assert {table.files[id_].path for id_ in meaning.signals["meant name"]} == {"player/player.py"}


def test_the_first_line_of_a_commit_counts_for_its_files(index: CodeIndex) -> None:
    table, meaning = meaning_of(index, "it is too often")

    assert {table.files[id_].path for id_ in meaning.signals["meant history"]} == {"net/guard.py"}


def test_what_a_test_says_counts_for_the_file_that_it_tests(index: CodeIndex) -> None:
    ranked = rank_files(index, "why do I not get through at midnight", roles=frozenset(["code"])).files

    assert ranked[0].path == "net/line.py"
    assert ranked[0].why["meant tests"] > 0
    assert ranked[0].reason == "a test of it fits the goal"


def test_words_that_are_nowhere_mean_nothing(index: CodeIndex) -> None:
    _, meaning = meaning_of(index, "the zebra and the gnu")

    assert not any(meaning.signals.values())
    assert rank_files(index, "the zebra and the gnu").files == []


def test_the_reason_says_what_the_goal_calls_a_word(index: CodeIndex) -> None:
    best = rank_files(index, "it should stop when I fall asleep", symbols=1).files[0]

    assert "`stop`" in best.reason and "`sleep` (asleep)" in best.reason
    assert (best.symbol, best.line) == ("SleepTimer.stop", 2)


@pytest.mark.parametrize(
    ("text", "is_own"),
    [("stop sleep", False), ("stop falling, bird", True), ("nonstop falling", False), ("bird", False), ("", False)],
)
def test_a_file_with_one_of_the_goals_own_words_has_only_related_ones(text: str, is_own: bool) -> None:
    goal = "it should stop when I fall asleep like a bird"
    concepts = find_concepts(goal, parse_goal(goal).terms)

    assert has_own_words(text.encode(), text.lower().encode(), concepts) is is_own
    assert has_own_words(b"Bird", b"bird", find_concepts("a bird", ["bird"]))
    assert not has_own_words(b"profile", b"profile", find_concepts("about me", []))


@pytest.mark.parametrize(
    ("goal", "path", "reason"),
    [
        ("throw away what is no longer needed", "store/prune.py", "has `prune` (throw away)"),
        ("it should stop when I fall asleep", "player/sleep_timer.py", "has `sleep` (asleep) and `stop`"),
        ("it should stop when I fall asleep", "player/player.py", "has `stop`"),
    ],
)
def test_of_the_words_in_a_file_those_in_its_name_come_first(
    index: CodeIndex, goal: str, path: str, reason: str
) -> None:
    ranked = rank_files(index, goal, named=9).files

    assert next(each.reason for each in ranked if each.path == path).startswith(reason)


@pytest.mark.parametrize(
    ("goal", "is_sentence"),
    [
        ("where are passwords checked", True),
        ("it should stop when I fall asleep", True),
        ("Add retries to webhooks", False),
        ("the title of `Episode.title` is too long", False),
        ("is the total in shop/cart.py wrong", False),
        ("cart: it is wrong when it is empty", False),
        ("Fix what is wrong when it is empty", False),
        ("the colours of the page look wrong", True),
        ("colours of an old start page", False),
        ("", False),
        ("is it " * 40 + " ".join(f"word{'abcdefghijklmnop'[n]}" for n in range(16)), False),
    ],
)
def test_short_sentences_without_code_are_told_by_their_stop_words(goal: str, is_sentence: bool) -> None:
    assert (stop_share(parse_goal(goal)) >= 1 / 3) is is_sentence
