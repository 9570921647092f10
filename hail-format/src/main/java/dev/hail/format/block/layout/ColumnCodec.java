// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

/**
 * How the values of a column are stored: all that differs between encodings. A new encoding is a
 * subclass of this one, and a line in {@link Encoding}.
 *
 * <p>Values stand in an array that holds a block or a part of it. {@code at} is the place of row
 * 0's value there; it is below 0 if the array begins with a later row. Loops over values use the
 * methods for many rows, so that they look for the encoding once and not per value.
 *
 * <p>A method that a subclass leaves out throws IllegalStateException: the encoding does not store
 * such values.
 */
public abstract class ColumnCodec {
  /** Bytes per value in the values buffer: 0 for bits, those of an offset for plain strings. */
  public abstract int width();

  /** Bytes of the values buffer for so many rows. */
  public long valuesLength(int rows) {
    return (long) rows * width();
  }

  /** Bytes from the begin of the values to the one that holds, or begins, the value of a row. */
  public int offset(int row) {
    return row * width();
  }

  /** Bytes that hold the values of rows {@code begin} to before {@code end}. */
  public int span(int begin, int end) {
    return width() * (end - begin);
  }

  /** Whether the values are offsets of strings, whose bytes stand in a buffer of their own. */
  public boolean hasBytes() {
    return false;
  }

  /** BOOLEAN, INT, BIGINT, DATE, TIMESTAMP, or a dictionary code. */
  public long integer(byte[] bytes, int at, int row) {
    throw refused("integers");
  }

  /** FLOAT or DOUBLE. */
  public double floating(byte[] bytes, int at, int row) {
    throw refused("floating point numbers");
  }

  /** Lower half of an unscaled DECIMAL. */
  public long decimalLow(byte[] bytes, int at, int row) {
    throw refused("decimals");
  }

  /** Upper half of an unscaled DECIMAL. */
  public long decimalHigh(byte[] bytes, int at, int row) {
    throw refused("decimals");
  }

  /** The key of a number; of a row that is not NULL. */
  public byte[] key(byte[] bytes, int at, int row) {
    throw refused("numbers");
  }

  /**
   * Numbers of consecutive rows that compare as their keys do, unless these are DECIMAL; of a
   * dictionary column the codes.
   *
   * @param into takes the number of row {@code row + i} at {@code i}, for {@code count} rows
   */
  public void keyNumbers(byte[] bytes, int at, int row, int count, long[] into) {
    throw refused("numbers of 64 bits");
  }

  /**
   * Integers of some rows, as {@link #integer}.
   *
   * @param into takes the integer of row {@code rows[from + i]} at {@code i}, for {@code count}
   *     rows
   */
  public void integers(byte[] bytes, int at, int[] rows, int from, int count, long[] into) {
    throw refused("integers");
  }

  /**
   * Writes consecutive integers over whatever stands there.
   *
   * @param row the first row, a multiple of 8; its value is {@code values[0]}
   */
  public void write(byte[] block, int at, int row, int count, long[] values) {
    throw refused("integers");
  }

  /** Writes floating point numbers of the rows from 0, over whatever stands there. */
  public void write(byte[] block, int at, int count, double[] values) {
    throw refused("floating point numbers");
  }

  /** Writes unscaled decimals of the rows from 0, over whatever stands there. */
  public void write(byte[] block, int at, int count, long[] low, long[] high) {
    throw refused("decimals");
  }

  /**
   * What is wrong with the values of consecutive rows, so that they must not be looked at.
   *
   * @return the end of a sentence that begins with the column; null if nothing is wrong
   */
  public String problem(byte[] block, ColumnLayout column, int row, int count) {
    return null;
  }

  /**
   * What is wrong with the first and last bytes of a column whose rows have no problem.
   *
   * @return as {@link #problem}
   */
  public String problemOfEnds(byte[] block, ColumnLayout column, int rowCount) {
    return null;
  }

  /**
   * Mixes consecutive values into the hashes of their rows. Strings were checked before.
   *
   * @param hashes of row {@code row + i} at {@code i}, for {@code count} rows
   */
  public abstract void hash(byte[] block, ColumnLayout column, int row, int count, long[] hashes);

  /** How many numbers of 64 bits a row is ordered by, one after the other; 0 for strings. */
  public int sortParts() {
    return 1;
  }

  /** Bits that tell all values apart if they are 16 or fewer; else 64. */
  public int sortBits() {
    return Long.SIZE;
  }

  /**
   * Signed numbers that order rows, and are equal for equal bytes only.
   *
   * @param part which of {@link #sortParts}, from 0
   * @param numbered row numbers in the bits of {@code mask}
   * @param into takes the number of row {@code numbered[i] & mask} at {@code i}, for {@code n} rows
   */
  public void sortNumbers(
      byte[] block, int at, int part, long[] numbered, int n, int mask, long[] into) {
    throw refused("numbers");
  }

  /** Compares two rows as the numbers of {@link #sortNumbers} do. */
  public int compare(byte[] block, int at, int part, int a, int b) {
    throw refused("numbers");
  }

  /** Compares the keys of two rows that are not NULL: by value, with -0.0 equal to 0.0. */
  public int compareKeys(byte[] block, int at, int a, int b) {
    return compare(block, at, 0, a, b);
  }

  /**
   * Copies the column of a block into another one in a new order of rows.
   *
   * @param order the old row of every new one
   * @throws CorruptBlockException if a string lies outside its column
   */
  public abstract void gather(byte[] from, byte[] to, ColumnLayout column, int[] order)
      throws CorruptBlockException;

  private IllegalStateException refused(String values) {
    return new IllegalStateException(getClass().getSimpleName() + " stores no " + values);
  }
}
