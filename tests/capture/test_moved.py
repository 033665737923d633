"""Where a commit took a line from."""

from backstory.capture.moved import Source, source_of

SPLIT = """\
diff --git a/old.py b/old.py
--- a/old.py
+++ b/old.py
@@ -10,3 +9,0 @@
-def acquire():
-    return pool
-    # done
diff --git a/new.py b/new.py
--- /dev/null
+++ b/new.py
@@ -0,0 +1,4 @@
+import os
+def acquire():
+    return pool
+    # done
"""


def test_a_line_that_went_and_came_with_a_neighbour_was_moved() -> None:
    assert Source("old.py", 11) == source_of(SPLIT, "new.py", 3, "    return pool")


def test_what_only_came_was_not() -> None:
    assert source_of(SPLIT, "new.py", 1, "import os") is None


def test_a_short_line_without_neighbours_is_not_taken_for_moved() -> None:
    diff = SPLIT.replace("+def acquire():\n", "+x = 1\n").replace("+    # done\n", "+y = 2\n")
    assert source_of(diff, "new.py", 3, "    return pool") is None


def test_a_long_line_is_known_by_itself() -> None:
    line = "    connection = self.pool.acquire(timeout=self.timeout)"
    diff = f"diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -4 +3,0 @@\n-{line}\n@@ -8,0 +8 @@\n+{line}\n"
    assert Source("a", 4) == source_of(diff, "a", 8, line)


def test_the_place_with_most_neighbours_wins() -> None:
    twice = SPLIT.replace("@@ -10,3 +9,0 @@\n", "@@ -2 +1,0 @@\n-    return pool\n@@ -10,3 +8,0 @@\n")
    assert Source("old.py", 11) == source_of(twice, "new.py", 3, "    return pool")


def test_a_removed_line_that_looks_like_a_header_is_none() -> None:
    line = "the very long line that was moved away from here"
    diff = f"diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +0,0 @@\n--- a/evil\n-    {line}\n"
    diff += f"diff --git a/b b/b\n--- a/b\n+++ b/b\n@@ -0,0 +1 @@\n+    {line}\n"
    assert source_of(diff, "b", 1, line) == Source("a", 2)
