// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hail.client.PathException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A pipe that is opened by mistake blocks its thread for good. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TextSourcesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"", "file:", "file://"})
  void hiddenNames_areLeftOutAtEachLevel(String scheme) throws Exception {
    for (String hidden : List.of("_SUCCESS", ".a.csv.crc", "_temporary/0/part", ".x/y", "s/_d/z")) {
      write(hidden, "hidden\n");
    }
    write("s/b.csv", "b\n");
    write("a.csv", "a\n");
    assertThat(text(scheme + folder)).isEqualTo("a\nb\n");
    assertThat(text(scheme + folder + "/s/.")).isEqualTo("b\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "file:"})
  void hiddenNames_thatAreNamed_areTakenWithoutTheirOwnHiddenNames(String scheme) throws Exception {
    write("_old/a.csv", "a\n");
    write("_old/_SUCCESS", "no\n");
    write("_old/.b/c", "no\n");
    write(".d.csv", "d\n");
    assertThat(text(scheme + folder + "/_old")).isEqualTo("a\n");
    assertThat(text(scheme + folder + "/.d.csv")).isEqualTo("d\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          *            | a b
          ?*           | a b
          [!x]*        | a b
          {*,x}        | a b
          _*           | c
          [._]*        | c e
          _temporary   | c
          {.e,_t*}     | c e
          */*.csv      | b
          _*/*.csv     | c
          {s/b,a}*     | a b
          """)
  void patterns_matchHiddenNamesOnlyIfTheyNameTheFirstLetter(String pattern, String found)
      throws Exception {
    write("a.csv", "a\n");
    write("s/b.csv", "b\n");
    write("_temporary/c.csv", "c\n");
    write(".e/e.csv", "e\n");
    assertThat(text("file:" + folder + "/" + pattern).lines())
        .containsExactlyInAnyOrder(found.split(" "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "file:"})
  void directory_withNothingToLoad_isRefusedWithWhatWasLeftOut(String scheme) throws Exception {
    write("_temporary/0/part", "a\n");
    write("s/.hidden", "a\n");
    assertThatThrownBy(() -> text(scheme + folder))
        .isInstanceOf(PathException.class)
        .hasMessageContaining("has no files to read")
        .hasMessageContaining("_temporary'")
        .hasMessageContaining("s/.hidden'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "file:"})
  void files_thatAreNotRegular_areLeftOutOfDirectories(String scheme) throws Exception {
    write("a.csv", "a\n");
    write("other/b.csv", "b\n");
    pipe("pipe");
    Path inside = Files.createDirectory(folder.resolve("in"));
    Files.createSymbolicLink(folder.resolve("self"), Path.of("self"));
    Files.createSymbolicLink(inside.resolve("up"), folder);
    Files.createSymbolicLink(inside.resolve("b.csv"), folder.resolve("other/b.csv"));
    assertThat(text(scheme + folder)).isEqualTo("a\nb\nb\n");
    assertThat(text(scheme + inside + "/")).isEqualTo("b\n");
  }

  @ParameterizedTest
  @CsvSource({
    "none, does not exist",
    "a.csv/x, 'cannot be read: Not a directory'",
  })
  void link_thatLeadsNowhere_isRefused(String target, String reason) throws Exception {
    write("a.csv", "a\n");
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve(target));
    for (String scheme : List.of("", "file:")) {
      assertThatThrownBy(() -> text(scheme + folder))
          .isInstanceOf(PathException.class)
          .hasMessageStartingWith("`" + link + "': ")
          .hasMessageContaining(reason);
    }
  }

  @Test
  void pipe_thatIsNamed_isRead() throws Exception {
    Path pipe = pipe("pipe");
    for (String scheme : List.of("", "file:")) {
      FutureTask<Void> writer =
          new FutureTask<>(
              () -> {
                Files.writeString(pipe, "a\n");
                return null;
              });
      new Thread(writer).start();
      assertThat(text(scheme + pipe)).isEqualTo("a\n");
      writer.get();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void directory_thatCannotBeRead_isRefused(boolean searchable) throws Exception {
    write("a.csv", "a\n");
    write("s/b.csv", "b\n");
    Path closed = folder.resolve("s");
    assertThat(closed.toFile().setReadable(searchable)).isTrue();
    assertThat(closed.toFile().setExecutable(!searchable)).isTrue();
    try {
      assumeThat(Files.isReadable(closed) && Files.isExecutable(closed)).isFalse();
      assertThatThrownBy(() -> text(folder.toString())).hasMessageContaining("Permission denied");
    } finally {
      assertThat(closed.toFile().setReadable(true)).isTrue();
      assertThat(closed.toFile().setExecutable(true)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          PK\\3\\4\\24\\0\\0\\0\\10\\0          | zip archive       | unzip -p
          PK\\5\\6\\0\\0\\0\\0                  | zip archive       | unzip -p
          \\37\\213\\10\\0\\0\\0\\0\\0\\2\\377  | gzip              | .gz
          \\3757zXZ\\0\\0                       | xz                | xz -dc
          BZh91AY&SY\\1                         | bzip2             | .bz2
          \\50\\265\\57\\375\\4                 | zstd              | .zst
          7z\\274\\257\\47\\34\\0               | 7z archive        | 7z x -so
          PAR1\\25\\4\\25                       | Parquet           | CSV
          Obj\\1\\4\\26avro.schema              | Avro              | CSV
          SEQ\\6\\31org.apache.hadoop.io.Text\\5| SequenceFile      | hadoop fs -text
          ARROW1\\0\\0\\0                       | Arrow             | CSV
          ARROW1\\0\\0HAILBLK1\\1               | HAIL file         | hail cp
          SQLite format 3\\0\\20                | SQLite            | sqlite3
          \\377\\376a\\0                        | UTF-16            | iconv -f UTF-16
          \\376\\377\\0a                        | UTF-16            | iconv -f UTF-16
          \\377\\376\\0\\0a\\0\\0\\0            | UTF-32            | iconv -f UTF-32
          \\0\\0\\376\\377\\0\\0\\0a            | UTF-32            | iconv -f UTF-32
          """)
  void bytes_thatAreNoText_areRefusedByName(String octal, String what, String remedy)
      throws Exception {
    byte[] bytes = octal.translateEscapes().getBytes(ISO_8859_1);
    assertRefused(bytes, what, remedy);
    assertRefused(concat(bytes, new byte[10_000]), what, remedy);
  }

  @Test
  void orcFile_isRefusedByName() throws Exception {
    String stripe = "\n\6\10\5\22\2\10\0\1\2\3\4\7";
    String footer = "\10\3\20\1\32\14\202\364\3\3ORC\27";
    assertRefused(("ORC" + stripe + footer).getBytes(ISO_8859_1), "ORC file", "CSV");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
  void wideText_withoutMark_isRefused(String charset) throws Exception {
    assertRefused(
        "number,name\n1,Zoë Müller\n2,Łukasz\n".getBytes(Charset.forName(charset)),
        charset.substring(0, 6),
        "iconv -f " + charset);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PAR1,2\n",
        "PAR1\1b\n",
        "SEQ,1\n",
        "SEQ\6a\6b\n",
        "SEQ\6\1a\n",
        "SEQ\6www.example.org\n",
        "ORCHARD,1\n",
        "ORC\n",
        "ORC\1a\2b\3c\n",
        "ORC,\0,\1,\2\n",
        "Obj\1a\n",
        "Obj\1my-avro.codec\1b\n",
        "PK,1\n",
        "PK\3,1\n",
        "BZh9,1\n",
        "7z,1\n",
        "ARROW1,a\n",
        "ARROW1\0a\n",
        "SQLite format 3,\0\n",
        "ustar,1\n",
        "\0\n\0\n\0\n",
        "1\0002\0003\n4\0005\0006\n",
        "a\0b\0\nc\0d\0\n",
        "\377\375a,b\n",
        "\303\277\303\276,1\n",
        "\357\273\277a,b\n",
        "a\0",
        "\0a",
        "\0",
        "",
        "\n",
        "1\0002\0003\0004\0005\0006\0007\0008\n"
      })
  void text_thatBeginsLikeAnotherFormat_isRead(String latin1) throws Exception {
    byte[] bytes = latin1.getBytes(ISO_8859_1);
    Path file = Files.write(folder.resolve("text"), bytes);
    assertThat(bytes(file.toString(), InputStream.nullInputStream())).isEqualTo(bytes);
    assertThat(bytes("file:" + file, InputStream.nullInputStream())).isEqualTo(bytes);
    assertThat(bytes("-", new ByteArrayInputStream(bytes))).isEqualTo(bytes);
  }

  @Test
  void suffix_thatDoesNotFitTheBytes_isToldWithTheFile() throws Exception {
    for (String suffix : List.of("gz", "bz2")) {
      Path plain = Files.writeString(folder.resolve("plain.csv." + suffix), "a,b\n1,2\n");
      assertThatThrownBy(() -> text(plain.toString()))
          .isInstanceOf(PathException.class)
          .hasMessageContaining(plain.toString())
          .hasMessageContaining("." + suffix)
          .satisfies(e -> assertThat(((PathException) e).remedy()).contains("mv "));
    }
  }

  @Test
  void archive_withinCompressedFile_isRefused() throws Exception {
    byte[] header = new byte[1024];
    System.arraycopy("rows.csv".getBytes(US_ASCII), 0, header, 0, 8);
    System.arraycopy("0000644".getBytes(US_ASCII), 0, header, 100, 7);
    System.arraycopy("ustar".getBytes(US_ASCII), 0, header, 257, 5);
    assertRefused(header, "tar archive", "tar -xOf");
    Path archive = Files.write(folder.resolve("rows.tar.gz"), gzip(header));
    assertThatThrownBy(() -> text(archive.toString())).hasMessageContaining("tar archive");
  }

  private void assertRefused(byte[] bytes, String what, String remedy) throws Exception {
    Path file = Files.write(folder.resolve("rows.csv"), bytes);
    List<Callable<byte[]>> readings =
        List.of(
            () -> bytes(file.toString(), InputStream.nullInputStream()),
            () -> bytes(folder.toString(), InputStream.nullInputStream()),
            () -> bytes("file:" + file, InputStream.nullInputStream()),
            () -> bytes("-", new ByteArrayInputStream(bytes)));
    for (Callable<byte[]> reading : readings) {
      assertThatThrownBy(reading::call)
          .isInstanceOf(PathException.class)
          .hasMessageContaining(what)
          .satisfies(e -> assertThat(((PathException) e).remedy()).contains(remedy));
    }
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream zipped = new GZIPOutputStream(out)) {
      zipped.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private Path pipe(String name) throws Exception {
    Path pipe = folder.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  private static String text(String argument) throws IOException {
    return new String(bytes(argument, InputStream.nullInputStream()), UTF_8);
  }

  private static byte[] bytes(String argument, InputStream standardInput) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (TextSource source :
        new TextSources(new Configuration(), standardInput).resolve(argument)) {
      try (InputStream in = source.opener().open(read -> {})) {
        in.transferTo(all);
      }
    }
    return all.toByteArray();
  }
}
