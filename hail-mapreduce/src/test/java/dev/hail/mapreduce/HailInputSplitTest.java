// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.schema.Schema;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.Test;

final class HailInputSplitTest {

  @Test
  void split_writtenAndReadBack_isUnchanged() throws Exception {
    for (long seed = 0; seed < 200; seed++) {
      HailInputSplit split = random(new Random(seed));

      HailInputSplit read = new HailInputSplit();
      read.readFields(input(bytes(split)));

      assertThat(read).as("seed %d", seed).usingRecursiveComparison().isEqualTo(split);
      assertThat(read.getLength()).as("seed %d", seed).isEqualTo(split.getLength());
    }
  }

  @Test
  void split_ofAnotherVersion_isRefused() throws Exception {
    byte[] bytes = bytes(random(new Random(1)));
    bytes[0] = 9;

    assertThatThrownBy(() -> new HailInputSplit().readFields(input(bytes)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected version 6, found 9");
  }

  @Test
  void split_asked_tellsSortAttributeOfPlannedReplica() {
    SplitBlock block =
        new SplitBlock(
            file("/f"),
            0,
            1,
            2,
            0,
            64,
            "b",
            List.of(new LocatedReplica("a", replica(1, 3)), new LocatedReplica("b", replica(1, 4))),
            List.of(),
            0,
            false);

    assertThat(block.plannedSortAttribute()).isEqualTo(4);
    assertThat(block.plannedOn("c").plannedSortAttribute()).isZero();
  }

  private static HailInputSplit random(Random random) {
    List<SplitBlock> blocks = new ArrayList<>();
    List<SplitFile> files =
        List.of(file("hdfs://nn/file0"), file("hdfs://nn/file1"), file("hdfs://nn/\u00e9"));
    int count = random.nextInt(20);
    for (int i = 0; i < count; i++) {
      List<LocatedReplica> replicas = new ArrayList<>();
      int replicaCount = random.nextInt(4);
      for (int r = 0; r < replicaCount; r++) {
        replicas.add(new LocatedReplica("node" + r, replica(random.nextLong(), r)));
      }
      blocks.add(
          new SplitBlock(
              files.get(random.nextInt(3)),
              i,
              random.nextLong(),
              random.nextLong(),
              random.nextLong() >>> 1,
              random.nextInt(1 << 30),
              random.nextBoolean() ? "" : "node" + random.nextInt(3),
              replicas,
              pseudo(random),
              random.nextInt(3),
              false));
    }
    JobQuery query = new JobQuery("Mapper", "@1 = 'é'", "place", List.of("@2", "name"), "there");
    HailInputSplit split = new HailInputSplit(query, blocks, List.of("host1", "host2"));
    return random.nextBoolean() ? split.toBeMeasured() : split;
  }

  private static List<PseudoReplica> pseudo(Random random) {
    List<PseudoReplica> pseudo = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      LocatedReplica located = new LocatedReplica("node" + i, replica(random.nextLong(), i));
      pseudo.add(new PseudoReplica(located, i == 1 ? "" : "token\u00e9" + i));
    }
    return pseudo;
  }

  private static SplitFile file(String path) {
    return new SplitFile(
        path, Schema.parse("\"\u00e9 a\" STRING, b DECIMAL(4,2)"), List.of(2, 1), 3, "job");
  }

  private static ReplicaInfo replica(long blockId, int sortAttribute) {
    return new ReplicaInfo(
        blockId, 1001, sortAttribute, 4096, 512, 128, 77, 1, new int[] {3, 1, 4}, "DS-1");
  }

  private static byte[] bytes(HailInputSplit split) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    split.write(out);
    return Arrays.copyOf(out.getData(), out.getLength());
  }

  private static DataInputBuffer input(byte[] bytes) {
    DataInputBuffer in = new DataInputBuffer();
    in.reset(bytes, bytes.length);
    return in;
  }
}
