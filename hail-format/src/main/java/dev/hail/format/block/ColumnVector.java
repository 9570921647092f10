package dev.hail.format.block;

import dev.hail.format.schema.Attribute;
import java.math.BigDecimal;

/**
 * Some rows of one column in memory, addressed by their row numbers in the block: every base below
 * is such that adding the address of a row in the whole column gives its place in the array.
 */
final class ColumnVector {
  final Attribute attribute;
  final ColumnLayout layout;

  /** Bitmap of values that are not NULL, or null if all are. */
  private byte[] validity;

  private int validityBase;
  private byte[] values;
  private int valuesBase;
  private byte[] bytes;
  private int bytesBase;
  private DictionaryEntries entries;

  ColumnVector(Attribute attribute, ColumnLayout layout) {
    this.attribute = attribute;
    this.layout = layout;
  }

  /** Takes the buffers that hold the fixed-width part of the rows from {@code first}. */
  void fixed(Segment validityBits, Segment fixed, int first) {
    validity = validityBits == null ? null : validityBits.buffer();
    validityBase = validityBits == null ? 0 : validityBits.at() - (first >> 3);
    values = fixed.buffer();
    valuesBase =
        layout.encoding() == Encoding.BIT
            ? fixed.at() - (first >> 3)
            : fixed.at() - first * layout.encoding().width;
  }

  /** Takes the bytes of plain strings, of which the first stands at an offset in the column. */
  void strings(Segment segment, int firstOffset) {
    bytes = segment.buffer();
    bytesBase = segment.at() - firstOffset;
  }

  void dictionary(DictionaryEntries dictionary) {
    entries = dictionary;
  }

  boolean isNull(int row) {
    return validity != null && ((validity[validityBase + (row >> 3)] >> (row & 7)) & 1) == 0;
  }

  /** BOOLEAN, INT, BIGINT, DATE, TIMESTAMP, or a dictionary code. */
  long integer(int row) {
    return switch (layout.encoding()) {
      case BIT -> (values[valuesBase + (row >> 3)] >> (row & 7)) & 1;
      case INT8, DICTIONARY8 -> values[valuesBase + row];
      case INT16, DICTIONARY16 -> LittleEndian.getShort(values, valuesBase + 2 * row);
      case INT32, DICTIONARY32 -> LittleEndian.getInt(values, valuesBase + 4 * row);
      default -> LittleEndian.getLong(values, valuesBase + 8 * row);
    };
  }

  /** FLOAT or DOUBLE. */
  double floating(int row) {
    return layout.encoding() == Encoding.FLOAT32
        ? Float.intBitsToFloat(LittleEndian.getInt(values, valuesBase + 4 * row))
        : Double.longBitsToDouble(LittleEndian.getLong(values, valuesBase + 8 * row));
  }

  /** Lower half of an unscaled DECIMAL. */
  long decimalLow(int row) {
    return LittleEndian.getLong(values, valuesBase + 16 * row);
  }

  /** Upper half of an unscaled DECIMAL. */
  long decimalHigh(int row) {
    return LittleEndian.getLong(values, valuesBase + 16 * row + 8);
  }

  BigDecimal decimal(int row) {
    long low = decimalLow(row);
    int scale = attribute.type().scale();
    return decimalHigh(row) == low >> 63
        ? BigDecimal.valueOf(low, scale)
        : new BigDecimal(ColumnLayout.decimal(values, valuesBase + 16 * row), scale);
  }

  byte[] stringBuffer() {
    return entries == null ? bytes : entries.bytes();
  }

  int stringBegin(int row) {
    return entries == null ? bytesBase + stringOffset(row) : entries.begin((int) integer(row));
  }

  int stringEnd(int row) {
    return entries == null ? bytesBase + stringOffset(row + 1) : entries.end((int) integer(row));
  }

  /** Offset of a plain string in the bytes of the whole column. */
  int stringOffset(int row) {
    return LittleEndian.getInt(values, valuesBase + 4 * row);
  }

  /** Checks that some plain strings lie in the column, one behind the other. */
  void checkStrings(int begin, int end) throws CorruptBlockException {
    int offset = stringOffset(begin);
    for (int row = begin; row < end; row++) {
      int next = stringOffset(row + 1);
      if (offset < 0 || next < offset || next > layout.bytesLength()) {
        throw new CorruptBlockException(
            "row "
                + row
                + " has a string of attribute "
                + attribute.name()
                + " from "
                + offset
                + " to "
                + next
                + " of "
                + layout.bytesLength()
                + " bytes");
      }
      offset = next;
    }
  }

  void checkCodes(int begin, int end) throws CorruptBlockException {
    for (int row = begin; row < end; row++) {
      long code = integer(row);
      if (code < 0 || code >= layout.entries()) {
        throw new CorruptBlockException(
            "row "
                + row
                + " has the code "
                + code
                + " of attribute "
                + attribute.name()
                + ", whose dictionary has "
                + layout.entries()
                + " entries");
      }
    }
  }
}
