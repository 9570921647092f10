// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Which pseudo block replicas there are, by the block whose rows they have. Thread-safe. */
final class PseudoReplicas {
  /**
   * One of them.
   *
   * @param generationStamp stamp of the block when the replica was made; of no use for another
   * @param sortAttribute position of the attribute, from 1
   * @param path absolute path of its file
   * @param ownBlockId the block of that file
   * @param ownGenerationStamp and its stamp
   * @param bytes length of that block
   * @param fileId id of the inode of the file whose block it is of; 0 if that was not to be found
   */
  record Entry(
      long generationStamp,
      int sortAttribute,
      String path,
      long ownBlockId,
      long ownGenerationStamp,
      long bytes,
      long fileId) {}

  private final Map<Long, List<Entry>> byBlock = new ConcurrentHashMap<>();

  /** Adds a replica, in place of another one of that block and order. */
  void add(long blockId, Entry entry) {
    byBlock.merge(
        blockId,
        List.of(entry),
        (old, added) -> {
          List<Entry> all = new ArrayList<>(old);
          all.removeIf(other -> other.sortAttribute() == entry.sortAttribute());
          all.addAll(added);
          return List.copyOf(all);
        });
  }

  /** Removes the replicas of a block that answer to a description. */
  void remove(long blockId, Predicate<Entry> which) {
    byBlock.computeIfPresent(
        blockId,
        (id, old) -> {
          List<Entry> rest = old.stream().filter(which.negate()).toList();
          return rest.isEmpty() ? null : rest;
        });
  }

  void clear() {
    byBlock.clear();
  }

  /** The replicas of a block, of whatever generation. */
  List<Entry> of(long blockId) {
    return byBlock.getOrDefault(blockId, List.of());
  }

  /** The replicas of a block as it is now. */
  List<Entry> of(long blockId, long generationStamp) {
    return of(blockId).stream().filter(e -> e.generationStamp() == generationStamp).toList();
  }

  /** All there are now, with the blocks whose rows they have. */
  void forEach(BiConsumer<Long, Entry> action) {
    byBlock.forEach((blockId, entries) -> entries.forEach(entry -> action.accept(blockId, entry)));
  }

  /** How many there are. */
  int size() {
    return byBlock.values().stream().mapToInt(List::size).sum();
  }
}
