"""What bounds a rule stays with it, wherever it stands in the sentence: without it, it is another rule."""

import pytest

from backstory.capture.prompts import read_prompt


def list_rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    ("prompt", "bound", "order"),
    [
        (("Except on my own forks, never force push, because somebody always loses a day over it and then I am the "
         "one who has to explain it to the whole team."), "Except on my own forks", "never force push"),
        ("On the build box, and only there, never clear the cache folder.", "On the build box, and only there",
         "never clear the cache"),
        ("In the demo config, not in the shipped one, always set verbose to true.", "In the demo config, not in",
         "always set verbose"),
        (("On macOS, where the disk folds cases and half of the people here have never heard of that, never rename a "
         "file by its case alone, go through a second name."), "On macOS", "never rename a file"),
        (("Please note that, save where agreed with the legal department in writing, no names of patients shall be "
         "written to any report, mail or trace, whatever the level that is configured."), "save where agreed",
         "no names of patients"),
        (("so look, yesterday the people from sales came by and they were not amused, anyway except for the vendored "
         "folder where Olga has her own way, never reformat a file that you do not change, it just wrecks the blame "
         "and people come to me"), "except for the vendored folder", "never reformat a file"),
    ],
)  # fmt: skip
def test_a_condition_in_front_stays(prompt: str, bound: str, order: str) -> None:
    rules = [one for one in list_rules(prompt) if order in one]
    assert rules, list_rules(prompt)
    assert all(bound in one for one in rules), rules


@pytest.mark.parametrize(
    ("prompt", "bound", "order"),
    [
        (("Never drop a column, that always ends in a long night for me and for whoever else is on call that week, "
         "honestly each time so far, unless nobody has read it for a year."), "unless nobody has read it",
         "Never drop a column"),
        (("Also was mir hier wirklich wichtig ist, und da bin ich schon oft reingefallen, bitte niemals die "
         "Lockdatei von Hand ändern, außer es ist ein Konflikt beim Rebase, denn sonst passt nichts mehr zusammen "
         "und alles steht."), "außer es ist ein Konflikt", "niemals die Lockdatei"),
        (("Alors écoute, pour les images, je préfère être clair parce qu'on a eu des soucis l'an dernier, n'ajoute "
         "jamais de fichier binaire au dépôt, sauf pour les icônes du site qui ne changent pas, là ça va"),
         "sauf pour les icônes", "n'ajoute jamais de fichier"),
        (("right so the thing with the snapshots, and we burned ourselves with it in spring, you never delete a "
         "snapshot, I mean it, the cleanup is a real mess every time, unless it is older than a full year, in which "
         "case please do"), "unless it is older", "you never delete a snapshot"),
    ],
)  # fmt: skip
def test_an_exception_behind_stays(prompt: str, bound: str, order: str) -> None:
    rules = [one for one in list_rules(prompt) if order in one]
    assert rules, list_rules(prompt)
    assert all(bound in one for one in rules), rules


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        (("what I really do not want, and I have told this to every freelancer that ever sat down at a desk here, "
         "usually on the very first morning over tea, is that anyone edits the generated clients under src/api"),
         "what I really do not want"),
        (("I don't think we should never use globals, that's what the old handbook says and it is far too strict, but "
         "always put them behind the registry in src/state.py so that we can reset them in the tests"),
         "I don't think we should never use globals"),
        (("You don't have to ask me before you add a helper, I never say no to a helper, but ask me before you remove "
         "one, even if it looks unused, they often serve a script that nobody remembers any more."), "a helper"),
    ],
)  # fmt: skip
def test_a_negation_or_a_noun_far_from_the_order_stays(prompt: str, words: str) -> None:
    rules = list_rules(prompt)
    assert rules
    assert all(words in one for one in rules), rules


def test_a_bare_reach_is_shown_with_its_order() -> None:
    rules = list_rules(
        "So, in general, and that holds for everything in this project, please do not only add a type for a new "
        "message but also one sample that goes through the real parser, since the last outages all came from there"
    )
    assert rules
    assert all("one sample that goes through" in one for one in rules), rules


@pytest.mark.parametrize(
    ("prompt", "scope"),
    [
        ("No inline styles. That goes for the admin pages only.", "admin pages only"),
        ("Never use recursion. That applies only to the parser.", "only to the parser"),
        ("Two things about the desktop client only. No threads there. And every path goes through resolve().",
         "the desktop client only"),
    ],
)  # fmt: skip
def test_a_scope_in_the_sentence_beside_a_rule_is_joined(prompt: str, scope: str) -> None:
    found = read_prompt(prompt)
    rules = [one.text for one in found if one.kind == "rule"]
    assert rules
    assert all(scope in one for one in rules), rules
    assert all(one.kind == "rule" for one in found), found


def test_a_list_keeps_its_first_point_and_a_reason_its_end() -> None:
    (rule,) = list_rules(
        "I want you to write alerts for the people who read them, which are drivers and not developers by the way, so "
        "no codes, no hashes and no latin words in them, except in the journal where I want all of that."
    )
    assert rule.startswith("no codes, no hashes")
    (asked,) = read_prompt(
        "I'd rather you asked me ten silly questions than that you guess once what a column in the tax tables means, "
        "because guessing is how we ended up filing twice in May and that was no fun for anybody here"
    )
    assert not asked.why.endswith("is how")


def test_a_story_before_a_rule_is_still_left_out() -> None:
    rules = list_rules(
        "good. by the way when I start the server it just sits there and waits and then dies because I have a "
        "keyring on this machine and your script asks it, so from now on it's NO_KEYRING=1 make serve and you do it "
        "the same way otherwise we see different things"
    )
    assert rules
    assert not any("just sits there" in one for one in rules), rules
