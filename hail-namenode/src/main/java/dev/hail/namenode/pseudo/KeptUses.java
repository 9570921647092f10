// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.namenode.space.EditBudget;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.namenode.space.UseAccounts;
import dev.hail.xattr.HailXAttributes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps how much indexes were used in an extended attribute of the file they are of. */
final class KeptUses {
  private static final Logger LOG = LoggerFactory.getLogger(KeptUses.class);

  /** So many take the upkeep a fraction of a second. */
  private static final int READ_AT_ONCE = 5_000;

  private final HailNamespace namespace;
  private final UseAccounts accounts;
  private final SpaceLedger space;
  private final EditBudget edits;
  private final LongSupplier millisClock;

  /** Since when this namenode has been in the state in which the accounts were begun. */
  private long begun = -1;

  /**
   * No uses.
   *
   * @param space what to tell of a take-over
   * @param millisClock wall clock time, in which uses are kept
   */
  KeptUses(
      HailNamespace namespace,
      UseAccounts accounts,
      SpaceLedger space,
      EditBudget edits,
      LongSupplier millisClock) {
    this.namespace = namespace;
    this.accounts = accounts;
    this.space = space;
    this.edits = edits;
    this.millisClock = millisClock;
  }

  /** Opens the account of a file, if it is not open, with what was kept. */
  void open(long fileId) throws IOException {
    begin();
    if (accounts.knows(fileId)) {
      return;
    }
    accounts.open(fileId, kept(fileId), millisClock.getAsLong());
  }

  /** Null if nothing is kept with a file, or it is gone. */
  private String kept(long fileId) throws IOException {
    byte[] kept =
        namespace.inodes().hasFile(fileId)
            ? namespace.attributes().attribute(fileId, HailXAttributes.USE)
            : null;
    return kept == null ? null : new String(kept, StandardCharsets.UTF_8);
  }

  /**
   * Reads what is kept with files of whose indexes nothing is known, some thousands in a call.
   * Until then these indexes make no room for others. No account is opened, which could cost one
   * that is in use its place.
   */
  void readUnread() {
    begin();
    for (long fileId : space.unread(READ_AT_ONCE)) {
      try {
        space.read(fileId, UseAccounts.parse(kept(fileId), millisClock.getAsLong()));
      } catch (FileNotFoundException gone) {
        LOG.debug("Inode {} is gone, and its indexes go with it", fileId, gone);
      } catch (IOException e) {
        LOG.warn("How much the indexes of inode {} were used cannot be read", fileId, e);
      }
    }
  }

  /** Keeps what changed since the last call, as far as the budget of edits goes. */
  void keep() {
    // Taken before the first edit: edits take their time, and accounts may make room meanwhile.
    Map<Long, String> texts = new LinkedHashMap<>();
    for (long fileId : accounts.takeChanged(edits)) {
      texts.put(fileId, accounts.format(fileId));
    }
    // Of an account that is gone already, what was kept before is worth more than nothing.
    texts.values().removeIf(String::isEmpty);
    texts.forEach(this::keep);
  }

  private void keep(long fileId, String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      namespace.attributes().setAttribute(fileId, HailXAttributes.USE, bytes);
    } catch (FileNotFoundException gone) {
      LOG.debug("Inode {} is gone, and with it how much its indexes were used", fileId, gone);
    } catch (IOException e) {
      LOG.warn("How much the indexes of inode {} were used is not kept with it", fileId, e);
    }
  }

  /** Forgets files that are gone. */
  void forgetGoneFiles() {
    accounts.retain(namespace.inodes()::hasFile);
  }

  /**
   * Forgets everything if this namenode has become the active one since. What the other namenode
   * heard meanwhile is kept with the files, and nothing is known of its leases. What is told from
   * then on stays: a client's call and the upkeep both come here, whichever notices first.
   */
  synchronized void begin() {
    long since = namespace.inStateSince();
    if (begun != since) {
      begun = since;
      accounts.clear();
      space.takeOver();
    }
  }
}
