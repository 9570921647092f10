// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.flatbuffers.Table;
import dev.hail.cli.HailCli;
import dev.hail.client.read.HailFile;
import dev.hail.format.schema.Schema;
import dev.hail.join.plan.JoinPlan;
import dev.hail.mapreduce.HailInputFormat;
import dev.hail.nativejoin.FlatJoins;
import dev.hail.protocol.HailProxies;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import picocli.CommandLine;

/**
 * One build of HAIL's client serves every release of Hadoop from 3.3.4 on, shaded or not, in
 * whatever class loader. Maven puts Hadoop's jars into {@code target/hadoop-clients}.
 */
final class LinkTest {
  /** A class of each module that clients and tasks load. */
  private static final List<Class<?>> MODULES =
      List.of(
          Schema.class, HailProxies.class, HailFile.class, JoinPlan.class, HailInputFormat.class);

  /** What clients and tasks bring, or every Hadoop has under its own name. */
  private static final List<Class<?>> BESIDES =
      List.of(
          HailCli.class,
          CommandLine.class,
          Table.class,
          Message.class,
          FlatJoins.class,
          Logger.class);

  @ParameterizedTest
  @CsvSource({
    "3.3.4,shaded",
    "3.3.4,plain",
    "3.4.3,shaded",
    "3.4.3,plain",
    "3.5.0,shaded",
    "3.5.0,plain"
  })
  void client_withHadoop_findsAllThatItNames(String release, String kind) throws Exception {
    List<URL> places = new ArrayList<>();
    MODULES.forEach(member -> places.add(place(member)));
    BESIDES.forEach(member -> places.add(place(member)));
    places.addAll(jars(Path.of("target", "hadoop-clients", release, kind)));
    List<String> problems = new ArrayList<>();
    int references = 0;
    try (ClassFiles classes = new ClassFiles(places)) {
      for (byte[] file : classFiles()) {
        for (Reference reference : Reference.of(file)) {
          references++;
          classes.problem(reference).ifPresent(why -> problems.add(reference + ": " + why));
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(references).isGreaterThan(10_000);
  }

  /** A package of another class loader is another package, whatever its name. */
  @Test
  void client_hasNoClassInPackagesOfHadoop() throws Exception {
    for (byte[] file : classFiles()) {
      assertThat(Reference.of(file).iterator().next().from()).startsWith("dev/hail/");
    }
  }

  private static List<byte[]> classFiles() throws IOException, URISyntaxException {
    List<byte[]> files = new ArrayList<>();
    for (Class<?> member : MODULES) {
      files.addAll(ClassFiles.in(Path.of(place(member).toURI())));
    }
    return files;
  }

  private static URL place(Class<?> member) {
    return member.getProtectionDomain().getCodeSource().getLocation();
  }

  private static List<URL> jars(Path directory) throws IOException {
    List<URL> jars = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path jar : files.toList()) {
        jars.add(jar.toUri().toURL());
      }
    }
    return jars;
  }
}
