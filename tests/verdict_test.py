# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""What bin/verdict says of runs that are made up of sources, reports and the log of a build."""

import argparse
import contextlib
import dataclasses
import datetime
import importlib.machinery
import importlib.util
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "bin/verdict"
sys.path.insert(0, str(PROGRAM.parent))
loader = importlib.machinery.SourceFileLoader("verdict", str(PROGRAM))
verdict = importlib.util.module_from_spec(importlib.util.spec_from_loader("verdict", loader))
sys.modules["verdict"] = verdict
loader.exec_module(verdict)

POM = '<project xmlns="http://maven.apache.org/POM/4.0.0"><name>{}</name>{}</project>'
SUMMARY = """10:00:00 [INFO] Reactor Summary for HAIL 0.1.0-SNAPSHOT:
10:00:00 [INFO] HAIL ............................................... SUCCESS [  1.000 s]
10:00:00 [INFO] first .............................................. {} [  2.000 s]
10:00:00 [INFO] second ............................................. {} [01:03 min]
"""


@dataclasses.dataclass
class Outcome:
    passed: bool
    text: str
    reruns: list

    @property
    def last_line(self):
        return self.text.splitlines()[-1]


class VerdictTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        modules = "<modules><module>a</module><module>b</module></modules>"
        self.write("pom.xml", POM.format("HAIL", modules))
        self.write("a/pom.xml", POM.format("first", ""))
        self.write("b/pom.xml", POM.format("second", ""))
        self.since = self.write("since", "")
        self.log = self.write("log", SUMMARY.format("SUCCESS", "SUCCESS"))
        self.source("a", "PlainTest")
        self.source("b", "OtherTest")
        self.list_flaky()
        self.write("tests/budget.tsv", "class\tseconds\n")
        self.again = {}

    def list_flaky(self, *rows):
        header = "test", "date", "commit", "cause", "who"
        self.write("tests/flaky.tsv", "".join("\t".join(row) + "\n" for row in (header, *rows)))

    def row(self, test="p.OtherTest#it", days=0):
        date = datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days)
        return test, date.isoformat(), "0123456789ab", "A port is taken.", "me"

    def commit(self):
        """Makes the root a checkout whose newest commit made all its classes."""
        git = ["git", "-C", self.root, "-c", "user.name=me", "-c", "user.email=me@example.org"]
        subprocess.run([*git, "init", "-q"], check=True)
        subprocess.run([*git, "add", "--", "*.java"], check=True)
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "Add"], check=True)

    def write(self, name, text):
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def source(self, module, name, class_tag="", method_tag="", extends=""):
        text = f"package p;\n\n{class_tag}class {name}{extends} {{\n{method_tag}  @Test\n  void it() {{}}\n}}\n"
        self.write(f"{module}/src/test/java/p/{name}.java", text)

    def report(self, module, name, case="", seconds="1,000.5"):
        text = (
            f'<testsuite name="p.{name}" time="{seconds}">'
            f'<testcase classname="p.{name}" name="it">{case}</testcase></testsuite>'
        )
        return self.write(f"{module}/target/surefire-reports/TEST-p.{name}.xml", text)

    def report_all(self):
        self.report("a", "PlainTest")
        self.report("b", "OtherTest")

    def report_failure(self, module, name, kind="java.lang.AssertionError"):
        return self.report(module, name, f'<failure type="{kind}">wanted 1\n  at p.{name}</failure>')

    def judge(self, tier="gate", junit=(), problem=(), repeat_seconds=0):
        reruns = []

        def run_classes(root, classes, options, folder, goal="verify", arguments=()):
            reruns.append(" ".join([*([goal] if goal == "test" else []), *(each.name for each in classes)]))
            cases = [(each, self.again[each.name]) for each in classes if each.name in self.again]
            return {
                each.name: verdict.read_report(self.report(each.module, each.name[2:], case)) for each, case in cases
            }

        options = argparse.Namespace(
            log=self.log,
            since=self.since,
            tier=tier,
            junit=list(junit),
            problem=list(problem),
            repeat_seconds=repeat_seconds,
            maven=[],
        )
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            passed = verdict.judge(self.root, options, run_classes)
        return Outcome(passed, out.getvalue(), reruns)

    def test_all_passed(self):
        self.report_all()
        outcome = self.judge()
        self.assertTrue(outcome.passed)
        self.assertEqual(outcome.last_line, "2 passed, 0 failed, 0 skipped")
        self.assertEqual(outcome.reruns, [])

    def test_class_that_fails_twice_fails_the_run_and_is_shown(self):
        self.report_all()
        self.report_failure("a", "PlainTest")
        self.again["p.PlainTest"] = '<failure type="x">once more</failure>'
        outcome = self.judge()
        self.assertFalse(outcome.passed)
        self.assertIn("FAILED p.PlainTest#it\n    wanted 1", outcome.text)
        self.assertEqual(outcome.last_line, "1 passed, 1 failed, 0 skipped")
        kept = self.root / "target/failed/p.PlainTest/TEST-p.PlainTest.xml"
        self.assertIn("wanted 1", kept.read_text())

    def fail_once(self, *names):
        """The tests of these classes fail in the run and pass alone."""
        self.report_all()
        for name in names:
            self.report_failure("a" if name == "PlainTest" else "b", name)
            self.again[f"p.{name}"] = ""

    def test_listed_test_that_passes_alone_is_flaky(self):
        self.fail_once("OtherTest", "PlainTest")
        self.list_flaky(self.row(days=14), self.row("p.PlainTest#it"))
        outcome = self.judge()
        self.assertTrue(outcome.passed)
        self.assertIn("FLAKY p.OtherTest#it: it passes alone, and line 2 of tests/flaky.tsv names it", outcome.text)
        self.assertEqual(outcome.last_line, "2 passed, 0 failed, 0 skipped")
        self.commit()
        self.assertTrue(self.judge().passed)

    def test_test_listed_longer_than_14_days_fails_the_run(self):
        self.fail_once("OtherTest")
        self.list_flaky(self.row(days=15))
        outcome = self.judge()
        self.assertFalse(outcome.passed)
        self.assertIn("FAILED p.OtherTest#it: EXPIRED, line 2 of tests/flaky.tsv", outcome.text)

    def test_only_unlisted_test_that_passes_alone_is_flaky_and_its_row_is_shown(self):
        self.fail_once("OtherTest", "PlainTest")
        self.list_flaky(self.row("p.PlainTest"), self.row("p.PlainTest#it"))
        outcome = self.judge()
        self.assertTrue(outcome.passed)
        self.assertIn("FLAKY NEW p.OtherTest#it", outcome.text)
        date = datetime.datetime.now(datetime.timezone.utc).date()
        self.assertIn(f"\np.OtherTest#it\t{date}\t-\tCAUSE\tWHO\n", outcome.text)

    def test_second_unlisted_test_that_passes_alone_fails_the_run(self):
        self.fail_once("OtherTest", "PlainTest")
        outcome = self.judge()
        self.assertFalse(outcome.passed)
        self.assertIn("FAILED p.PlainTest#it: it passes alone, but is one of 2 tests", outcome.text)

    def test_invocations_of_one_method_are_one_flaky_test(self):
        self.report_all()
        cases = "".join(
            f'</testcase><testcase classname="p.OtherTest" name="it(int)[{i}]">{{0}}' for i in (1, 2)
        )
        self.report("b", "OtherTest", cases.format("<failure/>"))
        self.again["p.OtherTest"] = cases.format("")
        outcome = self.judge()
        self.assertTrue(outcome.passed)
        self.assertIn("FLAKY NEW p.OtherTest#it: ", outcome.text)

    def test_unlisted_test_of_a_changed_class_fails_the_run(self):
        self.fail_once("OtherTest")
        self.assertIn("No test class counts as new or changed: ", self.judge().text)
        self.commit()
        self.report_failure("b", "OtherTest")
        outcome = self.judge()
        self.assertFalse(outcome.passed)
        self.assertIn("FAILED p.OtherTest#it: it passes alone, but its class is new or changed", outcome.text)

    def test_bad_row_fails_the_run_with_its_line(self):
        self.report_all()
        test, date, commit, cause, who = self.row()
        self.source("a", "SubTest", extends=" extends Base")
        base = "abstract class Base extends Base {\n  void inherited() {\n    call();\n  }\n}\n"
        self.write("a/src/test/java/p/Base.java", base)
        self.report("a", "SubTest")
        self.list_flaky(self.row(), self.row("p.OtherTest"), self.row("p.SubTest#inherited"))
        self.assertTrue(self.judge().passed)
        for row, message in (
            (self.row("p.GoneTest#it"), "the sources have no test p.GoneTest#it"),
            (self.row("OtherTest#it"), "the sources have no test OtherTest#it"),
            (self.row("p.OtherTest#gone"), "the sources have no test p.OtherTest#gone"),
            (self.row("p.SubTest#call"), "the sources have no test p.SubTest#call"),
            (self.row("p.PlainTest#it"), "p.PlainTest#it is in line 2 too"),
            (self.row(days=-2), "lies in the future"),
            ((test, "tomorrow", commit, cause, who), "tomorrow is no date"),
            ((test, date, "-", cause, who), "- is no commit"),
            ((test, date, commit, "", who), "a row needs test, date, commit, cause, who"),
            ((test, date, commit, "CAUSE", "WHO"), "write the cause"),
            ((test, date, commit), "a row needs test, date, commit, cause, who"),
            (("",), "a row needs test, date, commit, cause, who"),
        ):
            self.list_flaky(self.row("p.PlainTest#it"), row)
            outcome = self.judge()
            self.assertFalse(outcome.passed)
            self.assertIn("FAILED tests/flaky.tsv:3: ", outcome.text)
            self.assertIn(message, outcome.text)

    def test_list_without_header_or_with_nine_rows_fails_the_run(self):
        self.report_all()
        for i in range(8):
            self.source("a", f"Some{i}Test", method_tag="")
            self.report("a", f"Some{i}Test")
        rows = [self.row(f"p.Some{i}Test#it") for i in range(8)]
        self.list_flaky(*rows)
        self.assertTrue(self.judge().passed)
        self.list_flaky(*rows, self.row())
        self.assertIn("FAILED tests/flaky.tsv: 9 rows", self.judge().text)
        self.write("tests/flaky.tsv", "")
        self.assertIn("FAILED tests/flaky.tsv:1: the header", self.judge().text)
        (self.root / "tests/flaky.tsv").unlink()
        self.assertIn("FAILED tests/flaky.tsv is missing", self.judge().text)

    def test_class_that_cannot_run_again_fails_the_run(self):
        self.report_all()
        self.report_failure("b", "OtherTest")
        self.assertFalse(self.judge().passed)

    def test_class_of_a_file_that_is_gone_fails_the_run(self):
        self.report_all()
        self.report_failure("a", "GoneTest")
        self.assertFalse(self.judge().passed)

    def test_class_that_is_skipped_alone_fails_the_run(self):
        self.report_all()
        self.report_failure("b", "OtherTest")
        self.again["p.OtherTest"] = "<skipped/>"
        self.assertFalse(self.judge().passed)

    def test_wrong_answer_never_passes(self):
        self.report_all()
        self.again["p.OtherTest"] = ""
        self.report_failure("b", "OtherTest", "dev.hail.testing.WrongAnswer")
        outcome = self.judge()
        self.assertFalse(outcome.passed)
        self.assertIn("WRONG ANSWER of p.OtherTest#it", outcome.text)
        cause = "java.lang.AssertionError: seed 3\nCaused by: dev.hail.testing.WrongAnswer: 2 rows"
        for case in (
            f'<error type="java.lang.AssertionError">{cause}</error>',
            f"<failure>x</failure><error>{cause}</error>",
            f"<failure>a process failed</failure><system-out>{cause}</system-out>",
        ):
            self.report("b", "OtherTest", case)
            outcome = self.judge()
            self.assertFalse(outcome.passed)
            self.assertIn("WRONG ANSWER of p.OtherTest#it", outcome.text)
        self.assertEqual(outcome.reruns, [])

    def test_more_than_five_failed_classes_are_not_run_again(self):
        self.report_all()
        for i in range(6):
            self.source("a", f"Bad{i}Test")
            self.report_failure("a", f"Bad{i}Test")
            self.again[f"p.Bad{i}Test"] = ""
        outcome = self.judge()
        self.assertFalse(outcome.passed)
        self.assertEqual(outcome.reruns, [])
        self.assertEqual(outcome.last_line, "2 passed, 6 failed, 0 skipped")

    def test_test_that_does_not_run_again_fails_the_run(self):
        self.report_all()
        self.report_failure("b", "OtherTest")
        self.again["p.OtherTest"] = '</testcase><testcase classname="p.OtherTest" name="it2">'
        self.assertTrue(self.judge().passed)
        self.report_failure("b", "OtherTest")
        self.again["p.OtherTest"] = '<skipped/></testcase><testcase classname="p.OtherTest" name="it2">'
        outcome = self.judge()
        self.assertFalse(outcome.passed)
        self.assertIn("alone, p.OtherTest#it did not run", outcome.text)

    def test_class_that_fails_before_its_tests_passes_by_them(self):
        self.report_all()
        text = '<testsuite name="p.OtherTest"><testcase classname="p.OtherTest" name=""><error>x</error></testcase></testsuite>'
        self.write("b/target/surefire-reports/TEST-p.OtherTest.xml", text)
        self.again["p.OtherTest"] = ""
        self.assertTrue(self.judge().passed)

    def test_nested_class_is_not_excused_by_the_one_around_it(self):
        self.report_all()
        self.report_failure("b", "OtherTest$Inner")
        self.again["p.OtherTest"] = ""
        self.assertFalse(self.judge().passed)

    def test_report_without_tests_fails_the_run(self):
        self.report_all()
        self.write("b/target/surefire-reports/TEST-p.OtherTest.xml", '<testsuite name="p.OtherTest" tests="3"/>')
        self.assertIn("FAILED p.OtherTest (b): its report has no test", self.judge().text)

    def test_skipped_tests_are_named_with_their_reason(self):
        self.report("a", "PlainTest", '</testcase><testcase classname="p.PlainTest" name="more"><skipped message="no\ntool"/>')
        self.report("b", "OtherTest", "<skipped/>")
        outcome = self.judge()
        self.assertTrue(outcome.passed)
        self.assertIn("SKIPPED p.PlainTest#more no tool\n", outcome.text)
        self.assertIn("SKIPPED p.OtherTest#it\n", outcome.text)
        thrown = "org.opentest4j.TestAbortedException: \nnot met: [no tool]\n\tat org.A.b(C.java)\n\tat p.D.e(F.java)"
        self.report("b", "OtherTest", f"<skipped>{thrown}</skipped>")
        self.assertIn("SKIPPED p.OtherTest#it not met: [no tool]\n", self.judge().text)
        self.assertEqual(outcome.last_line, "1 passed, 0 failed, 2 skipped")

    def test_missing_report_fails_the_run(self):
        self.report("a", "PlainTest")
        outcome = self.judge()
        self.assertFalse(outcome.passed)
        self.assertIn("FAILED p.OtherTest (b): it left no report", outcome.text)

    def test_report_of_an_earlier_run_is_none(self):
        self.report_all()
        self.since.write_text("later")
        outcome = self.judge()
        self.assertEqual(outcome.last_line, "0 passed, 3 failed, 0 skipped")

    def test_torn_report_is_none(self):
        self.report_all()
        self.write("b/target/surefire-reports/TEST-p.OtherTest.xml", "<testsuite><testc")
        self.assertIn("FAILED p.OtherTest (b): it left no report", self.judge().text)

    def test_module_that_was_not_built_fails_the_run(self):
        self.report_all()
        for first, second in (("FAILURE", "SUCCESS"), ("SUCCESS", "SKIPPED")):
            self.log.write_text(SUMMARY.format(first, second) + "10:00:00 [ERROR] Failed to execute goal x\n")
            outcome = self.judge()
            self.assertFalse(outcome.passed)
            self.assertIn("FAILED Failed to execute goal x", outcome.text)

    def test_source_that_does_not_compile_is_named_once(self):
        error = "10:00:00 [ERROR] /b/X.java:[13,13] incompatible types\n"
        self.log.write_text(error + SUMMARY.format("SUCCESS", "FAILURE") + error)
        outcome = self.judge()
        self.assertFalse(outcome.passed)
        self.assertEqual(outcome.text.count("FAILED /b/X.java:[13,13] incompatible types"), 1)

    def test_build_without_summary_fails_the_run(self):
        self.report_all()
        self.log.write_text("[INFO] Building first\n")
        self.assertFalse(self.judge().passed)

    def test_run_that_was_ended_fails(self):
        self.report_all()
        with self.log.open("a") as log:
            log.write("[ERROR] TIMED OUT: p.PlainTest has run for 15 minutes\n")
        self.assertFalse(self.judge().passed)

    def test_tagged_class_is_left_to_the_nightly_run(self):
        self.report_all()
        self.source("a", "LongTest", class_tag='@Tag("nightly")\n')
        self.source("a", "MixedTest", method_tag='  @Tag("nightly")\n')
        self.report("a", "MixedTest")
        outcome = self.judge()
        self.assertTrue(outcome.passed)
        self.assertIn("Tagged nightly: 1 classes and 1 methods of others", outcome.text)
        outcome = self.judge(tier="nightly")
        self.assertIn("FAILED p.LongTest (a): it left no report", outcome.text)
        self.assertEqual(outcome.last_line, "3 passed, 1 failed, 0 skipped")

    def report_short(self):
        """The tests pass within seconds, and pass again."""
        self.commit()
        for module, name, seconds in (("a", "PlainTest", "2.5"), ("b", "OtherTest", "1")):
            self.report(module, name, seconds=seconds)
            self.again[f"p.{name}"] = ""

    def test_changed_classes_run_twice_more_shortest_first(self):
        self.report_short()
        outcome = self.judge(repeat_seconds=120)
        self.assertTrue(outcome.passed)
        self.assertEqual(outcome.reruns, ["test p.OtherTest p.PlainTest"] * 2)
        self.assertEqual(outcome.last_line, "2 passed, 0 failed, 0 skipped")
        self.assertEqual(self.judge().reruns, [])

    def test_failure_in_a_repetition_fails_the_run(self):
        self.report_short()
        self.again["p.PlainTest"] = "<failure>wanted 1</failure>"
        outcome = self.judge(repeat_seconds=120)
        self.assertFalse(outcome.passed)
        self.assertIn("as its class is new or changed: p.PlainTest#it\n    wanted 1", outcome.text)
        self.assertTrue((self.root / "target/failed/p.PlainTest/TEST-p.PlainTest.xml").exists())
        self.report_short()
        del self.again["p.PlainTest"]
        outcome = self.judge(repeat_seconds=120)
        self.assertFalse(outcome.passed)
        self.assertIn("p.PlainTest (a): it left no report in a repetition", outcome.text)

    def test_failure_of_a_nested_class_in_a_repetition_fails_the_run(self):
        self.report_short()
        told = verdict.Verdict()
        classes = verdict.test_classes(self.root, ["b"])
        self.report_failure("b", "OtherTest$Inner")
        found = verdict.surefire_reports(self.root, ["b"], self.since)
        with contextlib.redirect_stdout(io.StringIO()):
            verdict.repeat(told, self.root, classes, self.root / "x", None, lambda *_: found)
        self.assertEqual(told.failed, 1)

    def test_repetition_that_maven_does_not_end_well_fails_the_run(self):
        self.report_short()
        options = argparse.Namespace(repeat_seconds=120)
        told = verdict.Verdict()
        reports = verdict.surefire_reports(self.root, ["a", "b"], self.since)
        classes = verdict.test_classes(self.root, ["a", "b"])
        with contextlib.redirect_stdout(io.StringIO()):
            verdict.repeat_changed(told, self.root, classes, reports, options, lambda *_: None)
        self.assertEqual(told.failed, 2)

    def test_changed_classes_that_do_not_fit_are_named(self):
        self.source("a", "LongTest")
        self.source("a", "StartedTest", class_tag='@Tag("launcher")\n')
        self.source("a", "NightlyTest", class_tag='@Tag("nightly")\n')
        self.report_short()
        self.report("a", "LongTest")
        self.report("a", "StartedTest", seconds="1")
        outcome = self.judge(repeat_seconds=120)
        self.assertTrue(outcome.passed)
        self.assertEqual(outcome.reruns, ["test p.OtherTest p.PlainTest"] * 2)
        self.assertIn("no time for repetition 1 (1): LongTest", outcome.text)
        self.assertIn("not repeated since they need a launcher (1): StartedTest", outcome.text)

    def test_class_that_failed_is_not_repeated(self):
        self.report_short()
        self.report_failure("a", "PlainTest")
        outcome = self.judge(repeat_seconds=120)
        self.assertEqual(outcome.reruns, ["p.PlainTest"] + ["test p.OtherTest"] * 2)

    def test_class_over_its_budget_fails_the_run(self):
        self.report("a", "PlainTest", seconds="10")
        self.report("b", "OtherTest", seconds="46")
        self.write("tests/budget.tsv", "class\tseconds\np.OtherTest\t10\np.PlainTest\t10\np.MoreTest\t10\n")
        self.source("a", "MoreTest")
        self.report("a", "MoreTest", seconds="9")
        outcome = self.judge()
        self.assertFalse(outcome.passed)
        self.assertIn("FAILED TOO SLOW p.OtherTest: 46 s, its budget is 10 s", outcome.text)
        self.assertEqual(outcome.last_line, "3 passed, 1 failed, 0 skipped")
        self.report("b", "OtherTest", seconds="45")
        outcome = self.judge()
        self.assertTrue(outcome.passed)
        self.assertIn("SLOW p.OtherTest: 45 s", outcome.text)
        self.assertNotIn("TOO SLOW", self.judge(tier="nightly").text)

    def test_class_that_failed_has_no_budget(self):
        self.write("tests/budget.tsv", "class\tseconds\np.OtherTest\t10\np.GoneTest\t10\n")
        self.fail_once("OtherTest")
        outcome = self.judge()
        self.assertTrue(outcome.passed)
        self.assertIn("tests/budget.tsv: the sources have no test class p.GoneTest", outcome.text)

    def test_other_reports_and_problems_count(self):
        self.report_all()
        cases = '<testcase name="One" status="run"/><testcase name="Two" status="fail"><failure message="8"/></testcase>'
        native = self.write("native.xml", f'<testsuite name="Linux">{cases}</testsuite>')
        outcome = self.judge(junit=[native])
        self.assertFalse(outcome.passed)
        self.assertEqual(outcome.last_line, "3 passed, 1 failed, 0 skipped")
        self.assertFalse(self.judge(junit=[self.root / "missing.xml"]).passed)
        self.assertFalse(self.judge(junit=[self.write("torn.xml", "<testsuite><te")]).passed)
        os.utime(native, (0, 0))
        outcome = self.judge(junit=[native])
        self.assertEqual(outcome.last_line, "2 passed, 1 failed, 0 skipped")
        self.assertFalse(self.judge(problem=["hail-native/test ended with 1"]).passed)

    def test_suite_whose_class_is_skipped_fails(self):
        self.report("a", "PlainTest")
        self.report("b", "OtherTest", "<skipped/>")
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertTrue(verdict.judge_suite(self.root, self.since, ["PlainTest"]))
            self.assertFalse(verdict.judge_suite(self.root, self.since, ["PlainTest", "OtherTest"]))
            self.assertFalse(verdict.judge_suite(self.root, self.since, ["NoTest"]))


if __name__ == "__main__":
    unittest.main()
