// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How the values of a column are stored. Whoever reads, hashes, sorts or moves values asks the
 * codec and no other class chooses by encoding. docs/extending.md says what a new encoding needs
 * beside its codec.
 *
 * <p>The array holds a block or a part of it. {@code at} is the index in the array of row 0's
 * value; it is negative if the array begins with a later row. Loops over values call the methods
 * for many rows, which choose the encoding once instead of once per value.
 *
 * <p>A method that a subclass does not override throws IllegalStateException: the encoding does not
 * store such values.
 */
public abstract class ColumnCodec {
  /** Whether the numbers of the machine have the order of bytes that those of a block have. */
  static final boolean IS_LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  /** Bytes per value in the values buffer: 0 for bits, the width of an offset for plain strings. */
  public abstract int width();

  /** Bytes of the values buffer for {@code rows} rows. */
  public long valuesLength(int rows) {
    return (long) rows * width();
  }

  /** Bytes from the start of the values to the byte that holds, or begins, the value of a row. */
  public int offset(int row) {
    return row * width();
  }

  /** Bytes that hold the values of the rows {@code begin} to before {@code end}. */
  public int span(int begin, int end) {
    return width() * (end - begin);
  }

  /** Whether the values are offsets of strings, whose bytes are in a buffer of their own. */
  public boolean hasBytes() {
    return false;
  }

  /** The value of a BOOLEAN, INT, BIGINT, DATE or TIMESTAMP row, or its dictionary code. */
  public long integer(byte[] bytes, int at, int row) {
    throw refused("integers");
  }

  /** The value of a FLOAT or DOUBLE row. */
  public double floating(byte[] bytes, int at, int row) {
    throw refused("floating point numbers");
  }

  /** Lower 64 bits of an unscaled DECIMAL. */
  public long decimalLow(byte[] bytes, int at, int row) {
    throw refused("decimals");
  }

  /** Upper 64 bits of an unscaled DECIMAL. */
  public long decimalHigh(byte[] bytes, int at, int row) {
    throw refused("decimals");
  }

  /** The key of a number. The row must not be NULL. */
  public byte[] key(byte[] bytes, int at, int row) {
    throw refused("numbers");
  }

  /**
   * Loads numbers of consecutive rows that compare as the keys of these rows do, or the codes of a
   * dictionary column. DECIMAL has no such numbers.
   *
   * @param into receives the number of row {@code row + i} at {@code i}, for {@code count} rows
   */
  public void keyNumbers(byte[] bytes, int at, int row, int count, long[] into) {
    throw refused("numbers of 64 bits");
  }

  /**
   * Loads the integers of selected rows, as {@link #integer} gives them.
   *
   * @param into receives the integer of row {@code rows[from + i]} at {@code i}, for {@code count}
   *     rows
   */
  public void integers(byte[] bytes, int at, int[] rows, int from, int count, long[] into) {
    throw refused("integers");
  }

  /**
   * Copies the integers of selected rows, or the bits of FLOAT, as 32 bits each.
   *
   * @param rows row numbers, ascending; {@code count} of them, at least 1, count from {@code from}
   * @param target receives the value of row {@code rows[from + i]} at index {@code i}, counted from
   *     position 0, in the byte order of the machine, which must be that of the buffer
   */
  public void copyInts(byte[] bytes, int at, int[] rows, int from, int count, ByteBuffer target) {
    throw refused("integers of 32 bits");
  }

  /** Copies the integers of selected rows, or the bits of DOUBLE, as 64 bits each. */
  public void copyLongs(byte[] bytes, int at, int[] rows, int from, int count, ByteBuffer target) {
    throw refused("integers");
  }

  /** Copies the unscaled decimals of selected rows as 128 bits each, in little endian order. */
  public void copyDecimals(
      byte[] bytes, int at, int[] rows, int from, int count, ByteBuffer target) {
    throw refused("decimals");
  }

  /**
   * Copies the bytes of selected rows in one step, if the rows follow each other. The target then
   * has little endian values.
   *
   * @return whether it has copied them
   */
  final boolean copyRun(byte[] bytes, int at, int[] rows, int from, int count, ByteBuffer target) {
    int first = rows[from];
    if (rows[from + count - 1] - first != count - 1) {
      return false;
    }
    target.put(0, bytes, at + width() * first, width() * count);
    return true;
  }

  /**
   * Writes consecutive integers and overwrites what was there.
   *
   * @param row the first row, a multiple of 8; its value is {@code values[0]}
   */
  public void write(byte[] block, int at, int row, int count, long[] values) {
    throw refused("integers");
  }

  /** Writes floating point numbers of the rows from 0 and overwrites what was there. */
  public void write(byte[] block, int at, int count, double[] values) {
    throw refused("floating point numbers");
  }

  /** Writes unscaled decimals of the rows from 0 and overwrites what was there. */
  public void write(byte[] block, int at, int count, long[] low, long[] high) {
    throw refused("decimals");
  }

  /**
   * Finds a defect that makes the values of consecutive rows unsafe to read.
   *
   * @return the end of a sentence that begins with the column; null if nothing is wrong
   */
  public String problem(byte[] block, ColumnLayout column, int row, int count) {
    return null;
  }

  /**
   * Finds a defect in the first and last bytes of a column whose rows have no problem.
   *
   * @return the end of a sentence that begins with the column; null if nothing is wrong
   */
  public String problemOfEnds(byte[] block, ColumnLayout column, int rowCount) {
    return null;
  }

  /**
   * Mixes consecutive values into the hashes of their rows. Strings must have been checked.
   *
   * @param hashes holds the hash of row {@code row + i} at {@code i}, for {@code count} rows
   */
  public abstract void hash(byte[] block, ColumnLayout column, int row, int count, long[] hashes);

  /** How many 64-bit numbers order a row, the most significant first; 0 for strings. */
  public int sortParts() {
    return 1;
  }

  /** Bits that distinguish all values if 16 or fewer suffice, else 64. */
  public int sortBits() {
    return Long.SIZE;
  }

  /**
   * Loads signed numbers that order the rows. Two numbers are equal only if their bytes are equal.
   *
   * @param part which of the {@link #sortParts}, from 0
   * @param numbered row numbers in the bits of {@code mask}
   * @param into receives the number of row {@code numbered[i] & mask} at {@code i}, for {@code n}
   *     rows
   */
  public void sortNumbers(
      byte[] block, int at, int part, long[] numbered, int n, int mask, long[] into) {
    throw refused("numbers");
  }

  /** Compares two rows by their {@link #sortNumbers}. */
  public int compare(byte[] block, int at, int part, int a, int b) {
    throw refused("numbers");
  }

  /** Compares the keys of two rows by value, with -0.0 equal to 0.0. Neither row may be NULL. */
  public int compareKeys(byte[] block, int at, int a, int b) {
    return compare(block, at, 0, a, b);
  }

  /**
   * Copies a column of a block into another block in a new order of rows.
   *
   * @param order the old row of each new row
   * @throws CorruptBlockException if a string lies outside its column
   */
  public abstract void gather(byte[] from, byte[] to, ColumnLayout column, int[] order)
      throws CorruptBlockException;

  private IllegalStateException refused(String values) {
    return new IllegalStateException(getClass().getSimpleName() + " stores no " + values);
  }
}
