// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import com.sun.management.UnixOperatingSystemMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.EnumMap;
import java.util.Map;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Reads what a Java process of this machine holds, over JMX. Not thread-safe. */
final class ProcessProbe implements AutoCloseable {
  private static final String DIRECT = "java.nio:type=BufferPool,name=direct";

  private final String name;
  private final AutoCloseable connection;
  private final MemoryMXBean memory;
  private final BufferPoolMXBean direct;
  private final UnixOperatingSystemMXBean system;
  private final ThreadMXBean threads;

  private ProcessProbe(String name, AutoCloseable connection, MBeanServerConnection beans)
      throws IOException {
    this.name = name;
    this.connection = connection;
    this.memory = bean(beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    this.direct = bean(beans, DIRECT, BufferPoolMXBean.class);
    this.system =
        bean(
            beans, ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, UnixOperatingSystemMXBean.class);
    this.threads = bean(beans, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
  }

  private static <T extends java.lang.management.PlatformManagedObject> T bean(
      MBeanServerConnection beans, String objectName, Class<T> type) throws IOException {
    return ManagementFactory.newPlatformMXBeanProxy(beans, objectName, type);
  }

  /** Observes this process. */
  static ProcessProbe ofThisProcess(String name) throws IOException {
    return new ProcessProbe(name, () -> {}, ManagementFactory.getPlatformMBeanServer());
  }

  /**
   * Observes another process of this user. Its own threads for that stay as many.
   *
   * @param name for messages
   */
  @SuppressWarnings("BanJNDI") // the address comes from a process of this run, which it trusts
  static ProcessProbe attach(String name, long pid) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      String address;
      try {
        address = machine.startLocalManagementAgent();
      } finally {
        machine.detach();
      }
      JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
      return new ProcessProbe(name, connector, connector.getMBeanServerConnection());
    } catch (AttachNotSupportedException | IOException e) {
      throw new IOException(
          "Cannot look into " + name + " (process " + pid + "): " + e.getMessage(), e);
    }
  }

  String name() {
    return name;
  }

  /**
   * Collects the garbage of the process, then reads what it holds.
   *
   * @throws IOException if the process does not answer
   */
  Map<Resource, Double> sample() throws IOException {
    try {
      memory.gc();
      Map<Resource, Double> sample = new EnumMap<>(Resource.class);
      sample.put(Resource.HEAP, (double) memory.getHeapMemoryUsage().getUsed());
      sample.put(Resource.DIRECT, (double) direct.getMemoryUsed());
      sample.put(Resource.DESCRIPTORS, (double) system.getOpenFileDescriptorCount());
      sample.put(Resource.THREADS, (double) threads.getThreadCount());
      return sample;
    } catch (UndeclaredThrowableException silent) {
      throw new IOException(
          name + " does not answer any more: " + silent.getCause() + "; --keep keeps its log",
          silent);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("Cannot end the connection to " + name, e);
    }
  }
}
