// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.workload;

import dev.hail.protocol.FilterShape;
import dev.hail.xattr.FilterUse;
import dev.hail.xattr.MeanShare;
import dev.hail.xattr.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which attributes to index, one per replica, for the filters that were recorded.
 *
 * <p>The model. A workload is a set of filters f with weights w(f), which sum to 1, and for each
 * attribute a of f the share s(f, a) of the rows that an index on a gives. A job with filter f
 * reads, of a block that has indexes on the attributes S, the share
 *
 * <pre>
 * c(f, S) = min(1, min { s(f, a) : a in S and in f })
 * </pre>
 *
 * of its bytes, and all of it if no index serves f. Wanted is a set S of at most R attributes with
 * the least expected cost C(S), the sum of w(f) c(f, S) over all f. What S saves, C({}) - C(S),
 * grows with S and is submodular: an attribute saves the less the more others there are. So greedy
 * choice saves at least 1 - 1/e, 63 %, of the most that R attributes can save; where there are few
 * enough sets all are tried, and the choice is the best. The model counts whole rows, not the
 * columns that a job leaves out, since those save as much with one index as with another.
 *
 * <p>A share that was measured by reading the index is taken as it is. Else attributes are taken
 * for independent: of the share of rows that qualified, what the measured attributes leave is
 * divided evenly (as factors) among those not measured, to at least a thousandth each. A filter of
 * which nothing was measured counts a tenth for equality and a third for a range.
 */
public final class IndexAdvice {
  private static final double EQUALITY_SHARE = 0.1;
  private static final double RANGE_SHARE = 1.0 / 3;

  /**
   * No guess is less: attributes that depend on each other would seem to select next to nothing.
   */
  private static final double LEAST_GUESS = 0.001;

  /** More sets are not tried one by one. */
  private static final long MOST_SETS = 100_000;

  /** Costs that are nearer to each other than this are equal. */
  private static final double EQUAL = 1e-9;

  /** One filter: its weight, of 1, and the share of rows by attribute. */
  private record Term(double weight, Map<Integer, Double> shares) {
    double cost(Collection<Integer> indexes) {
      double cost = 1;
      for (int attribute : indexes) {
        cost = Math.min(cost, shares.getOrDefault(attribute, 1.0));
      }
      return cost;
    }
  }

  /**
   * A part of a file.
   *
   * @param indexes attributes by which it can be read, from 1
   * @param bytes its length
   */
  public record Extent(Set<Integer> indexes, long bytes) {
    public Extent {
      indexes = Set.copyOf(indexes);
    }
  }

  private final List<Term> terms;

  private IndexAdvice(List<Term> terms) {
    this.terms = List.copyOf(terms);
  }

  /**
   * Advice from a record.
   *
   * @param attributes how many the schema has; what is recorded of others is nobody's
   */
  public static IndexAdvice of(Workload workload, int attributes) {
    double sum = workload.weight();
    List<Term> terms = new ArrayList<>();
    for (FilterUse use : workload.uses()) {
      if (use.weight() > 0) {
        Map<Integer, Double> shares = shares(use);
        shares.keySet().removeIf(attribute -> attribute > attributes);
        terms.add(new Term(use.weight() / sum, shares));
      }
    }
    return new IndexAdvice(terms);
  }

  private static Map<Integer, Double> shares(FilterUse use) {
    Map<Integer, Double> shares = new TreeMap<>();
    List<FilterShape.Part> unknown = new ArrayList<>();
    double known = 1;
    for (FilterShape.Part part : use.filter().parts()) {
      MeanShare measured = use.shares().get(part.attribute());
      if (measured == null) {
        unknown.add(part);
      } else {
        shares.put(part.attribute(), measured.share());
        known *= measured.share();
      }
    }
    MeanShare qualified = use.shares().get(0);
    for (FilterShape.Part part : unknown) {
      double share = part.equality() ? EQUALITY_SHARE : RANGE_SHARE;
      if (qualified != null) {
        double left = known == 0 ? 1 : Math.min(1, qualified.share() / known);
        share = Math.max(LEAST_GUESS, Math.pow(left, 1.0 / unknown.size()));
      }
      shares.put(part.attribute(), share);
    }
    return shares;
  }

  /** Whether nothing was recorded. */
  public boolean isEmpty() {
    return terms.isEmpty();
  }

  /** Attributes whose index would serve some filter. */
  public SortedSet<Integer> attributes() {
    SortedSet<Integer> attributes = new TreeSet<>();
    terms.forEach(term -> attributes.addAll(term.shares().keySet()));
    return attributes;
  }

  /** Share of the jobs, 0 to 1, whose filter an index on at least one of these serves. */
  public double jobs(Collection<Integer> indexes) {
    double covered = 0;
    for (Term term : terms) {
      if (indexes.stream().anyMatch(term.shares()::containsKey)) {
        covered += term.weight();
      }
    }
    return Math.min(1, covered);
  }

  /**
   * Share of the bytes, 0 to 1, that a job is expected to read if there are these indexes: C(S).
   */
  public double cost(Collection<Integer> indexes) {
    double cost = 0;
    for (Term term : terms) {
      cost += term.weight() * term.cost(indexes);
    }
    return cost;
  }

  /** Bytes that a job is expected to read of a file. */
  public double bytes(List<Extent> file) {
    double bytes = 0;
    for (Extent extent : file) {
      bytes += cost(extent.indexes()) * extent.bytes();
    }
    return bytes;
  }

  /** The same, for the jobs that filter by an attribute. */
  public IndexAdvice ofJobsBy(int attribute) {
    double sum = jobs(List.of(attribute));
    List<Term> some = new ArrayList<>();
    for (Term term : terms) {
      if (term.shares().containsKey(attribute)) {
        some.add(new Term(term.weight() / sum, term.shares()));
      }
    }
    return new IndexAdvice(some);
  }

  /**
   * The best attributes to index, those that save most first. None is among them without which jobs
   * would read as little; of sets that are as good, the one with most of the indexes that are there
   * already.
   *
   * @param most how many at most, at least 0
   * @param present attributes that are indexed already
   */
  public List<Integer> best(int most, Set<Integer> present) {
    List<Integer> candidates =
        attributes().stream().filter(a -> cost(List.of(a)) < cost(List.of()) - EQUAL).toList();
    int size = Math.min(most, candidates.size());
    List<Integer> chosen =
        sets(candidates.size(), size) <= MOST_SETS
            ? new Enumeration(candidates, size, present).best()
            : greedy(candidates, size);
    return greedy(needed(chosen, present), size);
  }

  /** Greedy choice, in the order of choice. */
  List<Integer> greedy(List<Integer> candidates, int size) {
    List<Integer> chosen = new ArrayList<>();
    List<Integer> left = new ArrayList<>(candidates);
    while (chosen.size() < size && !left.isEmpty()) {
      Integer best = null;
      double least = Double.POSITIVE_INFINITY;
      for (Integer attribute : left) {
        chosen.add(attribute);
        double cost = cost(chosen);
        chosen.remove(chosen.size() - 1);
        if (cost < least - EQUAL) {
          least = cost;
          best = attribute;
        }
      }
      chosen.add(best);
      left.remove(best);
    }
    return chosen;
  }

  private List<Integer> needed(List<Integer> chosen, Set<Integer> present) {
    List<Integer> needed = new ArrayList<>(chosen);
    List<Integer> order = new ArrayList<>(chosen);
    order.sort((a, b) -> Boolean.compare(present.contains(a), present.contains(b)));
    for (Integer attribute : order) {
      List<Integer> without = new ArrayList<>(needed);
      without.remove(attribute);
      if (cost(without) <= cost(needed) + EQUAL) {
        needed = without;
      }
    }
    return needed;
  }

  /** Number of sets of a size; more than {@link #MOST_SETS} if it is more. */
  private static long sets(int candidates, int size) {
    long sets = 1;
    for (int i = 0; i < size && sets <= MOST_SETS; i++) {
      sets = sets * (candidates - i) / (i + 1);
    }
    return sets;
  }

  /** Tries all sets of a size. */
  private final class Enumeration {
    private final List<Integer> candidates;
    private final int size;
    private final Set<Integer> present;
    private List<Integer> best = List.of();
    private double bestCost = Double.POSITIVE_INFINITY;
    private long bestPresent;

    Enumeration(List<Integer> candidates, int size, Set<Integer> present) {
      this.candidates = candidates;
      this.size = size;
      this.present = present;
    }

    List<Integer> best() {
      double[] costs = new double[terms.size()];
      Arrays.fill(costs, 1);
      extend(new ArrayList<>(), 0, costs);
      return best;
    }

    private void extend(List<Integer> set, int from, double[] costs) {
      if (set.size() == size) {
        compare(set, costs);
        return;
      }
      for (int i = from; i <= candidates.size() - (size - set.size()); i++) {
        int attribute = candidates.get(i);
        double[] next = costs.clone();
        for (int t = 0; t < next.length; t++) {
          next[t] = Math.min(next[t], terms.get(t).shares().getOrDefault(attribute, 1.0));
        }
        set.add(attribute);
        extend(set, i + 1, next);
        set.remove(set.size() - 1);
      }
    }

    private void compare(List<Integer> set, double[] costs) {
      double cost = 0;
      for (int t = 0; t < costs.length; t++) {
        cost += terms.get(t).weight() * costs[t];
      }
      long have = set.stream().filter(present::contains).count();
      boolean asGood = Math.abs(cost - bestCost) <= EQUAL;
      if (asGood ? have > bestPresent : cost < bestCost) {
        best = List.copyOf(set);
        bestCost = cost;
        bestPresent = have;
      }
    }
  }
}
