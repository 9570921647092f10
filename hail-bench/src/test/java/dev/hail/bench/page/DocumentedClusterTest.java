// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.PageBlock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Types docs/cluster.md, which starts a cluster of processes below the home of the user. */
@Tag("nightly")
@Tag("launcher")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class DocumentedClusterTest {
  private static final int MINUTES = 10;

  @Test
  void page_typedFromTopToBottom_readsRowsWhileNodeIsDead() throws Exception {
    // Not in the build's folder, whose name may be too long for a socket.
    Path home = Files.createTempDirectory(Path.of("/tmp"), "hail-home-");
    Map<String, String> variables =
        Map.of("HOME", home.toString(), "HAIL_OPTS", "-Duser.home=" + home);
    try (CheckoutShell shell = CheckoutShell.open(home.resolve("checkout"), variables, MINUTES)) {
      StringBuilder printed = new StringBuilder();
      try {
        for (PageBlock block : PageBlock.of("docs/cluster.md")) {
          printed.append(shell.type(block.place(), block.text()));
        }
      } finally {
        shell.type("the end", "bin/hail cluster down || true");
      }
      assertThat(printed.toString()).contains("8,y\n9,z\n").doesNotContain("7,x\n");
    } finally {
      FileUtil.fullyDelete(home.toFile());
    }
  }
}
