// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.io.retry.RetryPolicy.RetryAction.RetryDecision;
import org.apache.hadoop.net.ConnectTimeoutException;
import org.junit.jupiter.api.Test;

class SilentPortPolicyTest {
  @Test
  void silentPorts_retried_areAskedOnceEach() throws Exception {
    Exception silent = new ConnectTimeoutException("20000 ms passed");
    assertThat(decision(1, silent, 0)).isEqualTo(RetryDecision.FAIL);
    assertThat(decision(2, silent, 0)).isEqualTo(RetryDecision.FAILOVER_AND_RETRY);
    assertThat(decision(2, silent, 1)).isEqualTo(RetryDecision.FAIL);
  }

  @Test
  void restartingOrBusyNamenodes_retried_areAskedAgain() throws Exception {
    for (Exception passing :
        new Exception[] {new ConnectException("refused"), new SocketTimeoutException("busy")}) {
      assertThat(decision(1, passing, 4)).isEqualTo(RetryDecision.FAILOVER_AND_RETRY);
      assertThat(decision(2, passing, 4)).isEqualTo(RetryDecision.FAILOVER_AND_RETRY);
      assertThat(decision(2, passing, 5)).isEqualTo(RetryDecision.FAIL);
    }
  }

  private static RetryDecision decision(int namenodes, Exception failure, int failovers)
      throws Exception {
    RetryPolicy policy =
        new SilentPortPolicy(
            RetryPolicies.failoverOnNetworkException(RetryPolicies.TRY_ONCE_THEN_FAIL, 5, 5, 1, 1),
            namenodes);
    return policy.shouldRetry(failure, 0, failovers, true).action;
  }
}
