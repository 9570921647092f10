// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.sql.Date;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.ColumnVector;
import org.apache.orc.storage.ql.exec.vector.DoubleColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.storage.ql.io.sarg.PredicateLeaf;
import org.apache.orc.storage.ql.io.sarg.SearchArgument;
import org.apache.orc.storage.ql.io.sarg.SearchArgumentFactory;

/**
 * Reads the rows of one split of an ORC file, with filter and projection pushed down. Statistics
 * exclude stripes and row groups, then the filter excludes rows. Other columns are decoded only for
 * qualifying rows.
 */
final class OrcPeerReader extends RecordReader<Void, PeerRow> {
  private PeerQuery query;
  private Schema schema;
  private Reader file;
  private org.apache.orc.RecordReader rows;
  private VectorizedRowBatch batch;
  private PeerRow row;
  private int next;

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    Configuration configuration = context.getConfiguration();
    query = PeerQuery.load(configuration);
    schema = query.schema();
    row = new PeerRow(schema);
    FileSplit part = (FileSplit) split;
    file = OrcFile.createReader(part.getPath(), OrcFile.readerOptions(configuration));
    Reader.Options options =
        file.options()
            .range(part.getStart(), part.getLength())
            .include(include())
            .searchArgument(searchArgument(), names())
            .allowSARGToFilter(true)
            .useSelected(true);
    rows = file.rows(options);
    batch = file.getSchema().createRowBatch();
  }

  /**
   * Returns which columns to read, by column id: 0 is the row itself, an attribute's id is its
   * position.
   */
  private boolean[] include() {
    boolean[] include = new boolean[schema.size() + 1];
    include[0] = true;
    for (int position = 1; position <= schema.size(); position++) {
      include[position] = query.needs(position);
    }
    return include;
  }

  private String[] names() {
    String[] names = new String[schema.size() + 1];
    for (Attribute attribute : schema.attributes()) {
      names[attribute.position()] = attribute.name();
    }
    return names;
  }

  private SearchArgument searchArgument() {
    SearchArgument.Builder builder = SearchArgumentFactory.newBuilder().startAnd();
    for (PeerQuery.Range range : query.ranges()) {
      Attribute attribute = schema.attribute(range.position());
      PredicateLeaf.Type type =
          switch (attribute.type().kind()) {
            case INT -> PredicateLeaf.Type.LONG;
            case DATE -> PredicateLeaf.Type.DATE;
            case FLOAT -> PredicateLeaf.Type.FLOAT;
            case STRING -> PredicateLeaf.Type.STRING;
            default -> throw new UnsupportedType(attribute);
          };
      if (range.isPoint()) {
        builder.equals(attribute.name(), type, literal(type, range.low()));
      } else {
        builder.between(
            attribute.name(), type, literal(type, range.low()), literal(type, range.high()));
      }
    }
    return builder.end().build();
  }

  private static Object literal(PredicateLeaf.Type type, String text) {
    return switch (type) {
      case LONG -> Long.valueOf(text);
      case DATE -> Date.valueOf(text);
      case FLOAT -> Double.valueOf(text);
      default -> text;
    };
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    while (batch.size == next) {
      next = 0;
      if (!rows.nextBatch(batch)) {
        batch.size = 0;
        return false;
      }
    }
    int number = batch.selectedInUse ? batch.selected[next] : next;
    next++;
    for (int position : query.projection()) {
      copy(batch.cols[position - 1], number, position);
    }
    return true;
  }

  private void copy(ColumnVector column, int row0, int position) {
    int number = column.isRepeating ? 0 : row0;
    switch (schema.attribute(position).type().kind()) {
      case INT, DATE -> row.setInt(position, (int) ((LongColumnVector) column).vector[number]);
      case FLOAT -> row.setFloat(position, (float) ((DoubleColumnVector) column).vector[number]);
      case STRING -> {
        BytesColumnVector strings = (BytesColumnVector) column;
        row.setText(
            position, strings.vector[number], strings.start[number], strings.length[number]);
      }
      default -> throw new UnsupportedType(schema.attribute(position));
    }
  }

  @Override
  public Void getCurrentKey() {
    return null;
  }

  @Override
  public PeerRow getCurrentValue() {
    return row;
  }

  @Override
  public float getProgress() throws IOException {
    return rows == null ? 0 : rows.getProgress();
  }

  @Override
  public void close() throws IOException {
    try {
      if (rows != null) {
        rows.close();
      }
    } finally {
      if (file != null) {
        file.close();
      }
    }
  }
}
