// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hail.client.PathException;
import dev.hail.client.fs.TemporaryName;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LocalOutputTest {
  private static final byte[] TEXT = "new\n".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final NamedStream standardOutput = NamedStream.standardOutput(written);

  @Test
  void newFile_appearsWhenWhole() throws Exception {
    Path plain = Files.createFile(folder.resolve("plain"));
    LocalOutput output = at(folder.resolve("new"));
    assertThat(output.replaces()).isFalse();
    output.write(
        out -> {
          out.write(TEXT);
          out.flush();
          assertThat(folder.resolve("new")).doesNotExist();
        });
    assertThat(folder.resolve("new")).hasBinaryContent(TEXT);
    assertThat(mode(folder.resolve("new"))).isEqualTo(mode(plain));
    assertThat(names()).containsExactly("new", "plain");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "rw-rw-r--", "rwxr-x---"})
  void replacedFile_keepsItsMode(String mode) throws Exception {
    Path file = Files.writeString(folder.resolve("old"), "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    assertThat(at(file).replaces()).isTrue();
    write(file);
    assertThat(file).hasBinaryContent(TEXT);
    assertThat(mode(file)).isEqualTo(mode);
  }

  @Test
  void fileWithAcl_isNotReplaced() throws Exception {
    Path file = Files.writeString(folder.resolve("listed"), "old");
    // Owner rw, user 65534 rw, group nothing, mask rw, others nothing: what setfacl would store.
    String acl =
        "02000000 0100 0600 ffffffff 0200 0600 feff0000 0400 0000 ffffffff"
            + " 1000 0600 ffffffff 2000 0000 ffffffff";
    String set =
        "import os,sys; os.setxattr(sys.argv[1], 'system.posix_acl_access', bytes.fromhex(sys.argv[2]))";
    Process python = new ProcessBuilder("python3", "-c", set, file.toString(), acl).start();
    assumeTrue(python.waitFor() == 0, "Needs a file system with access control lists");
    assertThatThrownBy(() -> write(file))
        .isInstanceOf(PathException.class)
        .hasMessageContaining("has an access control list");
    assertThat(file).hasContent("old");
  }

  @Test
  void neighbours_ofAnyName_stay() throws Exception {
    List<String> neighbours = List.of("x.part", "x.tmp", ".x", "x~", "_x", ".hail-x");
    for (String neighbour : neighbours) {
      Files.writeString(folder.resolve(neighbour), neighbour);
    }
    write(folder.resolve("x"));
    for (String neighbour : neighbours) {
      assertThat(folder.resolve(neighbour)).hasContent(neighbour);
    }
  }

  @Test
  void fileOfKilledCommand_isRemoved_unlikeThatOfARunningOne() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    String user = System.getProperty("user.name");
    TemporaryName own = TemporaryName.ofThisProcess("output");
    TemporaryName killed = new TemporaryName("output", own.host(), ended.pid(), 0, "x");
    TemporaryName distant = new TemporaryName("output", "elsewhere", ended.pid(), 0, "x");
    for (TemporaryName each : List.of(own, killed, distant)) {
      Files.createFile(folder.resolve(each.text(user)));
    }
    write(folder.resolve("new"));
    assertThat(names()).containsExactlyInAnyOrder(own.text(user), distant.text(user), "new");
  }

  @Test
  void failure_ofContent_leavesWhatWasThere() throws Exception {
    Path file = Files.writeString(folder.resolve("old"), "old");
    for (Path target : List.of(file, folder.resolve("new"))) {
      assertThatThrownBy(
              () ->
                  at(target)
                      .write(
                          out -> {
                            out.write(new byte[1 << 20]);
                            throw new IOException("torn");
                          }))
          .hasMessage("torn");
    }
    assertThat(file).hasContent("old");
    assertThat(names()).containsExactly("old");
  }

  @Test
  void link_isWrittenThrough() throws Exception {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Path file = Files.writeString(inner.resolve("old"), "old");
    Files.createSymbolicLink(inner.resolve("link"), Path.of("old"));
    Path chain = Files.createSymbolicLink(folder.resolve("chain"), Path.of("inner/link"));
    write(chain);
    assertThat(file).isRegularFile().hasBinaryContent(TEXT);
    assertThat(chain).isSymbolicLink();
    assertThat(inner.resolve("link")).isSymbolicLink();

    Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), Path.of("inner/new"));
    write(dangling);
    assertThat(dangling).isSymbolicLink();
    assertThat(inner.resolve("new")).hasBinaryContent(TEXT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
  void nameOfStandardOutput_isStandardOutput(String name) throws Exception {
    LocalOutput output = LocalOutput.at(name, standardOutput);
    assertThat(output.replaces()).isFalse();
    output.write(out -> out.write(TEXT));
    assertThat(written.toByteArray()).isEqualTo(TEXT);
  }

  /** The process has descriptors that nobody who names one thinks of. */
  @Test
  void descriptor_thatIsNotOpenForWriting_isRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("mine"), "mine");
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      int read = descriptorOf(file);
      for (String descriptor : List.of("/dev/fd/" + read, "/proc/self/fd/" + read)) {
        assertThatThrownBy(() -> LocalOutput.at(descriptor, standardOutput))
            .hasMessage("`" + descriptor + "': Bad file descriptor");
      }
      assertThat(in.read()).isEqualTo('m');
    }
    assertThatThrownBy(() -> LocalOutput.at("/dev/fd/99999", standardOutput))
        .hasMessage("`/dev/fd/99999': Bad file descriptor");
    assertThat(file).hasContent("mine");
  }

  @Test
  void descriptor_ofAFile_isWrittenAtItsEnd() throws Exception {
    Path file = Files.writeString(folder.resolve("mine"), "mine\n");
    try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
      assertThat(out.getFD().valid()).isTrue();
      String descriptor = "/dev/fd/" + descriptorOf(file);
      LocalOutput.at(descriptor, standardOutput).write(to -> to.write(TEXT));
    }
    assertThat(file).hasContent("mine\nnew\n");
  }

  private static int descriptorOf(Path file) throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors
          .filter(
              each -> {
                try {
                  return Files.readSymbolicLink(each).equals(file.toRealPath());
                } catch (IOException closed) {
                  return false;
                }
              })
          .mapToInt(each -> Integer.parseInt(each.getFileName().toString()))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void device_staysOne() throws Exception {
    assertThat(LocalOutput.at("/dev/null", standardOutput).replaces()).isFalse();
    LocalOutput.at("/dev/null", standardOutput).write(out -> out.write(TEXT));
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    Path link = Files.createSymbolicLink(folder.resolve("full"), Path.of("/dev/full"));
    assertThatThrownBy(() -> write(link)).hasMessage("`" + link + "': No space left on device");
    assertThat(link).isSymbolicLink();
  }

  @Test
  void pipe_isWritten() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    CompletableFuture<byte[]> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readAllBytes(pipe);
              } catch (IOException failure) {
                throw new IllegalStateException(failure);
              }
            });
    write(pipe);
    assertThat(read.get()).isEqualTo(TEXT);
    assertThat(Files.readAttributes(pipe, "isOther")).containsEntry("isOther", true);
  }

  @Test
  void pipe_whoseReaderIsGone_endsTheWritingQuietly() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process reader = new ProcessBuilder("head", "-c", "1", pipe.toString()).start();
    at(pipe)
        .write(
            out -> {
              while (true) {
                out.write(TEXT);
              }
            });
    assertThat(reader.waitFor()).isZero();
  }

  @Test
  void brokenPipe_ofWhatIsRead_isAFailure() {
    for (String name : List.of("-", "/dev/null")) {
      assertThatThrownBy(
              () ->
                  LocalOutput.at(name, standardOutput)
                      .write(
                          out -> {
                            throw new IOException("Broken pipe");
                          }))
          .hasMessage("Broken pipe");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', is no name of a file",
    "dir, Is a directory",
    "dir/, Is a directory",
    "dir/., Is a directory",
    "new/, Is a directory",
    "link, Is a directory",
    "no/where, No such file or directory",
    "file/x, Not a directory",
    "file/, Not a directory",
    "circle, Too many levels of symbolic links",
    "nowhere, No such file or directory"
  })
  void nameOfNoFile_isRefusedInAShellsWords(String name, String reason) throws Exception {
    Files.createDirectory(folder.resolve("dir"));
    Files.createFile(folder.resolve("file"));
    Files.createSymbolicLink(folder.resolve("link"), Path.of("dir"));
    Files.createSymbolicLink(folder.resolve("circle"), Path.of("circle"));
    Files.createSymbolicLink(folder.resolve("nowhere"), Path.of("no/where"));
    String whole = name.isEmpty() ? "" : folder + "/" + name;
    assertThatThrownBy(() -> LocalOutput.at(whole, standardOutput))
        .isInstanceOf(PathException.class)
        .hasMessageStartingWith("`" + whole + "': " + reason);
  }

  @Test
  void longName_asLongAsTheSystemAllows_isWritten() throws Exception {
    write(folder.resolve("x".repeat(255)));
    assertThat(names()).containsExactly("x".repeat(255));
    String longer = folder + "/" + "x".repeat(256);
    assertThatThrownBy(() -> LocalOutput.at(longer, standardOutput))
        .hasMessage("`" + longer + "': File name too long");
  }

  private LocalOutput at(Path path) throws IOException {
    return LocalOutput.at(path.toString(), standardOutput);
  }

  private void write(Path path) throws Exception {
    at(path).write(out -> out.write(TEXT));
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }
}
