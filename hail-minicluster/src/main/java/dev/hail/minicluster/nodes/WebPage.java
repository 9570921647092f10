// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;

/**
 * The web server of a daemon.
 *
 * @param address scheme, host and port
 * @param answerMillis longest time to wait for an answer
 */
record WebPage(String address, int answerMillis) {
  /**
   * Returns what the daemon reports at {@code /jmx}.
   *
   * @throws IOException if it does not answer in time
   */
  String jmx(String query) throws IOException {
    URLConnection connection = URI.create(address + "/jmx?qry=" + query).toURL().openConnection();
    connection.setConnectTimeout(answerMillis);
    connection.setReadTimeout(answerMillis);
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
