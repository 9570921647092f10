// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.job;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A digest of the lines that a job wrote, independent of their order. Two outputs with equal
 * fingerprints hold the same lines equally often, except with a probability of about
 * 2<sup>-128</sup>. It takes constant memory, so that outputs of any size can be compared.
 *
 * @param lines number of lines
 * @param bytes bytes of all lines, line ends included
 * @param high sum of the upper halves of the lines' digests, modulo 2<sup>64</sup>
 * @param low sum of the lower halves, modulo 2<sup>64</sup>
 */
public record OutputFingerprint(long lines, long bytes, long high, long low) {

  /** Computes the fingerprint of all part files in a job's output directory. */
  public static OutputFingerprint of(FileSystem files, Path directory) throws IOException {
    Sum sum = new Sum();
    for (FileStatus part : files.listStatus(directory, path -> path.getName().startsWith("part"))) {
      try (InputStream in = new BufferedInputStream(files.open(part.getPath()), 1 << 16)) {
        sum.addLines(in);
      }
    }
    return new OutputFingerprint(sum.lines, sum.bytes, sum.high, sum.low);
  }

  private static final class Sum {
    private final MessageDigest digest;
    private byte[] line = new byte[256];
    private long lines;
    private long bytes;
    private long high;
    private long low;

    Sum() {
      try {
        digest = MessageDigest.getInstance("MD5");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(
            "This Java platform lacks MD5, which every platform must have", e);
      }
    }

    void addLines(InputStream in) throws IOException {
      int length = 0;
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (length == line.length) {
          line = Arrays.copyOf(line, 2 * length);
        }
        line[length++] = (byte) next;
        if (next == '\n') {
          addLine(length);
          length = 0;
        }
      }
      if (length > 0) {
        addLine(length);
      }
    }

    private void addLine(int length) {
      digest.update(line, 0, length);
      byte[] hash = digest.digest();
      high += bigEndian(hash, 0);
      low += bigEndian(hash, 8);
      lines++;
      bytes += length;
    }

    private static long bigEndian(byte[] bytes, int offset) {
      long value = 0;
      for (int i = offset; i < offset + 8; i++) {
        value = (value << 8) | (bytes[i] & 0xFF);
      }
      return value;
    }
  }
}
