// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.TestSeeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Set algebra checked key by key against a bit per key. */
class KeyRangesTest {
  private static final List<byte[]> KEYS = new ArrayList<>();

  static {
    KEYS.add(new byte[0]);
    for (int a = 0; a < 5; a++) {
      KEYS.add(new byte[] {(byte) (a * 60)});
      for (int b = 0; b < 3; b++) {
        KEYS.add(new byte[] {(byte) (a * 60), (byte) (b * 100)});
      }
    }
    KEYS.add(new byte[] {(byte) 0xFF});
    KEYS.add(new byte[] {(byte) 0xFF, (byte) 0xFF});
    KEYS.sort(Arrays::compareUnsigned);
  }

  private static KeyRange randomRange(Random random) {
    byte[] low = random.nextInt(5) == 0 ? null : KEYS.get(random.nextInt(KEYS.size()));
    byte[] high = random.nextInt(5) == 0 ? null : KEYS.get(random.nextInt(KEYS.size()));
    return switch (random.nextInt(4)) {
      case 0 -> KeyRange.point(KEYS.get(random.nextInt(KEYS.size())));
      case 1 -> KeyRange.prefix(KEYS.get(random.nextInt(KEYS.size())));
      default -> KeyRange.of(low, random.nextBoolean(), high, random.nextBoolean());
    };
  }

  private static boolean[] members(KeyRanges ranges) {
    boolean[] members = new boolean[KEYS.size()];
    for (int i = 0; i < members.length; i++) {
      members[i] = ranges.contains(KEYS.get(i));
    }
    return members;
  }

  @Test
  void keyRanges_combined_followSetAlgebra() {
    TestSeeds.of(3_000)
        .forEach(
            seed -> {
              Random random = new Random(seed);
              List<KeyRange> list = new ArrayList<>();
              for (int i = random.nextInt(5); i > 0; i--) {
                list.add(randomRange(random));
              }
              KeyRanges a = KeyRanges.of(list);
              KeyRanges b = KeyRanges.of(randomRange(random), randomRange(random));
              boolean[] inA = members(a);
              boolean[] inB = members(b);
              boolean[] inUnion = members(a.union(b));
              boolean[] inBoth = members(a.intersect(b));
              boolean[] outside = members(a.complement());
              for (int i = 0; i < KEYS.size(); i++) {
                byte[] key = KEYS.get(i);
                assertThat(inA[i])
                    .as("member %s of %s, %s", i, list, TestSeeds.hint(seed))
                    .isEqualTo(list.stream().anyMatch(r -> r.contains(key)));
                assertThat(inUnion[i]).as("union, seed %s", seed).isEqualTo(inA[i] || inB[i]);
                assertThat(inBoth[i]).as("intersect, seed %s", seed).isEqualTo(inA[i] && inB[i]);
                assertThat(outside[i]).as("complement, seed %s", seed).isEqualTo(!inA[i]);
              }
              assertThat(a.complement().complement()).as("seed %s", seed).isEqualTo(a);
              assertThat(a.union(b)).as("seed %s", seed).isEqualTo(b.union(a));
              assertThat(a.intersect(b)).as("seed %s", seed).isEqualTo(b.intersect(a));
              assertSortedAndDisjoint(a.union(b), seed);
            });
  }

  private static void assertSortedAndDisjoint(KeyRanges ranges, long seed) {
    List<KeyRange> list = ranges.ranges();
    for (int i = 0; i < list.size(); i++) {
      assertThat(list.get(i).isEmpty()).as("seed %s", seed).isFalse();
      if (i > 0) {
        assertThat(Arrays.compareUnsigned(list.get(i - 1).high(), list.get(i).low()))
            .as("order in %s, seed %s", ranges, seed)
            .isLessThanOrEqualTo(0);
      }
    }
  }

  @Test
  void touchingRanges_united_areMerged() {
    byte[] five = Keys.ofLong(5);
    KeyRanges halves = KeyRanges.of(KeyRange.above(five), KeyRange.atMost(five));
    assertThat(halves).isEqualTo(KeyRanges.all());
    assertThat(halves.isAll()).isTrue();
    KeyRanges others = KeyRanges.of(KeyRange.above(five), KeyRange.below(five));
    assertThat(others.ranges()).hasSize(2);
    assertThat(others.complement().isAllPoints()).isTrue();
    assertThat(KeyRanges.all().complement()).isEqualTo(KeyRanges.none());
  }

  @Test
  void prefixRange_ofAnyPrefix_holdsAllThatStartWithIt() {
    KeyRange range = KeyRange.prefix(new byte[] {'a', (byte) 0xFF});
    assertThat(range.contains(new byte[] {'a', (byte) 0xFF, (byte) 0xFF, 1})).isTrue();
    assertThat(range.contains(new byte[] {'b'})).isFalse();
    assertThat(range.contains(new byte[] {'a', (byte) 0xFE})).isFalse();
    assertThat(KeyRange.prefix(new byte[] {(byte) 0xFF}).high()).isNull();
  }
}
