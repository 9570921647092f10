// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import dev.hail.conf.HailConfigKeys;

/**
 * The ports of HAIL's service in a namenode. Separate ports keep a flood of calls on one from
 * delaying calls on the other.
 */
public enum NamenodePort {
  CLIENTS(HailConfigKeys.NAMENODE_RPC_ADDRESS, HailConfigKeys.NAMENODE_RPC_PORT_DEFAULT),
  DATANODES(
      HailConfigKeys.NAMENODE_SERVICE_RPC_ADDRESS,
      HailConfigKeys.NAMENODE_SERVICE_RPC_PORT_DEFAULT);

  private final String key;
  private final int byDefault;

  NamenodePort(String key, int byDefault) {
    this.key = key;
    this.byDefault = byDefault;
  }

  /** Configuration key of host and port, without the suffixes of nameservice and namenode. */
  String key() {
    return key;
  }

  /** The port used if the configuration has none. */
  int byDefault() {
    return byDefault;
  }
}
