// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.protocol.Indexing;
import dev.hail.protocol.ProtocolMessages;
import dev.hail.protocol.PseudoMessages;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.protocol.proto.HailProtos.BeginIndexingRequestProto;
import dev.hail.protocol.proto.HailProtos.GrantIndexRequestProto;
import dev.hail.protocol.proto.HailProtos.IndexingProto;
import dev.hail.protocol.proto.HailProtos.NoteUseRequestProto;
import dev.hail.protocol.proto.HailProtos.RecordFilterRequestProto;
import dev.hail.protocol.proto.HailProtos.ReplicaProto;
import dev.hail.protocol.proto.HailProtos.SuspectReplicaRequestProto;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.Message;

/** Bytes of a request become a value, or are refused as malformed or inconsistent. */
final class RequestBytes {
  /** Reads the bytes of one kind of message as a value. */
  private interface Reading {
    Object read(byte[] bytes) throws InvalidProtocolBufferException;
  }

  private static final List<Reading> READINGS =
      List.of(
          bytes -> ReplicaInfo.fromProto(ReplicaProto.parseFrom(bytes)),
          bytes -> PseudoMessages.fromProto(GrantIndexRequestProto.parseFrom(bytes)),
          bytes -> PseudoMessages.fromProto(SuspectReplicaRequestProto.parseFrom(bytes)),
          bytes -> ProtocolMessages.fromProto(RecordFilterRequestProto.parseFrom(bytes)),
          bytes -> ProtocolMessages.fromProto(NoteUseRequestProto.parseFrom(bytes)),
          bytes -> ProtocolMessages.planFromProto(BeginIndexingRequestProto.parseFrom(bytes)),
          bytes -> Indexing.fromProto(IndexingProto.parseFrom(bytes)));

  /** The first byte chooses the kind of message, the rest is the message. */
  static Stream<byte[]> seeds() {
    List<Message> messages =
        List.of(
            ReplicaProto.newBuilder()
                .setBlockId(1)
                .setGenerationStamp(2)
                .setSortAttribute(3)
                .setBlockLength(4096)
                .setFrontLength(128)
                .setIndexLength(8)
                .setRowCount(9)
                .setFormatVersion(1)
                .addAllIndexAttributes(List.of(3, 1))
                .setStorageId("DS-1")
                .build(),
            GrantIndexRequestProto.newBuilder()
                .setPath("/a")
                .setBlockId(1)
                .setGenerationStamp(2)
                .setSortAttribute(3)
                .setHost("h")
                .addRefusedBy("u")
                .build(),
            SuspectReplicaRequestProto.newBuilder()
                .setPath("/a")
                .setBlockId(1)
                .setSortAttribute(2)
                .setDatanodeUuid("u")
                .build(),
            RecordFilterRequestProto.newBuilder()
                .setPath("/a")
                .setFilter("3=,5<")
                .setBegins(true)
                .addMeasures(
                    RecordFilterRequestProto.MeasureProto.newBuilder()
                        .setAttribute(0)
                        .setBlocks(3)
                        .setShare(0.5))
                .build(),
            NoteUseRequestProto.newBuilder()
                .setPath("/a")
                .setSortAttribute(1)
                .setServedBytes(2)
                .setSavedBytes(1)
                .setWantedBytes(0)
                .build(),
            BeginIndexingRequestProto.newBuilder()
                .setBlocks(9)
                .setUnindexedBlocks(8)
                .setSlots(7)
                .setBlocksPerTask(6)
                .setRate(0.5)
                .setEager(true)
                .setTarget(1)
                .setSelectivityMax(0.1)
                .build(),
            IndexingProto.newBuilder().setJob("j").setPath("/a").setSortAttribute(1).build());
    return IntStream.range(0, messages.size())
        .mapToObj(kind -> prefixed(kind, messages.get(kind).toByteArray()));
  }

  private static byte[] prefixed(int kind, byte[] message) {
    byte[] bytes = new byte[message.length + 1];
    bytes[0] = (byte) kind;
    System.arraycopy(message, 0, bytes, 1, message.length);
    return bytes;
  }

  /** What Jazzer calls. */
  public static void fuzzerTestOneInput(byte[] bytes) {
    if (bytes.length == 0) {
      return;
    }
    Reading reading = READINGS.get((bytes[0] & 0xFF) % READINGS.size());
    try {
      Object value = reading.read(Arrays.copyOfRange(bytes, 1, bytes.length));
      assertThat(value).isNotNull().hasSameHashCodeAs(value);
    } catch (InvalidProtocolBufferException | IllegalArgumentException refused) {
      assertThat(refused).message().isNotBlank();
    }
  }
}
