// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * Writes Parquet with its library's defaults (dictionaries, page index, row groups of 128 MiB),
 * compressed with Zstandard. Values go from the batch to the library without an object per row.
 */
final class ParquetPeerWriter implements PeerWriter {
  private final ParquetWriter<RowCursor> writer;
  private final RowCursor cursor = new RowCursor();

  ParquetPeerWriter(Configuration configuration, Path file, Schema schema) throws IOException {
    writer =
        new Builder(HadoopOutputFile.fromPath(file, configuration), schema)
            .withConf(configuration)
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .build();
  }

  @Override
  public void write(RowBatch batch) throws IOException {
    cursor.batch = batch;
    for (cursor.row = 0; cursor.row < batch.size(); cursor.row++) {
      writer.write(cursor);
    }
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  /** Returns a schema in Parquet's form; no attribute may be NULL. */
  static MessageType messageType(Schema schema) {
    List<Type> fields = schema.attributes().stream().map(ParquetPeerWriter::field).toList();
    return new MessageType("table", fields);
  }

  private static Type field(Attribute attribute) {
    Types.PrimitiveBuilder<PrimitiveType> builder =
        switch (attribute.type().kind()) {
          case INT -> Types.required(PrimitiveTypeName.INT32);
          case DATE -> Types.required(PrimitiveTypeName.INT32).as(LogicalTypeAnnotation.dateType());
          case FLOAT -> Types.required(PrimitiveTypeName.FLOAT);
          case STRING ->
              Types.required(PrimitiveTypeName.BINARY).as(LogicalTypeAnnotation.stringType());
          default -> throw new UnsupportedType(attribute);
        };
    return builder.named(attribute.name());
  }

  /** One row of a batch. */
  private static final class RowCursor {
    private RowBatch batch;
    private int row;
  }

  private static final class Builder extends ParquetWriter.Builder<RowCursor, Builder> {
    private final Schema schema;

    Builder(HadoopOutputFile file, Schema schema) {
      super(file);
      this.schema = schema;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract, so subclasses have to implement it
    protected WriteSupport<RowCursor> getWriteSupport(Configuration configuration) {
      return new RowSupport(schema);
    }
  }

  private static final class RowSupport extends WriteSupport<RowCursor> {
    private final Schema schema;
    private final List<Attribute> attributes;
    private RecordConsumer consumer;

    RowSupport(Schema schema) {
      this.schema = schema;
      this.attributes = schema.attributes();
    }

    @Override
    @SuppressWarnings("deprecation") // abstract, so subclasses have to implement it
    public WriteContext init(Configuration configuration) {
      return new WriteContext(messageType(schema), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      consumer = recordConsumer;
    }

    @Override
    public void write(RowCursor row) {
      consumer.startMessage();
      for (int field = 0; field < attributes.size(); field++) {
        Attribute attribute = attributes.get(field);
        consumer.startField(attribute.name(), field);
        writeValue(row.batch, row.row, attribute);
        consumer.endField(attribute.name(), field);
      }
      consumer.endMessage();
    }

    private void writeValue(RowBatch batch, int row, Attribute attribute) {
      int position = attribute.position();
      switch (attribute.type().kind()) {
        case INT -> consumer.addInteger(batch.getInt(row, position));
        case DATE -> consumer.addInteger(batch.getDateDays(row, position));
        case FLOAT -> consumer.addFloat(batch.getFloat(row, position));
        case STRING ->
            consumer.addBinary(
                Binary.fromReusedByteArray(
                    batch.stringBuffer(row, position),
                    batch.stringOffset(row, position),
                    batch.stringLength(row, position)));
        default -> throw new UnsupportedType(attribute);
      }
    }
  }
}
