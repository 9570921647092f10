// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.workload;

import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.protocol.FilterReport;
import dev.hail.protocol.FilterReport.Measure;
import dev.hail.protocol.FilterShape;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to the namenode which filters files are read with, as input for {@link IndexAdvice}. No
 * reader fails because a report fails.
 */
public final class FilterRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(FilterRecorder.class);

  /** A reader does not wait long for a namenode that is gone. */
  private static final int MOST_FAILOVERS = 2;

  private final Configuration configuration;
  private final boolean enabled;

  /** Makes a recorder, which does nothing if {@code hail.workload.record} is off. */
  public FilterRecorder(Configuration configuration) {
    this.configuration = new Configuration(configuration);
    int failovers =
        NumberKeys.count(
            configuration,
            HailConfigKeys.CLIENT_RPC_FAILOVERS,
            HailConfigKeys.CLIENT_RPC_FAILOVERS_DEFAULT);
    this.configuration.setInt(
        HailConfigKeys.CLIENT_RPC_FAILOVERS, Math.min(MOST_FAILOVERS, failovers));
    this.enabled =
        configuration.getBoolean(
            HailConfigKeys.WORKLOAD_RECORD, HailConfigKeys.WORKLOAD_RECORD_DEFAULT);
  }

  /**
   * Counts a job or query that reads a file.
   *
   * @param measures shares that are already known; may be empty
   * @return whether the namenode recorded it
   */
  public boolean begins(HailFile file, FilterShape filter, List<Measure> measures) {
    HdfsPath path = file.location();
    return tell(path, file::blockPoolId, new FilterReport(path.source(), filter, true, measures));
  }

  /** Adds shares measured by a job that {@link #begins} has counted. */
  public void measured(HdfsPath file, FilterShape filter, List<Measure> measures) {
    if (!measures.isEmpty()) {
      tell(file, file::blockPoolId, new FilterReport(file.source(), filter, false, measures));
    }
  }

  @FunctionalInterface
  private interface BlockPool {
    String id() throws IOException;
  }

  private boolean tell(HdfsPath file, BlockPool pool, FilterReport report) {
    if (!enabled || file.isInSnapshot()) {
      return false;
    }
    try (HailClientProtocol namenode =
        HailProxies.clientProxy(configuration, file.fileSystem().getUri(), pool.id())) {
      namenode.recordFilter(report);
      return true;
    } catch (IOException e) {
      LOG.warn(
          "{} is read as ever, but its filter is not recorded: {}",
          file,
          PathException.firstLine(e));
      return false;
    }
  }
}
