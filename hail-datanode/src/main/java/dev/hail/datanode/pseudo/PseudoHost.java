// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** What keeping pseudo replicas needs of the datanode's dataset. Thread-safe. */
public interface PseudoHost {

  /**
   * How a volume is filled.
   *
   * @param capacity bytes that HDFS may use on it
   * @param available bytes that are free for HDFS now
   */
  record Room(long capacity, long available) {}

  /** The local volumes of a storage type. */
  List<FsVolumeSpi> volumes(StorageType type);

  /** Whether a volume is still in use. */
  boolean isInUse(FsVolumeSpi volume);

  /**
   * How a volume is filled.
   *
   * @throws IOException if that cannot be told
   */
  Room room(FsVolumeSpi volume) throws IOException;

  /** Counts bytes as used on a volume by a block pool; negative if they are no longer. */
  void countUsed(String blockPoolId, FsVolumeSpi volume, long bytes);

  /** Tells clients that have a replica's files open that they are gone. */
  void forgetOpenFiles(String blockPoolId, long blockId);
}
