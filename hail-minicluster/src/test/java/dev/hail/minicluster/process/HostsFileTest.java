// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that a JVM finds by a file of host names. */
class HostsFileTest {
  private static final String YARN = "127.99.0.4";

  @TempDir private Path directory;

  /** Prints the name of this machine that YARN puts into addresses of pages. */
  public static final class MachineName {
    private MachineName() {}

    public static void main(String[] args) throws Exception {
      System.out.print(InetAddress.getLocalHost().getCanonicalHostName());
      System.out.print(" " + InetAddress.getAllByName("node-0")[0].getHostAddress());
    }
  }

  @Test
  void machine_atAddressOfWebServers_isNamedByThatAddress() throws Exception {
    HostsFile names =
        HostsFile.write(directory.resolve("hosts"), Map.of("node-0", "127.99.0.10"))
            .withThisMachineAt(directory.resolve("yarn-hosts"), YARN);
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(names.options());
    String classes =
        Path.of(MachineName.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    command.addAll(List.of("-cp", classes, MachineName.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(YARN + " 127.99.0.10");
    assertThat(process.waitFor()).isZero();
  }
}
