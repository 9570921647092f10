// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import dev.hail.minicluster.process.Firewall;
import dev.hail.minicluster.process.WallClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What this machine can do to processes, beside killing them.
 *
 * @param firewall cuts links, or null if none can be had
 * @param clocks whether wall clocks can be set
 * @param missing what cannot be done here, and why
 */
public record FaultTools(Firewall firewall, boolean clocks, List<String> missing)
    implements AutoCloseable {

  public static FaultTools ofThisMachine() {
    List<String> missing = new ArrayList<>();
    Firewall firewall = null;
    try {
      firewall = Firewall.open();
    } catch (IOException e) {
      missing.add("No link is cut: " + e.getMessage());
    }
    boolean clocks = true;
    try {
      WallClock.requireLibrary();
    } catch (IOException e) {
      clocks = false;
      missing.add("No clock is set: " + e.getMessage());
    }
    return new FaultTools(firewall, clocks, List.copyOf(missing));
  }

  @Override
  public void close() throws IOException {
    if (firewall != null) {
      firewall.close();
    }
  }
}
