// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A client with a user, and so with connections, of its own. Does one operation after the other
 * until the gate wants no more.
 */
final class LoadClient implements Callable<Void> {
  private final UserGroupInformation user;
  private final LoadGate gate;
  private final Work work;

  /** What a client does. */
  interface Work {
    /** Does one operation, or a few that belong together. */
    void once() throws IOException, InterruptedException;
  }

  LoadClient(String name, LoadGate gate, Work work) {
    this.user = UserGroupInformation.createRemoteUser(name);
    this.gate = gate;
    this.work = work;
  }

  @Override
  public Void call() throws IOException, InterruptedException {
    try {
      while (gate.enter()) {
        try {
          once();
        } finally {
          gate.leave();
        }
      }
    } finally {
      FileSystem.closeAllForUGI(user);
    }
    return null;
  }

  /** Does the work once, as this client's user. */
  void once() throws IOException, InterruptedException {
    user.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              work.once();
              return null;
            });
  }
}
