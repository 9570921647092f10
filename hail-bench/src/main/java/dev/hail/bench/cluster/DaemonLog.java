// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.apache.log4j.Appender;
import org.apache.log4j.FileAppender;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;

/**
 * Redirects the logs of the daemons in this process to a file while it is open, so that progress on
 * the terminal stays readable.
 */
public final class DaemonLog {
  private static final String PATTERN = "%d{ISO8601} %p [%t] %c{1}: %m%n";

  private final Logger root = Logger.getRootLogger();
  private final List<Appender> replaced = new ArrayList<>();
  private final FileAppender file;

  /** Opens the log; existing lines are kept. */
  public DaemonLog(Path target) throws IOException {
    file = new FileAppender(new PatternLayout(PATTERN), target.toString());
    Enumeration<?> appenders = root.getAllAppenders();
    while (appenders.hasMoreElements()) {
      replaced.add((Appender) appenders.nextElement());
    }
    replaced.forEach(root::removeAppender);
    root.addAppender(file);
  }

  /** Restores the previous logging. */
  public void close() {
    root.removeAppender(file);
    replaced.forEach(root::addAppender);
    file.close();
  }
}
