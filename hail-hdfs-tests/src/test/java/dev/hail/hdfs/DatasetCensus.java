// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.hdfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Counts the datasets that datanodes make while a test class runs, and those of HAIL's among them,
 * by the line each logs at its start, and writes both numbers to {@code CLASS.datasets} in the
 * directory {@code hail.hdfs.census}. Also gives HAIL's service on the namenode free ports.
 *
 * <p>One instance per process, which runs one class.
 */
public final class DatasetCensus implements TestExecutionListener {
  private static final String ALL = "Registered FSDatasetState MBean";
  private static final String HAIL = "HAIL is on at datanode ";

  private final AtomicInteger all = new AtomicInteger();
  private final AtomicInteger hail = new AtomicInteger();

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    System.setProperty("hail.hdfs.directory.port", String.valueOf(freePort()));
    System.setProperty("hail.hdfs.directory.service.port", String.valueOf(freePort()));
    count("org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetImpl", ALL, all);
    count("dev.hail.datanode.HailDatanode", HAIL, hail);
  }

  private static void count(String logger, String beginning, AtomicInteger counter) {
    Logger.getLogger(logger)
        .addAppender(
            new AppenderSkeleton() {
              @Override
              protected void append(LoggingEvent event) {
                if (event.getRenderedMessage().startsWith(beginning)) {
                  counter.incrementAndGet();
                }
              }

              @Override
              public void close() {}

              @Override
              public boolean requiresLayout() {
                return false;
              }
            });
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("There is no free port on the loopback interface", e);
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    for (TestIdentifier root : plan.getRoots()) {
      for (TestIdentifier container : plan.getChildren(root)) {
        if (container.getSource().orElse(null) instanceof ClassSource source) {
          write(source.getClassName());
        }
      }
    }
  }

  private void write(String testClass) {
    Path directory = Path.of(System.getProperty("hail.hdfs.census"));
    try {
      Files.createDirectories(directory);
      Files.write(
          directory.resolve(testClass + ".datasets"),
          List.of("all=" + all.get(), "hail=" + hail.get()));
    } catch (IOException e) {
      throw new UncheckedIOException("The census of datasets cannot be written", e);
    }
  }
}
