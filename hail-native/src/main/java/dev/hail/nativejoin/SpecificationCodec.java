// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;

/** Writes specifications as bytes and reads them back. */
final class SpecificationCodec {
  private static final int MAX_SCHEMA_BYTES = 1 << 26;
  private static final int MAX_COLUMNS = 1 << 20;

  private SpecificationCodec() {}

  static void write(JoinSpecification specification, DataOutputStream out) throws IOException {
    out.writeInt(specification.kind().code());
    out.writeInt(specification.table().code());
    writeSchema(specification.buildSchema(), out);
    writeSchema(specification.probeSchema(), out);
    writePositions(specification.buildKeys(), out);
    writePositions(specification.probeKeys(), out);
    writePositions(specification.buildOutputs(), out);
    writePositions(specification.probeOutputs(), out);
    out.writeBoolean(specification.nullEqual());
    out.writeLong(specification.memoryBudget());
    out.writeInt(specification.threads());
    out.writeInt(specification.batchRows());
    out.writeInt(specification.probeMode().code());
    out.writeLong(specification.probeBuffer());
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if the bytes end too early or a length is out of range
   * @throws RuntimeException if the bytes are not a valid specification
   */
  static JoinSpecification read(DataInputStream in) throws IOException {
    JoinKind kind = JoinKind.of(in.readInt());
    TableChoice table = table(in.readInt());
    Schema build = readSchema(in);
    Schema probe = readSchema(in);
    JoinSpecification.Builder builder = JoinSpecification.builder(kind, build, probe);
    List<Integer> buildKeys = readPositions(in);
    List<Integer> probeKeys = readPositions(in);
    if (buildKeys.size() != probeKeys.size()) {
      throw new IOException(
          "The sides differ in their number of keys: build "
              + buildKeys.size()
              + ", probe "
              + probeKeys.size());
    }
    for (int i = 0; i < buildKeys.size(); i++) {
      builder.on(buildKeys.get(i), probeKeys.get(i));
    }
    builder
        .buildOutput(readPositions(in))
        .probeOutput(readPositions(in))
        .table(table)
        .nullEqual(in.readBoolean())
        .memoryBudget(in.readLong())
        .threads(in.readInt())
        .batchRows(in.readInt());
    int probeMode = in.readInt();
    long probeBuffer = in.readLong();
    if (probeMode == ProbeMode.BUFFERED.code()) {
      builder.bufferedProbes(probeBuffer);
    } else if (probeMode != ProbeMode.DIRECT.code() || probeBuffer != 0) {
      throw new IOException(
          "There is no probe mode " + probeMode + " with a buffer of " + probeBuffer + " bytes");
    }
    return builder.build();
  }

  private static TableChoice table(int code) throws IOException {
    return TableChoice.of(code)
        .orElseThrow(() -> new IOException("There is no table with number " + code));
  }

  private static void writeSchema(Schema schema, DataOutputStream out) throws IOException {
    byte[] bytes = schema.serializeAsMessage();
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static Schema readSchema(DataInputStream in) throws IOException {
    byte[] bytes = in.readNBytes(length(in, MAX_SCHEMA_BYTES));
    return Schema.deserializeMessage(ByteBuffer.wrap(bytes));
  }

  private static void writePositions(List<Integer> positions, DataOutputStream out)
      throws IOException {
    out.writeInt(positions.size());
    for (int position : positions) {
      out.writeInt(position);
    }
  }

  private static List<Integer> readPositions(DataInputStream in) throws IOException {
    int size = length(in, MAX_COLUMNS);
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      positions.add(in.readInt());
    }
    return positions;
  }

  private static int length(DataInputStream in, int most) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > most) {
      throw new IOException("A length is " + length + "; it must be 0 to " + most);
    }
    return length;
  }
}
