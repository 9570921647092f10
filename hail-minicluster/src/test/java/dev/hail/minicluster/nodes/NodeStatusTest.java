// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a node says of HAIL in it, and what a person is told of that. */
class NodeStatusTest {
  private static NodeStatus namenode(String hail) {
    return new NodeStatus(
        "namenode-1", "running", "namenode 7", "127.0.0.3", "http://127.0.0.3:9", "standby", hail);
  }

  private static String warningsOf(NodeStatus... nodes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    NodeStatus.printWarnings(List.of(nodes), new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void hail_ofNamenode_isAsItsMetricsSay() {
    assertThat(NodeNote.hail("namenode-0", query -> "{\"AppendRefused\" : 1}"))
        .isEqualTo(NodeStatus.GUARDED);
    assertThat(NodeNote.hail("namenode-0", query -> "{\"AppendRefused\" : 0}"))
        .isEqualTo(NodeStatus.UNGUARDED);
    assertThat(NodeNote.hail("namenode-0", query -> "{\"beans\" : []}")).isEqualTo(NodeStatus.OFF);
  }

  @Test
  void hail_ofSilentNamenodeOrOtherNode_isUnknown() {
    NodeNote.Beans silent =
        query -> {
          throw new IOException("silent");
        };
    assertThat(NodeNote.hail("namenode-0", silent)).isEmpty();
    assertThat(NodeNote.hail("node-0", query -> "{\"beans\" : []}")).isEmpty();
  }

  @Test
  void warnings_nameWhatDoesNotGuardAlone() {
    assertThat(warningsOf(namenode(NodeStatus.GUARDED), namenode(""))).isEmpty();
    assertThat(warningsOf(namenode(NodeStatus.UNGUARDED)))
        .contains("namenode-1 does not refuse plain clients", "http://127.0.0.3:9/hail");
    assertThat(warningsOf(namenode(NodeStatus.OFF))).contains("HAIL does not run in namenode-1");
  }

  @Test
  void known_ofNode_leavesOutWhatIsEmpty() {
    assertThat(namenode(NodeStatus.OFF).known()).hasSize(7).containsEntry("hail", "off");
    assertThat(namenode("").known()).doesNotContainKey("hail").containsEntry("note", "standby");
  }

  @Test
  void line_readAgain_isTheSameNode() {
    NodeStatus node = namenode(NodeStatus.UNGUARDED);
    assertThat(NodeStatus.parse(node.line())).isEqualTo(node);
  }
}
