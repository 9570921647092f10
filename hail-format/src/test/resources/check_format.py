# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""Checks HAIL blocks against docs/format.md, from which alone this script was written.

Usage: check_format.py FOLDER
Checks front, checksum, layouts, index and content hash of every *.hail file of the folder.
"""

import pathlib
import struct
import sys

MASK = (1 << 64) - 1
WIDTHS = {2: 1, 3: 2, 4: 4, 5: 8, 6: 4, 7: 8, 8: 16, 10: 1, 11: 2, 12: 4}
BIT, FLOAT32, FLOAT64, DECIMAL, UTF8 = 1, 6, 7, 8, 9


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def step(h, v):
    m = ((h ^ (v & MASK)) * 0x9E3779B97F4A7C15) & MASK
    return m ^ (m >> 32)


def finish(h):
    h = ((h ^ (h >> 33)) * 0xFF51AFD7ED558CCD) & MASK
    h = ((h ^ (h >> 33)) * 0xC4CEB9FE1A85EC53) & MASK
    return h ^ (h >> 33)


def hash_bytes(data):
    h = 0x6A09E667F3BCC909 ^ len(data)
    for at in range(0, len(data), 8):
        h = step(h, int.from_bytes(data[at : at + 8], "little"))
    return h


class Fields:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def take(self, count):
        self.at += count
        assert self.at <= len(self.data), "past the end"
        return self.data[self.at - count : self.at]

    def u32(self):
        return int.from_bytes(self.take(4), "little")

    def u64(self):
        return int.from_bytes(self.take(8), "little")

    def varint(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value


class Block:
    def __init__(self, data):
        self.data = data
        assert data[:16] == b"ARROW1\0\0HAILBLK1"
        major, _, self.front, self.length, self.rows, self.sort, self.index_at, self.capacity = (
            struct.unpack_from("<HHIQIIII", data, 16)
        )
        self.index_length, flags, self.hash, descriptor, crc = struct.unpack_from("<IIQII", data, 48)
        assert major == 1 and flags == 0 and self.length == len(data) and self.front % 64 == 0
        assert crc == crc32c(data[:68] + bytes(4) + data[72 : self.front])
        assert 72 + descriptor <= self.index_at and self.index_at + self.capacity <= self.front
        self.descriptor = data[72 : 72 + descriptor]
        self.read_descriptor(Fields(self.descriptor))

    def read_descriptor(self, fields):
        self.partition_rows = fields.u32()
        fields.u64()
        fields.u64()
        self.bad_records, self.bad_at, self.bad_length, self.footer = (fields.u32() for _ in range(4))
        self.schema = fields.take(fields.u32()).decode()
        self.index_attributes = [fields.u32() for _ in range(fields.u32())]
        self.columns = [tuple(fields.u32() for _ in range(10)) for _ in range(fields.u32())]
        assert fields.at == len(self.descriptor)

    def buffers(self):
        """Begin and end of the buffers that depend on the order of rows, by column."""
        for encoding, nulls, validity, values, strings, strings_length, *_ in self.columns:
            assert (nulls > 0) == (validity > 0)
            if validity:
                yield validity, validity + (self.rows + 7) // 8
            if encoding == BIT:
                yield values, values + (self.rows + 7) // 8
            elif encoding == UTF8:
                yield values, values + 4 * (self.rows + 1)
                yield strings, strings + strings_length
            else:
                yield values, values + self.rows * WIDTHS[encoding]

    def is_null(self, column, row):
        return column[2] and not self.data[column[2] + row // 8] >> row % 8 & 1

    def string(self, offsets, strings, number):
        begin, end = struct.unpack_from("<ii", self.data, offsets + 4 * number)
        return self.data[strings + begin : strings + end]

    def integer(self, column, row):
        encoding, values = column[0], column[3]
        if encoding == BIT:
            return self.data[values + row // 8] >> row % 8 & 1
        width = WIDTHS[encoding]
        at = values + width * row
        return int.from_bytes(self.data[at : at + width], "little", signed=True)

    def row_hash(self, row):
        h = 0x48A11B10C5EED001
        for column in self.columns:
            if self.is_null(column, row):
                h ^= 0xD1B54A32D192ED03
            if column[0] == UTF8:
                h = step(h, hash_bytes(self.string(column[3], column[4], row)))
            elif column[0] == DECIMAL:
                value = self.integer(column, row)
                h = step(step(h, value), value >> 64)
            else:
                h = step(h, self.integer(column, row))
        return finish(h)

    def content_hash(self):
        preamble = bytearray(self.data[:72])
        for at, length in ((36, 4), (48, 4), (56, 8), (68, 4)):
            preamble[at : at + length] = bytes(length)
        h = step(hash_bytes(preamble), hash_bytes(self.descriptor))
        at = self.front
        for begin, end in self.buffers():
            assert at <= begin and begin % 64 == 0
            h = step(h, hash_bytes(self.data[at:begin]))
            at = end
        h = step(h, hash_bytes(self.data[at:]))
        return finish(step(h, sum(map(self.row_hash, range(self.rows))) & MASK))

    def key(self, column, row):
        encoding = column[0]
        if encoding == UTF8:
            return self.string(column[3], column[4], row)
        if encoding >= 10:
            return self.string(column[7], column[8], self.integer(column, row))
        if encoding == DECIMAL:
            return (self.integer(column, row) + (1 << 127)).to_bytes(16, "big")
        if encoding in (FLOAT32, FLOAT64):
            kind = "<f" if encoding == FLOAT32 else "<d"
            value = struct.unpack_from(kind, self.data, column[3] + row * WIDTHS[encoding])[0]
            bits = struct.unpack(">Q", struct.pack(">d", value + 0.0))[0]
            return (bits ^ (MASK if bits >> 63 else 1 << 63)).to_bytes(8, "big")
        return (self.integer(column, row) + (1 << 63)).to_bytes(8, "big")

    def check_index(self):
        region = self.data[self.index_at : self.front]
        assert not any(region[self.index_length :])
        if not self.sort:
            assert self.index_length == 0
            return
        column = self.columns[self.sort - 1]
        nulls = column[1]
        assert all(self.is_null(column, row) for row in range(nulls))
        keys = [self.key(column, row) for row in range(nulls, self.rows)]
        assert keys == sorted(keys)
        fields = Fields(region[: self.index_length])
        assert fields.varint() == nulls
        prefix = fields.take(fields.varint())
        previous = prefix
        end = -(-self.rows // self.partition_rows)
        for partition in range(nulls // self.partition_rows if nulls < self.rows else end, end):
            shared, suffix = fields.varint(), fields.varint()
            entry = previous[: len(prefix) + shared] + fields.take(suffix >> 1)
            key = keys[max(nulls, partition * self.partition_rows) - nulls]
            assert key.startswith(entry) and (len(entry) < len(key)) == bool(suffix & 1)
            previous = entry
        assert fields.at == self.index_length

    def check_tail(self):
        fields = Fields(self.data, self.bad_at)
        for _ in range(self.bad_records):
            fields.varint()
            fields.take(fields.varint()).decode()
            fields.take(fields.varint())
        assert fields.at == self.bad_at + self.bad_length
        assert self.data[-6:] == b"ARROW1"
        assert int.from_bytes(self.data[-10:-6], "little") == len(self.data) - 10 - self.footer


def main():
    paths = sorted(pathlib.Path(sys.argv[1]).glob("*.hail"))
    for path in paths:
        block = Block(path.read_bytes())
        found = block.content_hash()
        assert found == block.hash, f"{path.name}: hash {found:016x}, not {block.hash:016x}"
        block.check_index()
        block.check_tail()
    print(f"{len(paths)} blocks as specified")


main()
