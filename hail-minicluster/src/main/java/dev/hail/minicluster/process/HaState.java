// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.ha.ServiceFailedException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.tools.NNHAServiceTarget;
import org.apache.hadoop.ipc.RPC;

/** Switches a namenode of a pair between active and standby. */
final class HaState {
  private static final int ANSWER_MILLIS = 60_000;

  private static final StateChangeRequestInfo BY_OPERATOR =
      new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER);

  private final Configuration client;
  private final String id;

  /**
   * Creates the switch of one namenode.
   *
   * @param client settings of a client of the pair
   * @param index number of the namenode, 0 or 1
   */
  HaState(Configuration client, int index) {
    this.client = client;
    this.id = NameNodeEndpoints.IDS.get(index);
  }

  /** Makes the namenode active as soon as it answers. */
  void toActive(Duration atMost) throws IOException, InterruptedException, TimeoutException {
    changeOnceItAnswers(namenode -> namenode.transitionToActive(BY_OPERATOR), atMost);
  }

  /** Makes the namenode standby as soon as it answers. */
  void toStandby(Duration atMost) throws IOException, InterruptedException, TimeoutException {
    changeOnceItAnswers(namenode -> namenode.transitionToStandby(BY_OPERATOR), atMost);
  }

  /** A call to the namenode. */
  private interface Call {
    void on(HAServiceProtocol namenode) throws IOException;
  }

  private void changeOnceItAnswers(Call call, Duration atMost)
      throws IOException, InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (true) {
      try {
        change(call);
        return;
      } catch (ServiceFailedException refused) {
        throw refused;
      } catch (IOException notYet) {
        if (System.nanoTime() > deadline) {
          throw new TimeoutException(
              "Namenode " + id + " did not change its state within " + atMost + ": " + notYet);
        }
        Thread.sleep(100);
      }
    }
  }

  private void change(Call call) throws IOException {
    NNHAServiceTarget target =
        new NNHAServiceTarget(client, client.get(DFSConfigKeys.DFS_NAMESERVICES), id);
    HAServiceProtocol namenode = target.getProxy(client, ANSWER_MILLIS);
    try {
      call.on(namenode);
    } finally {
      RPC.stopProxy(namenode);
    }
  }
}
