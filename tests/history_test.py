# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""Which test classes count as new or changed."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bin"))
from gate import history

HOUR = 3600
TEST = "package p;\n\nimport q.Some;\n\nclass {} {{\n" + "  // many lines\n" * 20 + "}}\n"


class HistoryTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "checkout"
        self.root.mkdir()
        self.git("init", "-q")
        self.write("a/OldTest.java", TEST.format("OldTest"))
        self.commit(hour=0)

    def git(self, *words, hour=0):
        dates = {f"GIT_{who}_DATE": f"{1_700_000_000 + hour * HOUR} +1400" for who in ("AUTHOR", "COMMITTER")}
        names = ["-c", "user.name=me", "-c", "user.email=me@example.org"]
        subprocess.run(
            ["git", "-C", self.root, *names, *words], env={**os.environ, **dates}, check=True, stdout=subprocess.DEVNULL
        )

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def commit(self, hour):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "Change", hour=hour)

    def changed(self):
        past = history.read(self.root)
        self.assertEqual(past.problem, "")
        return sorted(past.changed)

    def test_class_is_changed_for_a_day_of_commits(self):
        self.assertEqual(self.changed(), ["a/OldTest.java"])
        self.write("a/b c/NewTest.java", "class NewTest {}\n")
        self.write("a/Fixture.java", "class Fixture {}\n")
        self.commit(hour=23)
        self.assertEqual(self.changed(), ["a/OldTest.java", "a/b c/NewTest.java"])
        self.commit(hour=24)
        self.assertEqual(self.changed(), ["a/b c/NewTest.java"])
        self.commit(hour=47)
        self.assertEqual(self.changed(), [])

    def test_commit_and_its_date_are_known(self):
        past = history.read(self.root)
        self.assertRegex(past.commit, "^[0-9a-f]{12}$")
        self.assertEqual(past.date.isoformat(), "2023-11-14")

    def test_class_that_only_moved_is_not_changed(self):
        self.commit(hour=30)
        self.git("mv", "a/OldTest.java", "OldTest.java")
        self.commit(hour=31)
        self.write("b/FarTest.java", TEST.format("FarTest").replace("package p", "package p.q"))
        (self.root / "OldTest.java").unlink()
        self.commit(hour=32)
        self.assertEqual(self.changed(), [])

    def test_class_that_moved_and_changed_is_changed(self):
        self.commit(hour=30)
        self.write("b/OldTest.java", TEST.format("OldTest").replace("many lines", "one line less", 1))
        (self.root / "a/OldTest.java").unlink()
        self.commit(hour=31)
        self.assertEqual(self.changed(), ["b/OldTest.java"])
        self.git("mv", "b/OldTest.java", "b/LaterTest.java")
        self.commit(hour=32)
        self.assertEqual(self.changed(), ["b/LaterTest.java"])
        self.git("rm", "-q", "b/LaterTest.java")
        self.commit(hour=33)
        self.assertEqual(self.changed(), [])

    def test_older_commit_that_was_merged_does_not_count(self):
        self.git("checkout", "-q", "-b", "side")
        self.write("a/SideTest.java", "class SideTest {}\n")
        self.commit(hour=1)
        self.git("checkout", "-q", "-")
        self.commit(hour=30)
        self.git("merge", "-q", "--no-ff", "-m", "Merge", "side", hour=31)
        self.assertEqual(self.changed(), [])

    def test_nothing_is_changed_where_history_does_not_say(self):
        self.commit(hour=1)
        shallow = self.root.parent / "shallow"
        subprocess.run(["git", "clone", "-q", "--depth", "1", self.root.as_uri(), shallow], check=True)
        self.write("inner/XTest.java", "class XTest {}\n")
        for root, problem in (
            (shallow, "a shallow clone does not say what is new"),
            (self.root / "inner", "inner is a folder in another checkout"),
            (self.root.parent, "not a git repository"),
        ):
            past = history.read(root)
            self.assertEqual(past.changed, frozenset())
            self.assertIn(problem, past.problem)


if __name__ == "__main__":
    unittest.main()
