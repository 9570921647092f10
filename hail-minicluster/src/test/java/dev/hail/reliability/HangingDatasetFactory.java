// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HailDatasetFactory;

/**
 * HAIL's dataset with a disk that hangs. Files in the directory that {@value #DIRECTORY} names say
 * what is to happen when a sorted replica is about to be written:
 *
 * <ul>
 *   <li>{@link #HOLD}: the first to come takes it away and waits while {@link #HELD} is there;
 *   <li>{@link #PIPE}, a named pipe: the side files of all blocks below {@value #VOLUME} lead to
 *       it, and the kernel holds whoever opens one until somebody reads the pipe.
 * </ul>
 */
public final class HangingDatasetFactory extends HailDatasetFactory {
  static final String DIRECTORY = "hail.test.hang";

  /** Configuration key of the directory of the volume that hangs. */
  static final String VOLUME = "hail.test.hang.volume";

  static final String HOLD = "hold";
  static final String HELD = "held";
  static final String PIPE = "pipe";

  /** More conversions than a datanode of a test has made by then. */
  private static final int NAMES = 100;

  @Override
  protected StepListener<ReplicaStep> steps(Configuration conf) {
    return new Hanger(Path.of(conf.get(DIRECTORY)), Path.of(conf.get(VOLUME)));
  }

  private record Hanger(Path directory, Path volume) implements StepListener<ReplicaStep> {
    @Override
    public void before(ReplicaStep step) throws IOException {
      if (step != ReplicaStep.WRITE) {
        return;
      }
      Path held = directory.resolve(HELD);
      if (directory.resolve(HOLD).toFile().renameTo(held.toFile())) {
        awaitGone(held);
      }
      Path pipe = directory.resolve(PIPE);
      if (Files.exists(pipe)) {
        for (Path replica : FillingDatasetFactory.unfinished(volume)) {
          String name = replica.getFileName().toString();
          if (name.matches("blk_\\d+")) {
            lead(replica, name.substring("blk_".length()), pipe);
          }
        }
      }
    }

    private static void lead(Path replica, String id, Path pipe) throws IOException {
      for (Path sideFile : FillingDatasetFactory.sideFiles(replica, id, NAMES)) {
        try {
          Files.createSymbolicLink(sideFile, pipe);
        } catch (FileAlreadyExistsException before) {
          // By another block's step.
        }
      }
    }

    private static void awaitGone(Path file) throws IOException {
      while (Files.exists(file)) {
        try {
          Thread.sleep(5);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException("Interrupted while a test held " + file);
        }
      }
    }

    @Override
    public void after(ReplicaStep step) {}
  }
}
