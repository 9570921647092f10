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
 * Names of the hosts of a cluster, in a file that a Java virtual machine resolves names by, both
 * ways. What is not in it has no name and no address there.
 *
 * @param path of the file
 * @param addresses by name
 */
record HostsFile(Path path, Map<String, String> addresses) {
  private static final String LOOPBACK = "127.0.0.1";

  HostsFile {
    addresses = Map.copyOf(addresses);
  }

  /** Writes the file, with this machine's own names beside those given. */
  static HostsFile write(Path path, Map<String, String> addresses) throws IOException {
    Map<String, String> all = new TreeMap<>(addresses);
    all.put("localhost", LOOPBACK);
    all.putIfAbsent(InetAddress.getLocalHost().getHostName(), LOOPBACK);
    StringBuilder lines = new StringBuilder();
    all.forEach((name, address) -> lines.append(address).append(' ').append(name).append('\n'));
    Files.writeString(path, lines);
    return new HostsFile(path, addresses);
  }

  /** For a virtual machine that is to know these names. */
  List<String> options() {
    return List.of("-Djdk.net.hosts.file=" + path);
  }
}
