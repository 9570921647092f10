// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import dev.hail.minicluster.HailMiniCluster;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One cluster for all test classes that leave it as they found it. */
public final class SharedCluster implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(SharedCluster.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == HailShell.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Holder holder =
        context
            .getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
            .getOrComputeIfAbsent(Holder.class, type -> new Holder(), Holder.class);
    return new HailShell(holder.cluster);
  }

  /** Settings that make small files have several blocks. */
  static Configuration settings() {
    Configuration settings = new Configuration();
    settings.setLong("dfs.namenode.fs-limits.min-block-size", 4096);
    settings.setLong("dfs.blocksize", 64 << 10);
    return settings;
  }

  /** Closed by JUnit when this process has run its last class. */
  private static final class Holder implements AutoCloseable {
    private final HailMiniCluster cluster;

    Holder() {
      try {
        cluster = HailMiniCluster.builder().dataNodes(3).configuration(settings()).build();
        cluster.awaitHail();
      } catch (Exception failure) {
        throw new IllegalStateException("The cluster did not start", failure);
      }
    }

    @Override
    public void close() {
      cluster.close();
    }
  }
}
