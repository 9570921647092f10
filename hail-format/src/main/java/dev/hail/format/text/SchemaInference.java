// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import dev.hail.format.value.ValueParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Proposes a schema from the start of a text (thesis section 3.3.1, footnote on schema analysis).
 * Each column gets the narrowest type that fits all its values. The sample says nothing about later
 * rows; the notes tell where a wider type may be safer.
 */
public final class SchemaInference {
  private final TextFormat format;
  private final ValueParser parser = new ValueParser();
  private final byte[] nullToken;
  private final List<ColumnProfile> profiles = new ArrayList<>();
  private List<String> names = List.of();
  private long rows;
  private long badRows;

  private SchemaInference(TextFormat format) {
    this.format = format;
    this.nullToken = format.nullToken().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads the first bytes of a stream and proposes a schema. Names come from the header row if the
   * format has one; otherwise they are c1, c2 and so on. Does not close the stream.
   *
   * @param maxBytes most bytes to read, at least 1; a last row that is cut off is left out
   * @throws IOException if the stream fails
   * @throws IllegalArgumentException if the sample has no row
   */
  public static InferredSchema infer(InputStream in, TextFormat format, int maxBytes)
      throws IOException {
    byte[] sample = in.readNBytes(maxBytes);
    boolean whole = sample.length < maxBytes || in.read() < 0;
    return infer(sample, sample.length, whole, format);
  }

  /**
   * Proposes a schema from a sample.
   *
   * @param length bytes of the sample, from index 0
   * @param whole whether the sample is the whole text; otherwise its last row is left out
   * @throws IllegalArgumentException if the sample has no row
   */
  public static InferredSchema infer(byte[] sample, int length, boolean whole, TextFormat format) {
    return new SchemaInference(format).run(sample, length, whole);
  }

  private InferredSchema run(byte[] sample, int length, boolean whole) {
    boolean mark =
        length >= 3
            && sample[0] == (byte) 0xEF
            && sample[1] == (byte) 0xBB
            && sample[2] == (byte) 0xBF;
    RowSplitter splitter = new RowSplitter(format, HeaderNames.MOST, RowShape.any());
    int start = mark ? 3 : 0;
    if (format.header()) {
      int next = splitter.split(sample, start, length, whole, true);
      if (next < 0) {
        throw new IllegalArgumentException(
            "No header row found in the first " + length + " bytes; is the header option right?");
      }
      names = HeaderNames.texts(sample, splitter);
      start = next;
    }
    int width = format.header() ? names.size() : usualWidth(sample, start, length, whole, splitter);
    for (int i = 0; i < width; i++) {
      profiles.add(new ColumnProfile(parser));
    }
    profile(sample, start, length, whole, new RowSplitter(format, width, RowShape.of(width)));
    return proposal();
  }

  private int usualWidth(
      byte[] sample, int start, int length, boolean whole, RowSplitter splitter) {
    Map<Integer, Integer> rowsByWidth = new TreeMap<>();
    int at = start;
    while (at < length) {
      int next = splitter.split(sample, at, length, whole, true);
      if (next == RowSplitter.NEEDS_MORE) {
        break;
      }
      if (next >= 0 && splitter.fieldWithTail() < 0) {
        rowsByWidth.merge(splitter.fieldCount(), 1, Integer::sum);
      }
      at = next >= 0 ? next : LineBytes.indexOf(sample, at, length, '\n') + 1;
    }
    return rowsByWidth.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "No row found in the first "
                        + length
                        + " bytes; give a larger sample or check delimiter and quoting"));
  }

  private void profile(byte[] sample, int start, int length, boolean whole, RowSplitter splitter) {
    int at = start;
    while (at < length) {
      int next = splitter.split(sample, at, length, whole, true);
      if (next == RowSplitter.NEEDS_MORE) {
        return;
      }
      boolean good =
          next >= 0 && splitter.fieldCount() == profiles.size() && splitter.fieldWithTail() < 0;
      if (good) {
        rows++;
        // Row number in the text, from 1, without the header.
        long row = rows + badRows;
        for (int field = 0; field < profiles.size(); field++) {
          addField(sample, splitter, field, row);
        }
      } else {
        badRows++;
      }
      at = next >= 0 ? next : LineBytes.indexOf(sample, at, length, '\n') + 1;
    }
  }

  private void addField(byte[] sample, RowSplitter splitter, int field, long row) {
    int from = splitter.start(field);
    int to = splitter.end(field);
    ColumnProfile profile = profiles.get(field);
    boolean quoted = splitter.form(field) != RowSplitter.PLAIN;
    boolean isNull = !quoted && isNull(sample, from, to);
    while (from < to && sample[from] == ' ') {
      from++;
    }
    while (from < to && sample[to - 1] == ' ') {
      to--;
    }
    if (isNull || (!quoted && isNull(sample, from, to))) {
      profile.addNull();
    } else {
      profile.add(sample, from, to, row);
    }
  }

  private boolean isNull(byte[] sample, int from, int to) {
    return Arrays.equals(sample, from, to, nullToken, 0, nullToken.length);
  }

  private InferredSchema proposal() {
    List<Attribute> attributes = new ArrayList<>();
    List<InferredSchema.Column> columns = new ArrayList<>();
    List<String> unique = HeaderNames.attributeNames(names, profiles.size());
    for (int i = 0; i < profiles.size(); i++) {
      ColumnProfile profile = profiles.get(i);
      Attribute attribute = new Attribute(i + 1, unique.get(i), profile.type());
      attributes.add(attribute);
      columns.add(
          new InferredSchema.Column(attribute, profile.values(), profile.nulls(), profile.note()));
    }
    boolean looksLikeHeader =
        !format.header() && profiles.stream().anyMatch(ColumnProfile::onlyFirstRowMisfits);
    return new InferredSchema(Schema.of(attributes), columns, rows, badRows, looksLikeHeader);
  }
}
