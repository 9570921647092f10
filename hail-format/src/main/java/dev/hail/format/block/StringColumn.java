package dev.hail.format.block;

import dev.hail.format.schema.Attribute;
import java.util.Arrays;

/** STRING, as plain strings or, where few of them are distinct, as codes of a dictionary. */
final class StringColumn extends ColumnBuffer {
  private byte[] bytes = new byte[1 << 14];
  private int[] ends = new int[1024];
  private Dictionary dictionary;

  StringColumn(Attribute attribute) {
    super(attribute);
  }

  @Override
  public void appendBytes(byte[] source, int offset, int length) {
    int begin = byteCount();
    if (length > bytes.length - begin) {
      bytes = Arrays.copyOf(bytes, Capacity.grown(bytes.length, (long) begin + length));
    }
    System.arraycopy(source, offset, bytes, begin, length);
    append(begin + length);
  }

  @Override
  void appendZero() {
    append(byteCount());
  }

  private void append(int end) {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, Capacity.grown(count, count + 1L));
    }
    ends[count++] = end;
  }

  /** Bytes of all strings. */
  int byteCount() {
    return count == 0 ? 0 : ends[count - 1];
  }

  /** The dictionary that {@link #seal} has chosen, or null. */
  Dictionary dictionary() {
    return dictionary;
  }

  @Override
  Encoding seal() {
    dictionary = Dictionary.of(bytes, ends, count, this);
    return dictionary == null ? Encoding.UTF8 : Encoding.ofDictionary(dictionary.size());
  }

  @Override
  void writeValues(byte[] block, ColumnLayout layout) {
    int at = layout.values();
    if (dictionary != null) {
      dictionary.write(block, layout, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      LittleEndian.putInt(block, at + 4 * i + 4, ends[i]);
    }
    System.arraycopy(bytes, 0, block, layout.bytes(), byteCount());
  }

  @Override
  long indexCapacity(int partitions) {
    int longest = 0;
    int begin = 0;
    for (int i = 0; i < count; i++) {
      longest = Math.max(longest, ends[i] - begin);
      begin = ends[i];
    }
    return IndexEncoder.capacityForStrings(partitions, longest);
  }

  @Override
  void truncate(int rows) {
    super.truncate(rows);
    dictionary = null;
  }

  @Override
  long valueMemory() {
    return bytes.length + 4L * ends.length;
  }
}
