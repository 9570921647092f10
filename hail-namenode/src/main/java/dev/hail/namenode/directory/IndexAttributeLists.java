// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

import dev.hail.format.block.write.BlockOptions;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * The distinct lists of index attributes, numbered, so that a block needs two bytes for its list. A
 * number is free again once nothing refers to its list.
 *
 * <p>No owner of files can use up the numbers: an owner gets another one only while he has fewer
 * than are free. One owner alone gets half of them, the next one a quarter. Safe for threads.
 */
final class IndexAttributeLists {
  static final int MAX_LISTS = 1 << 16;
  static final int MAX_POSITION = (1 << 16) - 1;

  private static final int FIRST_LISTS = 16;
  private static final int NONE = -1;

  private final LongFunction<String> owners;
  private final Map<IntBuffer, Integer> numbers = new HashMap<>();
  private final Map<String, Integer> numbersOf = new HashMap<>();

  /**
   * The lists by number. They are written under the lock, and read without it by holders of a
   * reference.
   */
  private volatile int[][] lists = new int[FIRST_LISTS][];

  private String[] ownerOf = new String[FIRST_LISTS];
  private int[] references = new int[FIRST_LISTS];
  private int[] free = new int[FIRST_LISTS];
  private int freeCount;
  private int everGiven;

  /**
   * @param owners the owner of the file that a block id belongs to, null if it is not known
   */
  IndexAttributeLists(LongFunction<String> owners) {
    this.owners = owners;
  }

  /**
   * The number of a list, with a reference that the caller has to release. Must be called without
   * any lock of the directory, since it may ask for the owner of the block.
   *
   * @param blockId a block with this list
   * @throws RefusedException if the list is no list of attribute positions, or the owner of the
   *     block has too many lists
   */
  int acquire(int[] attributes, long blockId) throws RefusedException {
    int known = acquireKnown(attributes);
    if (known != NONE) {
      return known;
    }
    check(attributes);
    String owner = owners.apply(blockId);
    return acquireNew(attributes.clone(), owner == null ? "" : owner);
  }

  private synchronized int acquireKnown(int[] attributes) {
    Integer known = numbers.get(IntBuffer.wrap(attributes));
    if (known == null) {
      return NONE;
    }
    references[known]++;
    return known;
  }

  private synchronized int acquireNew(int[] own, String owner) throws RefusedException {
    int known = acquireKnown(own);
    if (known != NONE) {
      return known;
    }
    int has = numbersOf.getOrDefault(owner, 0);
    int left = MAX_LISTS - numbers.size();
    if (has >= left) {
      throw new RefusedException(
          "blocks of "
              + (owner.isEmpty() ? "unknown owners" : "user " + owner)
              + " have "
              + has
              + " different lists of index attributes, and "
              + left
              + " more are left for all users; give the tables of this user fewer lists, or remove"
              + " some of them");
    }
    int number = freeCount > 0 ? free[--freeCount] : newNumber();
    lists[number] = own;
    ownerOf[number] = owner;
    references[number] = 1;
    numbers.put(IntBuffer.wrap(own), number);
    numbersOf.merge(owner, 1, Integer::sum);
    return number;
  }

  private int newNumber() {
    if (everGiven == lists.length) {
      int capacity = everGiven * 2;
      lists = Arrays.copyOf(lists, capacity);
      ownerOf = Arrays.copyOf(ownerOf, capacity);
      references = Arrays.copyOf(references, capacity);
      free = Arrays.copyOf(free, capacity);
    }
    return everGiven++;
  }

  /** Adds a reference to a list that the caller holds one of. */
  synchronized void retain(int number) {
    references[number]++;
  }

  /** Gives a reference back; with the last one the number is free for another list. */
  synchronized void release(int number) {
    if (--references[number] > 0) {
      return;
    }
    numbers.remove(IntBuffer.wrap(lists[number]));
    numbersOf.computeIfPresent(ownerOf[number], (o, has) -> has == 1 ? null : has - 1);
    lists[number] = null;
    ownerOf[number] = null;
    free[freeCount++] = number;
  }

  /** The list of a number that somebody holds a reference to; not to be changed. */
  int[] attributes(int number) {
    return lists[number];
  }

  private static void check(int[] attributes) throws RefusedException {
    if (attributes.length > BlockOptions.MOST_INDEX_ATTRIBUTES) {
      throw new RefusedException(
          attributes.length
              + " index attributes; a block can have "
              + BlockOptions.MOST_INDEX_ATTRIBUTES);
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
