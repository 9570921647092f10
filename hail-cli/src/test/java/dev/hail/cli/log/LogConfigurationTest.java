// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.Hierarchy;
import org.apache.log4j.Level;
import org.apache.log4j.PropertyConfigurator;
import org.apache.log4j.spi.RootLogger;
import org.junit.jupiter.api.Test;

/** {@code conf/log4j.properties}, by which the command logs. */
class LogConfigurationTest {
  @Test
  void lines_onWhatIsThrownToo_areLeftOut() {
    Hierarchy log = new Hierarchy(new RootLogger(Level.WARN));
    new PropertyConfigurator().doConfigure("../conf/log4j.properties", log);
    StringWriter text = new StringWriter();
    ((ConsoleAppender) log.getRootLogger().getAppender("console")).setWriter(text);

    log.getLogger("org.apache.hadoop.conf.Configuration").error("error parsing conf core-site.xml");
    log.getLogger("org.apache.hadoop.fs.FileSystem").warn("Failed to initialize filesystem hdfs:/");
    log.getLogger("org.apache.hadoop.hdfs.DataStreamer").warn("DataStreamer Exception: ");
    log.getLogger("org.apache.hadoop.hdfs.DataStreamer").warn("Excluding datanode a");

    assertThat(text.toString()).hasLineCount(1).contains("WARN DataStreamer: Excluding datanode a");
  }
}
