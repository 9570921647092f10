// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import dev.hail.bench.load.LoadFiles.LoadFile;
import dev.hail.bench.upload.Uploads;
import dev.hail.examples.ExampleTable;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Uploads file after file with three indexes, and deletes its oldest when it has enough. */
final class Uploader implements LoadClient.Work {
  static final String PUT = "put";
  static final String DELETE = "delete";
  static final int REPLICATION = 3;

  /** Files that a client keeps for readers. */
  static final int KEPT = 3;

  private static final ExampleTable TABLE = ExampleTable.USERVISITS;

  private final Configuration configuration;
  private final Path directory;
  private final List<LoadText> texts;
  private final LoadFiles files;
  private final Latencies latencies;
  private final Deque<LoadFile> own = new ArrayDeque<>();
  private int uploaded;

  /**
   * Creates a client.
   *
   * @param directory for its files alone; exists
   * @param texts to upload in turn
   */
  Uploader(
      Configuration configuration,
      Path directory,
      List<LoadText> texts,
      LoadFiles files,
      Latencies latencies) {
    this.configuration = configuration;
    this.directory = directory;
    this.texts = texts;
    this.files = files;
    this.latencies = latencies;
  }

  @Override
  public void once() throws IOException, InterruptedException {
    LoadText text = texts.get(uploaded % texts.size());
    LoadFile file = new LoadFile(new Path(directory, "visits-" + uploaded), text);
    uploaded++;
    FileSystem hdfs = directory.getFileSystem(configuration);
    long begin = System.nanoTime();
    new Uploads(hdfs, configuration, REPLICATION)
        .toHail(
            text.path(),
            Schema.parse(TABLE.schemaSql()),
            TABLE.indexAttributes(),
            file.path(),
            done -> {});
    latencies.add(PUT, System.nanoTime() - begin);
    files.add(file);
    own.add(file);
    if (own.size() > KEPT) {
      delete(hdfs, own.remove());
    }
  }

  private void delete(FileSystem hdfs, LoadFile oldest) throws IOException, InterruptedException {
    files.retire(oldest);
    long begin = System.nanoTime();
    if (!hdfs.delete(oldest.path(), false)) {
      throw new IOException(oldest.path() + " was gone before its client deleted it");
    }
    latencies.add(DELETE, System.nanoTime() - begin);
  }
}
