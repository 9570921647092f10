// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hail.client.workload.IndexAdvice.Extent;
import dev.hail.xattr.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class IndexAdviceTest {

  /** A record of lines as in {@code user.hail.workload}. */
  private static IndexAdvice advice(int attributes, String... lines) {
    return IndexAdvice.of(Workload.parse("1 0\n" + String.join("\n", lines)), attributes);
  }

  @Test
  void attributes_savingMost_areChosenBestFirst() {
    IndexAdvice advice =
        advice(5, "1= 5 5 1:0.01*1", "3< 10 10 3:0.2*1", "5= 2 2 5:0.001*1", "- 3 3");
    assertThat(advice.best(3, Set.of())).containsExactly(3, 1, 5);
    assertThat(advice.best(2, Set.of())).containsExactly(3, 1);
    assertThat(advice.best(1, Set.of())).containsExactly(3);
    assertThat(advice.best(0, Set.of())).isEmpty();
    assertThat(advice.best(9, Set.of())).containsExactly(3, 1, 5);
    assertThat(advice.jobs(List.of(3, 1))).isCloseTo(0.75, within(1e-12));
    assertThat(advice.cost(List.of())).isCloseTo(1, within(1e-12));
    // 5 jobs read 0.01, 10 read 0.2, 2 and 3 all.
    assertThat(advice.cost(List.of(3, 1))).isCloseTo(7.05 / 20, within(1e-12));
  }

  @Test
  void twoAttributesOfOneFilter_advised_areNoBetterThanBetterOne() {
    IndexAdvice advice = advice(3, "1=,2< 9 9 1:0.1*1 2:0.5*1", "3= 1 1 3:0.1*1");
    assertThat(advice.best(2, Set.of())).containsExactly(1, 3);
    assertThat(advice.best(3, Set.of())).containsExactly(1, 3);
  }

  @Test
  void equallyGoodChoices_advised_preferExistingIndexes() {
    IndexAdvice advice = advice(4, "1=,4= 5 5 1:0.1*1 4:0.1*1", "2=,3= 5 5 2:0.1*1 3:0.1*1");
    assertThat(advice.best(2, Set.of())).containsExactly(1, 2);
    assertThat(advice.best(2, Set.of(3, 4))).containsExactlyInAnyOrder(3, 4);
    assertThat(advice.best(3, Set.of(3))).containsExactlyInAnyOrder(1, 3);
  }

  @Test
  void index_givingAllRows_isNotAdvised() {
    assertThat(advice(2, "1= 5 5 1:1*1").best(2, Set.of())).isEmpty();
    assertThat(advice(2, "- 5 5").best(2, Set.of())).isEmpty();
    assertThat(IndexAdvice.of(Workload.none(), 2).isEmpty()).isTrue();
    assertThat(IndexAdvice.of(Workload.none(), 2).best(2, Set.of())).isEmpty();
  }

  @Test
  void attribute_missingInSchema_isNotAdvised() {
    IndexAdvice advice = advice(2, "7= 5 5 7:0.1*1", "1=,9< 1 1 1:0.5*1");
    assertThat(advice.attributes()).containsExactly(1);
    assertThat(advice.best(3, Set.of())).containsExactly(1);
  }

  @Test
  void unmeasuredShare_inAdvice_isGuessed() {
    assertThat(advice(3, "1= 1 1").cost(List.of(1))).isCloseTo(0.1, within(1e-12));
    assertThat(advice(3, "1< 1 1").cost(List.of(1))).isCloseTo(1.0 / 3, within(1e-12));
    assertThat(advice(3, "1< 1 1 0:0.02*1").cost(List.of(1))).isCloseTo(0.02, within(1e-12));
    assertThat(advice(3, "1= 1 1 0:0*1").cost(List.of(1))).isCloseTo(0.001, within(1e-12));
    IndexAdvice both = advice(3, "1=,2= 1 1 0:0.01*1");
    assertThat(both.cost(List.of(1))).isCloseTo(0.1, within(1e-12));
    assertThat(both.cost(List.of(2))).isCloseTo(0.1, within(1e-12));
    IndexAdvice one = advice(3, "1=,2= 1 1 0:0.01*1 2:0.5*1");
    assertThat(one.cost(List.of(1))).isCloseTo(0.02, within(1e-12));
    assertThat(advice(3, "1=,2= 1 1 0:0*1 2:0*1").cost(List.of(1))).isEqualTo(1);
  }

  @Test
  void readBytes_withIndexes_areThoseOfEachPart() {
    IndexAdvice advice = advice(2, "1= 3 3 1:0.1*1", "2= 1 1 2:0.5*1");
    List<Extent> file = List.of(new Extent(Set.of(1), 600), new Extent(Set.of(2), 400));
    assertThat(advice.bytes(file))
        .isCloseTo(600 * (0.75 * 0.1 + 0.25) + 400 * (0.75 + 0.25 * 0.5), within(1e-9));
    assertThat(advice.ofJobsBy(2).bytes(file)).isCloseTo(600 + 200, within(1e-9));
  }

  // ---- against all sets ----

  private static final int ATTRIBUTES = 7;

  /** Measured shares of every attribute, so that the expected costs need no guess. */
  private static final class Instance {
    private final IndexAdvice advice;
    private final List<String> lines;
    private final double[] weights;
    private final double[][] shares;

    private Instance(List<String> lines, double[] weights, double[][] shares) {
      this.advice = IndexAdviceTest.advice(ATTRIBUTES, lines.toArray(new String[0]));
      this.lines = lines;
      this.weights = weights;
      this.shares = shares;
    }

    static Instance of(Random random) {
      int filters = 1 + random.nextInt(12);
      double[] weights = new double[filters];
      double[][] shares = new double[filters][ATTRIBUTES + 1];
      List<String> lines = new ArrayList<>();
      double sum = 0;
      for (int f = 0; f < filters; f++) {
        weights[f] = 1 + random.nextInt(50);
        sum += weights[f];
        StringBuilder shape = new StringBuilder();
        StringBuilder measured = new StringBuilder();
        for (int a = 1; a <= ATTRIBUTES; a++) {
          shares[f][a] = 1;
          if (random.nextInt(3) == 0) {
            shares[f][a] = random.nextInt(1001) / 1000.0;
            // Shapes of two filters differ in at least the letter of one attribute.
            shape.append(shape.length() == 0 ? "" : ",").append(a);
            shape.append((f & (1 << a)) == 0 ? '=' : '<');
            measured.append(String.format(Locale.ROOT, " %d:%s*1", a, shares[f][a]));
          }
        }
        String name = shape.length() == 0 ? "-" : shape.toString();
        String line = name + " 1 " + weights[f] + measured;
        if (lines.stream().anyMatch(other -> other.startsWith(name + " "))) {
          sum -= weights[f];
          weights[f] = 0;
        } else {
          lines.add(line);
        }
      }
      for (int f = 0; f < filters; f++) {
        weights[f] /= sum;
      }
      return new Instance(lines, weights, shares);
    }

    double cost(int set) {
      double cost = 0;
      for (int f = 0; f < weights.length; f++) {
        double least = 1;
        for (int a = 1; a <= ATTRIBUTES; a++) {
          if ((set & (1 << a)) != 0) {
            least = Math.min(least, shares[f][a]);
          }
        }
        cost += weights[f] * least;
      }
      return cost;
    }

    double leastCost(int most) {
      double least = 1;
      for (int set = 0; set < 1 << (ATTRIBUTES + 1); set += 2) {
        if (Integer.bitCount(set) <= most) {
          least = Math.min(least, cost(set));
        }
      }
      return least;
    }
  }

  private static int set(List<Integer> attributes) {
    return attributes.stream().mapToInt(a -> 1 << a).sum();
  }

  @Test
  void anyOtherAttributeSet_ofRandomWorkload_isNoBetter() {
    for (long seed = 1; seed <= 1_000; seed++) {
      Random random = new Random(seed);
      Instance instance = Instance.of(random);
      int most = 1 + random.nextInt(4);
      List<Integer> best = instance.advice.best(most, Set.of(1, 4));
      double cost = instance.cost(set(best));
      String seen = "seed " + seed + ", " + most + " of " + instance.lines;
      assertThat(best).as(seen).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(most);
      assertThat(cost).as(seen).isCloseTo(instance.leastCost(most), within(1e-7));
      assertThat(instance.advice.cost(best)).as(seen).isCloseTo(cost, within(1e-7));
      for (int attribute : best) {
        int without = set(best) & ~(1 << attribute);
        assertThat(instance.cost(without)).as(seen).isGreaterThan(cost + 1e-10);
      }
    }
  }

  @Test
  void greedyChoice_ofManyAttributes_savesPromisedShare() {
    for (long seed = 1; seed <= 1_000; seed++) {
      Random random = new Random(seed);
      Instance instance = Instance.of(random);
      int most = 1 + random.nextInt(4);
      List<Integer> all = List.copyOf(instance.advice.attributes());
      List<Integer> greedy = instance.advice.greedy(all, most);
      double promised = (1 - 1 / Math.E) * (1 - instance.leastCost(most));
      assertThat(1 - instance.cost(set(greedy)))
          .as("seed " + seed + ", " + most + " of " + instance.lines)
          .isGreaterThanOrEqualTo(promised - 1e-7);
    }
  }

  @Test
  void advice_withManyAttributes_endsSoon() {
    List<String> lines = new ArrayList<>();
    for (int f = 0; f < 32; f++) {
      StringBuilder shape = new StringBuilder();
      for (int k = 0; k < 8; k++) {
        shape.append(k == 0 ? "" : ",").append(1 + 8 * f + k).append('=');
      }
      lines.add(shape + " 1 " + (f + 1));
    }
    IndexAdvice advice = advice(256, lines.toArray(new String[0]));
    List<Integer> best = advice.best(12, Set.of());
    // The heaviest filters are the last, and of each one attribute is enough.
    assertThat(best).hasSize(12).allMatch(attribute -> attribute > 8 * 20);
    assertThat(advice.jobs(best)).isCloseTo((32 * 33 - 20 * 21) / (32.0 * 33), within(1e-9));
  }
}
