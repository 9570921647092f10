# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""Measures what the papers say of joins and their tables relative to each other, with join_bench, and prints
it beside what is asked of ours.

Usage: gates.py PROGRAM [--build ROWS] [--probe ROWS] [--threads N] [--rounds N] [--only TEXT]...

PROGRAM is join_bench. Without options: all gates, 16m and 160m rows of 4+4 bytes, 1 thread, 7 rounds,
of which the best counts. Of --only TEXT: the gates in whose names one of the texts is. A gate whose name
says so has other rows. Joins that are compared under the same conditions take turns; other conditions are
other runs of the program, one after the other. The host is measured first, and joins by partitions split
rows as is fastest here. Payloads are added up, as joins that count would not read
those of arrays. What the program prints goes to the standard error. The exit status is 1 if a gate is missed.
"""

import argparse
import operator
import re
import subprocess
import sys
import tempfile


class Bench:
    """Best figures of joins under given conditions, each measured once unless said."""

    def __init__(self, options):
        self.options = options
        self.known = {}
        self.costs = None

    def calibrate(self, path):
        self.lines("--calibrate", path)
        self.costs = path

    def lines(self, *arguments):
        """What the program prints, in words, under conditions that later arguments may change."""
        command = [self.options.program, "--build", self.options.build, "--probe", self.options.probe]
        command += ["--rounds", str(self.options.rounds), "--threads", str(self.options.threads), "--sum"]
        if self.costs:
            command += ["--costs", self.costs]
        run = subprocess.run([*command, *arguments], check=True, stdout=subprocess.PIPE, text=True)
        print(" ".join([*command, *arguments]), run.stdout, sep="\n", file=sys.stderr)
        return [line.split() for line in run.stdout.splitlines()]

    def run(self, names, *conditions):
        """(seconds, processor seconds, bytes at most) by name."""
        missing = [name for name in names if (name, conditions) not in self.known]
        if missing:
            rounds = {}
            for name, *figures in self.lines("--each", "--algorithms", ",".join(missing), *conditions):
                rounds.setdefault(name, []).append(tuple(map(float, figures[:3])))
            for name, found in rounds.items():
                self.known[name, conditions] = tuple(map(min, zip(*found)))
        return {name: self.known[name, conditions] for name in names}

    def tables(self, names, *conditions):
        """(nanoseconds a row to build, to look up) of tables by name."""
        missing = [name for name in names if ("table", name, conditions) not in self.known]
        if missing:
            for name, build, probe, _ in self.lines("--tables", ",".join(missing), *conditions):
                self.known["table", name, conditions] = float(build), float(probe)
        return {name: self.known["table", name, conditions] for name in names}

    def probed_faster(self, name, than, *conditions):
        """How many times as fast a table finds rows as another."""
        found = self.tables([name, than], *conditions)
        return found[than][1] / found[name][1]

    def probe_gain(self, name, conditions, over):
        """How many times as fast a table finds rows under conditions as under others."""
        return self.tables([name], *over)[name][1] / self.tables([name], *conditions)[name][1]

    def build_ns(self, name, *conditions):
        """Nanoseconds of a thread for each row of a table, with rows of 8+8 bytes."""
        return self.tables([name], "--key", "8", *conditions, "--probe", "1m")[name][0]

    def partitions(self):
        """Seconds by way to write and the way that joins take here, for each size of pages and number of bits."""
        if "partitions" not in self.known:
            found = {}
            for line in self.lines("--grid", "partition"):
                if line[0] == "pages":
                    times = {line[i]: float(line[i + 1]) for i in range(4, 10, 2)}
                    found[line[1], int(line[3])] = times, line[11]
            self.known["partitions"] = found
        return self.known["partitions"]

    def lines_gain(self):
        """How many times as fast lines are written as single rows, where they gain least."""
        return min(
            times["plain"] / min(times["lines"], times["streamed"])
            for (pages, bits), (times, _) in self.partitions().items()
            if pages == "4KB" and bits >= 12
        )

    def way_loss(self):
        """Time of the way to write that joins take beside that of the best, where it is worst, in the pages
        that joins ask for."""
        return max(
            times[chosen] / min(times.values())
            for (pages, _), (times, chosen) in self.partitions().items()
            if pages == "2MB"
        )

    def star_orders(self):
        """Time of a star with its joins in the worst order beside the best."""
        times = {}
        for line in map(" ".join, self.lines("--grid", "star")):
            if found := re.match(r"(.*) match rates (.*?) star +(\S+)", line):
                rates = tuple(sorted(found[2].split()))
                times.setdefault((found[1], rates), []).append(float(found[3]))
        return max(max(each) / min(each) for each in times.values() if len(each) > 1)

    def resident(self, names, *conditions):
        """By how much resident and accounted memory of joins differ, by what they may, at worst."""
        lines = self.lines("--each", "--resident", "--algorithms", ",".join(names), *conditions)
        return max(
            abs(float(resident) - float(accounted)) / (float(accounted) * 0.03 + 8e6)
            for _, _, _, accounted, _, _, resident in lines
        )

    def faster(self, name, than, *conditions):
        """How many times as fast a join is as another."""
        found = self.run([name, than], *conditions)
        return found[than][0] / found[name][0]

    def gain(self, name, conditions, over):
        """How many times as fast a join is under conditions as under others."""
        return self.run([name], *over)[name][0] / self.run([name], *conditions)[name][0]

    def cpu_ns(self, name, *conditions):
        """Processor time of one thread for each row of both sides."""
        cpu = self.run([name], "--threads", "1", *conditions)[name][1]
        return cpu * 1e9 / (rows(self.options.build) + rows(self.options.probe))

    def bits_off(self, name):
        """Time with the radix bits of the model beside the best of a sweep. They are measured twice, as the
        sweep takes long and what disturbs one of its runs would else decide."""
        conditions = [(), *(("--bits", str(bits)) for bits in range(4, 15, 2))]
        best = dict.fromkeys(conditions, float("inf"))
        for _ in range(2):
            for condition in conditions:
                self.known.pop((name, condition), None)
                best[condition] = min(best[condition], self.run([name], *condition)[name][0])
        return best[()] / min(best.values())

    def memory(self, name, bits):
        """Bytes of a partitioned join beside a bound: two copies of the rows and its buffers for lines."""
        peak = self.run([name], "--bits", str(bits))[name][2]
        tuples = rows(self.options.build) + rows(self.options.probe)
        return peak / (tuples * 8 * 2.02 + self.options.threads * 2**bits * 80)


def rows(text):
    units = {"k": 10**3, "m": 10**6, "g": 10**9}
    return int(text[:-1]) * units[text[-1]] if text[-1] in units else int(text)


MIX = ("--hash", "mix")
NO_MATCH, MOST_MATCH = ("--match-rate", "0"), ("--match-rate", "0.8")
SMALL_PAGES = ("--small-pages",)
HOT_KEYS = ("--zipf", "0.99")
WIDE = ("--key", "8")
AT_LEAST, AT_MOST = operator.ge, operator.le


def of_size(build, probe):
    return ("--build", build, "--probe", probe)


def two_threads(name):
    return lambda b: b.gain(name, ("--threads", "2"), ("--threads", "1"))


# What, the papers' figure, the gate, the stretch, which of both is better, and how it is measured.
GATES = [
    ("CPRL / NOP", "2.16-2.41", 2.2, 3.5, AT_LEAST, lambda b: b.faster("CPRL", "NOP")),
    ("CPRL / NOP-batched", "-", 1.4, 2, AT_LEAST, lambda b: b.faster("CPRL", "NOP-batched")),
    ("CPRA / CPRL", "1.14", 1.08, 1.2, AT_LEAST, lambda b: b.faster("CPRA", "CPRL")),
    ("NOPA / NOP", "1.44", 1.44, 2, AT_LEAST, lambda b: b.faster("NOPA", "NOP")),
    ("PRLiS / PROiS", "1.17-1.24", 1.15, 1.3, AT_LEAST, lambda b: b.faster("PRLiS", "PROiS")),
    ("CHTJ / NOP-batched, mix", ".71-.73", 0.65, 0.9, AT_LEAST, lambda b: b.faster("CHTJ", "NOP-batched", *MIX)),
    ("CAT / CHT, 8+8, density 2, probe", "1.27-1.47", 1.5, 2.5, AT_LEAST, lambda b: b.probed_faster("CAT", "CHT", *WIDE, "--density", "2")),
    ("CHTJ / NPO, 8+8, 10m x 100m, mix", "2.85", 2.2, 4, AT_LEAST, lambda b: b.faster("CHTJ", "NPO", *MIX, *WIDE, *of_size("10m", "100m"))),
    ("CHTJ / NPO, 8+8, 10m x 300m, mix", "2.2", 2.2, 4, AT_LEAST, lambda b: b.faster("CHTJ", "NPO", *MIX, *WIDE, *of_size("10m", "300m"))),
    ("CAT of bits alone / CAT, 8+8, density 2, probe", "1.7-1.85", 1.7, 2.5, AT_LEAST, lambda b: b.probed_faster("CAT-bits", "CAT", *WIDE, "--density", "2")),
    ("CHT, payload of 24 bytes / 8, probe, time", "1.46", 1.46, 1.3, AT_MOST, lambda b: b.probed_faster("CHT", "CHT-wide", *WIDE)),
    ("NOP batched / scalar, mix, probe", "-", 1.5, 2.2, AT_LEAST, lambda b: b.probed_faster("NOP-batched", "NOP", *MIX)),
    ("CHT batched / scalar, probe", "-", 1.5, 2.2, AT_LEAST, lambda b: b.probed_faster("CHT", "CHT-scalar")),
    ("CAT batched / scalar, 8+8, density 2, probe", "-", 1.5, 2.2, AT_LEAST, lambda b: b.probed_faster("CAT", "CAT-scalar", *WIDE, "--density", "2")),
    ("CHTJ, 0 % matches / 80 %", "1.4", 1.5, 2.5, AT_LEAST, lambda b: b.gain("CHTJ", NO_MATCH, MOST_MATCH)),
    ("CHT, 0 % matches / 80 %, probe", "1.4", 1.5, 2.5, AT_LEAST, lambda b: b.probe_gain("CHT", NO_MATCH, MOST_MATCH)),
    ("lines / rows written, 2^12 partitions and more, 4 KB pages", "-", 1.2, 1.5, AT_LEAST, lambda b: b.lines_gain()),
    ("way to write of a join / best, 2 MB pages, time", "-", 1.03, 1, AT_MOST, lambda b: b.way_loss()),
    ("CHTJ, pages of 2 MB / 4 KB", ">1", 1.3, 1.3, AT_LEAST, lambda b: b.gain("CHTJ", MIX, (*MIX, *SMALL_PAGES))),
    ("CAT, pages of 2 MB / 4 KB", ">1", 1.3, 1.3, AT_LEAST, lambda b: b.gain("CAT", MIX, (*MIX, *SMALL_PAGES))),
    ("NOP-batched, mix, pages of 2 MB / 4 KB", ">1", 1.3, 1.3, AT_LEAST, lambda b: b.gain("NOP-batched", MIX, (*MIX, *SMALL_PAGES))),
    ("radix bits of the model / best, CPRL, time", "1.0", 1.1, 1.05, AT_MOST, lambda b: b.bits_off("CPRL")),
    ("NOP, Zipf 0.99 / uniform", ">.9", 1.5, 1.5, AT_LEAST, lambda b: b.gain("NOP", HOT_KEYS, ())),
    ("NOP, Zipf 0.99 / uniform, mix, probe", ">.9", 1.5, 1.5, AT_LEAST, lambda b: b.probe_gain("NOP", (*MIX, *HOT_KEYS), MIX)),
    ("PRL, Zipf 0.99 / uniform", "-", 0.7, 0.9, AT_LEAST, lambda b: b.gain("PRL", HOT_KEYS, ())),
    ("CPRL, 2 threads / 1", ".70-.79 of ideal", 1.75, 1.9, AT_LEAST, two_threads("CPRL")),
    ("NOP, 2 threads / 1", ".70-.79 of ideal", 1.75, 1.9, AT_LEAST, two_threads("NOP")),
    ("CHTJ, 2 threads / 1", ".70-.79 of ideal", 1.75, 1.9, AT_LEAST, two_threads("CHTJ")),
    ("star of three joins, worst / best order, time", "1", 1.3, 1.15, AT_MOST, lambda b: b.star_orders()),
    ("NOP-batched, ns a row", "-", 18, 12, AT_MOST, lambda b: b.cpu_ns("NOP-batched")),
    ("NOPA, ns a row", "-", 9, 7, AT_MOST, lambda b: b.cpu_ns("NOPA")),
    ("CHTJ, ns a row", "-", 30, 20, AT_MOST, lambda b: b.cpu_ns("CHTJ")),
    ("CAT, ns a row", "-", 12, 9, AT_MOST, lambda b: b.cpu_ns("CAT")),
    ("CPRL, ns a row", "-", 6, 4.5, AT_MOST, lambda b: b.cpu_ns("CPRL")),
    ("CHT of 10m, ns a key to build", "290", 40, 20, AT_MOST, lambda b: b.build_ns("CHT", "--build", "10m")),
    ("CHT of 100m, ns a key to build", "290", 40, 20, AT_MOST, lambda b: b.build_ns("CHT", "--build", "100m")),
    ("CAT of 10m, ns a key to build", "256", 40, 20, AT_MOST, lambda b: b.build_ns("CAT", "--density", "2", "--build", "10m")),
    ("CAT of 100m, ns a key to build", "256", 40, 20, AT_MOST, lambda b: b.build_ns("CAT", "--density", "2", "--build", "100m")),
    ("resident memory less accounted, by 3 % and 8 MB, at worst", "-", 1.0, 1.0, AT_MOST, lambda b: b.resident(["NOP", "NOPA", "CHTJ", "CAT", "PRO", "CPRL"], *MIX, *of_size("4m", "40m"))),
    ("PRL, 10 bits, memory / bound", "-", 1.0, 1.0, AT_MOST, lambda b: b.memory("PRL", 10)),
    ("PRB, 10 bits, memory / bound", "-", 1.0, 1.0, AT_MOST, lambda b: b.memory("PRB", 10)),
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--build", default="16m")
    parser.add_argument("--probe", default="160m")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", action="append", default=[])
    options = parser.parse_args()
    wanted = [gate for gate in GATES if not options.only or any(text in gate[0] for text in options.only)]
    if not wanted:
        parser.error("there is no gate whose name has " + " or ".join(options.only))
    bench = Bench(options)
    missed = 0
    print("| gate | paper | gate | stretch | ours | |")
    print("| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        bench.calibrate(f"{folder}/costs")
        for what, paper, gate, stretch, better, measure in wanted:
            ours = measure(bench)
            verdict = "stretch" if better(ours, stretch) else "gate" if better(ours, gate) else "missed"
            missed += verdict == "missed"
            print(f"| {what} | {paper} | {gate:g} | {stretch:g} | {ours:.2f} | {verdict} |", flush=True)
    raise SystemExit(1 if missed else 0)


if __name__ == "__main__":
    main()
