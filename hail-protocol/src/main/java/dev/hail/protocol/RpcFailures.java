// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** Converts exceptions of the protobuf engine to those that the protocol interfaces declare. */
final class RpcFailures {

  private RpcFailures() {}

  /** A call on a protobuf stub. */
  @FunctionalInterface
  interface StubCall<T> {
    T call() throws ServiceException;
  }

  /** Makes a call. Throws network failures or a {@link RemoteException}. */
  static <T> T call(StubCall<T> stub) throws IOException {
    try {
      return stub.call();
    } catch (ServiceException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IOException("RPC to the namenode failed", e);
    }
  }

  /**
   * The exception as the namenode threw it, if callers handle its class; otherwise the given one.
   */
  static IOException local(IOException failure) {
    return failure instanceof RemoteException remote
        ? remote.unwrapRemoteException(
            AccessControlException.class,
            AuthorizationException.class,
            FileNotFoundException.class,
            StandbyException.class,
            RetriableException.class)
        : failure;
  }
}
