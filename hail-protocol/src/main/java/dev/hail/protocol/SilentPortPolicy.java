// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.net.ConnectTimeoutException;

/**
 * Ends a call after every namenode was tried if a port does not even accept a connection. No HAIL
 * service listens there, for example at a federation router, and each further attempt would cost a
 * timeout.
 */
final class SilentPortPolicy implements RetryPolicy {
  private final RetryPolicy others;
  private final int namenodes;

  /**
   * A policy for one file system.
   *
   * @param others policy for all other failures
   * @param namenodes number of addresses that are tried in turn
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
