# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""How long each slow test class may take, tests/budget.tsv.

A busy machine makes all classes slower. So the seconds of a class are divided by the slowness of its
run, the median ratio of seconds to budget of all classes with a row. On a faster machine the
slowness is 1, as timers of clusters take as long there.
"""

import dataclasses
import statistics

from . import surefire

TABLE = "tests/budget.tsv"
COLUMNS = ("class", "seconds")
# Shorter classes have no row.
LEAST_SECONDS = 5
LEAST_UNLISTED_SECONDS = 15


@dataclasses.dataclass(frozen=True)
class Findings:
    """What a run's times say: lines that fail it, and lines that only warn."""

    slowness: float
    failures: tuple
    warnings: tuple


def seconds_in(log):
    """The seconds of each class in what Maven printed."""
    return {
        ended["name"]: float(ended["seconds"].replace(",", ""))
        for ended in surefire.ENDED.finditer(log)
        if ended["seconds"]
    }


def write(root, logs, classes):
    """Writes the medians of these runs for those of the classes that are slow."""
    runs = [seconds_in(log.read_text(errors="replace")) for log in logs]
    empty = [str(log) for log, run in zip(logs, runs) if not run]
    if empty:
        raise ValueError(f"{empty[0]}: no line says how long a test class took; give logs of whole runs")
    names = sorted({name for run in runs for name in run if name.partition("$")[0] in classes})
    medians = {name: round(statistics.median(run[name] for run in runs if name in run)) for name in names}
    lines = [f"{name}\t{seconds}" for name, seconds in medians.items() if seconds >= LEAST_SECONDS]
    (root / TABLE).write_text("\n".join(["\t".join(COLUMNS), *lines]) + "\n")


def read(root):
    """The budgets in seconds by class, and what is wrong with the table, each with its line."""
    file = root / TABLE
    if not file.exists():
        return {}, [f"{TABLE} is missing; git checkout {TABLE} restores it"]
    lines = file.read_text().splitlines()
    if not lines or tuple(lines[0].split("\t")) != COLUMNS:
        return {}, [f"{TABLE}:1: the header must be {', '.join(COLUMNS)}, with tabs between"]
    budgets = {}
    problems = []
    for number, line in enumerate(lines[1:], 2):
        name, _, seconds = line.partition("\t")
        if not seconds.isdecimal() or int(seconds) < LEAST_SECONDS:
            problems.append(f"{TABLE}:{number}: a row needs a class, a tab and seconds, {LEAST_SECONDS} or more")
        elif name in budgets:
            problems.append(f"{TABLE}:{number}: {name} has another row; remove one")
        else:
            budgets[name] = int(seconds)
    return budgets, problems


def judge(budgets, seconds):
    """Holds the seconds of the classes that passed in a run against their budgets."""
    ratios = [seconds[name] / budget for name, budget in budgets.items() if name in seconds]
    slowness = max(1, statistics.median(ratios)) if ratios else 1
    failures = []
    warnings = []
    for name in sorted(seconds):
        compared = seconds[name] / slowness
        budget = budgets.get(name)
        if budget is None:
            if compared >= LEAST_UNLISTED_SECONDS:
                row = f"{name}\t{compared:.0f}"
                warnings.append(f"{name} has no budget; make it shorter, or add this row to {TABLE}:\n{row}")
            continue
        said = f"{name}: {compared:.0f} s, its budget is {budget} s ({TABLE})"
        if compared > 3 * budget + 15:
            failures.append(f"{said}; make it shorter, or give it a budget in the commit that says why")
        elif compared > 2 * budget + 5:
            warnings.append(said)
    return Findings(slowness, tuple(failures), tuple(warnings))
