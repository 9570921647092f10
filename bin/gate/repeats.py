# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""Which new and changed test classes a run repeats, and how long that takes."""

import collections

TIMES = 2
# From the start of Maven to the first test, with all modules built. Measured on two busy cores.
START_SECONDS = 15
# Until the test processes of a module run.
MODULE_SECONDS = 2
PROCESSES = 2


def choose(candidates, seconds, budget):
    """Divides test classes, shortest first, into those that one repetition has time for and the others.

    seconds has how long each ran, by name; budget is the wall clock of the repetition, in seconds.
    """
    chosen, left = [], []
    for each in sorted(candidates, key=lambda each: (seconds[each.name], each.name)):
        fits = not left and estimate([*chosen, each], seconds) <= budget
        (chosen if fits else left).append(each)
    return chosen, left


def estimate(chosen, seconds):
    """The wall clock of one repetition, in seconds."""
    modules = collections.defaultdict(list)
    for each in chosen:
        modules[each.module].append(seconds[each.name])
    in_modules = [MODULE_SECONDS + max(max(times), sum(times) / PROCESSES) for times in modules.values()]
    return START_SECONDS + sum(in_modules)
