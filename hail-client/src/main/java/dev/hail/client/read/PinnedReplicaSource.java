// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.client.PinnedReplicaException;
import dev.hail.format.block.layout.BlockSource;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.InvalidEncryptionKeyException;
import org.apache.hadoop.hdfs.security.token.block.InvalidBlockTokenException;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;

/**
 * Reads one replica of one block, and never another one. Replicas of a HAIL block differ in their
 * row order, so a reader that changed its replica inside a block would mix rows. Checksums are
 * verified, and the namenode hears of bytes that do not match theirs.
 *
 * <p>A read asks once for a fresh token, and once for a fresh encryption key. After any other
 * failure the source fails every read, and does not ask the datanode again.
 */
public final class PinnedReplicaSource implements BlockSource {
  private final HdfsPath file;
  private final DatanodeReader reader;
  private final ReplicaAccess access;
  private volatile ReplicaLocation replica;
  private volatile PinnedReplicaException failure;

  private PinnedReplicaSource(HdfsPath file, ReplicaLocation replica, ReplicaAccess access) {
    this.file = file;
    this.reader = new DatanodeReader(file);
    this.replica = replica;
    this.access = access;
  }

  /**
   * Opens a replica; nothing is read yet.
   *
   * @param file the file that the block belongs to
   * @param block the block; its token lets the client read
   * @param node one of the block's locations
   * @throws PinnedReplicaException if the node is none of the block's locations
   */
  public static PinnedReplicaSource open(HdfsPath file, LocatedBlock block, DatanodeInfo node)
      throws IOException {
    StoredAccess access = new StoredAccess(file, block, node);
    return new PinnedReplicaSource(file, access.location(), access);
  }

  /**
   * Opens a pseudo replica; nothing is read yet.
   *
   * @param file the file that the block belongs to
   */
  static PinnedReplicaSource open(HdfsPath file, PseudoAccess access) throws IOException {
    return new PinnedReplicaSource(file, access.location(), access);
  }

  /** The datanode that holds the replica. */
  public DatanodeInfo node() {
    return replica.node();
  }

  @Override
  public long length() {
    return replica.block().getNumBytes();
  }

  /**
   * Reads bytes of the replica.
   *
   * @throws PinnedReplicaException if the replica cannot be read
   * @throws EOFException if the range lies outside the replica
   * @throws IOException if the thread was interrupted
   */
  @Override
  public void readFully(long position, byte[] target, int offset, int length) throws IOException {
    if (position < 0 || position > length() - length) {
      throw new EOFException(
          "Replica of "
              + replica.block()
              + " on "
              + node()
              + " has "
              + length()
              + " bytes, asked for "
              + length
              + " at "
              + position);
    }
    if (length == 0) {
      return;
    }
    if (failure != null) {
      throw new PinnedReplicaException(
          replica.block(),
          node(),
          "an earlier read failed: " + PathException.firstLine(failure),
          failure);
    }
    read(position, target, offset, length);
  }

  private void read(long position, byte[] target, int offset, int length) throws IOException {
    boolean mayRenewToken = true;
    boolean mayRenewKey = true;
    while (true) {
      try {
        reader.readFully(replica, position, target, offset, length);
        return;
      } catch (ChecksumException damage) {
        access.damaged();
        throw failed("its bytes do not match their checksum", damage);
      } catch (InvalidBlockTokenException | InvalidToken expired) {
        if (!mayRenewToken) {
          throw failed(expired.toString(), expired);
        }
        mayRenewToken = false;
        renew(expired);
      } catch (InvalidEncryptionKeyException expired) {
        if (!mayRenewKey) {
          throw failed(expired.toString(), expired);
        }
        mayRenewKey = false;
        file.fileSystem().getClient().clearDataEncryptionKey();
      } catch (IOException e) {
        if (isInterruption(e)) {
          throw e;
        }
        throw failed(e.toString(), e);
      }
    }
  }

  private void renew(IOException expired) throws IOException {
    try {
      replica = access.renew();
    } catch (PinnedReplicaException refused) {
      failure = refused;
      throw refused;
    } catch (IOException e) {
      expired.addSuppressed(e);
      throw failed(
          PathException.firstLine(expired)
              + ", and there is no new token: "
              + PathException.firstLine(e),
          expired);
    }
  }

  private static boolean isInterruption(IOException e) {
    return Thread.currentThread().isInterrupted()
        && (e instanceof ClosedByInterruptException || e instanceof InterruptedIOException);
  }

  private PinnedReplicaException failed(String reason, IOException cause) {
    failure = new PinnedReplicaException(replica.block(), node(), reason, cause);
    return failure;
  }

  @Override
  public String toString() {
    return "replica of " + replica.block() + " on " + node();
  }
}
