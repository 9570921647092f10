// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.key.KeyRange;
import dev.hail.format.key.KeyRanges;
import dev.hail.format.key.Keys;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.Restriction;
import dev.hail.format.schema.Schema;
import dev.hail.nativejoin.FlatColumn;
import dev.hail.nativejoin.FlatType;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The plan as a file. */
final class JoinPlanTest {
  /** More than 64 KiB of text, which one call of {@code writeUTF} does not take. */
  private static final Schema WIDE =
      Schema.parse(
          IntStream.range(0, 6_000)
              .mapToObj(i -> "\"attribute, " + i + "\" STRING")
              .collect(Collectors.joining(", ")));

  private static final JoinPlan PLAN =
      new JoinPlan(
          "native",
          new ProbeKeys(
              List.of("a", "@2", "\"odd name\""),
              List.of(
                  FlatColumn.of("a", FlatType.BIGINT, true),
                  FlatColumn.decimal("@2", 7, true),
                  FlatColumn.of("\"odd name\"", FlatType.STRING, true))),
          List.of(
              new PlannedJoin(
                  "d",
                  MatchKind.LEFT,
                  WIDE,
                  3L << 32,
                  List.of(6_000, 1),
                  new ImageFile("d.image", 5L << 32, -1),
                  new ImageFile("d.strings", 17, 3)),
              new PlannedJoin(
                  "s",
                  MatchKind.NOT_IN,
                  Schema.parse("x DECIMAL(10,2)"),
                  0,
                  List.of(),
                  new ImageFile("s.image", 100, 9),
                  null)),
          List.of(
              new KeyHint(
                  "a",
                  new Restriction(
                      KeyRanges.of(
                          KeyRange.below(Keys.ofLong(3)),
                          KeyRange.point(Keys.ofLong(7)),
                          KeyRange.above(Keys.ofLong(9))),
                      true),
                  IndexFit.SOME_KEYS),
              new KeyHint("@2", new Restriction(KeyRanges.none(), false), IndexFit.NONE)));

  @Test
  void plan_comesBackFromItsBytes() throws Exception {
    assertThat(JoinPlan.of(PLAN.toBytes())).isEqualTo(PLAN);
    assertThat(PLAN.imageBytes()).isEqualTo((5L << 32) + 17 + 100);
    assertThat(PLAN.names().keys()).containsExactly("a", "@2", "\"odd name\"");
    assertThat(PLAN.names().sides()).extracting(JoinSide::name).containsExactly("d", "s");
  }

  @Test
  void plan_ofAnotherVersion_isRefusedWithBoth() {
    byte[] bytes = PLAN.toBytes();
    bytes[0] = 77;

    assertThatThrownBy(() -> JoinPlan.of(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has version 77, this release reads version ")
        .hasMessageContaining("install one on all of them");
  }

  @Test
  void damage_anywhere_isNoticed() {
    byte[] good = PLAN.toBytes();
    // Every byte at the beginning and at the end, some between.
    int step = 997;
    for (int at = 1; at < good.length; at += at < 200 || at > good.length - 300 ? 1 : step) {
      byte[] bad = good.clone();
      bad[at] ^= 1;
      assertThatThrownBy(() -> JoinPlan.of(bad))
          .as("byte %d", at)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("damaged");
    }
  }

  @Test
  void cutPlan_isNoticed() {
    byte[] good = PLAN.toBytes();
    for (int length : new int[] {0, 1, 4, 5, 100, good.length - 1}) {
      assertThatThrownBy(() -> JoinPlan.of(Arrays.copyOf(good, length)))
          .as("%d bytes", length)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("damaged");
    }
  }
}
