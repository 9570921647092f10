// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.nio.channels.Channel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.List;

/**
 * Binds every connection that a process opens to the process' own loopback address, so that a
 * {@link Firewall} can tell the processes of one machine apart. Without it, Linux uses 127.0.0.1
 * for all of them. This class covers channels, which Hadoop uses for calls and for blocks. Other
 * connections keep 127.0.0.1.
 */
public final class OwnAddress extends SelectorProvider {
  private static final String PROPERTY = "hail.test.own-address";

  private final SelectorProvider system;
  private final String address;

  /** The JVM calls this constructor, as the system property names the class. */
  public OwnAddress() throws ReflectiveOperationException {
    this.system =
        (SelectorProvider)
            Class.forName("sun.nio.ch.DefaultSelectorProvider").getMethod("get").invoke(null);
    this.address = System.getProperty(PROPERTY);
  }

  /**
   * Returns the options of a JVM whose connections come from an address.
   *
   * @param address loopback address, such as 127.64.0.2
   */
  public static List<String> options(String address) {
    return List.of(
        "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
        "-Djava.nio.channels.spi.SelectorProvider=" + OwnAddress.class.getName(),
        "-D" + PROPERTY + "=" + address);
  }

  @Override
  public SocketChannel openSocketChannel() throws IOException {
    SocketChannel channel = system.openSocketChannel();
    try {
      return channel.bind(new InetSocketAddress(address, 0));
    } catch (IOException e) {
      channel.close();
      throw new IOException("Cannot open a connection from " + address, e);
    }
  }

  @Override
  public ServerSocketChannel openServerSocketChannel() throws IOException {
    return system.openServerSocketChannel();
  }

  @Override
  public DatagramChannel openDatagramChannel() throws IOException {
    return system.openDatagramChannel();
  }

  @Override
  public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
    return system.openDatagramChannel(family);
  }

  @Override
  public Pipe openPipe() throws IOException {
    return system.openPipe();
  }

  @Override
  public AbstractSelector openSelector() throws IOException {
    return system.openSelector();
  }

  @Override
  public Channel inheritedChannel() throws IOException {
    return system.inheritedChannel();
  }
}
