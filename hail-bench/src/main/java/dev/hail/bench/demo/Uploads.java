package dev.hail.bench.demo;

import dev.hail.cli.HailCli;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Uploads a local text file to the cluster, in HDFS's way and in HAIL's. */
final class Uploads {
  private static final int COPY_BYTES = 1 << 17;

  private final FileSystem files;
  private final Configuration configuration;

  Uploads(FileSystem files, Configuration configuration) {
    this.files = files;
    this.configuration = configuration;
  }

  /** As {@code hdfs dfs -put}. */
  UploadResult toHdfs(java.nio.file.Path text, Path target, DoubleConsumer progress)
      throws IOException {
    long size = Files.size(text);
    long start = System.nanoTime();
    try (InputStream in = Files.newInputStream(text);
        OutputStream out = files.create(target, true)) {
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

  /** As {@code hail put} with its defaults: the very command. */
  UploadResult toHail(
      java.nio.file.Path text, java.nio.file.Path schema, List<String> index, Path target)
      throws Exception {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    long start = System.nanoTime();
    int exitCode =
        HailCli.run(
            configuration,
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintStream(messages, true, StandardCharsets.UTF_8),
            "put",
            "--schema",
            schema.toString(),
            "--index",
            String.join(",", index),
            text.toString(),
            target.toString());
    UploadResult result = result(target, start);
    if (exitCode != 0) {
      throw new IOException(
          "hail put failed with exit code "
              + exitCode
              + ": "
              + messages.toString(StandardCharsets.UTF_8));
    }
    return result;
  }

  private UploadResult result(Path target, long startNanos) throws IOException {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    FileStatus status = files.getFileStatus(target);
    int blocks = files.getFileBlockLocations(status, 0, status.getLen()).length;
    return new UploadResult(seconds, files.getContentSummary(target).getSpaceConsumed(), blocks);
  }
}
