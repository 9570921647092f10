// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** The shared library, in processes of their own: it is loaded once in the life of each. */
class NativeLibraryTest {
  private static final int MEBIBYTE = 1 << 20;
  private static final long MOST_GROWTH = 48L * MEBIBYTE;

  @Test
  void joins_withoutLibrary_runInJava() throws Exception {
    String said = run("best", "-Dhail.native.library=/nowhere/libhail_native.so");
    assertThat(said)
        .contains("No native joins on linux-")
        .contains("/nowhere/libhail_native.so")
        .contains("Joins in Java give the same answers")
        .contains("JavaFlatJoins")
        .contains("best: Java");
  }

  @Test
  void joins_onPlatformWithoutLibrary_runInJavaAndNamePlatforms() throws Exception {
    boolean skipped = Boolean.getBoolean(Implementations.SKIP_PROPERTY);
    String packed = skipped ? ";" : " but for linux-(x86_64|aarch64)";
    assertThat(run("best", "-Dos.arch=riscv64"))
        .containsPattern("No native joins on linux-riscv64: the jar has no library" + packed)
        .contains("best: Java");
  }

  @Test
  @DisabledIfSystemProperty(named = Implementations.SKIP_PROPERTY, matches = "true")
  void joins_withLibrary_areNative() throws Exception {
    assertThat(run("best")).contains("loaded: native").contains("best: native");
  }

  @Test
  @DisabledIfSystemProperty(named = Implementations.SKIP_PROPERTY, matches = "true")
  void memory_overManyJoins_doesNotGrow() throws Exception {
    // A heap of one size, in memory from the beginning: what grows is elsewhere.
    String said = run("grow", "-Xms128m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC");
    long growth = Long.parseLong(said.strip().lines().reduce((a, b) -> b).orElseThrow());
    assertThat(growth).isLessThan(MOST_GROWTH);
  }

  @Test
  @DisabledIfSystemProperty(named = Implementations.SKIP_PROPERTY, matches = "true")
  void flatJoins_withoutArrowAndJvmOptions_work() throws Exception {
    assertThat(runWithoutArrow("native").lines())
        .containsExactlyInAnyOrder("row 1 has 9", "row 2 has 7");
  }

  @Test
  void flatJoinsOfJava_withoutArrowAndLibrary_work() throws Exception {
    assertThat(runWithoutArrow("Java", "-Dhail.native.library=/nowhere/libhail_native.so").lines())
        .containsExactlyInAnyOrder("row 1 has 9", "row 2 has 7");
  }

  @Test
  void flatJoinsOfJava_fillingTheHeap_sayWhatHelpsAndKeepTheirRows() throws Exception {
    assertThat(runWithoutArrow("fill", "-Xmx64m"))
        .contains("The Java heap of ")
        .contains("raise -Xmx")
        .contains("all others are there");
  }

  /** Runs {@link FlatProcess} without Arrow's classes and returns what it says. */
  private static String runWithoutArrow(String command, String... options)
      throws IOException, InterruptedException {
    String path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("arrow"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of(options));
    words.addAll(List.of("-cp", path, FlatProcess.class.getName(), command));
    return said(words);
  }

  /** Runs {@link NativeProcess} and returns what it says. */
  private static String run(String command, String... options)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(MappedProbe.java());
    words.addAll(1, List.of(options));
    words.add(NativeProcess.class.getName());
    words.add(command);
    return said(words);
  }

  private static String said(List<String> words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
