"""What part a path plays."""

import pytest

from backstory.code.read.roles import role_of, stands_as_test, stem_of


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("src/db/pool.py", "code"),
        ("tests/db/test_pool.py", "test"),
        ("src/pool.test.ts", "test"),
        ("index.test-d.ts", "test"),
        ("index.d.ts", "code"),
        ("pkg/pool_test.go", "test"),
        ("src/test/java/a/PoolTest.java", "test"),
        ("src/main/java/org/samples/demo/Pool.java", "code"),
        ("docs/index.md", "doc"),
        ("README.md", "doc"),
        ("examples/a.py", "example"),
        ("vendor/x/y.go", "vendored"),
        ("a/jquery.min.js", "generated"),
        ("app/migrations/0001_initial.py", "migration"),
        ("pyproject.toml", "config"),
        ("uv.lock", "generated"),
        ("app/mix.lock", "generated"),
        ("pubspec.lock", "generated"),
        ("Sources/Package.resolved", "generated"),
        ("src/mylock.json", "config"),
        ("a/logo.png", "other"),
        ("t/t0001-init.sh", "test"),
        ("Src/Json.Tests/JsonTests.cs", "test"),
        ("src/latest.py", "code"),
        ("src/contest/run.py", "code"),
        ("src/latest_run.py", "code"),
        ("okio/src/jvmTest/kotlin/A.kt", "test"),
        ("spec/pool_spec.rb", "test"),
        ("src/commons/lang/Pool.java", "code"),
    ],
)
def test_role(path: str, role: str) -> None:
    assert role_of(path) == role


@pytest.mark.parametrize(
    ("path", "stem"),
    [
        ("src/db/pool.py", "pool"),
        ("tests/test_pool.py", "pool"),
        ("a/PoolTest.java", "pool"),
        ("db/__init__.py", "db"),
        ("x/pool.test.ts", "pool"),
        ("a/pool_test.go", "pool"),
        ("spec/pool_spec.rb", "pool"),
        ("t/t0001-init.sh", "init"),
        ("src/sync/mod.rs", "sync"),
        ("crates/pool/src/lib.rs", "pool"),
        ("src/lib.rs", "lib"),
        ("packages/pool/src/index.ts", "pool"),
        ("main.py", "main"),
    ],
)
def test_code_and_its_test_share_a_stem(path: str, stem: str) -> None:
    assert stem_of(path, role_of(path)) == stem


@pytest.mark.parametrize(
    ("path", "code", "does"),
    [
        ("tests/test_pool.py", "src/db/pool.py", True),
        ("src/test/java/org/shop/CartTest.java", "src/main/java/org/shop/Cart.java", True),
        ("test/router.js", "lib/router.js", True),
        ("test/unit/db/pool.js", "lib/db/pool.js", True),
        ("tests/test_apps/cliapp/app.py", "src/flask/app.py", False),
        ("spec/fixtures/plugin/site.rb", "lib/site.rb", False),
        ("tests/bracket.test", "src/Hint/Bracket.hs", True),
        ("assets/logos/pool_test.png", "lib/pool.dart", False),
        ("tests/pool.json", "lib/pool.js", False),
    ],
)
def test_material_of_tests_is_no_test(path: str, code: str, does: bool) -> None:
    assert stands_as_test(path, code) is does
