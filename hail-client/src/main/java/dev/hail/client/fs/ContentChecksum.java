// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import dev.hail.client.read.FrontWalk;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileChecksum;

/**
 * A checksum of the rows of a HAIL file: the content hashes of its blocks, folded in order. All
 * replicas and all copies have the same, whatever their row order and wherever HDFS cut them.
 */
public final class ContentChecksum extends FileChecksum {
  static final String ALGORITHM = "HAIL-CONTENT-1";

  private static final int LENGTH = 32;

  private final byte[] digest = new byte[LENGTH];

  /** Makes a checksum of zeros for {@link #readFields}. */
  public ContentChecksum() {}

  /** Folds the blocks of a file. */
  static ContentChecksum of(List<FrontWalk.Extent> blocks) {
    MessageDigest fold = sha256();
    ByteBuffer block = ByteBuffer.allocate(2 * Long.BYTES);
    for (FrontWalk.Extent extent : blocks) {
      block.putLong(0, extent.preamble().blockLength());
      block.putLong(Long.BYTES, extent.preamble().contentHash());
      fold.update(block.array());
    }
    ContentChecksum checksum = new ContentChecksum();
    System.arraycopy(fold.digest(), 0, checksum.digest, 0, LENGTH);
    return checksum;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java platform has SHA-256", impossible);
    }
  }

  @Override
  public String getAlgorithmName() {
    return ALGORITHM;
  }

  @Override
  public int getLength() {
    return LENGTH;
  }

  @Override
  public byte[] getBytes() {
    return digest.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.write(digest);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    in.readFully(digest);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(ALGORITHM).append(':');
    for (byte part : digest) {
      text.append(String.format(Locale.ROOT, "%02x", part));
    }
    return text.toString();
  }
}
