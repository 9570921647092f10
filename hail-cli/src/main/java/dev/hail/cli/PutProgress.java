// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.upload.TextSource;
import dev.hail.client.upload.UploadProgress;
import dev.hail.client.upload.UploadSummary;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Formats what {@code hail put} says about an upload, while it runs and at its end. */
final class PutProgress {
  private static final double NANOS = 1e9;

  private final UploadProgress progress;
  private final long total;
  private final long begin = System.nanoTime();

  PutProgress(UploadProgress progress, List<TextSource> sources) {
    this.progress = progress;
    long sum = 0;
    for (TextSource source : sources) {
      boolean unknown = sum < 0 || source.length() == TextSource.UNKNOWN_LENGTH;
      sum = unknown ? TextSource.UNKNOWN_LENGTH : sum + source.length();
    }
    this.total = sum;
  }

  /** For example {@code 41% 210.0 MB of 512.0 MB, 95.3 MB/s, 3 blocks, 0 bad records, 3 s left}. */
  String line() {
    double seconds = Math.max((System.nanoTime() - begin) / NANOS, 1e-3);
    long done = progress.storedBytesRead();
    double rate = done / seconds;
    StringBuilder line = new StringBuilder(96);
    if (total > 0) {
      line.append(String.format(Locale.ROOT, "%3d%% ", Math.min(100, done * 100 / total)));
    }
    line.append(ByteSize.text(done));
    if (total > 0) {
      line.append(" of ").append(ByteSize.text(total));
    }
    line.append(", ").append(ByteSize.text((long) rate)).append("/s, ");
    line.append(Counted.text(progress.blocks(), "block")).append(", ");
    line.append(Counted.text(progress.badRecords(), "bad record"));
    if (total > done && rate > 0) {
      line.append(String.format(Locale.ROOT, ", %.0f s left", (total - done) / rate));
    }
    return line.toString();
  }

  private static String replicas(UploadSummary summary) {
    String wanted = Counted.text(summary.replication(), "replica");
    boolean all = summary.fewestReplicas() == summary.replication();
    return all ? wanted : summary.fewestReplicas() + " of " + wanted;
  }

  /** Prints the summary of a finished upload, several lines. */
  static void print(UploadSummary summary, String indexes, PrintStream out) {
    double seconds = summary.elapsed().toNanos() / NANOS;
    out.printf(
        Locale.ROOT,
        "%s: %s in %s, %s%n",
        summary.file().toUri().getPath(),
        Counted.text(summary.rows(), "row"),
        Counted.text(summary.blocks(), "block"),
        indexes);
    long percent = summary.textBytes() == 0 ? 0 : summary.blockBytes() * 100 / summary.textBytes();
    out.printf(
        Locale.ROOT,
        "  text %s, HAIL %s per replica (%d %%), %s%n",
        ByteSize.text(summary.textBytes()),
        ByteSize.text(summary.blockBytes()),
        percent,
        replicas(summary));
    out.printf(
        Locale.ROOT,
        "  %.1f s, %s/s%n",
        seconds,
        ByteSize.text((long) (summary.textBytes() / Math.max(seconds, 1e-3))));
    out.println("  " + Counted.text(summary.badRecords(), "bad record"));
  }
}
