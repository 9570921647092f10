// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class UseAccountsTest {
  private static final IndexId INDEX = new IndexId(7, 3);

  /** The most accounts there are. */
  private static final int MOST_FILES = 100_000;

  private final UseAccounts accounts = new UseAccounts(1_000);
  private final AtomicLong nanos = new AtomicLong();
  private final EditBudget edits = new EditBudget(3, nanos::get);

  @Test
  void olderUses_beforeNewOnesAreAdded_areAged() {
    accounts.add("alice", INDEX, 100, 100, 0, 0);
    accounts.add("alice", INDEX, 10, 5, 20, 1_000);
    assertThat(accounts.of(INDEX, 1_000)).isEqualTo(new IndexUse(60, 55, 20, 1_000));
    assertThat(accounts.of(INDEX, 2_000)).isEqualTo(new IndexUse(30, 27.5, 10, 2_000));
  }

  @Test
  void account_openedTwice_hasWhatWasKeptOnce() {
    accounts.add("alice", INDEX, 100, 50, 4, 10);
    accounts.add("alice", new IndexId(7, 12), 0, 0, 8, 20);
    String kept = accounts.format(7);
    UseAccounts after = new UseAccounts(1_000);
    after.open(7, kept + "\nnonsense\n0 served=1.000 saved=1.000 wanted=1.000 at=1", 20);
    assertThat(after.attributesOf(7)).containsExactlyInAnyOrder(3, 12);
    assertThat(after.of(INDEX, 10)).isEqualTo(new IndexUse(100, 50, 4, 10));
    assertThat(after.takeChanged(edits)).isEmpty();
    after.open(7, null, 20);
    assertThat(after.attributesOf(7)).hasSize(2);
  }

  @Test
  void changedAccounts_taken_areToldOnce() {
    accounts.add("alice", INDEX, 1, 1, 0, 0);
    assertThat(accounts.takeChanged(edits)).containsExactly(7L);
    assertThat(accounts.takeChanged(edits)).isEmpty();
    accounts.add("alice", new IndexId(8, 1), 1, 1, 0, 0);
    accounts.retain(fileId -> fileId == 7);
    assertThat(accounts.takeChanged(edits)).isEmpty();
    assertThat(accounts.knows(7)).isTrue();
    assertThat(accounts.knows(8)).isFalse();
  }

  @Test
  void manyChangedFiles_eachMinute_areToldInPart() {
    for (long file = 1; file <= 8; file++) {
      accounts.add("alice", new IndexId(file, 1), 1, 1, 0, 0);
      accounts.add("alice", new IndexId(file, 2), 1, 1, 0, 0);
    }
    assertThat(accounts.takeChanged(edits)).containsExactly(1L, 2L, 3L);
    assertThat(accounts.takeChanged(edits)).isEmpty();
    accounts.add("alice", new IndexId(1, 1), 1, 1, 0, 0);
    nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
    assertThat(accounts.takeChanged(edits)).containsExactly(4L, 5L, 6L);
    nanos.addAndGet(TimeUnit.MINUTES.toNanos(2));
    assertThat(accounts.takeChanged(edits)).containsExactly(7L, 8L, 1L);
    assertThat(accounts.takeChanged(new EditBudget(0, nanos::get))).isEmpty();
  }

  @Test
  void attributesOfFile_beyondBound_loseLeastUsed() {
    for (int attribute = 1; attribute <= 100; attribute++) {
      accounts.add("alice", new IndexId(7, attribute), 0, 0, 200 - attribute, 0);
    }
    assertThat(accounts.attributesOf(7)).hasSize(64).contains(1, 63, 100).doesNotContain(64, 99);
    assertThat(accounts.format(7).length()).isLessThan(16_384);
  }

  /** As many accounts as there may be, of files that nobody used. */
  @Test
  void changedAccount_whileOthersAreOpened_staysUntilItIsToBeKept() {
    accounts.add("alice", INDEX, 1, 1, 0, 0);
    openOthers();
    assertThat(accounts.takeChanged(edits)).containsExactly(7L);
    assertThat(accounts.of(INDEX, 0).served()).isEqualTo(1);
    openOthers();
    assertThat(accounts.knows(7)).as("kept with its file, it may make room").isFalse();
  }

  private void openOthers() {
    for (long file = 1_000; file < 1_000 + MOST_FILES; file++) {
      accounts.open(file, null, 0);
    }
  }

  @Test
  void usesOfManyFiles_ofOneUser_wipeNoneOfOthers() {
    accounts.add("alice", INDEX, 1, 1, 0, 0);
    useOthers("mallory", MOST_FILES);
    IndexId later = new IndexId(8, 1);
    accounts.add("bob", later, 1, 1, 0, 0);
    openOthers();
    List<Long> toKeep = accounts.takeChanged(new EditBudget(MOST_FILES, nanos::get));
    assertThat(toKeep).startsWith(7L).endsWith(8L).hasSize(10_002);
    assertThat(accounts.of(INDEX, 0).served()).isEqualTo(1);
    assertThat(accounts.of(later, 0).served()).isEqualTo(1);
  }

  /** The first file is 1,000. */
  private void useOthers(String user, int count) {
    for (long file = 1_000; file < 1_000 + count; file++) {
      accounts.add(user, new IndexId(file, 1), 1, 1, 0, 0);
    }
  }

  /** It counts nevertheless, and the next one of its file has both kept. */
  @Test
  void use_whenTooManyWaitToBeKept_isKeptWithTheNextOne() {
    useOthers("mallory", 10_000);
    accounts.add("mallory", INDEX, 1, 1, 0, 0);
    assertThat(accounts.of(INDEX, 0).served()).isEqualTo(1);
    EditBudget all = new EditBudget(MOST_FILES, nanos::get);
    assertThat(accounts.takeChanged(all)).hasSize(10_000).doesNotContain(7L);
    accounts.add("mallory", INDEX, 1, 1, 0, 0);
    assertThat(accounts.takeChanged(all)).containsExactly(7L);
    assertThat(accounts.of(INDEX, 0).served()).isEqualTo(2);
  }

  /** However many users there are, some accounts can make room. */
  @Test
  void accountsToBeKept_ofManyUsers_areBounded() {
    for (int user = 0; user < 6; user++) {
      for (long file = 0; file < 10_000; file++) {
        accounts.add("user" + user, new IndexId(10_000L * user + file, 1), 1, 1, 0, 0);
      }
    }
    assertThat(accounts.takeChanged(new EditBudget(MOST_FILES, nanos::get))).hasSize(50_000);
  }

  /** Those of files that are gone wait for nothing. */
  @Test
  void accountsToBeKept_forgotten_makeRoomForOthers() {
    for (int round = 0; round < 2; round++) {
      useOthers("alice", 10_000);
      accounts.add("alice", INDEX, 1, 1, 0, 0);
      accounts.retain(file -> file == 7);
      useOthers("alice", 10_000);
      accounts.clear();
    }
    accounts.add("alice", INDEX, 1, 1, 0, 0);
    assertThat(accounts.takeChanged(edits)).containsExactly(7L);
  }

  /** A look at a file waits for the namesystem's lock, which somebody may hold for long. */
  @Test
  void files_lookedAt_doNotKeepOthersFromTheAccounts() {
    accounts.add("alice", INDEX, 1, 1, 0, 0);
    accounts.open(8, null, 0);
    accounts.retain(
        file -> {
          assertThat(Thread.holdsLock(accounts)).isFalse();
          return file == 8;
        });
    assertThat(accounts.knows(7)).isFalse();
    assertThat(accounts.knows(8)).isTrue();
  }
}
