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
 * The filters that a file was read with, as {@code user.hail.workload} keeps them. Filters of one
 * shape are one entry. Entries weigh less the older they are, and there are never more than {@link
 * #MOST_FILTERS}, so that the record stays small however a file is read. Immutable.
 */
public final class Workload {
  /** Most entries. In the longest form of each the record fits an attribute of HDFS, 16 KB. */
  public static final int MOST_FILTERS = 32;

  /** Entries that the heaviest keep whatever comes; the others are for the latest. */
  private static final int SAFE_FILTERS = 24;

  /** A weight that makes no difference any more. */
  private static final double FORGOTTEN = 0.001;

  private static final Workload NONE = new Workload(0, List.of());

  private final long atSeconds;
  private final List<FilterUse> uses;

  private Workload(long atSeconds, List<FilterUse> uses) {
    this.atSeconds = atSeconds;
    this.uses = List.copyOf(uses);
  }

  /** Nothing recorded. */
  public static Workload none() {
    return NONE;
  }

  /**
   * What one report tells.
   *
   * @param atSeconds when, in seconds since 1970
   */
  public static Workload of(FilterReport report, long atSeconds) {
    return new Workload(atSeconds, List.of(FilterUse.of(report)));
  }

  static Workload of(long atSeconds, List<FilterUse> uses) {
    return new Workload(atSeconds, uses);
  }

  /** The time at which the weights hold, in seconds since 1970. */
  public long atSeconds() {
    return atSeconds;
  }

  /** The entries, the heaviest first unless it was read so. */
  public List<FilterUse> uses() {
    return uses;
  }

  /** Sum of the weights. */
  public double weight() {
    return uses.stream().mapToDouble(FilterUse::weight).sum();
  }

  /** Jobs of all entries, ever. */
  public long jobs() {
    return uses.stream().mapToLong(FilterUse::jobs).sum();
  }

  /**
   * Both together. If there are too many entries the lightest go, but those of the newer one keep a
   * few places: else what is new could never grow.
   *
   * @param halfLifeSeconds time after which an entry weighs half, at least 1
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

  /** Without entries that no job counts for any more, or none did. */
  public Workload withoutForgotten() {
    return new Workload(
        atSeconds,
        uses.stream().filter(use -> use.jobs() > 0 && use.weight() >= FORGOTTEN).toList());
  }

  /** The text that {@link #parse} reads; empty if nothing is recorded. */
  public String format() {
    return WorkloadText.format(this);
  }

  /**
   * Reads what {@link #format} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Workload parse(String text) {
    return WorkloadText.parse(text);
  }
}
