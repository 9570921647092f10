// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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

  /** Writes the file with the given names and this machine's own, at 127.0.0.1. */
  static HostsFile write(Path path, Map<String, String> addresses) throws IOException {
    writeFile(path, addresses, LOOPBACK);
    return new HostsFile(path, addresses);
  }

  /**
   * Writes a file with the same names in which this machine is at another address, whose name is
   * the address itself. YARN shows the name of the machine for each web server at a loopback
   * address, and nothing listens at 127.0.0.1.
   *
   * @param other path of the new file
   * @param address loopback address of the web servers
   */
  HostsFile withThisMachineAt(Path other, String address) throws IOException {
    Map<String, String> all = new TreeMap<>(addresses);
    all.put(address, address);
    writeFile(other, all, address);
    return new HostsFile(other, addresses);
  }

  /** The first name of an address in the file is the one that a JVM finds for it. */
  private static void writeFile(Path path, Map<String, String> addresses, String thisMachine)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>(new TreeMap<>(addresses));
    all.put("localhost", LOOPBACK);
    all.putIfAbsent(InetAddress.getLocalHost().getHostName(), thisMachine);
    StringBuilder lines = new StringBuilder();
    all.forEach((name, address) -> lines.append(address).append(' ').append(name).append('\n'));
    Files.writeString(path, lines);
  }

  /** Returns the options for a JVM that resolves these names. */
  List<String> options() {
    return List.of("-Djdk.net.hosts.file=" + path);
  }
}
