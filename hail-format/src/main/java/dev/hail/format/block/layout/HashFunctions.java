// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

/** The functions that a content hash is made of; docs/format.md defines them. */
final class HashFunctions {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long BYTES_SEED = 0x6A09E667F3BCC909L;

  private HashFunctions() {}

  /** One round: a bijection in either argument. */
  static long step(long hash, long value) {
    long mixed = (hash ^ value) * MULTIPLIER;
    return mixed ^ (mixed >>> 32);
  }

  /** The last round. After it each bit depends on all input bits. */
  static long finish(long hash) {
    long h = hash;
    h = (h ^ (h >>> 33)) * 0xFF51AFD7ED558CCDL;
    h = (h ^ (h >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return h ^ (h >>> 33);
  }

  /** Hash of a string of bytes, eight at a time. */
  static long ofBytes(byte[] bytes, int begin, int end) {
    long hash = BYTES_SEED ^ (end - begin);
    int at = begin;
    for (; at + 8 <= end; at += 8) {
      hash = step(hash, LittleEndian.getLong(bytes, at));
    }
    if (at < end) {
      hash = step(hash, lastBytes(bytes, at, end));
    }
    return hash;
  }

  /** One to seven bytes as a number, with zeros in the upper bytes. */
  private static long lastBytes(byte[] bytes, int begin, int end) {
    if (begin + 8 <= bytes.length) {
      // Reads beyond the end and cuts the excess off: cheaper than a loop of unpredictable length.
      return LittleEndian.getLong(bytes, begin) & (-1L >>> (64 - 8 * (end - begin)));
    }
    long last = 0;
    for (int at = begin, shift = 0; at < end; at++, shift += 8) {
      last |= (bytes[at] & 0xffL) << shift;
    }
    return last;
  }
}
