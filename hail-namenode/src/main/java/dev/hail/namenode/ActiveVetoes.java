// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributeProvider;

/**
 * What HAIL vetoes in this namenode.
 *
 * @param asked whether the namenode asks HAIL's attribute provider at all
 * @param plainReads what the provider does about plain clients; null if the namenode has none
 */
record ActiveVetoes(boolean asked, PlainReadVeto plainReads) {

  /** What a namenode with this attribute provider, which may be null, vetoes. */
  static ActiveVetoes of(INodeAttributeProvider provider, Configuration conf) {
    boolean permissions =
        conf.getBoolean(
            DFSConfigKeys.DFS_PERMISSIONS_ENABLED_KEY,
            DFSConfigKeys.DFS_PERMISSIONS_ENABLED_DEFAULT);
    return provider instanceof HailAttributeProvider hail
        ? new ActiveVetoes(permissions, hail.plainReads())
        : new ActiveVetoes(false, null);
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
