// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.upload.TextSource;
import dev.hail.client.upload.Upload;
import dev.hail.client.upload.UploadRequest;
import dev.hail.client.upload.UploadStep;
import dev.hail.client.upload.UploadSummary;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import dev.hail.minicluster.Waiting;
import dev.hail.step.StepListener;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.security.UserGroupInformation;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What an administrator does to a directory while something is written in it. */
@ExtendWith(SharedCluster.class)
class ChangedDirectoryTest {
  private static final String SCHEMA = "k INT, name STRING";
  private static final int BLOCK_BYTES = 8 << 10;
  private static final int ROWS = 2_000;

  private final HailShell shell;
  private final DistributedFileSystem fileSystem;
  private final UserGroupInformation owner =
      UserGroupInformation.createUserForTesting("uploader", new String[] {"uploaders"});

  ChangedDirectoryTest(HailShell shell) {
    this.shell = shell;
    this.fileSystem = shell.fileSystem();
  }

  /** Something done before a step, given how often it was done before. */
  @FunctionalInterface
  private interface Change {
    void make(int times) throws Exception;
  }

  @Test
  void snapshots_duringUpload_costNoRow() throws Exception {
    Path directory = directory("/snapshot/above");
    fileSystem.allowSnapshot(directory.getParent());
    Path file = new Path(directory, "file");

    UploadSummary summary =
        upload(
            file,
            rows(),
            UploadStep.CONCAT,
            times -> {
              // Finds the first block, its copy, and a later block with what is joined by then.
              if (times < 2 || times == 5) {
                fileSystem.createSnapshot(directory.getParent(), "s" + times);
              }
            });

    assertThat(summary.blocks()).isGreaterThan(5);
    assertThat(summary.unindexedBlocks()).isEmpty();
    assertThat(summary.indexDoubt()).isNull();
    assertFile(file, rows());
    assertThat(listing(directory)).containsExactly("file");
    for (FileStatus snapshot : fileSystem.listStatus(new Path("/snapshot/.snapshot"))) {
      fileSystem.deleteSnapshot(directory.getParent(), snapshot.getPath().getName());
    }
    assertFile(file, rows());
  }

  @Test
  void snapshots_withoutEnd_endUploadWithReason() throws Exception {
    Path directory = directory("/snapshots-without-end");
    fileSystem.allowSnapshot(directory);

    assertUploadFails(
            directory,
            UploadStep.CONCAT,
            times -> fileSystem.createSnapshot(directory, "s" + times))
        .hasMessageContaining(directory + "/file': each of 11 copies of a block was in a snapshot");
    assertThat(listing(directory)).isEmpty();
  }

  @Test
  void blocksThatGrow_afterSnapshot_areJoined() throws Exception {
    Path directory = directory("/growing");
    fileSystem.allowSnapshot(directory);
    Path file = new Path(directory, "file");
    // Numbers of one digit take less room in text than in a block, once one of them is long.
    String text = rows() + "1,\n".repeat(20_000) + "2147483647,\n" + "2,\n".repeat(20_000);

    upload(
        file,
        text,
        UploadStep.CONCAT,
        times -> {
          if (times == 0 || times == 5) {
            fileSystem.createSnapshot(directory, "s" + times);
          }
        });

    assertThat(fileSystem.getFileStatus(file).getBlockSize()).isGreaterThan(BLOCK_BYTES);
    assertThat(fileSystem.globStatus(new Path(directory, ".snapshot/s5/.hail-put-*/whole0")))
        .as("the joined file in the snapshot")
        .hasSize(1);
    assertFile(file, text);
    assertThat(listing(directory)).containsExactly("file");
  }

  @Test
  void otherChanges_duringUpload_costNoRow() throws Exception {
    Path directory = directory("/changed");
    fileSystem.allowSnapshot(directory);
    fileSystem.createSnapshot(directory, "before");
    Path file = new Path(directory, "file");
    String policy =
        SystemErasureCodingPolicies.getByID(SystemErasureCodingPolicies.XOR_2_1_POLICY_ID)
            .getName();
    fileSystem.enableErasureCodingPolicy(policy);
    // The first snapshot finds a block in a directory that is erasure coded by then.
    List<Action> changes =
        List.of(
            () -> fileSystem.setErasureCodingPolicy(directory, policy),
            () -> fileSystem.createSnapshot(directory, "first"),
            () -> fileSystem.renameSnapshot(directory, "first", "renamed"),
            () -> fileSystem.deleteSnapshot(directory, "before"),
            () -> fileSystem.createSnapshot(directory, "second"),
            () -> fileSystem.deleteSnapshot(directory, "renamed"),
            () -> fileSystem.deleteSnapshot(directory, "second"),
            () -> fileSystem.disallowSnapshot(directory),
            () -> fileSystem.setQuota(directory, 1_000, 1L << 40),
            () -> fileSystem.setStoragePolicy(directory, "ONE_SSD"),
            () -> fileSystem.setPermission(directory, new FsPermission("700")),
            () -> fileSystem.setOwner(directory, null, "others"));
    Iterator<Action> left = changes.iterator();

    upload(
        file,
        rows(),
        UploadStep.CONCAT,
        times -> {
          for (int i = 0; i < 2 && left.hasNext(); i++) {
            left.next().run();
          }
        });

    assertThat(left.hasNext()).isFalse();
    assertFile(file, rows());
    assertThat(listing(directory)).containsExactly("file");
  }

  @Test
  void directoryTakenAway_duringUpload_isNamedAndHoldsNoBlock() throws Exception {
    Path directory = directory("/taken");

    assertUploadFails(
            directory,
            UploadStep.MARK,
            times -> fileSystem.setOwner(directory, "someone", "others"))
        .hasMessageContaining("/taken/file': Permission denied")
        .extracting(failure -> ((PathException) failure).remedy())
        .asString()
        .contains("write access, and upload again", "removes what is left", "/taken/.hail-put-");
    assertThat(fileSystem.getContentSummary(directory).getFileCount()).isZero();
  }

  @Test
  void folderDeleted_duringUpload_isNamed() throws Exception {
    Path directory = directory("/swept");

    assertUploadFails(
            directory,
            UploadStep.CONCAT,
            times -> fileSystem.delete(new Path(directory, listing(directory).get(0)), true))
        .hasMessageContaining("/swept/file': somebody deleted")
        .hasMessageContaining(".hail-put-");
    assertThat(listing(directory)).isEmpty();
  }

  @Test
  void quotaLowered_duringUpload_isNamedAndLeavesNothing() throws Exception {
    Path directory = directory("/lowered");

    assertUploadFails(
            directory,
            UploadStep.SEND_BLOCK,
            times -> {
              if (times == 2) {
                fileSystem.setQuota(directory, 1, 1);
              }
            })
        .hasMessageContaining("/lowered/file': quota exceeded");
    assertThat(listing(directory)).isEmpty();
  }

  @Test
  void snapshot_duringCopyAndIndexing_isSurvived() throws Exception {
    Path directory = directory("/copied");
    fileSystem.allowSnapshot(directory);
    Path file = new Path(directory, "file");
    upload(file, rows(), UploadStep.MARK, times -> {});

    HailShell.Result copied =
        duringRead(
            () -> shell.run("cp", "/copied/file", "/copied/copy"),
            () -> {
              Waiting.until(
                  "the copy is begun",
                  () -> listing(directory).stream().anyMatch(name -> name.startsWith(".hail-cp")));
              fileSystem.createSnapshot(directory, "copy");
            });
    assertThat(copied.code()).as("%s", copied).isZero();
    assertFile(new Path(directory, "copy"), rows());

    HailShell.Result indexed =
        duringRead(
            () -> shell.run("index", "add", "--by", "name", "/copied/file"),
            () -> fileSystem.createSnapshot(directory, "index"));
    assertThat(indexed.code()).as("%s", indexed).isZero();
    assertThat(shell.run("index", "drop", "--by", "name", "/copied/file").code()).isZero();
    assertThat(listing(directory)).containsExactly("copy", "file");
  }

  private static HailShell.Result duringRead(Callable<HailShell.Result> command, Action change)
      throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Future<HailShell.Result> result;
      try (ReadGate gate = ReadGate.shut()) {
        result = executor.submit(command);
        gate.awaitReader();
        change.run();
      }
      return result.get();
    } finally {
      executor.shutdownNow();
    }
  }

  @FunctionalInterface
  private interface Action {
    void run() throws Exception;
  }

  /** A directory of the user who uploads. */
  private Path directory(String path) throws IOException {
    Path directory = new Path(path);
    fileSystem.mkdirs(directory);
    fileSystem.setOwner(directory, "uploader", "uploaders");
    return directory;
  }

  /** Uploads as an ordinary user, while the superuser makes a change before each such step. */
  private UploadSummary upload(Path file, String rows, UploadStep at, Change change)
      throws Exception {
    byte[] text = rows.getBytes(StandardCharsets.UTF_8);
    UploadRequest request =
        new UploadRequest(
            List.of(new TextSource("text", text.length, counter -> new ByteArrayInputStream(text))),
            file,
            Schema.parse(SCHEMA),
            List.of(1),
            TextFormat.defaults(),
            new UploadRequest.Settings(BLOCK_BYTES, 0, false, false, 0, 2, 2));
    StepListener<UploadStep> changing =
        new StepListener<>() {
          private int times;

          @Override
          public synchronized void before(UploadStep step) throws IOException {
            if (step == at) {
              try {
                change.make(times++);
              } catch (Exception failure) {
                throw new IOException("The change failed", failure);
              }
            }
          }

          @Override
          public void after(UploadStep step) {}
        };
    return owner.doAs(
        (PrivilegedExceptionAction<UploadSummary>)
            () -> new Upload(shell.cluster().configuration(), request, changing).run());
  }

  private AbstractThrowableAssert<?, ? extends Throwable> assertUploadFails(
      Path directory, UploadStep at, Change change) {
    return assertThatThrownBy(() -> upload(new Path(directory, "file"), rows(), at, change))
        .isInstanceOf(PathException.class);
  }

  private void assertFile(Path file, String rows) throws Exception {
    HailShell.Result read = shell.run("cat", file.toString());
    assertThat(read.code()).as("%s", read.err()).isZero();
    assertThat(read.out().lines().sorted().toList()).isEqualTo(rows.lines().sorted().toList());
    Waiting.assertSound(file.toString(), () -> shell.run("fsck", file.toString()).problems());
  }

  private List<String> listing(Path directory) throws IOException {
    return Arrays.stream(fileSystem.listStatus(directory))
        .map(status -> status.getPath().getName())
        .sorted()
        .toList();
  }

  private static String rows() {
    return IntStream.range(0, ROWS)
        .mapToObj(i -> i + ",some name that makes the row longer " + i % 7 + "\n")
        .collect(Collectors.joining());
  }
}
