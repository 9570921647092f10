// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.apache.hadoop.net.StandardSocketFactory;

/** Sockets that connect from another of the addresses that this host has for itself. */
public final class FromElsewhere extends StandardSocketFactory {
  static final String ADDRESS = "127.0.0.2";

  @Override
  public Socket createSocket() throws IOException {
    Socket socket = super.createSocket();
    socket.bind(new InetSocketAddress(ADDRESS, 0));
    return socket;
  }
}
