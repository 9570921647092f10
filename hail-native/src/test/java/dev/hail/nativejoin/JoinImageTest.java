// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Joins that come from files, good and bad ones. */
class JoinImageTest extends ImplementationsFixture {
  private static final int BUILD_ROWS = 20_000;
  private static final int PROCESSES = 3;
  private static final int FLIPS = 200;

  @TempDir private Path directory;

  private Path image(Joins joins, int rows) {
    Path image = directory.resolve("image");
    try (BuiltJoin join = Tables.join(joins, Tables.on(JoinKind.INNER).build(), allocator, rows)) {
      join.save(image);
    }
    return image;
  }

  @ParameterizedTest
  @MethodSource("joins")
  void processes_mappingOneImage_giveSameRows(Joins joins) throws Exception {
    Path image = image(joins, BUILD_ROWS);
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(MappedProbe.start(joins, image, output(i), log(i)));
    }
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      int status = processes.get(i).waitFor();
      assertThat(status).as(Files.readString(log(i))).isZero();
      answers.add(Files.readString(output(i)));
    }
    String here;
    try (BuiltJoin join =
        Tables.join(joins, Tables.on(JoinKind.INNER).build(), allocator, BUILD_ROWS)) {
      here = MappedProbe.answer(join, allocator);
    }
    assertThat(answers).containsOnly(here);
    assertThat(here).startsWith(BUILD_ROWS / 2 + " rows");
  }

  private Path output(int process) {
    return directory.resolve("output" + process);
  }

  private Path log(int process) {
    return directory.resolve("log" + process);
  }

  @ParameterizedTest
  @MethodSource("joins")
  void image_replacingFormerOne_leavesNothingElse(Joins joins) throws IOException {
    image(joins, 10);
    Path image = image(joins, 20);
    try (BuiltJoin join = joins.map(image, true, allocator)) {
      assertThat(join.summary().rows()).isEqualTo(20);
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(image);
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void copyOfImage_privateToOwner_outlivesItsFile(Joins joins) throws IOException {
    Path image = image(joins, 20);
    assertThat(Files.getPosixFilePermissions(image))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    try (BuiltJoin join = joins.read(image, allocator)) {
      Files.write(image, new byte[1]);
      assertThat(join.summary().rows()).isEqualTo(20);
      try (JoinProbe probe = join.probe();
          VectorSchemaRoot batch = Tables.ascending(allocator, 0, 100)) {
        probe.add(batch);
        assertThat(Tables.drain(probe)).isEqualTo(20);
      }
    }
    assertThatThrownBy(() -> joins.read(image, allocator)).isInstanceOf(JoinImageException.class);
  }

  @Test
  @DisabledIfSystemProperty(named = Implementations.SKIP_PROPERTY, matches = "true")
  void image_writableByOthers_isNotMapped() throws IOException {
    Joins joins = NativeJoins.load();
    Path image = image(joins, 20);
    Files.setPosixFilePermissions(image, PosixFilePermissions.fromString("rw--w----"));
    assertThatThrownBy(() -> joins.map(image, true, allocator))
        .isInstanceOf(JoinFileException.class)
        .hasMessageContaining(image.toString())
        .hasMessageContaining("other users may change it");
    joins.read(image, allocator).close();
  }

  /** Whoever chooses the keys of a join does not know which of them have the same hash. */
  @Test
  @DisabledIfSystemProperty(named = Implementations.SKIP_PROPERTY, matches = "true")
  void textHashes_ofEachJoin_areItsOwn() throws IOException {
    Joins joins = NativeJoins.load();
    JoinSpecification byName =
        JoinSpecification.builder(JoinKind.INNER, Tables.SCHEMA, Tables.SCHEMA).on("name").build();
    List<Path> images = List.of(directory.resolve("one"), directory.resolve("other"));
    for (Path image : images) {
      try (BuiltJoin join = Tables.join(joins, byName, allocator, 100)) {
        join.save(image);
      }
    }
    assertThat(Files.mismatch(images.get(0), images.get(1))).isNotEqualTo(-1);
    for (Path image : images) {
      try (BuiltJoin join = joins.map(image, true, allocator);
          JoinProbe probe = join.probe();
          VectorSchemaRoot batch = Tables.ascending(allocator, 50, 100)) {
        probe.add(batch);
        assertThat(Tables.drain(probe)).isEqualTo(50);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void damagedByte_ofImage_isNoticed(Joins joins) throws IOException {
    Path image = image(joins, 100);
    byte[] bytes = Files.readAllBytes(image);
    Random random = new Random(1);
    for (int i = 0; i < FLIPS; i++) {
      int at = i < FLIPS / 2 ? i % bytes.length : random.nextInt(bytes.length);
      byte[] damaged = bytes.clone();
      damaged[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      Files.write(image, damaged);
      assertThatThrownBy(() -> joins.map(image, true, allocator))
          .as("byte %s", at)
          .isInstanceOf(JoinImageException.class)
          .hasMessageContaining(image.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void imageFile_endingEarly_isNoticed(Joins joins) throws IOException {
    Path image = image(joins, 100);
    byte[] bytes = Files.readAllBytes(image);
    for (int length = 0; length < bytes.length; length += 1 + length / 3) {
      Files.write(image, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> joins.map(image, false, allocator))
          .as("length %s", length)
          .isInstanceOf(JoinImageException.class)
          .hasMessageContaining(image.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void imageFile_missing_isNamed(Joins joins) {
    Path none = directory.resolve("none");
    assertThatThrownBy(() -> joins.map(none, true, allocator))
        .isInstanceOf(JoinFileException.class)
        .hasMessageContaining(none.toString());
    Path nowhere = directory.resolve("no").resolve("directory");
    try (BuiltJoin join = Tables.join(joins, Tables.on(JoinKind.INNER).build(), allocator, 1)) {
      assertThatThrownBy(() -> join.save(nowhere))
          .isInstanceOf(JoinFileException.class)
          .hasMessageContaining(nowhere.toString());
    }
  }
}
