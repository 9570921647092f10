// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a file is the one that was planned. */
final class ImageFileTest {
  @TempDir private Path folder;
  private final byte[] content = new byte[10_000];
  private Path file;
  private ImageFile image;

  @BeforeEach
  void write() throws IOException {
    Arrays.fill(content, (byte) 7);
    file = Files.write(folder.resolve("d.image"), content);
    image = ImageFile.of("d.image", file);
  }

  @Test
  void sameFile_passes() throws Exception {
    assertThat(image.length()).isEqualTo(content.length);

    image.check(file);
    image.check(Files.createSymbolicLink(folder.resolve("link"), file));
    image.check(Files.write(folder.resolve("copy"), content));
  }

  @Test
  void missingFile_isNamed() throws Exception {
    assertThatThrownBy(() -> image.check(folder.resolve("none")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("The image d.image of a join is missing");
    Path broken = Files.createSymbolicLink(folder.resolve("broken"), folder.resolve("none"));
    assertThatThrownBy(() -> image.check(broken)).hasMessageContaining("is missing");
    assertThatThrownBy(() -> image.check(folder)).hasMessageContaining("is missing");
  }

  @Test
  void cutFile_isNamedWithBothLengths() throws Exception {
    Files.write(file, Arrays.copyOf(content, 9_999));

    assertThatThrownBy(() -> image.check(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "The file " + file + " is not the image that the job was planned with")
        .hasMessageContaining("9999 bytes instead of 10000");
  }

  @Test
  void anotherBeginning_isNamed() throws Exception {
    for (int at : new int[] {0, 4_095}) {
      byte[] changed = content.clone();
      changed[at] ^= 1;
      Files.write(file, changed);
      assertThatThrownBy(() -> image.check(file))
          .hasMessageContaining("The file " + file)
          .hasMessageContaining("another beginning");
    }
  }
}
