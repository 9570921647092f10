// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import dev.hail.format.schema.Schema;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * Cuts a stream of delimited text into chunks of whole rows, which can be parsed independently.
 * Line ends within quotes do not end a row. The byte order mark and the header row are left out.
 *
 * <p>A row goes on over line ends only if that makes a row of the schema: with its number of
 * fields, with nothing between closing quotes and delimiters, with line ends in STRINGs only, and
 * not too long. Otherwise the row ends with its first line, which parses to one bad record, and the
 * next line begins the next row. So one stray quote does not take good lines with it. The search
 * for the closing quote ends at the longest row of the format.
 *
 * <p>A line that is too long becomes a chunk of its own and parses to one bad record.
 *
 * <p>Keeps in memory at most the target, the longest row and the bytes read ahead. Not thread-safe.
 */
public final class RowCutter implements Closeable {
  private static final int MAX_TARGET_BYTES = 1 << 30;
  private static final int MIN_READ_BYTES = 1 << 16;

  /** Bytes per read; each read is scanned while it is in the caches of a core. */
  private static final int MAX_READ_BYTES = 1 << 18;

  private final InputStream in;
  private final TextFormat format;
  private final int targetBytes;
  private final RowSplitter splitter;
  private final RowSplitter headerSplitter;
  private final IntFunction<byte[]> memory;

  private List<String> header;
  private byte[] buffer = new byte[0];
  private int begin;
  private int end;
  private boolean eof;
  private boolean started;
  private boolean headerPending;
  private long line = 1;
  private long offset;

  /** Line feeds in the buffered bytes. */
  private int lines;

  /** Flags of {@link LineBytes#scan} for the buffered bytes. */
  private long flags;

  /**
   * Cuts a stream and closes it with the cutter.
   *
   * @param schema attributes of the rows
   * @param targetBytes wanted bytes per chunk, at least 1 and at most 1 GiB; larger values count as
   *     1 GiB. A chunk is smaller by less than a row, or larger if its first row is
   */
  public RowCutter(InputStream in, TextFormat format, Schema schema, long targetBytes) {
    this(in, format, schema, targetBytes, byte[]::new);
  }

  /**
   * Cuts a stream into arrays that may be reused. Closes the stream with the cutter.
   *
   * @param memory gives an array of at least the length asked for, with any content; the array may
   *     become a chunk
   */
  public RowCutter(
      InputStream in,
      TextFormat format,
      Schema schema,
      long targetBytes,
      IntFunction<byte[]> memory) {
    if (targetBytes < 1) {
      throw new IllegalArgumentException("Target must be at least 1 byte, found " + targetBytes);
    }
    this.in = Objects.requireNonNull(in, "in is null");
    this.memory = Objects.requireNonNull(memory, "memory is null");
    this.format = Objects.requireNonNull(format, "format is null");
    this.targetBytes = (int) Math.min(targetBytes, MAX_TARGET_BYTES);
    this.splitter = new RowSplitter(format, 0, RowShape.of(schema));
    this.headerSplitter = new RowSplitter(format, HeaderNames.MOST, RowShape.of(schema.size()));
    this.headerPending = format.header();
  }

  /**
   * Returns the next rows.
   *
   * @return null at the end of the stream
   * @throws IOException if the stream fails
   */
  public TextChunk next() throws IOException {
    if (!started) {
      skipByteOrderMark();
    }
    fill(targetBytes);
    while (begin < end) {
      int cut = headerPending ? begin : lastRowEnd();
      if (cut > begin) {
        return rows(cut);
      }
      RowSplitter first = headerPending ? headerSplitter : splitter;
      int next = first.split(buffer, begin, end, eof, true);
      if (next == RowSplitter.NEEDS_MORE) {
        fill((int) Math.min(2L * (end - begin) + MIN_READ_BYTES, longestRow()));
      } else if (next == RowSplitter.TOO_LONG) {
        header = headerPending ? List.of() : header;
        headerPending = false;
        return defect();
      } else if (headerPending) {
        headerPending = false;
        header = next == RowSplitter.RUNS_ON ? List.of() : HeaderNames.texts(buffer, first);
        advance(next == RowSplitter.RUNS_ON ? afterLine(begin, end) : next);
        fill(targetBytes);
      } else {
        return rows(next == RowSplitter.RUNS_ON ? afterLine(begin, end) : next);
      }
    }
    return null;
  }

  /**
   * The texts of the header row's fields, without spaces around them; empty if the row cannot be
   * split.
   *
   * @return null if {@link #next()} has met no header row, because the format has none or the
   *     stream is empty
   */
  public List<String> header() {
    return header;
  }

  /** Bytes needed to decide whether a row is too long: its text, CRLF and one more. */
  private int longestRow() {
    return format.maxRowBytes() + 3;
  }

  private void skipByteOrderMark() throws IOException {
    started = true;
    fill(ByteOrderMark.LENGTH);
    if (ByteOrderMark.starts(buffer, begin, end)) {
      advance(ByteOrderMark.LENGTH);
    }
  }

  /** End of the last row that ends within the target; {@code begin} if the first does not. */
  private int lastRowEnd() {
    int limit = (int) Math.min(end, (long) begin + targetBytes);
    boolean last = eof && limit == end;
    boolean quotes =
        format.quoting()
            && (flags & LineBytes.QUOTE) != 0
            && LineBytes.indexOf(buffer, begin, limit, '"') < limit;
    if (!quotes) {
      return last ? end : LineBytes.afterLastLine(buffer, begin, limit);
    }
    int rowStart = begin;
    while (rowStart < limit) {
      int next = splitter.split(buffer, rowStart, limit, last, true);
      if (next < 0 && next != RowSplitter.RUNS_ON) {
        return rowStart;
      }
      rowStart = next < 0 ? afterLine(rowStart, limit) : next;
    }
    return rowStart;
  }

  /** Returns the buffer itself if the rows fill most of it, otherwise a copy of the rows. */
  private TextChunk rows(int cut) {
    int length = cut - begin;
    if (begin > 0 || length < buffer.length / 2) {
      byte[] copy = Arrays.copyOfRange(buffer, begin, cut);
      TextChunk chunk = TextChunk.scanned(copy, length, line, offset, flags);
      advance(cut);
      return chunk;
    }
    byte[] bytes = buffer;
    TextChunk chunk = TextChunk.scanned(bytes, length, line, offset, flags);
    advance(cut);
    int rest = end - cut;
    buffer = eof ? new byte[rest] : memory.apply(Math.max(targetBytes, rest));
    System.arraycopy(bytes, cut, buffer, 0, rest);
    begin = 0;
    end = rest;
    return chunk;
  }

  /** Start of the line after the one at {@code from}; {@code to} if it is the last. */
  private int afterLine(int from, int to) {
    return Math.min(to, LineBytes.indexOf(buffer, from, to, '\n') + 1);
  }

  /** Makes a bad record of the line at {@code begin}, which is too long. */
  private TextChunk defect() throws IOException {
    fill(longestRow());
    int limit = (int) Math.min(end, (long) begin + longestRow());
    int lineEnd = LineBytes.indexOf(buffer, begin, limit, '\n');
    int lineBytes = Defects.lineBytes(buffer, begin, lineEnd);
    String reason = Defects.tooLong(format.maxRowBytes(), lineBytes);
    int kept = Math.min(lineBytes, format.maxRowBytes());
    byte[] raw = Arrays.copyOfRange(buffer, begin, begin + kept);
    TextChunk chunk = TextChunk.badRecord(raw, kept, line, offset, reason);
    skipLine();
    return chunk;
  }

  private void skipLine() throws IOException {
    while (begin < end) {
      int lineEnd = LineBytes.indexOf(buffer, begin, end, '\n');
      if (lineEnd < end) {
        advance(lineEnd + 1);
        return;
      }
      advance(end);
      fill(MIN_READ_BYTES);
    }
  }

  private void advance(int to) {
    int passed;
    if (to - begin < end - to) {
      passed = LineBytes.countLines(buffer, begin, to);
      lines -= passed;
    } else {
      passed = lines;
      lines = 0;
      flags = 0;
      note(to, end);
      passed -= lines;
    }
    line += passed;
    offset += to - begin;
    begin = to;
  }

  private void note(int from, int to) {
    long scanned = LineBytes.scan(buffer, from, to);
    lines += (int) scanned;
    flags |= scanned & (LineBytes.QUOTE | LineBytes.BEYOND_ASCII);
  }

  /** Reads until {@code wanted} bytes are buffered or the stream ends. */
  private void fill(int wanted) throws IOException {
    if (eof || end - begin >= wanted) {
      return;
    }
    while (end - begin < wanted) {
      if (end == buffer.length || buffer.length - begin < MIN_READ_BYTES) {
        makeRoom(wanted);
      }
      int read = in.read(buffer, end, Math.min(buffer.length - end, MAX_READ_BYTES));
      if (read < 0) {
        eof = true;
        return;
      }
      note(end, end + read);
      end += read;
    }
  }

  /** Moves the buffered bytes to the start, of a larger array if the room is still too small. */
  private void makeRoom(int wanted) {
    int rest = end - begin;
    byte[] target = buffer;
    if (2L * rest >= buffer.length) {
      long grown = Math.max(2L * buffer.length, MIN_READ_BYTES);
      target = memory.apply((int) Math.min(grown, Math.max(wanted, MIN_READ_BYTES)));
    }
    System.arraycopy(buffer, begin, target, 0, rest);
    buffer = target;
    begin = 0;
    end = rest;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
