# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""Runs TPC-H query 19 at scale factor 1 with every join of hail-native, and compares with the known answer.

Usage: q19.py FOLDER PROGRAM LIBRARY

FOLDER keeps the tables, which are made if they are not there (about 250 MB). PROGRAM is q19, which has
the joins of rows in memory; LIBRARY is HAIL's shared object with the join operator, which gets and
gives Arrow batches with decimals as they are in the tables.
"""

import decimal
import pathlib
import shutil
import subprocess
import sys
import time

import numpy
import pyarrow
import pyarrow.compute
import pyarrow.parquet

import engines

SCALE_FACTOR = 1
ROWS = 121
REVENUE = decimal.Decimal("3083843.0578")

PART = ["p_partkey", "p_brand", "p_container", "p_size"]
LINEITEM = [
    "l_partkey",
    "l_quantity",
    "l_extendedprice",
    "l_discount",
    "l_shipmode",
    "l_shipinstruct",
]
MODES = ["AIR", "AIR REG"]
INSTRUCTIONS = ["DELIVER IN PERSON"]
# Brand, containers, least quantity (the most is 10 more), most size; the least size is 1.
CONDITIONS = [
    ("Brand#12", ["SM CASE", "SM BOX", "SM PACK", "SM PKG"], 1, 5),
    ("Brand#23", ["MED BAG", "MED BOX", "MED PKG", "MED PACK"], 10, 10),
    ("Brand#34", ["LG CASE", "LG BOX", "LG PACK", "LG PKG"], 20, 15),
]
THREADS = (1, 2, 4)
ROUNDS = 3


def make_tables(folder):
    """Part and lineitem as Parquet files; what is there whole is taken as it is."""
    if (folder / "lineitem.parquet").exists() and (folder / "part.parquet").exists():
        return
    print(f"Making TPC-H's part and lineitem at scale factor {SCALE_FACTOR} in {folder} ...", flush=True)
    unfinished = folder.with_name(folder.name + ".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    generator = pathlib.Path(sys.executable).with_name("tpchgen-cli")
    subprocess.run(
        [generator, "parquet", "--scale-factor", str(SCALE_FACTOR), "--tables", "part,lineitem"]
        + ["--output-dir", unfinished],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    shutil.rmtree(folder, ignore_errors=True)
    unfinished.rename(folder)


def read_table(folder, name, columns):
    table = pyarrow.parquet.read_table(folder / f"{name}.parquet", columns=columns)
    for i, field in enumerate(table.schema):
        if not (pyarrow.types.is_integer(field.type) or pyarrow.types.is_decimal(field.type)):
            table = table.set_column(i, field.name, table.column(i).cast(pyarrow.string()))
    return table.combine_chunks()


def write_columns(table, folder):
    """The columns as q19 reads them."""
    folder.mkdir(exist_ok=True)
    for name in table.column_names:
        column = table.column(name).combine_chunks()
        if pyarrow.types.is_string(column.type):
            column = pyarrow.compute.dictionary_encode(column)
            if isinstance(column, pyarrow.ChunkedArray):
                column = column.combine_chunks()
            (folder / f"{name}.names").write_text(
                "".join(f"{value}\n" for value in column.dictionary.to_pylist()), encoding="utf-8"
            )
            values = column.indices.to_numpy().astype(numpy.uint8)
        elif pyarrow.types.is_decimal(column.type):
            hundredths = pyarrow.compute.multiply(column, pyarrow.scalar(decimal.Decimal(100)))
            values = hundredths.cast(pyarrow.int64()).to_numpy()
        elif name.endswith("partkey"):
            values = column.to_numpy().astype(numpy.uint32)
        else:
            values = column.to_numpy().astype(numpy.int32)
        values.tofile(folder / name)


class Query(engines.Hail):
    """The query by the join operator: scan of lineitem, join, and the rest on batches of the result."""

    def __init__(self, part, lineitem, threads, table, library):
        super().__init__(part, lineitem, threads, library)
        self.table = table

    def create(self):
        key = (engines.ctypes.c_uint32 * 1)(0)
        build_output = (engines.ctypes.c_uint32 * 3)(1, 2, 3)
        probe_output = (engines.ctypes.c_uint32 * 3)(1, 2, 3)
        options = engines.JoinOptions(
            size=engines.ctypes.sizeof(engines.JoinOptions),
            table=self.table,
            threads=self.threads,
            keys=1,
            build_keys=key,
            probe_keys=key,
            build_outputs=len(build_output),
            build_output=build_output,
            probe_outputs=len(probe_output),
            probe_output=probe_output,
            batch_rows=self.BATCH_ROWS,
        )
        join = engines.ctypes.c_void_p()
        build_schema, probe_schema = map(self.schema, (self.build[0].schema, self.probe[0].schema))
        self.call(
            "hail_join_create",
            engines.ctypes.byref(options),
            build_schema,
            probe_schema,
            engines.ctypes.byref(join),
        )
        return join

    def take(self, found):
        quantity, price, discount, brand, container, size = found.columns
        compute = pyarrow.compute
        qualifies = pyarrow.array(numpy.zeros(found.num_rows, dtype=bool))
        for name, containers, least, most_size in CONDITIONS:
            one = compute.equal(brand, name)
            for also in (
                compute.is_in(container, value_set=pyarrow.array(containers)),
                compute.greater_equal(quantity, decimal.Decimal(least)),
                compute.less_equal(quantity, decimal.Decimal(least + 10)),
                compute.greater_equal(size, 1),
                compute.less_equal(size, most_size),
            ):
                one = compute.and_(one, also)
            qualifies = compute.or_(qualifies, one)
        price, discount = price.filter(qualifies), discount.filter(qualifies)
        revenue = compute.multiply(price, compute.subtract(decimal.Decimal("1.00"), discount))
        total = compute.sum(revenue).as_py()
        return len(revenue), decimal.Decimal(0) if total is None else total


def run_kernels(program, columns, threads):
    """Name, rows, revenue, seconds of the join, seconds of the query."""
    printed = subprocess.run(
        [program, columns, str(threads), str(ROUNDS)], check=True, capture_output=True, text=True
    ).stdout
    for line in printed.splitlines():
        name, hash_name, rows, revenue, join_seconds, seconds = line.split()
        yield (
            f"{name}, {hash_name}",
            int(rows),
            decimal.Decimal(int(revenue)).scaleb(-4),
            float(join_seconds),
            float(seconds),
        )


def run_operator(part, lineitem, threads, library):
    """The same, without the seconds of the join, which takes turns with the rest of the query."""
    compute = pyarrow.compute
    for table, name in enumerate(("auto", "concise hash", "concise array")):
        begin = time.perf_counter()
        scanned = lineitem.filter(
            compute.and_(
                compute.is_in(lineitem["l_shipmode"], value_set=pyarrow.array(MODES)),
                compute.is_in(lineitem["l_shipinstruct"], value_set=pyarrow.array(INSTRUCTIONS)),
            )
        )
        rows, revenue = Query(part, scanned, threads, table, library).join()
        yield f"operator, {name}", rows, revenue, None, time.perf_counter() - begin


def main():
    folder, program, library = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3]
    make_tables(folder)
    part = read_table(folder, "part", PART)
    lineitem = read_table(folder, "lineitem", LINEITEM)
    columns = folder / "columns"
    write_columns(part, columns)
    write_columns(lineitem, columns)
    wrong = runs = 0
    print(f"{'join, hash':28} {'threads':>7} {'rows':>5} {'revenue':>14} {'join ms':>8} {'query ms':>8} {'share':>6}")
    for threads in THREADS:
        results = list(run_kernels(program, columns, threads))
        results += run_operator(part, lineitem, threads, library)
        for name, rows, revenue, join_seconds, seconds in results:
            right = rows == ROWS and revenue == REVENUE
            wrong += not right
            runs += 1
            join, share = "", ""
            if join_seconds is not None:
                join, share = f"{1000 * join_seconds:.2f}", f"{join_seconds / seconds:.1%}"
            print(
                f"{name:28} {threads:7} {rows:5} {revenue:14} {join:>8} {1000 * seconds:8.2f}"
                f" {share:>6}{'' if right else '  WRONG'}",
                flush=True,
            )
    print(f"TPC-H query 19, {REVENUE} of {ROWS} rows: {runs - wrong} passed, {wrong} failed")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
