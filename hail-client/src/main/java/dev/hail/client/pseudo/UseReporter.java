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
 * Tells the namenode which indexes that jobs left behind are being read, so that it does not remove
 * them now, and what they saved, so that it keeps the useful ones. A namenode that does not answer
 * fails no reader; it is not asked again. Safe for use by many threads.
 */
public final class UseReporter implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(UseReporter.class);

  private final Configuration conf;
  private final Duration known;
  private final Map<Index, Use> uses = new HashMap<>();
  private final Map<URI, HailClientProtocol> directories = new HashMap<>();
  private boolean silent;

  /**
   * An index of a file. The equality that a record has of itself is linked at its first call, which
   * would take each map task tens of milliseconds.
   */
  private record Index(URI fileSystem, String path, int attribute) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Index index
          && attribute == index.attribute
          && path.equals(index.path)
          && fileSystem.equals(index.fileSystem);
    }

    @Override
    public int hashCode() {
      return 31 * path.hashCode() + attribute;
    }
  }

  /** What was not told yet, and when the namenode is to be told at the latest. */
  private static final class Use {
    long servedBytes;
    long savedBytes;
    long dueNanos;

    Use(Duration known) {
      dueNanos = System.nanoTime() + known.toNanos();
    }
  }

  /** Tells of each index when it is used first. Connects when there is something to tell. */
  public UseReporter(Configuration conf) {
    this(conf, Duration.ZERO);
  }

  /**
   * A reporter of uses that somebody else has told of already, such as those of a planned job.
   *
   * @param known for how long a reader need not tell them again
   */
  public UseReporter(Configuration conf, Duration known) {
    this.conf = conf;
    this.known = known;
  }

  /** A block is about to be read from whichever replica its scan has opened. */
  public synchronized void opened(HdfsPath file, BlockScan scan) {
    if (isByPseudoReplica(scan)) {
      tellIfDue(file, scan.replica().sortAttribute());
    }
  }

  /** An index is about to be read. */
  public synchronized void planned(HdfsPath file, int attribute) {
    tellIfDue(file, attribute);
  }

  /** A block was read as far as it was needed. */
  public synchronized void closed(HdfsPath file, long blockLength, BlockScan scan) {
    if (isByPseudoReplica(scan)) {
      int attribute = scan.replica().sortAttribute();
      Use use = uses.computeIfAbsent(index(file, attribute), unused -> new Use(known));
      use.servedBytes += blockLength;
      use.savedBytes += Math.max(0, blockLength - scan.metrics().bytesRead());
      tellIfDue(file, attribute);
    }
  }

  private static boolean isByPseudoReplica(BlockScan scan) {
    return scan.replica().pseudo() != null && scan.accessPath() != AccessPath.SCAN;
  }

  private static Index index(HdfsPath file, int attribute) {
    return new Index(file.fileSystem().getUri(), file.source(), attribute);
  }

  private void tellIfDue(HdfsPath file, int attribute) {
    Index index = index(file, attribute);
    Use use = uses.computeIfAbsent(index, unused -> new Use(known));
    if (System.nanoTime() - use.dueNanos >= 0) {
      tell(index, use, 0);
    }
  }

  /**
   * Tells of blocks that are read whole, as there is no index by an attribute that would serve.
   *
   * @param bytes length of those blocks
   * @return bytes of such an index that the namenode has room for; {@link Long#MAX_VALUE} without
   *     limit, 0 if it does not answer
   */
  public synchronized long wanted(HdfsPath file, int attribute, long bytes) {
    Index index = index(file, attribute);
    return tell(index, uses.computeIfAbsent(index, unused -> new Use(known)), bytes);
  }

  private long tell(Index index, Use use, long wantedBytes) {
    if (silent) {
      return 0;
    }
    try {
      HailClientProtocol directory = directories.get(index.fileSystem());
      if (directory == null) {
        directory = HailProxies.clientProxy(conf, index.fileSystem());
        directories.put(index.fileSystem(), directory);
      }
      IndexUseNote.Answer answer =
          directory.noteUse(
              new IndexUseNote(
                  index.path(), index.attribute(), use.servedBytes, use.savedBytes, wantedBytes));
      use.servedBytes = 0;
      use.savedBytes = 0;
      // Twice within a lease: an answer that is late does not let it lapse.
      use.dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(answer.leaseMillis()) / 2;
      return answer.roomBytes();
    } catch (IOException e) {
      silent = true;
      LOG.warn("The namenode is not told which indexes of {} are read", index.path(), e);
      return 0;
    }
  }

  /** Tells what was not told yet. */
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
