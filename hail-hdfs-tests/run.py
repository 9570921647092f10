# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""Runs Hadoop's own HDFS tests with HAIL, and says whose fault each failure is.

bin/test --hdfs calls it; see docs/hdfs-tests.md. Every failing test is run again alone, since many have
time limits that a busy machine misses, and if it fails again, on stock Hadoop.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from dataclasses import dataclass, field

MODULE = pathlib.Path(__file__).resolve().parent
OUTPUT = MODULE / "target" / "hdfs-tests"
PROOF = "dev.hail.hdfs.ConfiguredConversionTest"
BATCH = 20


@dataclass
class Outcome:
    """What some classes, or some of their tests, did in one run. A test is CLASS#METHOD."""

    passed: set = field(default_factory=set)
    failed: set = field(default_factory=set)
    skipped: set = field(default_factory=set)
    without_tests: set = field(default_factory=set)
    datasets: dict = field(default_factory=dict)
    seconds: dict = field(default_factory=dict)

    def add(self, other):
        for name in ("passed", "failed", "skipped", "without_tests"):
            getattr(self, name).update(getattr(other, name))
        self.datasets.update(other.datasets)
        self.seconds.update(other.seconds)


def read_list(name):
    """The entries of a list file: first word to the rest of its line."""
    entries = {}
    for line in (MODULE / name).read_text().splitlines():
        if line and not line.startswith("#"):
            first, _, rest = line.partition(" ")
            entries[first] = rest.strip()
    return entries


def tests_jar():
    pom = (MODULE.parent / "pom.xml").read_text()
    version = re.search("<hadoop.version>(.*)</hadoop.version>", pom).group(1)
    home = pathlib.Path.home() / ".m2" / "repository"
    jar = home / f"org/apache/hadoop/hadoop-hdfs/{version}/hadoop-hdfs-{version}-tests.jar"
    if not jar.exists():
        sys.exit(f"run.py: {jar} is missing; run a smaller tier first, which fetches it")
    return jar


def classes_with_cluster():
    """All test classes of the tests jar that name MiniDFSCluster, themselves or in an inner class."""
    found = set()
    with zipfile.ZipFile(tests_jar()) as jar:
        for name in jar.namelist():
            outer = re.sub(r"(\$.*)?\.class$", "", name)
            if outer.rpartition("/")[2].startswith("Test") and name.endswith(".class"):
                if b"MiniDFSCluster" in jar.read(name):
                    found.add(outer.replace("/", "."))
    return sorted(found)


def select(what):
    smoke = list(read_list("tiers/smoke.txt"))
    gate = smoke + list(read_list("tiers/gate.txt"))
    if what == "smoke":
        return smoke
    if what == "gate":
        return gate
    if what == "all":
        return gate + [name for name in classes_with_cluster() if name not in gate]
    return [PROOF] + what.split(",")


def pattern(tests):
    """Surefire's selection of classes, and of methods where a test names one."""
    methods = {}
    for test in sorted(tests):
        test_class, _, method = test.partition("#")
        methods.setdefault(test_class, set()).add(method)
    return ",".join(
        name if "" in chosen else name + "#" + "+".join(sorted(chosen))
        for name, chosen in methods.items()
    )


def run_maven(tests, conf, conversion, output, arguments):
    """Runs tests, prints a line per class, and reads what they reported."""
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    command = ["mvn", "-B", "-ntp", "test", "-Phdfs-tests", "-pl", MODULE.name, "-am", "-DskipTests"]
    command += ["-Dsurefire.failIfNoSpecifiedTests=false", f"-Dtest={pattern(tests)}"]
    command += [f"-Dhail.hdfs.conf={conf}", f"-Dhail.hdfs.conversion={str(conversion).lower()}"]
    command += [f"-Dhail.hdfs.output={output}", f"-Dhail.hdfs.forks={arguments.forks}"]
    command += arguments.maven
    begun = set()
    with open(output / "maven.log", "w") as log:
        maven = subprocess.Popen(
            command, cwd=MODULE.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for line in maven.stdout:
            log.write(line)
            started = re.search(r"Running (\S+)$", line.rstrip())
            if started:
                begun.add(started.group(1))
            ended = re.search(r"Tests run: .* -- in \S+", line)
            if ended:
                print("  " + ended.group(0), flush=True)
    if maven.wait() != 0:
        problems = [x for x in (output / "maven.log").read_text().splitlines() if "ERROR" in x]
        sys.exit("\n".join(problems[:20] + [f"run.py: the build failed; see {output}/maven.log"]))
    outcome = read_reports(tests, begun, output)
    tidy(outcome, output)
    return outcome


def read_reports(tests, begun, output):
    outcome = Outcome()
    for report in output.glob("TEST-*.xml"):
        suite = ElementTree.parse(report).getroot()
        name = suite.get("name")
        outcome.seconds[name] = float(suite.get("time").replace(",", ""))
        for case in suite.iter("testcase"):
            method = re.split(r"[(\[{ ]", case.get("name") or "")[0]
            if case.find("failure") is not None or case.find("error") is not None:
                outcome.failed.add(f"{name}#{method}" if method and method != name else name)
            elif case.find("skipped") is not None:
                outcome.skipped.add(f"{name}#{case.get('name')}")
            else:
                outcome.passed.add(f"{name}#{case.get('name')}")
    reported = {name.rpartition(".")[2] for name in outcome.seconds}
    started = {name.rpartition(".")[2] for name in begun}
    for test in tests:
        test_class = test.partition("#")[0]
        simple = test_class.rpartition(".")[2]
        if simple not in reported:
            # The process died or was killed, or the class is abstract or gone.
            (outcome.failed if simple in started else outcome.without_tests).add(test_class)
    for census in output.glob("*.datasets"):
        counts = dict(line.split("=") for line in census.read_text().split())
        outcome.datasets[census.stem] = (int(counts["hail"]), int(counts["all"]))
    return outcome


def tidy(outcome, output):
    """Keeps the logs of classes that failed only."""
    shutil.rmtree(output / "data", ignore_errors=True)
    failed = {test.partition("#")[0] for test in outcome.failed}
    for log in output.glob("*-output.txt"):
        if log.name.removesuffix("-output.txt") not in failed:
            log.unlink()


def run_mode(tests, conversion, arguments):
    """Runs a selection with conversion on or off; returns whether HAIL is without fault."""
    mode = "on" if conversion else "off"
    directory = OUTPUT / f"conversion-{mode}"
    shutil.rmtree(directory, ignore_errors=True)
    print(f"Hadoop's HDFS tests with HAIL, conversion {mode}: {len(tests)} classes", flush=True)
    first = Outcome()
    for begin in range(0, len(tests), BATCH):
        batch = tests[begin : begin + BATCH]
        first.add(run_maven(batch, "hail", conversion, directory / f"{begin // BATCH}", arguments))
    known = read_list("known-failures.txt")
    again = Outcome()
    unknown = first.failed - set(known)
    if unknown:
        print(f"again, alone: {pattern(unknown)}", flush=True)
        again = run_maven(unknown, "hail", conversion, directory / "again", arguments)
    failing = (first.failed & set(known)) | again.failed
    stock = Outcome()
    if failing:
        print(f"on stock Hadoop: {pattern(failing)}", flush=True)
        stock = run_maven(failing, "stock", conversion, directory / "stock", arguments)
    return report(mode, tests, first, failing, stock, known, arguments.tests == "all")


def report(mode, tests, first, failing, stock, known, abstract_ones):
    faults = sorted(failing - stock.failed)
    environment = sorted(failing & stock.failed)
    others = [name for name, (hail, total) in first.datasets.items() if total > 0 and hail == 0]
    unserved = sorted(set(others) - set(read_list("own-datasets.txt")))
    hail = sum(counts[0] for counts in first.datasets.values())
    total = sum(counts[1] for counts in first.datasets.values())
    print(
        f"\nConversion {mode}: {len(first.seconds)} classes, {len(first.passed)} tests passed,"
        f" {len(first.failed)} failed, {len(first.skipped)} skipped;"
        f" HAIL made {hail} of {total} datasets"
    )
    for test in sorted(first.failed - failing):
        print(f"  failed once, then passed alone: {test}")
    for test in environment:
        print(f"  fails on stock too: {test} -- {known.get(test, 'not listed in known-failures.txt')}")
    chosen = {test.rpartition(".")[2] for test in tests}
    for test in sorted(set(known) - first.failed):
        if test.partition("#")[0].rpartition(".")[2] in chosen:
            print(f"  passes, though listed in known-failures.txt: {test}")
    if first.without_tests:
        print(f"  without tests: {', '.join(sorted(first.without_tests))}")
    for test in faults:
        print(f"  HAIL's fault: {test}")
    for name in unserved:
        print(f"  not served by HAIL's dataset, and not listed in own-datasets.txt: {name}")
    if hail == 0:
        print("  HAIL's dataset was never in use: this run proves nothing")
    write_table(mode, first)
    if first.without_tests and not abstract_ones:
        print("  a class that was asked for by name has no tests: is its name right?")
        return False
    return not faults and not unserved and hail > 0


def write_table(mode, outcome):
    """One line per class: passed, failed, skipped, datasets of HAIL, all datasets, seconds."""
    lines = []
    for name in sorted(outcome.seconds):
        counts = [
            sum(test.partition("#")[0] == name for test in tests)
            for tests in (outcome.passed, outcome.failed, outcome.skipped)
        ]
        counts += [*outcome.datasets.get(name, (0, 0)), round(outcome.seconds[name])]
        lines.append("\t".join([name, *map(str, counts)]) + "\n")
    (OUTPUT / f"conversion-{mode}" / "results.tsv").write_text("".join(lines))


def main():
    parser = argparse.ArgumentParser(prog="bin/test --hdfs", description=__doc__.splitlines()[0])
    parser.add_argument("tests", help="smoke, gate, all, or classes separated by commas")
    parser.add_argument("--conversion", choices=["off", "on", "both"], default="both")
    parser.add_argument("--forks", type=int, default=1, help="classes that run at the same time")
    arguments, arguments.maven = parser.parse_known_args()
    tests = select(arguments.tests)
    modes = {"off": [False], "on": [True], "both": [False, True]}[arguments.conversion]
    sound = [run_mode(tests, conversion, arguments) for conversion in modes]
    sys.exit(0 if all(sound) else 1)


if __name__ == "__main__":
    main()
