// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One cluster for all test classes whose faults leave no trace once mended. */
final class SharedFaultyCluster implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(SharedFaultyCluster.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == FaultyCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
        .getOrComputeIfAbsent(Holder.class, type -> new Holder(), Holder.class)
        .cluster;
  }

  /** Closed by JUnit when this process has run its last class. */
  private static final class Holder implements AutoCloseable {
    private final FaultyCluster cluster;

    Holder() {
      try {
        cluster = FaultyCluster.start(builder -> builder);
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
