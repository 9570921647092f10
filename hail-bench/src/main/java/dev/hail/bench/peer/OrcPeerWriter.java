// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.ColumnVector;
import org.apache.orc.storage.ql.exec.vector.DoubleColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;

/**
 * Writes ORC with its library's defaults (dictionaries, row index every 10,000 rows, stripes of 64
 * MiB), compressed with Zstandard. Strings are passed without a copy.
 */
final class OrcPeerWriter implements PeerWriter {
  private final Schema schema;
  private final Writer writer;
  private final VectorizedRowBatch vectors;

  OrcPeerWriter(Configuration configuration, Path file, Schema schema) throws IOException {
    this.schema = schema;
    TypeDescription type = typeOf(schema);
    writer =
        OrcFile.createWriter(
            file,
            OrcFile.writerOptions(configuration).setSchema(type).compress(CompressionKind.ZSTD));
    vectors = type.createRowBatch();
  }

  @Override
  public void write(RowBatch batch) throws IOException {
    for (int begin = 0; begin < batch.size(); begin += vectors.getMaxSize()) {
      int rows = Math.min(vectors.getMaxSize(), batch.size() - begin);
      for (Attribute attribute : schema.attributes()) {
        fill(vectors.cols[attribute.position() - 1], batch, begin, rows, attribute);
      }
      vectors.size = rows;
      writer.addRowBatch(vectors);
      vectors.reset();
    }
  }

  private static void fill(
      ColumnVector column, RowBatch batch, int begin, int rows, Attribute attribute) {
    int position = attribute.position();
    switch (attribute.type().kind()) {
      case INT -> {
        long[] target = ((LongColumnVector) column).vector;
        for (int i = 0; i < rows; i++) {
          target[i] = batch.getInt(begin + i, position);
        }
      }
      case DATE -> {
        long[] target = ((LongColumnVector) column).vector;
        for (int i = 0; i < rows; i++) {
          target[i] = batch.getDateDays(begin + i, position);
        }
      }
      case FLOAT -> {
        double[] target = ((DoubleColumnVector) column).vector;
        for (int i = 0; i < rows; i++) {
          target[i] = batch.getFloat(begin + i, position);
        }
      }
      case STRING -> {
        BytesColumnVector target = (BytesColumnVector) column;
        for (int i = 0; i < rows; i++) {
          target.setRef(
              i,
              batch.stringBuffer(begin + i, position),
              batch.stringOffset(begin + i, position),
              batch.stringLength(begin + i, position));
        }
      }
      default -> throw new UnsupportedType(attribute);
    }
  }

  /** Returns a schema in ORC's form. */
  static TypeDescription typeOf(Schema schema) {
    TypeDescription type = TypeDescription.createStruct();
    for (Attribute attribute : schema.attributes()) {
      type.addField(
          attribute.name(),
          switch (attribute.type().kind()) {
            case INT -> TypeDescription.createInt();
            case DATE -> TypeDescription.createDate();
            case FLOAT -> TypeDescription.createFloat();
            case STRING -> TypeDescription.createString();
            default -> throw new UnsupportedType(attribute);
          });
    }
    return type;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
