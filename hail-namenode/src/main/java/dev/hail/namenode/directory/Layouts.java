// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The distinct lists of candidate index attributes, numbered, so that a block needs two bytes for
 * its list. Lists are few: one per kind of table. They are kept for the life of the directory.
 */
final class Layouts {
  static final int MAX_LAYOUTS = 1 << 16;
  static final int MAX_ATTRIBUTES = 64;
  static final int MAX_POSITION = (1 << 16) - 1;

  private final Map<IntBuffer, Integer> numbers = new HashMap<>();
  private volatile int[][] lists = new int[0][];

  /**
   * The number of a list.
   *
   * @throws RefusedException if the list is no list of attribute positions, or there are too many
   */
  synchronized int number(int[] attributes) throws RefusedException {
    Integer known = numbers.get(IntBuffer.wrap(attributes));
    if (known != null) {
      return known;
    }
    check(attributes);
    int number = lists.length;
    if (number == MAX_LAYOUTS) {
      throw new RefusedException(
          "the replica directory has seen "
              + MAX_LAYOUTS
              + " different lists of index attributes and takes no more; restart the namenode to"
              + " forget those no longer in use");
    }
    int[] own = attributes.clone();
    int[][] grown = Arrays.copyOf(lists, number + 1);
    grown[number] = own;
    numbers.put(IntBuffer.wrap(own), number);
    lists = grown;
    return number;
  }

  /** The list of a number; not to be changed. */
  int[] attributes(int number) {
    return lists[number];
  }

  private static void check(int[] attributes) throws RefusedException {
    if (attributes.length > MAX_ATTRIBUTES) {
      throw new RefusedException(
          attributes.length + " index attributes; a block can have " + MAX_ATTRIBUTES);
    }
    for (int i = 0; i < attributes.length; i++) {
      if (attributes[i] < 0 || attributes[i] > MAX_POSITION) {
        throw new RefusedException(
            "index attribute " + attributes[i] + " is not in [0, " + MAX_POSITION + "]");
      }
      for (int j = 0; j < i; j++) {
        if (attributes[i] == attributes[j]) {
          throw new RefusedException("index attribute " + attributes[i] + " is given twice");
        }
      }
    }
  }
}
