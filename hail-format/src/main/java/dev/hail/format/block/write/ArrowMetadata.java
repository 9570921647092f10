// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.hail.format.block.layout.Encoding;
import dev.hail.format.schema.Attribute;
import java.util.List;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.DictionaryKind;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;

/** The Arrow IPC metadata of a block, as flatbuffers. */
final class ArrowMetadata {
  private static final String SQL_TYPE = "hail.type";
  private static final String FORMAT = "hail.format";

  private ArrowMetadata() {}

  /** One buffer of a message's body, relative to the start of the body. */
  record BodyBuffer(long offset, long length) {}

  /** The place of an encapsulated message in the file. */
  record MessageBlock(int offset, int metadataLength, long bodyLength) {}

  static byte[] schemaMessage(List<Attribute> attributes, List<Encoding> encodings) {
    FlatBufferBuilder b = new FlatBufferBuilder(1024);
    return message(b, MessageHeader.Schema, schema(b, attributes, encodings), 0);
  }

  static byte[] recordBatchMessage(
      long rows, List<Integer> nullCounts, List<BodyBuffer> buffers, long bodyLength) {
    FlatBufferBuilder b = new FlatBufferBuilder(1024);
    int batch = recordBatch(b, rows, nullCounts, buffers);
    return message(b, MessageHeader.RecordBatch, batch, bodyLength);
  }

  static byte[] dictionaryMessage(
      long id, long entries, List<BodyBuffer> buffers, long bodyLength) {
    FlatBufferBuilder b = new FlatBufferBuilder(512);
    int batch = recordBatch(b, entries, List.of(0), buffers);
    int dictionary = DictionaryBatch.createDictionaryBatch(b, id, batch, false);
    return message(b, MessageHeader.DictionaryBatch, dictionary, bodyLength);
  }

  static byte[] footer(
      List<Attribute> attributes,
      List<Encoding> encodings,
      List<MessageBlock> dictionaries,
      MessageBlock recordBatch) {
    FlatBufferBuilder b = new FlatBufferBuilder(1024);
    int schema = schema(b, attributes, encodings);
    Footer.startDictionariesVector(b, dictionaries.size());
    for (int i = dictionaries.size() - 1; i >= 0; i--) {
      block(b, dictionaries.get(i));
    }
    int dictionaryVector = b.endVector();
    Footer.startRecordBatchesVector(b, 1);
    block(b, recordBatch);
    int batchVector = b.endVector();
    b.finish(Footer.createFooter(b, MetadataVersion.V5, schema, dictionaryVector, batchVector, 0));
    return b.sizedByteArray();
  }

  private static void block(FlatBufferBuilder b, MessageBlock block) {
    Block.createBlock(b, block.offset(), block.metadataLength(), block.bodyLength());
  }

  private static byte[] message(FlatBufferBuilder b, byte type, int header, long bodyLength) {
    b.finish(Message.createMessage(b, MetadataVersion.V5, type, header, bodyLength, 0));
    return b.sizedByteArray();
  }

  private static int recordBatch(
      FlatBufferBuilder b, long rows, List<Integer> nullCounts, List<BodyBuffer> buffers) {
    RecordBatch.startNodesVector(b, nullCounts.size());
    for (int i = nullCounts.size() - 1; i >= 0; i--) {
      FieldNode.createFieldNode(b, rows, nullCounts.get(i));
    }
    int nodes = b.endVector();
    RecordBatch.startBuffersVector(b, buffers.size());
    for (int i = buffers.size() - 1; i >= 0; i--) {
      Buffer.createBuffer(b, buffers.get(i).offset(), buffers.get(i).length());
    }
    int bufferVector = b.endVector();
    return RecordBatch.createRecordBatch(b, rows, nodes, bufferVector, 0, 0);
  }

  private static int schema(
      FlatBufferBuilder b, List<Attribute> attributes, List<Encoding> encodings) {
    int[] fields = new int[attributes.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = field(b, attributes.get(i), encodings.get(i));
    }
    int fieldVector = Schema.createFieldsVector(b, fields);
    int format = Schema.createCustomMetadataVector(b, new int[] {keyValue(b, FORMAT, "1")});
    return Schema.createSchema(b, Endianness.Little, fieldVector, format, 0);
  }

  private static int field(FlatBufferBuilder b, Attribute attribute, Encoding encoding) {
    int name = b.createString(attribute.name());
    int sqlType = keyValue(b, SQL_TYPE, attribute.type().toSql());
    int metadata = Field.createCustomMetadataVector(b, new int[] {sqlType});
    int children = Field.createChildrenVector(b, new int[0]);
    // Of a dictionary this is the width of the codes. Its values are strings, which have no width.
    int bits = encoding.codec().width() * Byte.SIZE;
    int type = ArrowTypes.write(b, attribute.type(), bits);
    int dictionary = 0;
    if (encoding.isDictionary()) {
      int code = Int.createInt(b, bits, true);
      dictionary =
          DictionaryEncoding.createDictionaryEncoding(
              b, attribute.position(), code, true, DictionaryKind.DenseArray);
    }
    return Field.createField(
        b, name, true, ArrowTypes.tag(attribute.type()), type, dictionary, children, metadata);
  }

  private static int keyValue(FlatBufferBuilder b, String key, String value) {
    return KeyValue.createKeyValue(b, b.createString(key), b.createString(value));
  }
}
