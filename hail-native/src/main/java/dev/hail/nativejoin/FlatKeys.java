// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;

/**
 * Keys of some rows of a batch, in a form in which equal keys are equal numbers or equal texts,
 * whatever the widths of their columns. Used again for the next rows; for one thread at a time.
 */
final class FlatKeys {
  /** Most rows at a time. */
  static final int STRIDE = 1024;

  /** Numbers that make the hashes of a join its own, so that nobody can choose equal ones. */
  record Seed(long first, long factor) {
    /** A seed that nobody knows. */
    static Seed random() {
      SecureRandom random = new SecureRandom();
      return new Seed(random.nextLong(), random.nextLong() | 1);
    }
  }

  private final List<FlatColumn> announced;
  private final int[] columns;
  private final boolean nullEqual;
  private final Seed seed;
  private final Part[] parts;
  private final long[] hashes = new long[STRIDE];
  private final boolean[] hasNull = new boolean[STRIDE];

  /** One column of the keys. */
  private static final class Part {
    /**
     * The number, or its lower half, or where a text begins (upper 32 bits) and its bytes (lower).
     */
    private final long[] words = new long[STRIDE];

    /** The upper halves of a DECIMAL; else null. */
    private final long[] uppers;

    private final boolean[] nulls = new boolean[STRIDE];

    /** The texts of a STRING; else null. */
    private ByteBuffer texts;

    Part(FlatType type) {
      uppers = type == FlatType.DECIMAL ? new long[STRIDE] : null;
    }
  }

  /**
   * No keys.
   *
   * @param announced columns of the batches
   * @param columns positions of the keys among them
   */
  FlatKeys(List<FlatColumn> announced, int[] columns, boolean nullEqual, Seed seed) {
    this.announced = announced;
    this.columns = columns.clone();
    this.nullEqual = nullEqual;
    this.seed = seed;
    this.parts = new Part[columns.length];
    for (int p = 0; p < parts.length; p++) {
      parts[p] = new Part(type(p));
    }
  }

  private FlatType type(int part) {
    return announced.get(columns[part]).type();
  }

  /** Returns how long it takes to encode a key, by a number as the unit. */
  int cost() {
    int cost = 0;
    for (int p = 0; p < parts.length; p++) {
      cost += type(p) == FlatType.STRING ? 4 : 1;
    }
    return cost;
  }

  /**
   * Checks that the texts of key columns lie in their buffers.
   *
   * @throws InvalidBatchException if they do not
   */
  void check(FlatBatch batch, String side) {
    for (int p = 0; p < parts.length; p++) {
      if (type(p) == FlatType.STRING) {
        checkTexts(batch, columns[p], side);
      }
    }
  }

  private void checkTexts(FlatBatch batch, int column, String side) {
    ByteBuffer offsets = batch.offsets(column);
    int before = batch.rows() == 0 ? 0 : offsets.getInt(0);
    if (before < 0) {
      throw invalid(column, side, "begins at the negative offset " + before);
    }
    for (int row = 0; row < batch.rows(); row++) {
      int end = offsets.getInt((row + 1) * Integer.BYTES);
      if (end < before) {
        throw invalid(
            column,
            side,
            "has offsets that descend, from " + before + " to " + end + " in row " + row);
      }
      before = end;
    }
    if (before > batch.values(column).capacity()) {
      throw invalid(
          column,
          side,
          "ends at " + before + ", but has " + batch.values(column).capacity() + " bytes");
    }
  }

  private InvalidBatchException invalid(int column, String side, String what) {
    return new InvalidBatchException(
        "Column " + announced.get(column).name() + " of a batch of the " + side + " side " + what);
  }

  /**
   * Takes the keys of rows {@code from + rows[i]} as keys {@code i}.
   *
   * @param count number of rows, at most {@link #STRIDE}
   */
  void encode(FlatBatch batch, int from, int[] rows, int count) {
    for (int i = 0; i < count; i++) {
      hashes[i] = seed.first();
      hasNull[i] = false;
    }
    for (int p = 0; p < parts.length; p++) {
      encode(parts[p], type(p), batch, columns[p], from, rows, count);
    }
  }

  private void encode(
      Part part, FlatType type, FlatBatch batch, int column, int from, int[] rows, int count) {
    long[] words = part.words;
    ByteBuffer values = batch.values(column);
    switch (type) {
      case BOOLEAN -> {
        for (int i = 0; i < count; i++) {
          words[i] = bit(values, from + rows[i]) ? 1 : 0;
        }
      }
      case INT, DATE -> {
        for (int i = 0; i < count; i++) {
          words[i] = values.getInt((from + rows[i]) * Integer.BYTES);
        }
      }
      case BIGINT, TIMESTAMP -> {
        for (int i = 0; i < count; i++) {
          words[i] = values.getLong((from + rows[i]) * Long.BYTES);
        }
      }
      case FLOAT -> {
        for (int i = 0; i < count; i++) {
          words[i] = word(values.getFloat((from + rows[i]) * Float.BYTES));
        }
      }
      case DOUBLE -> {
        for (int i = 0; i < count; i++) {
          words[i] = word(values.getDouble((from + rows[i]) * Double.BYTES));
        }
      }
      case DECIMAL -> {
        for (int i = 0; i < count; i++) {
          int at = 2 * (from + rows[i]) * Long.BYTES;
          words[i] = values.getLong(at);
          part.uppers[i] = values.getLong(at + Long.BYTES);
        }
      }
      case STRING -> {
        ByteBuffer offsets = batch.offsets(column);
        part.texts = values;
        for (int i = 0; i < count; i++) {
          int begin = offsets.getInt((from + rows[i]) * Integer.BYTES);
          int end = offsets.getInt((from + rows[i] + 1) * Integer.BYTES);
          words[i] = (long) begin << Integer.SIZE | (end - begin);
        }
      }
    }
    encodeNulls(part, batch.validity(column), from, rows, count);
    hash(part, type, count);
  }

  /** Marks NULLs, and gives each of them the same word. */
  private void encodeNulls(Part part, ByteBuffer validity, int from, int[] rows, int count) {
    if (validity == null) {
      Arrays.fill(part.nulls, 0, count, false);
      return;
    }
    for (int i = 0; i < count; i++) {
      boolean isNull = !bit(validity, from + rows[i]);
      part.nulls[i] = isNull;
      if (isNull) {
        hasNull[i] = true;
        part.words[i] = 0;
        if (part.uppers != null) {
          part.uppers[i] = 0;
        }
      }
    }
  }

  private void hash(Part part, FlatType type, int count) {
    long[] words = part.words;
    switch (type) {
      case STRING -> {
        for (int i = 0; i < count; i++) {
          hashes[i] = hash(hashes[i], part.texts, (int) (words[i] >> Integer.SIZE), (int) words[i]);
        }
      }
      case DECIMAL -> {
        for (int i = 0; i < count; i++) {
          hashes[i] = mix(mix(hashes[i], words[i]), part.uppers[i]);
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          hashes[i] = mix(hashes[i], words[i]);
        }
      }
    }
  }

  private long hash(long before, ByteBuffer texts, int begin, int length) {
    long hash = mix(before, length);
    int end = begin + length;
    int at = begin;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      hash = mix(hash, texts.getLong(at));
    }
    if (at < end) {
      long word = 0;
      for (; at < end; at++) {
        word = word << Byte.SIZE | (texts.get(at) & 0xff);
      }
      hash = mix(hash, word);
    }
    return hash;
  }

  /** Mixes a word into a hash: both halves of a product with a number that nobody knows. */
  private long mix(long hash, long word) {
    long mixed = hash ^ word;
    return Math.multiplyHigh(mixed, seed.factor()) ^ (mixed * seed.factor());
  }

  /** Returns a number that is equal for equal numbers: one zero, one NaN. */
  static long word(double value) {
    return Double.doubleToLongBits(value == 0 ? 0.0 : value);
  }

  private static boolean bit(ByteBuffer bits, int at) {
    return (bits.get(at >> 3) >> (at & 7) & 1) != 0;
  }

  /** Returns a hash of key {@code i}, in 32 bits. */
  int hash(int i) {
    return (int) (hashes[i] ^ hashes[i] >>> Integer.SIZE);
  }

  /** Returns whether a part of key {@code i} is NULL. */
  boolean hasNull(int i) {
    return hasNull[i];
  }

  /** Returns whether key {@code i} can match any: it has no NULL, or NULL equals NULL. */
  boolean canMatch(int i) {
    return nullEqual || !hasNull(i);
  }

  /**
   * Returns whether key {@code i}, which can match, is that of a build row.
   *
   * @param kept the key columns of the build side
   */
  boolean equal(int i, KeptColumn[] kept, int row) {
    for (int p = 0; p < parts.length; p++) {
      Part part = parts[p];
      boolean isNull = kept[p].isNull(row);
      if (part.nulls[i] != isNull) {
        return false;
      }
      if (!isNull && !equal(part, i, kept[p], row)) {
        return false;
      }
    }
    return true;
  }

  private static boolean equal(Part part, int i, KeptColumn kept, int row) {
    long word = part.words[i];
    if (part.texts != null) {
      return kept.equalText(row, part.texts, (int) (word >> Integer.SIZE), (int) word);
    }
    return kept.word(row) == word && (part.uppers == null || kept.upperWord(row) == part.uppers[i]);
  }
}
