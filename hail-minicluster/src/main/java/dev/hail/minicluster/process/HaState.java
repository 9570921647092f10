// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.ha.ServiceFailedException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.tools.NNHAServiceTarget;
import org.apache.hadoop.ipc.RPC;

/** Asks a namenode of a pair for its state, and switches it between active and standby. */
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
    repeatUntilDone(namenode -> namenode.transitionToActive(BY_OPERATOR), atMost);
  }

  /** Makes the namenode standby as soon as it answers. */
  void toStandby(Duration atMost) throws IOException, InterruptedException, TimeoutException {
    repeatUntilDone(namenode -> namenode.transitionToStandby(BY_OPERATOR), atMost);
  }

  /**
   * Returns the state that the namenode says it is in.
   *
   * @throws IOException if it does not answer
   */
  HAServiceState state() throws IOException {
    return ask(namenode -> namenode.getServiceStatus().getState());
  }

  /** Waits until the namenode answers that it is in a state. */
  void await(HAServiceState wanted, Duration atMost)
      throws IOException, InterruptedException, TimeoutException {
    repeatUntilDone(
        namenode -> {
          HAServiceState state = namenode.getServiceStatus().getState();
          if (state != wanted) {
            throw new IOException("It is " + state + ", not " + wanted);
          }
        },
        atMost);
  }

  /** A call to the namenode. */
  private interface Call {
    void on(HAServiceProtocol namenode) throws IOException;
  }

  /** A question to the namenode. */
  private interface Question<T> {
    T to(HAServiceProtocol namenode) throws IOException;
  }

  private void repeatUntilDone(Call call, Duration atMost)
      throws IOException, InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (true) {
      try {
        ask(
            namenode -> {
              call.on(namenode);
              return null;
            });
        return;
      } catch (ServiceFailedException refused) {
        throw refused;
      } catch (IOException notYet) {
        if (System.nanoTime() > deadline) {
          throw new TimeoutException(
              "Namenode " + id + " is not in its new state after " + atMost + ": " + notYet);
        }
        Thread.sleep(100);
      }
    }
  }

  private <T> T ask(Question<T> question) throws IOException {
    NNHAServiceTarget target =
        new NNHAServiceTarget(client, client.get(DFSConfigKeys.DFS_NAMESERVICES), id);
    HAServiceProtocol namenode = target.getProxy(client, ANSWER_MILLIS);
    try {
      return question.to(namenode);
    } finally {
      RPC.stopProxy(namenode);
    }
  }
}
