// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import dev.hail.client.HdfsPath;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.Indexing;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the namenode which blocks a running job may index and reports what its tasks cost. No answer
 * counts as a refusal and never fails a task.
 */
public final class OfferDesk implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(OfferDesk.class);

  private final String job;
  private final HailClientProtocol directory;
  private boolean silent;

  private OfferDesk(String job, HailClientProtocol directory) {
    this.job = job;
    this.directory = directory;
  }

  /**
   * Creates the desk for one file system.
   *
   * @param job name that the job's planner chose
   * @param file any file of the file system
   */
  public static OfferDesk of(Configuration conf, String job, HdfsPath file) throws IOException {
    return new OfferDesk(
        job, HailProxies.clientProxy(conf, file.fileSystem().getUri(), file.blockPoolId()));
  }

  /**
   * Announces that a job is about to index a file.
   *
   * @param attribute position of the attribute to index, from 1
   */
  public void begin(HdfsPath file, int attribute, Indexing.Plan plan) throws IOException {
    directory.beginIndexing(new Indexing(job, file.source(), attribute), plan);
  }

  /**
   * Returns whether the namenode lets the job index a block.
   *
   * @param selectivity share of its rows that qualify, 0 to 1; 0 if that does not matter
   */
  public boolean mayIndex(HdfsPath file, int attribute, long blockId, double selectivity) {
    if (silent) {
      return false;
    }
    try {
      return directory.mayIndex(new Indexing(job, file.source(), attribute), blockId, selectivity);
    } catch (IOException e) {
      giveUp(e);
      return false;
    }
  }

  /** Reports the cost of a task that succeeded. */
  public void taskEnded(HdfsPath file, int attribute, Indexing.TaskCost cost) {
    if (silent) {
      return;
    }
    try {
      directory.taskEnded(new Indexing(job, file.source(), attribute), cost);
    } catch (IOException e) {
      giveUp(e);
    }
  }

  private void giveUp(IOException failure) {
    silent = true;
    LOG.warn("The namenode does not answer; this task indexes no further block", failure);
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
