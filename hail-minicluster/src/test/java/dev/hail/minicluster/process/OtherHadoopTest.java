// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Daemons of a Hadoop that HAIL was not built for. */
@Tag("nightly")
class OtherHadoopTest {
  private static final String REFUSAL = "does not run in Hadoop 9.9.9. Put the HAIL";

  @Test
  void datanode_onOtherHadoop_doesNotStartUnlikeNamenode(
      @TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws Exception {
    ProcessCluster.Builder builder =
        ProcessCluster.builder()
            .directory(directory)
            .dataNodes(1)
            .heap("256m")
            .customize(
                (daemon, settings, options) ->
                    claimToBeAnotherHadoop(directory.resolve(daemon).resolve("conf")));

    assertThatThrownBy(builder::start)
        .hasMessageContaining("datanode-0 ended by itself")
        .hasMessageContaining(REFUSAL);

    assertThat(directory.resolve("namenode/namenode.log"))
        .content()
        .contains("HAIL's replica directory could not start: This HAIL was built for Hadoop")
        .contains(REFUSAL)
        .contains("Starting Socket Reader")
        .doesNotContain("Exiting with status 1");
  }

  /** Where Hadoop looks for its own version; the configuration is first on the class path. */
  private static void claimToBeAnotherHadoop(Path conf) {
    try {
      Files.createDirectories(conf);
      Files.writeString(conf.resolve("common-version-info.properties"), "version=9.9.9\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
