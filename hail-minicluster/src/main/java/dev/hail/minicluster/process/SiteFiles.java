// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * Writes settings as an operator does, each into the site file of its Hadoop component, and the
 * logging configuration.
 */
public final class SiteFiles {
  private static final String LOGGING =
      """
      log4j.rootLogger=INFO,console
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p [%t] %c{2}: %m%n
      """;

  private SiteFiles() {}

  /**
   * Prefixes of keys with the file that daemons read such keys from; longer prefixes come first.
   */
  private static final List<Map.Entry<String, String>> FILES =
      List.of(
          Map.entry("dfs.", "hdfs-site.xml"),
          Map.entry("hail.", "hail-site.xml"),
          Map.entry("yarn.scheduler.capacity.", "capacity-scheduler.xml"),
          Map.entry("yarn.app.mapreduce.", "mapred-site.xml"),
          Map.entry("mapreduce.", "mapred-site.xml"),
          Map.entry("yarn.", "yarn-site.xml"),
          Map.entry("", "core-site.xml"));

  /**
   * Writes the files.
   *
   * @param directory made if it is missing; files in it that no setting belongs to stay
   */
  public static void write(Path directory, Map<String, String> settings) throws IOException {
    Files.createDirectories(directory);
    Map<String, Configuration> files = new TreeMap<>();
    settings.forEach(
        (key, value) ->
            files.computeIfAbsent(fileOf(key), name -> new Configuration(false)).set(key, value));
    for (Map.Entry<String, Configuration> file : files.entrySet()) {
      writeFile(directory.resolve(file.getKey()), file.getValue());
    }
    Files.writeString(directory.resolve("log4j.properties"), LOGGING);
  }

  private static String fileOf(String key) {
    return FILES.stream()
        .filter(file -> key.startsWith(file.getKey()))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private static void writeFile(Path file, Configuration settings) throws IOException {
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      settings.writeXml(out);
    }
  }
}
