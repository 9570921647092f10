// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import dev.hail.nativejoin.FlatColumn;
import dev.hail.nativejoin.FlatType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What tasks must know of the joins of their job. Immutable.
 *
 * @param implementation name of the join library that made the images
 * @param keys attributes of the input that are compared
 * @param joins the joins, in the order of the star
 * @param hints what rows of the input must meet to have a match
 */
public record JoinPlan(
    String implementation, ProbeKeys keys, List<PlannedJoin> joins, List<KeyHint> hints) {
  /** Name of the file in the working directory of a task. */
  public static final String FILE = "hail-join.plan";

  private static final int VERSION = 2;

  /** Version and checksum of all that follows. */
  private static final int HEADER = 1 + Integer.BYTES;

  /** Copies the joins. */
  public JoinPlan {
    joins = List.copyOf(joins);
    hints = List.copyOf(hints);
  }

  /** Returns the plan with other hints. */
  public JoinPlan withHints(List<KeyHint> newHints) {
    return new JoinPlan(implementation, keys, joins, newHints);
  }

  /** Returns what a query must know of the joins. */
  public StarNames names() {
    return new StarNames(joins.stream().map(PlannedJoin::side).toList(), keys.names(), hints);
  }

  /** Returns the bytes of all images and strings. */
  public long imageBytes() {
    return joins.stream()
        .mapToLong(
            join -> join.image().length() + (join.strings() == null ? 0 : join.strings().length()))
        .sum();
  }

  /** Returns the plan as bytes for {@link #of}. */
  public byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeInt(0);
      out.writeUTF(implementation);
      out.writeInt(keys.names().size());
      for (int i = 0; i < keys.names().size(); i++) {
        FlatColumn column = keys.columns().get(i);
        out.writeUTF(keys.names().get(i));
        out.writeUTF(column.type().name());
        out.writeByte(column.scale());
      }
      out.writeInt(joins.size());
      for (PlannedJoin join : joins) {
        join.write(out);
      }
      out.writeInt(hints.size());
      for (KeyHint hint : hints) {
        hint.write(out);
      }
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    byte[] plan = bytes.toByteArray();
    ByteBuffer.wrap(plan).putInt(1, checksum(plan));
    return plan;
  }

  private static int checksum(byte[] plan) {
    CRC32C checksum = new CRC32C();
    checksum.update(plan, HEADER, plan.length - HEADER);
    return (int) checksum.getValue();
  }

  /**
   * Reads a plan.
   *
   * @throws IOException if the bytes are not a plan of this release, or damaged
   */
  public static JoinPlan of(byte[] bytes) throws IOException {
    if (bytes.length < HEADER) {
      throw new IOException("The plan of joins is damaged: it has " + bytes.length + " bytes");
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int version = in.readUnsignedByte();
      if (version != VERSION) {
        throw new IOException(
            "The plan of joins has version "
                + version
                + ", this release reads version "
                + VERSION
                + ". Planner and tasks run different releases of HAIL; install one on all of them");
      }
      if (in.readInt() != checksum(bytes)) {
        throw new IOException(
            "The plan of joins is damaged: its checksum differs. Submit the job again");
      }
      String implementation = in.readUTF();
      List<String> names = new ArrayList<>();
      List<FlatColumn> columns = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        names.add(in.readUTF());
        FlatType type = FlatType.valueOf(in.readUTF());
        columns.add(new FlatColumn(names.get(names.size() - 1), type, in.readByte(), true));
      }
      List<PlannedJoin> joins = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        joins.add(PlannedJoin.read(in));
      }
      List<KeyHint> hints = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        hints.add(KeyHint.read(in));
      }
      return new JoinPlan(implementation, new ProbeKeys(names, columns), joins, hints);
    }
  }
}
