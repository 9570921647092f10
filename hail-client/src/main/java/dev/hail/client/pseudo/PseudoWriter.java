// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

import dev.hail.client.HdfsPath;
import dev.hail.format.block.BlockFront;
import dev.hail.format.schema.Schema;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.Publication;
import dev.hail.step.StepListener;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;

/**
 * Writes pseudo block replicas (thesis, section 3.5.3: the IndexWriter): a file with one replica,
 * which HDFS puts on the writer's own host if that has a datanode, published when it is whole. Not
 * thread-safe.
 */
public final class PseudoWriter implements Closeable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Far longer than a block that was stored is unknown to a namenode. */
  private static final long PATIENCE_WITHOUT_DATANODE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** What HDFS' namenode asks of the declared size of blocks. */
  private static final String LEAST_BLOCK_KEY = "dfs.namenode.fs-limits.min-block-size";

  private static final long LEAST_BLOCK_DEFAULT = 1 << 20;

  private static final long FIRST_PAUSE_MILLIS = 25;
  private static final long LONGEST_PAUSE_MILLIS = 200;

  private final DistributedFileSystem fs;
  private final HailClientProtocol directory;

  /** Nobody can guess it, so that nobody can be there first with a file of that name. */
  private final String writer;

  private final StepListener<PseudoStep> steps;
  private final int checksumBytes;
  private final long leastBlockBytes;

  /** Whether a replica waited in vain for its datanode: the next one would wait as long. */
  private boolean unheard;

  /** Asked for when it is first needed. */
  private Path staging;

  /**
   * A writer of pseudo replicas on one file system.
   *
   * @param file any file of that file system
   * @param writer what no other writer is called at the same time, as a task attempt is
   */
  public PseudoWriter(Configuration conf, HdfsPath file, String writer) throws IOException {
    this(conf, file, writer, StepListener.none());
  }

  /** The same; a listener hears of {@link PseudoStep#CREATE} to {@link PseudoStep#PUBLISH}. */
  public PseudoWriter(
      Configuration conf, HdfsPath file, String writer, StepListener<PseudoStep> steps)
      throws IOException {
    this.fs = file.fileSystem();
    this.directory = HailProxies.clientProxy(conf, fs.getUri());
    this.writer = writer + "-" + Long.toHexString(new SecureRandom().nextLong());
    this.steps = steps;
    this.checksumBytes =
        conf.getInt(
            HdfsClientConfigKeys.DFS_BYTES_PER_CHECKSUM_KEY,
            HdfsClientConfigKeys.DFS_BYTES_PER_CHECKSUM_DEFAULT);
    this.leastBlockBytes = conf.getLongBytes(LEAST_BLOCK_KEY, LEAST_BLOCK_DEFAULT);
  }

  /**
   * Writes and publishes one replica. If that fails what was written is removed, or collected later
   * where that fails too.
   *
   * @param sorted begins with the sorted block
   * @param length length of the block
   * @param source absolute path of the file whose block it is of, without scheme and authority
   * @param name which block, and which order
   * @return {@link Publication.Answer#isPublished} tells whether it is a replica now; if not there
   *     was one already
   * @throws NoRoomException if the budget has no room for it
   * @throws IOException if it could not be written, was refused, or no datanode told of it within a
   *     minute
   */
  public Publication.Answer write(byte[] sorted, int length, String source, PseudoName name)
      throws IOException {
    if (unheard) {
      throw new IOException("not tried after another block waited in vain to be published");
    }
    if (staging == null) {
      staging = new Path(directory.getStagingDirectory());
    }
    Path staged = new Path(staging, name.stagedName(writer));
    try {
      store(sorted, length, staged);
      steps.before(PseudoStep.PUBLISH);
      Publication.Answer answer =
          publish(
              new Publication(
                  source,
                  name.blockId(),
                  name.generationStamp(),
                  name.sortAttribute(),
                  staged.toString()),
              sorted,
              length);
      steps.after(PseudoStep.PUBLISH);
      return answer;
    } catch (IOException | RuntimeException | Error e) {
      discard(staged, e);
      throw e;
    }
  }

  private void store(byte[] sorted, int length, Path staged) throws IOException {
    long checksummed = ((long) length + checksumBytes - 1) / checksumBytes * checksumBytes;
    long blockSize = Math.max(checksummed, leastBlockBytes);
    steps.before(PseudoStep.CREATE);
    try (OutputStream out =
        fs.createFile(staged)
            // Of an earlier try of this writer.
            .overwrite(true)
            // Also where the root of the file system is erasure-coded.
            .replicate()
            .replication((short) 1)
            .blockSize(blockSize)
            .permission(new FsPermission((short) 0600))
            .build()) {
      steps.after(PseudoStep.CREATE);
      steps.before(PseudoStep.WRITE);
      // One write: datanodes know the block by its header, which must not come in pieces.
      out.write(sorted, 0, length);
    }
    steps.after(PseudoStep.WRITE);
  }

  private void discard(Path staged, Throwable failure) {
    try {
      fs.delete(staged, false);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Asks until a datanode has told of the file, which takes it a moment. */
  private Publication.Answer publish(Publication publication, byte[] sorted, int length)
      throws IOException {
    long begin = System.nanoTime();
    long pause = FIRST_PAUSE_MILLIS;
    while (true) {
      Publication.Answer answer = directory.publish(publication);
      if (answer.outcome() == Publication.Outcome.NO_ROOM) {
        Schema schema = BlockFront.parse(sorted, length).schema();
        throw new NoRoomException(
            publication.path(),
            schema.attribute(publication.sortAttribute()).name(),
            answer.fullBudget());
      }
      if (answer.outcome() != Publication.Outcome.NOT_REPORTED) {
        return answer;
      }
      long waited = System.nanoTime() - begin;
      if (waited > PATIENCE_WITHOUT_DATANODE_NANOS && !isAnywhere(publication.stagedPath())) {
        throw new IOException(
            publication.stagedPath() + " is gone with the only datanode that stored it");
      }
      if (waited > PATIENCE_NANOS) {
        unheard = true;
        throw new IOException(
            "No datanode has told the replica directory of "
                + publication.stagedPath()
                + " within a minute, or the namenode was busy for so long; does the datanode run"
                + " HAIL?");
      }
      pause(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }
  }

  private boolean isAnywhere(String file) throws IOException {
    for (BlockLocation block : fs.getFileBlockLocations(new Path(file), 0, 1)) {
      if (block.getNames().length > 0) {
        return true;
      }
    }
    return false;
  }

  private static void pause(long millis) throws InterruptedIOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException)
          new InterruptedIOException("Interrupted while a pseudo replica was published")
              .initCause(e);
    }
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
