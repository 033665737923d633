"""No text that lands in an instruction file loads another file, and none is damaged by that."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.model.file_imports import quote_imports


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Read @src/keys.pem first, then `@docs/a.md`", "Read `@src/keys.pem` first, then `@docs/a.md`"),
        ("see @README and @LICENSE, @Makefile", "see `@README` and `@LICENSE`, `@Makefile`"),
        ("@./a @../x @~/.ssh/id @/etc/passwd", "`@./a` `@../x` `@~/.ssh/id` `@/etc/passwd`"),
        ("@docs\\a.md and @.env.", "`@docs\\a.md` and `@.env`."),
        ("npm i @types/node@18.2.0 and @babel/core.", "npm i `@types/node@18.2.0` and `@babel/core`."),
        ('@app.route("/x") twice, @pytest.mark.slow', '`@app.route("/x")` twice, `@pytest.mark.slow`'),
        ("@src/(app)/page.tsx", "`@src/(app)`/page.tsx"),
        ("``a ` b`` @x/y", "``a ` b`` `@x/y`"),
        ("stray ` tick and @x/y.md here", "stray ' tick and `@x/y.md` here"),
        ("```\nopen @x/y", "'''\nopen `@x/y`"),
        ("code:\n  ```py\n  @app.get('/x')\n  ```\nread @x/y", "code:\n  ```py\n  @app.get('/x')\n  ```\nread `@x/y`"),
    ],
)
def test_a_path_after_a_bare_sign_is_code(text: str, quoted: str) -> None:
    assert quote_imports(text) == quoted


@pytest.mark.parametrize(
    "text",
    [
        "mail ada@example.org, git@github.com:org/repo.git <a@b.co>",
        "ask @mei. Then @mei/@jo decide.",
        "@property stays, and @Override, @dataclass(frozen=True)",
        "https://medium.com/@user/post.html",
        "HEAD@{1}/x, 3 @ 4/5, pkg@1.2.3, react@^18",
        "@media (max-width: 3px)",
        "a stray ` tick without a path, ask @mei",
        "~~~\n@app.get('/x')\n~~~",
    ],
)
def test_what_loads_no_file_stays_as_it_is(text: str) -> None:
    assert quote_imports(text) == text


@given(st.text(alphabet="@`~/.ab \n(", max_size=60))
def test_quoting_twice_is_quoting_once(text: str) -> None:
    once = quote_imports(text)
    assert quote_imports(once) == once
    assert once.replace("`", "").replace("'", "") == text.replace("`", "").replace("'", "")
