// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import static dev.hail.namenode.pseudo.MockedNamenode.ATTRIBUTE;
import static dev.hail.namenode.pseudo.MockedNamenode.BYTES;
import static dev.hail.namenode.pseudo.MockedNamenode.FILE;
import static dev.hail.namenode.pseudo.MockedNamenode.FIRST;
import static dev.hail.namenode.pseudo.MockedNamenode.STAMP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import dev.hail.protocol.IndexGrant;
import dev.hail.protocol.IndexRequest;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.namenode.HailCheckedFiles;
import org.apache.hadoop.hdfs.server.namenode.HailFileAttributes;
import org.apache.hadoop.hdfs.server.namenode.HailInodes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.quality.Strictness;

/** Grants of pseudo replicas of a file whose blocks are on two datanodes, with room for two. */
final class IndexGrantsTest {
  private static final String PATH = "/file";

  private final MockedNamenode namenode =
      new MockedNamenode(() -> withSettings().strictness(Strictness.LENIENT));
  private PseudoKeeper keeper;

  @BeforeEach
  void open() throws Exception {
    DatanodeManager manager = mock(DatanodeManager.class);
    when(namenode.datanodes.manager()).thenReturn(manager);
    when(namenode.datanodes.isInService(anyString())).thenReturn(true);
    when(namenode.namespace.caller()).thenReturn("alice");
    when(namenode.namespace.blockPoolId()).thenReturn("pool");
    HailFileAttributes attributes = mock(HailFileAttributes.class);
    when(namenode.namespace.attributes()).thenReturn(attributes);
    when(namenode.blocks.corruptReplicas(anyLong())).thenReturn(Set.of());
    when(namenode.inodes.hasFile(FILE)).thenReturn(true);
    when(namenode.inodes.extentOf(FILE))
        .thenReturn(new HailInodes.FileExtent(2 * BYTES, 2 * BYTES));
    when(namenode.files.writableBlock(eq(PATH), anyLong()))
        .thenReturn(new HailCheckedFiles.WritableBlock(FILE, BYTES, STAMP, true));
    keeper = namenode.keeper(1, 60_000);
    for (String uuid : new String[] {"a", "b"}) {
      DatanodeID id = new DatanodeID("127.0.0.1", "host-" + uuid, uuid, 9_866, 0, 0, 0);
      when(manager.getDatanode(uuid)).thenReturn(new DatanodeDescriptor(id));
      keeper.heard(uuid, true);
      for (long block = FIRST; block <= FIRST + 1; block++) {
        ReplicaInfo source =
            new ReplicaInfo(block, STAMP, 1, BYTES, 512, 64, 100, 1, new int[0], "DS-" + uuid);
        assertThat(namenode.sources.add(uuid, source)).isTrue();
      }
    }
  }

  /** Asks beside datanode a, which is chosen while it has no more than the other one. */
  private IndexGrant grant(long block) throws IOException {
    return keeper.grant(new IndexRequest(PATH, block, STAMP, ATTRIBUTE, "host-a", List.of()));
  }

  /** A namenode that becomes the standby meanwhile answers nobody. */
  @Test
  void grant_thatEndsInError_leavesNothingOpen() throws Exception {
    when(namenode.blocks.blockToken(any(), any()))
        .thenThrow(new IOException("no key"))
        .thenReturn("");
    assertThatThrownBy(() -> grant(FIRST)).isInstanceOf(IOException.class).hasMessage("no key");
    assertThat(grant(FIRST + 1).target().datanodeUuid())
        .as("none is on its way to either datanode")
        .isEqualTo("a");
    assertThat(grant(FIRST).target().datanodeUuid()).as("one is on its way to a").isEqualTo("b");
  }

  /** Its first attempt may be sending what it was granted. */
  @Test
  void secondGrant_thatEndsInError_leavesTheFirstOpen() throws Exception {
    when(namenode.blocks.blockToken(any(), any()))
        .thenReturn("")
        .thenThrow(new IOException("no key"))
        .thenReturn("");
    assertThat(grant(FIRST).target().datanodeUuid()).isEqualTo("a");
    assertThatThrownBy(() -> grant(FIRST)).isInstanceOf(IOException.class);
    assertThat(grant(FIRST + 1).target().datanodeUuid()).isEqualTo("b");
  }

  /** The space of a grant that ended in an error is free for others. */
  @Test
  void grants_thatEndInError_takeNoSpace() throws Exception {
    when(namenode.inodes.extentOf(FILE)).thenReturn(new HailInodes.FileExtent(BYTES, BYTES));
    when(namenode.blocks.blockToken(any(), any()))
        .thenThrow(new IOException("no key"))
        .thenReturn("");
    assertThatThrownBy(() -> grant(FIRST)).isInstanceOf(IOException.class);
    assertThat(grant(FIRST + 1).outcome()).isEqualTo(IndexGrant.Outcome.GRANTED);
  }
}
