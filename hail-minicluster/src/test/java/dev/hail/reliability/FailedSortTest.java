// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.fault.FaultFiles;
import dev.hail.fault.FaultyDatasetFactory;
import dev.hail.minicluster.Waiting;
import java.io.File;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sorts and writes of sorted replicas that throw, once, on one of three datanodes. */
class FailedSortTest {
  private static FaultyCluster cluster;
  private static Path faults;

  @BeforeAll
  static void start(@TempDir File folder) throws Exception {
    faults = folder.toPath();
    Configuration settings = FaultyCluster.settings();
    FaultyDatasetFactory.use(settings::set, faults);
    cluster = FaultyCluster.start(settings, builder -> builder);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @CsvSource({
    "SORT, true, runtime",
    "SORT, false, io",
    "WRITE, true, io",
    "WRITE, false, runtime",
    "RENAME_CHECKSUMS, true, io",
    "RENAME_DATA, true, io"
  })
  void replica_thatCouldNotBeSortedOrStored_isMadeAnew(
      ReplicaStep step, boolean before, String fault) throws Exception {
    String path = "/" + step + "-" + before;
    Table table = Table.random(step.name().hashCode(), 1_200);
    long fired = FaultFiles.fired(faults);
    FaultFiles.arm(faults, before, step, fault);

    cluster.upload(path, table);

    Waiting.untilEqual("the number of faults", fired + 1, () -> FaultFiles.fired(faults));
    cluster.assertAnswers(path, table);
    cluster.awaitWhole(path, table);
  }
}
