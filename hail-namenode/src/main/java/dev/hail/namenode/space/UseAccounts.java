// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/**
 * How much the indexes of files were used, of those that are there and of those that jobs would
 * have liked. Thread-safe.
 */
public final class UseAccounts {
  /** Most accounts, in all and of those that wait to be kept. */
  private static final int MOST_FILES = 100_000;

  private static final int MOST_WAITING = 50_000;

  /** Most accounts that wait to be kept because of one user. */
  private static final int MOST_WAITING_OF_USER = 10_000;

  /** What a file's extended attribute can hold, with room to spare. */
  private static final int MOST_ATTRIBUTES = 64;

  private final long halfLifeMillis;

  /**
   * The accounts that are kept with their files, by file and attribute. The account of the file
   * that nobody asked about for longest comes first, and makes room for others first.
   */
  private final Map<Long, Map<Integer, IndexUse>> kept = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * The accounts that are to be kept, by file, in the order of the first change since {@link
   * #takeChanged}. They make no room, or what changed would be lost.
   */
  private final Map<Long, Waiting> waiting = new LinkedHashMap<>();

  /** Number of accounts that wait because of each user; none is 0. */
  private final Map<String, Integer> waitingOfUser = new HashMap<>();

  /** An account that a user changed before others did. */
  private record Waiting(String user, Map<Integer, IndexUse> uses) {}

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
    return kept.containsKey(fileId) || waiting.containsKey(fileId);
  }

  /** The account of a file; null if there is none. */
  private Map<Integer, IndexUse> find(long fileId) {
    Waiting its = waiting.get(fileId);
    return its == null ? kept.get(fileId) : its.uses();
  }

  private Map<Integer, IndexUse> findOrNone(long fileId) {
    Map<Integer, IndexUse> account = find(fileId);
    return account == null ? Map.of() : account;
  }

  /** How much an index was used, as of now. */
  public synchronized IndexUse of(IndexId id, long nowMillis) {
    IndexUse use = findOrNone(id.fileId()).get(id.attribute());
    return use == null ? IndexUse.none(nowMillis) : use.aged(nowMillis, halfLifeMillis);
  }

  /** How much an index was used, as of its last use; null if there is no account of its file. */
  synchronized IndexUse noted(IndexId id) {
    Map<Integer, IndexUse> account = find(id.fileId());
    return account == null ? null : account.getOrDefault(id.attribute(), IndexUse.NEVER);
  }

  /** Attributes by which a file has an account. */
  public synchronized Set<Integer> attributesOf(long fileId) {
    return Set.copyOf(findOrNone(fileId).keySet());
  }

  /**
   * Adds to the account of an index; all in bytes, see {@link IndexUse}. If too many accounts wait
   * to be kept, in all or because of this user, the use counts as long as the account is here. It
   * is kept with the next one, if there is room by then.
   *
   * @param user who used it
   */
  public synchronized void add(
      String user, IndexId id, double served, double saved, double wanted, long nowMillis) {
    IndexUse use = of(id, nowMillis).plus(served, saved, wanted);
    Map<Integer, IndexUse> ofFile = findOrOpen(id.fileId());
    ofFile.put(id.attribute(), use);
    if (ofFile.size() > MOST_ATTRIBUTES) {
      ofFile.entrySet().stream()
          .filter(entry -> entry.getKey() != id.attribute())
          .min(Comparator.comparingDouble(entry -> weight(entry.getValue(), nowMillis)))
          .ifPresent(least -> ofFile.remove(least.getKey()));
    }
    letWait(id.fileId(), user);
    tell(id.fileId());
  }

  private void letWait(long fileId, String user) {
    if (!waiting.containsKey(fileId)
        && waiting.size() < MOST_WAITING
        && waitingOfUser.getOrDefault(user, 0) < MOST_WAITING_OF_USER) {
      waiting.put(fileId, new Waiting(user, kept.remove(fileId)));
      waitingOfUser.merge(user, 1, Integer::sum);
    }
  }

  private void endWait(Waiting ended) {
    waitingOfUser.computeIfPresent(ended.user(), (user, number) -> number == 1 ? null : number - 1);
  }

  private double weight(IndexUse use, long nowMillis) {
    return use.aged(nowMillis, halfLifeMillis).benefit(1);
  }

  private Map<Integer, IndexUse> findOrOpen(long fileId) {
    Map<Integer, IndexUse> account = find(fileId);
    if (account == null) {
      account = new TreeMap<>();
      keep(fileId, account);
    }
    return account;
  }

  /** Puts an account among those that may make room, and makes room for it. */
  private void keep(long fileId, Map<Integer, IndexUse> account) {
    kept.put(fileId, account);
    Iterator<Long> oldest = kept.keySet().iterator();
    while (kept.size() + waiting.size() > MOST_FILES) {
      long forgotten = oldest.next();
      oldest.remove();
      tell(forgotten);
    }
  }

  /**
   * Opens the account of a file with what {@link #format} gave, unless it has one.
   *
   * @param text null for an empty account; lines that make no sense are left out
   * @param nowMillis present time; no use is later
   */
  public synchronized void open(long fileId, String text, long nowMillis) {
    if (knows(fileId)) {
      return;
    }
    findOrOpen(fileId).putAll(parse(text, nowMillis));
    tell(fileId);
  }

  /**
   * The uses in a text that {@link #format} gave, by attribute.
   *
   * @param text null for none; lines that make no sense are left out
   * @param nowMillis present time; no use is later
   */
  public static Map<Integer, IndexUse> parse(String text, long nowMillis) {
    Map<Integer, IndexUse> uses = new TreeMap<>();
    for (String line : text == null ? List.<String>of() : text.lines().toList()) {
      int space = line.indexOf(' ');
      String position = space < 0 ? "" : line.substring(0, space);
      IndexUse use = IndexUse.parse(line.substring(space + 1), nowMillis);
      if (use != null && position.matches("[1-9][0-9]{0,8}") && uses.size() < MOST_ATTRIBUTES) {
        uses.put(Integer.valueOf(position), use);
      }
    }
    return uses;
  }

  /** The account of a file as text, a line for each attribute: its position and its use. */
  public synchronized String format(long fileId) {
    List<String> lines = new ArrayList<>();
    findOrNone(fileId).forEach((attribute, use) -> lines.add(attribute + " " + use.format()));
    return String.join("\n", lines);
  }

  /**
   * The files whose account changed, each told once after its change, as long as there is budget to
   * keep them. The others are told by a later call.
   */
  public synchronized List<Long> takeChanged(EditBudget edits) {
    List<Long> taken = new ArrayList<>();
    Iterator<Map.Entry<Long, Waiting>> first = waiting.entrySet().iterator();
    while (first.hasNext() && edits.tryTake()) {
      Map.Entry<Long, Waiting> next = first.next();
      taken.add(next.getKey());
      first.remove();
      endWait(next.getValue());
      keep(next.getKey(), next.getValue().uses());
    }
    return taken;
  }

  /**
   * Forgets files that are gone.
   *
   * @param isThere whether a file is there; may take its time, as nobody waits for it
   */
  public void retain(LongPredicate isThere) {
    List<Long> gone = files().stream().filter(fileId -> !isThere.test(fileId)).toList();
    synchronized (this) {
      gone.forEach(this::forget);
      gone.forEach(this::tell);
    }
  }

  /** Forgets everything. */
  public synchronized void clear() {
    List<Long> forgotten = files();
    forgotten.forEach(this::forget);
    forgotten.forEach(this::tell);
  }

  private synchronized List<Long> files() {
    return Stream.concat(kept.keySet().stream(), waiting.keySet().stream()).toList();
  }

  private void forget(long fileId) {
    kept.remove(fileId);
    Waiting ended = waiting.remove(fileId);
    if (ended != null) {
      endWait(ended);
    }
  }
}
