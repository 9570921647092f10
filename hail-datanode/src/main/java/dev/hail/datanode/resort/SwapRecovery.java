// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes or undoes swaps that a crash or a failing disk cut off, before the replicas of a volume
 * are served.
 *
 * <p>If a replica's data and checksums do not fit each other, one of the two is replaced so that
 * they do. A file of the copy or the former checksums replace it. That is found out by reading
 * them, so the order in which a power cut let the two renames reach the disk does not matter. A
 * copy of which both files are there, without the former checksums, had not begun to take its
 * place.
 */
public final class SwapRecovery {
  private static final Logger LOG = LoggerFactory.getLogger(SwapRecovery.class);

  private final FileIoProvider io;
  private final FsVolumeSpi volume;
  private final File pool;
  private final File directory;

  /**
   * A recovery of one block pool on one volume.
   *
   * @param volume null if it is not in service yet
   * @param pool the pool's directory, in which HDFS has {@code current}
   */
  public SwapRecovery(FileIoProvider io, FsVolumeSpi volume, File pool) {
    this.io = io;
    this.volume = volume;
    this.pool = pool;
    this.directory = SideName.directory(pool);
  }

  /**
   * Recovers all blocks, and leaves no file of a copy behind but those of a block that cannot be
   * recovered.
   */
  public void run() {
    if (!directory.isDirectory()) {
      return;
    }
    try {
      Map<Long, List<SideName>> blocks = new HashMap<>();
      for (String name : io.list(volume, directory)) {
        SideName.parse(name)
            .ifPresent(
                side -> blocks.computeIfAbsent(side.blockId(), id -> new ArrayList<>()).add(side));
      }
      blocks.values().forEach(this::recover);
    } catch (IOException | RuntimeException e) {
      LOG.error("Cannot look through {} for replicas that were being sorted", directory, e);
    }
  }

  private void recover(List<SideName> files) {
    try {
      Map<SideName.Kind, File> copy = new EnumMap<>(SideName.Kind.class);
      files.forEach(side -> copy.put(side.kind(), file(side)));
      boolean begun = copy.containsKey(SideName.Kind.DATA) != copy.containsKey(SideName.Kind.META);
      if (begun || copy.containsKey(SideName.Kind.OLD)) {
        endSwap(files.get(0), copy);
      }
      files.forEach(side -> io.deleteWithExistsCheck(volume, file(side)));
    } catch (IOException e) {
      LOG.error("Cannot end the swap of {} in {}; its files stay there", files, directory, e);
    }
  }

  private void endSwap(SideName side, Map<SideName.Kind, File> copy) throws IOException {
    File finalized = new File(new File(pool, "current"), "finalized");
    File home = DatanodeUtil.idToBlockDir(finalized, side.blockId());
    File data = new File(home, Block.BLOCK_FILE_PREFIX + side.blockId());
    File checksums =
        new File(home, DatanodeUtil.getMetaName(data.getName(), side.generationStamp()));
    if (!data.exists() || !checksums.exists() || fit(data, checksums)) {
      return;
    }
    if (fit(copy.get(SideName.Kind.DATA), checksums)) {
      io.rename(volume, copy.get(SideName.Kind.DATA), data);
    } else if (fit(data, copy.get(SideName.Kind.OLD))) {
      io.rename(volume, copy.get(SideName.Kind.OLD), checksums);
    } else if (fit(data, copy.get(SideName.Kind.META))) {
      io.rename(volume, copy.get(SideName.Kind.META), checksums);
    } else {
      LOG.warn("{} has wrong checksums, and no file in {} fits", data, directory);
      return;
    }
    LOG.info("Ended the swap of {} that was cut off", data);
  }

  /** Whether both are there and fit each other. */
  private boolean fit(File data, File meta) throws IOException {
    return data != null && meta != null && ChecksummedFile.fit(io, volume, data, meta);
  }

  private File file(SideName side) {
    return new File(directory, side.fileName());
  }
}
