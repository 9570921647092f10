# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""How bin/watched ends what hangs, with shells and sleeps in the place of Maven and test processes."""

import os
import pathlib
import subprocess
import tempfile
import time
import unittest

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "bin/watched"


def processes(mark):
    """The numbers of the processes whose command lines end with this."""
    found = []
    for file in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if file.read_text().replace("\0", " ").strip().endswith(mark):
                found.append(file.parent.name)
        except OSError:
            continue  # it has ended meanwhile
    return found


class WatchedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # Shows that the first of two test processes runs the class that hangs.
        self.tool("jstack", "tr '\\0' ' ' <\"/proc/$2/cmdline\" | sed -n 's/.*x-jvmRun1.*/at dev.hail.a.HangingTest.it/p'")

    def tool(self, name, script):
        file = self.folder / "bin" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def watch(self, script, *options):
        arguments = ["--log", self.folder / "log", "--dumps", self.folder / "dumps", *options]
        command = [PROGRAM, *arguments, "--", "bash", "-c", script]
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={**os.environ, "PATH": path},
        )

    def log(self):
        return (self.folder / "log").read_text()

    def test_output_and_exit_code_are_those_of_the_command(self):
        done = self.watch("echo out; echo err >&2; exit 7")
        self.assertEqual(done.returncode, 7)
        self.assertEqual(sorted(done.stdout.split()), ["err", "out"])
        self.assertEqual(done.stdout, self.log())

    def test_class_that_hangs_is_ended_with_its_process(self):
        # The processes have the name and the last argument of test processes of Surefire.
        script = """
            echo '[INFO] Running dev.hail.a.QuickTest'
            echo '[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in dev.hail.a.QuickTest'
            echo '[INFO] Running dev.hail.a.HangingTest'
            (exec -a java python3 -c 'import time; time.sleep(3)' x-jvmRun2) &
            (exec -a java python3 -c 'import time; time.sleep(1000)' x-jvmRun1)
            echo "the first ended with $?"
            wait $!
            echo "the second ended with $?"
        """
        done = self.watch(script, "--class-minutes", "0.02")
        self.assertEqual(done.returncode, 0)
        self.assertIn("TIMED OUT: dev.hail.a.HangingTest", self.log())
        self.assertNotIn("TIMED OUT: dev.hail.a.QuickTest", self.log())
        self.assertIn("the first ended with 137", self.log())
        self.assertIn("the second ended with 0", self.log())
        stacks = (self.folder / "dumps/dev.hail.a.HangingTest").glob("stacks-*.txt")
        self.assertEqual(sum("at dev.hail.a.HangingTest.it" in file.read_text() for file in stacks), 1)

    def test_class_with_failures_has_ended(self):
        script = """
            echo '[INFO] Running dev.hail.a.BadTest'
            echo '[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in dev.hail.a.BadTest'
            sleep 3
        """
        self.watch(script, "--class-minutes", "0.02")
        self.assertNotIn("TIMED OUT", self.log())

    def test_run_that_hangs_is_ended_with_all_its_processes(self):
        mark = f"sleep {1000 + time.time() % 1000:.6f}"
        done = self.watch(f"echo 'Running dev.hail.a.LastTest'; {mark} & {mark}; :", "--minutes", "0.03")
        self.assertEqual(done.returncode, 124)
        self.assertIn("dev.hail.a.LastTest ran", self.log())
        self.assertEqual(processes(mark), [])

    def test_what_a_run_leaves_behind_is_ended(self):
        mark = f"sleep {2000 + time.time() % 1000:.6f}"
        done = self.watch(f"{mark} & echo done")
        self.assertEqual(done.returncode, 0)
        self.assertIn("done", self.log())
        self.assertEqual(processes(mark), [])

    def test_class_whose_process_died_costs_no_later_one_its_own(self):
        script = """
            echo '00:59:58 [INFO] Running org.apache.CrashedTest'
            echo '00:59:59 [INFO] --- maven-jar-plugin:3.4.2:jar (default-jar) @ next ---'
            (exec -a java python3 -c 'import time; time.sleep(4)' x-jvmRun1)
            echo "the next ended with $?"
        """
        self.watch(script, "--class-minutes", "0.02")
        self.assertIn("the next ended with 0", self.log())

    def test_signal_ends_the_command_too(self):
        mark = f"sleep {3000 + time.time() % 1000:.6f}"
        self.assertEqual(self.signalled(mark, os.environ), 143)
        self.assertEqual(processes(mark), [])

    def test_signal_at_once_ends_the_command_too(self):
        # The thread that prints runs; the program's own gets no time for a second.
        slow = "import threading, time\nstart = threading.Thread.start\n"
        slow += "threading.Thread.start = lambda thread: (start(thread), time.sleep(1))\n"
        (self.folder / "sitecustomize.py").write_text(slow)
        mark = f"sleep {4000 + time.time() % 1000:.6f}"
        self.assertEqual(self.signalled(mark, {**os.environ, "PYTHONPATH": str(self.folder)}), 143)
        self.assertEqual(processes(mark), [])

    def signalled(self, mark, environment):
        """Runs a command, sends a signal as soon as the command prints, and returns the exit code."""
        command = [PROGRAM, "--log", self.folder / "log", "--dumps", self.folder / "dumps", "--"]
        command += ["bash", "-c", f"echo started; {mark}; :"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
            process.stdout.readline()
            process.terminate()
            return process.wait(timeout=30)


if __name__ == "__main__":
    unittest.main()
