# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""Joins two tables with one engine, at the word of `hail bench join`.

Usage: engines.py SYSTEM BUILD_ROWS PROBE_ROWS THREADS SEED [LIBRARY [PROBE_BUFFER]]

SYSTEM is hail, duckdb, datafusion, polars or acero; LIBRARY is HAIL's shared object, PROBE_BUFFER
the bytes of the buffer of its probes, which are direct if there is none. Both tables
have a key and a payload of eight bytes; the keys of the build side are unique, and each probe row
has a match. When they are loaded, `ready` is printed. Then each line that is read makes one join,
whose figures are printed as a line: seconds, processor seconds, bytes of memory at most beyond what
the loaded tables take, matches, sum of the payloads of the build side. The end of the input ends
the process.
"""

import ctypes
import gc
import os
import sys
import threading
import time


def tables(build_rows, probe_rows, seed):
    """The tables build and probe, columns key and payload, the same for the same seed."""
    import numpy
    import pyarrow

    random = numpy.random.default_rng(seed)
    build = {"key": random.permutation(build_rows), "payload": numpy.arange(build_rows)}
    probe = {
        "key": random.integers(0, build_rows, probe_rows),
        "payload": numpy.arange(probe_rows),
    }
    return pyarrow.table(build), pyarrow.table(probe)


class DuckDb:
    def __init__(self, build, probe, threads):
        import duckdb

        self.connection = duckdb.connect(config={"threads": threads})
        for name, table in (("build", build), ("probe", probe)):
            self.connection.register("arrow", table)
            self.connection.execute(f"CREATE TABLE {name} AS SELECT * FROM arrow")
            self.connection.unregister("arrow")

    def join(self):
        return self.connection.execute(
            "SELECT count(*), sum(build.payload) FROM probe JOIN build ON probe.key = build.key"
        ).fetchone()


class DataFusion:
    def __init__(self, build, probe, threads):
        import datafusion

        self.context = datafusion.SessionContext(
            datafusion.SessionConfig().with_target_partitions(threads)
        )
        for name, table in (("build", build), ("probe", probe)):
            rows = -(-table.num_rows // threads)
            parts = [
                table.slice(thread * rows, rows).to_batches(max_chunksize=8192)
                for thread in range(threads)
            ]
            self.context.register_record_batches(name, parts)

    def join(self):
        found = self.context.sql(
            "SELECT count(*) AS matches, sum(build.payload) AS payloads"
            " FROM probe JOIN build ON probe.key = build.key"
        ).to_pydict()
        return found["matches"][0], found["payloads"][0]


class Polars:
    def __init__(self, build, probe, threads):
        os.environ["POLARS_MAX_THREADS"] = str(threads)
        import polars

        self.polars = polars
        self.build = polars.from_arrow(build)
        self.probe = polars.from_arrow(probe)

    def join(self):
        joined = self.probe.lazy().join(self.build.lazy(), on="key")
        found = joined.select(
            self.polars.len().alias("matches"),
            self.polars.col("payload_right").sum().alias("payloads"),
        ).collect(engine="streaming")
        return found.row(0)


class Acero:
    def __init__(self, build, probe, threads):
        import pyarrow
        import pyarrow.acero

        pyarrow.set_cpu_count(threads)
        self.acero = pyarrow.acero
        self.build = build
        self.probe = probe

    def join(self):
        acero = self.acero
        sides = [
            acero.Declaration("table_source", acero.TableSourceNodeOptions(table))
            for table in (self.probe, self.build)
        ]
        matches = acero.Declaration(
            "hashjoin",
            acero.HashJoinNodeOptions(
                "inner", left_keys=["key"], right_keys=["key"], left_output=[], right_output=["payload"]
            ),
            sides,
        )
        totals = acero.Declaration(
            "aggregate",
            acero.AggregateNodeOptions(
                [("payload", "count", None, "matches"), ("payload", "sum", None, "payloads")]
            ),
            [matches],
        ).to_table(use_threads=True)
        return totals["matches"][0].as_py(), totals["payloads"][0].as_py()


class JoinOptions(ctypes.Structure):
    """hail_join_options of hail_join.h."""

    _fields_ = [
        ("size", ctypes.c_uint32),
        ("kind", ctypes.c_int32),
        ("table", ctypes.c_int32),
        ("threads", ctypes.c_uint32),
        ("memory_budget", ctypes.c_uint64),
        ("null_equal", ctypes.c_uint8),
        ("keys", ctypes.c_uint32),
        ("build_keys", ctypes.POINTER(ctypes.c_uint32)),
        ("probe_keys", ctypes.POINTER(ctypes.c_uint32)),
        ("build_outputs", ctypes.c_uint32),
        ("build_output", ctypes.POINTER(ctypes.c_uint32)),
        ("probe_outputs", ctypes.c_uint32),
        ("probe_output", ctypes.POINTER(ctypes.c_uint32)),
        ("batch_rows", ctypes.c_uint32),
        ("probe_mode", ctypes.c_int32),
        ("probe_buffer", ctypes.c_uint64),
    ]


class JoinError(ctypes.Structure):
    """hail_error of hail_join.h."""

    _fields_ = [("message", ctypes.c_char * 1024)]


class Exported:
    """Room for the two structs of Arrow's C data interface, filled by one side, emptied by another."""

    def __init__(self):
        self.array = ctypes.create_string_buffer(80)
        self.schema = ctypes.create_string_buffer(72)


class Hail:
    """hail-native by its C interface: batches in, batches out, payloads added up by pyarrow."""

    BATCH_ROWS = 1 << 16

    def __init__(self, build, probe, threads, library, probe_buffer=0):
        import pyarrow
        import pyarrow.compute

        self.arrow = pyarrow
        self.library = ctypes.CDLL(library)
        self.threads = threads
        self.probe_buffer = probe_buffer
        self.build = build.to_batches(max_chunksize=1 << 20)
        self.probe = probe.to_batches(max_chunksize=self.BATCH_ROWS)

    def call(self, function, *arguments):
        error = JoinError()
        if getattr(self.library, function)(*arguments, ctypes.byref(error)) != 0:
            raise RuntimeError(f"{function}: {error.message.decode()}")

    def schema(self, arrow_schema):
        exported = Exported()
        arrow_schema._export_to_c(ctypes.addressof(exported.schema))
        return exported.schema

    def create(self):
        column = (ctypes.c_uint32 * 1)(0)
        payload = (ctypes.c_uint32 * 1)(1)
        options = JoinOptions(
            size=ctypes.sizeof(JoinOptions),
            threads=self.threads,
            keys=1,
            build_keys=column,
            probe_keys=column,
            build_outputs=1,
            build_output=payload,
            batch_rows=self.BATCH_ROWS,
            probe_mode=1 if self.probe_buffer else 0,
            probe_buffer=self.probe_buffer,
        )
        join = ctypes.c_void_p()
        build_schema, probe_schema = map(self.schema, (self.build[0].schema, self.probe[0].schema))
        self.call(
            "hail_join_create", ctypes.byref(options), build_schema, probe_schema, ctypes.byref(join)
        )
        return join

    def give(self, function, handle, batch):
        exported = Exported()
        batch._export_to_c(ctypes.addressof(exported.array))
        self.call(function, handle, exported.array)

    def join(self):
        join = self.create()
        for batch in self.build:
            self.give("hail_join_build", join, batch)
        self.call("hail_join_finish_build", join, None)
        result = self.schema_of_result(join)
        work = iter(self.probe)
        turn = threading.Lock()
        sums = []
        failures = []

        def probe():
            try:
                sums.append(self.probe_all(join, result, work, turn))
            except Exception as failure:  # told by the thread that waits
                failures.append(failure)

        threads = [threading.Thread(target=probe) for _ in range(self.threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.library.hail_join_close(join)
        if failures:
            raise failures[0]
        return sum(found for found, _ in sums), sum(payloads for _, payloads in sums)

    def schema_of_result(self, join):
        exported = Exported()
        self.call("hail_join_result_schema", join, exported.schema)
        return self.arrow.Schema._import_from_c(ctypes.addressof(exported.schema))

    def probe_all(self, join, result, work, turn):
        handle = ctypes.c_void_p()
        self.call("hail_probe_create", join, ctypes.byref(handle))
        matches = payloads = 0
        for found in self.results(handle, result, work, turn):
            rows, total = self.take(found)
            matches += rows
            payloads += total
        self.library.hail_probe_close(handle)
        return matches, payloads

    def results(self, handle, result, work, turn):
        """All batches that a probe gives of those that it takes from the work of all threads."""
        while True:
            with turn:
                batch = next(work, None)
            if batch is None:
                self.call("hail_probe_finish", handle, None)
            else:
                self.give("hail_probe_batch", handle, batch)
            while True:
                exported = Exported()
                rows = ctypes.c_uint64()
                self.call("hail_probe_next", handle, exported.array, ctypes.byref(rows))
                if rows.value == 0:
                    break
                yield self.arrow.RecordBatch._import_from_c(
                    ctypes.addressof(exported.array), result
                )
            if batch is None:
                return

    def take(self, found):
        """What is asked of a batch of the result: its rows, and the sum of a column."""
        return found.num_rows, self.arrow.compute.sum(found.column(0)).as_py()


PEERS = {"duckdb": DuckDb, "datafusion": DataFusion, "polars": Polars, "acero": Acero}


def status_bytes(field):
    """A figure of the process from /proc, in bytes."""
    with open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            if line.startswith(field + ":"):
                return int(line.split()[1]) * 1024
    raise ValueError(f"/proc/self/status has no {field}")


def reset_peak():
    """The peak of resident memory becomes what is resident now, which is returned."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/clear_refs", "w", encoding="ascii") as clear:
        clear.write("5")
    return status_bytes("VmRSS")


def measure(system):
    resident = reset_peak()
    cpu = time.process_time()
    begin = time.perf_counter()
    matches, payloads = system.join()
    seconds = time.perf_counter() - begin
    peak = max(0, status_bytes("VmHWM") - resident)
    return seconds, time.process_time() - cpu, peak, int(matches), int(payloads)


def main():
    name, build_rows, probe_rows, threads, seed = sys.argv[1], *map(int, sys.argv[2:6])
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    build, probe = tables(build_rows, probe_rows, seed)
    if name == "hail":
        system = Hail(build, probe, threads, sys.argv[6], *map(int, sys.argv[7:]))
    else:
        system = PEERS[name](build, probe, threads)
    del build, probe
    print("ready", flush=True)
    for _ in sys.stdin:
        print(*measure(system), flush=True)


if __name__ == "__main__":
    main()
