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
 * Makes {@code hail-default.xml} and {@code hail-site.xml} part of every {@link Configuration} of
 * this process, below HDFS's own resources and options given on the command line.
 */
public final class HailConfiguration {
  static final String DEFAULT_RESOURCE = "hail-default.xml";
  static final String SITE_RESOURCE = "hail-site.xml";

  private static final String HDFS_DEFAULTS = "hdfs-default.xml";
  private static final int FIRST_WAIT_MILLIS = 10;

  /** Together 20 s, as each wait is twice as long as the one before; Hadoop's own are 12 s. */
  private static final int WAITS = 11;

  private HailConfiguration() {}

  /**
   * A new configuration with the resources of Hadoop, HDFS and HAIL. Clients made of it ask sooner
   * again whether a file that they closed is complete, unless the user configured how often.
   */
  public static Configuration load() {
    addResources();
    Configuration configuration = new HdfsConfiguration();
    askSooner(configuration);
    return configuration;
  }

  /**
   * Datanodes report a replica at the time they acknowledge it, so the first question is often a
   * few milliseconds early. An upload ends a file per block; Hadoop would let it wait 400 ms each.
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

  /** Every key of HAIL's, also those that have no default and therefore stand in no resource. */
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

  /** Registers HAIL's resources; harmless when repeated. */
  public static void addResources() {
    HdfsConfiguration.init();
    Configuration.addDefaultResource(DEFAULT_RESOURCE);
    Configuration.addDefaultResource(SITE_RESOURCE);
  }
}
