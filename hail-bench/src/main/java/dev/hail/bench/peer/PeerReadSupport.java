// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Fills {@link PeerRow}s from Parquet, without an object per row. */
public final class PeerReadSupport extends ReadSupport<PeerRow> {
  @Override
  public ReadContext init(InitContext context) {
    PeerQuery query = PeerQuery.load(context.getParquetConfiguration());
    Schema schema = query.schema();
    List<Type> fields =
        context.getFileSchema().getFields().stream()
            .filter(field -> query.needs(schema.attribute(field.getName()).position()))
            .toList();
    return new ReadContext(new MessageType("table", fields));
  }

  @Override
  @SuppressWarnings("deprecation") // abstract, so subclasses have to implement it
  public RecordMaterializer<PeerRow> prepareForRead(
      Configuration configuration,
      Map<String, String> metadata,
      MessageType fileSchema,
      ReadContext context) {
    PeerQuery query = PeerQuery.load(configuration);
    return new RowMaterializer(query, context.getRequestedSchema());
  }

  private static final class RowMaterializer extends RecordMaterializer<PeerRow> {
    private final PeerRow row;
    private final RowConverter root;

    RowMaterializer(PeerQuery query, MessageType requested) {
      Schema schema = query.schema();
      row = new PeerRow(schema);
      root = new RowConverter(query, schema, requested, row);
    }

    @Override
    public PeerRow getCurrentRecord() {
      return row;
    }

    @Override
    public GroupConverter getRootConverter() {
      return root;
    }
  }

  private static final class RowConverter extends GroupConverter {
    private final Converter[] fields;

    RowConverter(PeerQuery query, Schema schema, MessageType requested, PeerRow row) {
      fields =
          requested.getFields().stream()
              .map(field -> schema.attribute(field.getName()))
              .map(attribute -> converter(query, attribute, row))
              .toArray(Converter[]::new);
    }

    private static Converter converter(PeerQuery query, Attribute attribute, PeerRow row) {
      int position = attribute.position();
      if (!query.projection().contains(position)) {
        return new Unwanted();
      }
      return switch (attribute.type().kind()) {
        case INT, DATE ->
            new PrimitiveConverter() {
              @Override
              public void addInt(int value) {
                row.setInt(position, value);
              }
            };
        case FLOAT ->
            new PrimitiveConverter() {
              @Override
              public void addFloat(float value) {
                row.setFloat(position, value);
              }
            };
        case STRING -> new TextConverter(row, position);
        default -> throw new UnsupportedType(attribute);
      };
    }

    @Override
    public Converter getConverter(int field) {
      return fields[field];
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }

  /** Ignores the values of an attribute that only the filter uses. */
  private static final class Unwanted extends PrimitiveConverter {
    @Override
    public void addInt(int value) {}

    @Override
    public void addFloat(float value) {}

    @Override
    public void addBinary(Binary value) {}
  }

  private static final class TextConverter extends PrimitiveConverter {
    private final PeerRow row;
    private final int position;
    private byte[][] entries = new byte[0][];

    TextConverter(PeerRow row, int position) {
      this.row = row;
      this.position = position;
    }

    @Override
    public boolean hasDictionarySupport() {
      return true;
    }

    @Override
    public void setDictionary(Dictionary dictionary) {
      entries = new byte[dictionary.getMaxId() + 1][];
      for (int id = 0; id < entries.length; id++) {
        entries[id] = dictionary.decodeToBinary(id).getBytes();
      }
    }

    @Override
    public void addValueFromDictionary(int id) {
      row.setText(position, entries[id], 0, entries[id].length);
    }

    @Override
    public void addBinary(Binary value) {
      byte[] bytes = value.getBytesUnsafe();
      row.setText(position, bytes, 0, bytes.length);
    }
  }
}
