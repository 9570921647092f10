// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.datanode.metrics.DatanodeMetrics.KeepReason;
import dev.hail.format.block.BlockFront;
import dev.hail.format.block.BlockSorter;
import dev.hail.format.block.BlockVerifier;
import dev.hail.format.block.CorruptBlockException;
import dev.hail.format.block.NewerFormatException;
import dev.hail.step.StepListener;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sorts whole blocks in a bounded number of threads (thesis 3.3.4: each datanode sorts its replica
 * by another attribute, in memory, before the only write). Thread-safe.
 */
public final class BlockConverter {
  private static final Logger LOG = LoggerFactory.getLogger(BlockConverter.class);

  private final SortOrders orders;
  private final DatanodeMetrics metrics;
  private final FileIoProvider io;
  private final StepListener<ReplicaStep> steps;
  private final ExecutorService threads;
  private final AtomicLong attempts = new AtomicLong();

  /**
   * A converter with its own threads.
   *
   * @param threadCount blocks sorted at the same time, at least 1
   * @param steps told when a block is sorted and written
   */
  public BlockConverter(
      SortOrders orders,
      DatanodeMetrics metrics,
      FileIoProvider io,
      int threadCount,
      StepListener<ReplicaStep> steps) {
    this.orders = orders;
    this.metrics = metrics;
    this.io = io;
    this.steps = steps;
    this.threads = Executors.newFixedThreadPool(threadCount, new SorterThreads());
  }

  /**
   * One block to convert.
   *
   * @param directory where the replica is being written; the side files go there
   * @param layout type and chunk size of the checksums to write
   * @param sync whether the sorted replica must be forced to disk
   */
  public record Request(
      String blockPoolId,
      long blockId,
      long generationStamp,
      RawBlock raw,
      FsVolumeSpi volume,
      File directory,
      DataChecksum layout,
      boolean sync) {}

  /** Starts a conversion as soon as a thread is free; the raw block is closed at its end. */
  public Conversion start(Request request) {
    Conversion conversion = new Conversion();
    try {
      threads.execute(
          () -> {
            try (RawBlock raw = request.raw()) {
              conversion.run(() -> convert(request, raw));
              if (conversion.isKept()) {
                raw.keep();
              }
            }
          });
    } catch (RejectedExecutionException e) {
      request.raw().close();
      conversion.run(() -> kept(request, KeepReason.FAILURE, "the datanode is stopping", e));
    }
    return conversion;
  }

  /** Lets running conversions end and starts no more. */
  public void shutdown() {
    threads.shutdown();
  }

  private Conversion.Result convert(Request request, RawBlock raw) {
    long begin = System.nanoTime();
    try {
      byte[] bytes = raw.bytes();
      BlockFront front = BlockFront.parse(bytes, raw.length());
      int attribute;
      try {
        attribute = assign(request, front);
      } catch (IOException e) {
        return keep(request, bytes, KeepReason.REGISTRY, "no namenode gave a sort order", e);
      }
      if (attribute == 0) {
        return keep(request, bytes, KeepReason.NO_ORDER, "there is no order to sort by", null);
      }
      if (attribute == front.sortAttribute()) {
        return keep(request, bytes, KeepReason.SORTED_BEFORE, "it is the one it is to have", null);
      }
      return sort(request, bytes, attribute, begin);
    } catch (NewerFormatException e) {
      return kept(request, KeepReason.NEWER_FORMAT, "its format is newer than this release", e);
    } catch (CorruptBlockException e) {
      return corrupt(request, e);
    } catch (IOException e) {
      String message = "Block " + name(request) + " cannot be read again to sort it";
      LOG.warn(message, e);
      return Conversion.Result.refused(message + ": " + e.getMessage());
    } catch (OutOfMemoryError e) {
      return kept(request, KeepReason.FAILURE, "there was no memory to check it", e);
    }
  }

  private int assign(Request request, BlockFront front) throws IOException {
    int[] candidates = front.indexAttributes();
    if (candidates.length == 0) {
      return 0;
    }
    int attribute =
        orders.assign(
            request.blockPoolId(), request.blockId(), request.generationStamp(), candidates);
    if (attribute < 0 || attribute > front.schema().size()) {
      throw new IOException(
          "The namenode assigned attribute @"
              + attribute
              + " to block "
              + request.blockId()
              + " which has candidates "
              + Arrays.toString(candidates));
    }
    return attribute;
  }

  private Conversion.Result sort(Request request, byte[] bytes, int attribute, long begin)
      throws IOException {
    int length = request.raw().length();
    byte[] sorted;
    try {
      steps.before(ReplicaStep.SORT);
      sorted = request.raw().room();
      BlockSorter.sort(bytes, length, attribute, sorted);
      steps.after(ReplicaStep.SORT);
    } catch (CorruptBlockException | NewerFormatException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      return keep(request, bytes, KeepReason.FAILURE, "sorting failed", e);
    } catch (OutOfMemoryError e) {
      return keep(request, bytes, KeepReason.FAILURE, "there was no memory to sort it", e);
    }
    SideFiles files =
        new SideFiles(
            io,
            request.volume(),
            request.directory(),
            request.blockId() + "-" + attempts.incrementAndGet());
    try {
      steps.before(ReplicaStep.WRITE);
      files.write(sorted, length, request.layout(), request.sync());
      steps.after(ReplicaStep.WRITE);
    } catch (IOException | RuntimeException e) {
      files.delete();
      return kept(request, KeepReason.FAILURE, "the sorted copy could not be written", e);
    }
    metrics.addSorted((System.nanoTime() - begin) / 1_000_000);
    return Conversion.Result.sorted(files);
  }

  /** Keeps a block whose content nobody has checked yet; a damaged one is refused all the same. */
  private Conversion.Result keep(
      Request request, byte[] bytes, KeepReason reason, String why, Throwable cause)
      throws IOException {
    try {
      BlockVerifier.verify(bytes, request.raw().length());
    } catch (RuntimeException e) {
      return corrupt(request, new CorruptBlockException("verification failed: " + e, e));
    }
    return kept(request, reason, why, cause);
  }

  private Conversion.Result kept(Request request, KeepReason reason, String why, Throwable cause) {
    metrics.addKept(reason);
    String message = "Block " + name(request) + " is stored in the order it came in: " + why;
    if (reason == KeepReason.FAILURE) {
      LOG.warn(message, cause);
    } else {
      LOG.info("{}{}", message, cause == null ? "" : " (" + cause.getMessage() + ")");
    }
    return Conversion.Result.kept(message);
  }

  private Conversion.Result corrupt(Request request, CorruptBlockException e) {
    metrics.addCorrupt();
    String message =
        "Block "
            + name(request)
            + " is refused, its sender has to write it again: "
            + e.getMessage();
    LOG.warn(message);
    return Conversion.Result.refused(message);
  }

  private static String name(Request request) {
    return request.blockPoolId() + ":blk_" + request.blockId() + "_" + request.generationStamp();
  }

  private static final class SorterThreads implements ThreadFactory {
    private final AtomicLong number = new AtomicLong();

    @Override
    public Thread newThread(Runnable work) {
      Thread thread = new Thread(work, "hail-sorter-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    }
  }
}
