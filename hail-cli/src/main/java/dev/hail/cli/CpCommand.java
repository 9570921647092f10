// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.fs.FileCopy;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail cp}. */
@Command(
    name = "cp",
    description = {
      "Copy a HAIL file. Schema and index attributes go with them, and datanodes sort the copy.",
      "A file whose blocks a plain copy has glued together gets blocks of its own again.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  hail cp /data/visits /data/visits-copy",
      "  hail cp /data/visits hdfs://other:8020/data"
    })
public final class CpCommand implements HailCommand {
  @Option(
      names = {"--overwrite", "-f"},
      description = "Replace DST when the copy is whole.")
  boolean overwrite;

  @Parameters(index = "0", paramLabel = "SRC", description = "A HAIL file.")
  String source;

  @Parameters(
      index = "1",
      paramLabel = "DST",
      description = "Path in an existing directory, or the directory.")
  String destination;

  @Override
  public int run(CommandContext context) throws Exception {
    FileCopy copy = new FileCopy(context.configuration(), overwrite);
    Path made = copy.copy(new Path(source), new Path(destination));
    context.err().println(source + " copied to " + made);
    return 0;
  }
}
