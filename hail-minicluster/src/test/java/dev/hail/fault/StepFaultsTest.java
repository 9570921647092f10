// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.client.upload.TextSource;
import dev.hail.client.upload.Upload;
import dev.hail.client.upload.UploadRequest;
import dev.hail.client.upload.UploadStep;
import dev.hail.client.upload.UploadSummary;
import dev.hail.conf.HailConfigKeys;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.Waiting;
import dev.hail.testing.LiveFiles;
import dev.hail.testing.RightAnswer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Steps of one datanode and of uploads that throw: rows are there or the upload says they aren't.
 */
class StepFaultsTest {
  private static final int ROWS_OF_EACH = 2000;

  @TempDir private static java.nio.file.Path faults;
  private static HailMiniCluster cluster;
  private static ExecutorService threads;
  private static Map<Failure, Future<UploadSummary>> uploads;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    FaultyDatasetFactory.use(conf::set, faults);
    conf.set(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "300ms");
    // Else a lost order may be back when an upload says which blocks have no index.
    conf.setInt(HailConfigKeys.NAMENODE_REORDER_PER_MINUTE, 0);
    cluster = HailMiniCluster.builder().dataNodes(1).configuration(conf).build();
    cluster.awaitHail();
    threads = Executors.newCachedThreadPool();
    uploads = new HashMap<>();
  }

  @AfterAll
  static void stop() {
    threads.shutdownNow();
    cluster.close();
  }

  /** A step that fails once, before or after it. */
  private record Failure(Enum<?> step, String fault, boolean before) {
    static Stream<Failure> of(Enum<?>... steps) {
      return Stream.of(steps)
          .flatMap(
              step ->
                  Stream.of("io", "runtime")
                      .flatMap(
                          fault ->
                              Stream.of(true, false)
                                  .map(before -> new Failure(step, fault, before))));
    }

    void arm() throws IOException {
      FaultFiles.arm(faults, before, step, fault);
    }

    Path path() {
      return new Path("/" + step + "-" + fault + "-" + before);
    }
  }

  static Stream<Failure> failuresOfReplicas() {
    return Failure.of(ReplicaStep.SORT, ReplicaStep.WRITE);
  }

  /** Begins the uploads of all cases with the first one: each waits long for its index. */
  private static Map<Failure, Future<UploadSummary>> uploads() throws Exception {
    if (uploads.isEmpty()) {
      for (Failure failure : failuresOfReplicas().toList()) {
        long fired = FaultFiles.fired(faults);
        failure.arm();
        uploads.put(
            failure, threads.submit(() -> upload(failure.path(), new FaultFiles<>(faults))));
        Waiting.until("the fault at " + failure, () -> FaultFiles.fired(faults) > fired);
      }
    }
    return uploads;
  }

  @ParameterizedTest
  @MethodSource("failuresOfReplicas")
  void replica_whoseSortOrWriteFails_isStoredAsItCame(Failure failure) throws Exception {
    assertThat(uploads().get(failure).get().unindexedBlocks()).containsEntry(1, 1);
    assertRows(failure.path());
    Waiting.until("no side file is left", () -> sideFiles().isEmpty());
  }

  @Test
  void replica_notReportedAtOnce_isReportedLater() throws Exception {
    FaultFiles.arm(faults, true, ReplicaStep.REGISTER, "io");
    Path path = new Path("/register");
    upload(path, new FaultFiles<>(faults));
    assertRows(path);
    Waiting.until("a second report", () -> !sortAttributes(path).isEmpty());
    assertThat(sortAttributes(path)).containsExactly(1);
  }

  static Stream<Failure> failuresOfUploads() {
    return Failure.of(UploadStep.values());
  }

  @ParameterizedTest
  @MethodSource("failuresOfUploads")
  void upload_failingAtStep_leavesNothingUnlessItHadSucceeded(Failure failure) throws Exception {
    failure.arm();
    assertThatThrownBy(() -> upload(failure.path(), new FaultFiles<>(faults)))
        .isInstanceOfAny(IOException.class, InjectedFault.class)
        .hasMessageContaining("Fault put in by a test");
    boolean visible = failure.step() == UploadStep.RENAME && !failure.before();
    assertThat(cluster.fileSystem().exists(failure.path())).isEqualTo(visible);
    assertThat(cluster.fileSystem().globStatus(new Path("/.hail-put*"))).isEmpty();
  }

  private static UploadSummary upload(Path path, FaultFiles<UploadStep> steps) throws IOException {
    byte[] text = "3,c\n1,a\n2,b\n".repeat(ROWS_OF_EACH).getBytes(StandardCharsets.UTF_8);
    UploadRequest request =
        new UploadRequest(
            List.of(new TextSource("text", text.length, counter -> new ByteArrayInputStream(text))),
            path,
            Schema.parse("k INT, name STRING"),
            List.of(1),
            TextFormat.defaults(),
            new UploadRequest.Settings(
                path.getName().contains("CONCAT") ? 8192 : 0, 1, false, false, 0, 1, 1));
    return new Upload(cluster.configuration(), request, steps).run();
  }

  private static void assertRows(Path path) throws Exception {
    HailFile file = HailFile.open(cluster.configuration(), path);
    ScanOptions options = ScanOptions.of(cluster.configuration(), null, 1);
    List<Integer> keys = new ArrayList<>();
    for (HailBlock block : file.blocks()) {
      try (BlockScan scan =
          BlockScan.open(file, block, new Predicate.True(), new int[] {1}, options)) {
        RowBatch batch = new RowBatch();
        while (scan.next(batch)) {
          for (int row = 0; row < batch.size(); row++) {
            keys.add(batch.getInt(row, 1));
          }
        }
      }
    }
    RightAnswer.expect(
        () -> {
          assertThat(keys).hasSize(3 * ROWS_OF_EACH).containsOnly(1, 2, 3);
          assertThat(Collections.frequency(keys, 2)).isEqualTo(ROWS_OF_EACH);
        });
  }

  private static List<Integer> sortAttributes(Path path) throws IOException {
    return HailFile.open(cluster.configuration(), path).blocks().get(0).replicas().stream()
        .map(replica -> replica.replica().sortAttribute())
        .toList();
  }

  private static List<java.nio.file.Path> sideFiles() throws IOException {
    return LiveFiles.find(
        cluster.baseDirectory().toPath(),
        file -> file.getFileName().toString().startsWith("hail-") && Files.isRegularFile(file));
  }
}
