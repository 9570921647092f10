// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * How much the indexes of files were used, of those that are there and of those that jobs would
 * have liked. Thread-safe.
 */
public final class UseAccounts {
  /** Most accounts. Those of the files that nobody asked about for longest go first. */
  private static final int MOST_FILES = 100_000;

  /** What a file's extended attribute can hold, with room to spare. */
  private static final int MOST_ATTRIBUTES = 64;

  private final long halfLifeMillis;

  /** The accounts by file and attribute; files in the order of their last use. */
  private final Map<Long, Map<Integer, IndexUse>> byFile = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Files whose account is to be kept, in the order of the first change since {@link #takeChanged}.
   */
  private final Set<Long> changed = new LinkedHashSet<>();

  private final List<LongConsumer> listeners = new CopyOnWriteArrayList<>();

  /**
   * Accounts of nothing.
   *
   * @param halfLifeMillis time after which a use counts half, at least 1
   */
  public UseAccounts(long halfLifeMillis) {
    if (halfLifeMillis < 1) {
      throw new IllegalArgumentException("a half-life of " + halfLifeMillis + " ms");
    }
    this.halfLifeMillis = halfLifeMillis;
  }

  /**
   * Tells somebody of each change from now on.
   *
   * @param listener takes the id of the file whose account changed or was forgotten. The accounts
   *     are locked meanwhile, so the listener must wait for nothing
   */
  void onChange(LongConsumer listener) {
    listeners.add(listener);
  }

  private void tell(long fileId) {
    listeners.forEach(listener -> listener.accept(fileId));
  }

  /** Time after which a use counts half. */
  long halfLifeMillis() {
    return halfLifeMillis;
  }

  /** Whether there is an account of a file, be it empty. */
  public synchronized boolean knows(long fileId) {
    return byFile.containsKey(fileId);
  }

  /** How much an index was used, as of now. */
  public synchronized IndexUse of(IndexId id, long nowMillis) {
    IndexUse use = byFile.getOrDefault(id.fileId(), Map.of()).get(id.attribute());
    return use == null ? IndexUse.none(nowMillis) : use.aged(nowMillis, halfLifeMillis);
  }

  /** How much an index was used, as of its last use; null if there is no account of its file. */
  synchronized IndexUse noted(IndexId id) {
    Map<Integer, IndexUse> account = byFile.get(id.fileId());
    return account == null ? null : account.getOrDefault(id.attribute(), IndexUse.NEVER);
  }

  /** Attributes by which a file has an account. */
  public synchronized Set<Integer> attributesOf(long fileId) {
    return Set.copyOf(byFile.getOrDefault(fileId, Map.of()).keySet());
  }

  /** Adds to the account of an index; all in bytes, see {@link IndexUse}. */
  public synchronized void add(
      IndexId id, double served, double saved, double wanted, long nowMillis) {
    IndexUse use = of(id, nowMillis).plus(served, saved, wanted);
    Map<Integer, IndexUse> ofFile = account(id.fileId());
    ofFile.put(id.attribute(), use);
    if (ofFile.size() > MOST_ATTRIBUTES) {
      ofFile.entrySet().stream()
          .filter(entry -> entry.getKey() != id.attribute())
          .min(Comparator.comparingDouble(entry -> weight(entry.getValue(), nowMillis)))
          .ifPresent(least -> ofFile.remove(least.getKey()));
    }
    changed.add(id.fileId());
    tell(id.fileId());
  }

  private double weight(IndexUse use, long nowMillis) {
    return use.aged(nowMillis, halfLifeMillis).benefit(1);
  }

  private Map<Integer, IndexUse> account(long fileId) {
    Map<Integer, IndexUse> account = byFile.computeIfAbsent(fileId, file -> new TreeMap<>());
    Iterator<Long> oldest = byFile.keySet().iterator();
    while (byFile.size() > MOST_FILES) {
      long forgotten = oldest.next();
      changed.remove(forgotten);
      oldest.remove();
      tell(forgotten);
    }
    return account;
  }

  /**
   * Opens the account of a file with what {@link #format} gave, unless it has one.
   *
   * @param text null for an empty account; lines that make no sense are left out
   */
  public synchronized void open(long fileId, String text) {
    if (knows(fileId)) {
      return;
    }
    account(fileId).putAll(parse(text));
    tell(fileId);
  }

  /**
   * The uses in a text that {@link #format} gave, by attribute.
   *
   * @param text null for none; lines that make no sense are left out
   */
  public static Map<Integer, IndexUse> parse(String text) {
    Map<Integer, IndexUse> uses = new TreeMap<>();
    for (String line : text == null ? List.<String>of() : text.lines().toList()) {
      int space = line.indexOf(' ');
      String position = space < 0 ? "" : line.substring(0, space);
      IndexUse use = IndexUse.parse(line.substring(space + 1));
      if (use != null && position.matches("[1-9][0-9]{0,8}") && uses.size() < MOST_ATTRIBUTES) {
        uses.put(Integer.valueOf(position), use);
      }
    }
    return uses;
  }

  /** The account of a file as text, a line for each attribute: its position and its use. */
  public synchronized String format(long fileId) {
    List<String> lines = new ArrayList<>();
    byFile
        .getOrDefault(fileId, Map.of())
        .forEach((attribute, use) -> lines.add(attribute + " " + use.format()));
    return String.join("\n", lines);
  }

  /**
   * The files whose account changed, each told once after its change, as long as there is budget to
   * keep them. The others are told by a later call.
   */
  public synchronized List<Long> takeChanged(EditBudget edits) {
    List<Long> taken = new ArrayList<>();
    Iterator<Long> waiting = changed.iterator();
    while (waiting.hasNext() && edits.tryTake()) {
      taken.add(waiting.next());
      waiting.remove();
    }
    return taken;
  }

  /** Forgets files that are gone. */
  public synchronized void retain(LongPredicate isThere) {
    List<Long> gone = byFile.keySet().stream().filter(fileId -> !isThere.test(fileId)).toList();
    gone.forEach(byFile::remove);
    gone.forEach(this::tell);
    changed.removeIf(fileId -> !isThere.test(fileId));
  }

  /** Forgets everything. */
  public synchronized void clear() {
    List<Long> forgotten = List.copyOf(byFile.keySet());
    byFile.clear();
    changed.clear();
    forgotten.forEach(this::tell);
  }
}
