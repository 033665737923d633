"""The words of a pasted issue that belong to its form."""

from backstory.code.index.issue_form import list_form_words

ISSUE = """Completion of flags is lost

### Preflight checklist
- [x] I have searched the issues
- [ ] I use powershell

**What happened?**
The completion does not list flags.
<!-- tell us more -->
"""


def test_headings_boxes_and_comments_are_the_form() -> None:
    words = list_form_words(ISSUE)
    assert {"searched", "powershell", "happened", "tell", "preflight"} <= words
    assert not {"completion", "flags", "list", "lost"} & words


def test_a_word_that_the_person_uses_too_is_none_of_the_form() -> None:
    assert "issues" not in list_form_words(ISSUE + "Two issues are open.\n")


def test_what_has_no_form() -> None:
    assert list_form_words("### one line") == list_form_words("two\nlines") == frozenset()
    assert list_form_words("`a[0]`\nfails") == frozenset()
