// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.upload.TextSource;
import dev.hail.client.upload.Upload;
import dev.hail.client.upload.UploadRequest;
import dev.hail.client.upload.UploadStep;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import dev.hail.step.StepListener;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Uploads that fail, are killed, or meet each other. */
@ExtendWith(SharedCluster.class)
class AbandonedUploadTest {
  private static final String SCHEMA = "k INT, name STRING";

  private final HailShell shell;

  AbandonedUploadTest(HailShell shell) {
    this.shell = shell;
  }

  @Test
  void killedUpload_followedByAnother_hasItsFolderRemoved(@TempDir File folder) throws Exception {
    Path directory = new Path("/killed");
    shell.fileSystem().mkdirs(directory);
    File site = new File(folder, "site.xml");
    try (OutputStream out = java.nio.file.Files.newOutputStream(site.toPath())) {
      shell.cluster().configuration().writeXml(out);
    }
    Process process = startUpload(site, "/killed/a");
    try (OutputStream text = process.getOutputStream()) {
      while (listing(directory).isEmpty() && process.isAlive()) {
        text.write(rows(2000).getBytes(StandardCharsets.UTF_8));
        text.flush();
      }
      process.destroyForcibly().waitFor();
    } catch (IOException pipeClosed) {
      assertThat(process.isAlive()).as("upload ended by itself: %s", pipeClosed).isFalse();
    }
    assertThat(listing(directory)).singleElement().asString().startsWith(".hail-put-");
    HailShell.Result next =
        shell.runWithInput("1,a\n", "put", "--schema", SCHEMA, "-", "/killed/b");
    assertThat(next.code()).as("%s", next).isZero();
    assertThat(listing(directory)).containsExactly("b");
  }

  @Test
  void uploadFolders_ofOtherHosts_areRemovedOnceOld() throws Exception {
    Path directory = new Path("/elsewhere");
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    Path old = new Path(directory, ".hail-put-" + user + "-otherhost~4711~1700000000~abc");
    Path young = new Path(directory, ".hail-put-" + user + "-otherhost~4712~1700000000~abc");
    Path foreign = new Path(directory, ".hail-put-someone-otherhost~4711~1700000000~abc");
    for (Path folder : List.of(old, young, foreign)) {
      shell.fileSystem().mkdirs(folder);
    }
    long twoDaysAgo = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(2);
    shell.fileSystem().setTimes(old, twoDaysAgo, -1);
    shell.fileSystem().setTimes(foreign, twoDaysAgo, -1);
    HailShell.Result next =
        shell.runWithInput("1,a\n", "put", "--schema", SCHEMA, "-", "/elsewhere/b");
    assertThat(next.code()).as("%s", next).isZero();
    assertThat(listing(directory))
        .containsExactlyInAnyOrder(young.getName(), foreign.getName(), "b");
  }

  @Test
  void upload_withFailingSource_leavesNothing() throws Exception {
    Path directory = new Path("/failed");
    shell.fileSystem().mkdirs(directory);
    TextSource source =
        new TextSource("broken disk", TextSource.UNKNOWN_LENGTH, counter -> new BrokenStream());
    Upload upload =
        new Upload(shell.cluster().configuration(), request(source, new Path(directory, "a")));
    assertThatThrownBy(upload::run).hasMessageContaining("the disk is broken");
    assertThat(upload.progress().storedBytesRead()).isZero();
    assertThat(listing(directory)).isEmpty();
  }

  @Test
  void directory_renamedDuringUpload_isNamedAndKeepsNothing() throws Exception {
    Path directory = new Path("/renamed");
    Path since = new Path("/renamed-since");
    shell.fileSystem().mkdirs(directory);
    byte[] text = rows(10).getBytes(StandardCharsets.UTF_8);
    TextSource source =
        new TextSource("text", text.length, counter -> new ByteArrayInputStream(text));
    List<String> seen = new ArrayList<>();
    StepListener<UploadStep> renaming =
        new StepListener<>() {
          @Override
          public void before(UploadStep step) throws IOException {
            if (step == UploadStep.MARK) {
              assertThat(shell.fileSystem().rename(directory, since)).isTrue();
              seen.addAll(listing(since));
            }
          }

          @Override
          public void after(UploadStep step) {}
        };
    Upload upload =
        new Upload(
            shell.cluster().configuration(), request(source, new Path(directory, "a")), renaming);

    assertThatThrownBy(upload::run)
        .isInstanceOf(PathException.class)
        .hasMessageContaining("/renamed")
        .hasMessageContaining("renamed or deleted while");
    assertThat(seen).singleElement().asString().startsWith(".hail-put-");
    assertThat(listing(since)).isEmpty();
  }

  private static UploadRequest request(TextSource source, Path destination) {
    return new UploadRequest(
        List.of(source),
        destination,
        Schema.parse(SCHEMA),
        List.of(1),
        TextFormat.defaults(),
        new UploadRequest.Settings(0, 0, false, false, Long.MAX_VALUE, 2, 2));
  }

  @Test
  void uploads_atSameTime_doNotDisturbEachOther() throws Exception {
    shell.fileSystem().mkdirs(new Path("/together"));
    String text = rows(4000);
    ExecutorService executor = Executors.newFixedThreadPool(3);
    try {
      List<Future<HailShell.Result>> results = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        String destination = "/together/" + i;
        results.add(
            executor.submit(
                () ->
                    shell.runWithInput(
                        text, "put", "--schema", SCHEMA, "--index", "k,name", "-", destination)));
      }
      for (Future<HailShell.Result> result : results) {
        assertThat(result.get().code()).as("%s", result.get()).isZero();
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(listing(new Path("/together"))).containsExactly("0", "1", "2");
    for (int i = 0; i < 3; i++) {
      List<String> lines = shell.run("cat", "/together/" + i).out().lines().sorted().toList();
      assertThat(lines).isEqualTo(text.lines().sorted().toList());
    }
  }

  private static Process startUpload(File site, String destination) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx256m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.hail.cli.HailCli"));
    command.addAll(List.of("put", "-conf", site.getPath(), "--schema", SCHEMA, "-", destination));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(new File(site.getParentFile(), "upload.log"))
        .start();
  }

  private List<String> listing(Path directory) throws IOException {
    return Arrays.stream(shell.fileSystem().listStatus(directory))
        .map(FileStatus::getPath)
        .map(Path::getName)
        .sorted()
        .toList();
  }

  private static String rows(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i).append(",some name that makes the row longer ").append(i % 7).append('\n');
    }
    return text.toString();
  }

  /** A disk that cannot be read. */
  private static final class BrokenStream extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("the disk is broken");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      throw new IOException("the disk is broken");
    }
  }
}
