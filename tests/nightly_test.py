# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""What bin/nightly does with suites that are short scripts."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bin"))
loader = importlib.machinery.SourceFileLoader("nightly", str(ROOT / "bin/nightly"))
nightly = importlib.util.module_from_spec(importlib.util.spec_from_loader("nightly", loader))
loader.exec_module(nightly)
from gate import counts, record, signals, suites

PASSED = "FLAKY p.ATest#it: it passes alone, and line 2 names it\n7 passed, 0 failed, 1 skipped"


class NightlyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "docs/measurements").mkdir(parents=True)
        (self.root / ".gitignore").write_text("target/\n")
        self.git("init", "-q")
        self.commit()
        # The names of real suites, since --only knows these.
        self.suites = [
            self.suite("fresh", f"echo '{PASSED}'"),
            self.suite("tagged", "echo broken; exit 3"),
            self.suite("fuzz", "echo done"),
        ]

    def git(self, *words):
        command = ["git", "-C", self.root, "-c", "user.name=me", "-c", "user.email=me@example.org", *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "Change")

    def suite(self, name, script, minutes=1):
        return suites.Suite(name, ("sh", "-c", f"echo {name} >>target/ran; {script}"), minutes, 42)

    def run_nightly(self, *arguments):
        """Returns whether all passed, the suites that ran, and what was printed."""
        (self.root / "target").mkdir(exist_ok=True)
        (self.root / "target/ran").write_text("")
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            passed = nightly.nightly(self.root, self.suites, nightly.parse(arguments), signals.Signals())
        return passed, (self.root / "target/ran").read_text().split(), out.getvalue()

    def lines(self):
        file = self.root / f"target/nightly/{self.git('rev-parse', 'HEAD')}.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()]

    def test_suites_run_after_a_failure_and_leave_logs_and_lines(self):
        passed, ran, text = self.run_nightly()
        self.assertFalse(passed)
        self.assertEqual(ran, ["fresh", "tagged", "fuzz"])
        self.assertIn("    broken\n", text)
        self.assertEqual(text.splitlines()[-1], "2 suites passed, 1 failed: tagged")
        self.assertEqual((self.root / "target/nightly/tagged.log").read_text(), "broken\n")
        fresh, tagged, fuzz = self.lines()
        self.assertGreaterEqual(fresh.pop("seconds"), 0)
        self.assertRegex(fresh.pop("start"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$")
        commit = self.git("rev-parse", "HEAD")
        self.assertEqual(
            fresh,
            {
                "suite": "fresh",
                "commit": commit,
                "seed": 42,
                "result": "passed",
                "tests": 7,
                "failures": 0,
                "flaky": ["p.ATest#it"],
            },
        )
        self.assertEqual((tagged["result"], tagged["tests"]), ("failed", None))
        self.assertEqual(fuzz["result"], "passed")

    def test_suite_that_does_not_start_fails_and_others_run(self):
        self.suites[0] = suites.Suite("fresh", ("./gone",), 1)
        passed, ran, text = self.run_nightly()
        self.assertFalse(passed)
        self.assertEqual(ran, ["tagged", "fuzz"])
        self.assertIn("    ./gone does not start: ", text)

    def test_suite_that_takes_too_long_is_ended_with_what_it_started(self):
        self.suites = [self.suite("fresh", "sleep 300 & echo $! >target/child; wait", minutes=0.02)]
        passed, _, _ = self.run_nightly()
        self.assertFalse(passed)
        self.assertEqual(self.lines()[0]["result"], "timed out")
        self.assert_ended((self.root / "target/child").read_text())

    def assert_ended(self, number):
        end = time.monotonic() + 30
        while pathlib.Path(f"/proc/{number.strip()}/cmdline").exists() and time.monotonic() < end:
            if not pathlib.Path(f"/proc/{number.strip()}/cmdline").read_bytes():
                return  # a zombie that nobody waits for
            time.sleep(0.02)
        self.assertLess(time.monotonic(), end)

    def test_signal_ends_the_suite(self):
        self.suites = [self.suite("fresh", "sleep 300 & echo $! >target/child; wait")]
        (self.root / "target").mkdir()
        child = self.root / "target/child"
        program = os.fork()
        if program == 0:
            with mock.patch.object(nightly, "ROOT", self.root), mock.patch.object(sys, "argv", ["bin/nightly"]):
                with mock.patch.object(suites, "all_suites", lambda *_: self.suites), open(os.devnull, "w") as out:
                    with contextlib.redirect_stdout(out):
                        os._exit(nightly.main())
        while not (child.exists() and child.read_text().endswith("\n")):
            time.sleep(0.02)
        os.kill(program, signal.SIGTERM)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]), 128 + signal.SIGTERM)
        self.assert_ended(child.read_text())
        self.assertEqual(list(self.root.glob("target/nightly/*.jsonl")), [])

    def test_resume_skips_suites_that_passed_at_this_commit(self):
        self.run_nightly()
        self.assertEqual(self.run_nightly("--resume")[1], ["tagged"])
        self.suites[1] = self.suite("tagged", "true")
        self.assertEqual(self.run_nightly("--resume")[1], ["tagged"])
        self.assertEqual(self.run_nightly("--resume")[:2], (True, []))
        self.commit()
        self.assertEqual(len(self.run_nightly("--resume")[1]), 3)

    def test_resume_skips_nothing_with_changes_that_no_commit_has(self):
        self.run_nightly()
        (self.root / "New.java").touch()
        passed, ran, text = self.run_nightly("--resume")
        self.assertEqual(len(ran), 3)
        self.assertIn("--resume skips nothing", text)

    def test_only_runs_these_suites(self):
        self.assertEqual(self.run_nightly("--only", "fuzz,fresh")[:2], (True, ["fresh", "fuzz"]))
        for wrong in (["--only", "fresh,none"], ["--times", "0"], ["--times", "x"], ["fresh"]):
            with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit):
                nightly.parse(wrong)

    def test_changed_runs_the_suites_that_a_change_touches(self):
        first = self.git("rev-parse", "HEAD")
        (self.root / "hail-fuzz").mkdir()
        (self.root / "hail-fuzz/New.java").touch()
        self.assertEqual(self.run_nightly("--changed", first)[:2], (True, ["fuzz"]))
        self.commit()
        self.assertEqual(self.run_nightly("--changed", first)[1], ["fuzz"])
        self.assertEqual(self.run_nightly("--changed", "HEAD")[:2], (True, []))
        (self.root / "hail-format").mkdir()
        (self.root / "hail-format/Moved.java").write_text("x\n" * 50)
        self.commit()
        self.git("mv", "hail-format/Moved.java", "Moved.md")
        self.commit()
        self.assertEqual(len(self.run_nightly("--changed", "HEAD~1")[1]), 3)

    def test_every_path_has_suites_that_exist(self):
        for pattern, names in suites.TOUCHED:
            self.assertLessEqual(set(names), set(suites.NAMES), pattern)
        self.assertEqual(suites.touched_by(["docs/joins.md", "README.md"]), set())
        self.assertEqual(suites.touched_by(["docs/joins.md", "hail-hdfs-tests/run.py"]), {"hdfs"})
        self.assertEqual(suites.touched_by(["pom.xml"]), set(suites.NAMES))
        self.assertEqual(suites.touched_by(["hail-new/X.java"]), set(suites.NAMES))

    def test_times_makes_random_suites_longer(self):
        once = {suite.name: suite for suite in suites.all_suites(1, 7)}
        longer = {suite.name: suite for suite in suites.all_suites(3, 7)}
        changed = [name for name in once if once[name].command != longer[name].command]
        self.assertEqual(changed, ["system", "stress", "fuzz", "native-fuzz"])
        for name in changed:
            self.assertGreater(longer[name].minutes, once[name].minutes)
        self.assertEqual(longer["fuzz"].command, ("bin/test", "--fuzz", "6"))

    def test_help_of_bin_test_names_every_suite(self):
        usage = (ROOT / "bin/test").read_text().partition("set -euo")[0].replace("\n#", "")
        self.assertIn("The suites are " + " ".join(suites.NAMES), " ".join(usage.split()))

    def test_record_has_the_last_ten_commits_and_keeps_causes(self):
        self.run_nightly("--record")
        page = (self.root / record.PAGE).read_text()
        self.assertIn(f"| tagged | `{self.git('rev-parse', 'HEAD')[:12]}` |", page)
        self.assertIn("| fresh, fuzz | tagged failed: its cause is not known |", page)
        kept = self.root / record.RECORD
        kept.write_text(kept.read_text().replace('"failed"', '"failed", "cause": "A port was taken."'))
        # The record is no change of the checkout.
        self.assertEqual(self.run_nightly("--resume", "--only", "fuzz", "--record")[1], [])
        self.assertIn("tagged failed: A port was taken. |", (self.root / record.PAGE).read_text())
        self.assertEqual(len(kept.read_text().splitlines()), 3)
        (self.root / "New.java").touch()
        self.assertIn("--record leaves this run out", self.run_nightly("--record")[2])
        self.assertEqual(len(kept.read_text().splitlines()), 3)

    def test_page_has_ten_commits_and_the_last_run_of_each_suite(self):
        lines = [self.line(f"{i:012}", "fresh", f"2026-01-{i:02}T00:00:00+00:00") for i in range(1, 13)]
        lines.append(self.line(f"{12:012}", "fresh", "2026-01-13T00:00:00+00:00", result="timed out"))
        page = record.page(lines)
        self.assertNotIn(f"{2:012}", page)
        self.assertIn(f"{3:012}", page)
        self.assertIn("| `000000000012` | 2026-01-13 | 2 |  | fresh timed out: ", page)
        self.assertIn("No run is recorded", record.page([]))

    def line(self, commit, suite, start, result="passed"):
        return {
            "suite": suite,
            "commit": commit,
            "seed": None,
            "start": start,
            "seconds": 120,
            "result": result,
            "tests": 3,
            "failures": 0,
            "flaky": [],
        }

    def test_page_is_what_the_record_says(self):
        self.assertEqual((ROOT / record.PAGE).read_text(), record.page(record.read(ROOT / record.RECORD)))

    def test_counts_are_those_of_each_kind_of_suite(self):
        for text, tests, failures, flaky in (
            ("3 passed, 1 failed, 0 skipped\nmore\n5 passed, 2 failed, 0 skipped", 7, 2, []),
            ("FLAKY NEW p.A#b: it passes alone; complete this row\n1 passed, 0 failed, 0 skipped", 1, 0, ["p.A#b"]),
            (
                "\nConversion on: 2 classes, 20 tests passed, 2 failed, 1 skipped; HAIL made 3 of 4 datasets\n"
                "  failed once, then passed alone: q.TestC#d\n  HAIL's fault: q.TestC#e\n",
                22,
                1,
                ["q.TestC#d"],
            ),
            ("90% tests passed, 1 tests failed out of 10\n", 10, 1, []),
            ("[  PASSED  ] 1 test.\n[  PASSED  ] 4 tests.\n[  FAILED  ] 2 tests, listed below:\n", 7, 2, []),
            ("nothing", None, None, []),
        ):
            self.assertEqual(counts.of(text), {"tests": tests, "failures": failures, "flaky": flaky}, text)


if __name__ == "__main__":
    unittest.main()
