# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""The list of tests that are known to fail now and then, tests/flaky.tsv."""

import dataclasses
import datetime
import re

LIST = "tests/flaky.tsv"
COLUMNS = ("test", "date", "commit", "cause", "who")
MOST_ROWS = 8
DAYS = 14
COMMIT = re.compile(r"[0-9a-f]{7,40}")
# What Surefire appends to the method: the parameters, and the number of the invocation.
METHOD = re.compile(r"#([A-Za-z_$][\w$]*).*", re.S)


@dataclasses.dataclass(frozen=True)
class Row:
    line: int
    date: datetime.date

    def expired(self, today):
        return (today - self.date).days > DAYS


def name_of(test):
    """CLASS#METHOD of a test as a report names it; just CLASS if the class failed outside its tests."""
    return METHOD.sub(r"#\1", test)


def row_for(test, history):
    """The row that a person completes and adds."""
    return "\t".join([test, history.date.isoformat(), history.commit, "CAUSE", "WHO"])


def read(root, is_test, latest):
    """Reads the list; is_test(CLASS, METHOD or "") says what exists, and no row is later than the date latest.

    Returns the rows by test, and what is wrong with the list, each with its line.
    """
    file = root / LIST
    if not file.exists():
        return {}, [f"{LIST} is missing; git checkout {LIST} restores it"]
    lines = file.read_text().splitlines()
    if not lines or tuple(lines[0].split("\t")) != COLUMNS:
        return {}, [f"{LIST}:1: the header must be {', '.join(COLUMNS)}, with tabs between"]
    rows = {}
    problems = []
    for number, line in enumerate(lines[1:], 2):
        test, problem = line.partition("\t")[0], _problem(line, is_test, latest)
        if not problem and test in rows:
            problem = f"{test} is in line {rows[test].line} too; a row may not be renewed"
        if problem:
            problems.append(f"{LIST}:{number}: {problem}")
        else:
            rows[test] = Row(number, datetime.date.fromisoformat(line.split("\t")[1]))
    if len(lines) - 1 > MOST_ROWS:
        problems.append(f"{LIST}: {len(lines) - 1} rows, at most {MOST_ROWS} may stand; mend a test or tag it nightly")
    return rows, problems


def _problem(line, is_test, latest):
    fields = line.split("\t")
    if len(fields) != len(COLUMNS) or not all(field.strip() for field in fields):
        return f"a row needs {', '.join(COLUMNS)}, with tabs between"
    test, date, commit, cause, who = fields
    class_name, _, method = test.partition("#")
    if not is_test(class_name, method):
        return f"the sources have no test {test}; write CLASS#METHOD with the package, or remove the row"
    try:
        # Where the row was written it may be tomorrow already.
        later = datetime.date.fromisoformat(date) > latest + datetime.timedelta(1)
    except ValueError:
        return f"{date} is no date; write YYYY-MM-DD"
    if later:
        return f"{date} lies in the future; write the day on which the test failed"
    if not COMMIT.fullmatch(commit):
        return f"{commit} is no commit; write its first 7 to 40 digits"
    if cause == "CAUSE" or who == "WHO":
        return "write the cause in a sentence, and who found it"
    return ""
