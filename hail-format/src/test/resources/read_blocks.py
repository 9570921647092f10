# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""Reads HAIL blocks with pyarrow as plain Arrow IPC files and compares all values.

Usage: read_blocks.py FOLDER
For every NAME.hail of the folder, NAME.json holds {"columns": [{"name", "type", "values"}]}, where
a value is null or a string: a number in decimal, a floating point number as the hexadecimal bits of
a double, an unscaled decimal, or a string as it is.
"""

import json
import pathlib
import struct
import sys

import pyarrow as pa
import pyarrow.ipc


def rendered(column):
    kind = column.type
    if pa.types.is_dictionary(kind):
        assert kind.ordered, "dictionary is not marked as ordered"
        column = pa.chunked_array([c.dictionary_decode() for c in column.chunks], kind.value_type)
        kind = column.type
    if pa.types.is_date32(kind):
        column = column.cast(pa.int32())
    elif pa.types.is_timestamp(kind):
        assert kind.unit == "us" and kind.tz is None, kind
        column = column.cast(pa.int64())
    values = column.to_pylist()
    if pa.types.is_boolean(kind):
        return [None if v is None else str(int(v)) for v in values]
    if pa.types.is_floating(kind):
        return [None if v is None else struct.pack(">d", v).hex() for v in values]
    if pa.types.is_decimal(kind):
        return [None if v is None else unscaled(v, kind.scale) for v in values]
    return [None if v is None else str(v) for v in values]


def unscaled(value, scale):
    sign, digits, exponent = value.as_tuple()
    number = int("".join(map(str, digits))) * 10 ** (exponent + scale)
    return str(-number if sign else number)


def check(path):
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["columns"]
    with pa.memory_map(str(path)) as source:
        table = pyarrow.ipc.open_file(source).read_all()
        table.validate(full=True)
        assert table.column_names == [c["name"] for c in expected], table.column_names
        for column in expected:
            name = column["name"]
            sql = table.schema.field(name).metadata[b"hail.type"].decode()
            assert sql == column["type"], (name, sql)
            values = rendered(table.column(name))
            assert len(values) == len(column["values"]), (name, len(values))
            for row, (found, wanted) in enumerate(zip(values, column["values"])):
                assert found == wanted, f"{path.name} {name} row {row}: {found!r} != {wanted!r}"
        return table.num_rows


def main():
    paths = sorted(pathlib.Path(sys.argv[1]).glob("*.hail"))
    rows = sum(check(path) for path in paths)
    print(f"{len(paths)} blocks, {rows} rows equal")


main()
