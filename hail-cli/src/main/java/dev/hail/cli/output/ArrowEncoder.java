// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;

/**
 * Encodes rows as an Arrow IPC stream: the schema, one record batch per call, the end mark. The
 * code follows the definition of the format instead of using Arrow's library, which needs JVM
 * flags.
 */
public final class ArrowEncoder implements RowEncoder {
  private static final int CONTINUATION = -1;
  private static final int PREFIX = 8;

  private final List<Attribute> attributes = new ArrayList<>();

  /**
   * Makes an encoder for rows of a schema.
   *
   * @param positions attributes to write, from 1, in this order
   */
  public ArrowEncoder(Schema schema, int[] positions) {
    for (int position : positions) {
      attributes.add(schema.attribute(position));
    }
  }

  @Override
  public byte[] begin() {
    FlatBufferBuilder builder = new FlatBufferBuilder(1024);
    int schema = ArrowSchema.write(builder, attributes);
    return message(builder, MessageHeader.Schema, schema, List.of(), 0);
  }

  @Override
  public byte[] encode(RowBatch batch, int begin, int end) {
    List<ArrowColumn> columns = new ArrayList<>();
    for (Attribute attribute : attributes) {
      columns.add(ArrowColumn.of(batch, attribute, begin, end));
    }
    FlatBufferBuilder builder = new FlatBufferBuilder(1024);
    RecordBatch.startNodesVector(builder, columns.size());
    for (int i = columns.size() - 1; i >= 0; i--) {
      FieldNode.createFieldNode(builder, end - begin, columns.get(i).nullCount());
    }
    int nodes = builder.endVector();
    List<byte[]> buffers = new ArrayList<>();
    columns.forEach(column -> buffers.addAll(column.buffers()));
    long[] offsets = new long[buffers.size() + 1];
    for (int i = 0; i < buffers.size(); i++) {
      offsets[i + 1] = offsets[i] + aligned(buffers.get(i).length);
    }
    RecordBatch.startBuffersVector(builder, buffers.size());
    for (int i = buffers.size() - 1; i >= 0; i--) {
      Buffer.createBuffer(builder, offsets[i], buffers.get(i).length);
    }
    int bufferVector = builder.endVector();
    int recordBatch =
        RecordBatch.createRecordBatch(builder, end - begin, nodes, bufferVector, 0, 0);
    long bodyLength = offsets[buffers.size()];
    return message(builder, MessageHeader.RecordBatch, recordBatch, buffers, bodyLength);
  }

  @Override
  public byte[] end() {
    return ByteBuffer.allocate(PREFIX)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(CONTINUATION)
        .putInt(0)
        .array();
  }

  /** A message: prefix, metadata padded to 8 bytes, buffers each padded to 8 bytes. */
  private static byte[] message(
      FlatBufferBuilder builder, byte type, int header, List<byte[]> buffers, long bodyLength) {
    builder.finish(Message.createMessage(builder, MetadataVersion.V5, type, header, bodyLength, 0));
    byte[] metadata = builder.sizedByteArray();
    int metadataLength = aligned(metadata.length);
    ByteBuffer out =
        ByteBuffer.allocate(Math.toIntExact(PREFIX + metadataLength + bodyLength))
            .order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(CONTINUATION).putInt(metadataLength).put(metadata);
    out.position(PREFIX + metadataLength);
    for (byte[] buffer : buffers) {
      int begin = out.position();
      out.put(buffer).position(begin + aligned(buffer.length));
    }
    return out.array();
  }

  private static int aligned(int length) {
    return (length + 7) & ~7;
  }
}
