// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.query;

import dev.hail.bench.cluster.SmallCluster;
import dev.hail.bench.peer.PeerFormat;
import dev.hail.bench.peer.PeerUpload;
import dev.hail.bench.upload.Uploads;
import dev.hail.examples.ExampleTable;
import dev.hail.format.schema.Schema;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.util.Locale;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.fs.Path;

/** The files of one table on the cluster, in each system's form. */
final class QueryFiles {
  private final HailMiniCluster cluster;
  private final ExampleTable table;
  private final Path directory;

  QueryFiles(HailMiniCluster cluster, ExampleTable table) {
    this.cluster = cluster;
    this.table = table;
    this.directory = new Path("/bench/" + table.name().toLowerCase(Locale.ROOT));
  }

  /** Returns the path of a system's files; HAIL's are the same with and without splitting. */
  Path of(QuerySystem system) {
    QuerySystem owner = system == QuerySystem.HAIL_NOSPLIT ? QuerySystem.HAIL : system;
    return new Path(directory, owner.id());
  }

  /** Uploads a system's files unless they exist. */
  void upload(QuerySystem system, java.nio.file.Path text, DoubleConsumer progress)
      throws IOException, InterruptedException {
    Path target = of(system);
    if (cluster.fileSystem().exists(target)) {
      return;
    }
    cluster.fileSystem().mkdirs(directory);
    Schema schema = Schema.parse(table.schemaSql());
    Uploads uploads =
        new Uploads(cluster.fileSystem(), cluster.configuration(), SmallCluster.NODES);
    switch (system) {
      case HADOOP -> uploads.toHdfs(text, target, progress);
      case HAIL, HAIL_NOSPLIT ->
          uploads.toHail(text, schema, table.indexAttributes(), target, progress);
      case PARQUET -> toPeer(PeerFormat.PARQUET, schema, text, target, progress);
      case ORC -> toPeer(PeerFormat.ORC, schema, text, target, progress);
    }
  }

  private void toPeer(
      PeerFormat format,
      Schema schema,
      java.nio.file.Path text,
      Path target,
      DoubleConsumer progress)
      throws IOException {
    new PeerUpload(cluster.configuration(), format, schema, table.indexAttributes().get(0))
        .run(text, target, text.toAbsolutePath().getParent(), progress);
  }
}
