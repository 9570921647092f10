// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of strings: what was written comes back, and damage is noticed. */
final class StringFileTest {
  private static final List<List<String>> COLUMNS =
      List.of(List.of("Ann", "", "Bob"), List.of(), List.of("größer", "😀"), List.of(""));

  @TempDir private Path folder;

  /** Strings in the form of the file. */
  private record Texts(List<byte[]> texts) implements StringFile.Column {
    static Texts of(List<String> strings) {
      return new Texts(strings.stream().map(s -> s.getBytes(StandardCharsets.UTF_8)).toList());
    }

    @Override
    public int size() {
      return texts.size();
    }

    @Override
    public int end(int code) {
      return texts.subList(0, code + 1).stream().mapToInt(text -> text.length).sum();
    }

    @Override
    public void writeTexts(DataOutputStream out) throws IOException {
      for (byte[] text : texts) {
        out.write(text);
      }
    }
  }

  /** A column that takes more bytes than a file may have. */
  private record Huge() implements StringFile.Column {
    @Override
    public int size() {
      return 1;
    }

    @Override
    public int end(int code) {
      return Integer.MAX_VALUE - 8;
    }

    @Override
    public void writeTexts(DataOutputStream out) {
      throw new AssertionError("A file that is too large is not begun");
    }
  }

  private Path write() throws IOException {
    Path file = folder.resolve("strings");
    StringFile.write(file, COLUMNS.stream().map(Texts::of).toList());
    return file;
  }

  @Test
  void strings_comeBackByColumnAndCode() throws Exception {
    StringFile file = StringFile.map(write(), true);

    for (int column = 0; column < COLUMNS.size(); column++) {
      for (int code = 0; code < COLUMNS.get(column).size(); code++) {
        String wanted = COLUMNS.get(column).get(code);
        assertThat(file.get(column, code)).isEqualTo(wanted);
        assertThat(file.length(column, code))
            .isEqualTo(wanted.getBytes(StandardCharsets.UTF_8).length);
      }
    }
  }

  @Test
  void length_isThatOfTheFile() throws Exception {
    assertThat(StringFile.length(COLUMNS.stream().map(Texts::of).toList()))
        .isEqualTo(Files.size(write()));
  }

  @Test
  void noColumns_areAFile() throws Exception {
    Path file = folder.resolve("none");
    StringFile.write(file, List.of());

    assertThatThrownBy(() -> StringFile.map(file, true).get(0, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void anyFlippedBit_isNoticed() throws Exception {
    Path file = write();
    byte[] good = Files.readAllBytes(file);
    for (int i = 0; i < good.length * Byte.SIZE; i++) {
      byte[] bad = good.clone();
      bad[i / Byte.SIZE] ^= (byte) (1 << i % Byte.SIZE);
      Files.write(file, bad);
      assertThatThrownBy(() -> StringFile.map(file, true))
          .as("bit %d", i)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(file.toString());
    }
  }

  @Test
  void anyFlippedBitOfTheHead_isNoticedOrHarmless_withoutChecksum() throws Exception {
    Path file = write();
    byte[] good = Files.readAllBytes(file);
    int head = 16 + 8 * COLUMNS.size();
    for (int i = 0; i < head * Byte.SIZE; i++) {
      byte[] bad = good.clone();
      bad[i / Byte.SIZE] ^= (byte) (1 << i % Byte.SIZE);
      Files.write(file, bad);
      try {
        StringFile.map(file, false);
      } catch (IOException noticed) {
        assertThat(noticed).hasMessageContaining(file.toString());
      }
    }
  }

  @Test
  void cutFile_isNoticed() throws Exception {
    Path file = write();
    byte[] good = Files.readAllBytes(file);
    for (int length = 0; length < good.length; length++) {
      Files.write(file, Arrays.copyOf(good, length));
      for (boolean verify : new boolean[] {true, false}) {
        assertThatThrownBy(() -> StringFile.map(file, verify))
            .as("%d bytes", length)
            .isInstanceOf(IOException.class)
            .hasMessageContaining(file.toString());
      }
    }
  }

  @Test
  void anotherFile_isRefused() throws Exception {
    Path file = folder.resolve("other");
    Files.writeString(file, "This is some other file, long enough to have strings");

    assertThatThrownBy(() -> StringFile.map(file, true))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " does not hold the strings of a build side");
  }

  @Test
  void stringsBeyondTwoGigabytes_areRefusedBeforeTheyAreWritten() {
    Path file = folder.resolve("huge");

    assertThatThrownBy(() -> StringFile.write(file, List.of(new Huge())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than 2 GB");
    assertThat(file).doesNotExist();
  }

  @Test
  void fileThatIsThere_isNotOverwritten() throws Exception {
    write();

    assertThatThrownBy(this::write).isInstanceOf(FileAlreadyExistsException.class);
  }
}
