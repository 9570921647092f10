// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Tells keys of HAIL from keys that do not exist, and what these may have meant. */
public final class KnownKeys {
  /** Begins the keys of joins, which are named by users. */
  public static final String JOINS = "hail.join.";

  private KnownKeys() {}

  /**
   * Whether a key exists, alone or followed by a point and a name service or namenode. The keys of
   * a join exist whatever its name is.
   */
  public static boolean has(String key) {
    return isOfJoin(key)
        || HailConfiguration.keys().stream()
            .anyMatch(known -> key.equals(known) || key.startsWith(known + "."));
  }

  /** Whether a key begins with {@value #JOINS} and a word that no key of HAIL has there. */
  private static boolean isOfJoin(String key) {
    if (!key.startsWith(JOINS)) {
      return false;
    }
    String word = key.substring(JOINS.length()).split("\\.", 2)[0];
    return HailConfiguration.keys().stream()
        .noneMatch(known -> known.equals(JOINS + word) || known.startsWith(JOINS + word + "."));
  }

  /** The key that an unknown one looks like, or where to find all keys; a part of a sentence. */
  public static String hint(String key) {
    String nearest =
        HailConfiguration.keys().stream()
            .min(Comparator.comparing(known -> distance(known, key)))
            .orElseThrow();
    return distance(nearest, key) <= key.length() / 3
        ? "the nearest is " + nearest
        : "all keys are in hail-default.xml and in the tables of docs/";
  }

  /**
   * The fewest letters to insert, delete or replace to make one text of the other. Hadoop's shaded
   * client keeps the libraries that have this method to itself.
   */
  private static int distance(String a, String b) {
    int[] row = IntStream.rangeClosed(0, b.length()).toArray();
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j - 1], diagonal));
      }
    }
    return row[b.length()];
  }
}
