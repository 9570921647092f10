// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * {@link FlatJoins} in plain Java, for platforms without the library. Columns and table are
 * primitive arrays in the heap, which the budget counts exactly; see {@link JoinSummary#peakBytes}.
 * One thread finishes a build side, in a table by linear probing; {@link
 * FlatSpecification.Builder#table} and {@link FlatSpecification.Builder#threads} are ignored.
 *
 * <p>An image has the kept columns. {@link #map} reads them into the heap and makes a table, which
 * takes no more memory than building did; the budget of the join holds here, too. Any user may own
 * the file, and it may be changed while the join is open. Saving and mapping use direct buffers of
 * a few MB, which the budget does not count.
 *
 * <p>{@link JoinMemoryException} says that the heap is too small, or that a join has more than 805
 * million different keys or 2^31 - 2 rows.
 */
public final class JavaFlatJoins implements FlatJoins {
  @Override
  public String name() {
    return "Java";
  }

  @Override
  public FlatBuild build(FlatSpecification specification) {
    return new JavaFlatBuild(
        new FlatRows(Objects.requireNonNull(specification, "specification is null")));
  }

  @Override
  public FlatJoin map(Path image, boolean verify) {
    return new JavaFlatJoin(FlatImage.read(Objects.requireNonNull(image, "image is null"), verify));
  }

  @Override
  public FlatStar star(List<FlatJoin> joins, int capacity) {
    List<JavaFlatJoin> checked = StarJoins.require(joins, JavaFlatJoin.class, "FlatJoins");
    OptionRange.requireBatchRows(capacity);
    List<FlatRows> sides = new ArrayList<>();
    for (JavaFlatJoin join : checked) {
      FlatRows side = join.rows();
      if (!sides.isEmpty()) {
        requireProbe(sides.size(), side, sides.get(0).specification().probe());
      }
      sides.add(side);
    }
    return new JavaFlatStar(sides, capacity);
  }

  private static void requireProbe(int number, FlatRows side, List<FlatColumn> probe) {
    if (!side.specification().probe().equals(probe)) {
      throw new IllegalArgumentException(
          "Join "
              + number
              + " of the star has another probe side than join 0: columns "
              + side.specification().probe()
              + ", expected "
              + probe);
    }
  }
}
