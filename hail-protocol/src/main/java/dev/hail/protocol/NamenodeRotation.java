// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.io.retry.FailoverProxyProvider;

/** Offers the namenodes of a nameservice in turn, starting with the last one that answered. */
final class NamenodeRotation implements FailoverProxyProvider<HailClientProtocol> {
  private final List<InetSocketAddress> addresses;
  private final List<HailClientProtocol> namenodes;
  private int current;

  NamenodeRotation(List<InetSocketAddress> addresses, List<HailClientProtocol> namenodes) {
    this.addresses = addresses;
    this.namenodes = namenodes;
  }

  @Override
  public synchronized ProxyInfo<HailClientProtocol> getProxy() {
    return new ProxyInfo<>(namenodes.get(current), addresses.get(current).toString());
  }

  @Override
  public synchronized void performFailover(HailClientProtocol failed) {
    // Another thread may already have moved on.
    if (namenodes.get(current) == failed) {
      current = (current + 1) % namenodes.size();
    }
  }

  /** The addresses tried, for messages. */
  String describe() {
    return addresses.stream()
        .map(address -> address.getHostString() + ":" + address.getPort())
        .collect(Collectors.joining(", "));
  }

  @Override
  public Class<HailClientProtocol> getInterface() {
    return HailClientProtocol.class;
  }

  @Override
  public void close() throws IOException {
    for (HailClientProtocol namenode : namenodes) {
      namenode.close();
    }
  }
}
