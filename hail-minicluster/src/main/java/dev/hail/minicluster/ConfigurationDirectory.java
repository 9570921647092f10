// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Writes the settings that a client needs to reach a cluster, as a {@code HADOOP_CONF_DIR}. */
public final class ConfigurationDirectory {
  private static final List<String> CLIENT_KEYS =
      List.of(
          "fs.defaultFS",
          "dfs.nameservices",
          "dfs.ha.namenodes.",
          "dfs.namenode.rpc-address",
          "dfs.namenode.http-address",
          "dfs.client.failover.",
          "dfs.replication",
          "hail.",
          "yarn.resourcemanager.",
          "yarn.is.minicluster",
          "yarn.app.mapreduce.am.staging-dir",
          "mapreduce.framework.name",
          "mapreduce.jobhistory.");

  private ConfigurationDirectory() {}

  /** Creates the directory if it is missing and replaces the site files in it. */
  public static void write(Path directory, Configuration cluster) throws IOException {
    Files.createDirectories(directory);
    Configuration core = new Configuration(false);
    Configuration hdfs = new Configuration(false);
    Configuration hail = new Configuration(false);
    Configuration yarn = new Configuration(false);
    Configuration mapred = new Configuration(false);
    for (String key : clientKeys(cluster)) {
      Configuration file =
          key.startsWith("dfs.")
              ? hdfs
              : key.startsWith("hail.")
                  ? hail
                  : key.startsWith("yarn.") ? yarn : key.startsWith("mapreduce.") ? mapred : core;
      file.set(key, cluster.get(key));
    }
    writeFile(directory.resolve("core-site.xml"), core);
    writeFile(directory.resolve("hdfs-site.xml"), hdfs);
    writeFile(directory.resolve("hail-site.xml"), hail);
    writeFile(directory.resolve("yarn-site.xml"), yarn);
    writeFile(directory.resolve("mapred-site.xml"), mapred);
  }

  private static List<String> clientKeys(Configuration cluster) {
    List<String> keys = new ArrayList<>();
    for (Map.Entry<String, String> entry : cluster) {
      String key = entry.getKey();
      if (CLIENT_KEYS.stream().anyMatch(key::startsWith) && !isDefault(cluster, key)) {
        keys.add(key);
      }
    }
    return keys;
  }

  private static boolean isDefault(Configuration cluster, String key) {
    String[] sources = cluster.getPropertySources(key);
    return sources != null
        && sources.length > 0
        && sources[sources.length - 1].endsWith("-default.xml");
  }

  private static void writeFile(Path file, Configuration settings) throws IOException {
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      settings.writeXml(out);
    }
  }
}
