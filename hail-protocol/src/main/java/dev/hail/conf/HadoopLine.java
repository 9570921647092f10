// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.util.VersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that the running Hadoop belongs to the release line that HAIL was built for, for example
 * 3.4 or 3.5. HAIL's parts in daemons use private classes of Hadoop, which differ between lines. On
 * another line they would fail at some call long after the start.
 */
public final class HadoopLine {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopLine.class);
  private static final String BUILD = "build.properties";
  private static final Pattern LINE = Pattern.compile("(\\d+\\.\\d+)(?:\\D.*)?");

  private HadoopLine() {}

  /**
   * Checks the Hadoop on the class path. Another patch release of the same line is logged.
   *
   * @throws OtherHadoopException if Hadoop belongs to another line or does not name its version
   */
  public static void require() throws OtherHadoopException {
    String built = builtFor();
    String running = VersionInfo.getVersion();
    if (built.isEmpty()) {
      LOG.warn("HAIL is not run from its jars; nobody knows whether Hadoop {} fits", running);
      return;
    }
    require(built, running);
    if (!built.equals(running)) {
      LOG.warn(
          "HAIL was built and tested with Hadoop {}, not with {}. It uses private classes of"
              + " Hadoop; if one differs, use a HAIL that was built with -Dhadoop.version={}",
          built,
          running,
          running);
    }
  }

  /** The Hadoop release that this HAIL was compiled against; empty if Maven did not build it. */
  public static String builtFor() {
    Properties build = new Properties();
    try (InputStream in = HadoopLine.class.getResourceAsStream(BUILD)) {
      if (in == null) {
        return "";
      }
      build.load(in);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + BUILD + " of HAIL's jar", e);
    }
    return build.getProperty("hadoop.version");
  }

  static void require(String built, String running) throws OtherHadoopException {
    if (!line(built).equals(line(running))) {
      throw new OtherHadoopException(built, running);
    }
  }

  private static String line(String version) {
    Matcher matcher = LINE.matcher(version);
    return matcher.matches() ? matcher.group(1) : version;
  }
}
