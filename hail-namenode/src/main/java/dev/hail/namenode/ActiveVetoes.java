// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributeProvider;

/**
 * What HAIL vetoes in this namenode.
 *
 * @param remedy a clause that says what an operator is to set so that the namenode asks HAIL's
 *     attribute provider; empty if it does
 * @param plainReads what the provider does about plain clients; null if the namenode has none
 */
record ActiveVetoes(String remedy, PlainReadVeto plainReads) {

  /** Returns what a namenode with this attribute provider, which may be null, vetoes. */
  static ActiveVetoes of(INodeAttributeProvider provider, Configuration conf) {
    List<String> wrong = new ArrayList<>();
    PlainReadVeto plainReads = null;
    if (provider instanceof HailAttributeProvider hail) {
      plainReads = hail.plainReads();
    } else {
      wrong.add(
          DFSConfigKeys.DFS_NAMENODE_INODE_ATTRIBUTES_PROVIDER_KEY
              + " to "
              + HailAttributeProvider.class.getName());
    }
    if (!conf.getBoolean(
        DFSConfigKeys.DFS_PERMISSIONS_ENABLED_KEY, DFSConfigKeys.DFS_PERMISSIONS_ENABLED_DEFAULT)) {
      wrong.add(DFSConfigKeys.DFS_PERMISSIONS_ENABLED_KEY + " to true");
    }
    String remedy =
        wrong.isEmpty() ? "" : "set " + String.join(" and ", wrong) + ", and restart the namenode";
    return new ActiveVetoes(remedy, plainReads);
  }

  /** Returns whether the namenode asks HAIL's attribute provider at all. */
  boolean asked() {
    return remedy.isEmpty();
  }

  /** Plain clients refused since the start. */
  long plainReadsRefused() {
    return plainReads == null ? 0 : plainReads.refused();
  }

  /** Plain clients let pass with a warning since the start. */
  long plainReadsWarned() {
    return plainReads == null ? 0 : plainReads.warned();
  }
}
