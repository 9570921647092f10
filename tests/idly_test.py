# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""What bin/idly does to the command that it runs."""

import os
import pathlib
import signal
import subprocess
import sys
import unittest

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "bin/idly"
AUTOGROUP = pathlib.Path("/proc/self/autogroup")


def run(script):
    return subprocess.Popen(
        ["bash", "-c", f"{PROGRAM} {script} & echo $!; wait $!"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )


class IdlyTest(unittest.TestCase):
    def test_command_leads_its_session_and_is_nice(self):
        script = "import os; print(os.getpid(), os.getpgrp(), os.getsid(0), os.nice(0))"
        with run(f"{sys.executable} -c '{script}'") as process:
            lines = process.stdout.read().split("\n")
        self.assertEqual(f"{lines[0]} " * 3 + "19", lines[1])
        self.assertEqual(0, process.returncode)

    def test_code_of_command_is_passed_on(self):
        with run("bash -c 'exit 7'") as process:
            process.stdout.read()
        self.assertEqual(7, process.returncode)

    @unittest.skipUnless(AUTOGROUP.exists(), "this kernel has no groups of sessions")
    def test_session_of_command_is_nice(self):
        own = AUTOGROUP.read_text()
        with run("cat /proc/self/autogroup") as process:
            lines = process.stdout.read().split("\n")
        self.assertIn("nice 19", lines[1])
        self.assertNotEqual(own, lines[1])
        self.assertEqual(own, AUTOGROUP.read_text())

    def test_command_and_its_children_end_together(self):
        with run("bash -c 'sleep 600 & echo begun; wait'") as process:
            group = int(process.stdout.readline())
            process.stdout.readline()
            os.killpg(group, signal.SIGTERM)
            # The end of the file says that the child has ended, too.
            self.assertEqual("", process.stdout.read())
        self.assertEqual(128 + signal.SIGTERM, process.returncode)


if __name__ == "__main__":
    unittest.main()
