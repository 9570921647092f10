// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

import dev.hail.client.HdfsPath;
import dev.hail.client.read.BlockScan;
import dev.hail.format.block.read.AccessPath;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.IndexUseNote;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to the namenode which pseudo replicas are read, by file and sort attribute. The namenode
 * does not remove an index in use, and keeps those that save most. If the namenode fails to answer
 * once, it is not asked again, and no reader fails. Safe for use by many threads.
 */
public final class UseReporter implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(UseReporter.class);

  private final Configuration conf;
  private final Duration known;
  private final Map<Index, Use> uses = new HashMap<>();
  private final Map<URI, HailClientProtocol> directories = new HashMap<>();
  private boolean silent;

  /**
   * An index of a file. Its {@code equals} is written out, because a record's own one is linked at
   * its first call. That takes tens of milliseconds in each map task.
   */
  private record Index(HdfsPath file, int attribute) {
    URI fileSystem() {
      return file.fileSystem().getUri();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Index index
          && attribute == index.attribute
          && file.source().equals(index.file.source())
          && fileSystem().equals(index.fileSystem());
    }

    @Override
    public int hashCode() {
      return 31 * file.source().hashCode() + attribute;
    }
  }

  /** Savings that are not reported yet, and the time by which to report next. */
  private static final class Use {
    long servedBytes;
    long savedBytes;
    long dueNanos;

    Use(Duration known) {
      dueNanos = System.nanoTime() + known.toNanos();
    }
  }

  /**
   * Makes a reporter that reports an index at its first use. It connects to the namenode when there
   * is something to report.
   */
  public UseReporter(Configuration conf) {
    this(conf, Duration.ZERO);
  }

  /**
   * Makes a reporter of uses that are already reported, such as those of a planned job.
   *
   * @param known how long the earlier report holds, from now
   */
  public UseReporter(Configuration conf, Duration known) {
    this.conf = conf;
    this.known = known;
  }

  /** Reports the index that a scan is about to read, if the scan opened a pseudo replica. */
  public synchronized void opened(HdfsPath file, BlockScan scan) {
    if (isByPseudoReplica(scan)) {
      tellIfDue(file, scan.replica().sortAttribute());
    }
  }

  /**
   * Reports that an index is about to be read.
   *
   * @param attribute position of the attribute, from 1
   */
  public synchronized void planned(HdfsPath file, int attribute) {
    tellIfDue(file, attribute);
  }

  /**
   * Counts what an index saved in a block that was read as far as needed.
   *
   * @param blockLength bytes of the block
   */
  public synchronized void closed(HdfsPath file, long blockLength, BlockScan scan) {
    if (isByPseudoReplica(scan)) {
      int attribute = scan.replica().sortAttribute();
      Use use = uses.computeIfAbsent(new Index(file, attribute), unused -> new Use(known));
      use.servedBytes += blockLength;
      use.savedBytes += Math.max(0, blockLength - scan.metrics().bytesRead());
      tellIfDue(file, attribute);
    }
  }

  private static boolean isByPseudoReplica(BlockScan scan) {
    return scan.replica().pseudo() != null && scan.accessPath() != AccessPath.SCAN;
  }

  private void tellIfDue(HdfsPath file, int attribute) {
    Index index = new Index(file, attribute);
    Use use = uses.computeIfAbsent(index, unused -> new Use(known));
    if (System.nanoTime() - use.dueNanos >= 0) {
      tell(index, use, 0);
    }
  }

  /**
   * Reports blocks that are read whole, because no index by the attribute exists.
   *
   * @param attribute position of the attribute, from 1
   * @param bytes length of those blocks together
   * @return bytes that the namenode has room for, for an index by the attribute; {@link
   *     Long#MAX_VALUE} without limit, 0 if the namenode does not answer
   */
  public synchronized long wanted(HdfsPath file, int attribute, long bytes) {
    Index index = new Index(file, attribute);
    return tell(index, uses.computeIfAbsent(index, unused -> new Use(known)), bytes);
  }

  private long tell(Index index, Use use, long wantedBytes) {
    if (silent) {
      return 0;
    }
    try {
      HailClientProtocol directory = directories.get(index.fileSystem());
      if (directory == null) {
        directory = HailProxies.clientProxy(conf, index.fileSystem(), index.file().blockPoolId());
        directories.put(index.fileSystem(), directory);
      }
      IndexUseNote.Answer answer =
          directory.noteUse(
              new IndexUseNote(
                  index.file().source(),
                  index.attribute(),
                  use.servedBytes,
                  use.savedBytes,
                  wantedBytes));
      use.servedBytes = 0;
      use.savedBytes = 0;
      // Report twice within a lease, so that a late answer does not let the lease lapse.
      use.dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(answer.leaseMillis()) / 2;
      return answer.roomBytes();
    } catch (IOException e) {
      silent = true;
      LOG.warn("The namenode is not told which indexes of {} are read", index.file(), e);
      return 0;
    }
  }

  /** Reports all savings that are not reported yet, and disconnects. */
  @Override
  public synchronized void close() throws IOException {
    uses.forEach(
        (index, use) -> {
          if (use.servedBytes > 0) {
            tell(index, use, 0);
          }
        });
    uses.clear();
    for (HailClientProtocol directory : directories.values()) {
      directory.close();
    }
    directories.clear();
  }
}
