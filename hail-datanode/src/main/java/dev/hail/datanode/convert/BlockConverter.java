// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import dev.hail.datanode.log.BlockLog;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.datanode.metrics.DatanodeMetrics.KeepReason;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.NewerFormatException;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.step.StepListener;
import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.LoggerFactory;

/**
 * Sorts whole blocks, a bounded number at the same time. Each datanode sorts its replica by another
 * attribute, in memory, before the only write (HAIL thesis, section 3.3.4). Thread-safe.
 *
 * <p>A conversion waits for its memory and then has three stages. It reads the front, asks a
 * namenode for the order, and sorts and writes the rows. No stage waits for what another one needs.
 * Each disk has threads of its own, and so have questions to namenodes. A thread holds one of the
 * processors' permits while it sorts, and not while it reads or writes.
 */
public final class BlockConverter {
  private final BlockLog log = new BlockLog(LoggerFactory.getLogger(BlockConverter.class));

  /** Questions to namenodes under way at the same time. */
  private static final int QUESTIONS = 16;

  private final SortOrders orders;
  private final DatanodeMetrics metrics;
  private final FileIoProvider io;
  private final VolumeThreads disks;
  private final long patienceNanos;
  private final StepListener<ReplicaStep> steps;
  private final Semaphore processors;
  private final ThreadPoolExecutor questions;
  private final AtomicLong attempts = new AtomicLong();

  /**
   * A converter.
   *
   * @param disks threads that read and write blocks
   * @param sortsAtOnce blocks sorted at the same time, at least 1
   * @param patienceMillis longest time from the start of a conversion that its block waits for it
   * @param steps told when a block is sorted and written
   */
  public BlockConverter(
      SortOrders orders,
      DatanodeMetrics metrics,
      FileIoProvider io,
      VolumeThreads disks,
      int sortsAtOnce,
      long patienceMillis,
      StepListener<ReplicaStep> steps) {
    this.orders = orders;
    this.metrics = metrics;
    this.io = io;
    this.disks = disks;
    this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    this.steps = steps;
    this.processors = new Semaphore(sortsAtOnce, true);
    AtomicLong number = new AtomicLong();
    this.questions =
        new ThreadPoolExecutor(
            QUESTIONS,
            QUESTIONS,
            60,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "hail-order-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    this.questions.allowCoreThreadTimeOut(true);
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

  /**
   * Starts a conversion without waiting for anything. It holds the volume, which Hadoop does not
   * take out before the end; the raw block is closed at the end.
   */
  public Conversion start(Request request) {
    FsVolumeReference volume;
    try {
      volume = request.volume().obtainReference();
    } catch (ClosedChannelException e) {
      Conversion none = new Conversion(0, () -> {}, request.raw()::close);
      none.abandon();
      keepUnchecked(request, KeepReason.FAILURE, "its volume is being taken out", e);
      return none;
    }
    Conversion conversion =
        new Conversion(
            System.nanoTime() + patienceNanos,
            () -> keepUnchecked(request, KeepReason.LATE, "it was not sorted in time", null),
            () -> {
              request.raw().close();
              IOUtils.closeStream(volume);
            });
    Run run = new Run(request, conversion, System.nanoTime());
    conversion.then(request.raw().whenRoom(), run::begin);
    return conversion;
  }

  /** Lets running conversions end and starts no more. */
  public void shutdown() {
    disks.shutdown();
    questions.shutdown();
  }

  /** One conversion on its way through the stages. */
  private final class Run {
    private final Request request;
    private final Conversion conversion;
    private final long begin;
    private BlockFront front;

    Run(Request request, Conversion conversion, long begin) {
      this.request = request;
      this.conversion = conversion;
      this.begin = begin;
    }

    /** What a stage does; null if another stage follows, else how the run ends. */
    @FunctionalInterface
    interface Stage {
      Conversion.Result run() throws IOException;
    }

    /** There is room for the block, or there never will be. */
    void begin() {
      run(
          () -> {
            String obstacle = request.raw().obstacle();
            if (!obstacle.isEmpty()) {
              return keepUnchecked(request, KeepReason.TOO_LARGE, obstacle, null);
            }
            if (request.raw().isInMemory()) {
              conversion.then(questions, this::ask);
            } else {
              conversion.then(disks.of(request.volume()), this::readFront);
            }
            return null;
          });
    }

    void readFront() {
      run(
          () -> {
            front = request.raw().front();
            conversion.then(questions, this::ask);
            return null;
          });
    }

    void ask() {
      run(
          () -> {
            if (front == null) {
              front = request.raw().front();
            }
            Runnable rest;
            try {
              int attribute = assign(request, front);
              rest = () -> sort(attribute);
            } catch (IOException e) {
              rest = () -> keepVerified(KeepReason.NO_ANSWER, "no namenode gave a sort order", e);
            }
            conversion.then(disks.of(request.volume()), rest);
            return null;
          });
    }

    private void keepVerified(KeepReason reason, String why, Throwable cause) {
      run(
          () ->
              BlockConverter.this.keepVerified(request, request.raw().bytes(), reason, why, cause));
    }

    private void sort(int attribute) {
      if (attribute == 0) {
        keepVerified(KeepReason.NO_ORDER, "there is no order to sort by", null);
      } else if (attribute == front.sortAttribute()) {
        keepVerified(KeepReason.SORTED_BEFORE, "it is the one it is to have", null);
      } else {
        run(
            () ->
                BlockConverter.this.sort(
                    request, request.raw().bytes(), attribute, begin, conversion));
      }
    }

    private void run(Stage stage) {
      Conversion.Result end;
      try {
        end = stage.run();
      } catch (NewerFormatException e) {
        end =
            keepUnchecked(
                request, KeepReason.NEWER_FORMAT, "its format is newer than this release", e);
      } catch (CorruptBlockException e) {
        end = corrupt(request, e);
      } catch (IOException e) {
        String message = "Block " + name(request) + " cannot be read again to sort it";
        log.warn("unreadable", message, e);
        end = Conversion.Result.refused(message + ": " + e.getMessage());
      } catch (OutOfMemoryError e) {
        end = keepUnchecked(request, KeepReason.FAILURE, "there was no memory to check it", e);
      }
      if (end != null) {
        conversion.end(end);
        if (conversion.isKept()) {
          request.raw().onKept();
        }
      }
    }
  }

  private int assign(Request request, BlockFront front) throws IOException {
    int[] indexAttributes = front.indexAttributes();
    if (indexAttributes.length == 0
        || indexAttributes.length > BlockOptions.MOST_INDEX_ATTRIBUTES) {
      return 0;
    }
    int attribute =
        orders.assign(
            request.blockPoolId(), request.blockId(), request.generationStamp(), indexAttributes);
    if (attribute < 0 || attribute > front.schema().size()) {
      throw new IOException(
          "The namenode assigned attribute @"
              + attribute
              + " to block "
              + request.blockId()
              + " which has index attributes "
              + Arrays.toString(indexAttributes));
    }
    return attribute;
  }

  private Conversion.Result sort(
      Request request, byte[] bytes, int attribute, long begin, Conversion conversion)
      throws IOException {
    int length = request.raw().length();
    byte[] sorted;
    try {
      steps.before(ReplicaStep.SORT);
      sorted = request.raw().copy();
      processors.acquireUninterruptibly();
      try {
        if (conversion.isAbandoned()) {
          return Conversion.Result.kept("the conversion was abandoned");
        }
        BlockSorter.sort(bytes, length, attribute, sorted);
      } finally {
        processors.release();
      }
      steps.after(ReplicaStep.SORT);
    } catch (CorruptBlockException | NewerFormatException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      return keepVerified(request, bytes, KeepReason.FAILURE, "sorting failed", e);
    } catch (OutOfMemoryError e) {
      return keepVerified(request, bytes, KeepReason.FAILURE, "there was no memory to sort it", e);
    }
    SideFiles files =
        new SideFiles(
            io,
            request.volume(),
            request.directory(),
            request.blockId() + "-" + request.generationStamp() + "-" + attempts.incrementAndGet());
    try {
      steps.before(ReplicaStep.WRITE);
      if (conversion.isAbandoned()) {
        return Conversion.Result.kept("the conversion was abandoned");
      }
      files.write(sorted, length, request.layout(), request.sync());
      steps.after(ReplicaStep.WRITE);
    } catch (IOException | RuntimeException e) {
      files.delete();
      return keepUnchecked(request, KeepReason.FAILURE, "the sorted copy could not be written", e);
    }
    if (!conversion.isAbandoned()) {
      metrics.addSorted((System.nanoTime() - begin) / 1_000_000);
    }
    return Conversion.Result.sorted(files);
  }

  /** Keeps a block whose content nobody has checked yet; a damaged one is refused all the same. */
  private Conversion.Result keepVerified(
      Request request, byte[] bytes, KeepReason reason, String why, Throwable cause)
      throws IOException {
    processors.acquireUninterruptibly();
    try {
      BlockVerifier.verify(bytes, request.raw().length());
    } catch (RuntimeException e) {
      return corrupt(request, new CorruptBlockException("verification failed: " + e, e));
    } finally {
      processors.release();
    }
    return keepUnchecked(request, reason, why, cause);
  }

  private Conversion.Result keepUnchecked(
      Request request, KeepReason reason, String why, Throwable cause) {
    metrics.addKept(reason);
    String message = "Block " + name(request) + " is stored in the order it came in: " + why;
    if (reason == KeepReason.FAILURE
        || reason == KeepReason.LATE
        || reason == KeepReason.TOO_LARGE) {
      log.warn(reason.name(), message, cause);
    } else {
      log.info(reason.name(), message + (cause == null ? "" : " (" + cause.getMessage() + ")"));
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
    log.warn("corrupt", message);
    return Conversion.Result.refused(message);
  }

  private static String name(Request request) {
    return request.blockPoolId() + ":blk_" + request.blockId() + "_" + request.generationStamp();
  }
}
