// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.protocol.proto.HailProtos;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.MethodDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.ServiceDescriptor;
import org.junit.jupiter.api.Test;

/** What the messages that a namenode decodes look like. */
final class RequestMessagesTest {

  /** CVE-2022-3171: a sender could repeat such a field and keep the namenode busy for hours. */
  @Test
  void requests_ofServices_haveNoSingleMessageInside() {
    List<String> single = new ArrayList<>();
    Set<Descriptor> seen = new HashSet<>();
    for (ServiceDescriptor service : HailProtos.getDescriptor().getServices()) {
      for (MethodDescriptor method : service.getMethods()) {
        collect(method.getInputType(), seen, single);
      }
    }
    assertThat(seen).hasSizeGreaterThan(10);
    assertThat(single).isEmpty();
  }

  private static void collect(Descriptor message, Set<Descriptor> seen, List<String> single) {
    if (!seen.add(message)) {
      return;
    }
    for (FieldDescriptor field : message.getFields()) {
      if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        if (!field.isRepeated()) {
          single.add(field.getFullName());
        }
        collect(field.getMessageType(), seen, single);
      }
    }
  }
}
