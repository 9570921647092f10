// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import dev.hail.bench.cluster.SmallCluster;
import dev.hail.bench.cluster.TextCache;
import dev.hail.bench.upload.Uploads;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.fs.Path;

/** The tables of one size: local text, text in HDFS, HAIL files. */
final class MapJoinFiles {
  private static final Path DIRECTORY = new Path("/bench/mapjoin");

  private final HailMiniCluster cluster;
  private final Uploads uploads;
  private final TextCache texts;
  private final long seed;
  private final long inputBytes;
  private final Map<JoinTable, java.nio.file.Path> local = new EnumMap<>(JoinTable.class);

  /**
   * Creates the files of one size; {@link #add} makes them.
   *
   * @param inputBytes size of the text of each input
   */
  MapJoinFiles(HailMiniCluster cluster, TextCache texts, long seed, long inputBytes) {
    this.cluster = cluster;
    this.uploads = new Uploads(cluster.fileSystem(), cluster.configuration(), SmallCluster.NODES);
    this.texts = texts;
    this.seed = seed;
    this.inputBytes = inputBytes;
  }

  /** Generates a table and uploads it as text and with HAIL. */
  void add(JoinTable table, DoubleConsumer progress) throws IOException, InterruptedException {
    java.nio.file.Path text =
        table.isInput()
            ? texts.text("mapjoin-" + table.id(), each -> table.rows(each, inputBytes), inputBytes)
            : texts.rows(
                "mapjoin-" + table.id() + "-of-" + inputBytes,
                table.rows(seed, inputBytes),
                table.rows(inputBytes));
    local.put(table, text);
    cluster.fileSystem().mkdirs(DIRECTORY);
    uploads.toHdfs(text, text(table), done -> progress.accept(done / 2));
    uploads.toHail(
        text, table.schema(), table.index(), hail(table), done -> progress.accept((1 + done) / 2));
  }

  java.nio.file.Path local(JoinTable table) {
    return local.get(table);
  }

  Path text(JoinTable table) {
    return new Path(DIRECTORY, table.id() + ".csv");
  }

  Path hail(JoinTable table) {
    return new Path(DIRECTORY, table.id() + ".hail");
  }

  long inputBytes() {
    return inputBytes;
  }
}
