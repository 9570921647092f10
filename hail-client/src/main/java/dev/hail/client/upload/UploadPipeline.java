// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

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
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads, encodes and sends blocks at the same time. Encoding threads take turns at reading, and
 * each parses and encodes one block at a time. Sending threads send one block each, so datanodes
 * sort a block while the next is on its way. They join it with the blocks before it. One block
 * waits between the two, so the number of threads bounds the memory.
 */
final class UploadPipeline {
  private static final int WAITING_BLOCKS = 1;
  private static final int STOP_SECONDS = 20;

  private final UploadRequest request;
  private final Destination destination;
  private final BlockSender sender;
  private final TemporaryFolder folder;
  private final FileAssembler assembler;
  private final UploadProgress progress;
  private final BadRecordLog badRecords;
  private final HandOff<EncodedBlock> blocks;
  private final ArrayPool textMemory;
  private final ArrayPool blockMemory;

  /** Held while a block's text is read. */
  private final Lock reading = new ReentrantLock();

  UploadPipeline(
      UploadRequest request,
      Destination destination,
      BlockSender sender,
      TemporaryFolder folder,
      FileAssembler assembler,
      UploadProgress progress,
      BadRecordLog badRecords) {
    this.request = request;
    this.destination = destination;
    this.sender = sender;
    this.folder = folder;
    this.assembler = assembler;
    this.progress = progress;
    this.badRecords = badRecords;
    int threads = request.settings().threads();
    this.blocks = new HandOff<>(WAITING_BLOCKS, threads);
    int chunks = (int) (destination.blockBytes() / BlockCutter.CHUNK_MAX) + 2;
    this.textMemory = new ArrayPool(threads * chunks);
    this.blockMemory = new ArrayPool(threads + request.settings().streams() + WAITING_BLOCKS);
  }

  /**
   * Runs to the end of the sources. When it fails, it has told its threads to stop.
   *
   * @throws IOException the first failure of any stage
   */
  void run() throws IOException {
    int threads = request.settings().threads() + request.settings().streams();
    ExecutorService executor = Executors.newFixedThreadPool(threads, new NamedThreads("hail-put"));
    CompletionService<Void> stages = new ExecutorCompletionService<>(executor);
    try (BlockCutter cutter =
        new BlockCutter(
            request.sources(),
            request.format(),
            request.schema(),
            request.settings().compareHeader(),
            destination.blockBytes(),
            progress::read,
            textMemory)) {
      try {
        submit(stages, () -> encode(cutter), request.settings().threads());
        submit(stages, this::send, request.settings().streams());
        for (int i = 0; i < threads; i++) {
          stages.take().get();
        }
      } finally {
        stop(executor);
      }
    } catch (ExecutionException failure) {
      throw asIOException(failure.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw interruption(interrupted);
    }
  }

  private static void submit(CompletionService<Void> stages, Callable<Void> stage, int times) {
    for (int i = 0; i < times; i++) {
      stages.submit(stage);
    }
  }

  private Void encode(BlockCutter cutter) throws IOException, InterruptedException {
    BlockEncoder encoder = new BlockEncoder(request, textMemory, blockMemory);
    for (BlockText text = next(cutter); text != null; text = next(cutter)) {
      EncodedBlock block = encoder.encode(text);
      progress.encoded(block);
      badRecords.add(text.sourceNames(), block);
      blocks.put(block);
    }
    blocks.producerDone();
    return null;
  }

  private BlockText next(BlockCutter cutter) throws IOException, InterruptedException {
    reading.lockInterruptibly();
    try {
      return cutter.next();
    } finally {
      reading.unlock();
    }
  }

  private Void send() throws IOException, InterruptedException {
    for (EncodedBlock block = blocks.take(); block != null; block = blocks.take()) {
      sender.send(block, folder.blockFile(block.index()));
      progress.sent(block);
      assembler.add(block.index(), block.length());
      blockMemory.give(block.bytes());
    }
    return null;
  }

  /** A read of standard input cannot be interrupted, so waiting for it has a bound. */
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
