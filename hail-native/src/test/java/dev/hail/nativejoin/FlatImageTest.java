// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Flat joins that come from files, good and bad ones. */
class FlatImageTest extends FlatFixture {
  private static final int FLIPS = 200;

  @TempDir private Path directory;

  private Path image(FlatJoins joins, int rows) {
    Path image = directory.resolve("image");
    try (FlatJoin join = build(joins, byText().build(), ascending(0, rows))) {
      join.save(image);
    }
    return image;
  }

  /** A join whose image has numbers, texts and NULLs. */
  private static FlatSpecification.Builder byText() {
    return on(JoinKind.INNER).on(1, 1).nullEqual(true);
  }

  @ParameterizedTest
  @MethodSource("joins")
  void image_replacingFormerOne_isAllThatIsLeftAndPrivate(FlatJoins joins) throws IOException {
    image(joins, 10);
    Path image = image(joins, 20);
    assertThat(Files.getPosixFilePermissions(image))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(image);
    }
    try (FlatJoin join = joins.map(image, true)) {
      assertThat(join.summary().rows()).isEqualTo(20);
      assertThat(join.summary().unique()).isTrue();
      assertThat(rows(joins, join, ascending(17, 10)))
          .containsExactly("0: null", "1: 18", "2: null");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void image_ofManyRowsAndLongTexts_givesThemAll(FlatJoins joins) {
    List<Object[]> rows = new ArrayList<>(ascending(0, 40_000).rows());
    for (long key = 40_000; key < 40_040; key++) {
      rows.add(new Object[] {key, "x".repeat(1 << 20) + key, key});
    }
    FlatTable table = new FlatTable(COLUMNS, rows);
    Path image = directory.resolve("image");
    try (FlatJoin join = build(joins, byText().build(), table)) {
      join.save(image);
    }
    try (FlatJoin join = joins.map(image, true)) {
      assertThat(rows(joins, join, table)).hasSize(40_040).contains("40039: 40039", "39999: null");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void damagedByte_ofImage_isNoticed(FlatJoins joins) throws IOException {
    Path image = image(joins, 100);
    byte[] bytes = Files.readAllBytes(image);
    Random random = new Random(1);
    for (int i = 0; i < FLIPS; i++) {
      int at = i < FLIPS / 2 ? i % bytes.length : random.nextInt(bytes.length);
      byte[] damaged = bytes.clone();
      damaged[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      Files.write(image, damaged);
      assertThatThrownBy(() -> joins.map(image, true))
          .as("byte %s", at)
          .isInstanceOf(JoinImageException.class)
          .hasMessageContaining(image.toString());
    }
  }

  @Test
  void damagedByte_ofUnverifiedImageOfJava_doesNoOtherHarm() throws IOException {
    FlatJoins joins = new JavaFlatJoins();
    Path image = image(joins, 30);
    byte[] bytes = Files.readAllBytes(image);
    int refused = 0;
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= (byte) 0x81;
      Files.write(image, damaged);
      try (FlatJoin join = joins.map(image, false)) {
        assertThat(rows(joins, join, ascending(0, 100))).hasSizeLessThanOrEqualTo(30);
      } catch (JoinImageException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(100, bytes.length - 1);
  }

  @ParameterizedTest
  @MethodSource("joins")
  void imageFile_ofWrongLength_isNoticed(FlatJoins joins) throws IOException {
    Path image = image(joins, 100);
    byte[] bytes = Files.readAllBytes(image);
    for (int length = 0; length < bytes.length; length += 1 + length / 3) {
      Files.write(image, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> joins.map(image, false))
          .as("length %s", length)
          .isInstanceOf(JoinImageException.class)
          .hasMessageContaining(image.toString());
    }
    Files.write(image, Arrays.copyOf(bytes, bytes.length + 64));
    assertThatThrownBy(() -> joins.map(image, false))
        .isInstanceOf(JoinImageException.class)
        .hasMessageContaining((bytes.length + 64) + " bytes in place of " + bytes.length);
  }

  @Test
  @DisabledIfSystemProperty(named = Implementations.SKIP_PROPERTY, matches = "true")
  void image_ofOneImplementation_isRefusedByTheOther() {
    Path ofJava = image(new JavaFlatJoins(), 10);
    assertThatThrownBy(() -> NativeFlatJoins.load().map(ofJava, true))
        .isInstanceOf(JoinImageException.class)
        .hasMessageContaining(ofJava.toString())
        .hasMessageContaining("image of joins in Java");
    Path ofNative = image(NativeFlatJoins.load(), 10);
    assertThatThrownBy(() -> new JavaFlatJoins().map(ofNative, true))
        .isInstanceOf(JoinImageException.class)
        .hasMessageContaining(ofNative.toString())
        .hasMessageContaining("of native joins");
  }

  @ParameterizedTest
  @MethodSource("joins")
  void fileThatIsNoImage_isRefused(FlatJoins joins) throws IOException {
    Path text = directory.resolve("text");
    Files.writeString(text, "no image at all\n".repeat(100), StandardCharsets.UTF_8);
    assertThatThrownBy(() -> joins.map(text, true))
        .isInstanceOf(JoinImageException.class)
        .hasMessageContaining(text.toString());
    Path none = directory.resolve("none");
    assertThatThrownBy(() -> joins.map(none, true))
        .isInstanceOf(JoinFileException.class)
        .hasMessageContaining(none.toString());
    assertThatThrownBy(() -> joins.map(directory, true))
        .isInstanceOf(JoinFileException.class)
        .hasMessageContaining(directory.toString());
  }

  @ParameterizedTest
  @MethodSource("joins")
  void imageFile_thatCannotBeWritten_isNamed(FlatJoins joins) {
    Path nowhere = directory.resolve("no").resolve("directory");
    try (FlatJoin join = build(joins, byText().build(), ascending(0, 1))) {
      assertThatThrownBy(() -> join.save(nowhere))
          .isInstanceOf(JoinFileException.class)
          .hasMessageContaining(nowhere.toString());
    }
  }

  @Test
  void imageOfJava_ofOtherVersion_namesBoth() throws IOException {
    Path image = image(new JavaFlatJoins(), 10);
    byte[] bytes = Files.readAllBytes(image);
    ByteBuffer.wrap(bytes).putInt(Long.BYTES, 77);
    Files.write(image, bytes);
    assertThatThrownBy(() -> new JavaFlatJoins().map(image, true))
        .isInstanceOf(JoinImageException.class)
        .hasMessageContaining("version 77, expected 1");
  }

  /** It is read into the heap, so a cut file ends no process. */
  @Test
  void imageOfJava_cutAfterItWasOpened_staysUsable() throws IOException {
    FlatJoins joins = new JavaFlatJoins();
    Path image = image(joins, 20);
    try (FlatJoin join = joins.map(image, true)) {
      Files.write(image, new byte[1]);
      assertThat(rows(joins, join, ascending(0, 100))).hasSize(20);
    }
  }

  /** Whatever batches it was built of, in one or with many repeated keys. */
  @Test
  void imageOfJava_ofJoinThatFillsItsBudget_fitsIt() {
    FlatJoins joins = new JavaFlatJoins();
    for (int keys : new int[] {10, 25_000, 40_000}) {
      List<Object[]> rows = new ArrayList<>();
      for (long i = 0; i < 40_000; i++) {
        rows.add(new Object[] {i % keys, "text " + i % keys, i});
      }
      FlatTable table = new FlatTable(COLUMNS, rows);
      for (int batchRows : new int[] {100, 40_000}) {
        Path image = directory.resolve("image");
        long peak = saved(joins, 0, table, batchRows, image);
        assertThat(saved(joins, peak, table, batchRows, image)).isEqualTo(peak);
        try (FlatJoin join = joins.map(image, true)) {
          assertThat(join.summary().rows()).isEqualTo(40_000);
          assertThat(join.summary().peakBytes()).isLessThanOrEqualTo(peak);
        }
      }
    }
  }

  /** Builds in batches, saves, and returns the peak of memory. */
  private static long saved(
      FlatJoins joins, long budget, FlatTable table, int batchRows, Path image) {
    FlatBatch batch = new FlatBatch(table.columns(), batchRows);
    try (FlatBuild build = joins.build(byText().memoryBudget(budget).build())) {
      for (int from = 0; from < table.rows().size(); ) {
        from += table.fill(batch, from, batchRows);
        build.add(batch);
      }
      try (FlatJoin join = build.finish()) {
        join.save(image);
        return join.summary().peakBytes();
      }
    }
  }
}
