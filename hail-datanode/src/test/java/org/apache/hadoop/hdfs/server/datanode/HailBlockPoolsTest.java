// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import org.junit.jupiter.api.Test;

/** A datanode asked for block pools before it knows their namenodes and after it forgot them. */
class HailBlockPoolsTest {
  private final DataNode datanode = mock(DataNode.class);

  @Test
  void blockPool_withoutService_hasNoNameservice() {
    assertThat(HailBlockPools.nameservice(datanode, "BP-1")).isNull();
  }

  @Test
  void blockPool_ofNameservice_hasItsId() {
    BPOfferService service = mock(BPOfferService.class);
    when(service.getNameserviceId()).thenReturn("prod");
    when(datanode.getBPOfferService("BP-1")).thenReturn(service);
    assertThat(HailBlockPools.nameservice(datanode, "BP-1")).isEqualTo("prod");
    assertThat(HailBlockPools.nameservice(datanode, "BP-2")).isNull();
  }
}
