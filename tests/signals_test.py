# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""Tests of bin/gate/signals.py."""

import math
import pathlib
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bin"))
from gate import signals


class SignalsTest(unittest.TestCase):
    def start(self, *command):
        process = subprocess.Popen(command)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def listen(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            self.addCleanup(signal.signal, number, signal.getsignal(number))
        return signals.Signals().listen()

    def test_signal_that_came_before_the_process_ends_the_wait(self):
        kept = self.listen()
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGHUP)
        self.assertIsNone(kept.wait(self.start("sleep", "300"), math.inf))
        self.assertEqual(kept.code, 128 + signal.SIGTERM)

    def test_process_that_ends_says_its_code(self):
        self.assertEqual(signals.Signals().wait(self.start("sh", "-c", "exit 7"), math.inf), 7)

    def test_process_that_takes_longer_has_no_code(self):
        self.assertIsNone(signals.Signals().wait(self.start("sleep", "300"), 0.01))


if __name__ == "__main__":
    unittest.main()
