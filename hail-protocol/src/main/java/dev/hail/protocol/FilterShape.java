// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.Predicate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What an index could do for a filter. The shape has each attribute whose clustered index alone
 * would serve the filter, and how well. Filters that differ only in constants have the same shape.
 *
 * @param parts one part per attribute, by ascending attribute, at most {@link #MOST_PARTS}; empty
 *     for a filter that no index serves
 */
public record FilterShape(List<Part> parts) {
  /** Most attributes of a shape; further attributes of a filter are left out. */
  public static final int MOST_PARTS = 8;

  private static final String NO_PARTS = "-";

  /** Room for {@link #MOST_PARTS} parts of six digits each. */
  private static final int LONGEST_TEXT = 8 * MOST_PARTS;

  /**
   * One attribute of a filter.
   *
   * @param attribute position of the attribute, from 1
   * @param equality true if the filter accepts single values of the attribute, false for ranges
   */
  public record Part(int attribute, boolean equality) {}

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if no filter has these parts
   */
  public FilterShape {
    parts = List.copyOf(parts);
    int before = 0;
    for (Part part : parts) {
      if (part.attribute() <= before || parts.size() > MOST_PARTS) {
        throw new IllegalArgumentException("no filter has these attributes: " + parts);
      }
      before = part.attribute();
    }
  }

  /**
   * The shape of a filter. A filter that accepts no row has no parts, because it needs no index.
   */
  public static FilterShape of(Predicate filter) {
    List<Part> parts = new ArrayList<>();
    for (int attribute : filter.attributes()) {
      if (filter.restriction(attribute).isNothing()) {
        return new FilterShape(List.of());
      }
      IndexFit fit = IndexFit.of(filter, attribute);
      if (fit != IndexFit.NONE) {
        parts.add(new Part(attribute, fit == IndexFit.EQUALITY));
      }
    }
    // Skips best() if possible, because a short map task would pay for linking its lambda.
    return new FilterShape(parts.size() <= MOST_PARTS ? parts : best(parts));
  }

  /** The parts that an index serves best, at most {@link #MOST_PARTS}. */
  private static List<Part> best(List<Part> parts) {
    parts.sort(Comparator.comparing((Part part) -> !part.equality()));
    List<Part> kept = new ArrayList<>(parts.subList(0, MOST_PARTS));
    kept.sort(Comparator.comparingInt(Part::attribute));
    return kept;
  }

  /** Whether an index on an attribute serves the filter. */
  public boolean restricts(int attribute) {
    for (Part part : parts) {
      if (part.attribute() == attribute) {
        return true;
      }
    }
    return false;
  }

  /** The text that {@link #parse} reads: {@code 3=,5<} for equality on 3 and a range of 5. */
  public String format() {
    if (parts.isEmpty()) {
      return NO_PARTS;
    }
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      text.append(text.length() == 0 ? "" : ",");
      text.append(part.attribute()).append(part.equality() ? '=' : '<');
    }
    return text.toString();
  }

  /**
   * Reads the text of {@link #format}.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static FilterShape parse(String text) {
    if (text.length() > LONGEST_TEXT) {
      throw new IllegalArgumentException("no filter: a text of " + text.length() + " characters");
    }
    List<Part> parts = new ArrayList<>();
    if (!text.equals(NO_PARTS)) {
      for (String part : text.split(",", -1)) {
        if (!part.matches("[0-9]{1,6}[=<]")) {
          throw new IllegalArgumentException("no part of a filter: " + part);
        }
        int end = part.length() - 1;
        parts.add(new Part(Integer.parseInt(part.substring(0, end)), part.charAt(end) == '='));
      }
    }
    return new FilterShape(parts);
  }
}
