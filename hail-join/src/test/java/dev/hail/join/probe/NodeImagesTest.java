// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.schema.Schema;
import dev.hail.join.StringFile;
import dev.hail.join.plan.ImageFile;
import dev.hail.join.plan.JoinPlan;
import dev.hail.join.plan.MatchKind;
import dev.hail.join.plan.PlannedJoin;
import dev.hail.join.plan.ProbeKeys;
import dev.hail.nativejoin.FlatBatch;
import dev.hail.nativejoin.FlatBuild;
import dev.hail.nativejoin.FlatColumn;
import dev.hail.nativejoin.FlatJoin;
import dev.hail.nativejoin.FlatJoins;
import dev.hail.nativejoin.FlatSpecification;
import dev.hail.nativejoin.FlatStar;
import dev.hail.nativejoin.FlatType;
import dev.hail.nativejoin.JavaFlatJoins;
import dev.hail.nativejoin.JoinKind;
import dev.hail.nativejoin.NativeFlatJoins;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Images as a task finds them in its working directory. */
final class NodeImagesTest {
  private static final FlatColumn KEY = FlatColumn.of("key", FlatType.BIGINT, true);
  private static final int ROWS = 5_000;

  /** Beyond what {@link ImageFile} compares, and before the end. */
  private static final int DEEP = 20_000;

  @TempDir private Path working;
  @TempDir private Path marks;
  private NodeImages images;

  @BeforeEach
  void openNode() {
    images = new NodeImages(working, marks);
  }

  /** One string in each column. */
  private record OneText(String text) implements StringFile.Column {
    @Override
    public int size() {
      return 1;
    }

    @Override
    public int end(int code) {
      return text.length();
    }

    @Override
    public void writeTexts(DataOutputStream out) throws IOException {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
    }
  }

  static Stream<String> implementations() {
    return Boolean.getBoolean("hail.native.skip") ? Stream.of("java") : Stream.of("native", "java");
  }

  private static FlatJoins library(String name) {
    return name.equals("java") ? new JavaFlatJoins() : NativeFlatJoins.load();
  }

  /** Makes the image and the strings of a job. */
  private JoinPlan plan(String implementation, String job, long firstKey) throws Exception {
    Path image = working.resolve(job + ".image");
    FlatSpecification specification =
        FlatSpecification.builder(JoinKind.INNER, List.of(KEY), List.of(KEY))
            .on(0, 0)
            .outputs(List.of(0))
            .build();
    try (FlatBuild build = library(implementation).build(specification)) {
      build.add(batch(firstKey));
      try (FlatJoin join = build.finish()) {
        join.save(image);
      }
    }
    Path strings = working.resolve(job + ".strings");
    StringFile.write(strings, List.of(new OneText(job.repeat(DEEP))));
    return new JoinPlan(
        implementation,
        new ProbeKeys(List.of("key"), List.of(KEY)),
        List.of(
            new PlannedJoin(
                "d",
                MatchKind.INNER,
                Schema.parse("key BIGINT"),
                0,
                List.of(1),
                ImageFile.of(job + ".image", image),
                ImageFile.of(job + ".strings", strings))),
        List.of());
  }

  private static FlatBatch batch(long firstKey) {
    FlatBatch batch = new FlatBatch(List.of(KEY), ROWS);
    for (int i = 0; i < ROWS; i++) {
      batch.values(0).putLong(i * Long.BYTES, firstKey + i);
      int at = i / Byte.SIZE;
      batch.validity(0).put(at, (byte) (batch.validity(0).get(at) | 1 << i % Byte.SIZE));
    }
    batch.setRows(ROWS);
    return batch;
  }

  private void open(JoinPlan plan) throws IOException {
    images.star(plan, ROWS).close();
    images.strings(plan);
  }

  private List<String> marked() throws IOException {
    try (Stream<Path> all = Files.list(marks)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void images_thatAreThere_giveTheirRows(String implementation) throws Exception {
    JoinPlan plan = plan(implementation, "job", 3);
    List<Long> found = new ArrayList<>();

    try (FlatStar star = images.star(plan, ROWS)) {
      star.add(batch(ROWS));
      while (star.next()) {
        for (int row = 0; row < star.rows().size(); row++) {
          found.add(star.rows().getLong(row, 0));
        }
      }
    }

    assertThat(found).containsExactly((long) ROWS, ROWS + 1L, ROWS + 2L);
    assertThat(images.strings(plan).get(0).length(0, 0)).isEqualTo(3 * DEEP);
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void secondReader_doesNotVerifyAgain(String implementation) throws Exception {
    JoinPlan plan = plan(implementation, "job", 0);
    open(plan);
    List<String> first = marked();

    open(plan);

    assertThat(first).hasSize(2);
    assertThat(first.get(0)).startsWith("job.image-").endsWith(".verified");
    assertThat(first.get(1)).startsWith("job.strings-").endsWith(".verified");
    assertThat(marked()).isEqualTo(first);
    // The checksum of strings that were changed after that is not compared any more.
    flip(working.resolve("job.strings"), DEEP);
    assertThat(images.strings(plan)).hasSize(1);
    Files.delete(marks.resolve(first.get(1)));
    assertThatThrownBy(() -> images.strings(plan)).hasMessageContaining("job.strings is damaged");
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void damagedImage_isNamedAndNotMarked(String implementation) throws Exception {
    JoinPlan plan = plan(implementation, "job", 0);
    flip(working.resolve("job.image"), DEEP);

    assertThatThrownBy(() -> open(plan))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Join `d': ")
        .hasMessageContaining(working.resolve("job.image").toString())
        .hasMessageContaining("damaged");
    assertThat(marked()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void cutOrMissingFiles_areNamed(String implementation) throws Exception {
    for (String name : List.of("job.image", "job.strings")) {
      JoinPlan plan = plan(implementation, "job", 0);
      Path file = working.resolve(name);
      byte[] all = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(all, all.length - 1));
      assertThatThrownBy(() -> open(plan))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("The file " + file)
          .hasMessageContaining((all.length - 1) + " bytes instead of " + all.length);
      Files.delete(file);
      assertThatThrownBy(() -> open(plan))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("The image " + name + " of a join is missing");
      Files.deleteIfExists(working.resolve("job.image"));
      Files.deleteIfExists(working.resolve("job.strings"));
    }
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void imageOfAnotherJob_isRefused_howeverOftenItWasVerified(String implementation)
      throws Exception {
    JoinPlan plan = plan(implementation, "job", 0);
    open(plan);
    JoinPlan other = plan(implementation, "oth", 1 << 20);
    open(other);
    Path image = working.resolve("job.image");
    Files.delete(image);
    Files.copy(working.resolve("oth.image"), image);

    assertThatThrownBy(() -> open(plan))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("The file " + image + " is not the image that the job was planned");
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void nodeWithoutPlaceForMarks_verifiesEachTime(String implementation) throws Exception {
    JoinPlan plan = plan(implementation, "job", 0);
    NodeImages alone = new NodeImages(working, null);
    alone.star(plan, ROWS).close();
    NodeImages gone = new NodeImages(working, marks.resolve("none"));
    gone.star(plan, ROWS).close();
    flip(working.resolve("job.image"), DEEP);

    for (NodeImages node : List.of(alone, gone)) {
      assertThatThrownBy(() -> node.star(plan, ROWS)).hasMessageContaining("is damaged");
    }
  }
}
