// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Host names of a cluster, in a file that replaces name resolution in a JVM, in both directions.
 * Hosts missing from the file have no name and no address there.
 *
 * @param path path of the file
 * @param addresses address by host name
 */
record HostsFile(Path path, Map<String, String> addresses) {
  private static final String LOOPBACK = "127.0.0.1";

  HostsFile {
    addresses = Map.copyOf(addresses);
  }

  /** Writes the file with the given names and this machine's own. */
  static HostsFile write(Path path, Map<String, String> addresses) throws IOException {
    Map<String, String> all = new TreeMap<>(addresses);
    all.put("localhost", LOOPBACK);
    all.putIfAbsent(InetAddress.getLocalHost().getHostName(), LOOPBACK);
    StringBuilder lines = new StringBuilder();
    all.forEach((name, address) -> lines.append(address).append(' ').append(name).append('\n'));
    Files.writeString(path, lines);
    return new HostsFile(path, addresses);
  }

  /** Returns the options for a JVM that resolves these names. */
  List<String> options() {
    return List.of("-Djdk.net.hosts.file=" + path);
  }
}
