// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Equal for equal sets of rows, with repetition; for plain files, of equal bytes. */
final class Fingerprint {
  private static final int HASH_BYTES = 12;

  private Fingerprint() {}

  /** Of rows in any order and a number of bad records. */
  static String ofRows(List<String> rows, int badRecords) {
    MessageDigest digest = sha256();
    for (String row : rows.stream().sorted().toList()) {
      byte[] bytes = row.getBytes(StandardCharsets.UTF_16LE);
      digest.update((byte) bytes.length);
      digest.update(bytes);
      digest.update((byte) '\n');
    }
    return rows.size() + "+" + badRecords + "#" + hex(digest);
  }

  static String ofBytes(byte[] bytes) {
    MessageDigest digest = sha256();
    digest.update(bytes);
    return bytes.length + "#" + hex(digest);
  }

  private static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
