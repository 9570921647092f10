// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.Test;

final class HailJobsTest {

  @HailJoin(name = "c", path = "/customers", on = "a = b")
  static final class Joining extends Mapper<Text, HailRecord, Text, Text> {}

  private static List<String> shipped(Configuration conf) throws Exception {
    conf.set("tmpjars", "file:/mine.jar");
    HailJobs.addDependencyJars(conf);
    List<String> once = Arrays.asList(conf.getStrings("tmpjars"));
    HailJobs.addDependencyJars(conf);
    assertThat(conf.getStrings("tmpjars")).containsExactlyElementsOf(once);
    assertThat(once).startsWith("file:/mine.jar");
    return once.subList(1, once.size());
  }

  @Test
  void configuredJob_ships_hailJarsOnce() throws Exception {
    List<String> jars = shipped(new Configuration(false));

    assertThat(jars).hasSize(7);
    assertThat(jars).anyMatch(jar -> jar.contains("arrow-format"));
    assertThat(jars).anyMatch(jar -> jar.contains("flatbuffers"));
    assertThat(holder(jars, "dev/hail/format/schema/Schema.class")).isEqualTo(1);
    assertThat(holder(jars, "dev/hail/protocol/HailProxies.class")).isEqualTo(1);
    assertThat(holder(jars, "dev/hail/client/read/HailFile.class")).isEqualTo(1);
    assertThat(holder(jars, "dev/hail/join/plan/JoinPlan.class")).isEqualTo(1);
    assertThat(holder(jars, "dev/hail/mapreduce/HailRecord.class")).isEqualTo(1);
    assertThat(holder(jars, "dev/hail/nativejoin/FlatJoins.class")).isZero();
  }

  @Test
  void jobWithJoins_shipsTheirLibraryOnce() throws Exception {
    Configuration configured = new Configuration(false);
    configured.set("hail.join.c", "/customers on a = b");
    Configuration annotated = new Configuration(false);
    annotated.setClass(MRJobConfig.MAP_CLASS_ATTR, Joining.class, Mapper.class);

    for (Configuration conf : List.of(configured, annotated)) {
      List<String> jars = shipped(conf);
      assertThat(jars).hasSize(8);
      assertThat(holder(jars, "dev/hail/nativejoin/FlatJoins.class")).isEqualTo(1);
    }

    annotated.set("hail.join.names", "");
    assertThat(shipped(annotated)).hasSize(7);
  }

  private static int holder(List<String> jars, String entry) throws Exception {
    int holders = 0;
    for (String jar : jars) {
      try (JarFile file = new JarFile(Path.of(URI.create(jar)).toFile())) {
        if (file.getEntry(entry) != null) {
          holders++;
        }
      }
    }
    return holders;
  }
}
