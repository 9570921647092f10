// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is on a disk after a crash or a power cut in a swap, and what becomes of it. */
class SwapRecoveryTest {
  private static final long ID = 1_073_741_825L;
  private static final long STAMP = 1001;
  private static final int LENGTH = 200_001;

  @TempDir private Path pool;
  private File home;
  private File sides;
  private byte[] former;
  private byte[] sorted;

  @BeforeEach
  void directories() throws IOException {
    home = DatanodeUtil.idToBlockDir(pool.resolve("current/finalized").toFile(), ID);
    sides = pool.resolve("hail-resort").toFile();
    assertThat(home.mkdirs() && sides.mkdirs()).isTrue();
    former = bytes(1);
    sorted = bytes(2);
  }

  /**
   * States by whose bytes the finalized data and checksums are, and which files lie beside them.
   */
  @ParameterizedTest
  @CsvSource({
    "former, former, data+meta, former",
    "former, former, data+meta+old, former",
    "former, former, data, former",
    "former, former, meta, former",
    "former, former, old, former",
    "former, sorted, data+old, sorted",
    "former, sorted, data, sorted",
    "former, sorted, old, former",
    "sorted, former, meta+old, sorted",
    "sorted, former, meta, sorted",
    "sorted, sorted, old, sorted",
    "sorted, sorted, '', sorted"
  })
  void replica_afterCrashInSwap_isWhole(String data, String checksums, String left, String expected)
      throws IOException {
    writeData(new File(home, "blk_" + ID), bytesOf(data));
    writeMeta(new File(home, "blk_" + ID + "_" + STAMP + ".meta"), bytesOf(checksums));
    leave(left);

    new SwapRecovery(new FileIoProvider(null, null), null, pool.toFile()).run();

    assertThat(new File(home, "blk_" + ID)).hasBinaryContent(bytesOf(expected));
    assertThat(new File(home, "blk_" + ID + "_" + STAMP + ".meta"))
        .hasBinaryContent(meta(bytesOf(expected)));
    assertThat(sides).isEmptyDirectory();
  }

  @Test
  void copy_cutOffByCrash_isNotUsed() throws IOException {
    writeData(new File(home, "blk_" + ID), former);
    writeMeta(new File(home, "blk_" + ID + "_" + STAMP + ".meta"), former);
    writeData(side("data"), Arrays.copyOf(sorted, 1_000));

    new SwapRecovery(new FileIoProvider(null, null), null, pool.toFile()).run();

    assertThat(new File(home, "blk_" + ID)).hasBinaryContent(former);
    assertThat(sides).isEmptyDirectory();
  }

  @Test
  void copy_ofDeletedBlock_isDeleted() throws IOException {
    writeData(side("data"), sorted);

    new SwapRecovery(new FileIoProvider(null, null), null, pool.toFile()).run();

    assertThat(sides).isEmptyDirectory();
    assertThat(home).isEmptyDirectory();
  }

  private void leave(String files) throws IOException {
    if (files.contains("data")) {
      writeData(side("data"), sorted);
    }
    if (files.contains("meta")) {
      writeMeta(side("meta"), sorted);
    }
    if (files.contains("old")) {
      writeMeta(SideName.formerChecksums(sides, ID, STAMP), former);
    }
  }

  private File side(String suffix) {
    return new File(sides, "hail-" + ID + "-" + STAMP + "-17." + suffix);
  }

  private byte[] bytesOf(String which) {
    return which.equals("former") ? former : sorted;
  }

  private static byte[] bytes(long seed) {
    byte[] bytes = new byte[LENGTH];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static void writeData(File file, byte[] bytes) throws IOException {
    Files.write(file.toPath(), bytes);
  }

  private static void writeMeta(File file, byte[] data) throws IOException {
    Files.write(file.toPath(), meta(data));
  }

  private static byte[] meta(byte[] data) throws IOException {
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    byte[] sums = new byte[checksum.getChecksumSize(data.length)];
    checksum.calculateChunkedSums(data, 0, data.length, sums, 0);
    File file = File.createTempFile("meta", null);
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(file)))) {
      BlockMetadataHeader.writeHeader(out, checksum);
      out.write(sums);
    }
    byte[] meta = Files.readAllBytes(file.toPath());
    Files.delete(file.toPath());
    return meta;
  }
}
