# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""Prints the rows of Arrow IPC files or streams, one line each, values joined by '|', NULL as '\\N'."""
import sys

import pyarrow as pa


def table(path):
    with open(path, "rb") as source:
        is_file = source.read(6) == b"ARROW1"
    with pa.OSFile(path) as source:
        reader = pa.ipc.open_file(source) if is_file else pa.ipc.open_stream(source)
        return reader.read_all()


for row in table(sys.argv[1]).to_pylist():
    print("|".join("\\N" if value is None else str(value) for value in row.values()))
