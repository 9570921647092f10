// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes specifications of flat joins as bytes and reads them back. */
final class FlatSpecificationCodec {
  private FlatSpecificationCodec() {}

  static void write(FlatSpecification specification, DataOutputStream out) throws IOException {
    out.writeInt(specification.kind().code());
    out.writeInt(specification.table().code());
    writeColumns(specification.build(), out);
    writeColumns(specification.probe(), out);
    writePositions(specification.buildKeys(), out);
    writePositions(specification.probeKeys(), out);
    writePositions(specification.outputs(), out);
    out.writeBoolean(specification.nullEqual());
    out.writeLong(specification.memoryBudget());
    out.writeInt(specification.threads());
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if the bytes end too early
   * @throws RuntimeException if the bytes are not a valid specification
   */
  static FlatSpecification read(DataInputStream in) throws IOException {
    JoinKind kind = JoinKind.of(in.readInt());
    TableChoice table = TableChoice.of(in.readInt()).orElseThrow();
    List<FlatColumn> build = readColumns(in);
    List<FlatColumn> probe = readColumns(in);
    FlatSpecification.Builder builder = FlatSpecification.builder(kind, build, probe);
    List<Integer> buildKeys = readPositions(in);
    List<Integer> probeKeys = readPositions(in);
    for (int i = 0; i < buildKeys.size(); i++) {
      builder.on(buildKeys.get(i), probeKeys.get(i));
    }
    return builder
        .outputs(readPositions(in))
        .table(table)
        .nullEqual(in.readBoolean())
        .memoryBudget(in.readLong())
        .threads(in.readInt())
        .build();
  }

  private static void writeColumns(List<FlatColumn> columns, DataOutputStream out)
      throws IOException {
    byte[] bytes = FlatColumn.encode(columns);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static List<FlatColumn> readColumns(DataInputStream in) throws IOException {
    byte[] bytes = new byte[length(in)];
    in.readFully(bytes);
    return FlatColumn.decode(bytes, 0);
  }

  private static void writePositions(List<Integer> positions, DataOutputStream out)
      throws IOException {
    out.writeInt(positions.size());
    for (int position : positions) {
      out.writeInt(position);
    }
  }

  private static List<Integer> readPositions(DataInputStream in) throws IOException {
    List<Integer> positions = new ArrayList<>();
    for (int left = length(in); left > 0; left--) {
      positions.add(in.readInt());
    }
    return positions;
  }

  /** Reads a length; what it counts must be among the bytes that are left. */
  private static int length(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException(
          "a length of " + length + " where " + in.available() + " bytes are left");
    }
    return length;
  }
}
