// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import java.lang.reflect.Field;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.BlockWrite;

/**
 * Adds {@code hail-default.xml} and {@code hail-site.xml} to every {@link Configuration} of this
 * process. HDFS resources and command-line options override them.
 */
public final class HailConfiguration {
  static final String DEFAULT_RESOURCE = "hail-default.xml";
  static final String SITE_RESOURCE = "hail-site.xml";

  private static final String HDFS_DEFAULTS = "hdfs-default.xml";
  private static final int FIRST_WAIT_MILLIS = 10;

  /** Waits of 20 s in total, each twice as long as the one before. Hadoop waits 12 s by default. */
  private static final int WAITS = 11;

  private HailConfiguration() {}

  /**
   * A new configuration with the resources of Hadoop, HDFS and HAIL. Its clients check sooner
   * whether a closed file is complete, unless the user configured the waits.
   */
  public static Configuration load() {
    addResources();
    Configuration configuration = new HdfsConfiguration();
    askSooner(configuration);
    return configuration;
  }

  /**
   * Shortens the first wait for a complete file. Datanodes report a replica when they acknowledge
   * it, so the first question often comes a few milliseconds too early. An upload closes one file
   * per block, and Hadoop would wait 400 ms each time.
   */
  static void askSooner(Configuration configuration) {
    if (isDefault(configuration, BlockWrite.LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_KEY)
        && isDefault(configuration, BlockWrite.LOCATEFOLLOWINGBLOCK_RETRIES_KEY)) {
      configuration.setInt(BlockWrite.LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_KEY, FIRST_WAIT_MILLIS);
      configuration.setInt(BlockWrite.LOCATEFOLLOWINGBLOCK_RETRIES_KEY, WAITS);
    }
  }

  private static boolean isDefault(Configuration configuration, String key) {
    String[] sources = configuration.getPropertySources(key);
    return sources == null || (sources.length == 1 && sources[0].equals(HDFS_DEFAULTS));
  }

  /** All keys of HAIL, including those without a default, which are in no resource. */
  public static Set<String> keys() {
    Set<String> keys = new TreeSet<>();
    for (Field field : HailConfigKeys.class.getFields()) {
      if (field.getType() == String.class && !field.getName().endsWith("_DEFAULT")) {
        try {
          keys.add((String) field.get(null));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException("A key that is not public: " + field, e);
        }
      }
    }
    return keys;
  }

  /** Registers HAIL's resources. Repeated calls have no effect. */
  public static void addResources() {
    HdfsConfiguration.init();
    Configuration.addDefaultResource(DEFAULT_RESOURCE);
    Configuration.addDefaultResource(SITE_RESOURCE);
  }
}
