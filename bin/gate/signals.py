# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""How a program that runs another one ends when it is told to."""

import signal
import subprocess


class Signals:
    """The first signal that asks this process to end, kept: an exception could come before there is a run to end."""

    def __init__(self):
        self.first = None

    def listen(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._keep)
        return self

    def _keep(self, number, _):
        self.first = self.first or number

    @property
    def code(self):
        """The exit code as of a shell."""
        return 128 + self.first

    def wait(self, process, seconds):
        """Waits for the process at most so long, or for a signal; returns its exit code, None if it still runs."""
        while not self.first:
            try:
                return process.wait(timeout=min(seconds, 1))
            except subprocess.TimeoutExpired:
                seconds -= 1
                if seconds <= 0:
                    break
        return process.poll()
