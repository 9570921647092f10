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
 * Chooses the attributes to index, one per replica, for the filters that were recorded.
 *
 * <p>The model. A workload is a set of filters f with weights w(f), which sum to 1. For each
 * attribute a of f, s(f, a) is the share of the rows that an index on a selects. A job with filter
 * f reads a block with indexes on the attributes S. It reads this share of the block's bytes:
 *
 * <pre>
 * c(f, S) = min(1, min { s(f, a) : a in S and in f })
 * </pre>
 *
 * <p>The job reads all bytes if no index serves f. The best set S has at most R attributes and the
 * least expected cost C(S), the sum of w(f) c(f, S) over all f. The saving of S, C({}) - C(S),
 * grows with S and is submodular: an attribute saves less if there are more others. So greedy
 * choice saves at least 1 - 1/e, 63 %, of the most that R attributes can save. If there are few
 * enough sets, all are tried and the choice is the best. The model counts whole rows and ignores
 * that jobs read only some columns, since this saves as much with one index as with another.
 *
 * <p>A share that was measured by reading the index is taken as it is. Other shares are estimated
 * as if attributes were independent. The share of rows that qualified is divided by the measured
 * shares. The rest is split into equal factors, at least a thousandth each, for the attributes not
 * measured. Without a measured share of qualifying rows, an equality counts as a tenth and a range
 * as a third.
 */
public final class IndexAdvice {
  private static final double EQUALITY_SHARE = 0.1;
  private static final double RANGE_SHARE = 1.0 / 3;

  /**
   * Least share that is guessed. If attributes depend on each other, a guess without this bound
   * could be far too small.
   */
  private static final double LEAST_GUESS = 0.001;

  /** If there are more sets than this, they are not tried one by one. */
  private static final long MOST_SETS = 100_000;

  /** Costs that differ by less than this are equal. */
  private static final double EQUAL = 1e-9;

  /** One filter: its share of the total weight, and the share of rows by attribute. */
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
   * @param indexes attributes, from 1, by which it can be read
   * @param bytes length of the part
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
   * Makes advice from a record of filters.
   *
   * @param attributes number of attributes in the schema; recorded ones beyond it are ignored
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

  /** The attributes whose index would serve some filter, as positions from 1. */
  public SortedSet<Integer> attributes() {
    SortedSet<Integer> attributes = new TreeSet<>();
    terms.forEach(term -> attributes.addAll(term.shares().keySet()));
    return attributes;
  }

  /** Share of the jobs, 0 to 1, whose filter is served by at least one of these indexes. */
  public double jobs(Collection<Integer> indexes) {
    double covered = 0;
    for (Term term : terms) {
      if (indexes.stream().anyMatch(term.shares()::containsKey)) {
        covered += term.weight();
      }
    }
    return Math.min(1, covered);
  }

  /** Share of the bytes, 0 to 1, that a job is expected to read with these indexes: C(S). */
  public double cost(Collection<Integer> indexes) {
    double cost = 0;
    for (Term term : terms) {
      cost += term.weight() * term.cost(indexes);
    }
    return cost;
  }

  /** The bytes that a job is expected to read of a file. */
  public double bytes(List<Extent> file) {
    double bytes = 0;
    for (Extent extent : file) {
      bytes += cost(extent.indexes()) * extent.bytes();
    }
    return bytes;
  }

  /** Returns the advice for the jobs that filter by an attribute. */
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
   * Returns the best attributes to index, those that save most first. It leaves out an attribute if
   * jobs would read as little without it. Among equally good sets it takes the one that is indexed
   * most already.
   *
   * @param most most attributes to return, at least 0
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

  /** Chooses greedily; the result is in the order of choice. */
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

  /** The number of sets of a size; any number above {@link #MOST_SETS} means too many. */
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
