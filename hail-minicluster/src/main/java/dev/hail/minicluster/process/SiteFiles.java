// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Writes settings as an operator does: core-site.xml, hdfs-site.xml, hail-site.xml, logging. */
final class SiteFiles {
  private static final String LOGGING =
      """
      log4j.rootLogger=INFO,console
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p [%t] %c{2}: %m%n
      """;

  private SiteFiles() {}

  static void write(Path directory, Map<String, String> settings) throws IOException {
    Files.createDirectories(directory);
    Configuration core = new Configuration(false);
    Configuration hdfs = new Configuration(false);
    Configuration hail = new Configuration(false);
    settings.forEach(
        (key, value) -> {
          Configuration file =
              key.startsWith("dfs.") ? hdfs : key.startsWith("hail.") ? hail : core;
          file.set(key, value);
        });
    writeFile(directory.resolve("core-site.xml"), core);
    writeFile(directory.resolve("hdfs-site.xml"), hdfs);
    writeFile(directory.resolve("hail-site.xml"), hail);
    Files.writeString(directory.resolve("log4j.properties"), LOGGING);
  }

  private static void writeFile(Path file, Configuration settings) throws IOException {
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      settings.writeXml(out);
    }
  }
}
