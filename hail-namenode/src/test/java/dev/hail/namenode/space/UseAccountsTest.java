// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class UseAccountsTest {
  private static final IndexId INDEX = new IndexId(7, 3);

  private final UseAccounts accounts = new UseAccounts(1_000);
  private final AtomicLong nanos = new AtomicLong();
  private final EditBudget edits = new EditBudget(3, nanos::get);

  @Test
  void olderUses_beforeNewOnesAreAdded_areAged() {
    accounts.add(INDEX, 100, 100, 0, 0);
    accounts.add(INDEX, 10, 5, 20, 1_000);
    assertThat(accounts.of(INDEX, 1_000)).isEqualTo(new IndexUse(60, 55, 20, 1_000));
    assertThat(accounts.of(INDEX, 2_000)).isEqualTo(new IndexUse(30, 27.5, 10, 2_000));
  }

  @Test
  void account_openedTwice_hasWhatWasKeptOnce() {
    accounts.add(INDEX, 100, 50, 4, 10);
    accounts.add(new IndexId(7, 12), 0, 0, 8, 20);
    String kept = accounts.format(7);
    UseAccounts after = new UseAccounts(1_000);
    after.open(7, kept + "\nnonsense\n0 served=1.000 saved=1.000 wanted=1.000 at=1");
    assertThat(after.attributesOf(7)).containsExactlyInAnyOrder(3, 12);
    assertThat(after.of(INDEX, 10)).isEqualTo(new IndexUse(100, 50, 4, 10));
    assertThat(after.takeChanged(edits)).isEmpty();
    after.open(7, null);
    assertThat(after.attributesOf(7)).hasSize(2);
  }

  @Test
  void changedAccounts_taken_areToldOnce() {
    accounts.add(INDEX, 1, 1, 0, 0);
    assertThat(accounts.takeChanged(edits)).containsExactly(7L);
    assertThat(accounts.takeChanged(edits)).isEmpty();
    accounts.add(new IndexId(8, 1), 1, 1, 0, 0);
    accounts.retain(fileId -> fileId == 7);
    assertThat(accounts.takeChanged(edits)).isEmpty();
    assertThat(accounts.knows(7)).isTrue();
    assertThat(accounts.knows(8)).isFalse();
  }

  @Test
  void manyChangedFiles_eachMinute_areToldInPart() {
    for (long file = 1; file <= 8; file++) {
      accounts.add(new IndexId(file, 1), 1, 1, 0, 0);
      accounts.add(new IndexId(file, 2), 1, 1, 0, 0);
    }
    assertThat(accounts.takeChanged(edits)).containsExactly(1L, 2L, 3L);
    assertThat(accounts.takeChanged(edits)).isEmpty();
    accounts.add(new IndexId(1, 1), 1, 1, 0, 0);
    nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
    assertThat(accounts.takeChanged(edits)).containsExactly(4L, 5L, 6L);
    nanos.addAndGet(TimeUnit.MINUTES.toNanos(2));
    assertThat(accounts.takeChanged(edits)).containsExactly(7L, 8L, 1L);
    assertThat(accounts.takeChanged(new EditBudget(0, nanos::get))).isEmpty();
  }

  @Test
  void attributesOfFile_beyondBound_loseLeastUsed() {
    for (int attribute = 1; attribute <= 100; attribute++) {
      accounts.add(new IndexId(7, attribute), 0, 0, 200 - attribute, 0);
    }
    assertThat(accounts.attributesOf(7)).hasSize(64).contains(1, 63, 100).doesNotContain(64, 99);
    assertThat(accounts.format(7).length()).isLessThan(16_384);
  }
}
