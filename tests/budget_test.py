# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""How the times of a run are held against the budget, and how the budget is written."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bin"))
from gate import budget

LINE = "10:00:00 [INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: {} s -- in p.{}\n"


class BudgetTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "tests").mkdir()

    def log(self, name, **seconds):
        file = self.root / name
        file.write_text("[INFO] Running p.ATest\n" + "".join(LINE.format(took, of) for of, took in seconds.items()))
        return file

    def test_budget_is_the_median_of_runs_for_slow_classes_that_exist(self):
        logs = [
            self.log("1", ATest="9.6", BTest="4.2", CTest="8.0", GoneTest="30"),
            self.log("2", ATest="1,007.1", BTest="4.4", CTest="7.0"),
            self.log("3", ATest="11.2", BTest="40"),
        ]
        budget.write(self.root, logs, {"p.ATest", "p.BTest", "p.CTest"})
        self.assertEqual((self.root / budget.TABLE).read_text(), "class\tseconds\np.ATest\t11\np.CTest\t8\n")
        self.assertEqual(budget.read(self.root), ({"p.ATest": 11, "p.CTest": 8}, []))
        with self.assertRaisesRegex(ValueError, "empty: no line says how long"):
            budget.write(self.root, [logs[0], self.log("empty")], {"p.ATest"})

    def test_slower_run_excuses_its_classes(self):
        budgets = {f"p.{name}Test": 10 for name in "ABCDE"}
        seconds = {name: 20 for name in budgets} | {"p.ATest": 91}
        found = budget.judge(budgets, seconds)
        self.assertEqual(found.slowness, 2)
        self.assertEqual(len(found.failures), 1)
        self.assertIn("p.ATest: 46 s", found.failures[0])
        found = budget.judge(budgets, seconds | {"p.ATest": 89})
        self.assertEqual((found.failures, len(found.warnings)), ((), 1))
        self.assertEqual(budget.judge(budgets, seconds | {"p.ATest": 50}).warnings, ())

    def test_faster_run_does_not_accuse_classes_that_wait(self):
        budgets = {f"p.{name}Test": 100 for name in "ABCDE"}
        found = budget.judge(budgets, {name: 10 for name in budgets} | {"p.ATest": 100})
        self.assertEqual((found.slowness, found.failures, found.warnings), (1, (), ()))

    def test_slow_class_without_a_row_is_named_with_its_row(self):
        found = budget.judge({}, {"p.ATest": 15.2, "p.BTest": 14.9})
        self.assertEqual(found.failures, ())
        self.assertEqual(len(found.warnings), 1)
        self.assertTrue(found.warnings[0].endswith("\np.ATest\t15"))

    def test_bad_table_is_named_with_its_line(self):
        self.assertIn("tests/budget.tsv is missing", budget.read(self.root)[1][0])
        file = self.root / budget.TABLE
        file.write_text("p.ATest\t7\n")
        self.assertIn("tests/budget.tsv:1: the header", budget.read(self.root)[1][0])
        for row in ("p.ATest\t4", "p.ATest\tlong", "p.ATest", "p.BTest\t8", ""):
            file.write_text(f"class\tseconds\np.BTest\t7\n{row}\n")
            self.assertIn("tests/budget.tsv:3: ", budget.read(self.root)[1][0])


if __name__ == "__main__":
    unittest.main()
