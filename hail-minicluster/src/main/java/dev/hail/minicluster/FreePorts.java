// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Finds ports that a daemon can use again after a restart. They lie below the range for outgoing
 * connections, so that no connection takes the port while the daemon is down. Processes that run
 * clusters side by side may each have a number, the system property {@value #PROCESS}. Up to
 * {@value #PROCESSES} of them with successive numbers do not take the ports of each other's stopped
 * daemons.
 */
public final class FreePorts {
  static final String PROCESS = "hail.minicluster.process";
  static final int PROCESSES = 4;

  private static final int LOWEST = 12_000;
  private static final int COUNT = 5_000;
  private static final int ATTEMPTS = 1_000;

  private final int first;
  private final Random random = new Random();
  private final Set<Integer> taken = new HashSet<>();

  /**
   * Makes a source of ports for this process.
   *
   * @throws NumberFormatException if the system property {@value #PROCESS} is no number
   */
  public FreePorts() {
    this(Integer.parseInt(System.getProperty(PROCESS, "0")));
  }

  FreePorts(int process) {
    first = LOWEST + COUNT * Math.floorMod(process, PROCESSES);
  }

  /**
   * Returns an address of localhost that is free and was not handed out before.
   *
   * @return host and port
   * @throws IOException if no free port was found
   */
  public String next() throws IOException {
    return next("localhost");
  }

  /**
   * Returns an address of the given host that is free and was not handed out before.
   *
   * @param host name or address of this machine
   * @return host and port
   * @throws IOException if no free port was found
   */
  public String next(String host) throws IOException {
    return host + ":" + port(host);
  }

  /**
   * Returns a port of localhost that is free and was not handed out before.
   *
   * @throws IOException if no free port was found
   */
  public int nextPort() throws IOException {
    return port("localhost");
  }

  private int port(String host) throws IOException {
    InetAddress address = InetAddress.getByName(host);
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = first + random.nextInt(COUNT);
      if (!taken.contains(port) && isFree(address, port)) {
        taken.add(port);
        return port;
      }
    }
    throw new IOException("Found no free port from " + first + " to " + (first + COUNT));
  }

  private static boolean isFree(InetAddress address, int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, address)) {
      return socket.isBound();
    } catch (IOException occupied) {
      return false;
    }
  }
}
