// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.client.pseudo.PseudoLayout;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;

/**
 * The connection to the files of pseudo replicas, made when it is first needed: a namenode whose
 * clients publish nothing has none. Thread-safe.
 */
final class PseudoConnection implements Closeable {
  private final HailNamespace namespace;
  private final PseudoLayout layout;
  private PseudoFiles files;

  PseudoConnection(HailNamespace namespace, PseudoLayout layout) {
    this.namespace = namespace;
    this.layout = layout;
  }

  /** The files, as the superuser. */
  synchronized PseudoFiles files() throws IOException {
    if (files == null) {
      files =
          namespace.asSuperuser(
              () -> PseudoFiles.connect(namespace.uri(), namespace.configuration(), layout));
    }
    return files;
  }

  @Override
  public synchronized void close() throws IOException {
    if (files != null) {
      files.close();
      files = null;
    }
  }
}
