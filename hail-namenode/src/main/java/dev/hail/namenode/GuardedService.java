// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import org.apache.hadoop.thirdparty.protobuf.BlockingService;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.MethodDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.ServiceDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/**
 * Checks who calls before Hadoop decodes what the call says. Hadoop asks for the prototype of a
 * request in the thread of the call, right before it decodes the request.
 */
final class GuardedService implements BlockingService {
  /** Checks the caller of the current RPC. */
  @FunctionalInterface
  interface Guard {
    /**
     * Does nothing for a caller that may call.
     *
     * @throws IOException if the caller may not
     */
    void checkCaller() throws IOException;
  }

  private final BlockingService service;
  private final Guard guard;

  GuardedService(BlockingService service, Guard guard) {
    this.service = service;
    this.guard = guard;
  }

  @Override
  public Message getRequestPrototype(MethodDescriptor method) {
    try {
      guard.checkCaller();
    } catch (IOException e) {
      // Hadoop's server takes this exception apart and answers with its cause.
      throw new UndeclaredThrowableException(e);
    }
    return service.getRequestPrototype(method);
  }

  @Override
  public Message callBlockingMethod(
      MethodDescriptor method, RpcController controller, Message request) throws ServiceException {
    return service.callBlockingMethod(method, controller, request);
  }

  @Override
  public ServiceDescriptor getDescriptorForType() {
    return service.getDescriptorForType();
  }

  @Override
  public Message getResponsePrototype(MethodDescriptor method) {
    return service.getResponsePrototype(method);
  }
}
