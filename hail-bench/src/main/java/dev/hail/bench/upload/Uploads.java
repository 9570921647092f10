// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.upload;

import dev.hail.client.upload.TextSources;
import dev.hail.client.upload.Upload;
import dev.hail.client.upload.UploadRequest;
import dev.hail.client.upload.UploadSummary;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import dev.hail.protocol.CallerMark;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Uploads a local text file to the cluster, with plain HDFS or with HAIL. */
public final class Uploads {
  private static final int COPY_BYTES = 1 << 17;
  private static final long POLL_MILLIS = 100;

  private final FileSystem files;
  private final Configuration configuration;
  private final int replication;

  /**
   * @param replication replication of the files
   */
  public Uploads(FileSystem files, Configuration configuration, int replication) {
    this.files = files;
    this.configuration = configuration;
    this.replication = replication;
  }

  /** Uploads like {@code hdfs dfs -put}. */
  public UploadResult toHdfs(java.nio.file.Path text, Path target, DoubleConsumer progress)
      throws IOException {
    long size = Files.size(text);
    long start = System.nanoTime();
    try (InputStream in = Files.newInputStream(text);
        OutputStream out =
            files.create(
                target, true, COPY_BYTES, (short) replication, files.getDefaultBlockSize(target))) {
      byte[] buffer = new byte[COPY_BYTES];
      long copied = 0;
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        out.write(buffer, 0, length);
        copied += length;
        progress.accept((double) copied / size);
      }
    }
    return result(target, start);
  }

  /**
   * Uploads like {@code hail put} with its defaults.
   *
   * @param index names of the attributes to index
   */
  public UploadResult toHail(
      java.nio.file.Path text,
      Schema schema,
      List<String> index,
      Path target,
      DoubleConsumer progress)
      throws IOException, InterruptedException {
    long size = Files.size(text);
    List<Integer> positions =
        index.stream().map(name -> schema.attribute(name).position()).toList();
    long start = System.nanoTime();
    UploadRequest request =
        new UploadRequest(
            new TextSources(configuration, InputStream.nullInputStream()).resolve(text.toString()),
            target,
            schema,
            positions,
            TextFormat.defaults(),
            defaults());
    Upload upload = new Upload(configuration, request);
    FutureTask<UploadSummary> task = new FutureTask<>(upload::run);
    Thread thread = new Thread(task, "upload");
    thread.start();
    try {
      while (!task.isDone()) {
        progress.accept((double) upload.progress().textBytes() / size);
        thread.join(POLL_MILLIS);
      }
      check(task.get());
    } catch (ExecutionException e) {
      throw new IOException("HAIL's upload to " + target + " failed: " + e.getCause(), e);
    } finally {
      thread.interrupt();
    }
    return result(target, start);
  }

  private UploadRequest.Settings defaults() {
    return new UploadRequest.Settings(
        UploadRequest.FILE_SYSTEM_DEFAULT,
        replication,
        false,
        false,
        0,
        NumberKeys.count(
            configuration, HailConfigKeys.PUT_THREADS, HailConfigKeys.PUT_THREADS_DEFAULT),
        NumberKeys.count(
            configuration, HailConfigKeys.PUT_STREAMS, HailConfigKeys.PUT_STREAMS_DEFAULT));
  }

  private static void check(UploadSummary summary) throws IOException {
    if (!summary.unindexedBlocks().isEmpty() || summary.indexDoubt() != null) {
      throw new IOException(
          "Not all blocks of "
              + summary.file()
              + " have their indexes: "
              + (summary.indexDoubt() == null
                  ? "unindexed blocks by attribute: " + summary.unindexedBlocks()
                  : summary.indexDoubt()));
    }
  }

  private UploadResult result(Path target, long startNanos) throws IOException {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    FileStatus status = files.getFileStatus(target);
    int blocks =
        CallerMark.marked(() -> files.getFileBlockLocations(status, 0, status.getLen())).length;
    return new UploadResult(seconds, files.getContentSummary(target).getSpaceConsumed(), blocks);
  }
}
