package dev.hail.client.upload;

import dev.hail.client.HandOff;
import dev.hail.client.NamedThreads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Reads, encodes and sends blocks at the same time. One thread reads and cuts; some parse and
 * encode, a block each; some send, a block each, so that datanodes sort one block while the next is
 * on its way. Queues between them hold one block, so memory is bounded by the number of threads.
 */
final class UploadPipeline {
  private static final int WAITING_BLOCKS = 1;
  private static final int STOP_SECONDS = 20;

  private final UploadRequest request;
  private final Destination destination;
  private final BlockSender sender;
  private final TemporaryFolder folder;
  private final UploadProgress progress;
  private final BadRecordLog badRecords;
  private final HandOff<BlockText> texts;
  private final HandOff<EncodedBlock> blocks;

  private int blockCount;
  private long longestBlock;

  UploadPipeline(
      UploadRequest request,
      Destination destination,
      BlockSender sender,
      TemporaryFolder folder,
      UploadProgress progress,
      BadRecordLog badRecords) {
    this.request = request;
    this.destination = destination;
    this.sender = sender;
    this.folder = folder;
    this.progress = progress;
    this.badRecords = badRecords;
    this.texts = new HandOff<>(WAITING_BLOCKS, 1);
    this.blocks = new HandOff<>(WAITING_BLOCKS, request.settings().threads());
  }

  /**
   * Runs to the end of the sources. When it fails, its threads were told to end.
   *
   * @throws IOException the first failure of any stage
   */
  void run() throws IOException {
    int threads = 1 + request.settings().threads() + request.settings().streams();
    ExecutorService executor = Executors.newFixedThreadPool(threads, new NamedThreads("hail-put"));
    CompletionService<Void> stages = new ExecutorCompletionService<>(executor);
    try {
      submit(stages, this::read, 1);
      submit(stages, this::encode, request.settings().threads());
      submit(stages, this::send, request.settings().streams());
      for (int i = 0; i < threads; i++) {
        stages.take().get();
      }
    } catch (ExecutionException failure) {
      throw asIOException(failure.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw interruption(interrupted);
    } finally {
      stop(executor);
    }
  }

  /** Blocks sent. */
  synchronized int blockCount() {
    return blockCount;
  }

  /** Bytes of the longest block, 0 if there is none. */
  synchronized long longestBlock() {
    return longestBlock;
  }

  private static void submit(CompletionService<Void> stages, Callable<Void> stage, int times) {
    for (int i = 0; i < times; i++) {
      stages.submit(stage);
    }
  }

  private Void read() throws IOException, InterruptedException {
    try (BlockCutter cutter =
        new BlockCutter(
            request.sources(), request.format(), destination.blockBytes(), progress::read)) {
      for (BlockText text = cutter.next(); text != null; text = cutter.next()) {
        texts.put(text);
      }
    }
    texts.producerDone();
    return null;
  }

  private Void encode() throws IOException, InterruptedException {
    BlockEncoder encoder = new BlockEncoder(request);
    for (BlockText text = texts.take(); text != null; text = texts.take()) {
      EncodedBlock block = encoder.encode(text);
      progress.encoded(block);
      badRecords.add(text.sourceNames(), block);
      blocks.put(block);
    }
    blocks.producerDone();
    return null;
  }

  private Void send() throws IOException, InterruptedException {
    for (EncodedBlock block = blocks.take(); block != null; block = blocks.take()) {
      sender.send(block.bytes(), folder.blockFile(block.index()));
      progress.sent(block);
      noteSent(block);
    }
    return null;
  }

  private synchronized void noteSent(EncodedBlock block) {
    blockCount++;
    longestBlock = Math.max(longestBlock, block.length());
  }

  /** Reading standard input cannot be interrupted, so waiting has a bound. */
  private static void stop(ExecutorService executor) {
    executor.shutdownNow();
    try {
      executor.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static IOException asIOException(Throwable cause) {
    if (cause instanceof IOException io) {
      return io;
    }
    if (cause instanceof InterruptedException) {
      return interruption(cause);
    }
    if (cause instanceof OutOfMemoryError) {
      return new IOException(
          "Not enough heap for blocks of this size: give a smaller --block-size, fewer --threads, or"
              + " more heap (HAIL_OPTS=-Xmx4g)",
          cause);
    }
    return new IOException("Upload failed: " + cause, cause);
  }

  private static InterruptedIOException interruption(Throwable cause) {
    InterruptedIOException exception = new InterruptedIOException("Upload interrupted");
    exception.initCause(cause);
    return exception;
  }
}
