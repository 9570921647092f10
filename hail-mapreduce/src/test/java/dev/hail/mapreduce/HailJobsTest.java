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
import org.junit.jupiter.api.Test;

final class HailJobsTest {

  @Test
  void configuredJob_ships_hailJarsOnce() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("tmpjars", "file:/mine.jar");

    HailJobs.addDependencyJars(conf);
    List<String> once = Arrays.asList(conf.getStrings("tmpjars"));
    HailJobs.addDependencyJars(conf);

    assertThat(conf.getStrings("tmpjars")).containsExactlyElementsOf(once);
    assertThat(once).startsWith("file:/mine.jar").hasSize(7);
    assertThat(once).anyMatch(jar -> jar.contains("arrow-format"));
    assertThat(once).anyMatch(jar -> jar.contains("flatbuffers"));
    assertThat(holder(once.subList(1, once.size()), "dev/hail/format/schema/Schema.class"))
        .isEqualTo(1);
    assertThat(holder(once.subList(1, once.size()), "dev/hail/protocol/HailProxies.class"))
        .isEqualTo(1);
    assertThat(holder(once.subList(1, once.size()), "dev/hail/client/read/HailFile.class"))
        .isEqualTo(1);
    assertThat(holder(once.subList(1, once.size()), "dev/hail/mapreduce/HailRecord.class"))
        .isEqualTo(1);
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
