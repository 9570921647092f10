# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""Which classes fit into a repetition."""

import dataclasses
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bin"))
from gate import repeats


@dataclasses.dataclass(frozen=True)
class Candidate:
    name: str
    module: str = "a"


class RepeatsTest(unittest.TestCase):
    def choose(self, seconds, budget):
        chosen, left = repeats.choose([Candidate(name) for name in seconds], seconds, budget)
        return [each.name for each in chosen], [each.name for each in left]

    def test_shortest_classes_are_chosen(self):
        budget = repeats.START_SECONDS + repeats.MODULE_SECONDS + 10
        self.assertEqual(self.choose({"x": 12, "y": 4, "z": 4.5}, budget), (["y", "z"], ["x"]))
        self.assertEqual(self.choose({"x": 10, "y": 10}, budget), (["x", "y"], []))
        self.assertEqual(self.choose({"x": 11}, budget), ([], ["x"]))
        self.assertEqual(self.choose({}, budget), ([], []))

    def test_each_module_takes_time_of_its_own(self):
        seconds = {"x": 4, "y": 4}
        one = repeats.estimate([Candidate("x"), Candidate("y")], seconds)
        two = repeats.estimate([Candidate("x"), Candidate("y", "b")], seconds)
        self.assertEqual(two - one, repeats.MODULE_SECONDS + 4)


if __name__ == "__main__":
    unittest.main()
