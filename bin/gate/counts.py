# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""How many tests ran, failed and were flaky, from what a suite printed."""

import re

# The last line of bin/verdict, then what hail-hdfs-tests/run.py, ctest and GoogleTest say.
VERDICT = re.compile(r"^(\d+) passed, (\d+) failed, \d+ skipped$", re.M)
HDFS = re.compile(r"^Conversion \w+: \d+ classes, (\d+) tests passed, (\d+) failed, ", re.M)
HDFS_FAULT = re.compile(r"^  HAIL's fault: ", re.M)
CTEST = re.compile(r"tests passed, (\d+) tests? failed out of (\d+)$", re.M)
GOOGLE = re.compile(r"^\[  (PASSED|FAILED)  \] (\d+) tests?[.,]", re.M)
FLAKY = re.compile(r"^(?:FLAKY (?:NEW )?|  failed once, then passed alone: )(\S+?):?(?: |$)", re.M)


def of(text):
    tests, failures = _tests_and_failures(text)
    return {"tests": tests, "failures": failures, "flaky": sorted(set(FLAKY.findall(text)))}


def _tests_and_failures(text):
    """Without any such line, nobody knows: None for both."""
    if found := VERDICT.findall(text):
        passed, failed = map(int, found[-1])
        return passed + failed, failed
    if found := HDFS.findall(text):
        return sum(int(passed) + int(failed) for passed, failed in found), len(HDFS_FAULT.findall(text))
    if found := CTEST.findall(text):
        return sum(int(total) for _, total in found), sum(int(failed) for failed, _ in found)
    if found := GOOGLE.findall(text):
        return sum(int(n) for _, n in found), sum(int(n) for state, n in found if state == "FAILED")
    return None, None
