# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""The record of nightly runs, and the page that is written from it.

The record has a line of JSON for each suite that ran. A person adds "cause" to a line of a red suite.
"""

import json

RECORD = "docs/measurements/nightly.jsonl"
PAGE = "docs/nightly.md"
# At the end of the commit of a run whose checkout had changes of its own.
CHANGED = "+changes"
MOST_COMMITS = 10

INTRODUCTION = f"""# The nightly run

`bin/test --nightly --record` runs the suites that are too long for the gate and writes this page
from [nightly.jsonl](measurements/nightly.jsonl). `bin/test --help` lists the suites and their
options. A red suite is not done until its line in the record has a `"cause"`, which the page shows.
"""


def read(file):
    """The lines of a record in their order; none without a file."""
    return [json.loads(line) for line in file.read_text().splitlines() if line] if file.exists() else []


def write(root, folder):
    """Adds what ran at commits, by the lines in the folder, to the record; writes the page."""
    record = root / RECORD
    lines = read(record)
    known = {_key(line) for line in lines}
    ran = [line for file in sorted(folder.glob("*.jsonl")) for line in read(file)]
    lines += [line for line in ran if not line["commit"].endswith(CHANGED) and _key(line) not in known]
    lines.sort(key=lambda line: line["start"])
    record.write_text("".join(json.dumps(line) + "\n" for line in lines))
    (root / PAGE).write_text(page(lines))


def _key(line):
    return line["commit"], line["suite"], line["start"]


def page(lines):
    """The page about these lines, which are in the order of their start."""
    if not lines:
        return INTRODUCTION + "\nNo run is recorded.\n"
    # In the order of their last run, the newest first.
    commits = list(dict.fromkeys(line["commit"] for line in reversed(lines)))[:MOST_COMMITS]
    # Of each suite at a commit its last run counts.
    last = {(line["commit"], line["suite"]): line for line in lines if line["commit"] in commits}
    newest = {line["suite"]: line for line in lines}
    return "\n".join([INTRODUCTION, *_suite_table(newest), "", *_commit_table(commits, last)]) + "\n"


def _suite_table(newest):
    yield "## The last run of each suite"
    yield ""
    yield "| suite | commit | day | minutes | result | tests | failures | flaky | seed |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for suite, line in sorted(newest.items()):
        numbers = ["" if line[name] is None else str(line[name]) for name in ("tests", "failures")]
        flaky = ", ".join(f"`{test}`" for test in line["flaky"])
        seed = "" if line["seed"] is None else str(line["seed"])
        cells = [suite, _commit(line), _day(line), _minutes([line]), line["result"], *numbers, flaky, seed]
        yield f"| {' | '.join(cells)} |"


def _commit_table(commits, last):
    yield f"## The last {MOST_COMMITS} commits"
    yield ""
    yield "| commit | day | minutes | passed | red, and why |"
    yield "| --- | --- | --- | --- | --- |"
    for commit in commits:
        lines = sorted((line for key, line in last.items() if key[0] == commit), key=lambda line: line["suite"])
        passed = ", ".join(line["suite"] for line in lines if line["result"] == "passed")
        red = [
            f"{line['suite']} {line['result']}: {line.get('cause', 'its cause is not known')}"
            for line in lines
            if line["result"] != "passed"
        ]
        cells = [_commit(lines[0]), max(map(_day, lines)), _minutes(lines), passed, "; ".join(red)]
        yield f"| {' | '.join(cells)} |"


def _commit(line):
    return f"`{line['commit'][:12]}`"


def _day(line):
    return line["start"][:10]


def _minutes(lines):
    return f"{sum(line['seconds'] for line in lines) / 60:.0f}"
