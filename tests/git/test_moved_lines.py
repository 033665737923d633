"""Where a commit took a line from."""

from backstory.git.moved_lines import Source, source_of

SPLIT = """\
diff --git a/old.py b/old.py
--- a/old.py
+++ b/old.py
@@ -10,3 +9,0 @@
-def acquire(timeout):
-    return pool.connection
-    # nothing else is done here
diff --git a/new.py b/new.py
--- /dev/null
+++ b/new.py
@@ -0,0 +1,4 @@
+import os
+def acquire(timeout):
+    return pool.connection
+    # nothing else is done here
"""


def test_a_line_that_went_and_came_with_its_neighbours_was_moved() -> None:
    assert source_of(SPLIT, "new.py", 3, "    return pool.connection") == Source("old.py", 11)


def test_what_only_came_was_not() -> None:
    assert source_of(SPLIT, "new.py", 1, "import os") is None


def test_a_short_line_without_neighbours_is_not_taken_for_moved() -> None:
    diff = SPLIT.replace("+def acquire(timeout):\n", "+x = 1\n").replace("+    # nothing else is done here\n", "+y\n")
    assert source_of(diff, "new.py", 3, "    return pool.connection") is None


def test_within_a_file_more_has_to_have_come_along() -> None:
    within = SPLIT.replace("new.py", "old.py")
    assert source_of(within, "old.py", 3, "    return pool.connection") is None
    line = "    connection = self.pool.acquire(timeout=self.timeout)" * 2
    diff = f"diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -4 +3,0 @@\n-{line}\n@@ -8,0 +8 @@\n+{line}\n"
    assert source_of(diff, "a", 8, line) == Source("a", 4)


def test_the_place_with_most_neighbours_wins() -> None:
    alone = "@@ -2 +1,0 @@\n-    return pool.connection\n"
    twice = SPLIT.replace("@@ -10,3 +9,0 @@\n", f"{alone}@@ -10,3 +8,0 @@\n")
    assert source_of(twice, "new.py", 3, "    return pool.connection") == Source("old.py", 11)


def test_a_removed_line_that_looks_like_a_header_is_none() -> None:
    line = "the very long line that was moved far away from here"
    diff = f"diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +0,0 @@\n--- a/evil\n-    {line}\n"
    diff += f"diff --git a/b b/b\n--- a/b\n+++ b/b\n@@ -0,0 +1 @@\n+    {line}\n"
    assert source_of(diff, "b", 1, line) == Source("a", 2)
