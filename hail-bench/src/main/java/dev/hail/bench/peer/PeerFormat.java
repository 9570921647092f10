// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A columnar file format that data lakes use. */
public enum PeerFormat {
  PARQUET,
  ORC;

  /** Returns the name that figures and file name endings use. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  PeerWriter writer(Configuration configuration, Path file, Schema schema) throws IOException {
    return switch (this) {
      case PARQUET -> new ParquetPeerWriter(configuration, file, schema);
      case ORC -> new OrcPeerWriter(configuration, file, schema);
    };
  }
}
