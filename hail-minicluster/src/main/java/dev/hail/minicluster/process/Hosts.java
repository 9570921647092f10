// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.util.Random;

/**
 * Hosts on which the daemons of one cluster listen. If they have addresses of their own, each
 * daemon and each client gets one from the loopback network. The range is chosen so that two
 * clusters rarely share it.
 *
 * @param network first three numbers of all addresses, or null if all hosts are {@code localhost}
 */
record Hosts(String network) {
  private static final int ZOO_KEEPER = 1;
  private static final int FIRST_NAME_NODE = 2;
  private static final int RESOURCE_MANAGER = 4;
  private static final int FIRST_JOURNAL_NODE = 5;
  private static final int FIRST_DATA_NODE = 10;
  private static final int FIRST_CLIENT = 200;

  static Hosts localhost() {
    return new Hosts(null);
  }

  static Hosts ofTheirOwn() {
    Random random = new Random();
    return new Hosts("127." + (64 + random.nextInt(128)) + "." + random.nextInt(256));
  }

  /** Returns the host of the journal node of this number, 0 to 2. */
  String journalNode(int number) {
    return host(FIRST_JOURNAL_NODE + number);
  }

  String zooKeeper() {
    return host(ZOO_KEEPER);
  }

  /** Returns the host of the namenode of this number, 0 or 1. */
  String nameNode(int number) {
    return host(FIRST_NAME_NODE + number);
  }

  /** Returns the host of YARN's resource manager and of its history server. */
  String resourceManager() {
    return host(RESOURCE_MANAGER);
  }

  /** Returns the host of the datanode of this number, 0 to 189. */
  String dataNode(int number) {
    return host(FIRST_DATA_NODE + number);
  }

  /** Returns the name of that host, for clusters with host names. */
  static String dataNodeName(int number) {
    return "node-" + number;
  }

  /** Returns the host of the client of this number, 0 to 54. */
  String client(int number) {
    return host(FIRST_CLIENT + number);
  }

  private String host(int last) {
    return network == null ? "localhost" : network + "." + last;
  }
}
