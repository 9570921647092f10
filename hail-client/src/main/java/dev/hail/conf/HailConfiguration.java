package dev.hail.conf;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/**
 * Makes {@code hail-default.xml} and {@code hail-site.xml} part of every {@link Configuration} of
 * this process, below HDFS's own resources and options given on the command line.
 */
public final class HailConfiguration {
  static final String DEFAULT_RESOURCE = "hail-default.xml";
  static final String SITE_RESOURCE = "hail-site.xml";

  private HailConfiguration() {}

  /** A new configuration with the resources of Hadoop, HDFS and HAIL. */
  public static Configuration load() {
    addResources();
    return new HdfsConfiguration();
  }

  /** Registers HAIL's resources; harmless when repeated. */
  public static void addResources() {
    HdfsConfiguration.init();
    Configuration.addDefaultResource(DEFAULT_RESOURCE);
    Configuration.addDefaultResource(SITE_RESOURCE);
  }
}
