// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.xattr;

import dev.hail.protocol.FilterReport;
import dev.hail.protocol.FilterShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The filters that a file was read with, as {@code user.hail.workload} keeps them. Each shape of
 * filters has one entry. Entries lose weight with age, and there are at most {@link #MOST_FILTERS},
 * so that the record stays small. Immutable.
 */
public final class Workload {
  /** Most entries. The longest record with this many fits an HDFS extended attribute of 16 KB. */
  public static final int MOST_FILTERS = 32;

  /** Entries reserved for the heaviest; the others may go to the latest. */
  private static final int SAFE_FILTERS = 24;

  /** Least weight that still matters. */
  private static final double FORGOTTEN = 0.001;

  private static final Workload NONE = new Workload(0, List.of());

  private final long atSeconds;
  private final List<FilterUse> uses;

  private Workload(long atSeconds, List<FilterUse> uses) {
    this.atSeconds = atSeconds;
    this.uses = List.copyOf(uses);
  }

  /** A workload without entries. */
  public static Workload none() {
    return NONE;
  }

  /**
   * The workload of one report.
   *
   * @param atSeconds time of the report, in seconds since 1970
   */
  public static Workload of(FilterReport report, long atSeconds) {
    return new Workload(atSeconds, List.of(FilterUse.of(report)));
  }

  static Workload of(long atSeconds, List<FilterUse> uses) {
    return new Workload(atSeconds, uses);
  }

  /** Time at which the weights hold, in seconds since 1970. */
  public long atSeconds() {
    return atSeconds;
  }

  /** The entries, heaviest first unless the workload was parsed in another order. */
  public List<FilterUse> uses() {
    return uses;
  }

  /** Sum of the weights. */
  public double weight() {
    return uses.stream().mapToDouble(FilterUse::weight).sum();
  }

  /** Number of jobs of all entries, ever. */
  public long jobs() {
    return uses.stream().mapToLong(FilterUse::jobs).sum();
  }

  /**
   * The sum of this workload and a newer one. If there are too many entries, the lightest are
   * dropped. The newer workload keeps a few places even for light entries, because new filters
   * could otherwise never gain weight.
   *
   * @param halfLifeSeconds half-life of a weight, at least 1
   */
  public Workload plus(Workload newer, long halfLifeSeconds) {
    long at = Math.max(atSeconds, newer.atSeconds);
    Map<FilterShape, FilterUse> sum = new LinkedHashMap<>();
    for (Workload part : List.of(newer, this)) {
      double factor = Math.pow(0.5, (double) (at - part.atSeconds) / halfLifeSeconds);
      for (FilterUse use : part.uses) {
        sum.merge(use.filter(), use.aged(factor), FilterUse::plus);
      }
    }
    List<FilterUse> heaviest = new ArrayList<>(sum.values());
    heaviest.sort(Comparator.comparingDouble(FilterUse::weight).reversed());
    if (heaviest.size() > MOST_FILTERS) {
      List<FilterUse> rest = heaviest.subList(SAFE_FILTERS, heaviest.size());
      rest.sort(Comparator.comparing((FilterUse use) -> !newer.has(use.filter())));
    }
    return new Workload(at, heaviest.subList(0, Math.min(MOST_FILTERS, heaviest.size())));
  }

  private boolean has(FilterShape filter) {
    return uses.stream().anyMatch(use -> use.filter().equals(filter));
  }

  /** This workload without entries that no job counts for or whose weight is negligible. */
  public Workload withoutForgotten() {
    return new Workload(
        atSeconds,
        uses.stream().filter(use -> use.jobs() > 0 && use.weight() >= FORGOTTEN).toList());
  }

  /** The text that {@link #parse} reads back; empty if nothing is recorded. */
  public String format() {
    return WorkloadText.format(this);
  }

  /**
   * Reads the text of {@link #format}.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static Workload parse(String text) {
    return WorkloadText.parse(text);
  }
}
