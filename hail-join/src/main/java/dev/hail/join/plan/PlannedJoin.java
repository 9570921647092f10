// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import dev.hail.format.schema.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A join whose build side is built.
 *
 * @param name how the projection calls the build side
 * @param kind which rows the join gives
 * @param schema attributes of the build side
 * @param badRecords records of the build side that are left out because they do not match its
 *     schema
 * @param outputs positions, from 1, of the attributes in the image
 * @param image the table
 * @param strings distinct strings of the outputs; null if none is a STRING
 */
public record PlannedJoin(
    String name,
    MatchKind kind,
    Schema schema,
    long badRecords,
    List<Integer> outputs,
    ImageFile image,
    ImageFile strings) {

  /** Copies the outputs. */
  public PlannedJoin {
    outputs = List.copyOf(outputs);
  }

  /** Returns the build side as names see it. */
  public JoinSide side() {
    return new JoinSide(name, kind, schema);
  }

  /** Returns whether rows carry a mark behind their outputs, which is NULL without a match. */
  public boolean isMarked() {
    return kind == MatchKind.LEFT;
  }

  /** Returns how many columns of a star are those of the join. */
  public int columns() {
    return outputs.size() + (isMarked() ? 1 : 0);
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(name);
    out.writeUTF(kind.name());
    LongText.write(schema.toSql(), out);
    out.writeLong(badRecords);
    out.writeInt(outputs.size());
    for (int output : outputs) {
      out.writeInt(output);
    }
    image.write(out);
    out.writeBoolean(strings != null);
    if (strings != null) {
      strings.write(out);
    }
  }

  static PlannedJoin read(DataInput in) throws IOException {
    String name = in.readUTF();
    MatchKind kind = MatchKind.valueOf(in.readUTF());
    Schema schema = Schema.parse(LongText.read(in));
    long badRecords = in.readLong();
    int count = in.readInt();
    List<Integer> outputs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      outputs.add(in.readInt());
    }
    ImageFile image = ImageFile.read(in);
    ImageFile strings = in.readBoolean() ? ImageFile.read(in) : null;
    return new PlannedJoin(name, kind, schema, badRecords, outputs, image, strings);
  }
}
