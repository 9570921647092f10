// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.RandomCase;
import dev.hail.testing.TestSeeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Spoiled predicates are either read or refused with a position, and what is read can be written.
 */
class PredicateFuzzTest {
  private static final String LIKELY = "()'\"@=<>!,.-+%_09 eTN\u0000é";

  @Test
  void spoiledPredicate_parsed_isReadOrRefused() {
    int[] outcomes = new int[2];
    TestSeeds.of(400)
        .forEach(
            seed -> {
              RandomCase randomCase = RandomCase.of(seed, 5);
              Random random = new Random(seed);
              for (int i = 0; i < 25; i++) {
                String text = spoil(randomCase.predicate(i).hail(), random);
                outcomes[check(text, randomCase, seed)]++;
              }
            });
    assertThat(outcomes[0] + outcomes[1]).isPositive();
  }

  private static int check(String text, RandomCase randomCase, long seed) {
    Predicate predicate;
    try {
      predicate = Predicate.parse(text, randomCase.schema());
    } catch (PredicateException e) {
      assertThat(e.position())
          .as("%s, %s", text, TestSeeds.hint(seed))
          .isBetween(1, text.codePointCount(0, text.length()) + 1);
      assertThat(e.reason()).isNotBlank();
      return 0;
    }
    Predicate again = Predicate.parse(predicate.toString(), randomCase.schema());
    assertThat(again).as("%s, %s", text, TestSeeds.hint(seed)).isEqualTo(predicate);
    return 1;
  }

  private static String spoil(String text, Random random) {
    StringBuilder spoiled = new StringBuilder(text);
    for (int i = random.nextInt(4); i > 0 && spoiled.length() > 0; i--) {
      int at = random.nextInt(spoiled.length());
      char c = LIKELY.charAt(random.nextInt(LIKELY.length()));
      switch (random.nextInt(4)) {
        case 0 -> spoiled.deleteCharAt(at);
        case 1 -> spoiled.insert(at, c);
        case 2 -> spoiled.setCharAt(at, c);
        default -> spoiled.setLength(at);
      }
    }
    return spoiled.toString();
  }
}
