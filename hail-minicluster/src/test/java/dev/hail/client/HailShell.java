// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import dev.hail.cli.HailCli;
import dev.hail.minicluster.HailMiniCluster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Runs {@code hail} commands against a cluster as a user would, in this process. */
public final class HailShell {
  private final HailMiniCluster cluster;

  /** A shell whose commands find this cluster. */
  public HailShell(HailMiniCluster cluster) {
    this.cluster = cluster;
  }

  /** What a command left behind. */
  public record Result(int code, ByteBuffer bytes, String err) {
    public String out() {
      return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }

    /** All that it said, to whichever stream. */
    public String said() {
      return out() + err;
    }

    /** What is wrong, as the command says; empty if it ended with 0. */
    public String problems() {
      return code == 0 ? "" : toString();
    }

    /** All a person would see, for assertion messages. */
    @Override
    public String toString() {
      return "exit code " + code + "\n" + out() + "\n" + err;
    }
  }

  public Result run(String... arguments) throws Exception {
    return runWithInput("", arguments);
  }

  public Result runWithInput(String input, String... arguments) throws Exception {
    return run(cluster.configuration(), input, arguments);
  }

  /** Runs a command with settings and standard input of its own. */
  public static Result run(Configuration configuration, String input, String... arguments)
      throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        HailCli.run(
            configuration,
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            arguments);
    return new Result(
        code, ByteBuffer.wrap(out.toByteArray()), err.toString(StandardCharsets.UTF_8));
  }

  /** The cluster that commands find. */
  public HailMiniCluster cluster() {
    return cluster;
  }

  DistributedFileSystem fileSystem() {
    return cluster.fileSystem();
  }
}
