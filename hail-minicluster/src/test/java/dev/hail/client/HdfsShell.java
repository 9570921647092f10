// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.util.ToolRunner;

/** Runs {@code hdfs dfs} commands as a plain client of HDFS would, in this process. */
public final class HdfsShell {
  private HdfsShell() {}

  /** Runs {@code hdfs dfs} with these words, and returns what it left behind. */
  public static HailShell.Result run(Configuration configuration, String... words)
      throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream outBefore = System.out;
    PrintStream errBefore = System.err;
    try {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
      int code = ToolRunner.run(new FsShell(configuration), words);
      return new HailShell.Result(
          code, ByteBuffer.wrap(out.toByteArray()), err.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(outBefore);
      System.setErr(errBefore);
    }
  }
}
