// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import dev.hail.format.key.KeyRange;
import dev.hail.format.key.KeyRanges;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.Restriction;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What rows of the input must meet to have a match in the build side of an inner or semi join.
 *
 * @param key attribute of the input, as the join names it
 * @param restriction ranges of its values
 * @param fit how well an index on the attribute serves it; {@link IndexFit#NONE} if it is not worth
 *     choosing a replica
 */
public record KeyHint(String key, Restriction restriction, IndexFit fit) {

  /** Returns the hint with another fit. */
  public KeyHint withFit(IndexFit newFit) {
    return new KeyHint(key, restriction, newFit);
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(key);
    out.writeUTF(fit.name());
    out.writeBoolean(restriction.acceptsNull());
    List<KeyRange> ranges = restriction.ranges().ranges();
    out.writeInt(ranges.size());
    for (KeyRange range : ranges) {
      writeBound(range.low(), range.lowInclusive(), out);
      writeBound(range.high(), range.highInclusive(), out);
    }
  }

  private static void writeBound(byte[] bound, boolean inclusive, DataOutput out)
      throws IOException {
    out.writeInt(bound == null ? -1 : bound.length);
    if (bound != null) {
      out.writeBoolean(inclusive);
      out.write(bound);
    }
  }

  static KeyHint read(DataInput in) throws IOException {
    String key = in.readUTF();
    IndexFit fit = IndexFit.valueOf(in.readUTF());
    boolean acceptsNull = in.readBoolean();
    List<KeyRange> ranges = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      Bound low = Bound.read(in);
      Bound high = Bound.read(in);
      ranges.add(KeyRange.of(low.key(), low.inclusive(), high.key(), high.inclusive()));
    }
    return new KeyHint(key, new Restriction(KeyRanges.of(ranges), acceptsNull), fit);
  }

  /** One end of a range; its key is null if there is none. */
  @SuppressWarnings("ArrayRecordComponent") // lives for one line
  private record Bound(byte[] key, boolean inclusive) {
    static Bound read(DataInput in) throws IOException {
      int length = in.readInt();
      if (length < 0) {
        return new Bound(null, false);
      }
      boolean inclusive = in.readBoolean();
      byte[] key = new byte[length];
      in.readFully(key);
      return new Bound(key, inclusive);
    }
  }
}
