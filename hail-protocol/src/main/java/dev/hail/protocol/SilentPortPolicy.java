// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.net.ConnectTimeoutException;

/**
 * Ends a call when every namenode was asked and a port does not even take a connection: there is no
 * HAIL service behind it, as at a federation router, and each further attempt costs a time-out.
 */
final class SilentPortPolicy implements RetryPolicy {
  private final RetryPolicy others;
  private final int namenodes;

  /**
   * A policy for one file system.
   *
   * @param others what is done about all other failures
   * @param namenodes number of addresses that are asked in turn
   */
  SilentPortPolicy(RetryPolicy others, int namenodes) {
    this.others = others;
    this.namenodes = namenodes;
  }

  @Override
  public RetryAction shouldRetry(
      Exception failure, int retries, int failovers, boolean isIdempotentOrAtMostOnce)
      throws Exception {
    if (failure instanceof ConnectTimeoutException && failovers + 1 >= namenodes) {
      return RetryAction.FAIL;
    }
    return others.shouldRetry(failure, retries, failovers, isIdempotentOrAtMostOnce);
  }
}
