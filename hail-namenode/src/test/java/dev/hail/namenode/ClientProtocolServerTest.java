// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.namenode.directory.RefusedException;
import dev.hail.protocol.proto.HailProtos.HailClientProtocolService;
import java.util.stream.Stream;
import org.apache.hadoop.thirdparty.protobuf.BlockingService;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.MethodDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ClientProtocolServerTest {
  /** Without a service behind: what is let through fails for another reason. */
  private static final BlockingService SERVER =
      HailClientProtocolService.newReflectiveBlockingService(
          new ClientProtocolServer(null, () -> "BP-own"));

  static Stream<String> calls() {
    return SERVER.getDescriptorForType().getMethods().stream().map(MethodDescriptor::getName);
  }

  @ParameterizedTest
  @MethodSource("calls")
  void call_aboutAnotherBlockPool_isRefused(String name) {
    assertThatThrownBy(() -> call(name, "BP-other"))
        .isInstanceOf(ServiceException.class)
        .cause()
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("block pool BP-own");
  }

  @ParameterizedTest
  @MethodSource("calls")
  void call_aboutThisBlockPoolOrNone_isNotRefusedForIt(String name) {
    for (String pool : new String[] {"BP-own", ""}) {
      assertThatThrownBy(() -> call(name, pool)).asString().doesNotContain("block pool");
    }
  }

  private static void call(String name, String pool) throws ServiceException {
    MethodDescriptor method = SERVER.getDescriptorForType().findMethodByName(name);
    Message.Builder request = SERVER.getRequestPrototype(method).newBuilderForType();
    request.setField(method.getInputType().findFieldByName("block_pool_id"), pool);
    SERVER.callBlockingMethod(method, null, request.buildPartial());
  }
}
