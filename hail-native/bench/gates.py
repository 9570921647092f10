"""Measures what the papers say of joins relative to each other, with join_bench, and prints it beside
what is asked of ours.

Usage: gates.py PROGRAM [--build ROWS] [--probe ROWS] [--threads N] [--rounds N] [--only TEXT]...

PROGRAM is join_bench. Without options: all gates, 16m and 160m rows of 4+4 bytes, 1 thread, 7 rounds,
of which the best counts. Of --only TEXT: the gates in whose names one of the texts is. Joins that are compared under the same conditions take turns; other conditions are
other runs of the program, one after the other. The exit status is 1 if a gate is missed.
"""

import argparse
import operator
import subprocess


class Bench:
    """Best figures of joins under given conditions, each measured once unless said."""

    def __init__(self, options):
        self.options = options
        self.known = {}

    def run(self, names, *conditions):
        """(seconds, processor seconds, bytes at most) by name."""
        threads = [] if "--threads" in conditions else ["--threads", str(self.options.threads)]
        missing = [name for name in names if (name, conditions) not in self.known]
        if missing:
            printed = subprocess.run(
                [self.options.program, "--each", "--algorithms", ",".join(missing)]
                + ["--build", self.options.build, "--probe", self.options.probe]
                + ["--rounds", str(self.options.rounds), *threads, *conditions],
                check=True,
                stdout=subprocess.PIPE,
                text=True,
            ).stdout
            rounds = {}
            for line in printed.splitlines():
                name, seconds, cpu, peak, _, _ = line.split()
                rounds.setdefault(name, []).append((float(seconds), float(cpu), int(peak)))
            for name, found in rounds.items():
                self.known[name, conditions] = tuple(map(min, zip(*found)))
        return {name: self.known[name, conditions] for name in names}

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
        """Bytes of a partitioned join beside two copies of the rows and its buffers for lines."""
        peak = self.run([name], "--bits", str(bits))[name][2]
        tuples = rows(self.options.build) + rows(self.options.probe)
        return peak / (tuples * 8 * 2.02 + self.options.threads * 2**bits * 80)


def rows(text):
    units = {"k": 10**3, "m": 10**6, "g": 10**9}
    return int(text[:-1]) * units[text[-1]] if text[-1] in units else int(text)


MIX = ("--hash", "mix")
AT_LEAST, AT_MOST = operator.ge, operator.le
# What, the papers' figure, the gate, the stretch, which of both is better, and how it is measured.
GATES = [
    ("CPRL / NOP", "2.16-2.41", 2.2, 3.5, AT_LEAST, lambda b: b.faster("CPRL", "NOP")),
    ("CPRL / NOP-batched", "-", 1.4, 2, AT_LEAST, lambda b: b.faster("CPRL", "NOP-batched")),
    ("CPRA / CPRL", "1.14", 1.08, 1.2, AT_LEAST, lambda b: b.faster("CPRA", "CPRL")),
    ("NOPA / NOP", "1.44", 1.44, 2, AT_LEAST, lambda b: b.faster("NOPA", "NOP")),
    ("PRLiS / PROiS", "1.17-1.24", 1.15, 1.3, AT_LEAST, lambda b: b.faster("PRLiS", "PROiS")),
    ("CHTJ / NOP-batched, mix", ".71-.73", 0.65, 0.9, AT_LEAST, lambda b: b.faster("CHTJ", "NOP-batched", *MIX)),
    ("CAT / CHTJ, 8+8, density 2, whole join", "1.27-1.47", 1.5, 2.5, AT_LEAST, lambda b: b.faster("CAT", "CHTJ", "--key", "8", "--density", "2")),
    ("NOP batched / scalar, mix", "-", 1.5, 2.2, AT_LEAST, lambda b: b.faster("NOP-batched", "NOP", *MIX)),
    ("CHTJ batched / scalar", "-", 1.5, 2.2, AT_LEAST, lambda b: b.faster("CHTJ", "CHTJ-scalar", *MIX)),
    ("CAT batched / scalar", "-", 1.5, 2.2, AT_LEAST, lambda b: b.faster("CAT", "CAT-scalar", *MIX)),
    ("CHTJ, 0 % matches / 80 %", "1.4", 1.5, 2.5, AT_LEAST, lambda b: b.gain("CHTJ", ("--match-rate", "0"), ("--match-rate", "0.8"))),
    ("CHTJ, pages of 2 MB / 4 KB", ">1", 1.3, 1.3, AT_LEAST, lambda b: b.gain("CHTJ", MIX, (*MIX, "--small-pages"))),
    ("CAT, pages of 2 MB / 4 KB", ">1", 1.3, 1.3, AT_LEAST, lambda b: b.gain("CAT", MIX, (*MIX, "--small-pages"))),
    ("NOP-batched, mix, pages of 2 MB / 4 KB", ">1", 1.3, 1.3, AT_LEAST, lambda b: b.gain("NOP-batched", MIX, (*MIX, "--small-pages"))),
    ("radix bits of the model / best, CPRL, time", "1.0", 1.1, 1.05, AT_MOST, lambda b: b.bits_off("CPRL")),
    ("NOP, Zipf 0.99 / uniform", ">.9", 1.5, 1.5, AT_LEAST, lambda b: b.gain("NOP", ("--zipf", "0.99"), ())),
    ("PRL, Zipf 0.99 / uniform", "-", 0.7, 0.9, AT_LEAST, lambda b: b.gain("PRL", ("--zipf", "0.99"), ())),
    ("CPRL, 2 threads / 1", ".70-.79 of ideal", 1.75, 1.9, AT_LEAST, lambda b: b.gain("CPRL", ("--threads", "2"), ("--threads", "1"))),
    ("NOP, 2 threads / 1", ".70-.79 of ideal", 1.75, 1.9, AT_LEAST, lambda b: b.gain("NOP", ("--threads", "2"), ("--threads", "1"))),
    ("CHTJ, 2 threads / 1", ".70-.79 of ideal", 1.75, 1.9, AT_LEAST, lambda b: b.gain("CHTJ", ("--threads", "2"), ("--threads", "1"))),
    ("NOP-batched, ns a row", "-", 18, 12, AT_MOST, lambda b: b.cpu_ns("NOP-batched")),
    ("NOPA, ns a row", "-", 9, 7, AT_MOST, lambda b: b.cpu_ns("NOPA")),
    ("CHTJ, ns a row", "-", 30, 20, AT_MOST, lambda b: b.cpu_ns("CHTJ")),
    ("CAT, ns a row", "-", 12, 9, AT_MOST, lambda b: b.cpu_ns("CAT")),
    ("CPRL, ns a row", "-", 6, 4.5, AT_MOST, lambda b: b.cpu_ns("CPRL")),
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
    for what, paper, gate, stretch, better, measure in wanted:
        ours = measure(bench)
        verdict = "stretch" if better(ours, stretch) else "gate" if better(ours, gate) else "missed"
        missed += verdict == "missed"
        print(f"| {what} | {paper} | {gate:g} | {stretch:g} | {ours:.2f} | {verdict} |", flush=True)
    raise SystemExit(1 if missed else 0)


if __name__ == "__main__":
    main()
